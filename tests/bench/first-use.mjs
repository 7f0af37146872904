// What the first use costs in Node: the time from the start of a fresh process to its end, in which a program makes a store of thirty todos
// and completes one by a tool call. Beside it the same with the original's store and zod; each as npm installs it, and as esbuild bundles it.
// The processes take turns.
//
//   node tests/bench/first-use.mjs        21 rounds; ROUNDS=5 for a quicker look
//   node tests/bench/first-use.mjs --check   exits with 1 where a bar is broken

import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { installed } from "../../pkg-template/build/places.mjs";
import { emptyTarget } from "../setup/folder.mjs";
import { completeEach, steps } from "./plan.mjs";
import { median } from "./table.mjs";

const rounds = Number(process.env.ROUNDS ?? 21);
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
	contenders.push({ name, file, times: [] });
	contenders.push({ name: `${name}, bundled`, file: bundle, times: [] });
}
// The bundle looks for the module beside itself.
copyFileSync(
	join(installed, "agent_todos_bg.wasm"),
	join(folder, "agent_todos_bg.wasm"),
);

// The first round is a warm-up: the files are read from the disk.
for (let round = 0; round <= rounds; round++)
	for (const { file, times } of contenders) {
		const start = performance.now();
		const { status, stderr } = spawnSync(process.execPath, [file]);
		if (status !== 0) throw new Error(String(stderr));
		if (round > 0) times.push(performance.now() - start);
	}

console.log("| first use in Node, ms of a fresh process | median |\n|---|--:|");
for (const { name, times } of contenders)
	console.log(`| ${name} | ${median(times).toFixed(1)} |`);
console.log();
const most = 1;
const [ours, oursBundled, theirs, theirsBundled] = contenders;
for (const [what, own, other] of [
	["as installed", ours, theirs],
	["bundled", oursBundled, theirsBundled],
]) {
	const ratio = median(own.times) / median(other.times);
	const isKept = ratio <= most;
	console.log(
		`${isKept ? "kept  " : "BROKEN"} first use in Node, ${what}: ${ratio.toFixed(2)} times that of the original's store with zod, at most ${most} wanted`,
	);
	if (process.argv.includes("--check") && !isKept) process.exitCode = 1;
}
