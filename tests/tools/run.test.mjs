// The runner: what did not run, crashed or was skipped must not count as passed.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { root } from "../../pkg-template/build/places.mjs";
import { until } from "./until.mjs";

const folder = mkdtempSync(join(tmpdir(), "agent todos runner "));
after(() => rmSync(folder, { recursive: true }));

/** Runs a module that prints JSON, not as a part of this test. */
function evaluate(code) {
	const file = join(folder, "evaluated.mjs");
	writeFileSync(file, code);
	const { stdout, stderr } = spawnSync(process.execPath, [file], {
		cwd: root,
		encoding: "utf8",
		env: { ...process.env, NODE_TEST_CONTEXT: undefined },
	});
	const [json] = stdout.trimEnd().split("\n").slice(-1);
	assert.ok(json, stderr);
	return JSON.parse(json);
}
const report = `import { countLibtest, countNodeTests } from ${JSON.stringify(new URL("report.mjs", import.meta.url).href)};\n`;

const imports = 'import test, { describe, it } from "node:test";\n';
for (const [name, code, expected] of [
	[
		"passes, in every form",
		`${imports}test("a", () => {}); test("b", async (t) => { await t.test("c", () => {}); await t.test("d", () => {}); }); describe("e", () => it("f", () => {}));`,
		[4, 0, 0],
	],
	[
		"has a part that fails",
		`${imports}test("a", async (t) => { await t.test("b", () => {}); await t.test("c", () => { throw new Error("c"); }); });`,
		[1, 1, 0],
	],
	[
		"fails after its parts",
		`${imports}test("a", async (t) => { await t.test("b", () => {}); throw new Error("a"); });`,
		[1, 1, 0],
	],
	[
		"skips",
		`${imports}test.skip("a", () => {}); test.todo("b"); test("c", () => {});`,
		[1, 0, 2],
	],
	["holds no test", "", [0, 1, 0]],
	[
		"ends the process before its test",
		`${imports}process.exit(0); test("a", () => {});`,
		[0, 1, 0],
	],
	["crashes while it loads", 'throw new Error("crash");', [0, 1, 0]],
	["is no JavaScript", "test(", [0, 1, 0]],
	[
		"waits for what never comes",
		`${imports}test("a", () => new Promise(() => {}));`,
		[0, 1, 0],
	],
	[
		"crashes beside a test",
		`${imports}test("a", () => {}); setTimeout(() => { throw new Error("late"); });`,
		// Whether its test has ended by then is a matter of time.
		["any", 1, 0],
	],
])
	test(`a file that ${name}`, () => {
		const file = join(folder, `${name.replace(/\W/g, "-")}.test.mjs`);
		writeFileSync(file, code);
		const { passed, failed, skipped } = evaluate(
			`${report}console.log(JSON.stringify(await countNodeTests([${JSON.stringify(file)}])));`,
		);
		const [passes, ...others] = expected;
		if (passes !== "any") assert.equal(passed, passes);
		assert.deepEqual([failed, skipped], others);
	});

for (const [name, code, running] of [
	[
		"hangs in a test",
		'test("a", () => {}); test("b", async (t) => { await t.test("c", () => new Promise((resolve) => setTimeout(resolve, 1e6))); });',
		/running: b › c$/m,
	],
	[
		"keeps something open after its tests",
		'test("a", () => {}); setInterval(() => {}, 1e6);',
		/running: nothing, after a$/m,
	],
	[
		"loops, with a program that it started",
		'import { spawn } from "node:child_process"; process.on("SIGTERM", () => {}); test("a", async () => { spawn(process.execPath, ["-e", "setTimeout(() => {}, 2e4)"], { stdio: "inherit" }); await new Promise(setImmediate); for (;;); });',
		/running: a$/m,
	],
])
	test(`a file that ${name} is ended and named`, () => {
		const file = join(folder, `${name.replace(/\W/g, "-")}.test.mjs`);
		writeFileSync(file, `${imports}${code}`);
		const [printed, counts] = evaluate(
			`${report}const printed = []; const { log } = console; console.log = (line) => printed.push(line); const counts = await countNodeTests([${JSON.stringify(file)}], {}, 2000); log(JSON.stringify([printed.join("\\n"), counts]));`,
		);
		assert.match(printed, new RegExp(`^✗ .*${name.replace(/\W/g, "-")}`, "m"));
		assert.match(printed, /^ended after 2 s, /m);
		assert.match(printed, running);
		assert.equal(counts.failed, 1);
	});

