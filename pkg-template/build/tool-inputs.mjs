// The types of what a model sends to each tool, made from the tools' schemas: the built core is
// asked for them.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { generated, modules } from "./places.mjs";

/** Writes `tool-inputs.d.ts` beside the glue. */
export async function writeToolInputs() {
	const [{ name }] = modules;
	const read = (file) => readFileSync(join(generated, file));
	const load = (file) => import(pathToFileURL(join(generated, file)));
	const { imports, __wbg_set_wasm } = await load(`${name}_imports.js`);
	const { instance } = await WebAssembly.instantiate(
		read(`${name}_bg.wasm`),
		imports,
	);
	__wbg_set_wasm(instance.exports);
	instance.exports.__wbindgen_start?.();
	const core = await load(`${name}_bg.js`);

	const [, union] = /^export type DialectName = (.+);$/m.exec(
		read(`${name}_bg.d.ts`).toString(),
	);
	const store = new core.TodoStore();
	const dialects = JSON.parse(`[${union.replaceAll(" | ", ",")}]`).map(
		(dialect) => {
			const specs = core.toolSpecs(store, core.dialectIndex(dialect), "lean");
			const tools = JSON.parse(specs).map(
				({ name, inputSchema }) => `${name}: ${typeOf(inputSchema)};`,
			);
			return `\t${dialect}: { ${tools.join(" ")} };\n`;
		},
	);
	writeFileSync(
		join(generated, "tool-inputs.d.ts"),
		`/** What a model sends to each tool of each dialect, as the schema of the tool says. */
export interface ToolInputs {
${dialects.join("")}}
`,
	);
}

/**
 * Returns the TypeScript type of the values of a JSON Schema. Throws for what no schema of ours
 * has.
 */
function typeOf({ type, enum: values, items, properties, required = [] }) {
	switch (type) {
		case "string":
			return values?.map((value) => JSON.stringify(value)).join(" | ") ?? type;
		case "integer":
		case "number":
			return "number";
		case "boolean":
			return type;
		case "array":
			return `Array<${typeOf(items)}>`;
		case "object": {
			const members = Object.entries(properties).map(
				([name, schema]) =>
					`${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`,
			);
			return members.length > 0 ? `{ ${members.join(" ")} }` : "{}";
		}
	}
	throw new Error(`no type is known for a schema of ${type}`);
}
