// What the linter of Mozilla's store says of the extension, as it is built.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { buildExtension, extensionFolder } from "../../www/built.mjs";
import { slowTest } from "../tools/slow.mjs";

before(buildExtension);

slowTest("web-ext lint has nothing to say", () => {
	const { stdout, stderr } = spawnSync(
		process.execPath,
		[
			join(root, "node_modules", "web-ext", "bin", "web-ext.js"),
			"lint",
			"--output=json",
			`--source-dir=${join(extensionFolder, "firefox")}`,
		],
		{ encoding: "utf8" },
	);
	assert.ok(stdout.startsWith("{"), stderr);
	const { errors, warnings, notices } = JSON.parse(stdout);
	assert.deepEqual([...errors, ...warnings, ...notices], []);
});

const permissionsOfBoth = [
	"activeTab",
	"alarms",
	"notifications",
	"scripting",
	"storage",
];

test("permissions are few, and the policy allows just WebAssembly", () => {
	for (const [browser, permissions] of [
		["chromium", [...permissionsOfBoth, "sidePanel"]],
		["firefox", permissionsOfBoth],
	]) {
		const manifest = JSON.parse(
			readFileSync(join(extensionFolder, browser, "manifest.json"), "utf8"),
		);
		assert.deepEqual(manifest.permissions, permissions);
		assert.equal(manifest.host_permissions, undefined);
		assert.equal(manifest.content_scripts, undefined);
		assert.deepEqual(manifest.content_security_policy, {
			extension_pages:
				"script-src 'self' 'wasm-unsafe-eval'; object-src 'self'",
		});
	}
});
