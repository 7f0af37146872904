// `agent-todos/element`: the custom element `<agent-todos>`, which importing this defines. It needs no WebAssembly of its own: a
// follower has none, and a store brings it along. Where there are no custom elements, on a server, nothing is defined.

import { AgentTodosElement } from "./element/agent-todos.js";

export type {
	ConversationLike,
	PlanChanges,
	RunLike,
	TodosMode,
} from "./element/agent-todos.js";
export type { Labels } from "./element/labels.js";
export type { TodoSource } from "./element/source.js";
export { AgentTodosElement };

declare global {
	interface HTMLElementTagNameMap {
		"agent-todos": AgentTodosElement;
	}
}

const { customElements } = globalThis as {
	customElements?: CustomElementRegistry;
};
if (customElements && !customElements.get("agent-todos"))
	customElements.define("agent-todos", AgentTodosElement);