/**
 * A file whose test starts a program that answers no signal, and another in a group of its own.
 * Their ids are in `pids`.
 */
const pids = join(folder, "pids");
const starts = join(folder, "starts-programs.test.mjs");
const program = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6);`;
writeFileSync(
	starts,
	`${imports}
	import { spawn } from "node:child_process";
	import { writeFileSync } from "node:fs";
	import { startGroup } from ${JSON.stringify(new URL("process-group.mjs", import.meta.url).href)};
	test("a", async () => {
		const args = (code) => [process.execPath, ["-e", code], { stdio: "ignore" }];
		const started = [
			spawn(...args(${JSON.stringify(program)})),
			startGroup(...args("setInterval(() => {}, 1e6)")),
		];
		writeFileSync(${JSON.stringify(pids)}, JSON.stringify(started.map(({ pid }) => pid)));
		await new Promise((resolve) => setTimeout(resolve, 1e6));
	});`,
);
const startsAll = (limitMs) =>
	`${report}await countNodeTests([${JSON.stringify(starts)}], {}, ${limitMs}); console.log(0);`;

/** Waits until the programs of the file have ended. */
async function ended() {
	const started = JSON.parse(readFileSync(pids, "utf8"));
	assert.equal(started.length, 2);
	const left = () => started.filter(isAlive);
	await until(
		() => `${left()} end`,
		() => left().length === 0,
	).finally(() => {
		for (const pid of left()) process.kill(pid, "SIGKILL");
		rmSync(pids);
	});
}

function isAlive(pid) {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

test("what a file has started ends with its time", () => {
	evaluate(startsAll(2000));
	return ended();
});

test("what a file has started ends with the runner", async () => {
	const runner = spawn(
		process.execPath,
		["--input-type=module", "--eval", startsAll(1e6)],
		{ cwd: root, env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
	);
	await until(
		"the file starts",
		() => existsSync(pids) && readFileSync(pids).length > 0,
	);
	runner.kill("SIGINT");
	await ended();
});

for (const [name, printed, status, expected] of [
	["passes", "test result: ok. 3 passed; 0 failed; 1 ignored;", 0, [3, 0, 1]],
	[
		"fails",
		"test result: FAILED. 3 passed; 2 failed; 0 ignored;",
		101,
		[3, 2, 0],
	],
	[
		"crashes",
		"test result: ok. 3 passed; 0 failed; 0 ignored;",
		101,
		[3, 1, 0],
	],
	["does not compile", "error: could not compile", 101, [0, 1, 0]],
	["runs nothing", "", 0, [0, 1, 0]],
])
	test(`a Rust program that ${name}`, () => {
		const program = `process.stdout.write(${JSON.stringify(`${printed}\n`)}); process.exitCode = ${status};`;
		const { passed, failed, skipped } = evaluate(
			`import { spawn } from "node:child_process"; ${report}console.log(JSON.stringify(await countLibtest([spawn(process.execPath, ["-e", ${JSON.stringify(program)}])])));`,
		);
		assert.deepEqual([passed, failed, skipped], expected);
	});

test("a program that cannot start is a failure", () => {
	const { failed } = evaluate(
		`import { spawn } from "node:child_process"; ${report}console.log(JSON.stringify(await countLibtest([spawn("no-such-program")])));`,
	);
	assert.equal(failed, 1);
});

test("npm test with an unknown name is an error", () => {
	const { status, stderr } = spawnSync(
		process.execPath,
		[join(root, "tests", "run.mjs"), "nonsense"],
		{ encoding: "utf8" },
	);
	assert.equal(status, 2);
	assert.match(stderr, /nonsense among the tests: core, /);
});

/** Runs with a PATH on which no browser is, and as a user who may install none. */
const withoutBrowsers = (env) =>
	spawnSync(
		process.execPath,
		[
			"--input-type=module",
			"--eval",
			'const { inBrowser } = await import("./www/browsers/browsers.mjs"); console.log(inBrowser("webkit").skip);',
		],
		{
			cwd: root,
			encoding: "utf8",
			env: { ...process.env, PATH: folder, ...env },
		},
	).stdout.trim();

test("a missing browser skips its tests, but not in CI", () => {
	assert.match(
		withoutBrowsers({ CI: "" }),
		process.platform === "linux"
			? /^WebKitGTK is not installed: sudo apt-get install webkit2gtk-driver /
			: /^WebKitGTK is not installed: /,
	);
	assert.equal(withoutBrowsers({ CI: "true" }), "false");
});
