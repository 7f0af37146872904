// Two threads of one agent, and the restart of a process.

import { MemorySaver } from "@langchain/langgraph";
import { init } from "agent-todos";
import { agentTodosMiddleware } from "agent-todos/langchain";
import { AIMessage, createAgent, fakeModel } from "langchain";

await init();
const checkpointer = new MemorySaver();
async function told(
	thread_id: string,
	content: string,
	before: readonly string[] = [],
): Promise<string[]> {
	const model = fakeModel()
		.respond(
			new AIMessage({
				id: content,
				content: "",
				tool_calls: [
					{
						id: content,
						name: "write_todos",
						args: {
							todos: [...before, content].map((content) => ({
								content,
								status: "pending",
							})),
						},
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
console.log(JSON.stringify(await told("ann", "Pay", ["Find a kettle"])));
