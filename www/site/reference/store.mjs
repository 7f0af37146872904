// The reference of `TodoStore` as a Markdown page, from the types of the package: each member with
// its signature and its text.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "../../../pkg-template/build/places.mjs";

export function storePage() {
	const types = readFileSync(
		join(installed, "types", "generated", "agent_todos_bg.d.ts"),
		"utf8",
	);
	const members = membersOf(types, "class TodoStore")
		.filter(({ text }) => text !== "")
		.sort((a, b) => (a.name < b.name ? -1 : 1));
	return {
		path: "reference/store.md",
		text: [
			"---",
			"title: TodoStore",
			'description: "Every member of TodoStore and every option of a store, with what it takes, returns and throws."',
			"---",
			"",
			"# TodoStore",
			"",
			"A `TodoStore` is an ordered list of todos: [The list](../concepts/list.md) explains it. `TodoStore<Data>` names the type of the `data` of its todos.",
			"",
			"## Options",
			"",
			"| option | type | meaning |",
			"|---|---|---|",
			...membersOf(types, "interface TodoStoreOptions").map(
				({ name, signature, text }) =>
					`| \`${name}\` | \`${typeOf(signature)}\` | ${text.replaceAll("\n", " ").replaceAll("|", "\\|")} |`,
			),
			"",
			"## Members",
			"",
			...members.flatMap(({ name, signature, text }) => [
				`### ${name}`,
				"",
				"```ts",
				signature,
				"```",
				"",
				text,
				"",
			]),
		].join("\n"),
	};
}

const typeOf = (signature) =>
	signature
		.replace(/^\w+\?: /, "")
		.replace(/ \| undefined;$/, "")
		.replaceAll("|", "\\|");

/**
 * Returns the members of a declaration: `{name, signature, text}`, where the text is that of its
 * comment, without what follows a tag.
 */
function membersOf(types, declaration) {
	const [, body] = new RegExp(
		`^export ${declaration} \\{\\n([\\s\\S]*?)^\\}`,
		"m",
	).exec(types);
	const members = body.matchAll(
		/(?:^ {4}\/\*\*\n([\s\S]*?)^ {5}\*\/\n)?^ {4}(\S.*)$/gm,
	);
	return [...members].map(([, comment = "", signature]) => ({
		name: /^(?:static |readonly |get )*(\[?[\w.]+\]?)/.exec(signature)[1],
		signature,
		text: comment
			.replace(/^ {5}\* ?/gm, "")
			.split(/^@/m)[0]
			.replaceAll(/\{@link ([^}]+)\}/g, "`$1`")
			.trim(),
	}));
}
