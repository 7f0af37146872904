// The component of `agent-todos/react` around `<agent-todos>`. In a separate file, so that the hook alone does not bundle the
// element.

import {
	createElement,
	type HTMLAttributes,
	type ReactElement,
	type Ref,
} from "react";
import type {
	AgentTodosElement,
	PlanChanges,
	PlanStart,
	TodoOpen,
	WaitingChange,
} from "../element/agent-todos.js";
import "../element/define.js";

type Properties = {
	readonly [Name in "list" | "conversation" | "run" | "mode" | "labels"]?:
		| AgentTodosElement[Name]
		| undefined;
};

/** The attributes and properties of `<agent-todos>` in JSX. */
export interface AgentTodosAttributes
	extends Properties,
		HTMLAttributes<AgentTodosElement> {
	/** A ref to the element. */
	readonly ref?: Ref<AgentTodosElement> | undefined;
	/** Called for the event `start`: a person starts the plan, with `detail.sites`. */
	readonly onstart?: ((event: CustomEvent<PlanStart>) => void) | undefined;
	/** Called for the event `reject`: a person asks for changes of the plan, `detail.changes`. */
	readonly onreject?: ((event: CustomEvent<PlanChanges>) => void) | undefined;
	/** Called for the event `abort`: a person stops the agent. */
	readonly onabort?: ((event: CustomEvent<null>) => void) | undefined;
	/** Called for the event `open`: a person opens a todo that has data, `detail.todo`. */
	readonly onopen?: ((event: CustomEvent<TodoOpen>) => void) | undefined;
	/** Called for the event `waiting-change`: `detail.waiting` todos wait for the user. */
	readonly "onwaiting-change"?:
		| ((event: CustomEvent<WaitingChange>) => void)
		| undefined;
}

/** The properties of the component `AgentTodos`. */
export interface AgentTodosProps
	extends Omit<
		AgentTodosAttributes,
		| "onstart"
		| "onreject"
		| "onabort"
		| "onAbort"
		| "onopen"
		| "onwaiting-change"
	> {
	/**
	 * Called when a person starts the plan, with `detail.sites`. `preventDefault()` keeps the element from approving it
	 * and from calling `run.start()`.
	 */
	readonly onStart?: ((event: CustomEvent<PlanStart>) => void) | undefined;
	/**
	 * Called when a person asks for changes of the plan, `detail.changes`. `preventDefault()` keeps the element from
	 * calling `run.reject(changes)`.
	 */
	readonly onReject?: ((event: CustomEvent<PlanChanges>) => void) | undefined;
	/** Called when a person stops the agent. `preventDefault()` keeps the element from calling `run.abort()`. */
	readonly onAbort?: ((event: CustomEvent<null>) => void) | undefined;
	/** Called when a person opens a todo that has data, `detail.todo`. */
	readonly onOpen?: ((event: CustomEvent<TodoOpen>) => void) | undefined;
	/** Called when another number of todos waits for the user, `detail.waiting`. */
	readonly onWaitingChange?:
		| ((event: CustomEvent<WaitingChange>) => void)
		| undefined;
}

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"agent-todos": AgentTodosAttributes;
		}
	}
}

/**
 * Renders `<agent-todos>`, with its properties and events as React properties.
 *
 * @example
 * ```tsx
 * import { TodoStore } from "agent-todos";
 * import { AgentTodos, type AgentTodosAttributes, type AgentTodosProps } from "agent-todos/react";
 * import { renderToString } from "react-dom/server";
 *
 * const props: AgentTodosProps = { list: new TodoStore(), mode: "line", onAbort: () => console.log("stopped") };
 * console.log(renderToString(<AgentTodos {...props} />)); // → <agent-todos mode="line"></agent-todos>
 * const attributes: AgentTodosAttributes = { mode: "review" }; // of the element itself, in JSX
 * console.log(renderToString(<agent-todos {...attributes} />)); // → <agent-todos mode="review"></agent-todos>
 * ```
 */
export function AgentTodos({
	onStart,
	onReject,
	onAbort,
	onOpen,
	onWaitingChange,
	...attributes
}: AgentTodosProps): ReactElement {
	return createElement("agent-todos", {
		...attributes,
		onstart: onStart,
		onreject: onReject,
		onabort: onAbort,
		onopen: onOpen,
		"onwaiting-change": onWaitingChange,
	});
}
