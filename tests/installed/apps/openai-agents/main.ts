// An agent whose model, of the SDK's own types, calls the tool once.

import type { Model, ModelResponse } from "@openai/agents";
import { Agent, run, setTracingDisabled, Usage } from "@openai/agents";
import { Conversation, init, TodoStore } from "agent-todos";
import { todoInputFilter, todoTools } from "agent-todos/openai-agents";

setTracingDisabled(true);
await init();
const store = new TodoStore();
const conversation = new Conversation(store);
const model: Model = {
	async getResponse(): Promise<ModelResponse> {
		return {
			usage: new Usage(),
			output:
				store.size === 0
					? [
							{
								type: "function_call",
								callId: "1",
								name: "todo_manager",
								status: "completed",
								arguments:
									'{"action":"add_multiple","todos":["Find a kettle","Pay"],"ids":[]}',
							},
						]
					: [
							{
								type: "message",
								role: "assistant",
								status: "completed",
								content: [{ type: "output_text", text: "Yes." }],
							},
						],
		};
	},
	// biome-ignore lint/correctness/useYield: this model does not stream.
	async *getStreamedResponse() {
		throw new Error("not asked for");
	},
};
const agent = new Agent({
	name: "shopper",
	model,
	tools: todoTools(conversation),
});
await run(agent, "Go", { callModelInputFilter: todoInputFilter(conversation) });
console.log(JSON.stringify(store.getAll().map(({ content }) => content)));
