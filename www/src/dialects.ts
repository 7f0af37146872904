// What the page says of each dialect: whose tool it is and what is peculiar to it. The order is
// that of the choice.

import type { DialectName } from "agent-todos";

export interface DialectFacts {
	/** Which agent's models know it; empty for the tools that agent-todos grew from. */
	readonly agent: string;
	/** What is peculiar to it, on one line of a phone or two. */
	readonly says: string;
}

export const dialects: Readonly<Record<DialectName, DialectFacts>> = {
	todo_manager: {
		agent: "",
		says: "One action per call, on todos by number. The default.",
	},
	xml_call: {
		agent: "",
		says: "The whole list as XML in the model’s text.",
	},
	snapshot: {
		agent: "",
		says: "The whole list as plain strings, without what is finished.",
	},
	merge: {
		agent: "",
		says: "Only what changed, by the model’s own ids. The answer is the list.",
	},
	TodoWrite: {
		agent: "Claude Code",
		says: "The whole list, with a phrase for the current one.",
	},
	update_plan: { agent: "Codex", says: "The whole plan, and why it changed." },
	write_todos: {
		agent: "Gemini CLI",
		says: "The whole list. It can say blocked.",
	},
	langchain: { agent: "LangChain", says: "The whole list." },
	manage_todo_list: {
		agent: "VS Code",
		says: "The whole list, numbered.",
	},
	update_todo_list: {
		agent: "Roo Code",
		says: "The whole list as a checklist in Markdown.",
	},
	todo_write: {
		agent: "Cursor",
		says: "Only what changed, by the model’s own ids.",
	},
	Task: {
		agent: "Claude Code, newer",
		says: "One todo per call, also what waits for what.",
	},
	task_write: {
		agent: "Mastra",
		says: "The whole list, or one todo by the model’s own id.",
	},
	todowrite: { agent: "opencode", says: "The whole list, with priorities." },
	qwen: { agent: "Qwen Code", says: "The whole list, by the model’s own ids." },
	task_tracker: { agent: "OpenHands", says: "The whole list, with notes." },
	SetTodoList: { agent: "Kimi", says: "The whole list, as titles." },
	kiro: {
		agent: "Kiro",
		says: "One command per call: tasks are done or not.",
	},
	todos: {
		agent: "Crush",
		says: "The whole list, with a phrase for the current one.",
	},
	goose: {
		agent: "goose",
		says: "The whole list as a checklist in Markdown.",
	},
	zed: { agent: "Zed", says: "The whole plan, with priorities." },
	chrome_plan: {
		agent: "Claude in Chrome",
		says: "Steps and sites, which the user approves first.",
	},
};

export const dialectNames = Object.keys(dialects) as DialectName[];
