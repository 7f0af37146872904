// What a client sees of a server, whichever transport is between: the plan of tests/frameworks, in
// the words of three dialects.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
	opened,
	sentenceFor,
	someDialects,
	table,
	withoutHost,
} from "../frameworks/plan.mjs";

const call = (client, { tool, args }) =>
	client.callTool({ name: tool, arguments: args });

const listed = ({ name, description, inputSchema }) => ({
	name,
	description,
	inputSchema: { ...inputSchema },
});

/** Returns the result with which a call is answered: the text, and after a change the list. */
const resultOf = ({ ok, text, reminder }) => ({
	content: [text, ...(reminder === undefined ? [] : [reminder])].map(
		(text) => ({ type: "text", text }),
	),
	isError: !ok,
});

/** `connect(t, dialect)` returns a client of a server with an empty list. */
export function testDialects(transport, connect) {
	for (const dialect of someDialects) {
		const { steps, refused, malformed, repaired } = table[dialect];

		test(`${dialect} over ${transport}: tools are listed, called, and refuse readably`, async (t) => {
			const client = await connect(t, dialect);
			const { offered } = opened(dialect);
			const { tools } = await client.listTools();
			assert.deepEqual(tools.map(listed), offered.map(listed));
			// Every tool is in some call.
			assert.deepEqual(
				[...new Set([...steps, repaired].map(({ tool }) => tool))].sort(),
				offered.map(({ name }) => name).sort(),
			);

			for (const wrong of [malformed, refused]) {
				const refusal = await call(client, wrong);
				assert.equal(refusal.isError, true);
				// The SDK answers a call whose form is wrong with a sentence around ours, and the core one
				// that is wrong for this list.
				const sentence = sentenceFor(dialect, wrong);
				const [{ text }] = refusal.content;
				if (sentence) assert.ok(text.endsWith(`: ${sentence}`), text);
				else assert.match(text, /2.*empty/);
			}

			// The plan, then what has to be repaired: the same as with nothing between.
			const calls = [...steps, repaired];
			const results = [];
			for (const one of calls) results.push(await call(client, one));
			assert.deepEqual(
				results,
				withoutHost(dialect, calls).outcomes.map(resultOf),
			);
			assert.match(results.at(-1).content[0].text, /note/);
		});
	}

	test(`over ${transport}: unknown tools and arguments are readable errors`, async (t) => {
		const client = await connect(t, "todo_manager");
		await assert.rejects(
			client.callTool({ name: "nope", arguments: {} }),
			/nope/,
		);
		for (const args of [
			{},
			{ action: "fly" },
			{ action: "complete_multiple", todos: [], ids: [99] },
		]) {
			const { isError, content } = await client.callTool({
				name: "todo_manager",
				arguments: args,
			});
			assert.equal(isError, true);
			assert.ok(content[0].text.length > 20, content[0].text);
		}
	});
}
