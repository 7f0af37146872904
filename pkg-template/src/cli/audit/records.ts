// A log file as a series of JSON values, in constant memory: one a line, or what is before the
// `messages` or `events` of one document of several lines, and then their elements.

import { createReadStream } from "node:fs";
import { isTooDeep } from "../../core/values.js";

/** The most characters of one value. A longer one is cut, so that it is not JSON any more. */
const maxValueLength = 64_000_000;

/**
 * Yields each value of the file, and undefined for a line or a part of a document that is not JSON.
 */
export async function* readValues(path: string): AsyncGenerator<unknown> {
	let isDocument: boolean | undefined;
	/** Whether the array of elements is open, and the indent of its elements. */
	let isOpen = false;
	let indent: string | undefined;
	let part = "";
	for await (const line of readLines(path)) {
		if (line.trim() === "") continue;
		isDocument ??= /^[[{]$/.test(line.trim());
		if (!isDocument) {
			yield parseJson(line);
			continue;
		}
		if (part.length < maxValueLength) part += line;
		if (isOpen) {
			indent ??= /^\s*/.exec(line)?.[0] ?? "";
			if (!/^[}\]],?$/.test(line.slice(indent.length).trimEnd())) continue;
			yield parseJson(part);
		} else {
			if (!/^\s{0,8}("(messages|events)"\s*:\s*)?\[\s*$/.test(line)) continue;
			isOpen = true;
			if (part !== line) yield parseJson(`${part}]}`);
		}
		part = "";
	}
	// After the elements comes what closes the document.
	if (isDocument && !(isOpen && /^[\s\]},]*$/.test(part)))
		yield parseJson(part);
}

async function* readLines(path: string): AsyncGenerator<string> {
	let rest = "";
	const stream = createReadStream(path, {
		encoding: "utf8",
		highWaterMark: 1 << 20,
	});
	for await (const chunk of stream as AsyncIterable<string>) {
		if (chunk.includes("\n")) {
			const lines = (rest + chunk).split("\n");
			rest = lines.pop() ?? "";
			yield* lines;
		} else if (rest.length < maxValueLength) rest += chunk;
	}
	yield rest;
}

/** Returns the value of a JSON text, or undefined if it is not JSON or nested too deeply. */
export function parseJson(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text.trim().replace(/,$/, ""));
		return isTooDeep(value) ? undefined : value;
	} catch {
		return undefined;
	}
}
