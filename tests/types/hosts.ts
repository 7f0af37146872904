// The hooks for reminders in the places that they are made for.

import type { ReminderMessage, ReminderMode } from "agent-todos";
import { appendReminder, Conversation, init, TodoStore } from "agent-todos";
import type {
	TodoReminderPrepareStep,
	TodoReminderPrepareStepOptions,
} from "agent-todos/ai-sdk";
import { todoReminderPrepareStep } from "agent-todos/ai-sdk";
import type { TodoReminderMiddlewareOptions } from "agent-todos/langchain";
import { todoReminderMiddleware, todoTools } from "agent-todos/langchain";
import type { LanguageModel } from "ai";
import { generateText, jsonSchema, streamText, ToolLoopAgent, tool } from "ai";
import type { AgentMiddleware } from "langchain";
import { createAgent, createMiddleware } from "langchain";
import type { Equal, Expect } from "./equal.js";

export type Checks = [
	Expect<Equal<ReminderMessage, { role: "user"; content: string }>>,
	Expect<
		Equal<
			Parameters<typeof todoReminderMiddleware>,
			[store: TodoStore, options?: TodoReminderMiddlewareOptions | undefined]
		>
	>,
	Expect<
		Equal<
			ReturnType<typeof todoReminderMiddleware>,
			AgentMiddleware<undefined, undefined>
		>
	>,
	Expect<
		Equal<
			TodoReminderMiddlewareOptions,
			{
				readonly reminders?: ReminderMode | Conversation | undefined;
				readonly role?: "user" | "system" | undefined;
				readonly nudge?: boolean | undefined;
			}
		>
	>,
	Expect<
		Equal<
			TodoReminderPrepareStepOptions,
			{
				readonly reminders?: ReminderMode | Conversation | undefined;
				readonly role?: "user" | "system" | undefined;
			}
		>
	>,
];

/** The messages of a provider that takes no system message among them. */
type ProviderMessage = {
	role: "user" | "assistant";
	content: string | Array<{ type: "text"; text: string }>;
};

export async function hooks(model: LanguageModel): Promise<string> {
	await init();
	const store = new TodoStore();
	const reminders = new Conversation(store);

	const messages: ProviderMessage[] = [{ role: "user", content: "Go" }];
	const appended: ReminderMessage | undefined = appendReminder(
		messages,
		reminders,
	);
	const chat: Array<{ role: string; content: string }> = [];
	appendReminder(chat, reminders, "developer")?.role satisfies
		| "developer"
		| undefined;
	// @ts-expect-error these take no system message
	appendReminder(messages, reminders, "system");
	// @ts-expect-error these are no messages
	appendReminder([1], reminders);
	// @ts-expect-error what was told is kept by a Conversation
	appendReminder(messages, store);

	const agent = createAgent({
		model: "openai:gpt-5",
		// As the README has it, without a cast.
		tools: todoTools(store, "TodoWrite", { onChange: () => {} }),
		middleware: [
			createMiddleware({ name: "mine" }),
			todoReminderMiddleware(store, {
				reminders: "full",
				role: "system",
				nudge: true,
			}),
		],
	});
	const { messages: state } = await agent.invoke({ messages: [] });
	// @ts-expect-error it has no list of its own in the state
	(await agent.invoke({ messages: [] })).todos;
	// @ts-expect-error no such dialect
	todoTools(store, "TodoReed");
	// @ts-expect-error no such role
	todoReminderMiddleware(store, { role: "assistant" });
	// @ts-expect-error no such mode
	todoReminderMiddleware(store, { reminders: "loud" });
	// @ts-expect-error a store is needed
	todoReminderMiddleware(reminders);

	const prepareStep: TodoReminderPrepareStep = todoReminderPrepareStep(store, {
		reminders,
	});
	const tools = {
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
	streamText({ model, prompt: "Go", tools, prepareStep });
	new ToolLoopAgent({ model, tools, prepareStep });
	await generateText({
		model,
		prompt: "Go",
		prepareStep: todoReminderPrepareStep(store),
	});
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
	todoReminderPrepareStep(store, { role: "system" })({
		messages: [],
	}).messages.length.toFixed();
	// @ts-expect-error no such option
	todoReminderPrepareStep(store, { nudge: true });
	// @ts-expect-error a mode is no options
	todoReminderPrepareStep(store, "full");
	return [appended?.content, state.at(-1)?.text, text].join("\n");
}
