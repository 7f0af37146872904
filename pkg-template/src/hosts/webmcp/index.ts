// `agent-todos/webmcp`: the tools of a dialect as tools of the page, for the browser's own agent.
// https://webmachinelearning.github.io/webmcp

import type { TodoStore } from "../../../generated/agent_todos_bg.js";
import { TodoError } from "../../../generated/snippets.js";
import { invalid, readOptions } from "../../arguments/check.js";
import {
	expectAnything,
	expectFunction,
	expectOneOf,
	expectSignal,
	expectText,
} from "../../arguments/options.js";
import type { TaskToolsOptions } from "../../tasks/tools.js";
import { TaskStore, tools as taskTools } from "../../tasks/tools.js";
import type { AgentTool } from "../../tools/tool.js";
import type { ToolsOptions } from "../../tools/tools.js";
import { tools } from "../../tools/tools.js";

/** The options of every registration. */
interface RegistrationOptions {
	/** Removes the tools from the page when it is aborted. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * Other origins that may see and use the tools, such as `"https://example.com"`. Default: none.
	 */
	readonly exposedTo?: readonly string[] | undefined;
}

/** The options for the tools of a list. */
interface WebMcpOptions extends ToolsOptions, RegistrationOptions {
	/** Whether the answer to a change ends with the whole list. Default `"full"`. */
	readonly reminders?: "full" | "off" | undefined;
}

/** The options for the tools over tasks. `user` is the user of this page. */
interface TaskWebMcpOptions extends TaskToolsOptions, RegistrationOptions {}

/** Tools that are registered with the browser. */
export interface WebMcpRegistration extends AsyncDisposable {
	/** Removes the tools. `await using` does the same. */
	stop(): Promise<void>;
}

/** The part of `document.modelContext` that is used here. */
interface ModelContext {
	registerTool(
		tool: {
			name: string;
			description: string;
			inputSchema: object;
			annotations: { readOnlyHint: boolean; untrustedContentHint: boolean };
			execute: (input: unknown) => Promise<string>;
		},
		options: { signal: AbortSignal; exposedTo: readonly string[] | undefined },
	): Promise<void>;
}

/** What to do about an error of the browser, by its name. */
const advice: Record<string, string> = {
	InvalidStateError:
		"a tool of that name is on this page already: unregister it first, or register another dialect",
	SecurityError:
		"WebMCP is for secure pages and content scripts, not for extension pages, and exposedTo takes https origins only",
};

/**
 * Registers the tools of a dialect on `document.modelContext`, either all of them or none: over a
 * list, or over the tasks of users. Resolves with the registration, whose `stop()` removes them;
 * `signal` does the same. A call that is refused is answered with what to do instead, as the model
 * has to read it.
 *
 * Rejects with `invalid_argument` where there is no WebMCP: it exists in secure pages and content
 * scripts of some browsers, but not in extension pages or workers; and if the browser refuses a
 * tool, such as for a name that is taken, with the browser's error as the `cause`. Rejects with the
 * reason of an aborted `signal`.
 *
 * @example
 * ```ts
 * import { init, TodoStore } from "agent-todos";
 * import { init as initTasks, TaskStore } from "agent-todos/tasks";
 * import { registerWebMcp, type WebMcpRegistration } from "agent-todos/webmcp";
 *
 * await Promise.all([init(), initTasks()]);
 * const signal = AbortSignal.timeout(60_000);
 * const registration: WebMcpRegistration = await registerWebMcp(new TodoStore(), { dialect: "TodoWrite", signal });
 * await registerWebMcp(new TaskStore(), { user: "ann" });
 * console.log("modelContext" in window.document); // → true
 * await registration.stop();
 * ```
 */
