// An agent each of whose todos waits for a person's answer: node waiting-agent.mjs folder attempt
// [stage todo]. At that stage of that todo the process ends as by SIGKILL. What happens is reported
// on stdout, a line each, written before the next thing happens.

import { writeSync } from "node:fs";
import { Conversation, init, persist, TodoStore } from "agent-todos";
import { runAgent } from "agent-todos/run";
import { fileStorage } from "agent-todos/storage/file";

const [folder, attempt, lastStage, lastTodo] = process.argv.slice(2);
const report = (what) => void writeSync(1, `${JSON.stringify(what)}\n`);
const at = (stage, { content }) => {
	report({ stage, content });
	if (stage === lastStage && content === lastTodo)
		process.kill(process.pid, "SIGKILL");
};

await init();
const store = new TodoStore();
const persistence = await persist(store, fileStorage(folder), { name: "list" });
const { run, conversation: saved, messages = "[]" } = persistence.saved;
const conversation = new Conversation(store, { saved });
/** What the model was told. */
const said = JSON.parse(messages);
persistence.keep({
	conversation,
	messages: { checkpoint: () => JSON.stringify(said) },
});

/** The person answers the first question. */
async function answer([todo]) {
	at("asked", todo);
	const text = `${todo.content} by ${attempt}`;
	store.as("user").answer(todo.key, text);
	report({ answer: text, content: todo.content });
	at("answer", todo);
	await persistence.flushed();
	at("answered", todo);
}

const { status, isComplete } = await runAgent({
	store,
	persistence,
	conversation,
	saved: run,
	budgets: { maxSteps: 1000 },
	plan: () => Array.from({ length: 20 }, (_, n) => `todo-${n + 1}`),
	validate: ({ open }) => ({ isComplete: open === 0 }),
	execute({ todo, reminder }) {
		const news = reminder();
		if (news !== undefined) said.push(news);
		if (todo.answer === undefined) {
			at("executing", todo);
			return { status: "waiting", for: "user", question: "Which code?" };
		}
		report({ told: todo.answer, content: todo.content });
		at("told", todo);
		return "done";
	},
	on: {
		waiting: ({ todos }) => void answer(todos),
		done: ({ todo }) => at("done", todo),
	},
}).result;
await persistence.flushed();
report({ status, isComplete, said });
