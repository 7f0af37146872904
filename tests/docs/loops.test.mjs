// Every loop of the pages over a list, as it stands there, with a person who changes the todo in
// the middle of its step. What they decided holds, whatever the program does then, and the program
// does not fail.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { emptyTarget } from "../tools/folder.mjs";
import { mainTest } from "../tools/slow.mjs";
import { pages, textOf } from "./pages.mjs";
import { run } from "./run.mjs";
import { programs, snippets } from "./snippets.mjs";

const folder = emptyTarget("loops");
const person = pathToFileURL(join(import.meta.dirname, "person.mjs")).href;

/** What stands in the place of a page. */
const page = `
const makeElement = () => ({ addEventListener() {} });
globalThis.document = { querySelector: makeElement, createElement: makeElement, body: { append() {} } };
`;

/** A loop asks the list for its todos, or has \`runAgent\` do so, and says what is done. */
const isLoop = ({ code }) =>
	/\brunAgent\(/.test(code) ||
	(/\bgetNextTodo\(/.test(code) && /\.complete\(/.test(code));

const found = pages.flatMap((path) =>
	programs(snippets(textOf(path)))
		.filter(isLoop)
		// A run that is chrome's or a function of a bigger program has no list of its own, and what is
		// undone is no loop.
		.filter(
			({ code }) => !/\bchrome\.|export function|declare |\.undo\(/.test(code),
		)
		.map((program) => ({ ...program, page: path })),
);

test("every loop of the docs was found", () => {
	const pagesWithLoops = new Set(found.map(({ page }) => page));
	for (const name of ["index", "concepts/loop", "guides/keep-a-list"])
		assert.ok(pagesWithLoops.has(`www/docs/${name}.md`), name);
	assert.ok(found.length > 5, `${found.length}`);
});

for (const { page: path, line, code } of found)
	for (const act of ["skip", "remove", "reword", "complete", "add", "move"])
		mainTest(act === "reword")(
			`${path}:${line}: a person's ${act}`,
			async () => {
				const program = code
					.replace('import "agent-todos/element";', page)
					.replaceAll(/from "agent-todos(\/run)?"/g, `from "${person}"`)
					// Work that takes a moment takes no time here.
					.replace(/\b[13]000\b/, "1");
				const name = `${path.replaceAll(/\W+/g, "-")}-${line}-${act}.ts`;
				process.env.ACT = act;
				await run({
					path: join(folder, name),
					code: program,
					language: "ts",
					prints: null,
				});
			},
		);
