// Loads a WebAssembly module once, and reports why when it cannot.

import { TodoError } from "../../generated/snippets.js";
import { readOptions } from "../arguments/check.js";
import { expectAnything } from "../arguments/options.js";
import type { InitInput } from "./init-input.js";
import {
	type BoundMethods,
	type Class,
	type Glue,
	LiveInstance,
} from "./live.js";

/** The options of `init`. */
interface InitOptions {
	readonly module_or_path?: InitInput | Promise<InitInput> | undefined;
}

/** The sources that need no reading. */
export type WasmSource = BufferSource | WebAssembly.Module;

/** The version in package.json; written in by the build. */
declare const PACKAGE_VERSION: string;

/** How a module is read from an address. */
export interface Origin {
	/** The base of relative addresses. */
	readonly base: string | undefined;
	readonly read: (source: string | URL) => Promise<Response | WasmSource>;
}

const web: Origin = { base: globalThis.location?.href, read: fetchModule };

/** One of the package's WebAssembly modules. */
export class WasmModule {
	readonly #imports: WebAssembly.Imports;
	readonly #live: LiveInstance;
	#started: Promise<void> | undefined;
	/** The address that the module came from, if it came from one. */
	#address: string | undefined;
	/** Reads the module without waiting, where that is possible. */
	#readNow: (() => WasmSource) | undefined;

