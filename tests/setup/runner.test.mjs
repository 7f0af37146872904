// The test runner itself: what did not run, crashed or was skipped must not count as passed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ofLibtest, ofNodeTest, ofOneCheck, sum } from "./counts.mjs";
import { execute } from "./execute.mjs";
import { runInLanes } from "./lanes.mjs";
import { patience } from "./patience.mjs";
import { suites } from "./suites.mjs";

const folder = mkdtempSync(join(tmpdir(), "agent todos runner "));
after(() => rmSync(folder, { recursive: true }));

const imports = 'import test, { describe, it } from "node:test";\n';
const files = {
	"passes, in every form": [
		`${imports}test("a", () => {}); test("b", async (t) => { await t.test("c", () => {}); await t.test("d", () => {}); }); describe("e", () => it("f", () => {}));`,
		[4, 0, 0],
	],
	"one of two parts fails": [
		`${imports}test("a", async (t) => { await t.test("b", () => {}); await t.test("c", () => { throw new Error("c"); }); });`,
		[1, 1, 0],
	],
	"fails after its parts": [
		`${imports}test("a", async (t) => { await t.test("b", () => {}); throw new Error("a"); });`,
		[1, 1, 0],
	],
	"skipped and to do": [
		`${imports}test.skip("a", () => {}); test.todo("b"); test("c", () => {});`,
		[1, 0, 2],
	],
	"holds no test": ["", [0, 1, 0]],
	"ends the process before its test": [
		`${imports}process.exit(0); test("a", () => {});`,
		[0, 1, 0],
	],
	"crashes while it loads": ['throw new Error("crash");', [0, 1, 0]],
	"is no JavaScript": ["test(", [0, 1, 0]],
	"waits for what never comes": [
		`${imports}test("a", () => new Promise(() => {}));`,
		[0, 1, 0],
	],
	"fails beside a test": [
		`${imports}test("a", () => {}); setTimeout(() => { throw new Error("late"); });`,
		[1, 1, 0],
	],
};

for (const [name, [code, expected]] of Object.entries(files)) {
	test(`a file that ${name}`, async () => {
		const file = join(folder, `${name.replace(/\W/g, "-")}.test.mjs`);
		writeFileSync(file, code);
		// Within a test node would not count as if it were by itself.
		const { passed, failed, skipped } = await ofNodeTest(
			file,
			{ NODE_TEST_CONTEXT: undefined },
			0.2,
		);
		assert.deepEqual([passed, failed, skipped], expected);
	});
}

test("Rust's test programs are added up, and one that crashes is a failure", () => {
	const line = (passed, failed, ignored) =>
		`test result: ok. ${passed} passed; ${failed} failed; ${ignored} ignored; 0 measured; 0 filtered out\n`;
	const counts = ({ passed, failed, skipped }) => [passed, failed, skipped];
	assert.deepEqual(
		counts(
			ofLibtest({
				status: 0,
				output: `${line(3, 0, 1)}noise\n${line(4, 0, 0)}`,
			}),
		),
		[7, 0, 1],
	);
	assert.deepEqual(
		counts(ofLibtest({ status: 101, output: line(3, 2, 0) })),
		[3, 2, 0],
	);
	assert.deepEqual(
		counts(ofLibtest({ status: 101, output: line(3, 0, 0) })),
		[3, 1, 0],
	);
	assert.deepEqual(
		counts(ofLibtest({ status: 101, output: "error: could not compile" })),
		[0, 1, 0],
	);
	assert.deepEqual(counts(ofLibtest({ status: null, output: "" })), [0, 1, 0]);
	assert.deepEqual(
		counts(
			sum([
				ofOneCheck({ status: 0, output: "" }),
				ofOneCheck({ status: null, output: "" }),
			]),
		),
		[1, 1, 0],
	);
});

test("a program that is missing, is ended or takes too long is told", async () => {
	assert.equal((await execute("no-such-program", [])).status, null);
	const killed = await execute(process.execPath, [
		"-e",
		"require('node:fs').writeSync(1, 'begun'); process.kill(process.pid, 'SIGTERM')",
	]);
	assert.equal(killed.status, null);
	assert.match(killed.output, /begun[\s\S]*SIGTERM/);
	const late = await execute(
		process.execPath,
		["-e", "setInterval(() => {}, 1000)"],
		{ minutes: 0.01 },
	);
	assert.equal(late.status, null);
	assert.match(late.output, /ended after 0.01 minutes/);
});

test("what a program leaves running is ended with it", async () => {
	const { output } = await execute(process.execPath, [
		"-e",
		`
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    child.on("spawn", () => { console.log(child.pid); process.exit(0); });
  `,
	]);
	const pid = Number(output.trim());
	assert.ok(pid > 1);
	// Gone, or dead and waiting (Z) for someone to ask what became of it.
	const isThere = () =>
		!/^(|Z.*)$/.test(
			spawnSync("ps", ["-o", "stat=", "-p", String(pid)], {
				encoding: "utf8",
			}).stdout.trim(),
		);
	for (const end = Date.now() + patience; isThere(); await wait(20))
		assert.ok(Date.now() < end, "it runs on");
});

test("a suite that does not exist is an error, not a pass", () => {
	const run = fileURLToPath(new URL("../run.mjs", import.meta.url));
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[run, "nonsense"],
		{ encoding: "utf8" },
	);
	assert.equal(status, 2);
	assert.match(stderr, /nonsense/);
	assert.match(stdout, /^native /m);
});

test("a suite that is on demand runs only when it is named", () => {
	const run = fileURLToPath(new URL("../run.mjs", import.meta.url));
	const { stdout } = spawnSync(process.execPath, [run, "--list"], {
		encoding: "utf8",
	});
	assert.match(stdout, /^mcp-kill .*\(only when named\)$/m);
	assert.doesNotMatch(stdout, /^mcp .*\(only when named\)$/m);
});

/** Suites as `runInLanes` takes them, each as long as its number of turns of the event loop, and what happened when. */
async function ran(given, cores) {
	const events = [];
	const run = async ({ name, turns }) => {
		events.push(`${name} starts`);
		for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
		events.push(`${name} ends`);
		return name;
	};
	const results = await runInLanes(
		given.map(([name, lane, turns]) => ({ name, lane, turns })),
		run,
		cores,
	);
	return { events, results };
}
const given = [
	["a", "left", 9],
	["b", "right", 1],
	["c", "right", 2],
	["d", "left", 1],
];

test("lanes run beside each other, the suites of one in turn, and the results keep the order", async () => {
	const { events, results } = await ran(given, 2);
	assert.deepEqual(results, ["a", "b", "c", "d"]);
	assert.deepEqual(events, [
		"a starts",
		"b starts",
		"b ends",
		"c starts",
		"c ends",
		"a ends",
		"d starts",
		"d ends",
	]);
});

test("with one core, one suite runs at a time", async () => {
	const { events, results } = await ran(given, 1);
	assert.deepEqual(results, ["a", "b", "c", "d"]);
	assert.deepEqual(
		events,
		given.flatMap(([name]) => [`${name} starts`, `${name} ends`]),
	);
});

test("every suite has a lane, all that cargo compiles is in one, and so is the package in each browser", () => {
	for (const { name, lane, needs } of suites) {
		if (!needs.includes("package")) assert.equal(lane, "terminal", name);
		else if (name.startsWith("package-")) assert.equal(lane, "browsers", name);
		else assert.ok(["terminal", "browsers"].includes(lane), name);
	}
});
