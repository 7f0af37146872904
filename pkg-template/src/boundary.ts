// Takes values apart before a call enters the module: looking at them is cheap here, and may run the code of others. No
// such code ever runs in the middle of a call.
import { TodoError } from "../generated/error.js";

// The build puts the function that has a parameter's name around that parameter, in every call of the glue.

/** The address of a method's object: 0 when it was freed, and nothing when it is no such object. */
export function object(value: number | undefined): number {
	if (!value) throw gone(value);
	return value;
}

function gone(value: number | undefined): TodoError {
	if (value === undefined)
		return new TodoError(
			"invalid_argument",
			"this is no store or run of agent-todos",
		);
	return new TodoError(
		"freed",
		"this store or run was freed and cannot be used any more: make a new one",
	);
}

export const id = (value: unknown) => whole(value, "id");
export const position = (value: unknown) => whole(value, "position");
export const revision = (value: unknown) => whole(value, "revision");
export const text = (value: unknown) => wellFormed(value, "text");
export const xml = (value: unknown) => wellFormed(value, "xml");
export const checkpoint = (value: unknown) => wellFormed(value, "checkpoint");
export const base = (value: unknown) => wellFormed(value, "base");
export const user = (value: unknown) => wellFormed(value, "user");
export const task = (value: unknown) => wellFormed(value, "task");
export const status = (value: unknown) =>
	value === undefined ? "" : wellFormed(value, "status");
export const mode = (value: unknown) => wellFormed(value, "mode");
export const kind = (value: unknown) => wellFormed(value, "kind");
export const execution = (value: unknown) => wellFormed(value, "execution");
export const reason = (value: unknown) =>
	value === undefined ? "" : wellFormed(value, "reason");
export const reasoning = (value: unknown) =>
	value === undefined ? "" : wellFormed(value, "reasoning");
export const isDone = (value: unknown) => boolean(value, "isDone");
export const isComplete = (value: unknown) => boolean(value, "isComplete");
export const plan = (value: unknown) =>
	value === undefined ? "" : texts(value, "plan");
export const suggestions = (value: unknown) =>
	value === undefined ? "" : texts(value, "suggestions");
export const contents = (value: unknown) => texts(value, "contents");
/** A revision, or -1 for none. */
export const seen = (value: unknown) =>
	value === undefined ? -1 : whole(value, "seen");
export const dialect = (value: unknown) => wellFormed(value, "dialect");

/** WebAssembly would make a number of whatever it is given. */
function whole(value: unknown, name: string): unknown {
	if (!Number.isSafeInteger(value))
		throw wrongType(name, "a whole number", value);
	return value;
}

/** A string that UTF-8 can hold: a lone surrogate becomes U+FFFF, which the core notices and reports. */
function wellFormed(value: unknown, name: string): string {
	if (typeof value !== "string") throw wrongType(name, "a string", value);
	return (value as { isWellFormed?: () => boolean }).isWellFormed?.()
		? value
		: value.replace(/\p{Surrogate}/gu, "\uffff");
}

function boolean(value: unknown, name: string): unknown {
	if (typeof value !== "boolean") throw wrongType(name, "true or false", value);
	return value;
}

/** An array of strings as JSON text. */
function texts(value: unknown, name: string): string {
	// Each by itself: old libraries give all arrays a toJSON of their own.
	return `[${items(value, name, "string").map((item) => JSON.stringify(item))}]`;
}

/** An array of whole numbers as text, "1,2,". */
export function ids(value: unknown): string {
	let text = "";
	for (const item of items(value, "ids", "number"))
		text += `${whole(item, "ids")},`;
	return text;
}

/** The items of an array, each read once. */
function items(value: unknown, name: string, type: string): unknown[] {
	return reading(name, () => {
		if (!Array.isArray(value))
			throw wrongType(name, `an array of ${type}s`, value);
		const items: unknown[] = [];
		for (let i = 0; i < value.length; i++) {
			const item: unknown = value[i];
			if (typeof item !== type)
				throw wrongType(`${name}[${i}]`, `a ${type}`, item);
			items.push(item);
		}
		return items;
	});
}

/** Options as JSON text. What JSON would drop is spelled out, so that the core refuses it. */
export function options(value: unknown, name = "options"): string {
	if (value === undefined) return "{}";
	const spellOut = (_: string, item: unknown) =>
		typeof item === "function" ||
		typeof item === "symbol" ||
		(typeof item === "number" && !Number.isFinite(item))
			? describe(item)
			: item;
	return reading(name, () => JSON.stringify(value, spellOut) ?? "null");
}

/** The fields of a task as JSON text. */
export const fields = (value: unknown) => options(value, "fields");

/**
 * What a model sent as arguments, as JSON text; nothing at all is no arguments. Where it cannot be read the reason stands
 * in for it, after a NUL: that is no JSON, so the core answers with it.
 */
export function args(value: unknown): string {
	if (typeof value === "string") {
		const text = wellFormed(value, "");
		return text.startsWith("\0") ? ` ${text}` : text;
	}
	try {
		return reading("the arguments", () => JSON.stringify(value) ?? "");
	} catch (error) {
		return `\0${(error as Error).message}`;
	}
}

export function listener(value: unknown): unknown {
	if (typeof value !== "function")
		throw wrongType("listener", "a function", value);
	return value;
}

let depth = 0;

/** Runs what may run the code of others. Whatever that throws comes out as a TodoError. */
function reading<T>(name: string, read: () => T): T {
	let why = "";
	try {
		// Such code may come back here. A stack that overflows within WebAssembly would leave a store in pieces.
		if (++depth > 32)
			throw new TodoError(
				"invalid_argument",
				`${name} could not be read: calls are nested too deeply`,
			);
		return read();
	} catch (error) {
		try {
			if (error instanceof TodoError && typeof error.message === "string")
				throw error;
			why = String((error as Error | undefined)?.message).slice(0, 200);
		} catch (unreadable) {
			if (unreadable === error) throw error;
			why = "what was thrown cannot be read either";
		}
		throw new TodoError(
			"invalid_argument",
			`${name} could not be read: ${why}`,
			{ cause: error },
		);
	} finally {
		depth--;
	}
}

function wrongType(name: string, expected: string, value: unknown): TodoError {
	return new TodoError(
		"invalid_argument",
		`${name} must be ${expected}, got ${describe(value)}`,
	);
}

/** A few characters that say what a value is. Never throws. */
function describe(value: unknown): string {
	if (typeof value === "object" && value !== null) {
		try {
			return Array.isArray(value) ? "an array" : "an object";
		} catch {
			return "an object"; // a revoked Proxy
		}
	}
	if (typeof value === "function") return "a function";
	const text = String(value).slice(0, 40);
	return typeof value === "string"
		? JSON.stringify(text)
		: typeof value === "bigint"
			? `${text}n`
			: text;
}
