// The TypeScript reference: TypeDoc over the types of every entry in pkg/. Run directly, it writes
// target/reference and fails at any warning: a name without a comment, a link that leads nowhere, a
// type that is used but not exported.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { Application, Comment, ReflectionKind } from "typedoc";
import { pkg, root, target, template } from "../build/places.mjs";
import { unlessBuilt } from "../build/stamp.mjs";

const here = import.meta.dirname;

/**
 * Types that only shorten the declarations of others, and parts of exported types that nobody
 * writes down.
 */
const helpers = [
	"core.d.ts:RunEvent",
	"core.d.ts:TodoStore",
	"Extended",
	"ToolInputs",
	"Five",
	"ListOrConversation",
	"MaybePromise",
	"ToolsOf",
	"Label",
	"writes",
	"TodoState",
];

/**
 * Parts of formats that others define: AG-UI, JSON Patch, ACP, Standard Schema and `LanguageModel`.
 */
const definedElsewhere = [
	"hosts/ai-sdk.TodoPrepareStep.__type.__type.messages",
	"hosts/protocols.ActivitySnapshot.content.__type.todos",
	...["op", "path", "value"].map(
		(key) => `hosts/protocols.ActivityDelta.patch.__type.${key}`,
	),
	...["sessionUpdate", "entries", "plan"].map(
		(key) => `hosts/protocols.AcpPlan.__type.${key}`,
	),
	...["type", "planId", "entries"].map(
		(key) => `hosts/protocols.AcpPlan.__type.plan.__type.${key}`,
	),
	...["name", "description", "inputSchema"].map(
		(key) => `hosts/prompt-api.PromptToolOptions.tools.__type.${key}`,
	),
	...[
		"version",
		"vendor",
		"validate.__type.__type.value",
		"validate.__type.__type.issues",
		"validate.__type.__type.issues.__type.message",
		"jsonSchema",
		"jsonSchema.__type.input",
		"jsonSchema.__type.output",
	].map((key) => `index.InputSchema.__type.~standard.__type.${key}`),
	...["", ".__type.jsonSchema", ".__type.jsonSchema.__type.input"].map(
		(key) => `index.StandardJsonSchema.~standard${key}`,
	),
	...[
		"type",
		"properties",
		"properties.__type.type",
		"properties.__type.title",
		"properties.__type.maxLength",
		"properties.__type.enum",
		"required",
	].map((key) => `hosts/protocols.AnswerSchema.${key}`),
	"hosts/prompt-api.PromptToolOptions.expectedInputs.__type.type",
	"hosts/prompt-api.PromptToolOptions.expectedOutputs.__type.type",
	// wasm-bindgen allows no comment in a type. The comment of the method or getter explains it.
	...["about", "keys", "maxLength"].map(
		(key) => `index.TodoStore.questions.__type.${key}`,
	),
	...["index.TodoStore", "follow.Follower", "element.TodoList"].flatMap(
		(owner) => [
			`${owner}.proposal.__type.sites`,
			`${owner}.approval.__type.sites`,
			`${owner}.approval.__type.at`,
			`${owner}.approval.__type.name`,
		],
	),
];

/** The comments of the methods that wasm-bindgen adds to every class without one. */
const generated = new Map([
	[
		"free",
		"Releases the memory of the object. Using it afterwards throws `freed`.",
	],
	["[dispose]", "As `free()`, for `using`."],
]);

/**
 * `[{ name, types }]`: each entry that code imports, as it is imported, and the file of its types.
 */
export function entries() {
	const { name, exports } = JSON.parse(
		readFileSync(join(template, "package.json"), "utf8"),
	);
	return Object.entries(exports)
		.filter(([, conditions]) => conditions.types !== undefined)
		.map(([path, { types }]) => ({
			name: path.replace(/^\./, name),
			types: join(pkg, types),
		}));
}

