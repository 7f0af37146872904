// Sub-agents of Deep Agents: the program of the page on them compiles and runs, with a scripted
// model in the place of OpenAI's; so do forks that have the middleware of their parent.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { textOf } from "../docs/pages.mjs";
import { runScripted } from "../docs/scripted-models.mjs";
import { snippets } from "../docs/snippets.mjs";
import { install } from "../packaging/npm-project.mjs";
import { slowTest } from "../tools/slow.mjs";

const packages = {
	"@langchain/core": "1.4.0",
	"@langchain/langgraph": "1.7.3",
	"@types/node": "22.19.0",
	deepagents: "1.14.1",
	langchain: "1.5.14",
	typescript: "5.9.3",
	zod: "4.6.7",
};

const [{ code }] = snippets(textOf("www/docs/guides/sub-agents.md")).filter(
	({ words }) => words.includes("sdk"),
);

/** Returns a call of the tool that takes the whole list. */
const write = (statuses) => [
	"write_todos",
	{
		todos: Object.entries(statuses).map(([content, status]) => ({
			content,
			status,
		})),
	},
];
const delegate = [
	"task",
	{ description: "Search the shops", subagent_type: "searcher" },
];
/** What the models of both agents do, in their order. */
const answers = [
	write({ Search: "in_progress", Pay: "pending" }),
	delegate,
	write({ "Find shops": "completed", Compare: "in_progress" }),
	"The first shop is good.",
	"It is found.",
];
const remindersIn = (messages) =>
	messages
		.filter(([, text]) => text.startsWith("<browser-state>"))
		.map(([, text]) => text);

slowTest("Deep Agents: the page's program, and forks", (t) => {
	const folder = install(t, packages);
	const run = (program) => runScripted(folder, "langchain", program, answers);
	writeFileSync(join(folder, "page.mts"), code);
	execFileSync(
		process.execPath,
		[
			join("node_modules", "typescript", "bin", "tsc"),
			..."page.mts --noEmit --strict --skipLibCheck".split(" "),
			..."--target es2022 --module nodenext".split(" "),
			..."--lib es2023,dom,esnext.disposable".split(" "),
		],
		{ cwd: folder, stdio: ["ignore", "inherit", "inherit"] },
	);

	// The sub-agent's list is the branch. Its first reminder says that this is empty.
	const branch = run(code);
	assert.deepEqual(branch.list, [
		"- [-] Search",
		"  - [x] Find shops",
		"  - [-] Compare",
		"- [ ] Pay",
	]);
	assert.match(branch.asked[2].at(-2)[1], /Search the shops$/);
	assert.match(remindersIn(branch.asked[2]).at(-1), /<todos><\/todos>/);
	assert.match(remindersIn(branch.asked[4]).at(-1), /"searcher" added/);

	// It is the same for a sub-agent that is not a fork, which does not need to be told.
	const isolated = run(code.replace('"fork"', '"isolated"'));
	assert.deepEqual(isolated.list, branch.list);
	assert.deepEqual(remindersIn(isolated.asked[2]), []);

	// With the parent's middleware, a fork knows the list from its messages, and what the parent
	// has in progress stays so.
	const plain = code.replace(
		"middleware: [agentTodosMiddleware({ stores: makeBranch })],",
		"",
	);
	assert.notEqual(plain, code);
	const shared = run(plain);
	assert.deepEqual(remindersIn(shared.asked[2]), []);
	assert.deepEqual(shared.list, [
		"- [-] Search",
		"- [ ] Pay",
		"- [x] Find shops",
		"- [-] Compare",
	]);
	assert.match(remindersIn(shared.asked[4]).at(-1), /A model added/);

	// Without a list of the host, it has a copy, which the parent does not hear of.
	const copied = run(
		plain
			.replace("{ stores: store }", "")
			.replace("await agent", "const { todos } = await agent")
			.concat("store.addMultiple(todos.map(({ content }) => content));"),
	);
	assert.deepEqual(copied.list, ["- [ ] Search", "- [ ] Pay"]);
	assert.deepEqual(copied.asked.flatMap(remindersIn), []);
});
