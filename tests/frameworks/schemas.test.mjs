// Every tool of every dialect against the rules of each provider, and its schema as the two
// standards that hosts go by: Standard Schema and Standard JSON Schema
// (https://standardschema.dev).

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { TodoStore, tools } from "agent-todos";
import {
	init as initTasks,
	TaskStore,
	tools as taskTools,
} from "agent-todos/tasks";
import { dialects, opened, sentenceFor, table, withoutHost } from "./plan.mjs";
import { anthropic, gemini, openai } from "./providers.mjs";

const string = { type: "string" };
const object = (properties, more) => ({
	type: "object",
	properties,
	required: Object.keys(properties),
	additionalProperties: false,
	...more,
});
const withSchema = (inputSchema) => ({
	name: "todo",
	description: "Writes the list.",
	inputSchema,
});
const withProperty = (schema) => withSchema(object({ todos: schema }));
const nested = (levels) =>
	levels === 0 ? string : object({ inner: nested(levels - 1) });
const listOf = (items, more) => withProperty({ type: "array", items, ...more });
/** A right tool, of which each wrong one differs in one thing. */
const right = listOf(object({ content: string }));

/** What each provider must refuse, with the words of the problem. */
const wrong = new Map([
	[
		openai,
		[
			[{ ...right, name: "todo list" }, /name/],
			[{ ...right, description: "x".repeat(1025) }, /description/],
			[withSchema({ type: "array", items: string }), /root/],
			[withSchema(object({}, { anyOf: [object({})] })), /root/],
			[withSchema(object({ a: string }, { required: [] })), /required/],
			[
				listOf(object({ content: string }, { additionalProperties: true })),
				/todos\.items: additionalProperties/,
			],
			[withProperty({ allOf: [string] }), /allOf/],
			[withProperty({ ...string, minLength: 1 }), /minLength/],
			[withSchema(nested(10)), /levels/],
			[withProperty({ ...string, enum: ["x".repeat(2_000)] }), /2,000/],
		],
	],
	[
		anthropic,
		[
			[{ ...right, name: "x".repeat(65) }, /name/],
			[{ ...right, description: " " }, /description/],
			[withSchema({ properties: {} }), /root is no object/],
			[withSchema(object({}, { oneOf: [object({})] })), /oneOf/],
			[withProperty({ $ref: "#/$defs/todos" }), /\$ref/],
			[withSchema(object({ "todos[]": string })), /todos\[\]/],
			[withProperty({ type: "object" }), /additionalProperties/],
			[withProperty({ type: "integer", minimum: 1 }), /minimum/],
			[listOf(string, { minItems: 2 }), /minItems/],
			[withProperty({ enum: [{ status: "done" }] }), /enum/],
		],
	],
	[
		gemini,
		[
			[{ ...right, name: "2do" }, /name/],
			[withSchema({ type: "array", items: string }), /root/],
			[withSchema(object({}, { $schema: "2020-12" })), /\$schema/],
			[withProperty({ type: ["string", "null"] }), /type string,null/],
			[withProperty({ description: "Anything." }), /type undefined/],
			[withProperty({ type: "integer", enum: [1, 2] }), /enum/],
			[withProperty({ type: "array" }), /items/],
			[withProperty({ ...string, const: "x" }), /const/],
			[withSchema(object({ "to-do": string })), /to-do/],
			[withSchema(object({}, { required: ["todos"] })), /required/],
		],
	],
]);

await initTasks();

/**
 * The tools of everything that has tools, by name: each dialect, and the tasks of many users and of
 * one.
 */
const everyTool = Object.entries({
	...Object.fromEntries(
		["lean", "strict"].flatMap((schema) =>
			dialects.map((dialect) => [
				`${dialect}, ${schema}`,
				opened(dialect, schema).offered,
			]),
		),
	),
	tasks: taskTools(new TaskStore()),
	"tasks of one user": taskTools(new TaskStore(), { user: "ann" }),
}).flatMap(([of, offered]) => offered.map((tool) => ({ of, tool })));

for (const [provider, refused] of wrong) {
	test(`${provider.name} takes every tool`, () => {
		// OpenAI's rules are those of its strict mode.
		const taken = everyTool.filter(
			({ of }) => provider !== openai || !of.endsWith(", lean"),
		);
		for (const { of, tool } of taken)
			assert.deepEqual(provider(tool), [], `${of}, ${tool.name}`);
	});

	test(`${provider.name}'s rules: each refuses what is wrong, and for no other reason`, () => {
		assert.deepEqual(provider(right), []);
		for (const [tool, words] of refused) {
			const problems = provider(tool);
			assert.ok(
				problems.length > 0 && problems.every((problem) => words.test(problem)),
				`${words}: ${JSON.stringify(problems)}`,
			);
		}
	});
}

/** Returns every object in a value, itself included. */
const objects = (value) =>
	typeof value === "object" && value !== null
		? [value, ...Object.values(value).flatMap(objects)]
		: [];

