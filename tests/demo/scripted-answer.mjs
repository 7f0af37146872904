// The demo's own script, in place of a model behind an endpoint.

import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../pkg-template/build/places.mjs";

const bundled = await build({
	stdin: {
		contents:
			'export { ScriptedModel } from "./scripted-model.ts"; export { scenarioOf } from "./scenarios.ts";',
		resolveDir: join(root, "www/src/agent"),
	},
	bundle: true,
	format: "esm",
	write: false,
});
const { ScriptedModel, scenarioOf } = await import(
	`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`
);

/** Returns the `answer` of an endpoint that follows a scenario. */
export function scriptedAnswer(scenario, dialect = "todo_manager") {
	const model = new ScriptedModel(scenarioOf(scenario), dialect);
	return ({ messages, tools }) => {
		const { says, calls } = model.answer(messages, tools);
		return {
			text: says,
			calls: calls.map(({ tool, text }) => ({ name: tool, args: text })),
		};
	};
}
