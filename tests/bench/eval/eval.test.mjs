// `npm run eval`, with a scripted model behind a real endpoint: what it counts is what the shop
// says.

import "../../tools/is-built.mjs";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "../../../pkg-template/build/places.mjs";
import { key, modelEndpoint } from "../../tools/model-endpoint.mjs";
import { slowTest } from "../../tools/slow.mjs";
import { bootstrap, wilson } from "./intervals.mjs";
import { answer } from "./script.mjs";

/** Runs the command, and returns what it printed and the runs that it wrote. */
async function evaluated(endpoint, args = [], env = {}) {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-eval-"));
	const out = join(folder, "runs.json");
	try {
		const { stdout } = await promisify(execFile)(
			process.execPath,
			[
				join(root, "tests/bench/eval/run.mjs"),
				`--url=${endpoint.url}`,
				"--model=script-1",
				`--out=${out}`,
				...args,
			],
			{ env: { ...process.env, AGENT_TODOS_EVAL_KEY: key, ...env } },
		);
		return { stdout, runs: JSON.parse(readFileSync(out, "utf8")) };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Returns a model that overhears, where it has no list, that the order is not to be placed. */
const deaf = (request) =>
	answer({
		...request,
		messages: request.messages.filter(
			({ text }) => !text.includes("do not place the order"),
		),
	});
const each = ["--runs=1", "--parallel=3", "--temperature=0.5"];

test("a task in each way: order, change and tokens are counted", async () => {
	const endpoint = await modelEndpoint({ answer: deaf });
	try {
		const args = [...each, "--tasks=stop", "--small=script-small"];
		const { runs, stdout } = await evaluated(endpoint, args);
		assert.deepEqual(
			// They are written as they end.
			runs
				.map(({ arm, isDone, isFollowed }) => [arm, isDone, isFollowed])
				.sort(),
			[
				["none", false, false],
				["plan", true, true],
				["scribe", true, true],
				["tool", true, true],
			],
		);
		// The endpoint reports 3 tokens in and 2 out for each turn.
		for (const { turns, tokensIn, tokensOut } of runs)
			assert.deepEqual([tokensIn, tokensOut], [3 * turns, 2 * turns]);
		assert.match(stdout, /\| no list \| 0 of 1 /);
		assert.match(stdout, /\| a list, no tool \| 1 of 1 /);
		assert.match(stdout, /\| a second model \| 1 of 1 /);
		// The second model is another one, and costs the first no turn.
		const of = (arm) => runs.find((run) => run.arm === arm);
		assert.ok(of("scribe").turns <= of("plan").turns);
		assert.ok(of("scribe").tokensSmall > 0);
		const asked = endpoint.asked.filter(
			({ model }) => model === "script-small",
		);
		assert.equal(of("scribe").tokensSmall, 2 * asked.length);
	} finally {
		endpoint.close();
	}
});

slowTest(
	"each task in some ways: order, change, turns, tokens and intervals",
	async () => {
		const endpoint = await modelEndpoint({ answer: deaf });
		try {
			const all = await evaluated(endpoint, [...each, "--arms=tool"]);
			const some = await evaluated(endpoint, [
				...each,
				"--arms=none,plan",
				"--tasks=straight,colour,stop",
			]);
			const runs = [...all.runs, ...some.runs];
			assert.deepEqual(
				runs.filter(({ error }) => error),
				[],
			);
			const of = (arm) => runs.filter((run) => run.arm === arm);
			assert.deepEqual(
				["tool", "none", "plan"].map((arm) => of(arm).length),
				[7, 3, 3],
			);
			const names = (arm, is) =>
				of(arm)
					.filter(is)
					.map(({ task }) => task)
					.sort();
			// The script's plan forgets the gift note.
			const notDone = ({ isDone }) => !isDone;
			assert.deepEqual(names("none", notDone), ["stop"]);
			assert.deepEqual(names("tool", notDone), ["validation"]);
			assert.deepEqual(names("plan", notDone), []);
			const followed = ({ isFollowed }) => isFollowed === true;
			assert.deepEqual(names("none", followed), ["colour"]);
			assert.deepEqual(names("tool", followed), ["colour", "delivery", "stop"]);
			assert.deepEqual(names("plan", followed), ["colour", "stop"]);
			for (const { ended, said, turns } of runs) {
				assert.equal(ended, "answered");
				assert.equal(said, "The order is placed.");
				assert.ok(turns > 8 && turns < 40, `${turns}`);
			}
			// A tool by itself is a turn for each change; a plan beside other calls only one at the end.
			const turnsOf = (arm) =>
				of(arm).find(({ task }) => task === "straight").turns;
			assert.equal(turnsOf("plan"), turnsOf("none") + 1);
			assert.ok(turnsOf("tool") >= turnsOf("none") + 5);
			// The endpoint reports 3 tokens in and 2 out for each turn.
			for (const { turns, tokensIn, tokensOut } of runs)
				assert.deepEqual([tokensIn, tokensOut], [3 * turns, 2 * turns]);

			assert.match(
				all.stdout,
				/\| a todo tool \| 6 of 7 \(49–97 %\) \| 3 of 3 \(44–100 %\) \|/,
			);
			assert.match(
				some.stdout,
				/\| no list \| 2 of 3 \(21–94 %\) \| 1 of 2 \(9–91 %\) \|/,
			);
			assert.match(some.stdout, /\| a list, no tool \| 3 of 3 /);
			assert.match(
				some.stdout,
				/\| a list, no tool \| 3 \| [-\d.]+ \([-\d.]+ to [-\d.]+\) \|/,
			);
			assert.ok(!`${all.stdout}${some.stdout}`.includes(key));
			for (const { seed, temperature, model } of endpoint.asked)
				assert.deepEqual([seed, temperature, model], [1, 0.5, "script-1"]);
		} finally {
			endpoint.close();
		}
	},
);

test("a run that the endpoint ends is not counted; three end all", async () => {
	const endpoint = await modelEndpoint({ answer });
	try {
		const args = ["--runs=1", "--tasks=straight", "--arms=none,tool,plan"];
		await assert.rejects(
			evaluated(endpoint, args, { AGENT_TODOS_EVAL_KEY: "sk-wrong" }),
			({ stderr }) => {
				assert.match(
					stderr,
					/3 runs in a row failed: .*refuses the key \(401\)/,
				);
				assert.ok(!stderr.includes("sk-wrong"));
				return true;
			},
		);
	} finally {
		endpoint.close();
	}
});

test("eval names missing and misspelt options before anything starts", async () => {
	const endpoint = { url: "http://127.0.0.1:9/v1" };
	for (const [args, says] of [
		[["--arms=none,tools"], /no way tools: there are none, tool, plan, scribe/],
		[["--runs=0"], /--runs is a whole number of 1 or more/],
		[["--url=nowhere"], /--url is no address: nowhere/],
		[["--sedes=1"], /Unknown option '--sedes'/],
	])
		await assert.rejects(evaluated(endpoint, args), ({ code, stderr }) => {
			assert.equal(code, 2);
			assert.match(stderr, says);
			return true;
		});
});

test("the intervals are those of the textbooks", () => {
	// Newcombe 1998, table I: Wilson's score without a correction.
	for (const [count, of, low, high] of [
		[81, 263, 0.2553, 0.3662],
		[15, 148, 0.0624, 0.1605],
		[0, 20, 0, 0.1611],
		[1, 29, 0.0061, 0.1718],
	]) {
		const interval = wilson(count, of);
		assert.ok(Math.abs(interval[0] - low) < 1e-4, `${interval}`);
		assert.ok(Math.abs(interval[1] - high) < 1e-4, `${interval}`);
	}
	// Of many values, the bootstrap is the interval of the normal distribution: 1.96 standard errors.
	const values = Array.from({ length: 400 }, (_, at) => at % 20);
	const half = (1.96 * Math.sqrt(33.25)) / 20;
	const [low, high] = bootstrap(values);
	assert.ok(Math.abs(low - (9.5 - half)) < 0.06, `${low}`);
	assert.ok(Math.abs(high - (9.5 + half)) < 0.06, `${high}`);
	assert.deepEqual(bootstrap([5, 5]), [5, 5]);
});
