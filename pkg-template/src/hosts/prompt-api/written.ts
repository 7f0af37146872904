// Finds the calls in a text that a model is still writing, for previews. What it misses is shown
// once it is carried out.

/** A call, and the JSON of its arguments as far as it is written. */
export interface WrittenCall {
	readonly name: string;
	readonly text: string;
}

/** Finds the calls in an answer in JSON, as `responseConstraint` has it. */
export function findJsonCalls(answer: string): WrittenCall[] {
	const begun = [
		...answer.matchAll(/"name"\s*:\s*"([^"\\]+)"\s*,\s*"arguments"\s*:/g),
	];
	return begun.map(({ 0: head, 1: name = "", index }, place) => {
		const rest = answer.slice(index + head.length, begun[place + 1]?.index);
		return { name, text: cutJson(rest) };
	});
}

/** Returns an object or an array of JSON without what follows it. */
function cutJson(text: string): string {
	let depth = 0;
	for (const { 0: token, index } of text.matchAll(
		/"(?:[^"\\]|\\.)*"?|[[{}\]]/gs,
	)) {
		if (token === "{" || token === "[") depth++;
		else if (token === "}" || token === "]") depth--;
		else continue;
		if (depth === 0) return text.slice(0, index + 1);
	}
	return text;
}

/** Finds the calls of `todo` in XML. */
export function findXmlCalls(answer: string): WrittenCall[] {
	const calls: WrittenCall[] = [];
	for (const call of answer.split("<tool_call>").slice(1)) {
		const [name, written] = call.split("<parameters>", 2);
		if (name?.trim() !== "<tool_name>todo</tool_name>") continue;
		if (written === undefined) continue;
		calls.push({ name: "todo", text: readParameters(written) });
	}
	return calls;
}

/**
 * Returns the parameters as JSON: the object that they are, or one with a member for each element.
 */
function readParameters(written: string): string {
	if (written.trimStart().startsWith("{")) return cutJson(written);
	const members: string[] = [];
	let rest = written;
	for (;;) {
		const head = /^\s*<(\w+)>\s*/.exec(rest);
		if (head === null) break;
		rest = rest.slice(head[0].length);
		const isJson = /^[[{]/.test(rest);
		const value = isJson ? cutJson(rest) : rest.slice(0, rest.search(/<|$/));
		rest = rest.slice(value.length).replace(/^\s*<\/\w+>/, "");
		members.push(
			`${JSON.stringify(head[1])}:${isJson ? value : JSON.stringify(value.trim())}`,
		);
	}
	const end = rest.trimStart().startsWith("</parameters>") ? "}" : "";
	return `{${members.join()}${end}`;
}
