// The reference of `<agent-todos>` as a Markdown page, from custom-elements.json of the package.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "../build/places.mjs";

/** `folder` has the package. */
export function elementPage(folder = installed) {
	const { modules } = JSON.parse(
		readFileSync(join(folder, "custom-elements.json"), "utf8"),
	);
	const element = modules
		.flatMap(({ declarations }) => declarations)
		.find(({ tagName }) => tagName === "agent-todos");
	const {
		description: summary,
		attributes,
		members,
		events,
		cssProperties,
		cssParts,
	} = element;
	const ofKind = (kind) => members.filter((member) => member.kind === kind);
	return {
		path: "reference/element.md",
		text: [
			"---",
			'title: "<agent-todos>"',
			'description: "The custom element: its attributes, properties, methods, events, parts and custom properties."',
			"---",
			"",
			"# `<agent-todos>`",
			"",
			summary,
			"",
			"```ts",
			'import "agent-todos/element";',
			"```",
			"",
			"## Attributes",
			"",
			...table(
				["Attribute", "Type", "Default", "Meaning"],
				attributes.map(({ name, type, default: byDefault, description }) => [
					code(name),
					code(type.text),
					byDefault && code(byDefault),
					description,
				]),
			),
			"## Properties",
			"",
			...table(
				["Property", "Type", "Meaning"],
				ofKind("field").map(({ name, type, description }) => [
					code(name),
					code(type.text),
					description,
				]),
			),
			"## Methods",
			"",
			...table(
				["Method", "Meaning"],
				ofKind("method").map(
					({ name, parameters = [], return: { type }, description }) => [
						code(
							`${name}(${parameters.map(({ name, type }) => `${name}: ${type.text}`).join(", ")}): ${type.text}`,
						),
						description,
					],
				),
			),
			"## Events",
			"",
			...table(
				["Event", "Type", "Meaning"],
				events.map(({ name, type, description }) => [
					code(name),
					code(type.text),
					description,
				]),
			),
			"## Parts",
			"",
			"For `::part()`.",
			"",
			...table(
				["Part", "Meaning"],
				cssParts.map(({ name, description }) => [code(name), description]),
			),
			"## Custom properties",
			"",
			...table(
				["Custom property", "Meaning"],
				cssProperties.map(({ name, description }) => [code(name), description]),
			),
		].join("\n"),
	};
}

function table(head, rows) {
	const line = (cells) =>
		`| ${cells.map((cell = "") => cell.replaceAll("|", "\\|")).join(" | ")} |`;
	return [line(head), line(head.map(() => "---")), ...rows.map(line), ""];
}

const code = (text) => `\`${text}\``;
