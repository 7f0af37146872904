// Two threads of one agent, and the restart of a process.

import { MemorySaver } from "@langchain/langgraph";
import { init } from "agent-todos";
import { agentTodosMiddleware } from "agent-todos/langchain";
import { AIMessage, createAgent, fakeModel } from "langchain";

await init();
const checkpointer = new MemorySaver();
async function told(thread_id: string, content: string): Promise<string[]> {
	const model = fakeModel()
		.respond(
			new AIMessage({
				id: content,
				content: "",
				tool_calls: [
					{
						id: content,
						name: "todo_manager",
						args: { action: "add_multiple", todos: [content], ids: [] },
					},
				],
			}),
		)
		.respond(new AIMessage({ id: `${content}.`, content: "Yes." }));
	const agent = createAgent({
		model,
		middleware: [agentTodosMiddleware()],
		checkpointer,
	});
	const { todos } = await agent.invoke(
		{ messages: "Go" },
		{ configurable: { thread_id } },
	);
	return todos.map(({ content }) => content);
}
await told("ann", "Find a kettle");
await told("bob", "Find a cup");
console.log(JSON.stringify(await told("ann", "Pay")));
