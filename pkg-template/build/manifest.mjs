// custom-elements.json, from which editors and Storybook know `<agent-todos>`: what the analyzer
// reads in its source, without what is private there, at the paths of the package.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./command.mjs";
import { pkg, root, target } from "./places.mjs";

const [path, name, tagName] = [
	"element.js",
	"AgentTodosElement",
	"agent-todos",
];

export function writeElementManifest() {
	const folder = join(target, "element-manifest");
	const analyzer = "node_modules/@custom-elements-manifest/analyzer/cem.js";
	run(process.execPath, [
		join(root, analyzer),
		"analyze",
		"--quiet",
		"--globs",
		"pkg-template/src/element/agent-todos.ts",
		"--outdir",
		// It takes no absolute path.
		"target/element-manifest",
	]);
	const { schemaVersion, modules } = JSON.parse(
		readFileSync(join(folder, "custom-elements.json"), "utf8"),
	);
	const { members, events, ...element } = modules
		.flatMap(({ declarations }) => declarations)
		.find((declaration) => declaration.name === name);
	const declaration = { name, module: path };
	const manifest = {
		schemaVersion,
		readme: "README.md",
		modules: [
			{
				kind: "javascript-module",
				path,
				exports: [
					{ kind: "js", name, declaration },
					{ kind: "custom-element-definition", name: tagName, declaration },
				],
				declarations: [
					{
						...element,
						superclass: { name: "HTMLElement" },
						members: members.filter(isPublic),
						// It takes the dispatching function for an event, too.
						events: events.filter(({ description }) => description),
					},
				],
			},
		],
	};
	writeFileSync(
		join(pkg, "custom-elements.json"),
		`${JSON.stringify(manifest, null, 2)}\n`,
	);
}

const isPublic = ({ privacy, static: isStatic, name }) =>
	privacy !== "private" && !isStatic && !/^#|Callback$/.test(name);
