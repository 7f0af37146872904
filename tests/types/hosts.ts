/// <reference types="dom-chromium-ai" />
// The hooks for reminders in the places that they are made for.

import { Agent, run } from "@openai/agents";
import type { DialectTodos, Todo } from "agent-todos";
import { Conversation, init, TodoStore } from "agent-todos";
import {
	todoTools as aiTools,
	type TodoDataTypes,
	todoPrepareStep,
	writeTodos,
} from "agent-todos/ai-sdk";
import { agentTodosMiddleware, todoTools } from "agent-todos/langchain";
import {
	todoTools as openaiTools,
	todoInputFilter,
} from "agent-todos/openai-agents";
import type { PromptSession } from "agent-todos/prompt-api";
import { promptToolOptions, promptWithTools } from "agent-todos/prompt-api";
import { aiSdk, promptApi, type ScribeModel, scribe } from "agent-todos/scribe";
import type { LanguageModel as AiModel } from "ai";
import {
	createUIMessageStream,
	generateObject,
	generateText,
	jsonSchema,
	Output,
	tool,
} from "ai";
import { createAgent, createMiddleware } from "langchain";
import type { Equal, Expect } from "./equal.js";

export type Check = Expect<
	Equal<TodoDataTypes, { todos: ReadonlyArray<Readonly<Todo>> }>
>;

/** The messages of a provider that takes no system message among them. */
type ProviderMessage = {
	role: "user" | "assistant";
	content: string | Array<{ type: "text"; text: string }>;
};

