// custom-elements.json, from which editors know the element, says of it what is so.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { installed, root, target } from "../../pkg-template/build/places.mjs";
import { typeErrors } from "../docs/run.mjs";
import { pages } from "./chromium.mjs";
import { states } from "./states.mjs";

const [{ declarations, exports, path }] = JSON.parse(
	readFileSync(join(installed, "custom-elements.json"), "utf8"),
).modules;
const [declared] = declarations;
const names = (list) => list.map(({ name }) => name).sort();

let chromium;
before(async () => {
	chromium = await pages();
});
after(() => chromium?.close());

test("the manifest names the module, the tag and the class", () => {
	assert.deepEqual(
		[path, declared.tagName, names(exports)],
		["element.js", "agent-todos", ["AgentTodosElement", "agent-todos"]],
	);
});

test("the types of its members are those of the class", () => {
	const ours = readFileSync(
		join(installed, "types", "element", "index.d.ts"),
		"utf8",
	)
		.match(/export (?:type )?\{[^}]*\}/g)
		.join()
		.match(/\b[A-Z]\w+/g);
	const same = declared.members.flatMap(({ name, type, parameters = [] }) => [
		...(type
			? [[`AgentTodosElement["${name}"]`, type.text]]
			: parameters.map((parameter, place) => [
					`Parameters<AgentTodosElement["${name}"]>[${place}]`,
					parameter.type.text,
				])),
	]);
	for (const { type } of declared.events) same.push([type.text, type.text]);
	const folder = join(target, "element-manifest");
	mkdirSync(folder, { recursive: true });
	const path = join(folder, "types.ts");
	const source = join(root, "pkg-template", "src");
	writeFileSync(
		path,
		`import type { ${[...new Set(ours)].join(", ")} } from "agent-todos/element";
import type { Outcome, Todo } from "agent-todos";
// Nobody has to name these, so no entry exports them.
import type { AgentLike } from "${source}/connect/agent.js";
import type { PlanApproval, PlanChanges, TodoOpen, WaitingChange } from "${source}/element/events.js";
import type { PlainTodo } from "${source}/element/given.js";
import type { TodosMode, TodosState } from "${source}/element/mode.js";
type Data = unknown; // the default of the class
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
${same.map(([is, said], place) => `export const same${place}: Same<${is}, ${said}> = true;`).join("\n")}
`,
	);
	assert.ok(same.length > 5);
	assert.deepEqual(typeErrors([path]).get(path), []);
});

test("properties, attributes, custom properties and parts are those of the element", async () => {
	const page = await chromium.open();
	const shown = new Set();
	for (const state of Object.keys(states)) {
		const parts = await page.evaluate(async (state) => {
			await globalThis.showState(state);
			const { shadowRoot } = globalThis.element;
			return [...shadowRoot.querySelectorAll("[part]")].flatMap((it) => [
				...it.part,
			]);
		}, state);
		for (const part of parts) shown.add(part);
	}
	const found = await page.evaluate(
		(cssParts) => {
			const { element } = globalThis;
			const type = element.constructor;
			const { prototype } = type;
			const isPublic = (name) => !/^(constructor|.*Callback)$/.test(name);
			const css = [...element.shadowRoot.adoptedStyleSheets[0].cssRules]
				.map(({ cssText }) => cssText)
				.join("\n");
			return {
				name: type.name,
				members: Object.getOwnPropertyNames(prototype).filter(isPublic),
				attributes: type.observedAttributes,
				cssProperties: [...new Set(css.match(/--agent-todos-[\w-]+/g))],
				cssParts,
			};
		},
		[...shown],
	);
	for (const [what, value] of Object.entries(found))
		assert.deepEqual(
			Array.isArray(value) ? value.sort() : value,
			what === "name" ? declared.name : names(declared[what]),
			what,
		);
	await page.context().close();
});
