// The one live instance of a WebAssembly module, and the check that an object belongs to it.
//
// wasm-bindgen's glue keeps an object's address in a property, and passes it to the module
// unchecked. Here that property is an accessor that accepts only objects that the glue itself made:
// no copy of one, no Proxy around one, no object of another class or of an instance that was
// replaced.

import { TodoError } from "../../generated/snippets.js";

type Functions = Record<string, (...args: never[]) => unknown>;

/** The parts of the glue (wasm-bindgen's `--target bundler`) that are used here. */
export interface Glue {
	__wbg_set_wasm(exports: object): void;
	moduleVersion(): string;
}

/** A class of such a module. Only the module itself makes objects of some. */
export interface Class {
	readonly prototype: object;
	[Symbol.hasInstance](value: unknown): boolean;
}

/** The methods, by class, that are bound to each object, so that they work when passed alone. */
export type BoundMethods = ReadonlyMap<Class, readonly string[]>;

interface Handle {
	/** 0 when it was freed. */
	address: number;
	/** The number of the instance that has it. */
	readonly instance: number;
}

/** A call that was cut off, so that the state it left is unknown. */
interface CutOff {
	readonly cause: unknown;
}

export class LiveInstance {
	readonly #glue: Glue;
	readonly #handles = new WeakMap<object, Handle>();
	readonly #freed = new WeakMap<object, Set<() => void>>();
	#exports: Functions;
	/** The number of the instance, 0 being the first. */
	#number = -1;
	#cutOff: CutOff | undefined;

	/**
	 * `start` makes the first instance, by `replace`, when something is used. It returns false if it
	 * cannot.
	 */
	constructor(
		glue: Glue,
		classes: readonly Class[],
		boundMethods: BoundMethods,
		start: () => boolean,
	) {
		this.#glue = glue;
		for (const Class of classes)
			this.#own(Class, boundMethods.get(Class) ?? []);
		// Takes the place of the exports until there are some.
		this.#exports = new Proxy<Functions>(
			{},
			{
				get: (_, name) => {
					if (!start()) throw makeNotReadyError();
					return this.#exports[name as string];
				},
			},
		);
		glue.__wbg_set_wasm(this.#exports);
	}

	get isUsable(): boolean {
		return this.#number >= 0 && this.#cutOff === undefined;
	}

	get isBroken(): boolean {
		return this.#cutOff !== undefined;
	}

	/**
	 * Calls `listener` once when an object is freed. Returns the function that removes the listener.
	 */
	onFreed(object: object, listener: () => void): () => void {
		const listeners = this.#freed.get(object) ?? new Set();
		this.#freed.set(object, listeners.add(listener));
		return () => void listeners.delete(listener);
	}

