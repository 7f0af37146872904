// `npm run site`: target/site, a static site that works below any path: the front page and the demo
// as Vite builds them, the docs of www/docs with the generated reference (eleventy.config.mjs),
// TypeDoc, rustdoc and the search index. The package has to be built.

import {
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { performance } from "node:perf_hooks";
import Eleventy from "@11ty/eleventy";
import { build as bundle } from "esbuild";
import { close, createIndex } from "pagefind";
import { run, say } from "../../pkg-template/build/command.mjs";
import { installed, root, target } from "../../pkg-template/build/places.mjs";
import { unlessBuilt } from "../../pkg-template/build/stamp.mjs";
import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";
import { writeReference } from "../../pkg-template/reference/typescript.mjs";
import { buildDemo, builtDemo } from "../built.mjs";
import { writeRegistry } from "./registry.mjs";

const www = join(root, "www");
const site = join(target, "site");
const docs = join(site, "docs");
const client = join(www, "site", "client");
const started = performance.now();

await unlessBuilt(
	{
		name: "site",
		inputs: [
			"src",
			"www",
			"pkg-template",
			"Cargo.toml",
			"Cargo.lock",
			"package-lock.json",
		].map((path) => join(root, path)),
		outputs: [join(docs, "pagefind", "pagefind.js")],
	},
	buildSite,
);

async function buildSite() {
	await buildDemo();
	// `npm start` serves the demo from there meanwhile.
	rmSync(site, { recursive: true, force: true });
	cpSync(builtDemo, site, { recursive: true });

	writeRegistry(join(site, "r"));
	// The README shows it from here, once there is a homepage.
	cpSync(join(www, "pictures"), join(site, "pictures"), { recursive: true });

	await bundle({
		absWorkingDir: client,
		entryPoints: ["docs.ts", "docs.css"],
		outdir: join(docs, "assets"),
		bundle: true,
		minify: true,
		format: "esm",
		splitting: true,
		// Nothing in it is newer than the browsers of the demo, see vite.browsers.ts.
		target: "esnext",
		logLevel: "warning",
	});
	// Where the list of the guides looks for it: beside its script.
	cpSync(
		join(installed, "agent_todos_bg.wasm"),
		join(docs, "assets", "agent_todos_bg.wasm"),
	);
	// A classic script, which the page waits for before it is drawn.
	await bundle({
		absWorkingDir: client,
		entryPoints: ["theme.ts"],
		outdir: join(docs, "assets"),
		bundle: true,
		minify: true,
		format: "iife",
		logLevel: "warning",
	});
	cpSync(join(client, "icon.svg"), join(docs, "assets", "icon.svg"));

	// Eleventy takes its paths from the working directory.
	process.chdir(www);
	await new Eleventy("docs", relative(www, docs), {
		configPath: "site/eleventy.config.mjs",
		quietMode: true,
	}).write();

	say("documenting the package");
	await writeReference(join(docs, "reference", "typescript"), {
		plugin: [join(root, "pkg-template", "reference", "docs-link.mjs")],
		logLevel: "Warn",
	});

	say("documenting the crate");
	const rustdoc = join(target, wasmTarget, "doc");
	// rustdoc leaves the pages of modules that are gone.
	rmSync(rustdoc, { recursive: true, force: true });
	run(
		"cargo",
		[
			"doc",
			"--quiet",
			"--no-deps",
			"--target-dir",
			target,
			"--target",
			wasmTarget,
		],
		{ env: { ...process.env, RUSTDOCFLAGS: "-D warnings" } },
	);
	cpSync(rustdoc, join(docs, "reference", "rust"), { recursive: true });

	const { index, errors } = await createIndex();
	if (!index) throw new Error(`Pagefind: ${errors.join("; ")}`);
	await index.addDirectory({ path: docs });
	// Its pages are not this layout's, so what is text in them is said here; prose comes first, and
	// the class that most searches are about.
	for (const path of htmlFiles(join("reference", "typescript"))) {
		const weight = path.endsWith("agent-todos.TodoStore.html") ? 1 : 0.25;
		const { errors } = await index.addHTMLFile({
			sourcePath: path.replaceAll("\\", "/"),
			content: readFileSync(join(docs, path), "utf8").replace(
				'<div class="col-content">',
				`<div class="col-content" data-pagefind-body data-pagefind-weight="${weight}">`,
			),
		});
		if (errors.length > 0) throw new Error(`Pagefind: ${errors.join("; ")}`);
	}
	for (const { path, content } of (await index.getFiles()).files) {
		// Interfaces that Pagefind brings along; this site has its own.
		if (/-(ui|highlight)\.(js|css)$/.test(path)) continue;
		const file = join(docs, "pagefind", path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, content);
	}
	await close();

	say(
		`${relative(root, site)}: built in ${((performance.now() - started) / 1000).toFixed(1)} s`,
	);
}

/** Returns the pages below a folder of the docs, by their paths from there. */
function htmlFiles(folder) {
	return readdirSync(join(docs, folder), { recursive: true })
		.filter((path) => path.endsWith(".html"))
		.map((path) => join(folder, path));
}
