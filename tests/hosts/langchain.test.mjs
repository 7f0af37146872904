// The tools in an agent of LangChain, with its own fake model: as `todoTools` and `agentTodosMiddleware` make them, whose arguments LangChain
// does not check before the tool hears of them; and a list for each thread.

import assert from "node:assert/strict";
import { test } from "node:test";
import { RemoveMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { MemorySaver } from "@langchain/langgraph";
import { Conversation, init, TodoStore } from "agent-todos";
import { agentTodosMiddleware, todoTools } from "agent-todos/langchain";
import { takeProgress, withProgress } from "agent-todos/progress";
import {
	AIMessage,
	createAgent,
	HumanMessage,
	ToolMessage,
	tool,
} from "langchain";
import { words } from "../setup/lists.mjs";
import {
	dialects,
	oneByOne,
	opened,
	sentenceFor,
	table,
	withoutHost,
} from "./plan.mjs";

await init();

/** An agent that has the tools by themselves, and one that has them from the middleware. */
const agents = {
	todoTools: (store, dialect) => ({
		tools: todoTools(new Conversation(store, { dialect })),
	}),
	agentTodosMiddleware: (store, dialect) => ({
		middleware: [agentTodosMiddleware({ stores: store, dialect })],
	}),
};

/** Runs an agent whose model sends these messages, each a list of calls. Returns the tool messages that the model has seen. */
async function run(having, messages) {
	const model = fakeModel();
	for (const calls of messages)
		model.respondWithTools(
			calls.map(({ tool, args }) => ({ name: tool, args })),
		);
	model.respond(new AIMessage("It is all planned."));
	const agent = createAgent({ model, ...having });
	await agent.invoke(
		{ messages: [new HumanMessage("Buy a kettle")] },
		{ recursionLimit: 200 },
	);
	assert.equal(model.callCount, messages.length + 1);
	return model.calls
		.at(-1)
		.messages.filter((message) => ToolMessage.isInstance(message));
}

const texts = (messages) => messages.map(({ content }) => content);

for (const dialect of dialects) {
	const { steps, list, refused, malformed, repaired } = table[dialect];

	for (const [way, having] of Object.entries(agents)) {
		test(`${dialect}, ${way}: the calls of one message are carried out in their order`, async () => {
			const todos = opened(dialect);
			const seen = await run(having(todos.store, dialect), [steps]);
			assert.deepEqual(todos.list(), list);
			assert.deepEqual(texts(seen), withoutHost(dialect, steps).texts);
		});

		test(`${dialect}, ${way}: a plan, with calls outside the schema that are repaired and refused as everywhere else`, async () => {
			const todos = opened(dialect);
			const calls = [malformed, refused, ...steps, repaired];
			const seen = await run(having(todos.store, dialect), oneByOne(calls));
			const {
				texts: expected,
				list: last,
				outcomes,
			} = withoutHost(dialect, calls);
			assert.deepEqual(texts(seen), expected);
			assert.deepEqual(
				seen.map(({ status }) => status === "error"),
				outcomes.map(({ ok }) => !ok),
			);
			assert.deepEqual(todos.list(), last);
			assert.ok(
				seen[0].content.includes(
					JSON.stringify(sentenceFor(dialect)).slice(1, -1),
				),
				seen[0].content,
			);
			assert.ok(outcomes.at(-1).ok && outcomes.at(-1).notes.length > 0);
			for (const { content } of seen) assert.doesNotMatch(content, /\n {4}at /);
		});
	}

	test(`${dialect}: the model is shown name, description and schema`, () => {
		const { store, offered } = opened(dialect);
		for (const [at, made] of todoTools(
			new Conversation(store, { dialect }),
		).entries()) {
			const { name, description, inputSchema } = offered[at];
			assert.deepEqual(convertToOpenAITool(made).function, {
				name,
				description,
				parameters: { ...inputSchema },
			});
			// As a provider's package sends it that does not ask a schema what it is.
			assert.deepEqual(
				JSON.parse(JSON.stringify(made.schema)),
				JSON.parse(JSON.stringify(inputSchema)),
			);
		}
	});
}

test("a tool whose store was freed is a sentence to the model, and no stack trace", async () => {
	const store = new TodoStore();
	const having = agents.todoTools(store, "todo_manager");
	store.free();
	const [answer] = await run(having, [
		[{ tool: "todo_manager", args: { action: "list", todos: [], ids: [] } }],
	]);
	assert.match(answer.content, /freed/);
	assert.doesNotMatch(answer.content, /\n {4}at /);
});

const called = (action, todos, ids) => ({
	name: "todo_manager",
	args: { action, todos, ids },
});
const add = (...contents) =>
	called(
		"add_multiple",
		contents.map((content) => ({ content })),
		[],
	);
const complete = (...ids) => called("complete_multiple", [], ids);

let ids = 0;
/** A model that makes these calls, one list of them after the other, and says something after each list that says so. */
function saying(...turns) {
	const model = fakeModel();
	// With ids of their own: those of two fake models are the same, and the second's would take the first's place in the state.
	for (const turn of turns)
		model.respond(
			new AIMessage({
				id: `said-${ids++}`,
				content: typeof turn === "string" ? turn : "",
				tool_calls:
					typeof turn === "string"
						? []
						: turn.map((call) => ({ ...call, id: `call-${ids++}` })),
			}),
		);
	return model;
}
/** An agent that has the list from the middleware with these options, and a checkpointer. */
const agentOf = (
	turns,
	options,
	{ checkpointer = new MemorySaver(), tools = [] } = {},
) =>
	createAgent({
		model: Array.isArray(turns) ? saying(...turns) : turns,
		tools,
		middleware: [agentTodosMiddleware(options)],
		checkpointer,
	});
const inThread = (thread_id, more) => ({
	configurable: { thread_id, ...more },
});
const textOf = ({ messages }) => messages.map(({ text }) => text).join("\n");
const reminders = ({ messages }) =>
	messages.filter(({ text }) => text.startsWith("<browser-state>"));
const answers = ({ messages }) =>
	messages
		.filter((message) => ToolMessage.isInstance(message))
		.map(({ text }) => text);

test("two threads on one agent with a checkpointer each see and change their own list alone, over a restart too", async () => {
	const checkpointer = new MemorySaver();
	/** The agent of a process that has just started: nothing of it is there but what the checkpointer has. */
	const started = (...turns) => agentOf(turns, {}, { checkpointer });
	const first = started(
		...[[add("of a")], "Yes."],
		...[[add("of b", "of b too")], "Yes."],
		...[[complete(1)], "Yes."],
	);
	await first.invoke({ messages: "Go" }, inThread("a"));
	await first.invoke({ messages: "Go" }, inThread("b"));
	const { todos } = await first.invoke({ messages: "On" }, inThread("b"));
	assert.deepEqual(words(todos), ["of b: done", "of b too"]);

	const second = started(
		...[[add("of a too")], "Yes."],
		...[[complete(2)], "Yes."],
	);
	const a = await second.invoke({ messages: "On" }, inThread("a"));
	const b = await second.invoke({ messages: "On" }, inThread("b"));
	assert.deepEqual(words(a.todos), ["of a", "of a too"]);
	assert.deepEqual(words(b.todos), ["of b: done", "of b too: done"]);
	assert.doesNotMatch(textOf(a), /of b/);
	assert.doesNotMatch(textOf(b), /of a/);
	// What the model did itself before the restart is not told back to it.
	for (const result of [a, b]) assert.equal(reminders(result).length, 1);
	// What is kept for the next process is none of the caller's.
	assert.deepEqual(Object.keys(a).sort(), ["messages", "todos"]);
});

test("threads at the same time do not meet, whoever keeps their lists", async () => {
	const names = ["a", "b", "c", "d"];
	const stores = new Map(names.map((name) => [name, new TodoStore()]));
	for (const options of [
		{},
		{
			stores: async (thread) => {
				await new Promise((resolve) => setTimeout(resolve, 1));
				return stores.get(thread);
			},
		},
	]) {
		const model = fakeModel();
		const answer = (messages) => {
			const said = messages.filter((message) => AIMessage.isInstance(message));
			const calls = [[add(messages[0].text, "more")], [complete(2)]];
			return new AIMessage({
				content: "Yes.",
				tool_calls: (calls[said.length] ?? []).map((call, at) => ({
					...call,
					id: `${said.length}-${at}`,
				})),
			});
		};
		for (let at = 0; at < 3 * names.length; at++) model.respond(answer);
		const agent = agentOf(model, options);
		const results = await Promise.all(
			names.map((name) => agent.invoke({ messages: name }, inThread(name))),
		);
		assert.deepEqual(
			results.map(({ todos }) => words(todos)),
			names.map((name) => [`${name}`, "more: done"]),
		);
	}
	assert.deepEqual(
		names.map((name) => words(stores.get(name))),
		names.map((name) => [`${name}`, "more: done"]),
	);
});

test("one store is one thread's: another is refused, by the middleware and by the tools", async () => {
	const store = new TodoStore();
	const turns = [[add("of a")], "Yes.", [add("of a too")], "Yes."];
	const agent = agentOf(turns, { stores: store });
	await agent.invoke({ messages: "Go" }, inThread("a"));
	await assert.rejects(
		agent.invoke({ messages: "Go" }, inThread("b")),
		/this list is that of the thread "a": give agentTodosMiddleware\(\) a function as stores/,
	);
	assert.deepEqual(words(store), ["of a"]);
	await agent.invoke({ messages: "Go on" }, inThread("a"));
	assert.deepEqual(words(store), ["of a", "of a too"]);

	const [alone] = todoTools(new Conversation(store));
	await alone.invoke(called("list", [], []).args, inThread("a"));
	await assert.rejects(
		alone.invoke(called("list", [], []).args, inThread("b")),
		{ name: "TodoError", code: "invalid_argument" },
	);
	// Who has no threads is asked for none.
	assert.match(await alone.invoke(called("list", [], []).args), /of a too/);
});

test("a conversation with confirm: a call is answered when somebody has confirmed it, and onChange hears what came of it", async () => {
	for (const [way, having] of Object.entries({
		todoTools: (conversation, onChange) => ({
			tools: todoTools(conversation, { onChange }),
		}),
		agentTodosMiddleware: (stores, onChange) => ({
			middleware: [agentTodosMiddleware({ stores, onChange })],
		}),
	})) {
		const store = new TodoStore();
		const conversation = new Conversation(store, {
			confirm: async ({ content }) => {
				await new Promise((resolve) => setImmediate(resolve));
				return content === "a" || "There is no receipt";
			},
		});
		const heard = [];
		const agent = createAgent({
			model: saying([add("a", "b")], [complete(1), complete(2)], "Yes."),
			...having(conversation, ({ text }) => heard.push(text)),
		});
		const seen = answers(await agent.invoke({ messages: "Go" }));
		assert.match(seen[1], /confirmed/, way);
		assert.match(seen[2], /There is no receipt/, way);
		assert.deepEqual(heard, seen, way);
		assert.deepEqual(words(store), ["a: done", "b"], way);
	}
});

test("the calls of one message are one after the other, in the list that the checkpointer keeps too", async () => {
	const agent = agentOf([
		[add("a"), complete(1), add("b"), complete(2), add("c")],
		"Yes.",
		[complete(3)],
		"Yes.",
	]);
	const first = await agent.invoke({ messages: "Go" }, inThread("a"));
	assert.deepEqual(words(first.todos), ["a: done", "b: done", "c"]);
	const { todos } = await agent.invoke({ messages: "Go" }, inThread("a"));
	assert.deepEqual(words(todos), ["a: done", "b: done", "c: done"]);
});

test("a person who edits the list of a thread is heard of there alone, after a restart too", async () => {
	const checkpointer = new MemorySaver();
	const stores = new Map();
	const options = {
		stores(thread) {
			if (!stores.has(thread)) stores.set(thread, new TodoStore());
			return stores.get(thread);
		},
	};
	const started = (...turns) => agentOf(turns, options, { checkpointer });
	const first = started([add("a", "b")], "Yes.", [add("a", "b")], "Yes.");
	for (const thread of ["1", "2"])
		await first.invoke({ messages: "Go" }, inThread(thread));
	stores.get("1").as("user").skip(2, "too slow");
	const second = started("I see.", "Yes.");
	const [one, two] = [
		await second.invoke({ messages: "On" }, inThread("1")),
		await second.invoke({ messages: "On" }, inThread("2")),
	];
	assert.match(
		reminders(one).at(-1).text,
		/The user skipped 2 \("b"\): too slow/,
	);
	assert.equal(reminders(one).length, 2);
	assert.equal(reminders(two).length, 1);
	assert.deepEqual(words(one.todos), ["a", "b: skipped"]);
});

test("a process that ended between the calls of one message: the next one goes on, and nothing is lost or done twice", async () => {
	const checkpointer = new MemorySaver();
	const controller = new AbortController();
	const onChange = ({ revision }) =>
		revision === 2
			? new Promise(() => setTimeout(() => controller.abort(), 20))
			: undefined;
	const dying = agentOf(
		[[add("first"), add("second")]],
		{ onChange },
		{ checkpointer },
	);
	await assert.rejects(
		dying.invoke(
			{ messages: "Go" },
			{ ...inThread("a"), signal: controller.signal },
		),
		/abort/i,
	);
	const next = agentOf(["Planned."], {}, { checkpointer });
	const result = await next.invoke(null, inThread("a"));
	assert.deepEqual(words(result.todos), ["first", "second"]);
	assert.equal(answers(result).length, 2);
});

test("aborted in onChange: the thread goes on with that call's answer, and it is not carried out again", async () => {
	for (const stores of [undefined, new TodoStore()]) {
		const controller = new AbortController();
		const heard = [];
		const agent = agentOf([[add("a"), add("b")], "Planned."], {
			stores,
			onChange: ({ revision }) => {
				heard.push(revision);
				if (heard.length > 2) return undefined;
				controller.abort();
				return new Promise(() => {});
			},
		});
		await assert.rejects(
			agent.invoke(
				{ messages: "Go" },
				{ ...inThread("a"), signal: controller.signal },
			),
			/abort/i,
		);
		const result = await agent.invoke(null, inThread("a"));
		assert.deepEqual(words(result.todos), ["a", "b"]);
		assert.equal(answers(result).length, 2);
		// What did not come to an end for the first is done again.
		assert.deepEqual(heard, [1, 2, 1, 2]);
	}
});

test("abort in the middle: what was answered stays, and the thread goes on", async () => {
	const controller = new AbortController();
	const hanging = tool(
		(_, { signal }) =>
			new Promise((_, reject) => {
				signal.addEventListener("abort", () => reject(signal.reason));
				controller.abort();
			}),
		{
			name: "hang",
			description: "Never answers.",
			schema: { type: "object", properties: {} },
		},
	);
	const agent = agentOf(
		[
			[add("a", "b")],
			[complete(1), { name: "hang", args: {} }],
			...[[complete(2)], "Yes."],
		],
		{},
		{ tools: [hanging] },
	);
	await assert.rejects(
		agent.invoke(
			{ messages: "Go" },
			{ ...inThread("a"), signal: controller.signal },
		),
		/abort/i,
	);
	const { values } = await agent.getState(inThread("a"));
	assert.deepEqual(words(values.todos), ["a", "b"]);
	// The message of calls that have no answers is taken back, as providers refuse such.
	const { id } = values.messages.at(-1);
	const result = await agent.invoke(
		{ messages: [new RemoveMessage({ id }), new HumanMessage("Go on")] },
		inThread("a"),
	);
	assert.deepEqual(words(result.todos), ["a", "b: done"]);
});

test("a thread that goes on from an earlier checkpoint has the list of then", async () => {
	const agent = agentOf([
		...[[add("a", "b")], "Yes."],
		...[[complete(1)], "Yes."],
		...[[complete(2)], "Yes."],
	]);
	await agent.invoke({ messages: "Go" }, inThread("a"));
	const { config } = await agent.getState(inThread("a"));
	const on = await agent.invoke({ messages: "On" }, inThread("a"));
	assert.deepEqual(words(on.todos), ["a: done", "b"]);
	const { checkpoint_id } = config.configurable;
	const instead = await agent.invoke(
		{ messages: "Instead" },
		inThread("a", { checkpoint_id }),
	);
	assert.deepEqual(words(instead.todos), ["a", "b: done"]);
});

test("a Conversation instead of a store: tools of the host's own settle todos through it", async () => {
	const store = new TodoStore();
	const conversation = new Conversation(store, { dialect: "TodoWrite" });
	const browse = tool(
		(sent) => {
			const { args, outcome } = takeProgress(conversation, sent);
			return `Opened ${args.page}. ${outcome?.text ?? ""}`;
		},
		{
			name: "browse",
			description: "Opens a page.",
			schema: withProgress({
				type: "object",
				properties: { page: { type: "string" } },
				required: ["page"],
			}),
		},
	);
	const todos = ["a", "b"].map((content) => ({
		content,
		status: "pending",
		activeForm: content,
	}));
	const agent = createAgent({
		model: saying(
			[{ name: "TodoWrite", args: { todos } }],
			[{ name: "browse", args: { page: "shop", todo_done: [1] } }],
			"Yes.",
		),
		tools: [browse],
		middleware: [
			agentTodosMiddleware({ stores: conversation, dialect: "TodoWrite" }),
		],
	});
	const result = await agent.invoke({ messages: "Go" });
	assert.deepEqual(words(result.todos), ["a: done", "b"]);
	assert.equal(reminders(result).length, 1);
});

test("onChange hears of each change and of its thread, is awaited, and what it rejects with is the call's error", async () => {
	const heard = [];
	const turns = [[add("a")], [complete(1)], "Yes.", [add("b")], "Yes."];
	const agent = agentOf(turns, {
		async onChange({ revision }, thread) {
			await new Promise((resolve) => setTimeout(resolve, 1));
			heard.push([thread, revision]);
			if (revision === 2) throw new Error("the disk is full");
		},
	});
	const result = await agent.invoke({ messages: "Go" }, inThread("a"));
	await agent.invoke({ messages: "Go" }, inThread("b"));
	assert.deepEqual(heard, [
		["a", 1],
		["a", 2],
		["b", 1],
	]);
	assert.match(answers(result)[1], /the disk is full/);
});

test("what is wrong is refused at once", async () => {
	for (const options of [
		null,
		{ stores: {} },
		{ stores: "a" },
		{ dialect: "TodoReed" },
		{ reminders: "loud" },
		{ onChange: 1 },
	])
		assert.throws(
			() => agentTodosMiddleware(options),
			{ name: "TodoError", code: "invalid_argument" },
			JSON.stringify(options),
		);
	for (const args of [
		[new TodoStore()],
		[],
		[new Conversation(new TodoStore()), null],
	])
		assert.throws(() => todoTools(...args), {
			name: "TodoError",
			code: "invalid_argument",
		});
	const agent = createAgent({
		model: saying("Yes."),
		middleware: [agentTodosMiddleware({ stores: () => ({}) })],
	});
	await assert.rejects(
		agent.invoke({ messages: "Go" }),
		/what stores\(\) returns must be a TodoStore or a Conversation/,
	);
});
