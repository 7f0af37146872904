// `agent-todos/inline`: the same, with the WebAssembly module inside the JavaScript. Nothing has to
// be served.

import { todosModule } from "./loading/modules/todos.js";
import {
	type OpenList,
	type OpenListOptions,
	type OpenLists,
	type OpenListsOptions,
	openListsWith,
	openWith,
} from "./open-list.js";

export * from "./exports.js";

todosModule.startOnUse(decodeModule);

/** The module as text; written in by the build. */
declare const WASM_BASE64: string;

/**
 * Initializes the package, as the first use does. Code that also runs with `agent-todos` can call
 * it all the same.
 *
 * @example
 * ```ts
 * import { init, TodoStore } from "agent-todos/inline";
 *
 * await init();
 * console.log(new TodoStore().size); // → 0
 * ```
 */
export function init(): Promise<void> {
	return todosModule.init(undefined, decodeModule);
}

/**
 * Does the same as in `agent-todos`, with the `init` of this entry.
 *
 * @example
 * ```ts
 * import { memoryStorage, openList } from "agent-todos/inline";
 *
 * const list = openList({ storage: memoryStorage() });
 * const { store } = await list.open();
 * console.log(store.size); // → 0
 * await list.stop();
 * ```
 */
export function openList(options: OpenListOptions): OpenList {
	return openWith(init, options);
}

/**
 * Does the same as in `agent-todos`, with the `init` of this entry.
 *
 * @example
 * ```ts
 * import { memoryStorage, openLists } from "agent-todos/inline";
 *
 * const lists = openLists({ open: () => ({ storage: memoryStorage() }) });
 * const { store } = await lists.get("tab 7").open();
 * console.log(store.size); // → 0
 * await lists.stop();
 * ```
 */
export function openLists(options: OpenListsOptions): OpenLists {
	return openListsWith(init, options);
}

/** Browsers since 2025 have a decoder of their own. */
function decodeModule(): Uint8Array<ArrayBuffer> {
	const { fromBase64 } = Uint8Array as {
		fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
	};
	// Once: the build writes the whole module in the place of the name.
	const base64 = WASM_BASE64;
	if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, base64);
	const text = atob(base64);
	const bytes = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
	return bytes;
}