test("every schema is a Standard JSON Schema of its own", () => {
	for (const { of, tool } of everyTool) {
		const { inputSchema } = tool;
		const json = JSON.stringify(inputSchema);
		// Its standard is seen neither among the keywords nor in its JSON.
		assert.ok(!Object.keys(inputSchema).includes("~standard"), of);
		assert.doesNotMatch(json, /~standard|agent-todos/);
		const { version, vendor } = inputSchema["~standard"];
		assert.deepEqual([version, vendor], [1, "agent-todos"]);
		const given = new Set(objects(inputSchema));
		for (const side of ["input", "output"])
			for (const target of ["draft-07", "draft-2020-12", "openapi-3.0"]) {
				const schema = inputSchema["~standard"].jsonSchema[side]({ target });
				const what = `${of}, ${tool.name}: ${side} for ${target}`;
				assert.equal(JSON.stringify(schema), json, what);
				for (const part of objects(schema)) {
					assert.ok(!given.has(part), `${what} is not a copy of its own`);
					assert.ok(!Object.isFrozen(part), `${what} is frozen`);
					given.add(part);
				}
			}
	}
});

/**
 * What is refused there names a todo that is not on the list, which the form of a call does not
 * tell.
 */
const namesOne = ["Task", "rpiv", "pi"];

test("validate refuses what call refuses of any list", () => {
	const [text, status] = [{ content: "A" }, { status: "pending" }];
	const named = (id, rest) => ({ id, ...rest, ...status });
	const lists = [
		[named("a", text), named("a", { content: "B" })],
		[named("a", text), named(" a", { content: "B" })],
		[named("", {})],
		[named("a", text), named(" ", {})],
	];
	for (const [dialect, name, args] of [
		["merge", "todo", (todos) => ({ merge: true, todos })],
		["todo_write", "todo_write", (todos) => ({ merge: true, todos })],
		["todo_write", "todo_write", (todos) => ({ merge: false, todos })],
		["xml_call", "todo", (todos) => ({ action: "write", todos })],
		["qwen", "todo_write", (todos) => ({ todos })],
	])
		for (const list of lists)
			for (const contents of [[], ["A", "B", "C"]]) {
				const store = new TodoStore();
				store.addMultiple(contents);
				const [tool] = tools(store, { dialect });
				assert.equal(tool.name, name);
				const { error } = tool.call(args(list));
				const validated = tool.inputSchema["~standard"].validate(args(list));
				assert.ok(error, JSON.stringify([dialect, list]));
				assert.ok(validated.issues, JSON.stringify([dialect, list]));
			}
});

for (const dialect of dialects) {
	const { steps, list, refused, malformed, repaired, missing } = table[dialect];
	const { offered } = opened(dialect);
	const validate = ({ tool, args }) =>
		offered
			.find(({ name }) => name === tool)
			.inputSchema["~standard"].validate(args);

	test(`${dialect}: validate returns a call unchanged, or refuses it`, () => {
		const empty = validate(refused).issues;
		assert.equal(empty === undefined, namesOne.includes(dialect));
		for (const call of [...steps, repaired]) {
			const before = structuredClone(call.args);
			const result = validate(call);
			assert.equal(result.issues, undefined);
			assert.equal(result.value, call.args);
			assert.deepEqual(result.value, before);
		}
		for (const args of [
			malformed.args,
			{ ...malformed.args, [missing]: 7 },
			7,
			// Nothing at all is a call to view the list, where the tool has that for its default.
			...(["task_tracker", "SetTodoList"].includes(dialect) ? [] : [null]),
		]) {
			const result = validate({ ...malformed, args });
			assert.equal(result.issues?.length, 1, JSON.stringify(args));
			// The AI SDK takes a result for a good one as soon as it has a `value`, whatever is in it.
			assert.ok(!("value" in result));
		}
	});

	test(`${dialect}: refusals can be read, repairs have notes`, () => {
		const wrong = withoutHost(dialect, [malformed, refused]);
		assert.deepEqual(
			wrong.outcomes.map(({ ok }) => ok),
			[false, false],
		);
		const sentence = JSON.stringify(sentenceFor(dialect, malformed)).slice(
			1,
			-1,
		);
		assert.ok(wrong.texts[0].includes(sentence), wrong.texts[0]);
		assert.match(wrong.texts[1], /2.*empty/);
		assert.deepEqual(withoutHost(dialect, steps).list, list);
		const { outcomes } = withoutHost(dialect, [...steps, repaired]);
		const { ok, notes } = outcomes.at(-1);
		assert.ok(ok && notes.length > 0);
	});
}

test("the table has the plan of every dialect, and package/names.mjs its name", () => {
	const message = /use one of (.*)$/;
	assert.throws(
		() => tools(new TodoStore(), { dialect: "nope" }),
		(error) => message.exec(error.message)[1] === dialects.join(", "),
	);
	assert.deepEqual(Object.keys(table).sort(), [...dialects].sort());
});
