// What the server reports on stderr: lines for people, or a JSON object a line for machines. Never
// what users write.

import { printable, printableJson } from "../printable.js";

export type Level = "info" | "warn" | "error";

/** Fields go with the message as JSON only. */
export type Log = (
	message: string,
	fields?: { readonly level?: Level; readonly [field: string]: unknown },
) => void;

/**
 * Makes a log in a dozen lines rather than with a library: there is one process, one stream and no
 * level to choose.
 */
export function makeLog(
	stream: NodeJS.WritableStream,
	format: "text" | "json",
): Log {
	return format === "text"
		? (message) => void stream.write(`agent-todos mcp: ${printable(message)}\n`)
		: (message, { level = "info", ...fields } = {}) => {
				const time = new Date().toISOString();
				stream.write(
					`${printableJson({ time, level, message, pid: process.pid, ...fields })}\n`,
				);
			};
}
