// What each provider says a tool must be like, as a function from a tool to what is wrong with it.
//
// Where two documents of a provider differ, the stricter one is kept; where a rule is only known
// from what the API answers, the comment says so. As documented in November 2026; no API was
// called.

const SUBSCHEMAS = ["properties", "$defs", "definitions"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];

/** Returns a schema and every schema within it: `{path, schema, depth}`, the outermost first. */
function within(schema, path = "inputSchema", depth = 1) {
	const inner = [
		...SUBSCHEMAS.flatMap((key) =>
			Object.entries(schema[key] ?? {}).map(([name, part]) => [
				`${path}.${name}`,
				part,
			]),
		),
		...LISTS.flatMap((key) =>
			(schema[key] ?? []).map((part, at) => [`${path}.${key}[${at}]`, part]),
		),
		...["items", "additionalProperties"]
			.filter((key) => typeof schema[key] === "object")
			.map((key) => [`${path}.${key}`, schema[key]]),
	];
	return [
		{ path, schema, depth },
		...inner.flatMap(([where, part]) => within(part, where, depth + 1)),
	];
}

const names = ({ properties = {} }) => Object.keys(properties);
const strangers = (schema, known) =>
	Object.keys(schema).filter((key) => !known.includes(key));
const same = (one, other) =>
	one.length === other.length && one.every((name) => other.includes(name));

/**
 * OpenAI, strict mode. Source, where no other is named:
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas.
 */
export function openai({ name, description, inputSchema }) {
	const problems = [];
	const all = within(inputSchema);
	// API reference, function tools: letters, digits, underscores and dashes, at most 64.
	if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) problems.push(`name ${name}`);
	// Not documented: for many models the API, and Azure's, answer `string_above_max_length`
	// (modelcontextprotocol/servers#799).
	if (description.length > 1024)
		problems.push(`description of ${description.length} characters`);
	// The root must be an object, and not anyOf.
	if (inputSchema.type !== "object" || inputSchema.anyOf)
		problems.push("the root is no object");
	// The keywords that it lists as supported; allOf, not, if and the like it names as not.
	const known = [
		"type",
		"title",
		"description",
		"enum",
		"const",
		"anyOf",
		"$ref",
		"$defs",
		"properties",
		"required",
		"additionalProperties",
		"items",
		"pattern",
		"format",
		"multipleOf",
		"maximum",
		"exclusiveMaximum",
		"minimum",
		"exclusiveMinimum",
		"minItems",
		"maxItems",
	];
	for (const { path, schema } of all) {
		for (const key of strangers(schema, known))
			problems.push(`${path}: ${key} is not supported`);
		if (schema.type === "object" || schema.properties) {
			// All properties must be required.
			if (!same(schema.required ?? [], names(schema)))
				problems.push(`${path}: not all properties are required`);
			// Objects must be closed.
			if (schema.additionalProperties !== false)
				problems.push(`${path}: additionalProperties is not false`);
		}
	}
	// The whole schema: 10 levels of nesting (what a level is, it does not say: here, each schema in
	// a schema), 5,000 properties, 1,000 enum values, of which more than 250 have 15,000 characters
	// in all, and 120,000 characters of names and values. This is below each.
	if (JSON.stringify(inputSchema).length > 2_000)
		problems.push("more than 2,000 characters");
	if (Math.max(...all.map(({ depth }) => depth)) > 10)
		problems.push("more than 10 levels");
	return problems;
}

/**
 * Anthropic. Sources: the Messages API reference; for strict tools, "JSON Schema limitations" in
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs; and what custom tools
 * are rejected for, in https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes.
 */
