// Runs the conformance tests of the IndexedDB storage in a dedicated worker.

import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { findings } from "./findings.js";

void findings(() => indexedDbStorage()).then((found) => postMessage(found));
