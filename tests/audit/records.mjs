// A log file as a series of JSON values: one a line, in constant memory, or what is beside the
// `messages` or `events` of one document, and then their elements.

import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";

/** The most characters of one value. A longer one is cut, so that it is not JSON any more. */
const maxValueLength = 64_000_000;
/** The most bytes of a document of several lines, which is read whole. */
const maxDocumentLength = 256_000_000;

/**
 * Yields each value of the file, and undefined for a line or a document that is not JSON. A file
 * whose first line is not JSON by itself is one document, if it can be read as one.
 */
export async function* readValues(path) {
	let isFirst = true;
	for await (const line of readLines(path)) {
		if (line.trim() === "") continue;
		const value = parseJson(line);
		if (isFirst && value === undefined && /^\s*[[{]/.test(line)) {
			const document = await readDocument(path);
			if (document !== undefined) {
				for (const part of partsOf(document))
					yield isTooDeep(part) ? undefined : part;
				return;
			}
			// What is laid out as a document, and is damaged, has no values in its lines.
			if (/^\s*[[{]\s*$/.test(line)) {
				yield undefined;
				return;
			}
		}
		isFirst = false;
		yield value;
	}
}

/** Returns a file as one JSON value, or undefined if it is none, or too large. */
async function readDocument(path) {
	const { size } = await stat(path);
	if (size > maxDocumentLength) return undefined;
	try {
		return JSON.parse(await readFile(path, "utf8"));
	} catch {
		return undefined;
	}
}

/** Yields the elements of a document, after what is beside them. */
function* partsOf(document) {
	if (Array.isArray(document)) {
		yield* document;
		return;
	}
	const fields = document;
	const list = ["messages", "events"].find((name) =>
		Array.isArray(fields[name]),
	);
	yield list === undefined ? document : { ...fields, [list]: [] };
	if (list !== undefined) yield* fields[list];
}

async function* readLines(path) {
	let rest = "";
	const stream = createReadStream(path, {
		encoding: "utf8",
		highWaterMark: 1 << 20,
	});
	for await (const chunk of stream) {
		if (chunk.includes("\n")) {
			const lines = (rest + chunk).split("\n");
			rest = lines.pop() ?? "";
			yield* lines;
		} else if (rest.length < maxValueLength) rest += chunk;
	}
	yield rest;
}

/** Returns the value of a JSON text, or undefined if it is not JSON or nested too deeply. */
export function parseJson(text) {
	try {
		const value = JSON.parse(text.trim().replace(/,$/, ""));
		return isTooDeep(value) ? undefined : value;
	} catch {
		return undefined;
	}
}

/** Returns whether a value has more levels than `levels`. */
function isTooDeep(value, levels = 100) {
	if (typeof value !== "object" || value === null) return false;
	return (
		levels === 0 ||
		Object.values(value).some((part) => isTooDeep(part, levels - 1))
	);
}
