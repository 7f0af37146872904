// `npm test -- sentences`: the tests that hold what models read from the core, of which a change
// of one sentence needs no other. Node builtins only.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";

const tests = join(root, "tests");
const native = join(tests, "core");

/**
 * Returns whether a test file, by its path in tests/, holds sentences of the core: in
 * sentences.txt, or as what the programs of the pages print.
 */
export const holdsSentences = (file) =>
	file === "docs/readme.test.mjs" ||
	/from "\.\.\/tools\/snapshot\.mjs"/.test(
		readFileSync(join(tests, file), "utf8"),
	);

/** Returns the modules of tests/core that hold no sentence, as filters of `cargo test`. */
export const modulesWithoutSentences = () =>
	readdirSync(native)
		.filter((name) => name.endsWith(".rs") || isFolder(join(native, name)))
		.filter((name) => !holds.test(textOf(join(native, name))))
		.map((name) => `${name.replace(/\.rs$/, "")}::`);

/** A text that is held against the file, also by a method of `Scene`. */
const holds = /crate::snapshot|\.(notes|answers|refuses|reads)\(\)/;

const isFolder = (path) => statSync(path).isDirectory();

/** Returns the text of a file, or of all in a folder. */
const textOf = (path) =>
	isFolder(path)
		? readdirSync(path)
				.map((name) => textOf(join(path, name)))
				.join("\n")
		: readFileSync(path, "utf8");
