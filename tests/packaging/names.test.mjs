// The names of each entry, types included: few enough to be read, and whatever a signature names can be imported.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { pkg } from "../../pkg-template/build/places.mjs";

const types = join(pkg, "types");
const manifest = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));

const typeFiles = readdirSync(types, { recursive: true })
	.map((file) => file.replaceAll("\\", "/"))
	.filter((file) => file.endsWith(".d.ts"));

/** What a file of types declares and exports, with the text of each declaration but for comments and private members. */
const files = new Map(
	typeFiles.map((file) => {
		const text = readFileSync(join(types, file), "utf8")
			.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
			.replaceAll(/^ +(?:private|#private).*$/gm, "");
		const parts = text.split(
			/^(?=(?:export |declare |interface |type |import ))/m,
		);
		return [file, { text, parts }];
	}),
);
const declared =
	/^(?:export )?(?:declare )?(?:abstract )?(?:class|function|interface|type|const|let) (\w+)/;

/** The files that a file of types needs, and itself. */
function neededBy(file, seen = new Set()) {
	if (seen.has(file)) return seen;
	seen.add(file);
	const { text } = files.get(file);
	for (const [, path] of text.matchAll(/(?:from |import\()"(\..+?)\.js"/g))
		neededBy(posix.join(posix.dirname(file), `${path}.d.ts`), seen);
	return seen;
}

/** The declarations of each name in these files. */
function declarationsIn(paths) {
	const declarations = new Map();
	for (const path of paths)
		for (const part of files.get(path).parts) {
			const [, name] = declared.exec(part) ?? [];
			if (name === undefined) continue;
			const before = declarations.get(name) ?? { isExported: false, text: "" };
			declarations.set(name, {
				isExported: before.isExported || part.startsWith("export"),
				text: before.text + part,
			});
		}
	return declarations;
}

function namesOf(file, seen = new Set()) {
	const { text, parts } = files.get(file);
	for (const [, path] of text.matchAll(/export \* from "(\..+)\.js"/g))
		namesOf(posix.join(posix.dirname(file), `${path}.d.ts`), seen);
	for (const [, list] of text.matchAll(/export (?:type )?\{([^}]*)\}/g))
		for (const [, name] of list.matchAll(/(\w+)\s*(?:,|$)/g)) seen.add(name);
	for (const part of parts) {
		const [, name] = (part.startsWith("export") && declared.exec(part)) || [];
		if (name) seen.add(name);
	}
	return seen;
}

const entries = new Map(
	Object.entries(manifest.exports)
		.filter(([, { types }]) => types)
		.map(([path, { types }]) => [
			path.replace(".", "agent-todos"),
			namesOf(types.replace("./types/", "")),
		]),
);

/** Returns the declarations of what an entry needs: other entries may use its names for something else. */
function declarationsOf(entry) {
	const { types } = manifest.exports[entry.replace("agent-todos", ".")];
	return declarationsIn(neededBy(types.replace("./types/", "")));
}

/** Budgets: 3 % above what there was when they were set. */
const most = { entries: 20, names: 171, main: 55 };

const advice =
	"Ask of each new name who would look for it. A part of an exported type is reached through it; options that nobody builds up separately are written where they are taken. If users need the name, raise `most`, and say in the commit what they gain. The limits of the package are 20 entries, 200 names, and 55 in the main entry.";

test("the package has few entries, and few names, types included", () => {
	const names = [...entries.get("agent-todos")];
	assert.ok(names.includes("TodoStore") && names.includes("RunResult"));
	const distinct = new Set([...entries.values()].flatMap((one) => [...one]));
	for (const [count, budget, list] of [
		[entries.size, most.entries, entries.keys()],
		[distinct.size, most.names, distinct],
		[names.length, most.main, names],
	])
		assert.ok(
			count <= budget,
			`${count}, and the budget is ${budget}: ${[...list].join(" ")}\n${advice}`,
		);
});

test("agent-todos/inline has the same names", () => {
	const [main, inline] = ["agent-todos", "agent-todos/inline"].map((entry) =>
		[...entries.get(entry)].sort(),
	);
	assert.deepEqual(inline, main);
});

/** The types that a declaration names, and those that it names by way of types that no file exports. */
function usedBy(name, declarations, seen = new Set()) {
	const text = declarations.get(name)?.text.replaceAll(/"[^"\n]*"/g, "") ?? "";
	for (const [word] of text.matchAll(/\b[A-Z]\w*/g)) {
		const used = declarations.get(word);
		if (used === undefined || word === name || seen.has(word)) continue;
		seen.add(word);
		if (!used.isExported) usedBy(word, declarations, seen);
	}
	return [...seen].filter((word) => declarations.get(word).isExported);
}

/** Each type that the names of an entry use can be imported from it, or is among the others. Returns how many there are. */
function assertImportable(entry, others) {
	const names = entries.get(entry);
	const declarations = declarationsOf(entry);
	const uses = [...names].flatMap((name) =>
		usedBy(name, declarations).map((used) => ({ name, used })),
	);
	assert.deepEqual(
		uses.filter(({ used }) => !names.has(used) && !others.includes(used)),
		[],
		entry,
	);
	return uses.length;
}

/** Parts of exported types that nobody writes down: `ExecutionResult` has the status, `TodoRun` its steps, `AgentTool` the schema, `Follower` its methods. */
const parts = [
	"AnswerSchema",
	"ExecutionStatus",
	"FollowerMethods",
	"InputSchema",
	"ListMethod",
	"ObjectSchema",
	"PlanReason",
	"RunBriefing",
	"RunDriver",
	"RunFailure",
	"RunFailureKind",
	"RunStart",
	"RunStep",
	"RunStepAction",
	"RunSubject",
	"TodoRunOptions",
	"ToolInputs",
	"ToolsOptions",
];

test("each type in a signature can be imported: from the entry, or from those whose classes it takes", () => {
	const homes = ["", "/follow", "/tasks", "/element", "/storage/conformance"]
		.flatMap((path) => [...entries.get(`agent-todos${path}`)])
		.concat(parts);
	let count = 0;
	for (const entry of entries.keys()) count += assertImportable(entry, homes);
	assert.ok(count > 200, String(count));
});

test("what is followed or drawn without WebAssembly needs no other entry", () => {
	for (const entry of [
		"agent-todos/follow",
		"agent-todos/acp",
		"agent-todos/ag-ui",
	])
		assertImportable(entry, ["TodoStore", ...parts]);
});

test("errors can be imported where they are thrown", () => {
	const both = ["TodoError", "StorageError"];
	for (const [entry, errors] of [
		["agent-todos", both],
		["agent-todos/tasks", both],
		["agent-todos/mcp", both],
		["agent-todos/follow", ["TodoError"]],
		["agent-todos/acp", ["TodoError"]],
		["agent-todos/ag-ui", ["TodoError"]],
	])
		for (const name of errors.flatMap((error) => [error, `${error}Code`]))
			assert.ok(entries.get(entry).has(name), `${entry}: ${name}`);
});
