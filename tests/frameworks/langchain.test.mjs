// What is LangChain's own: how it shows and calls the tools, a list for each thread, and the nudge
// of a model that stops too early. The plan of each dialect is in adapters.test.mjs.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { RemoveMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import {
	Command,
	getCurrentTaskInput,
	interrupt,
	MemorySaver,
} from "@langchain/langgraph";
import { Conversation, init, reporting, TodoStore } from "agent-todos";
import {
	agentTodosMiddleware,
	todoPreviews,
	todoTools,
} from "agent-todos/langchain";
import {
	AIMessage,
	createAgent,
	createMiddleware,
	HumanMessage,
	modelCallLimitMiddleware,
	modelRetryMiddleware,
	SystemMessage,
	ToolMessage,
	todoListMiddleware,
	tool,
} from "langchain";
import { words } from "../tools/lists.mjs";
import { expectSaid } from "../tools/snapshot.mjs";
import { until } from "../tools/until.mjs";
import {
	counts,
	hosts,
	isReminder,
	isWhole,
	planning,
	rewritten,
} from "./conversations.mjs";
import {
	add,
	browsing,
	complete,
	manage,
	oneByOne,
	table,
	withoutHost,
} from "./plan.mjs";
import { StreamingModel } from "./streaming-model.mjs";
import { inPieces, watched } from "./written.mjs";

await init();

let ids = 0;
/**
 * Returns a message of a model. Its ids are its own: those of two fake models are the same, and the
 * second's would take the first's place in the state.
 */
const aiMessage = (content, calls = []) =>
	new AIMessage({
		id: `said-${ids++}`,
		content,
		tool_calls: calls.map(({ tool, args }) => ({
			name: tool,
			args,
			id: `call-${ids++}`,
		})),
	});
/**
 * Returns a model that makes these calls, one list of them after the other, and says something
 * after each list that says so.
 */
const saying = (...turns) =>
	turns.reduce(
		(model, turn) =>
			model.respond(
				typeof turn === "string" ? aiMessage(turn) : aiMessage("", turn),
			),
		fakeModel(),
	);
/** Returns an agent with the middleware, and a checkpointer. */
const agentOf = (
	turns,
	options,
	{ checkpointer = new MemorySaver(), middleware = [], ...more } = {},
) =>
	createAgent({
		model: Array.isArray(turns) ? saying(...turns) : turns,
		middleware: [
			...middleware,
			agentTodosMiddleware({ dialect: "todo_manager", ...options }),
		],
		checkpointer,
		...more,
	});
const inThread = (thread_id, more) => ({
	configurable: { thread_id, ...more },
});
/** Has the user say something, and waits until the signal has ended it. */
const aborted = (agent, { signal }) =>
	assert.rejects(
		agent.invoke({ messages: "Go" }, { ...inThread("a"), signal }),
		/abort/i,
	);
/**
 * Returns the messages that the model of an agent has read: in its last request, or in the one at a
 * place.
 */
const readBy = ({ options: { model } }, at = -1) => model.calls.at(at).messages;
const remindersOf = (agent, at) => readBy(agent, at).filter(isReminder);
const answers = ({ messages }) =>
	messages
		.filter((message) => ToolMessage.isInstance(message))
		.map(({ text }) => text);

for (const [way, having] of Object.entries({
	todoTools: (conversation) => ({ tools: todoTools(conversation) }),
	agentTodosMiddleware: (stores) => ({
		middleware: [agentTodosMiddleware({ stores })],
	}),
})) {
	/** Returns the tool messages, when the model has made these calls, each list in one message. */
	const answersTo = async (conversation, turns) => {
		const { messages } = await createAgent({
			model: saying(...turns, "Yes."),
			...having(conversation),
		}).invoke({ messages: "Go" }, { recursionLimit: 200 });
		return messages.filter((message) => ToolMessage.isInstance(message));
	};

	test(`${way}: a refused call is an error, a repaired one none`, async () => {
		const { malformed, refused, steps, repaired } = table.todo_manager;
		const calls = [malformed, refused, ...steps, repaired];
		const conversation = new Conversation(new TodoStore());
		const seen = await answersTo(conversation, oneByOne(calls));
		assert.deepEqual(
			seen.map(({ status }) => status === "error"),
			withoutHost("todo_manager", calls).outcomes.map(({ ok }) => !ok),
		);
	});

	test(`${way}: a confirmed call is answered, and onChange hears of it`, async () => {
		const store = new TodoStore();
		const heard = [];
		const conversation = new Conversation(store, {
			confirm: async ({ content }) => {
				await new Promise((resolve) => setImmediate(resolve));
				return content === "a" || "There is no receipt";
			},
			onChange: ({ text }) => heard.push(text),
		});
		const seen = await answersTo(conversation, [
			[add("a", "b")],
			[complete(1), complete(2)],
		]);
		const texts = seen.map(({ content }) => content);
		assert.match(texts[1], /confirmed/);
		assert.match(texts[2], /There is no receipt/);
		assert.deepEqual(heard, texts);
		assert.deepEqual(words(store), ["a: done", "b"]);
	});
}

test("a provider's package sends the tool's own schema", () => {
	const conversation = new Conversation(new TodoStore());
	const [[{ schema }], [{ inputSchema }]] = [
		todoTools(conversation),
		conversation.tools,
	];
	assert.equal(JSON.stringify(schema), JSON.stringify(inputSchema));
});

