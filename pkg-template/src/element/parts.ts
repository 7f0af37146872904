// What the parts of the panel may use of it.

import type { Todo } from "../../generated/agent_todos_bg.js";
import type { Drag } from "./act/drag.js";
import type { Presence } from "./act/presence.js";
import type { AgentTodosEventMap } from "./events.js";
import type { Say } from "./labels.js";
import type { TodosMode } from "./mode.js";
import type { Agent } from "./session/agent.js";
import type { ListSession } from "./session/session.js";
import type { Timers } from "./session/timers.js";
import type { Ui } from "./session/ui.js";
import type { Announcer } from "./view/announcer.js";
import type { Drawn } from "./view/drawn.js";
import type { OnDemand, View } from "./view/view.js";

/** The element, as its parts see it. */
export interface PanelElement extends HTMLElement {
	readonly mode: TodosMode;
	readonly readonly: boolean;
	readonly heading: string;
	/** Whether the host listens to `resume`. */
	readonly resumable: boolean;
}

/** What is in the page, and how a person is in it. */
export interface PanelPage {
	readonly element: PanelElement;
	readonly root: ShadowRoot;
	/** What the person has open. */
	readonly ui: Ui;
	readonly presence: Presence;
	readonly drawn: Drawn;
	readonly timers: Timers;
	/** Draws the panel soon. */
	readonly schedule: () => void;
	readonly find: <Found extends HTMLElement = HTMLElement>(
		css: string,
	) => Found | null;
	readonly findRow: (key: string) => HTMLElement | null;
	readonly focusRow: (key: string | undefined, options?: FocusOptions) => void;
}

/** What a person's act needs besides. */
export interface PanelActs extends PanelPage {
	readonly session: ListSession;
	readonly agent: Agent;
	readonly announcer: Announcer;
	readonly say: Say;
	/** What is loaded after what is shown. */
	readonly onDemand: OnDemand | undefined;
	/** The drag of a row, also when it is over. */
	drag: Drag | undefined;
	readonly load: () => Promise<OnDemand>;
	/** Draws the panel at once. */
	readonly draw: () => void;
	readonly view: () => View;
	readonly showError: (error: unknown) => void;
	/** Dispatches an event of the element. Returns whether nobody prevents what it asks for. */
	readonly dispatch: (
		name: keyof AgentTodosEventMap,
		detail?: object,
	) => boolean;
	/** Returns the todo that an element is about, as the person sees it. */
	readonly findTodoOf: (element: Element) => Readonly<Todo> | undefined;
	/** Calls the host. Shows an error, and returns whether there was none. */
	readonly try: (act: () => unknown) => Promise<boolean>;
}
