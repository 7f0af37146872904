// A page that uses the package itself.

import { played } from "./plan.js";
import { ready } from "./ready.js";

globalThis.result = played(ready);
