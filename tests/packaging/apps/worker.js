// A dedicated worker that uses the package.

import { played } from "./plan.js";
import { ready } from "./ready.js";

// What fails would be nobody's unhandled rejection, and the page would wait for ever.
played(ready).then((result) => postMessage(result), reportError);
