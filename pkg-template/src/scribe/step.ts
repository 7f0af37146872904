// A step of the main model as text: what the scribe's model reads of it, and what is kept as
// evidence.

import { TodoStore, withoutReasoning } from "../../generated/agent_todos_bg.js";
import { getErrorMessage } from "../arguments/thrown.js";

/** A call of a tool. */
export interface ScribeCall {
	/** The name of the tool. */
	readonly name: string;
	/** Its arguments, as an object or as JSON text. */
	readonly args?: unknown;
}

/**
 * What happened in one step of the main model: a call of a tool with its result, a text, or a page
 * that was visited.
 */
export type ScribeStep =
	| {
			/** The call, or its name. */
			readonly call: ScribeCall | string;
			/** What the tool returned. An error is read as its message. */
			readonly result?: unknown;
	  }
	| {
			/** What the model said. */
			readonly text: string;
	  }
	| {
			/** The address of the page. */
			readonly url: string;
			/** The title of the page. */
			readonly title?: string | undefined;
	  };

/** The most characters of a step, and of a call in it. */
const maxStepLength = 600;
const maxCallLength = 250;

/** Returns a step as text of at most 600 characters. Never throws, whatever the step holds. */
export function describeStep(step: ScribeStep): string {
	try {
		return cut(describe(step));
	} catch (error) {
		return cut(getErrorMessage(error));
	}
}

function describe(step: ScribeStep): string {
	const { call, result, text, url, title } = Object(step) as Record<
		string,
		unknown
	>;
	if (call !== undefined) {
		const { name = call, args } = Object(call) as Partial<ScribeCall>;
		const made = cut(`${toText(name)} ${toText(args)}`, maxCallLength);
		const returned = cut(
			toText(result),
			maxStepLength - maxCallLength - arrow.length,
		);
		return returned === "" ? made : made + arrow + returned;
	}
	return url === undefined
		? withoutReasoning(toText(text))
		: `Opened ${toText(url)} ${toText(title)}`;
}

const arrow = " → ";

function toText(value: unknown): string {
	if (value === undefined) return "";
	if (typeof value === "string") return value;
	if (value instanceof Error) return `Error: ${getErrorMessage(value)}`;
	return JSON.stringify(value) ?? String(value);
}

/**
 * Returns a text on one line of at most `maxLength` characters: one that is longer by its head and
 * its tail.
 */
export function cut(text: string, maxLength = maxStepLength): string {
	const line = text.replace(/\s+/g, " ");
	if (line.length <= maxLength) return line;
	const gap = " … ";
	const tail = maxLength / 3;
	return line.slice(0, maxLength - tail - gap.length) + gap + line.slice(-tail);
}

/**
 * Returns a text from outside, cut, as the content of an XML element. It is cleaned and escaped by
 * the code that does it for todos: as the only todo of a list.
 */
export function escapeText(text: string): string {
	const store = new TodoStore();
	try {
		store.replaceAll([cut(text)]);
		return store.getXml().replace(/^(<[^>]*>)+|(<[^>]*>)+$/g, "");
	} catch {
		// It is blank, or nothing of it is left.
		return "";
	} finally {
		store.free();
	}
}
