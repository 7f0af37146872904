// The test runner itself: what did not run, crashed or was skipped must not count as passed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { output } from "../../pkg-template/build/command.mjs";
import { root } from "../../pkg-template/build/places.mjs";
import { isConcerned } from "./changed.mjs";
import { ofLibtest, ofNodeTest, ofOneCheck, sum } from "./counts.mjs";
import { execute } from "./execute.mjs";
import { emptyFolder } from "./folder.mjs";
import { staleness } from "./is-built.mjs";
import { patience } from "./patience.mjs";
import { runInQueue } from "./queue.mjs";
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
	"crashes beside a test": [
		`${imports}test("a", () => {}); setTimeout(() => { throw new Error("late"); });`,
		[0, 1, 0],
	],
};

for (const [name, [code, expected]] of Object.entries(files)) {
	test(`a file that ${name}`, async () => {
		const file = join(folder, `${name.replace(/\W/g, "-")}.test.mjs`);
		writeFileSync(file, code);
		// Within a test node would not count as if it were by itself.
		const { passed, failed, skipped } = await ofNodeTest(file, {
			NODE_TEST_CONTEXT: undefined,
		});
		assert.deepEqual([passed, failed, skipped], expected);
	});
}

test("what failed says how to run it alone", async () => {
	const file = join(folder, "says how.test.mjs");
	writeFileSync(
		file,
		`${imports}test("it's (not) so", async (t) => { await t.test("inner", () => { throw new Error("no"); }); }); test("right", () => console.log("the other runs"));`,
	);
	const { output } = await ofNodeTest(file, {
		NODE_TEST_CONTEXT: undefined,
		AGENT_TODOS_BROWSER: "firefox",
	});
	const commands = output.match(/(?<=^alone: ).*$/gm);
	assert.equal(commands.length, 1, output);
	assert.match(commands[0], /^AGENT_TODOS_BROWSER=firefox node --test /);
	// Which runs this test, and no other.
	const again = spawnSync("sh", ["-c", commands[0]], {
		encoding: "utf8",
		env: { ...process.env, NODE_TEST_CONTEXT: undefined },
	});
	assert.match(again.stdout, /inner/);
	assert.doesNotMatch(again.stdout, /the other runs/);
	const rust = ofLibtest({
		status: 101,
		output:
			"test merge::the_rules_hold ... FAILED\ntest result: FAILED. 0 passed; 1 failed; 0 ignored;",
	});
	assert.match(rust.output, /^alone: cargo test merge::the_rules_hold$/m);
	assert.match(
		ofOneCheck({ status: 1, output: "" }, ["cargo", "fmt", "--check"]).output,
		/^alone: cargo fmt --check$/m,
	);
});

