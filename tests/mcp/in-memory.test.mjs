// `createMcpServer` in one program with its client, as in a page.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, TodoStore } from "agent-todos";
import { createMcpServer } from "agent-todos/mcp";
import { build } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";
import { dialects, opened, table } from "../frameworks/plan.mjs";
import { turns, until } from "../tools/until.mjs";
import { add, inMemory, list } from "./servers.mjs";
import { testDialects } from "./some-dialects.mjs";

testDialects("memory", (t, dialect) =>
	inMemory(t, { store: new TodoStore(), dialect }),
);

test("calls at once are carried out in their order", async (t) => {
	const { steps, list } = table.TodoWrite;
	const store = new TodoStore();
	const client = await inMemory(t, { store, dialect: "TodoWrite" });
	await Promise.all(
		steps.map(({ tool, args }) =>
			client.callTool({ name: tool, arguments: args }),
		),
	);
	assert.deepEqual(
		store.getAll().map(({ content, status }) => [content, status]),
		list,
	);
});

const promptOf = (dialect) =>
	new Conversation(new TodoStore(), { dialect }).prompt();

test("the server sends its name, version and instructions, which options replace", async (t) => {
	const client = await inMemory(t, { store: new TodoStore() });
	assert.equal(client.getServerVersion().name, "agent-todos");
	assert.match(client.getServerVersion().version, /^\d+\.\d+\.\d+$/);
	assert.equal(client.getInstructions(), promptOf("todo_manager"));
	const other = await inMemory(t, {
		store: new TodoStore(),
		serverInfo: { name: "plan", version: "7.0.0" },
		dialect: "TodoWrite",
	});
	assert.deepEqual(other.getServerVersion(), {
		name: "plan",
		version: "7.0.0",
	});
	assert.equal(other.getInstructions(), promptOf("TodoWrite"));
	const own = "Keep the list of this shop.";
	const third = await inMemory(t, {
		store: new TodoStore(),
		instructions: own,
	});
	assert.equal(third.getInstructions(), own);
});

test("createMcpServer() with reminders: off answers a change with its text alone", async (t) => {
	const client = await inMemory(t, {
		store: new TodoStore(),
		reminders: "off",
	});
	assert.equal((await client.callTool(add("a"))).content.length, 1);
});

test("onChange hears changes only, and is awaited", async (t) => {
	const heard = [];
	let finish;
	const store = new TodoStore();
	const onChange = (outcome) => {
		heard.push(outcome.revision);
		return new Promise((resolve) => (finish = resolve));
	};
	const client = await inMemory(t, { store, onChange });
	await client.callTool(list);
	assert.equal((await client.callTool(add(" "))).isError, true);
	assert.deepEqual(heard, []);
	let answered = false;
	const call = client.callTool(add("a")).then(() => (answered = true));
	await until("onChange is not called", () => heard.length > 0);
	// An answer would be on its way by now.
	await turns();
	assert.deepEqual([heard, answered], [[1], false]);
	finish();
	await call;
});

test("createMcpServer(): what onChange throws is the call's error", async (t) => {
	const client = await inMemory(t, {
		store: new TodoStore(),
		onChange: () => Promise.reject(new Error("the disk is full")),
	});
	assert.deepEqual(await client.callTool(add("a")), {
		content: [{ type: "text", text: "the disk is full" }],
		isError: true,
	});
});

test("createMcpServer() refuses what is no store or no dialect at once", () => {
	assert.throws(() => createMcpServer({}), {
		name: "TodoError",
		code: "invalid_argument",
	});
	assert.throws(
		() => createMcpServer({ store: new TodoStore(), dialect: "nope" }),
		/unknown dialect "nope"/,
	);
});

/** Calls that change one todo, of tools that change none in the plan. */
const changesOfOne = {
	agent_framework: [{ tool: "todos_remove", args: { ids: [1] } }],
	kiro: [
		{
			tool: "todo_list",
			args: { command: "add", tasks: [{ task_description: "Rate it" }] },
		},
	],
	lobehub: [
		{
			tool: "updateTodos",
			args: { operations: [{ type: "add", text: "Rate it" }] },
		},
	],
	task_write: [
		{ tool: "task_update", args: { id: "1", content: "Otherwise" } },
		{ tool: "task_update", args: { id: "1", status: "pending" } },
		{ tool: "task_complete", args: { id: "1" } },
	],
};

for (const dialect of dialects) {
	test(`${dialect}: the annotations are true`, async (t) => {
		const client = await inMemory(t, { store: new TodoStore(), dialect });
		const { tools } = await client.listTools();
		const { steps, repaired } = table[dialect];
		const { store, call } = opened(dialect);
		const seen = Object.fromEntries(
			tools.map(({ name }) => [name, { changed: false, changedAgain: false }]),
		);
		const more = changesOfOne[dialect] ?? [];
		for (const step of [...steps, repaired, ...more]) {
			const { changed } = call(step);
			const revision = store.revision;
			call(step);
			seen[step.tool].changed ||= changed;
			seen[step.tool].changedAgain ||= store.revision !== revision;
		}
		for (const { name, annotations } of tools) {
			assert.equal(annotations.openWorldHint, false);
			// Whatever changes a list here can take away what it said, but for what only adds.
			const onlyAdds = ["TaskCreate", "todos_add", "createTodos"].includes(
				name,
			);
			const isDestructive = seen[name].changed && !onlyAdds;
			assert.equal(annotations.readOnlyHint, !seen[name].changed, name);
			assert.equal(annotations.destructiveHint, isDestructive, name);
			assert.equal(annotations.idempotentHint, !seen[name].changedAgain, name);
		}
	});
}

test("createMcpServer() bundled for browsers needs no module of Node", async () => {
	const contents = `
    import { Client } from "@modelcontextprotocol/client";
        import { init, TodoStore } from "agent-todos/inline";
    import { createMcpServer } from "agent-todos/mcp";
    console.log(Client, InMemoryTransport, init, TodoStore, createMcpServer);`;
	const { metafile } = await build({
		stdin: { contents, resolveDir: root },
		bundle: true,
		write: false,
		metafile: true,
		outdir: "out",
		format: "esm",
		platform: "browser",
		logLevel: "silent",
	});
	const inputs = Object.keys(metafile.inputs);
	assert.ok(inputs.some((file) => file.endsWith("agent-todos/mcp.js")));
	// The entry that fetches its module is not brought in beside the one that holds it.
	assert.deepEqual(
		inputs.filter((file) => /agent-todos\/(index|node)\.js$/.test(file)),
		[],
	);
	assert.deepEqual(
		Object.values(metafile.outputs).flatMap(({ imports }) => imports),
		[],
	);
});
