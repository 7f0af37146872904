// The tools on a server of the MCP SDK, called by its client.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { dialects, opened, sentenceFor, table, withoutHost } from "./plan.mjs";

/** A client that is connected to a server with these tools, for the time of one test. */
async function connected(t, offered) {
	const server = new McpServer({ name: "agent-todos", version: "1.0.0" });
	for (const { name, description, inputSchema, call } of offered) {
		server.registerTool(name, { description, inputSchema }, (args) => {
			const { ok, text } = call(args);
			return { content: [{ type: "text", text }], isError: !ok };
		});
	}
	const client = new Client({ name: "agent-todos-tests", version: "1.0.0" });
	const [ours, theirs] = InMemoryTransport.createLinkedPair();
	await Promise.all([server.connect(ours), client.connect(theirs)]);
	t.after(() => Promise.all([client.close(), server.close()]));
	return client;
}

const callAll = async (client, calls) => {
	const results = [];
	for (const call of calls) results.push(await callOne(client, call));
	return results;
};
const callOne = (client, { tool, args }) =>
	client.callTool({ name: tool, arguments: args });
const asResults = (outcomes) =>
	outcomes.map(({ ok, text }) => ({
		content: [{ type: "text", text }],
		isError: !ok,
	}));

for (const dialect of dialects) {
	const { steps, list, refused, malformed, repaired } = table[dialect];

	test(`${dialect}: a client works through a plan, with a call that is repaired, and is shown name, description and schema`, async (t) => {
		const todos = opened(dialect);
		const client = await connected(t, todos.offered);
		const calls = [...steps, repaired];
		const { outcomes, list: last } = withoutHost(dialect, calls);
		assert.deepEqual(await callAll(client, calls), asResults(outcomes));
		assert.deepEqual(todos.list(), last);
		assert.ok(outcomes.at(-1).ok && outcomes.at(-1).notes.length > 0);
		const { tools } = await client.listTools();
		assert.deepEqual(
			tools.map(({ name, description, inputSchema }) => ({
				name,
				description,
				inputSchema,
			})),
			todos.offered.map(({ name, description, inputSchema }) => ({
				name,
				description,
				inputSchema: { ...inputSchema },
			})),
		);
	});

	test(`${dialect}: what is refused is an error with a sentence of ours, and calls that are under way at once are carried out in their order`, async (t) => {
		const todos = opened(dialect);
		const client = await connected(t, todos.offered);
		const [refusal, invalid] = await callAll(client, [refused, malformed]);
		assert.ok(refusal.isError && invalid.isError);
		assert.match(refusal.content[0].text, /2.*empty/);
		assert.ok(
			invalid.content[0].text.endsWith(`: ${sentenceFor(dialect)}`),
			invalid.content[0].text,
		);
		assert.equal(todos.store.revision, 0);
		assert.deepEqual(
			await Promise.all(steps.map((step) => callOne(client, step))),
			asResults(withoutHost(dialect, steps).outcomes),
		);
		assert.deepEqual(todos.list(), list);
	});
}
