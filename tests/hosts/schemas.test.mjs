// Every tool of every dialect against the rules of each provider, and its schema as the two standards that hosts go by:
// Standard Schema and Standard JSON Schema (https://standardschema.dev).

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

/** A right tool, of which each wrong one below differs in one thing. */
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
const right = withProperty({
	type: "array",
	items: object({ content: string }),
});
const nested = (levels) =>
	levels === 0 ? string : object({ inner: nested(levels - 1) });
const many = (count, width = 1) =>
	Array.from({ length: count }, (_, at) => String(at).padStart(width, "x"));
const record = (keys, value) =>
	Object.fromEntries(keys.map((key) => [key, value]));

/** What each provider must refuse, with the words of the problem. */
const wrong = [
	[openai, { ...right, name: "todo list" }, /name/],
	[openai, { ...right, description: "x".repeat(1025) }, /description/],
	[openai, withSchema({ type: "array", items: string }), /root/],
	[openai, withSchema({ ...object({}), anyOf: [object({})] }), /root/],
	[
		openai,
		withSchema({ ...object({ a: string, b: string }), required: ["a"] }),
		/required/,
	],
	[
		openai,
		withProperty({
			type: "array",
			items: { ...object({ content: string }), additionalProperties: true },
		}),
		/todos\.items: additionalProperties/,
	],
	[openai, withProperty({ allOf: [string] }), /allOf/],
	[openai, withProperty({ ...string, minLength: 1 }), /minLength/],
	[openai, withSchema(nested(10)), /levels/],
	[openai, withSchema(object(record(many(5001), string))), /5,000/],
	[openai, withProperty({ ...string, enum: many(1001) }), /1,000/],
	[openai, withProperty({ ...string, enum: many(251, 60) }), /enum too long/],
	[openai, withSchema(object(record(many(1201, 100), string))), /120,000/],
	[anthropic, { ...right, name: "x".repeat(65) }, /name/],
	[anthropic, { ...right, description: " " }, /description/],
	[anthropic, withSchema({ properties: {} }), /root is no object/],
	[anthropic, withSchema({ ...object({}), oneOf: [object({})] }), /oneOf/],
	[anthropic, withProperty({ $ref: "#/$defs/todos" }), /\$ref/],
	[anthropic, withSchema(object({ "todos[]": string })), /todos\[\]/],
	[
		anthropic,
		withProperty({ type: "object", properties: {} }),
		/additionalProperties/,
	],
	[anthropic, withProperty({ type: "integer", minimum: 1 }), /minimum/],
	[
		anthropic,
		withProperty({ type: "array", items: string, minItems: 2 }),
		/minItems/,
	],
	[anthropic, withProperty({ enum: [{ status: "done" }] }), /enum/],
	[gemini, { ...right, name: "2do" }, /name/],
	[gemini, withSchema({ type: "array", items: string }), /root/],
	[
		gemini,
		withSchema({
			...object({}),
			$schema: "https://json-schema.org/draft/2020-12/schema",
		}),
		/\$schema/,
	],
	[gemini, withProperty({ type: ["string", "null"] }), /type string,null/],
	[gemini, withProperty({ description: "Anything." }), /type undefined/],
	[gemini, withProperty({ type: "integer", enum: [1, 2] }), /enum/],
	[gemini, withProperty({ type: "array" }), /items/],
	[gemini, withProperty({ ...string, const: "x" }), /const/],
	[gemini, withSchema(object({ "to-do": string })), /to-do/],
	[gemini, withSchema(object({}, { required: ["todos"] })), /required/],
];

await initTasks();

/** The tools of everything that has tools, by name: each dialect, and the tasks of many users and of one. */
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

for (const provider of [openai, anthropic, gemini]) {
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
		for (const [of, tool, words] of wrong.filter(([of]) => of === provider)) {
			const problems = of(tool);
			assert.ok(
				problems.length > 0 && problems.every((problem) => words.test(problem)),
				`${words}: ${JSON.stringify(problems)}`,
			);
		}
	});
}

/** Every object in a value, itself included. */
const objects = (value) =>
	typeof value === "object" && value !== null
		? [value, ...Object.values(value).flatMap(objects)]
		: [];

/** What is wrong with a schema as a Standard JSON Schema that hosts may change as they like. */
function standard(inputSchema) {
	const problems = [];
	if (Object.keys(inputSchema).includes("~standard"))
		problems.push("~standard is seen among the keywords");
	if (/~standard|agent-todos/.test(JSON.stringify(inputSchema)))
		problems.push("~standard is in its JSON");
	const given = new Set(objects(inputSchema));
	for (const side of ["input", "output"]) {
		for (const target of ["draft-07", "draft-2020-12", "openapi-3.0"]) {
			const schema = inputSchema["~standard"].jsonSchema[side]({ target });
			if (JSON.stringify(schema) !== JSON.stringify(inputSchema))
				problems.push(`${side} for ${target} is another schema`);
			if (objects(schema).some((part) => given.has(part)))
				problems.push(`${side} for ${target} is not a copy of its own`);
			if (objects(schema).some((part) => Object.isFrozen(part)))
				problems.push(`${side} for ${target} is frozen`);
			for (const part of objects(schema)) given.add(part);
		}
	}
	return problems;
}

test("every schema is a Standard JSON Schema that hosts may change as they like", () => {
	for (const { of, tool } of everyTool)
		assert.deepEqual(standard(tool.inputSchema), [], `${of}, ${tool.name}`);
});

test("what is no such schema is found out", () => {
	const schema = (make, enumerable = false) => {
		const made = structuredClone(right.inputSchema);
		const jsonSchema = { input: () => make(made), output: () => make(made) };
		return Object.defineProperty(made, "~standard", {
			value: { vendor: "agent-todos", jsonSchema },
			enumerable,
		});
	};
	const copy = (made) => JSON.parse(JSON.stringify(made));
	assert.deepEqual(standard(schema(copy)), []);
	for (const [made, words] of [
		[schema(copy, true), /among the keywords/],
		[schema(copy, true), /in its JSON/],
		[schema(() => ({ type: "object" })), /another schema/],
		[schema((made) => made), /copy/],
		[schema((made) => ({ ...made })), /copy/],
		[schema((made) => Object.freeze(copy(made))), /frozen/],
	]) {
		const problems = standard(made);
		assert.ok(
			problems.some((problem) => words.test(problem)),
			`${words}: ${JSON.stringify(problems)}`,
		);
	}
});

for (const dialect of dialects) {
	const { steps, list, refused, malformed, repaired, missing } = table[dialect];
	const { offered } = opened(dialect);
	const validate = ({ tool, args }) =>
		offered
			.find(({ name }) => name === tool)
			.inputSchema["~standard"].validate(args);

	test(`${dialect}: validate gives back a call as it got it, and refuses what it cannot read`, () => {
		for (const call of [...steps, refused, repaired]) {
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

	test(`${dialect}: what is refused can be read, what is repaired has a note, and the steps are carried out`, () => {
		const wrong = withoutHost(dialect, [malformed, refused]);
		assert.deepEqual(
			wrong.outcomes.map(({ ok }) => ok),
			[false, false],
		);
		const sentence = JSON.stringify(sentenceFor(dialect)).slice(1, -1);
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
		() => tools(new TodoStore(), "nope"),
		(error) => message.exec(error.message)[1] === dialects.join(", "),
	);
	assert.deepEqual(Object.keys(table).sort(), [...dialects].sort());
});
