// What a small model is asked to do, and what is looked at while it does: in Chromium with the
// model itself (run.mjs), and in Node with what it answered then
// (../../frameworks/small-model.test.mjs).

/** The most tokens of one answer, and the most turns of one prompt. */
export const maxTokens = 60;
const maxTurns = 4;

const tasks = [
	"Buy a green kettle: open the shop, put the kettle in the basket, pay.",
	"Find three hotels in Rome, compare their prices and write me a summary.",
	"Book a train from Berlin to Prague for Friday morning.",
];

/**
 * Ten runs: calls of the tool alone, the two ways of `promptWithTools`, and plans as text; with and
 * without a grammar.
 */
export const runs = [
	"call",
	"call free",
	"call",
	"call free",
	"call",
	"call free",
	"constraint",
	"xml",
	"plan",
	"plan free",
].map((way, number) => ({ number, way, task: tasks[number % 3] }));

/**
 * Lets a model do one run. `ask(messages, {schema, maxTokens, seed})` resolves with what it says.
 * Returns what came of it: `{way, said, calls, ended, todos, problems}`, where `problems` has to be
 * empty.
 */
export async function drive(entry, { number, way, task }, ask) {
	const { TodoStore, Conversation, TodoError } = entry;
	const store = new TodoStore({ maxTodos: 8 });
	const dialect = way === "xml" ? "xml_call" : "todo_manager";
	const conversation = new Conversation(store, { dialect });
	const said = [];
	const calls = [];
	const problems = [];
	const asked = async (messages, schema) => {
		const seed = 100 * number + said.length + 1;
		const text = await ask(messages, { schema, maxTokens, seed });
		said.push(text);
		return text;
	};
	observe(conversation, said, calls, problems);
	let ended;
	try {
		const acts = { call: called, plan: worked };
		const act = acts[way.split(" ")[0]] ?? prompted;
		const isFree = way.endsWith(" free");
		ended = await act(entry, { store, conversation, task, way, isFree }, asked);
	} catch (error) {
		ended = error.code;
		if (
			!(error instanceof TodoError) ||
			!["stuck", "over_budget"].includes(error.code)
		)
			problems.push(`thrown: ${error.stack}`);
	}
	const isFourth = ({ args }, at) =>
		at > 2 && calls.slice(at - 3, at).every((call) => call.args === args);
	if (calls.some(isFourth)) problems.push("a call was made four times running");
	const todos = store
		.getAll()
		.map(({ content, status }) => `${status}: ${content}`);
	return { way, said, calls, ended, todos, problems };
}

/**
 * Returns three calls of the list's tool, the second and third about what the first one planned.
 */
async function called(_, { conversation, task, isFree }, asked) {
	const [tool] = conversation.tools;
	const messages = [];
	for (const wanted of [
		`${task}\nPlan it. Answer with the arguments of ${tool.name} as JSON, for example {"action":"add_multiple","todos":[{"content":"Open the shop"}]}.`,
		'The first todo is done. Answer so: {"action":"complete_multiple","ids":[…]}.',
		'Skip the second todo. Answer so: {"action":"skip","ids":[…]}.',
	]) {
		const reminder = conversation.reminder() ?? "";
		messages.push({ role: "user", content: `${reminder}\n${wanted}`.trim() });
		const text = await asked(messages, isFree ? undefined : tool.inputSchema);
		const outcome = tool.call(text);
		messages.push({ role: "assistant", content: text });
		messages.push({ role: "user", content: outcome.text });
	}
	return "answered";
}

async function prompted(
	{ promptWithTools },
	{ conversation, task, way },
	asked,
) {
	const messages = [{ role: "system", content: conversation.prompt("system") }];
	const session = {
		async prompt(input, { responseConstraint } = {}) {
			messages.push(...input);
			const text = await asked(
				messages,
				way === "constraint" ? responseConstraint : undefined,
			);
			messages.push({ role: "assistant", content: text });
			return text;
		},
		async append(input) {
			messages.push(...input);
		},
	};
	const calls = way === "xml" ? "xml" : "constraint";
	await promptWithTools(
		session,
		`${task} Plan it with the todo list first.`,
		conversation,
		{ calls, maxTurns },
	);
	return "answered";
}

/** Code that ticks: the model plans and says a sentence about each todo. */
async function worked(
	{ runAgent },
	{ store, conversation, task, isFree },
	asked,
) {
	const steps = {
		type: "object",
		properties: { steps: { type: "array", items: { type: "string" } } },
		required: ["steps"],
		additionalProperties: false,
	};
	const say = (content, schema) => asked([{ role: "user", content }], schema);
	const result = await runAgent({
		store,
		conversation,
		plan: ({ because }) =>
			isFree
				? say(
						`${task}\nWrite the steps as a numbered list, one line each. ${because}`,
					)
				: say(`${task}\nList the steps as JSON. ${because}`, steps),
		execute: async ({ todo }) => {
			await say(`You did this: ${todo.content}. Say so in five words.`);
			return "done";
		},
		validate: ({ open }) => ({ isComplete: open === 0 }),
		budgets: { maxSteps: 12 },
	}).result;
	return result.status === "failed" ? result.kind : result.status;
}

/**
 * Looks at each call: what the list says after it that the model did not, and which open todos are
 * gone unsaid.
 */
function observe(conversation, said, calls, problems) {
	const { store } = conversation;
	const around = (act) => (args) => {
		const before = store.getAll();
		const outcomes = [act(args)].flat();
		const isOpen = ({ status }) => status === "todo" || status === "doing";
		const now = store.getAll();
		const is = (key) => now.some((todo) => todo.key === key);
		const dropped = outcomes.flatMap(({ dropped = [] }) =>
			dropped.map(({ key }) => key),
		);
		for (const { key, content } of before.filter(isOpen))
			if (!is(key) && !dropped.includes(key))
				problems.push(`"${content}" is gone, and nobody says so`);
		const text = JSON.stringify([args, said.at(-1)]);
		const isNew = ({ key }) => !before.some((todo) => todo.key === key);
		const escaped = (text) => JSON.stringify(text).slice(1, -1);
		// Its arguments may be in a text.
		const isTheirs = ({ content }) =>
			text.includes(escaped(content)) ||
			text.includes(escaped(escaped(content)));
		const isMisread = now.filter(isNew).some((todo) => !isTheirs(todo));
		for (const { ok } of outcomes)
			calls.push({
				args: JSON.stringify(args),
				is: ok ? (isMisread ? "misread" : "accepted") : "refused",
			});
		return act === callXml ? outcomes : outcomes[0];
	};
	const callXml = conversation.callXml.bind(conversation);
	conversation.callXml = around(callXml);
	for (const tool of conversation.tools) tool.call = around(tool.call);
}

/** Returns how many calls were accepted, refused and misread, with and without a grammar. */
export function table(results) {
	return [...new Set(results.map(({ way }) => way))].map((way) => {
		const rows = results.filter((result) => result.way === way);
		const verdicts = rows.flatMap(({ calls }) => calls.map(({ is }) => is));
		const count = (is) => verdicts.filter((verdict) => verdict === is).length;
		return {
			way,
			runs: rows.length,
			turns: rows.flatMap(({ said }) => said).length,
			accepted: count("accepted"),
			refused: count("refused"),
			misread: count("misread"),
			ended: rows.map(({ ended }) => ended).join(" "),
		};
	});
}
