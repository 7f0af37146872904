// What is known of each dialect, from its folder: src/tools/dialects/NAME. The build writes what
// TypeScript needs of it; pages and tests read it here.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generated, root } from "./places.mjs";

const folders = join(root, "src", "tools", "dialects");
/** Where each dialect is registered in one line: its folder, variant, name and description. */
export const registry = join(folders, "mod.rs");

/** Returns the folder of a dialect and its files, as paths. */
export const filesOf = (folder) => ({
	tool: join(folders, folder, "tool.json"),
	about: join(folders, folder, "about.json"),
	cases: join(folders, folder, "cases.jsonl"),
});

/**
 * Returns the dialects in the order in which they are registered: `name`, `folder`, the names of
 * the `tools`, and what about.json says (tests/corpus/README.md).
 */
export function readDialects() {
	const line = /^ {4}(\w+) \w+ "([^"]+)" ".+"$/gm;
	const rows = readFileSync(registry, "utf8").matchAll(line);
	return [...rows].map(([, folder, name]) => {
		const { tool, about } = filesOf(folder);
		const tools = readJson(tool).map(({ name }) => name);
		return { name, folder, tools, ...readJson(about) };
	});
}

/** Returns the cases of a dialect's corpus. */
export const readCases = (folder) => readLines(filesOf(folder).cases);

/** Returns the values of a file with a JSON text in each line. */
export function readLines(file) {
	const lines = readFileSync(file, "utf8").split("\n");
	return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/**
 * Writes, beside the glue, `dialects.js` for the command line, `about-dialects.js` for the pages,
 * and the types of todos and tools, `dialect-todos.d.ts`.
 */
export function writeDialects() {
	const dialects = readDialects();
	const write = (file, text) => writeFileSync(join(generated, file), text);
	const writeFacts = (file, factsOf) => {
		const facts = dialects.map((dialect) => [dialect.name, factsOf(dialect)]);
		const json = JSON.stringify(Object.fromEntries(facts));
		write(file, `export const dialects = ${json};\n`);
	};
	writeFacts("dialects.js", ({ tools, answers = [] }) => ({ tools, answers }));
	writeFacts(
		"about-dialects.js",
		({ agent, says, ids = "positions", lacks, read, call, each }) => ({
			agent,
			says,
			ids,
			lacks,
			read,
			call,
			each,
		}),
	);
	write("about-dialects.d.ts", aboutTypes);
	write(
		"dialects.d.ts",
		`import type { DialectName } from "./agent_todos_bg.js";

/** The tools of each dialect, and the others that it answers. */
export declare const dialects: Readonly<
	Record<DialectName, { readonly tools: readonly string[]; readonly answers: readonly string[] }>
>;
`,
	);
	const todos = dialects.map(({ name, todo, todoNote }) => {
		const note = todoNote === undefined ? "" : `\t/** ${todoNote} */\n`;
		return `${note}\t${name}: ${todo};\n`;
	});
	const counts = dialects.map(
		({ name, tools }) => `\t${name}: ${JSON.stringify(tools)};\n`,
	);
	write(
		"dialect-todos.d.ts",
		`/**
 * The todos of each dialect, in the form of the original tool. Ids are those that its calls,
 * answers and reminders have.
 */
export interface DialectTodos {
${todos.join("")}}

/** The names of the tools of each dialect. */
export interface ToolNames {
${counts.join("")}}
`,
	);
}

const aboutTypes = `import type { DialectName } from "./agent_todos_bg.js";

/** What the pages say of a dialect: see about.json in tests/corpus/README.md. */
export interface DialectFacts {
	/** Which agent's models know it; empty for the tools that agent-todos grew from. */
	readonly agent: string;
	/** What is peculiar to it, on one line of a phone or two. */
	readonly says: string;
	/**
	 * How calls name todos: by positions from 1 or from 0, by a name that the model chooses, or by
	 * the id that reminders show. A model of the last kind has no name for a todo that it has just
	 * written.
	 */
	readonly ids: "positions" | "indices" | "given" | "derived";
	/** What it has no word for. */
	readonly lacks: readonly ("doing" | "done" | "skipped" | "blocked")[];
	/** The call that reads the list, if there is one. */
	readonly read?: { readonly tool: string; readonly arguments: object };
	/** The call that writes the whole list, if one call can. */
	readonly call?: {
		readonly tool: string;
		/** The argument with the list. */
		readonly list: string;
		/** What stands in each field of a todo, or the todo as a text. */
		readonly item: string | Readonly<Record<string, string>>;
		/** Its words for the statuses, if it has any. */
		readonly statuses?: Readonly<Record<"todo" | "doing" | "done", string>> & {
			readonly skipped?: string;
			readonly blocked?: string;
		};
		/** The arguments beside the list. */
		readonly rest?: object;
		/** The argument with the sites that a plan needs. */
		readonly sites?: string;
		/** Whether the tool takes what changed alone. */
		readonly merges?: true;
	};
	/**
	 * The calls about one todo, if no call writes the whole list: \`update\`, or \`complete\` and, if
	 * there are any, \`start\` and \`remove\`.
	 */
	readonly each?: { readonly create: OneCall } & Readonly<
		Partial<Record<CallKind, OneCall>>
	>;
}

/** What a call about one todo does. */
export type CallKind = "create" | "update" | "start" | "complete" | "remove";

/** A call about one todo. */
export interface OneCall {
	readonly tool: string;
	/** The argument with a list of such items, if the todo is in one. */
	readonly list?: string;
	/** What stands in each argument (after "=", a word), or the todo as one value. */
	readonly item: string | Readonly<Record<string, string>>;
	/** The other arguments. */
	readonly rest?: object;
}

export declare const dialects: Readonly<Record<DialectName, DialectFacts>>;
`;

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