test("Rust's test programs are added up, and one that crashes is a failure", () => {
	const line = (passed, failed, ignored) =>
		`test result: ok. ${passed} passed; ${failed} failed; ${ignored} ignored; 0 measured; 0 filtered out\n`;
	const two = `${line(3, 0, 1)}noise\n${line(4, 0, 0)}`;
	const checks = [0, null].map((status) => ofOneCheck({ status, output: "" }));
	for (const [{ passed, failed, skipped }, ...expected] of [
		[ofLibtest({ status: 0, output: two }), 7, 0, 1],
		[ofLibtest({ status: 101, output: line(3, 2, 0) }), 3, 2, 0],
		[ofLibtest({ status: 101, output: line(3, 0, 0) }), 3, 1, 0],
		[ofLibtest({ status: 101, output: "error: could not compile" }), 0, 1, 0],
		[ofLibtest({ status: null, output: "" }), 0, 1, 0],
		[sum(checks), 1, 1, 0],
	])
		assert.deepEqual([passed, failed, skipped], expected);
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

/** Runs `npm test` of a folder with an argument. */
const npmTest = (folder, argument) =>
	spawnSync(process.execPath, [join(folder, "tests/run.mjs"), argument], {
		encoding: "utf8",
	});

test("a suite that does not exist is an error, not a pass; those on demand are said to be so", () => {
	const { status, stdout, stderr } = npmTest(root, "nonsense");
	assert.equal(status, 2);
	assert.match(stderr, /nonsense/);
	assert.match(stdout, /^native /m);
	assert.match(stdout, /^mcp-kill .*\(only when named\)$/m);
	assert.doesNotMatch(stdout, /^mcp .*\(only when named\)$/m);
});

/** Jobs as the queue takes them, `[name, turns of the event loop, token]`, and what happened when. */
async function ran(given, cores) {
	const events = [];
	const jobs = given.map(([name, turns, token]) => ({
		token,
		async run() {
			events.push(`${name} starts`);
			for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
			events.push(`${name} ends`);
			if (name === "b") throw new Error("its own matter");
		},
	}));
	await runInQueue(jobs, cores);
	return events;
}
const given = [
	["a", 9, "cargo"],
	["b", 1, "cargo"],
	["c", 2],
	["d", 2],
];

test("a core that is free takes the first job whose token nobody holds", async () => {
	assert.deepEqual(await ran(given, 2), [
		"a starts",
		"c starts",
		"c ends",
		"d starts",
		"d ends",
		"a ends",
		"b starts",
		"b ends",
	]);
	assert.deepEqual(await ran([], 2), []);
});

test("with one core, one job runs at a time", async () =>
	assert.deepEqual(
		await ran(given, 1),
		given.flatMap(([name]) => [`${name} starts`, `${name} ends`]),
	));

test("every script runs in the shell of Windows, too", () => {
	const { scripts } = JSON.parse(
		readFileSync(join(root, "package.json"), "utf8"),
	);
	for (const [name, script] of Object.entries(scripts))
		for (const command of script.split(" && "))
			assert.match(command, /^(node|npm|cargo|biome) [^=$'*|;]*$/, name);
});

test("every frozen text is there, and --update runs the suites that have one", () => {
	const files = suites.flatMap(({ frozen }) => frozen);
	for (const file of ["tests/native/sentences.txt", "tests/types/api.txt"])
		assert.ok(files.includes(file), file);
	for (const file of files) assert.ok(existsSync(join(root, file)), file);
});

test("a suite without a long run refuses --full", () => {
	const { status, stderr } = spawnSync(
		process.execPath,
		[join(root, "tests", "run.mjs"), "lint", "--full"],
		{ encoding: "utf8" },
	);
	assert.equal(status, 2);
	assert.match(stderr, /There is no long run of lint/);
});

test("a test of the package says when the package is older than its source, or is not built", (t) => {
	const folder = emptyFolder(t);
	const [stamp, source] = ["stamp", "source"].map((name) => join(folder, name));
	mkdirSync(source);
	writeFileSync(join(source, "a"), "");
	// What an editor leaves while a file is open.
	symlinkSync("nothing", join(source, ".#a"));
	assert.match(staleness(stamp, [source]), /not built: npm run build$/);
	writeFileSync(stamp, "");
	const at = (path, second) => utimesSync(path, second, second);
	at(stamp, 5);
	at(source, 4);
	at(join(source, "a"), 5);
	assert.equal(staleness(stamp, [source]), undefined);
	at(join(source, "a"), 6);
	assert.match(staleness(stamp, [source]), /older than .*a: npm run build$/);
	// A file that was removed.
	rmSync(join(source, "a"));
	at(source, 6);
	assert.match(staleness(stamp, [source]), /older than .*source: /);

	const silent = suites
		.filter(({ needs }) => needs.includes("package"))
		.map(({ name }) => name.replace(/^package-.*/, "package"))
		.map((name) => join(root, "tests", name))
		.filter((folder) => existsSync(folder))
		.flatMap((folder) =>
			readdirSync(folder)
				.filter((file) => file.endsWith(".test.mjs"))
				.map((file) => join(folder, file)),
		)
		.filter(
			(file) =>
				!readFileSync(file, "utf8").includes('import "../setup/is-built.mjs";'),
		);
	assert.deepEqual(silent, []);
});

test("a change runs the suites that it concerns", () => {
	const concerned = (...files) =>
		suites
			.filter((suite) => !suite.isOnDemand && isConcerned(suite, files))
			.map(({ name }) => name);
	assert.deepEqual(concerned(), []);
	assert.deepEqual(concerned("tests/hosts/tokens.test.mjs"), ["hosts", "lint"]);
	assert.deepEqual(
		concerned("tests/setup/queue.mjs"),
		concerned("package.json"),
	);
	for (const name of ["native", "clippy", "package-webkit", "mcp", "e2e"])
		assert.ok(concerned("src/list/store.rs").includes(name), name);
	assert.ok(!concerned("pkg-template/src/react.ts").includes("native"));
});

test("every path that concerns a suite is there, and every file concerns one that tests it", () => {
	for (const { name, concerns } of suites)
		for (const path of concerns)
			assert.ok(existsSync(join(root, path)), `${name}: ${path}`);
	const folders = ["src", "pkg-template", "www", "tests"];
	// A copy has no git.
	const listed = output("git", ["ls-files", ...folders], { cwd: root }) ?? "";
	const others = suites.filter(({ name }) => name !== "lint");
	for (const file of listed.split("\n").filter(Boolean))
		assert.ok(
			/^tests\/(bench|lint)\//.test(file) ||
				others.some((suite) => isConcerned(suite, [file])),
			file,
		);
});

test("the table of tests/README.md names every suite", () => {
	const table = readFileSync(join(root, "tests", "README.md"), "utf8")
		.split("\n")
		.filter((line) => line.startsWith("| "))
		.join("\n");
	const named = new Set(table.match(/(?<=`)[a-z0-9-]+(?=`)/g));
	assert.deepEqual(
		suites.map(({ name }) => name).filter((name) => !named.has(name)),
		[],
	);
});

test("it begins where nothing is installed yet", () => {
	const clone = join(folder, "clone");
	for (const part of ["tests/run.mjs", "tests/setup", "pkg-template/build"])
		cpSync(join(root, part), join(clone, part), { recursive: true });
	const { status, stderr } = npmTest(clone, "--list");
	assert.equal(status, 0, stderr);
});