test("the model reads reminders, and the state has none", async () => {
	const { store } = planning();
	const other = createMiddleware({ name: "other", beforeModel: () => {} });
	const host = { systemPrompt: "You shop.", middleware: [other] };
	const prompt = new Conversation(store).prompt();
	for (const [systemPrompt, read] of [
		[undefined, `You shop.\n\n${prompt}`],
		["Mind the list.", "You shop.\n\nMind the list."],
		["", "You shop."],
	]) {
		const options = { stores: () => store, systemPrompt };
		const agent = agentOf(["I see."], options, host);
		const { messages } = await agent.invoke({ messages: "Go" }, inThread("a"));
		assert.deepEqual(
			messages.map((message) => message.getType()),
			["human", "ai"],
		);
		const [system, , reminder, ...others] = readBy(agent);
		assert.equal(system.text, read);
		assert.ok(HumanMessage.isInstance(reminder));
		assert.equal(reminder.text, store.systemReminder());
		assert.equal(reminder.additional_kwargs.lc_source, "agent-todos");
		assert.equal(others.length, 0);
	}
	const stores = () => store;
	for (const [options, first] of [
		[{ stores }, prompt],
		// Without the tools, there is nothing to say of them.
		[{ stores, tools: false }, "Go"],
	]) {
		const agent = agentOf(["I see."], options);
		await agent.invoke({ messages: "Go" }, inThread("a"));
		assert.equal(readBy(agent)[0].text, first);
	}
	const tagged = agentOf(["I see."], { stores, tag: "todo-list" });
	await tagged.invoke({ messages: "Go" }, inThread("a"));
	assert.match(readBy(tagged).at(-1).text, /^<todo-list>.*<\/todo-list>$/s);
	const system = agentOf(["I see."], { stores, role: "system" });
	await system.invoke({ messages: "Go" }, inThread("a"));
	assert.ok(SystemMessage.isInstance(readBy(system).at(-1)));
});

test("toolDescription is a text, or one for each tool", () => {
	const shown = (options) =>
		agentTodosMiddleware(options).tools.map(({ description }) => description);
	const toolDescription = "The list of this shop.";
	assert.deepEqual(shown({ toolDescription }), [toolDescription]);
	const some = { TaskList: toolDescription };
	const [create, update, list] = shown({
		dialect: "Task",
		toolDescription: some,
	});
	assert.equal(list, toolDescription);
	assert.deepEqual([create, update], shown({ dialect: "Task" }).slice(0, 2));
	// Those of a conversation that is passed are its tools' own.
	const stores = new Conversation(new TodoStore(), { dialect: "TodoWrite" });
	stores.tools[0].description = toolDescription;
	assert.deepEqual(shown({ stores }), [toolDescription]);
	for (const [wrong, dialect] of [
		[toolDescription, "Task"],
		[{ TaskLst: "" }, "Task"],
		[{ todo_manager: 1 }, "todo_manager"],
		[7],
		[null],
	])
		assert.throws(() => shown({ dialect, toolDescription: wrong }), {
			code: "invalid_argument",
			message: /toolDescription must be an object with a text for one of [tw]/i,
		});
});

test("after a removed message, the whole list goes last, once", async () => {
	const { store } = planning();
	let remove = false;
	const model = fakeModel();
	const seen = [];
	for (let at = 0; at < 4; at++)
		model.respond((messages) => {
			seen.push(messages.filter(isReminder).map(isWhole));
			return new AIMessage("Yes.");
		});
	const forgetting = createMiddleware({
		name: "forgetting",
		beforeModel() {
			if (!remove) return;
			const read = model.calls.at(-1).messages;
			const { id } = read[read.findLastIndex(isReminder) - 1];
			return { messages: [new RemoveMessage({ id })] };
		},
	});
	const agent = agentOf(model, { stores: store }, { middleware: [forgetting] });
	for (const change of [
		() => {},
		() => store.complete(1),
		() => (remove = true),
		() => (remove = false),
	]) {
		change();
		await agent.invoke({ messages: "Go on" }, inThread("a"));
	}
	const whole = [true, true];
	assert.deepEqual(seen, [[true], [true, false], whole, whole]);
});

test("a middleware that sends less loses no reminder", async () => {
	const { store } = planning();
	const latest = createMiddleware({
		name: "latest",
		wrapModelCall: (request, handler) =>
			handler({ ...request, messages: request.messages.slice(-1) }),
	});
	const agent = agentOf(
		["Yes.", "Yes.", "Yes."],
		{ stores: store, tools: false },
		{ middleware: [latest] },
	);
	for (const change of [
		() => {},
		() => store.complete(1),
		() => store.complete(2),
	]) {
		change();
		await agent.invoke({ messages: "Go on" }, inThread("a"));
	}
	const texts = readBy(agent).map(({ text }) => text);
	assert.equal(texts[0], "Go on");
	assert.deepEqual(
		texts
			.slice(1)
			.map((text) => [isWhole({ text }), /completed \d/.exec(text)?.[0]]),
		[
			[true, undefined],
			[false, "completed 1"],
			[false, "completed 2"],
		],
	);
});

for (const [form, contentOf] of Object.entries({
	text: () => "",
	"parts with the calls": (calls) =>
		calls.map(({ id, name, args }) => ({
			type: "tool_use",
			id,
			name,
			input: args,
		})),
}))
	test(`other messages of a middleware show the list; content: ${form}`, async () => {
		const store = new TodoStore();
		/** Returns a call as a message whose content has the form. */
		const calling = (tool, args) => {
			const message = aiMessage("", [{ tool, args }]);
			message.content = contentOf(message.tool_calls);
			return message;
		};
		const model = fakeModel()
			.respond(calling("write_todos", { todos: planned }))
			.respond(calling("browse", { page: "1" }))
			.respond(() => {
				store.as("user").skip(1, "too dear");
				return calling("browse", { page: "2" });
			})
			.respond(calling("browse", { page: "3" }))
			.respond(aiMessage("Done."));
		const latest = createMiddleware({
			name: "latest",
			wrapModelCall: (request, handler) =>
				handler({ ...request, messages: request.messages.slice(-2) }),
		});
		const browse = tool(() => "a page", {
			...browsing,
			schema: browsing.inputSchema,
		});
		const agent = agentOf(
			model,
			{ stores: store, dialect: "langchain" },
			{ middleware: [latest], tools: [browse] },
		);
		await agent.invoke({ messages: "Go" }, inThread("a"));
		const read = model.calls.map(({ messages }) =>
			messages.filter(isReminder).map(isWhole),
		);
		assert.deepEqual(read, [[], [true], [true], [true], [true]]);
		assert.match(remindersOf(agent, 2)[0].text, /b</);
	});