/**
 * Reads the types. Returns TypeDoc and its model of the package, whose modules are named as they
 * are imported. Throws when TypeDoc warns of anything; `options` are added to TypeDoc's own.
 */
async function readReference(options = {}) {
	const app = await Application.bootstrapWithPlugins({
		name: "agent-todos",
		entryPoints: entries().map(({ types }) => types),
		tsconfig: join(here, "tsconfig.json"),
		readme: join(here, "index.md"),
		// There is no repository to link to yet.
		disableSources: true,
		disableGit: true,
		excludeInternal: true,
		excludePrivate: true,
		githubPages: false,
		hideGenerator: true,
		// Its page has no place for a class that extends a mapped type, and TypeDoc links to one.
		includeHierarchySummary: false,
		intentionallyNotExported: helpers,
		intentionallyNotDocumented: definedElsewhere,
		validation: { notExported: true, invalidLink: true, notDocumented: true },
		...options,
	});
	const project = await app.convert();
	if (project === undefined)
		throw new Error("TypeDoc could not read the types");
	for (const reflection of project.getReflectionsByKind(ReflectionKind.All)) {
		if (reflection.getFullName().startsWith("index.DialectTodos."))
			reflection.comment ??= new Comment([
				{ kind: "text", text: "As the tool of the dialect has it." },
			]);
		const text = generated.get(reflection.name);
		const { packagePath } = project.getSymbolIdFromReflection(reflection) ?? {};
		if (
			text &&
			!reflection.hasComment() &&
			/(core|tasks)\.d\.ts$/.test(packagePath)
		)
			reflection.comment = new Comment([{ kind: "text", text }]);
	}
	app.validate(project);
	if (app.logger.hasErrors() || app.logger.hasWarnings())
		throw new Error("TypeDoc warned: see above");
	const names = new Map(
		entries().map(({ name, types }) => [
			relative(join(pkg, "types"), types)
				.replaceAll("\\", "/")
				.replace(/(\/index)?\.d\.ts$/, ""),
			name,
		]),
	);
	for (const module of project.children)
		module.name = names.get(module.name) ?? module.name;
	return { app, project };
}

/** Writes the reference as HTML into `folder`, which is emptied. Throws as `readReference` does. */
export async function writeReference(folder, options) {
	const { app, project } = await readReference(options);
	await namesOf(() => project);
	rmSync(folder, { recursive: true, force: true });
	await app.generateDocs(project, folder);
}

/**
 * Returns `[{ entry, name, isOwn, isType, examples }]`: the names that each entry exports. `isOwn`
 * is false for one that it takes over from another entry. `examples` is Markdown. As TypeDoc takes
 * ten seconds, it reads the types only if neither this nor `writeReference` has read them before.
 */
export const exportedNames = () =>
	namesOf(async () => (await readReference()).project);

async function namesOf(projectOf) {
	const file = join(target, "reference-names.json");
	await unlessBuilt(
		{
			name: "reference-names",
			inputs: [
				join(pkg, "types"),
				join(template, "package.json"),
				here,
				join(root, "package-lock.json"),
			],
			outputs: [file],
		},
		async () => writeFileSync(file, JSON.stringify(namesIn(await projectOf()))),
	);
	return JSON.parse(readFileSync(file, "utf8"));
}

function namesIn(project) {
	return project.children.flatMap((module) =>
		(module.children ?? []).map((declaration) => ({
			entry: module.name,
			name: declaration.name,
			isOwn: !declaration.kindOf(ReflectionKind.Reference),
			isType: declaration.kindOf([
				ReflectionKind.Interface,
				ReflectionKind.TypeAlias,
			]),
			// Overloads share one comment.
			examples: [
				...new Set(
					[declaration, ...(declaration.signatures ?? [])]
						.flatMap(({ comment }) => comment?.getTags("@example") ?? [])
						.map(({ content }) => content.map(({ text }) => text).join("")),
				),
			],
		})),
	);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
	await writeReference(join(target, "reference"));
