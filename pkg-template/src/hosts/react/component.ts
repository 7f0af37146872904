// The component of `agent-todos/react` around `<agent-todos>`, with `forwardRef`, as React 18
// passes a ref to no other component. In a separate file, so that the hook alone does not bundle
// the element.

import {
	createElement,
	forwardRef,
	type HTMLAttributes,
	type ReactNode,
	type Ref,
	useEffect,
	useImperativeHandle,
	useLayoutEffect,
	useRef,
} from "react";
import type {
	AgentTodosElement,
	PlanApproval,
	PlanChanges,
	TodoOpen,
	WaitingChange,
} from "../../element/agent-todos.js";
import "../../element/define.js";

type ElementProperties = {
	readonly [Name in
		| "list"
		| "todos"
		| "agent"
		| "state"
		| "mode"
		| "readonly"
		| "resumable"
		| "labels"]?: AgentTodosElement[Name] | undefined;
};

/** The attributes and properties of `<agent-todos>` in JSX. */
export interface AgentTodosAttributes
	extends ElementProperties,
		HTMLAttributes<AgentTodosElement> {
	/** A ref to the element. */
	readonly ref?: Ref<AgentTodosElement> | undefined;
	/** Called for the event `start`: a person starts the plan, with `detail.sites`. */
	readonly onapprove?: ((event: CustomEvent<PlanApproval>) => void) | undefined;
	/** Called for the event `reject`: a person asks for changes of the plan, `detail.changes`. */
	readonly onreject?: ((event: CustomEvent<PlanChanges>) => void) | undefined;
	/** Called for the event `abort`: a person stops the agent. */
	readonly onabort?: ((event: CustomEvent<null>) => void) | undefined;
	/** Called for the event `resume`: a person wants stopped work to continue. */
	readonly onresume?: ((event: CustomEvent<null>) => void) | undefined;
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
		| "onapprove"
		| "onreject"
		| "onabort"
		| "onAbort"
		| "onresume"
		| "onopen"
		| "onwaiting-change"
	> {
	/**
	 * Called when a person starts the plan, with `detail.sites`. `preventDefault()` keeps the element
	 * from approving it and from calling `agent.approve()`.
	 */
	readonly onApprove?: ((event: CustomEvent<PlanApproval>) => void) | undefined;
	/**
	 * Called when a person asks for changes of the plan, `detail.changes`. `preventDefault()` keeps
	 * the element from calling `agent.reject(changes)`.
	 */
	readonly onReject?: ((event: CustomEvent<PlanChanges>) => void) | undefined;
	/**
	 * Called when a person stops the agent. `preventDefault()` keeps the element from calling
	 * `agent.abort()`.
	 */
	readonly onAbort?: ((event: CustomEvent<null>) => void) | undefined;
	/**
	 * Called when a person wants a stopped run to continue, or what is in progress although nobody
	 * works on it. The button is there if this is.
	 */
	readonly onResume?: ((event: CustomEvent<null>) => void) | undefined;
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
 * Renders `<agent-todos>`, with its properties and events as React properties, in React 18 and
 * newer. (`<agent-todos>` itself in JSX needs React 19: 18 sets every property as an attribute.)
 *
 * @example
 * ```tsx
 * import { TodoStore } from "agent-todos";
 * import { AgentTodos } from "agent-todos/react";
 * import { renderToString } from "react-dom/server";
 *
 * const list = new TodoStore();
 * const panel = <AgentTodos list={list} mode="line" onAbort={() => console.log("stopped")} />;
 * console.log(renderToString(panel)); // → <agent-todos mode="line"></agent-todos>
 * // The element itself:
 * console.log(renderToString(<agent-todos mode="review" />)); // → <agent-todos mode="review"></agent-todos>
 * ```
 */
export const AgentTodos: (props: AgentTodosProps) => ReactNode = forwardRef<
	AgentTodosElement,
	Omit<AgentTodosProps, "ref">
>(function AgentTodos(
	{
		list,
		agent,
		state,
		labels,
		className,
		onApprove,
		onReject,
		onAbort,
		onResume,
		onOpen,
		onWaitingChange,
		...attributes
	},
	ref,
) {
	const own = useRef<AgentTodosElement>(null);
	useImperativeHandle(ref, () => own.current as AgentTodosElement, []);
	// Before the properties, as a list that is set may have something that waits.
	useEvent(own, "approve", onApprove);
	useEvent(own, "reject", onReject);
	useEvent(own, "abort", onAbort);
	useEvent(own, "resume", onResume);
	useEvent(own, "open", onOpen);
	useEvent(own, "waiting-change", onWaitingChange);
	useProperty(own, "list", list);
	useProperty(own, "agent", agent);
	useProperty(own, "state", state);
	useProperty(own, "labels", labels);
	useProperty(own, "resumable", onResume !== undefined);
	return createElement("agent-todos", {
		...attributes,
		// React 18 would name the attribute "classname".
		class: className,
		ref: own,
	});
}) as never;

type ElementRef = { readonly current: AgentTodosElement | null };

/** React 18 warns of a layout effect on the server, where none runs. */
const useEffectOnCommit =
	typeof document === "undefined" ? useEffect : useLayoutEffect;

/** React 18 would set a property of an element as an attribute. */
function useProperty<Name extends keyof ElementProperties>(
	element: ElementRef,
	name: Name,
	value: AgentTodosElement[Name] | undefined,
): void {
	useEffectOnCommit(() => {
		if (element.current) Object.assign(element.current, { [name]: value });
	}, [element, name, value]);
}

/** React 18 knows no events of custom elements. */
function useEvent<Detail>(
	element: ElementRef,
	type: string,
	listener: ((event: CustomEvent<Detail>) => void) | undefined,
): void {
	useEffectOnCommit(() => {
		const { current } = element;
		if (!current || !listener) return;
		current.addEventListener(type, listener as EventListener);
		return () => current.removeEventListener(type, listener as EventListener);
	}, [element, type, listener]);
}
