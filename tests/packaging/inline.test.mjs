// `agent-todos/inline` is for where nothing can be fetched and for CommonJS, into which Babel turns
// it in Jest (tests/installed).

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { pkg } from "../../pkg-template/build/places.mjs";

test("agent-todos/inline fits CommonJS, and asks for no file", async () => {
	// An `await` at the top would be an error.
	const { metafile, warnings } = await build({
		absWorkingDir: pkg,
		entryPoints: ["inline.js"],
		bundle: true,
		format: "cjs",
		metafile: true,
		write: false,
		logLevel: "silent",
	});
	assert.deepEqual(warnings, []);
	const files = Object.keys(metafile.inputs);
	assert.ok(files.length > 5, files.join(" "));
	for (const file of files) {
		const text = readFileSync(join(pkg, file), "utf8");
		assert.doesNotMatch(text, /import\.meta|_bg\.wasm/, file);
	}
});