	/** `boundMethods` lists, by class, the methods that also work when passed alone. */
	constructor(
		glue: Glue,
		imports: WebAssembly.Imports,
		classes: readonly Class[],
		boundMethods: BoundMethods = new Map(),
	) {
		this.#imports = imports;
		this.#live = new LiveInstance(glue, classes, boundMethods, () =>
			this.#startNow(),
		);
	}

	/**
	 * Lets the first use start the module from now on, if `init()` has not: in Node, and of
	 * `agent-todos/inline`.
	 */
	startOnUse(readNow: () => WasmSource): void {
		this.#readNow ??= readNow;
	}

	/** See `LiveInstance.onFreed`. */
	onFreed(object: object, listener: () => void): () => void {
		return this.#live.onFreed(object, listener);
	}

	/** Makes an instance synchronously. Returns false if the module has to be fetched. */
	#startNow(): boolean {
		const source = this.#readNow?.();
		if (source === undefined) return false;
		const module =
			source instanceof WebAssembly.Module
				? source
				: compileModule(() => new WebAssembly.Module(source));
		this.#start(
			linkModule(() => new WebAssembly.Instance(module, this.#imports)),
		);
		this.#address = undefined;
		this.#started = Promise.resolve();
		return true;
	}

	/**
	 * Makes an instance once. Later calls return the same promise, unless it rejected or the instance
	 * broke.
	 */
	init(
		options: InitOptions = {},
		findSource: () => URL | WasmSource,
		from: Origin = web,
	): Promise<void> {
		try {
			return this.#begin(options, findSource, from);
		} catch (error) {
			return Promise.reject(error);
		}
	}

	#begin(
		options: InitOptions,
		findSource: () => URL | WasmSource,
		from: Origin,
	): Promise<void> {
		const { module_or_path: given } = readOptions(options, "init()", {
			module_or_path: [expectAnything],
		});
		if (this.#live.isBroken) this.#started = undefined;
		if (this.#started === undefined) {
			// Called only if nothing is given, as some bundles do not know their own address.
			const source =
				given ??
				replaceError(findSource, (cause) =>
					makeInitError(
						'this bundle does not know where its .wasm file is, as one in IIFE or CommonJS: import "agent-todos/inline", or pass module_or_path to init()',
						cause,
					),
				);
			this.#address = readAddress(source, from.base);
			const started = this.#load(source, from.read).catch((error: unknown) => {
				if (this.#started === started) this.#started = undefined;
				throw error;
			});
			this.#started = started;
		} else {
			const address = readAddress(given, from.base);
			if (address !== undefined && (this.#address ?? address) !== address)
				throw new TodoError(
					"invalid_argument",
					`agent-todos is ready from ${this.#address}, so ${address} is not loaded: give one module_or_path everywhere`,
				);
		}
		return this.#started;
	}

	async #load(
		source: InitInput | Promise<InitInput>,
		read: (source: string | URL) => Promise<Response | WasmSource>,
	): Promise<void> {
		const input = await source;
		const found =
			typeof input === "string" || input instanceof URL
				? await read(input)
				: input;
		const module = await compileModule(() => compile(found));
		const instance = await linkModule(() =>
			WebAssembly.instantiate(module, this.#imports),
		);
		// A first use may have been quicker.
		if (!this.#live.isUsable) this.#start(instance);
	}

	#start(instance: WebAssembly.Instance): void {
		if (!this.#live.replace(instance, PACKAGE_VERSION)) throw makeStaleError();
	}
}

async function compile(
	source: Response | WasmSource,
): Promise<WebAssembly.Module> {
	if (source instanceof WebAssembly.Module) return source;
	if (!isResponse(source)) return WebAssembly.compile(source);
	const type = source.headers.get("Content-Type") ?? "";
	// Many hosts answer with a page, and status 200, if a file does not exist.
	if (!source.ok || type.startsWith("text/html"))
		throw makeNotServedError(
			source.url,
			`answered ${source.ok ? `with ${type}` : source.status}`,
		);
	return type.startsWith("application/wasm")
		? WebAssembly.compileStreaming(source)
		: WebAssembly.compile(await source.arrayBuffer());
}

/** Does not ask for the class: Jest's jsdom has no `Response`. */
function isResponse(source: BufferSource | Response): source is Response {
	return "headers" in source;
}

/** Fetches a file. The browser's own error, "Failed to fetch", does not name it. */
export function fetchModule(url: string | URL): Promise<Response> {
	return fetch(url).catch((cause: unknown) => {
		throw makeNotServedError(url, "did not answer", cause);
	});
}

function makeNotServedError(
	url: string | URL,
	why: string,
	cause?: unknown,
): TodoError {
	return makeInitError(
		`${url} ${why}: is the package's .wasm file served there?${wasMoved(url) ? ' Vite moved the script away from it: set optimizeDeps: { exclude: ["agent-todos"] }, or import "agent-todos/inline"' : ""}`,
		cause,
	);
}

/**
 * Returns whether the script is where Vite puts what it bundles before its development server
 * starts.
 */
const wasMoved = (url: string | URL): boolean =>
	String(url).includes("/.vite/");

/** Compiles. If that fails, and would fail for any module, a content security policy forbids it. */
function compileModule<Result>(compile: () => Result): Result {
	return replaceError(compile, (cause) => {
		if (!(cause instanceof WebAssembly.CompileError)) return cause;
		if (mayCompile()) return makeStaleError(cause);
		return makeInitError(
			`the content security policy here forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src. In the manifest of an extension: "content_security_policy": { "extension_pages": "script-src 'self' 'wasm-unsafe-eval'; object-src 'self'" }. In a content script the page's policy counts: use the list in the extension's worker instead`,
			cause,
		);
	});
}

function mayCompile(): boolean {
	try {
		// The smallest module that there is.
		new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
		return true;
	} catch {
		return false;
	}
}

/**
 * A module whose imports are missing was built with other JavaScript. Other errors come from the
 * platform, which may lack memory.
 */
function linkModule<Result>(link: () => Result): Result {
	return replaceError(link, (cause) =>
		cause instanceof WebAssembly.LinkError || cause instanceof TypeError
			? makeStaleError(cause)
			: makeInitError(
					`the WebAssembly module could not be started: ${(cause as Error).message}`,
					cause,
				),
	);
}

function makeStaleError(cause?: unknown): TodoError {
	return makeInitError(
		`not a WebAssembly module of version ${PACKAGE_VERSION} of this entry: an old copy may be cached, or module_or_path may name another file`,
		cause,
	);
}

const makeInitError = (message: string, cause: unknown): TodoError =>
	new TodoError(
		"init_failed",
		`agent-todos: ${message}`,
		cause === undefined ? undefined : { cause },
	);

/** Calls a function, and replaces the error that it throws or rejects with. */
function replaceError<Result>(
	action: () => Result,
	other: (cause: unknown) => unknown,
): Result {
	try {
		const result = action();
		return result instanceof Promise
			? (result.catch((cause: unknown) => {
					throw other(cause);
				}) as Result)
			: result;
	} catch (cause) {
		throw other(cause);
	}
}

/** Returns the full address of a source, if it is an address. */
function readAddress(
	source: unknown,
	base: string | undefined,
): string | undefined {
	if (source instanceof URL) return source.href;
	if (typeof source !== "string" || !URL.canParse(source, base))
		return undefined;
	return new URL(source, base).href;
}
