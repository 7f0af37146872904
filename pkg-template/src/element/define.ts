// Defines `<agent-todos>` where there are custom elements. On a server nothing is defined.

import { AgentTodosElement } from "./agent-todos.js";

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
