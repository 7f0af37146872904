// What the first use costs in Node: the time from the start of a fresh process to its end, in which
// a program makes a store of thirty todos and completes one by a tool call. Beside it the same with
// the original's store and zod; each as npm installs it, and as esbuild bundles it. The processes
// take turns.
//
//   node tests/bench/first-use.mjs        21 rounds; ROUNDS=5 for a quicker look
//   node tests/bench/first-use.mjs --check   exits with 1 where a bar is broken
//   node tests/bench/first-use.mjs --instructions   counts what all threads execute, with valgrind:
//                                                   much the same on a busy machine

import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { installed } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "../tools/folder.mjs";
import { completeEach, steps } from "./plan.mjs";
import { median } from "./table.mjs";

const isCounting = process.argv.includes("--instructions");
const rounds = isCounting ? 1 : Number(process.env.ROUNDS ?? 21);
const folder = emptyTarget("bench", "first-use");
const message = `const steps = ${JSON.stringify(steps)}; const call = ${JSON.stringify(completeEach[0])};`;
const programs = {
	"agent-todos": `
		import { TodoStore, tools } from "agent-todos";
		const store = new TodoStore();
		store.addMultiple(steps);
		console.log(tools(store)[0].call(call).text);`,
	"TypeScript + zod": `
		import { z } from "zod";
		import { makeTypeScript } from "./typescript-store.mjs";
		const { SeedStore, callTool } = makeTypeScript(z);
		const store = new SeedStore();
		store.addMultiple(steps);
		console.log(callTool(store, call).text);`,
};

await build({
	entryPoints: [join(import.meta.dirname, "typescript-store.ts")],
	outfile: join(folder, "typescript-store.mjs"),
	format: "esm",
	logLevel: "error",
});
const contenders = [];
for (const [i, [name, program]] of Object.entries(programs).entries()) {
	const file = join(folder, `${i}.mjs`);
	writeFileSync(
		file,
		program.replace("const store", `${message}\nconst store`),
	);
	const bundle = join(folder, `${i}-bundled.mjs`);
	await build({
		entryPoints: [file],
		outfile: bundle,
		bundle: true,
		minify: true,
		format: "esm",
		platform: "node",
		logLevel: "error",
	});
	contenders.push({ name, file, costs: [] });
	contenders.push({ name: `${name}, bundled`, file: bundle, costs: [] });
}
// The bundle looks for the module beside itself.
copyFileSync(
	join(installed, "agent_todos_bg.wasm"),
	join(folder, "agent_todos_bg.wasm"),
);

/** Runs a program, and returns the milliseconds until its end, or its instructions in millions. */
function measure(file) {
	const command = [process.execPath, file];
	// The code of V8 changes while it runs.
	const counter = ["valgrind", "--tool=callgrind", "--smc-check=all-non-file"];
	const [program, ...args] = isCounting
		? [...counter, "--callgrind-out-file=/dev/null", ...command]
		: command;
	const start = performance.now();
	const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
	if (status !== 0) throw new Error(stderr);
	if (!isCounting) return performance.now() - start;
	return Number(/Collected : (\d+)/.exec(stderr)[1]) / 1e6;
}

// The first round is a warm-up: the files are read from the disk, which no count depends on.
for (let round = isCounting ? 1 : 0; round <= rounds; round++)
	for (const { file, costs } of contenders) {
		const cost = measure(file);
		if (round > 0) costs.push(cost);
	}

const unit = isCounting ? "million instructions" : "ms";
console.log(`| first use in Node, ${unit} of a fresh process | median |`);
console.log("|---|--:|");
for (const { name, costs } of contenders)
	console.log(`| ${name} | ${median(costs).toFixed(1)} |`);
console.log();
const maxRatio = 1;
const [ours, oursBundled, theirs, theirsBundled] = contenders;
for (const [what, own, other] of [
	["as installed", ours, theirs],
	["bundled", oursBundled, theirsBundled],
]) {
	// Of each round, whose processes had the same load.
	const ratio = median(own.costs.map((cost, i) => cost / other.costs[i]));
	const isKept = ratio <= maxRatio;
	console.log(
		`${isKept ? "kept  " : "BROKEN"} first use in Node, ${what}: ${ratio.toFixed(2)} times that of the original's store with zod, at most ${maxRatio} wanted`,
	);
	if (process.argv.includes("--check") && !isKept) process.exitCode = 1;
}