export function anthropic({ name, description, inputSchema }) {
	const problems = [];
	// Reference: the name must match this.
	if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) problems.push(`name ${name}`);
	// Reference: not required, but strongly recommended.
	if (description.trim() === "") problems.push("no description");
	// Reference: `input_schema.type` is the constant "object".
	if (inputSchema.type !== "object") problems.push("the root is no object");
	// Rejected: oneOf, anyOf and allOf at the top level, `$ref` anywhere, and names of properties
	// with other characters.
	for (const key of ["oneOf", "anyOf", "allOf"])
		if (inputSchema[key]) problems.push(`the root has ${key}`);
	for (const { path, schema } of within(inputSchema)) {
		if (schema.$ref) problems.push(`${path}: $ref`);
		for (const key of names(schema))
			if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(key))
				problems.push(`${path}: property ${key}`);
		// Strict: objects must be closed.
		if (schema.type === "object" && schema.additionalProperties !== false)
			problems.push(`${path}: additionalProperties is not false`);
		// Strict: no constraints on numbers and strings, and of those on arrays only minItems of 0 or
		// 1.
		for (const key of [
			"minimum",
			"maximum",
			"exclusiveMinimum",
			"exclusiveMaximum",
			"multipleOf",
			"minLength",
			"maxLength",
			"maxItems",
			"uniqueItems",
		]) {
			if (key in schema) problems.push(`${path}: ${key} is not supported`);
		}
		if (schema.minItems > 1) problems.push(`${path}: minItems above 1`);
		// Strict: enums of plain values.
		if (schema.enum?.some((value) => typeof value === "object"))
			problems.push(`${path}: enum of objects`);
	}
	return problems;
}

/**
 * Gemini. A function is declared with `parameters`, which is the `Schema` of
 * https://ai.google.dev/api/caching#Schema ("a select subset of an OpenAPI 3.0 schema object"), or
 * with `parametersJsonSchema`, which takes the keywords of JSON Schema that
 * https://ai.google.dev/api/generate-content lists for `responseJsonSchema`. Checked is what both
 * take, but for `additionalProperties`, which the strict modes of the others cannot do without:
 * `parametersJsonSchema` and Vertex AI's `Schema` have it, `parameters` of the Gemini API answers
 * 400, "Unknown name". Frameworks strip it; who calls that API himself uses `parametersJsonSchema`,
 * or strips it too.
 *
 * Not documented, and so not checked: `parameters` has refused an object without properties
 * ("should be non-empty for OBJECT type", vercel/ai#3371). For such a tool frameworks leave
 * `parameters` away.
 */
export function gemini({ name, inputSchema }) {
	const problems = [];
	// Vertex AI reference, FunctionDeclaration: a letter or an underscore, then also digits, dots and
	// dashes, at most 64. Newer pages allow more.
	if (!/^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/.test(name))
		problems.push(`name ${name}`);
	// Vertex AI reference, parametersJsonSchema: the schema must describe an object.
	if (inputSchema.type !== "object") problems.push("the root is no object");
	const known = [
		"type",
		"format",
		"title",
		"description",
		"enum",
		"items",
		"minItems",
		"maxItems",
		"minimum",
		"maximum",
		"anyOf",
		"properties",
		"required",
		"propertyOrdering",
		"additionalProperties",
	];
	for (const { path, schema } of within(inputSchema)) {
		// No `$schema` either: `Schema` is a protocol buffer, in which an unknown field is an error.
		for (const key of strangers(schema, known))
			problems.push(`${path}: ${key} is not supported`);
		// `Schema.type` is one value of the enum `Type`, so no union such as ["string", "null"].
		if (
			!["string", "number", "integer", "boolean", "array", "object"].includes(
				schema.type,
			)
		)
			problems.push(`${path}: type ${schema.type}`);
		// `Schema.enum` is a list of strings; for another type the API answers "only allowed for STRING
		// type".
		if (
			schema.enum &&
			(schema.type !== "string" ||
				schema.enum.some((value) => typeof value !== "string"))
		)
			problems.push(`${path}: enum of no strings`);
		// The API answers "missing field" for an array without items.
		if (schema.type === "array" && typeof schema.items !== "object")
			problems.push(`${path}: array without items`);
		// Vertex AI reference, FunctionDeclaration: a parameter's name is a letter or an underscore,
		// then also digits, at most 64.
		for (const key of names(schema))
			if (!/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(key))
				problems.push(`${path}: property ${key}`);
		if (schema.required?.some((key) => !names(schema).includes(key)))
			problems.push(`${path}: required, but no property`);
	}
	return problems;
}
