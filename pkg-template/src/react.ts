// `agent-todos/react`: the list in React 19, as a hook and as a component around `<agent-todos>`.

import {
	createElement,
	type HTMLAttributes,
	type ReactElement,
	type Ref,
	useMemo,
	useSyncExternalStore,
} from "react";
import "./element.js";
import type { Todo } from "../generated/agent_todos_bg.js";
import { listOf } from "./element/source.js";
import type { AgentTodosElement, TodoSource } from "./element.js";

type Properties = {
	readonly [Name in "store" | "conversation" | "run" | "mode" | "labels"]?:
		| AgentTodosElement[Name]
		| undefined;
};

/** What `<agent-todos>` takes in JSX. */
export interface AgentTodosAttributes
	extends Properties,
		HTMLAttributes<AgentTodosElement> {
	readonly ref?: Ref<AgentTodosElement> | undefined;
	readonly onstart?: ((event: CustomEvent<null>) => void) | undefined;
	readonly onabort?: ((event: CustomEvent<null>) => void) | undefined;
}

/** What the component takes. */
export interface AgentTodosProps
	extends Omit<AgentTodosAttributes, "onstart" | "onabort" | "onAbort"> {
	/** A person wants the plan to be carried out. `preventDefault()` keeps the element from calling `run.start()`. */
	readonly onStart?: ((event: CustomEvent<null>) => void) | undefined;
	/** A person wants the agent to stop. `preventDefault()` keeps the element from calling `run.abort()`. */
	readonly onAbort?: ((event: CustomEvent<null>) => void) | undefined;
}

declare module "react" {
	namespace JSX {
		interface IntrinsicElements {
			"agent-todos": AgentTodosAttributes;
		}
	}
}

/** The todos of a store or a follower, as they are: the component is rendered again with each change. */
export function useTodos(source: TodoSource): ReadonlyArray<Readonly<Todo>> {
	const { subscribe, todos } = useMemo(() => {
		const list = listOf(source);
		return {
			subscribe: (changed: () => void) => list.subscribe(changed),
			todos: () => list.todos,
		};
	}, [source]);
	return useSyncExternalStore(subscribe, todos, todos);
}

/** `<agent-todos>` with its properties and events as React has them. */
export function AgentTodos({
	onStart,
	onAbort,
	...attributes
}: AgentTodosProps): ReactElement {
	return createElement("agent-todos", {
		...attributes,
		onstart: onStart,
		onabort: onAbort,
	});
}
