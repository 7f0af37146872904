// Runs the wasm-bindgen tests (the target `wasm` of Cargo.toml) in Node or in a browser, and
// registers a test for each. cargo only compiles them: it would split the path of a runner at its
// spaces. And the runner only serves them to the browser: it would need a driver for each, which
// Firefox has none of.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { wasmBindgen } from "../../pkg-template/build/toolchain.mjs";
import { inBrowser } from "../../www/browsers/browsers.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { compileWasmTests } from "../tools/compiled.mjs";
import { freePort } from "../tools/free-port.mjs";
import { until } from "../tools/until.mjs";
import { open } from "../tools/webdriver.mjs";

const runner = wasmBindgen("wasm-bindgen-test-runner");

/**
 * Runs the test target in a browser, or in Node where that is null. In a browser it runs in a
 * dedicated worker, whose stack is the smallest; that the package works in pages and service
 * workers is what tests/browsers shows.
 */
export async function testIn(browser) {
	const { skip } = browser === null ? {} : inBrowser(browser);
	if (skip) {
		test(`the core in ${browser}`, { skip }, () => {});
		return;
	}
	const file = compile();
	const output = browser === null ? inNode(file) : await inPage(browser, file);
	const results = [...output.matchAll(/^test (\S+) \.\.\. (\w+)$/gm)];
	test("the program ran to its end, and every test was read", () => {
		const [, passed, failed, ignored] =
			/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/m.exec(
				output,
			) ?? assert.fail(output);
		assert.equal(
			results.length,
			Number(passed) + Number(failed) + Number(ignored),
		);
		assert.ok(results.length > 0);
		assert.equal(failed, "0", output);
	});
	for (const [, name, result] of results)
		test(name, { skip: result === "ignored" }, () =>
			assert.match(result, /^ok/),
		);
}

function inNode(file) {
	const { stdout, stderr } = spawnSync(runner, [file], {
		cwd: root,
		encoding: "utf8",
		env: { ...process.env, WASM_BINDGEN_USE_NODE_EXPERIMENTAL: "1" },
	});
	return stdout + stderr;
}

async function inPage(browser, file) {
	const { address, stop } = await serve(file);
	try {
		const { client, close } = await open(browser, "about:blank");
		try {
			return await found(client, address);
		} finally {
			await close();
		}
	} finally {
		stop();
	}
}

/** Returns what the tests print in their page, once they have ended. */
async function found(client, address) {
	await client.get(address);
	let output;
	await until(
		() => output,
		async () => {
			output = await client.executeScript(
				"return document.getElementById('output').textContent",
			);
			return output.includes("test result: ");
		},
		programPatience,
	);
	return output;
}

/** Serves the page that runs the tests in a worker. */
async function serve(file) {
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-wasm-"));
	const child = spawn(runner, [file], {
		env: {
			...process.env,
			WASM_BINDGEN_USE_DEDICATED_WORKER: "1",
			NO_HEADLESS: "1",
			WASM_BINDGEN_TEST_ADDRESS: `127.0.0.1:${port}`,
			// It leaves its files behind.
			TMPDIR: folder,
		},
		stdio: ["ignore", "ignore", "inherit"],
	});
	const address = `http://127.0.0.1:${port}`;
	await until(`the tests are served at ${address}`, () => {
		if (child.exitCode !== null) throw new Error("the server has ended");
		return fetch(address).catch(() => false);
	});
	const ending = keptMoving(port);
	const stop = () => {
		ending();
		child.kill();
		rmSync(folder, { recursive: true, force: true });
	};
	return { address, stop };
}

/** Returns where cargo put the WebAssembly. */
function compile() {
	const { status, stdout, stderr } = spawnSync(
		"cargo",
		[
			...compileWasmTests,
			"--quiet",
			"--message-format",
			"json-render-diagnostics",
		],
		{ cwd: root, encoding: "utf8" },
	);
	assert.equal(status, 0, stderr);
	return stdout
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line).executable)
		.find((executable) => executable);
}

/**
 * The runner's server (tiny_http 0.12) may give two connections that come at once to the one thread
 * that is free. The second is then not read before another one ends, which a browser keeps open,
 * and its page waits for a script for ever: one start in three on a busy machine. A connection that
 * ends at once frees a thread to look again. Returns what stops this.
 */
function keptMoving(port) {
	const timer = setInterval(() => {
		const connection = connect(port, "127.0.0.1", () => connection.end());
		connection.on("error", () => {}); // It does not listen yet, or no more.
	}, 500);
	return () => clearInterval(timer);
}