export async function hooks(model: AiModel): Promise<string> {
	await init();
	const store = new TodoStore();
	const reminders = new Conversation(store);

	const messages: ProviderMessage[] = [{ role: "user", content: "Go" }];
	const appended: { role: "user"; content: string } | undefined =
		reminders.appendReminder(messages);
	const chat: Array<{ role: string; content: string }> = [];
	reminders.appendReminder(chat, "developer")?.role satisfies
		| "developer"
		| undefined;
	// @ts-expect-error these take no system message
	reminders.appendReminder(messages, "system");
	// @ts-expect-error these are no messages
	reminders.appendReminder([1]);
	// @ts-expect-error what was told is kept by a Conversation
	store.appendReminder(messages);

	const agent = createAgent({
		model: "openai:gpt-5",
		middleware: [
			createMiddleware({ name: "mine" }),
			agentTodosMiddleware({
				stores: async (thread) => new TodoStore({ maxTodos: thread ? 10 : 5 }),
				dialect: "TodoWrite",
				reminders: "full",
				role: "system",
				nudge: true,
				onChange: async ({ revision }, thread) => console.log(revision, thread),
			}),
		],
	});
	const { messages: state, todos } = await agent.invoke({ messages: [] });
	todos satisfies readonly DialectTodos["TodoWrite"][];
	createAgent({
		model: "openai:gpt-5",
		tools: todoTools(reminders),
	});
	agentTodosMiddleware();
	agentTodosMiddleware({ stores: store });
	agentTodosMiddleware({ stores: reminders, tools: false });
	// @ts-expect-error no such dialect
	agentTodosMiddleware({ dialect: "TodoReed" });
	// @ts-expect-error these are no stores
	agentTodosMiddleware({ stores: [store] });
	// @ts-expect-error a conversation is needed
	todoTools(store);

	const claude = new Conversation(store, { dialect: "TodoWrite" });
	const claudeTools = aiTools(claude);
	const { toolCalls } = await generateText({
		model,
		prompt: "Go",
		tools: {
			...claudeTools,
			look: tool({ inputSchema: jsonSchema<object>({}) }),
		},
	});
	for (const call of toolCalls)
		if (!call.dynamic && call.toolName === "TodoWrite") {
			const [first] = call.input.todos;
			first?.status satisfies
				| "pending"
				| "in_progress"
				| "completed"
				| undefined;
			// @ts-expect-error no such field
			first?.state;
		}
	claudeTools.TodoWrite.inputSchema satisfies object;
	// @ts-expect-error no such tool
	claudeTools.TodoRead;
	const task = aiTools(new Conversation(store, { dialect: "Task" }));
	task.TaskUpdate.description satisfies unknown;
	// Without a dialect in the type, any name may be a tool.
	aiTools(reminders).todo_manager?.inputSchema;

	const shopper = new Agent<{ user: string }>({
		name: "shopper",
		tools: openaiTools(reminders),
	});
	await run(shopper, "Go", {
		context: { user: "ann" },
		callModelInputFilter: todoInputFilter(reminders, { role: "system" }),
	});
	// @ts-expect-error no such role
	todoInputFilter(reminders, { role: "assistant" });

	const { tools: declared, expectedOutputs } = promptToolOptions(reminders);
	const script: PromptSession = {
		prompt: async () => [...declared, ...expectedOutputs],
		append: async () => {},
	};
	(await promptWithTools(script, "Go", reminders, { calls: "xml" })).trim();
	// The browser's own, as DefinitelyTyped has it, where tool use is not yet among its content.
	const session = await LanguageModel.create();
	(await promptWithTools(session, "Go", reminders)).trim();
	// @ts-expect-error no such way
	await promptWithTools(session, "Go", reminders, { calls: "loudly" });

	// Three ways to ask the scribe's model, and steps as the hosts have them.
	const models: ScribeModel[] = [
		promptApi(session),
		aiSdk(generateObject, { model }),
		(prompt, schema, { signal: abortSignal }) =>
			generateText({
				model,
				prompt,
				abortSignal,
				output: Output.object({ schema: jsonSchema({ ...schema }) }),
			}),
		() => ({ done: [1] }),
	];
	for (const small of models) {
		const keeper = scribe(reminders, {
			model: small,
			task: "Go",
			every: 2,
			plan: true,
			timeout: 1000,
			onAnswer: ({ usage, milliseconds, changed, outcomes }) =>
				console.log(
					usage?.totalTokens?.toFixed(),
					milliseconds.toFixed(),
					changed satisfies boolean,
					outcomes[0]?.text,
				),
			onError: ({ count, error }) => console.log(count.toFixed(), error),
		});
		await generateText({
			model,
			prompt: "Go",
			onStepFinish({ text, toolResults }) {
				for (const { toolName, input, output } of toolResults)
					keeper.observe({
						call: { name: toolName, args: input },
						result: output,
					});
				keeper.observe({ text });
			},
		});
		keeper.observe({ url: "https://shop.example/", title: undefined });
		// @ts-expect-error this is no step
		keeper.observe({ tool: "open" });
		keeper.observe({ call: "open", result: 3 });
		await keeper.finish();
	}
	// @ts-expect-error a model is needed
	scribe(reminders, { task: "Go" });
	// @ts-expect-error a list is no conversation
	scribe(store, { model: () => "" });
	// @ts-expect-error an answer is a text or an object
	scribe(reminders, { model: () => 7 });

	const prepareStep = todoPrepareStep(reminders);
	const tools = {
		...aiTools(reminders),
		open: tool({
			description: "Opens a page.",
			inputSchema: jsonSchema<{ page: string }>({ type: "object" }),
			execute: ({ page }) => page,
		}),
	};
	const { text } = await generateText({
		model,
		prompt: "Go",
		tools,
		prepareStep,
	});
	await generateText({ model, prompt: "Go", prepareStep });
	// Within one of the host's own.
	await generateText({
		model,
		prompt: "Go",
		tools,
		runtimeContext: { user: "ann" },
		prepareStep: ({ messages, stepNumber }) => ({
			...prepareStep({ messages: messages.slice(-20) }),
			toolChoice: stepNumber === 0 ? "required" : "auto",
		}),
	});
	todoPrepareStep(reminders, { role: "system" })({
		messages: [],
	}).messages.length.toFixed();
	// @ts-expect-error no such option
	todoPrepareStep(reminders, { nudge: true });
	// @ts-expect-error a mode is no options
	todoPrepareStep(reminders, "full");
	createUIMessageStream({
		execute: ({ writer }) => writeTodos(writer, store, "mine")(),
	});
	return [appended?.content, state.at(-1)?.text, text].join("\n");
}
