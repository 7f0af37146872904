// What a test file needs beyond npm's packages follows from what it imports: who imports
// playwright.mjs needs Chromium. Node builtins only.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { missing } from "../../www/browsers/browsers.mjs";
import { missingPostgres } from "./postgres.mjs";
import { missingValgrind } from "./valgrind.mjs";

const tools = fileURLToPath(new URL(".", import.meta.url));

/** What a test needs that imports one of these files. */
const needs = {
	"../../www/built.mjs": ["package"],
	"is-built.mjs": ["package"],
	"killed-chromium.mjs": ["chromium"],
	"../lighthouse/measure.mjs": ["lighthouse"],
	"../mcp/conformance.test.mjs": ["conformance"],
	"../../www/browsers/playwright.mjs": ["chromium"],
	"../wasm/find.mjs": ["wasm"],
	"postgres.mjs": ["postgres"],
	"rust-tools.mjs": ["components"],
	"valgrind.mjs": ["valgrind"],
	// Its tests skip by themselves where one of them is missing.
	"webdriver.mjs": ["webdriver"],
};

const found = new Map();

/** Returns the files that a file imports, at any depth, by a relative path. */
function importsOf(file, seen = new Set()) {
	if (seen.has(file) || !existsSync(file)) return seen;
	seen.add(file);
	const text = readFileSync(file, "utf8");
	for (const [, path] of text.matchAll(
		/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.mjs)"/g,
	))
		importsOf(join(dirname(file), path), seen);
	return seen;
}

/** Returns what a test needs, by its path in tests/. */
function needsOfOne(file) {
	if (!found.has(file)) {
		const imported = importsOf(resolve(tools, "..", file));
		const names = Object.keys(needs).filter((name) =>
			imported.has(join(tools, name)),
		);
		found.set(file, new Set(names.flatMap((name) => needs[name])));
	}
	return found.get(file);
}

/**
 * Returns whether an update rewrites something of a file: its snapshots, or a file that it holds
 * the product against.
 */
export function holdsSnapshots(file) {
	const path = resolve(tools, "..", file);
	return [path, ...importsOf(path)].some((imported) =>
		readFileSync(imported, "utf8").includes("process.env.UPDATE"),
	);
}

/** Returns what some of the files need. */
export const needsOf = (files) => [
	...new Set(files.flatMap((file) => [...needsOfOne(file)])),
];

/**
 * Returns why a file is left out: a program that it needs is missing, and how to install it. In CI
 * no file is.
 */
export function missingFor(file) {
	if (process.env.CI === "true") return undefined;
	const wanted = needsOfOne(file);
	return (
		(wanted.has("chromium") && missing("chromium")) ||
		(wanted.has("postgres") && missingPostgres()) ||
		(wanted.has("valgrind") && missingValgrind()) ||
		undefined
	);
}