	/** Replaces the current instance if the new one is of `version`. Returns whether it is. */
	replace({ exports }: WebAssembly.Instance, version: string): boolean {
		const own = this.#guard(exports as unknown as Functions);
		// The glue keeps views of the memory until they are detached, which growing does.
		if (this.#number >= 0)
			(this.#exports as unknown as { memory: WebAssembly.Memory }).memory.grow(
				0,
			);
		this.#glue.__wbg_set_wasm(own);
		const cutOff = this.#cutOff;
		this.#cutOff = undefined;
		if (isOfVersion(own, this.#glue, version)) {
			this.#exports = own;
			this.#number++;
			return true;
		}
		this.#glue.__wbg_set_wasm(this.#exports);
		this.#cutOff = cutOff;
		return false;
	}

	/**
	 * Returns a module's exports, which stop working once one of them throws. The module returns its
	 * own errors, so an exception means that the stack or the memory was full in the middle of a
	 * call.
	 */
	#guard(exports: Functions): Functions {
		const number = this.#number + 1;
		const guarded: Functions = { ...exports };
		for (const [name, call] of Object.entries(exports)) {
			if (typeof call !== "function") continue;
			guarded[name] = /^__wbg_.*_free$/.test(name)
				? this.#guardFree(call, number)
				: (...args) => {
						if (this.#cutOff !== undefined) throw makeBrokenError(this.#cutOff);
						try {
							return call(...args);
						} catch (cause) {
							this.#cutOff ??= { cause };
							throw makeBrokenError(this.#cutOff);
						}
					};
		}
		return guarded;
	}

	/**
	 * Frees an object after the calls in progress, so that a listener may free its store. Ignores
	 * objects of an instance that was replaced.
	 */
	#guardFree(free: Functions[string], number: number): Functions[string] {
		return (tagged: number) => {
			const isCurrent = Math.floor(tagged / 2 ** 32) === number;
			if (isCurrent && this.#cutOff === undefined)
				free(tagged as never, 1 as never);
		};
	}

	#own(Class: Class, boundMethods: readonly string[]): void {
		const live = this;
		const { prototype } = Class;
		const requireOwn = (value: unknown, method: string) => {
			if (value === undefined) throw makeLostError(method);
			if (!(value instanceof Class)) throw makeForeignError();
		};
		for (const key of Reflect.ownKeys(prototype)) {
			if (key === "constructor") continue;
			const descriptor = Object.getOwnPropertyDescriptor(prototype, key);
			for (const kind of ["get", "value"] as const) {
				const method = descriptor?.[kind] as
					| ((...args: unknown[]) => unknown)
					| undefined;
				if (descriptor === undefined || method === undefined) continue;
				const isFree = key === "free" || key === Symbol.dispose;
				descriptor[kind] = function (this: unknown, ...args: unknown[]) {
					requireOwn(this, String(key));
					// It is freed already, or its instance was replaced.
					if (isFree && live.#isGone(this as object)) return;
					const value = method.apply(this, args);
					if (isFree)
						for (const listener of live.#freed.get(this as object) ?? [])
							listener();
					return value;
				};
				Object.defineProperty(prototype, key, descriptor);
			}
		}
		Object.defineProperty(prototype, "__wbg_ptr", {
			get(this: object) {
				return live.#getAddress(this);
			},
			set(this: object, address: number) {
				if (live.#setAddress(this, address)) bind(this, boundMethods);
			},
		});
	}

	#isGone(object: object): boolean {
		const handle = this.#handles.get(object);
		return (
			handle !== undefined &&
			(handle.address === 0 ||
				handle.instance !== this.#number ||
				this.#cutOff !== undefined)
		);
	}

	/**
	 * Returns an object's address. The bits above the 32 that the module reads hold the number of its
	 * instance: the glue's FinalizationRegistry keeps the same value, and must not free an object of
	 * a later instance.
	 */
	#getAddress(object: object): number {
		const handle = this.#handles.get(object);
		if (handle === undefined) throw makeForeignError();
		if (this.#cutOff !== undefined || handle.instance !== this.#number)
			throw makeBrokenError(this.#cutOff);
		if (handle.address === 0)
			throw new TodoError(
				"freed",
				"this store, run or conversation was freed and cannot be used any more: make a new one",
			);
		return handle.address + handle.instance * 2 ** 32;
	}

	/** Sets an object's address. Returns whether the object is new. */
	#setAddress(object: object, address: number): boolean {
		const handle = this.#handles.get(object);
		if (handle === undefined)
			this.#handles.set(object, { address, instance: this.#number });
		else handle.address = 0;
		return handle === undefined;
	}
}

/** Adds methods that are bound to the object, and that a copy of it does not have. */
function bind(object: object, names: readonly string[]): void {
	for (const name of names) {
		const method = (object as Functions)[name] as Functions[string];
		Object.defineProperty(object, name, { value: method.bind(object) });
	}
}

const makeLostError = (method: string): TodoError =>
	new TodoError(
		"invalid_argument",
		`${method}() was called without its object: write store.${method}(…), or pass (…) => store.${method}(…), in place of the method alone`,
	);

function makeForeignError(): TodoError {
	return new TodoError(
		"invalid_argument",
		"this is not a store or run of agent-todos, or a copy of one, or a Proxy around one: use the object itself (in Vue, keep it with markRaw() or shallowRef())",
	);
}

function makeBrokenError(cutOff: CutOff | undefined): TodoError {
	return new TodoError(
		"broken",
		"a call was cut off in the middle, as the stack or the memory was full, so its WebAssembly instance cannot be trusted any more: await init() for a new one, and go on there from what was stored or from a checkpoint",
		cutOff,
	);
}

function makeNotReadyError(): TodoError {
	return new TodoError(
		"not_initialized",
		"agent-todos is not ready: await init() first",
	);
}

function isOfVersion(exports: Functions, glue: Glue, version: string): boolean {
	if (!exports.__wbindgen_start || !exports.moduleVersion) return false;
	exports.__wbindgen_start();
	return glue.moduleVersion() === version;
}
