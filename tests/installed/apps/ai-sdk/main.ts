// An agent whose model calls the tool once.

import { Conversation, init, TodoStore } from "agent-todos";
import { todoPrepareStep, todoTools } from "agent-todos/ai-sdk";
import { isStepCount, ToolLoopAgent } from "ai";
import { MockLanguageModelV4 } from "ai/test";

await init();
const store = new TodoStore();
const conversation = new Conversation(store);
const usage = {
	inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
	outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const agent = new ToolLoopAgent({
	model: new MockLanguageModelV4({
		doGenerate: async () =>
			store.size === 0
				? {
						content: [
							{
								type: "tool-call",
								toolCallId: "1",
								toolName: "todo_manager",
								input:
									'{"action":"add_multiple","todos":["Find a kettle","Pay"],"ids":[]}',
							},
						],
						finishReason: { unified: "tool-calls", raw: undefined },
						usage,
						warnings: [],
					}
				: {
						content: [{ type: "text", text: "Yes." }],
						finishReason: { unified: "stop", raw: undefined },
						usage,
						warnings: [],
					},
	}),
	tools: todoTools(conversation),
	prepareStep: todoPrepareStep(conversation),
	stopWhen: isStepCount(5),
});
await agent.generate({ prompt: "Go" });
console.log(JSON.stringify(store.getAll().map(({ content }) => content)));