/** Ends of an agent after which no request to a model follows, by their names. */
const stops = {
	"modelCallLimitMiddleware ends the run": {
		middleware: [
			modelCallLimitMiddleware({ runLimit: 1, exitBehavior: "end" }),
		],
	},
	"recursionLimit is reached": { recursionLimit: 3 },
	"a returnDirect tool answers in the same message": {
		calls: [{ tool: "quit", args: {} }],
		tools: [
			tool(() => "Bye.", {
				name: "quit",
				description: "Ends it.",
				schema: { type: "object", properties: {} },
				returnDirect: true,
			}),
		],
	},
	"a middleware jumps to the end": {
		middleware: [
			createMiddleware({
				name: "enough",
				beforeModel: {
					canJumpTo: ["end"],
					hook: ({ messages }) =>
						ToolMessage.isInstance(messages.at(-1)) && { jumpTo: "end" },
				},
			}),
		],
	},
};

for (const [name, { calls = [], recursionLimit, ...more }] of Object.entries(
	stops,
))
	for (const stores of ["the graph's state", "the host"])
		test(`the state has the last call's todos where ${name}; ${stores}`, async () => {
			const store = new TodoStore();
			const agent = agentOf(
				[[add("a", "b"), complete(1), ...calls], "Yes."],
				{ ...(stores === "the host" && { stores: store }) },
				more,
			);
			const config = { ...inThread("a"), recursionLimit };
			await agent
				.invoke({ messages: "Go" }, config)
				.catch(({ name }) => assert.equal(name, "GraphRecursionError"));
			const { values } = await agent.getState(inThread("a"));
			assert.deepEqual(words(values.todos), ["a: done", "b"]);
		});

test("another middleware may have afterAgent beside a returnDirect tool", async () => {
	const other = createMiddleware({ name: "other", afterAgent: () => {} });
	const { calls, tools } =
		stops["a returnDirect tool answers in the same message"];
	const turns = [[add("a"), ...calls], "Yes."];
	const agent = agentOf(turns, {}, { tools, middleware: [other] });
	const { todos } = await agent.invoke({ messages: "Go" }, inThread("a"));
	assert.deepEqual(words(todos), ["a"]);
});

test("agentTodosMiddleware marks the messages of nudge", async () => {
	const { store } = planning();
	const agent = agentOf(
		["I stop.", [complete(1)], "Done.", [complete(2), complete(3)], "Really."],
		{ stores: store, nudge: true },
	);
	const { messages } = await agent.invoke({ messages: "Go" }, inThread("a"));
	const isShown = ({ additional_kwargs }) =>
		additional_kwargs.lc_source !== "agent-todos";
	assert.equal(messages.length - messages.filter(isShown).length, 2);
	assert.deepEqual(
		messages
			.filter(isShown)
			.filter((message) => !ToolMessage.isInstance(message))
			.map((message) => [message.getType(), message.text]),
		[
			["human", "Go"],
			["ai", "I stop."],
			["ai", ""],
			["ai", "Done."],
			["ai", ""],
			["ai", "Really."],
		],
	);
});

test("nudge: a model that stops goes on, once per list", async () => {
	const todos = planning();
	const { store } = planning();
	const [opening] = new Conversation(store).nudge().split(/\d/);
	const nudges = (messages) =>
		messages.filter(({ text }) => text.startsWith(opening));
	const { say, calls } = hosts.LangChain({
		...todos,
		turns: [[complete(1)], "Done!", [complete(2)], "Done now!", "Really."],
		options: { nudge: true },
	});
	await say("Go");
	assert.equal(calls.length, 5);
	assert.deepEqual(
		nudges(calls.at(-1)).map(({ text }) => text.match(/\d of \d/)[0]),
		["2 of 3", "1 of 3"],
	);
	// It is the last thing the model reads, and said nowhere else.
	assert.equal(nudges(calls[2].slice(-1)).length, 1);
	assert.equal(nudges(calls[4].slice(-1)).length, 1);
	assert.deepEqual(counts(calls), [1, 1, 0, 1, 0]);
	assert.deepEqual(rewritten(calls), []);
});

