// In the page: the model, and the package around it.

import { Wllama } from "@wllama/wllama";
import * as entry from "agent-todos/inline";
import { promptWithTools } from "agent-todos/prompt-api";
import { drive } from "./runs.mjs";

let wllama;
const quiet = { debug() {}, log() {}, warn() {}, error: console.error };

globalThis.load = async () => {
	await entry.init();
	wllama = new Wllama({ default: "/wllama.wasm" }, { logger: quiet });
	const model = await (await fetch("/model.gguf")).blob();
	await wllama.loadModel([model], { n_ctx: 2048, n_threads: 1 });
};

globalThis.carryOut = (run) =>
	drive(
		{ ...entry, promptWithTools },
		run,
		async (messages, { schema, maxTokens, seed }) => {
			const { choices } = await wllama.createChatCompletion({
				messages,
				max_tokens: maxTokens,
				temperature: 0.7,
				seed,
				...(schema && {
					response_format: {
						type: "json_schema",
						json_schema: { name: "answer", schema },
					},
				}),
			});
			return choices[0].message.content ?? "";
		},
	);
