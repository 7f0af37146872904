// Reads the answer of the scribe's model. An answer that cannot be understood is wrong as a whole,
// so that it changes nothing.

import { withoutReasoning } from "../../generated/agent_todos_bg.js";
import type { ScribeReply } from "./asks.js";
import { maxAddedTodos } from "./question.js";

/** What an answer says. Ids are positions in the list that the question showed. */
export interface ScribeAnswer {
	readonly doing: number | undefined;
	readonly done: readonly number[];
	readonly failed: readonly number[];
	readonly open: readonly number[];
	/** The texts of new todos. */
	readonly add: readonly string[];
	/** The texts of those that are too many. */
	readonly dropped: readonly string[];
}

const fields = ["doing", "done", "failed", "open", "add"];

/**
 * Reads an answer: an object, or a text that contains one. `size` is the number of todos that the
 * question showed. Throws an error that says what is wrong. To a question for a plan, only the new
 * todos count; to any other, no more than three of them.
 */
export function readAnswer(
	said: unknown,
	size: number,
	isPlan: boolean,
): ScribeAnswer {
	const { object, text } = Object(said) as ScribeReply;
	const all = object ?? text ?? said;
	const answer = typeof all === "string" ? findObject(all) : all;
	const parts = Object(answer) as Record<string, unknown>;
	if (!fields.some((field) => field in parts))
		throw new Error("the answer has no fields");
	const readIdsOf = (field: string) =>
		isPlan ? [] : readIds(parts[field], field, size);
	const [[doing], done, failed, open] = [
		readIdsOf("doing"),
		readIdsOf("done"),
		readIdsOf("failed"),
		readIdsOf("open"),
	];
	const settled = [...done, ...failed, ...open];
	if (new Set(settled).size < settled.length)
		throw new Error("the answer has an id twice");
	const add = toList(parts.add).map(readText);
	const dropped = isPlan ? [] : add.splice(maxAddedTodos);
	if (isPlan && add.length === 0) throw new Error("the answer has no todos");
	return {
		doing: settled.includes(doing as number) ? undefined : doing,
		done,
		failed,
		open,
		add,
		dropped,
	};
}

/** Returns a list without what stands for nothing. A single value is a list of one. */
const toList = (value: unknown): unknown[] =>
	[value].flat().filter((item) => item != null);

function readIds(value: unknown, field: string, size: number): number[] {
	const ids = new Set<number>();
	for (const item of toList(value)) {
		const id = Number(String(item).replace(/^#/, "") || Number.NaN);
		// A model that must fill in an id writes 0 if there is none.
		if (field === "doing" && id === 0) continue;
		if (!(Number.isInteger(id) && id >= 1 && id <= size))
			throw new Error(
				`${field}: there is no todo "${item}", ids are 1 to ${size}`,
			);
		ids.add(id);
	}
	return [...ids];
}

function readText(item: unknown): string {
	const { content = item } = Object(item) as { content?: unknown };
	if (typeof content !== "string") throw new Error("the answer has no texts");
	return content.trim();
}

/** The most characters of an answer that are searched for an object. */
const maxAnswerLength = 10_000;

/**
 * Returns the first object in a text, around which may be anything: reasoning, a fence, a sentence,
 * the same object again.
 */
function findObject(answer: string): unknown {
	const text = withoutReasoning(answer).slice(0, maxAnswerLength);
	const start = text.indexOf("{");
	let end = text.length;
	while (end > start) {
		end = text.lastIndexOf("}", end - 1);
		const object = text.slice(start, end + 1);
		// A comma before a bracket is what small models add most often.
		for (const tried of [object, object.replace(/,\s*(?=[}\]])/g, "")])
			try {
				return JSON.parse(tried);
			} catch {}
	}
	throw new Error("the answer has no JSON object");
}