test("two threads each change their own list, also restarted", async () => {
	const checkpointer = new MemorySaver();
	const heard = [];
	const onChange = ({ revision }, thread) => heard.push([thread, revision]);
	/**
	 * Returns the agent of a process that has just started: nothing of it is there but what the
	 * checkpointer has.
	 */
	const started = (...turns) => agentOf(turns, { onChange }, { checkpointer });
	const first = started(
		[add("of a")],
		"Yes.",
		[add("of b", "of b too")],
		"Yes.",
		[complete(1)],
		"Yes.",
	);
	await first.invoke({ messages: "Go" }, inThread("a"));
	await first.invoke({ messages: "Go" }, inThread("b"));
	const { todos } = await first.invoke({ messages: "On" }, inThread("b"));
	assert.deepEqual(words(todos), ["of b: done", "of b too"]);
	assert.deepEqual(heard, [
		["a", 1],
		["b", 1],
		["b", 2],
	]);

	const second = started([add("of a too")], "Yes.", [complete(2)], "Yes.");
	const a = await second.invoke({ messages: "On" }, inThread("a"));
	const b = await second.invoke({ messages: "On" }, inThread("b"));
	assert.deepEqual(words(a.todos), ["of a", "of a too"]);
	assert.deepEqual(words(b.todos), ["of b: done", "of b too: done"]);
	assert.doesNotMatch(JSON.stringify(a), /of b/);
	assert.doesNotMatch(JSON.stringify(b), /of a/);
	// What the model did itself is not told back to it, after the restart neither.
	for (const at of [1, 3]) assert.deepEqual(remindersOf(second, at), []);
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
			const at = messages.filter(AIMessage.isInstance).length;
			const { text } = messages.find(HumanMessage.isInstance);
			const call = [add(text, "more"), complete(2)][at];
			return call ? aiMessage("", [call]) : aiMessage("Yes.");
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

test("agentTodosMiddleware and todoTools refuse a store in a second thread", async () => {
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

	const list = manage("list", []);
	const [alone] = todoTools(new Conversation(store));
	await alone.invoke(list.args, inThread("a"));
	await assert.rejects(alone.invoke(list.args, inThread("b")), {
		name: "TodoError",
		code: "invalid_argument",
	});
	// Who has no threads is asked for none.
	assert.match(await alone.invoke(list.args), /of a too/);
});

test("todos of the state are those of the tool of the dialect", async () => {
	const todo = (description, status) => ({ description, status });
	const list = [todo("a", "blocked"), todo("b", "in_progress")];
	const model = fakeModel()
		.respondWithTools([{ name: "write_todos", args: { todos: list } }])
		.respond(aiMessage("Done."));
	const agent = agentOf(model, { dialect: "write_todos" });
	const { todos } = await agent.invoke({ messages: "Go" }, inThread("a"));
	assert.deepEqual(todos, list);
});

test("by default, tool and state's todos are LangChain's own", async () => {
	const todos = [
		{ content: "a", status: "completed" },
		{ content: "b", status: "in_progress" },
	];
	const agent = agentOf(
		fakeModel()
			.respondWithTools([{ name: "write_todos", args: { todos } }])
			.respond(aiMessage("Done.")),
		{ dialect: undefined },
	);
	const result = await agent.invoke({ messages: "Go" }, inThread("a"));
	assert.deepEqual(result.todos, todos);
	// What LangChain's own middleware has in its state.
	const { stateSchema } = todoListMiddleware();
	assert.deepEqual(stateSchema.parse({ todos: result.todos }).todos, todos);
});

test("calls without an id change the list in the state", async () => {
	const checkpointer = new MemorySaver();
	const nameless = (...calls) => {
		const message = aiMessage("", calls);
		for (const call of message.tool_calls) delete call.id;
		return message;
	};
	const model = fakeModel()
		.respond(nameless(add("a", "b")))
		.respond(nameless(complete(1), manage("skip", [], [9])))
		.respond(aiMessage("Done."));
	const agent = agentOf(model, {}, { checkpointer });
	const result = await agent.invoke({ messages: "Go" }, inThread("a"));
	assert.deepEqual(words({ getAll: () => result.todos }), ["a: done", "b"]);
	const [added, done, refused] = answers(result);
	for (const text of [added, done]) assert.match(text, /"ok":true/);
	expectSaid(refused);
	// In another process, too.
	const next = agentOf(["Yes."], {}, { checkpointer });
	const { todos } = await next.invoke({ messages: "On" }, inThread("a"));
	assert.deepEqual(words({ getAll: () => todos }), ["a: done", "b"]);
});

test("a tool called outside an agent has no state", async () => {
	const dialect = "todo_manager";
	const [called] = agentTodosMiddleware({ dialect }).tools;
	await assert.rejects(called.invoke(add("a").args), {
		code: "invalid_argument",
	});
	const store = new TodoStore();
	const [own] = agentTodosMiddleware({ stores: store, dialect }).tools;
	assert.match(await own.invoke(add("a").args), /"ok":true/);
	assert.deepEqual(words(store), ["a"]);
});

test("a person's edit of a thread is heard there alone", async () => {
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
	const one = await second.invoke({ messages: "On" }, inThread("1"));
	await second.invoke({ messages: "On" }, inThread("2"));
	const [inOne, inTwo] = [remindersOf(second, 0), remindersOf(second, 1)];
	expectSaid(inOne.at(-1).text);
	assert.equal(inOne.length, 1);
	assert.equal(inTwo.length, 0);
	assert.deepEqual(words(one.todos), ["a", "b: skipped"]);
});

test("a process that ended between calls loses and repeats nothing", async () => {
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
	await aborted(dying, controller);
	const next = agentOf(["Planned."], {}, { checkpointer });
	const result = await next.invoke(null, inThread("a"));
	assert.deepEqual(words(result.todos), ["first", "second"]);
	assert.equal(answers(result).length, 2);
});

test("aborted in onChange: the thread goes on, without a repeat", async () => {
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
		await aborted(agent, controller);
		const result = await agent.invoke(null, inThread("a"));
		assert.deepEqual(words(result.todos), ["a", "b"]);
		assert.equal(answers(result).length, 2);
		// What did not come to an end for the first is done again.
		assert.deepEqual(heard, [1, 2, 1, 2]);
	}
});

test("abort in the middle: what was answered stays or is told", async () => {
	for (const stores of [undefined, new TodoStore()]) {
		const controller = new AbortController();
		const hanging = tool(
			(_, { signal }) =>
				new Promise((_, reject) => {
					signal.addEventListener("abort", () => reject(signal.reason));
					controller.abort();
				}),
			{ ...browsing, schema: browsing.inputSchema },
		);
		const agent = agentOf(
			[
				[add("a", "b")],
				[complete(1), { tool: "browse", args: { page: "slow" } }],
				[complete(2)],
				"Yes.",
			],
			{ stores },
			{ tools: [hanging] },
		);
		await aborted(agent, controller);
		const { values } = await agent.getState(inThread("a"));
		assert.deepEqual(words(values.todos), ["a", "b"]);
		// The message of calls that have no answers is taken back, as providers refuse such.
		const { id } = values.messages.at(-1);
		const result = await agent.invoke(
			{ messages: [new RemoveMessage({ id }), new HumanMessage("Go on")] },
			inThread("a"),
		);
		const first = stores ? "a: done" : "a";
		assert.deepEqual(words(result.todos), [first, "b: done"]);
		// The model's own message that wrote the list is still there.
		const told = remindersOf(agent).map(({ text }) => text);
		assert.equal(told.length, stores ? 1 : 0);
		if (stores) assert.match(told[0], /1 \("a"\)/);
	}
});

test("an earlier checkpoint of a thread has the list of then", async () => {
	const agent = agentOf([
		[add("a"), complete(1), add("b", "c")],
		"Yes.",
		[complete(2)],
		"Yes.",
		[complete(3)],
		"Yes.",
	]);
	await agent.invoke({ messages: "Go" }, inThread("a"));
	const { config, values } = await agent.getState(inThread("a"));
	assert.deepEqual(words(values.todos), ["a: done", "b", "c"]);
	const on = await agent.invoke({ messages: "On" }, inThread("a"));
	assert.deepEqual(words(on.todos), ["a: done", "b: done", "c"]);
	const { checkpoint_id } = config.configurable;
	const instead = await agent.invoke(
		{ messages: "Instead" },
		inThread("a", { checkpoint_id }),
	);
	assert.deepEqual(words(instead.todos), ["a: done", "b", "c: done"]);
});

test("a Conversation instead of a store: the host's tools settle", async () => {
	const conversation = new Conversation(new TodoStore());
	const report = reporting(conversation);
	const browse = tool(
		(sent) => {
			const { args, outcome } = report.take(sent);
			return `Opened ${args.page}. ${outcome?.text ?? ""}`;
		},
		{
			...browsing,
			schema: report.extend(browsing.inputSchema),
		},
	);
	const visit = { tool: "browse", args: { page: "shop", todo_done: [1] } };
	const agent = agentOf(
		[[add("a", "b")], [visit], "Yes."],
		{ stores: conversation },
		{ tools: [browse] },
	);
	const result = await agent.invoke({ messages: "Go" }, inThread("a"));
	assert.deepEqual(words(result.todos), ["a: done", "b"]);
	assert.equal(remindersOf(agent).length, 0);
});

test("a list in removed messages is reported, after a restart too", async () => {
	for (const isRestarted of [false, true]) {
		const checkpointer = new MemorySaver();
		const started = (...turns) => agentOf(turns, {}, { checkpointer });
		const first = started([add("a", "b")], "Yes.", "I see.", "I know.");
		const begun = await first.invoke({ messages: "Go" }, inThread("a"));
		assert.deepEqual(remindersOf(first), []);
		const agent = isRestarted ? started("I see.", "I know.") : first;
		const removed = begun.messages
			.slice(1)
			.map(({ id }) => new RemoveMessage({ id }));
		const messages = [...removed, new HumanMessage("On")];
		await agent.invoke({ messages }, inThread("a"));
		assert.deepEqual(remindersOf(agent).map(isWhole), [true]);
		await agent.invoke({ messages: "On" }, inThread("a"));
		assert.equal(remindersOf(agent).length, 1);
	}
});

test("agentTodosMiddleware refuses what stores() may not return", async () => {
	const agent = agentOf(["Yes."], { stores: () => ({}) });
	await assert.rejects(
		agent.invoke({ messages: "Go" }, inThread("a")),
		/what stores\(\) returns must be a TodoStore or a Conversation/,
	);
});

/**
 * Returns the pieces of a call, as a provider's package streams them: the name in the first one
 * alone.
 */
async function* chunksOf(id, index = 1) {
	const chunk = (args, first) => ({
		content: "",
		tool_call_chunks: [{ type: "tool_call_chunk", index, args, ...first }],
	});
	yield chunk("", { id, name: "TodoWrite" });
	for (const piece of inPieces) yield chunk(piece);
}

/** Ways to have an agent's answer streamed. */
const streams = {
	"the stream mode messages": async (agent, config) => {
		const input = { messages: "Go" };
		const stream = await agent.stream(input, {
			...config,
			streamMode: "messages",
		});
		for await (const _ of stream);
	},
	"streamEvents, version v3": async (agent, config) => {
		const input = { messages: "Go" };
		const run = await agent.streamEvents(input, { ...config, version: "v3" });
		for await (const _ of run);
	},
};

for (const [way, stream] of Object.entries(streams))
	for (const [having, parts] of Object.entries({
		agentTodosMiddleware: (stores) => ({
			middleware: [agentTodosMiddleware({ stores })],
		}),
		"todoTools and todoPreviews": (conversation) => ({
			tools: todoTools(conversation),
			config: { callbacks: [todoPreviews(conversation)] },
		}),
	})) {
		const agentThat = (conversation, answers) => {
			const { config, ...given } = parts(conversation);
			const model = new StreamingModel(answers);
			return (more) =>
				stream(createAgent({ model, ...given }), { ...config, ...more });
		};

		test(`${having}: calls are shown while they are written, by ${way}`, async () => {
			const { conversation, shown } = watched();
			const asked = agentThat(conversation, [
				async function* () {
					yield "I plan.";
					yield {
						content: "",
						tool_call_chunks: [
							{
								type: "tool_call_chunk",
								index: 1,
								id: "0",
								name: "own",
								args: '{"todos":[{"content":"Not ours"}',
							},
						],
					};
					throw new Error("overloaded");
				},
				() => chunksOf("1"),
				async function* () {
					yield "Done.";
				},
			]);
			await assert.rejects(asked(), /overloaded/);
			assert.deepEqual(shown(), []);
			await asked();
			assert.deepEqual(shown(), ["", "a 😀", "a 😀, b", "-"]);
			assert.deepEqual(words(conversation.store), ["a 😀", "b"]);
		});

		test(`${having}: a failed call is taken back, by ${way}`, async () => {
			const { conversation, shown } = watched();
			const abort = new AbortController();
			const asked = agentThat(conversation, [
				async function* () {
					yield* chunksOf("1");
					throw new Error("overloaded");
				},
				async function* (signal) {
					yield* chunksOf("1");
					await new Promise((_, reject) => {
						signal.addEventListener("abort", () => reject(signal.reason));
					});
				},
			]);
			await assert.rejects(asked(), /overloaded/);
			assert.deepEqual(shown(), ["", "a 😀", "a 😀, b", "-"]);
			const over = asked({ signal: abort.signal });
			await until("it is written", () => conversation.writing?.length === 2);
			abort.abort();
			await over.catch(() => {});
			await until("it is taken back", () => conversation.writing === undefined);
			assert.equal(conversation.store.size, 0);
		});
	}

test("a repeated request shows the second answer alone", async () => {
	const { conversation, shown } = watched();
	const agent = createAgent({
		model: new StreamingModel([
			async function* () {
				yield* chunksOf("1");
				throw new Error("overloaded");
			},
			() => chunksOf("2"),
			async function* () {
				yield "Done.";
			},
		]),
		middleware: [
			agentTodosMiddleware({ stores: conversation }),
			modelRetryMiddleware({ maxRetries: 1, initialDelayMs: 0 }),
		],
	});
	await streams["the stream mode messages"](agent);
	const each = ["", "a 😀", "a 😀, b", "-"];
	assert.deepEqual(shown(), [...each, ...each]);
	assert.equal(conversation.store.size, 2);
});

/** Returns a call that writes these todos, and the todos as the state has them. */
const writeTodos = (todos) => ({ tool: "write_todos", args: { todos } });
const todosOf = (statuses) =>
	Object.entries(statuses).map(([content, status]) => ({ content, status }));
const planned = todosOf({ a: "in_progress", b: "pending" });
const ticked = todosOf({ a: "completed", b: "pending" });

test("a list written to the state is the person's edit", async () => {
	const agent = agentOf([[writeTodos(planned)], "Yes.", "Well."], {
		dialect: "langchain",
	});
	await agent.invoke({ messages: "Go" }, inThread("a"));
	const todos = todosOf({ a: "completed", "b, by train": "pending" });
	const edited = await agent.invoke(
		{ messages: "Go on", todos },
		inThread("a"),
	);
	assert.deepEqual(edited.todos, todos);
	expectSaid(remindersOf(agent).at(-1).text);
});

for (const [way, edit] of Object.entries({
	"passed to invoke": (agent, todos) =>
		agent.invoke({ messages: "On", todos }, inThread("a")),
	"by updateState": async (agent, todos) => {
		await agent.graph.updateState(inThread("a"), { todos });
		return agent.invoke({ messages: "On" }, inThread("a"));
	},
}))
	for (const reminders of ["changes", "off"])
		for (const isRestarted of [false, true])
			test(`${way}: an earlier list is the person's edit, reminders ${reminders}${isRestarted ? ", restarted" : ""}`, async () => {
				const checkpointer = new MemorySaver();
				const options = { dialect: "langchain", reminders };
				const started = (turns) => agentOf(turns, options, { checkpointer });
				let agent = started([[writeTodos(planned)], "Yes.", ..."1234"]);
				await agent.invoke({ messages: "Go" }, inThread("a"));
				for (const [todos, said] of [
					[ticked, "completed"],
					[planned, "started"],
					[ticked, "completed"],
					[[], "removed"],
				]) {
					if (isRestarted) agent = started(["Yes."]);
					const state = await edit(agent, todos);
					assert.deepEqual(state.todos, todos);
					if (reminders === "off") continue;
					const { text } = remindersOf(agent).at(-1);
					assert.match(text, new RegExp(`The user ${said} 1 \\("a"\\)`));
					assert.doesNotMatch(text, /A model|You/);
				}
			});

test("a person edits the list while the agent is interrupted", async () => {
	const asking = createMiddleware({
		name: "asking",
		afterModel: ({ messages }) => {
			if (messages.at(-1).tool_calls.length > 1) interrupt("Go on?");
		},
	});
	const done = todosOf({ a: "in_progress", b: "completed" });
	const agent = agentOf(
		[[writeTodos(planned)], [writeTodos(done), writeTodos(done)], "I see."],
		{ dialect: "langchain" },
		{ middleware: [asking] },
	);
	await agent.invoke({ messages: "Go" }, inThread("a"));
	const todos = todosOf({ a: "completed", "b, by train": "pending" });
	const state = await agent.invoke(
		new Command({ resume: "yes", update: { todos } }),
		inThread("a"),
	);
	assert.deepEqual(state.todos, todos);
	assert.match(answers(state).at(-2), /the user completed it/);
});

test("a person who empties the list keeps its todos off", async () => {
	const agent = agentOf(
		[[writeTodos(planned)], "Yes.", [writeTodos(ticked)], "Yes."],
		{ dialect: "langchain" },
	);
	await agent.invoke({ messages: "Go" }, inThread("a"));
	const { todos } = await agent.invoke(
		{ messages: "Stop it", todos: [] },
		inThread("a"),
	);
	assert.deepEqual(todos, []);
});

for (const isRestarted of [false, true])
	test(`cut messages and their todos take back what the model did${isRestarted ? ", restarted" : ""}`, async () => {
		const checkpointer = new MemorySaver();
		const begun = [[writeTodos(planned)], "Yes.", [writeTodos(ticked)], "Yes."];
		const after = ["Yes.", [writeTodos(planned)], "Yes."];
		const started = (...turns) =>
			agentOf(turns, { dialect: "langchain" }, { checkpointer });
		const first = started(...begun, ...after);
		await first.invoke({ messages: "Go" }, inThread("a"));
		await first.invoke({ messages: "On" }, inThread("a"));
		const agent = isRestarted ? started(...after) : first;
		/** Cuts the messages of the thread to the first ones, and goes on with these todos. */
		const goBack = async (count, todos) => {
			const { values } = await agent.getState(inThread("a"));
			const removed = values.messages
				.slice(count)
				.map(({ id }) => new RemoveMessage({ id }));
			const messages = [...removed, new HumanMessage("Instead")];
			return agent.invoke({ messages, todos }, inThread("a"));
		};
		const toPlan = await goBack(4, planned);
		assert.deepEqual(toPlan.todos, planned);
		// Nobody removed the todos, so the model may write them again.
		const toBeginning = await goBack(0, []);
		assert.deepEqual(toBeginning.todos, planned);
		assert.doesNotMatch(JSON.stringify(remindersOf(agent)), /removed/);
	});

/** Cuts what follows the first messages of the thread, and goes on with these todos. */
const cutting = {
	"by updateState": async (agent, count, todos) => {
		const messages = await cutAfter(agent, count);
		await agent.graph.updateState(inThread("a"), { messages, todos });
		return agent.invoke({ messages: "Instead" }, inThread("a"));
	},
	"passed to invoke": async (agent, count, todos) => {
		const cut = await cutAfter(agent, count);
		const messages = [...cut, new HumanMessage("Instead")];
		return agent.invoke({ messages, todos }, inThread("a"));
	},
};
async function cutAfter(agent, count) {
	const { values } = await agent.getState(inThread("a"));
	const cut = values.messages.slice(count);
	return cut.map(({ id }) => new RemoveMessage({ id }));
}
const widened = todosOf({ a: "in_progress", wrap: "pending", b: "pending" });

for (const [way, cut] of Object.entries(cutting)) {
	/** Returns an agent whose model planned, and then widened the plan, and the first messages. */
	const widening = async (after, options) => {
		const turns = [
			[writeTodos(planned)],
			"Yes.",
			[writeTodos(widened)],
			"Yes.",
		];
		const agent = agentOf([...turns, ...after], {
			dialect: "langchain",
			...options,
		});
		const { messages } = await agent.invoke({ messages: "Go" }, inThread("a"));
		await agent.invoke({ messages: "Wrap it" }, inThread("a"));
		return [agent, messages.length];
	};

	test(`${way}: nobody removed what the model added in cut messages`, async () => {
		const [agent, count] = await widening([[writeTodos(widened)], "Yes."]);
		const { todos } = await cut(agent, count, planned);
		assert.doesNotMatch(JSON.stringify(remindersOf(agent)), /removed/);
		assert.deepEqual(todos, widened);
	});

	test(`${way}: an edit of the list of cut messages is the person's`, async () => {
		const [agent, count] = await widening([[writeTodos(planned)], "I see."]);
		const state = await cut(agent, count, ticked);
		assert.deepEqual(state.todos, ticked);
		assert.match(answers(state).at(-1), /the user completed it/);
		assert.doesNotMatch(JSON.stringify(remindersOf(agent)), /wrap/);
	});

	test(`${way}: what a person decided since holds over cut messages`, async () => {
		const store = new TodoStore();
		const [agent, count] = await widening(["I see."], { stores: store });
		store.as("user").skip("t2");
		const { todos } = await cut(agent, count, planned);
		assert.deepEqual(todos, todosOf({ a: "in_progress", b: "completed" }));
	});
}

test("a list with a summary is an edit of today's", async () => {
	const summarize = createMiddleware({
		name: "summarize",
		beforeModel: ({ messages }) =>
			messages.length > 8
				? {
						messages: [
							new RemoveMessage({ id: "__remove_all__" }),
							new HumanMessage("Summary"),
							...messages.slice(-2),
						],
					}
				: undefined,
	});
	const turns = [[writeTodos(planned)], "Yes.", [writeTodos(widened)], "Yes."];
	const agent = agentOf(
		[...turns, "I see."],
		{ dialect: "langchain" },
		{ middleware: [summarize] },
	);
	await agent.invoke({ messages: "Go" }, inThread("a"));
	const { todos } = await agent.invoke({ messages: "Wrap it" }, inThread("a"));
	const edited = todos.filter(({ content }) => content !== "b");
	const after = await agent.invoke(
		{ messages: "On", todos: edited },
		inThread("a"),
	);
	assert.deepEqual(after.todos, edited);
	const { text } = remindersOf(agent).at(-1);
	assert.match(text, /The user removed "b"/);
	assert.doesNotMatch(text, /The user (added|wrote)/);
});

for (const [what, decide, holds] of [
	[
		"skips",
		(person, todo) => person.skip(todo),
		({ status }) => status === "skipped",
	],
	[
		"completes",
		(person, todo) => person.complete(todo),
		({ status }) => status === "done",
	],
	[
		"rewords",
		(person, todo) => person.edit(todo, { content: "Pay half" }),
		({ content }) => content === "Pay half",
	],
	[
		"removes",
		(person, todo) => person.remove(todo),
		(todo) => todo === undefined,
	],
])
	test(`a fork from an edited checkpoint keeps what a person ${what} since`, async () => {
		const store = new TodoStore();
		const [find, pay, ask] = ["Find", "Pay", "Ask"];
		const todo = (content, status = "pending") => ({ content, status });
		const agent = agentOf(
			[
				[writeTodos([todo(find, "in_progress"), todo(pay)])],
				"Yes.",
				[
					writeTodos([
						todo(find, "completed"),
						todo(pay),
						todo(ask, "in_progress"),
					]),
				],
				"Yes.",
				"I see.",
			],
			{ stores: store, dialect: "langchain" },
		);
		await agent.invoke({ messages: "Go" }, inThread("a"));
		const { values } = await agent.graph.getState(inThread("a"));
		const todos = [...values.todos, todo(ask)];
		await agent.graph.updateState(inThread("a"), { todos });
		const { config } = await agent.graph.getState(inThread("a"));
		await agent.invoke({ messages: "On" }, inThread("a"));
		const { key } = store.todos.find(({ content }) => content === pay);
		decide(store.as("user"), key);
		await agent.invoke({ messages: "Another way" }, config);
		assert.ok(holds(store.todos.find((todo) => todo.key === key)));
	});

test("a person edits the list of an earlier checkpoint", async () => {
	const agent = agentOf(
		[[writeTodos(planned)], "Yes.", [writeTodos(ticked)], "Yes.", "I see."],
		{ dialect: "langchain" },
	);
	await agent.invoke({ messages: "Go" }, inThread("a"));
	const { config } = await agent.graph.getState(inThread("a"));
	await agent.invoke({ messages: "On" }, inThread("a"));
	const fork = await agent.graph.updateState(config, { todos: [] });
	const { todos } = await agent.invoke({ messages: "On" }, fork);
	assert.deepEqual(todos, []);
	assert.match(remindersOf(agent).at(-1).text, /The user removed/);
});

/**
 * Returns an agent whose tool `task` runs forks of it, as those of Deep Agents: with its
 * middleware, its messages before the call, and the `todos` of its state. `turns` are those of each
 * agent by name, and `forks` takes down the models and the results of the forks.
 */
function forking(
	{ agent, ...turns },
	options,
	checkpointer = new MemorySaver(),
) {
	const middleware = [agentTodosMiddleware(options)];
	const forks = {};
	const models = Object.fromEntries(
		Object.entries(turns).map(([name, turns]) => [name, saying(...turns)]),
	);
	const task = tool(
		async ({ name }) => {
			const { messages, todos } = getCurrentTaskInput();
			const model = models[name];
			const fork = createAgent({ model, middleware });
			const input = [...messages.slice(0, -1), new HumanMessage("Do it")];
			forks[name] = { options: { model } };
			forks[name].result = await fork.invoke({ messages: input, todos });
			return "Done.";
		},
		{
			name: "task",
			description: "Runs a fork.",
			schema: { type: "object", properties: { name: { type: "string" } } },
		},
	);
	const model = saying(...agent);
	const parent = createAgent({
		model,
		middleware,
		checkpointer,
		tools: [task],
	});
	return { parent: Object.assign(parent, { options: { model } }), forks };
}
const fork = (name) => ({ tool: "task", args: { name } });
const writeAll = (...contents) => ({
	tool: "write_todos",
	args: {
		todos: contents.map((content) => ({ content, status: "pending" })),
	},
});

test("a fork goes on from the list of its messages", async () => {
	const turns = {
		agent: [[add("a", "b")], [fork("one"), fork("two")], "Yes."],
		one: [[complete(2)], "Done."],
		two: [[complete(1), add("c")], "Done."],
	};
	const dialect = "todo_manager";
	const { parent, forks } = forking(turns, { dialect });
	const { todos } = await parent.invoke({ messages: "Go" }, inThread("a"));
	assert.deepEqual(words(forks.one.result.todos), ["a", "b: done"]);
	assert.deepEqual(words(forks.two.result.todos), ["a: done", "b", "c"]);
	assert.deepEqual(words(todos), ["a", "b"]);
	// The model wrote the list in the messages that each has.
	for (const agent of [parent, forks.one, forks.two])
		assert.deepEqual(remindersOf(agent), []);
});

for (const [given, storesOf] of [
	["store", (store) => store],
	["Conversation", (store) => new Conversation(store)],
])
	test(`forks on a ${given} have turns of their own`, async () => {
		const store = new TodoStore();
		const turns = {
			agent: [[add("a", "b", "c")], [fork("one"), fork("two")], "Yes.", "And?"],
			one: [[complete(2)], "Done."],
			two: [[manage("skip", [], [1])], [complete(3)], "Done."],
		};
		const dialect = "todo_manager";
		const stores = storesOf(store);
		const { parent, forks } = forking(turns, { dialect, stores });
		await parent.invoke({ messages: "Go" }, inThread("a"));
		assert.deepEqual(words(store), ["a: skipped", "b: done", "c: done"]);
		for (const { result } of Object.values(forks))
			assert.ok(answers(result).every((text) => /"ok":true/.test(text)));
		assert.match(
			remindersOf(parent).at(-1).text,
			/A model skipped 1.*A model completed 2.*A model completed 3/s,
		);
		await parent.invoke({ messages: "Well?" }, inThread("a"));
		assert.equal(remindersOf(parent).length, 1);
	});

test("a fork's whole list takes nothing off its parent's", async () => {
	for (const isConversation of [false, true]) {
		const store = new TodoStore();
		const dialect = "langchain";
		const stores = isConversation
			? new Conversation(store, { dialect })
			: store;
		const turns = {
			agent: [
				[writeAll("Find a kettle", "Pay")],
				[fork("one")],
				[writeAll("Pay")],
				"Yes.",
			],
			one: [[writeAll("Find shops", "Compare them")], "Done."],
		};
		const { parent } = forking(turns, { stores });
		const { todos } = await parent.invoke({ messages: "Go" }, inThread("a"));
		// Those of the parent do.
		assert.deepEqual(words(todos), ["Pay: pending"]);
		assert.deepEqual(
			store.history().map(({ todos }) => words(todos)),
			[
				[],
				["Find a kettle", "Pay"],
				["Find a kettle", "Pay", "Find shops", "Compare them"],
				["Pay"],
			],
		);
	}
});

test("a fork whose process ended stays a fork", async () => {
	const checkpointer = new MemorySaver();
	const store = new TodoStore();
	const dialect = "langchain";
	const first = new Conversation(store, { dialect });
	const controller = new AbortController();
	const onChange = () => {
		if (store.size < 3) return;
		controller.abort();
		return new Promise(() => {});
	};
	const begun = {
		agent: [[writeAll("a", "b")], [fork("one")]],
		one: [[writeAll("c")]],
	};
	const options = { stores: first, onChange };
	await aborted(forking(begun, options, checkpointer).parent, controller);
	assert.deepEqual(words(store), ["a", "b", "c"]);
	const next = {
		agent: ["Yes."],
		one: [[writeAll("d")], "Done."],
	};
	const stores = new Conversation(store, { saved: first.checkpoint() });
	const { parent, forks } = forking(next, { stores }, checkpointer);
	await parent.invoke(null, inThread("a"));
	assert.equal(forks.one.result.todos.length, 4);
	assert.deepEqual(words(store), ["a", "b", "c", "d"]);
});

test("a thread that has todos before the middleware goes on with them", async () => {
	const todos = [
		{ content: "a", status: "completed" },
		{ content: "b", status: "pending" },
	];
	const before = aiMessage("", [{ tool: "write_todos", args: { todos } }]);
	const [{ id }] = before.tool_calls;
	const answer = new ToolMessage({ content: "Done.", tool_call_id: id });
	const started = () =>
		agentOf(["I see.", [writeAll("c")], "Yes."], { dialect: "langchain" });
	// Written by LangChain's own middleware, they are the model's.
	const own = started();
	const messages = ["Go", before, answer, "Go on"];
	const { todos: kept } = await own.invoke({ messages, todos }, inThread("a"));
	assert.deepEqual(kept, todos);
	assert.deepEqual(remindersOf(own).map(isWhole), [true]);
	const over = await own.invoke({ messages: "On" }, inThread("a"));
	assert.deepEqual(words(over.todos), ["c: pending"]);
	// Otherwise they are the person's, and none that is open leaves.
	const given = started();
	await given.invoke({ messages: "Go", todos }, inThread("a"));
	const { todos: both } = await given.invoke({ messages: "On" }, inThread("a"));
	assert.deepEqual(words(both), ["b: pending", "c: pending"]);
});

test("what a person did is read after a jump", async () => {
	const { store } = planning();
	let jumps = 0;
	const jumping = createMiddleware({
		name: "jumping",
		afterModel: {
			canJumpTo: ["model"],
			hook() {
				if (jumps++ > 0) return;
				store.as("user").skip(2, "too slow");
				return { messages: new HumanMessage("Check it"), jumpTo: "model" };
			},
		},
	});
	const agent = agentOf(
		["Yes.", "Then not."],
		{ stores: store },
		{ middleware: [jumping] },
	);
	await agent.invoke({ messages: "Go" }, inThread("a"));
	assert.equal(jumps, 2);
	assert.match(remindersOf(agent).at(-1).text, /The user skipped 2 .*too slow/);
});
