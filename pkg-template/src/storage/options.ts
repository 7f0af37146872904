// The options of a storage. The storages need nothing of the core, so not even its error.

import { makeReader } from "../arguments/options.js";
import { StorageError } from "./contract.js";

/** Reads the options of a storage by its table: see `makeReader`. */
export const readOptions = /* @__PURE__ */ makeReader((message) => {
	throw new StorageError("invalid_argument", message);
});