export async function registerWebMcp(
	store: TodoStore,
	options?: WebMcpOptions,
): Promise<WebMcpRegistration>;
export async function registerWebMcp(
	tasks: TaskStore,
	options?: TaskWebMcpOptions,
): Promise<WebMcpRegistration>;
export async function registerWebMcp(
	store: TodoStore | TaskStore,
	options: WebMcpOptions | TaskWebMcpOptions = {},
): Promise<WebMcpRegistration> {
	const { signal, exposedTo, offer } =
		store instanceof TaskStore
			? offerTasks(store, options as TaskWebMcpOptions)
			: offerTodos(store, options as WebMcpOptions);
	signal?.throwIfAborted();
	const context = (
		globalThis.document as { modelContext?: ModelContext } | undefined
	)?.modelContext;
	if (context === undefined) {
		throw invalid(
			"there is no WebMCP here. document.modelContext is in secure pages and content scripts of browsers that have it " +
				"(Chromium with --enable-features=WebMCP), not in extension pages and workers: give your agent the tools of a Conversation instead",
		);
	}
	const registration = new AbortController();
	const unregister = () => registration.abort();
	signal?.addEventListener("abort", unregister, {
		signal: registration.signal,
	});
	for (const tool of offer()) {
		try {
			await context.registerTool(tool, {
				signal: registration.signal,
				exposedTo,
			});
			signal?.throwIfAborted();
		} catch (error) {
			unregister();
			signal?.throwIfAborted();
			const { name, message } = error as Error;
			const what = [message, advice[name]].filter(Boolean).join(" ");
			throw new TodoError(
				"invalid_argument",
				`the browser refused the tool "${tool.name}" (${name}), so none is registered. ${what}`,
				{ cause: error },
			);
		}
	}
	const stop = async () => unregister();
	return { stop, [Symbol.asyncDispose]: stop };
}

const registrationTable = {
	signal: [expectSignal],
	// The browser checks it.
	exposedTo: [expectAnything],
} as const;

type PageTool = Parameters<ModelContext["registerTool"]>[0];

/** What is registered, and how. The tools are made by `offer`. */
interface Registration extends RegistrationOptions {
	readonly offer: () => PageTool[];
}

function offerTodos(store: TodoStore, options: WebMcpOptions): Registration {
	const { reminders, dialect, onChange, schema, ...registration } = readOptions(
		options,
		"registerWebMcp()",
		{
			...registrationTable,
			dialect: [expectAnything],
			onChange: [expectFunction],
			schema: [expectAnything],
			reminders: [expectOneOf("full", "off"), "full"],
		},
	);
	const offer = () =>
		tools(store, { dialect, onChange, schema }).map((tool) =>
			makePageTool(tool, async (args) => {
				const { text, reminder } = await tool.execute(args);
				return reminders === "full" && reminder !== undefined
					? `${text}\n${reminder}`
					: text;
			}),
		);
	return { ...registration, offer };
}

function offerTasks(
	tasks: TaskStore,
	options: TaskWebMcpOptions,
): Registration {
	const { user, onChange, ...registration } = readOptions(
		options,
		"registerWebMcp()",
		{
			...registrationTable,
			user: [expectText],
			onChange: [expectFunction],
		},
	);
	const offer = () =>
		taskTools(tasks, { user, onChange }).map((tool) =>
			makePageTool(tool, async (args) => (await tool.execute(args)).text),
		);
	return { ...registration, offer };
}

function makePageTool(
	{
		name,
		description,
		inputSchema,
		annotations: { readOnlyHint },
	}: Pick<AgentTool, "name" | "description" | "inputSchema" | "annotations">,
	call: (args: unknown) => Promise<string>,
): PageTool {
	return {
		name,
		description,
		inputSchema,
		// What todos say may come from a page.
		annotations: { readOnlyHint, untrustedContentHint: true },
		async execute(input: unknown) {
			try {
				return await call(input);
			} catch (error) {
				// The browser tells the model nothing about an error. Other errors come from the host's
				// onChange.
				if (error instanceof TodoError) return error.message;
				throw error;
			}
		},
	};
}
