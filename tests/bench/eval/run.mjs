// `npm run eval -- --url http://localhost:11434/v1 --model qwen3`: what a list changes for a model
// of yours.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../../pkg-template/build/places.mjs";
import { installBrowser } from "../../../www/browsers/browsers.mjs";
import { armNames, evaluate, tables } from "./evaluate.mjs";

const usage = `npm run eval -- --url URL --model NAME [option …]

  --url          the endpoint, which speaks OpenAI's chat completions: http://localhost:11434/v1
  --model        the model, as the endpoint calls it
  --key          the key, if it needs one; AGENT_TODOS_EVAL_KEY is safer, as others may see the arguments of a program
  --runs         how often each task is done in each way, each time with another seed; 3
  --arms         the ways to compare; none,tool,plan,scribe
  --tasks        the tasks; all seven
  --small        the model that keeps the list in the way "scribe"; the same as --model
  --dialect      the todo tool of the way "tool"; todo_manager
  --temperature  as the endpoint takes it; what it has by default
  --max-turns    the most turns of a run; 60
  --parallel     how many runs at a time; 1
  --out          where each run is written as JSON; target/eval-runs.json

AGENT_TODOS_EVAL_URL, AGENT_TODOS_EVAL_MODEL and AGENT_TODOS_EVAL_KEY stand for the first three.`;

/** Returns what was asked for, or says what is wrong with it. */
function optionsOf(args, env) {
	const string = { type: "string" };
	const { values } = parseArgs({
		args,
		options: Object.fromEntries(
			[...usage.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => [
				name,
				string,
			]),
		),
	});
	const url = values.url ?? env.AGENT_TODOS_EVAL_URL;
	const model = values.model ?? env.AGENT_TODOS_EVAL_MODEL;
	if (url === undefined || model === undefined)
		throw new Error("--url and --model are needed");
	if (!URL.canParse(url)) throw new Error(`--url is no address: ${url}`);
	const whole = (name, usual) => {
		const value = Number(values[name] ?? usual);
		if (!Number.isInteger(value) || value < 1)
			throw new Error(`--${name} is a whole number of 1 or more`);
		return value;
	};
	const arms = values.arms?.split(",");
	const unknown = arms?.find((arm) => !(arm in armNames));
	if (unknown !== undefined)
		throw new Error(
			`no way ${unknown}: there are ${Object.keys(armNames).join(", ")}`,
		);
	const temperature =
		values.temperature === undefined ? undefined : Number(values.temperature);
	if (Number.isNaN(temperature)) throw new Error("--temperature is a number");
	return {
		url,
		model,
		key: values.key ?? env.AGENT_TODOS_EVAL_KEY,
		small: values.small,
		dialect: values.dialect,
		temperature,
		arms,
		tasks: values.tasks?.split(","),
		times: whole("runs", 3),
		maxTurns: whole("max-turns", 60),
		parallel: whole("parallel", 1),
		out: values.out ?? join(root, "target", "eval-runs.json"),
	};
}

let options;
try {
	options = optionsOf(process.argv.slice(2), process.env);
} catch (error) {
	console.error(`${error.message}\n\n${usage}`);
	process.exit(2);
}
const { out, ...asked } = options;
installBrowser("chromium");
try {
	const runs = await evaluate({
		...asked,
		hear: ({ task, arm, seed, isDone, turns, error }, done, all) => {
			const what = error ?? `${isDone ? "done" : "not done"}, ${turns} turns`;
			console.log(
				`${done} of ${all}: ${task}, ${armNames[arm]}, seed ${seed}: ${what}`,
			);
		},
	});
	mkdirSync(dirname(out), { recursive: true });
	writeFileSync(out, `${JSON.stringify(runs, null, "\t")}\n`);
	console.log(`\n${asked.model}\n\n${tables(runs)}\n\nEach run: ${out}`);
} catch (error) {
	console.error(error.message);
	process.exit(1);
}
