// In the page: the model, and the package around it.

import { Wllama } from "@wllama/wllama";
import * as entry from "agent-todos/inline";
import { promptWithTools } from "agent-todos/prompt-api";
import { runAgent } from "agent-todos/run";
import { scribe } from "agent-todos/scribe";
import { after } from "../../../www/src/intents.ts";
import { task, turns } from "../../../www/src/recording.ts";
import { drive } from "./runs.mjs";
import { readStep, recordedSteps } from "./scribe-steps.mjs";

let wllama;
const quiet = { debug() {}, log() {}, warn() {}, error: console.error };

globalThis.load = async () => {
	await entry.init();
	wllama = new Wllama({ default: "/wllama.wasm" }, { logger: quiet });
	const model = await (await fetch("/model.gguf")).blob();
	await wllama.loadModel([model], { n_ctx: 2048, n_threads: 1 });
};

async function ask(messages, { schema, maxTokens, seed, temperature = 0.7 }) {
	const { choices } = await wllama.createChatCompletion({
		messages,
		max_tokens: maxTokens,
		temperature,
		seed,
		...(schema && {
			response_format: {
				type: "json_schema",
				json_schema: { name: "answer", schema },
			},
		}),
	});
	return choices[0].message.content ?? "";
}

globalThis.carryOut = (run) =>
	drive({ ...entry, promptWithTools, runAgent }, run, ask);

const steps = recordedSteps({ turns, after });
globalThis.countSteps = () => steps.length;
globalThis.readStep = (at, way) =>
	readStep({ ...entry, scribe, task }, steps[at], way, ask);
