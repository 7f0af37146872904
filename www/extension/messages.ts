// What the parts of the extension say to each other.

import type { Approval } from "agent-todos/run";

/** What the panel has the worker do. */
export type Command =
	| {
			readonly type: "begin";
			readonly task: string;
			readonly tab: number;
			/** Whether the person looks at the plan before it is carried out. */
			readonly isReviewed: boolean;
	  }
	/** What the person says to the plan: that it is approved, or what should be different. */
	| { readonly type: "review"; readonly answer: Approval }
	| { readonly type: "abort" | "resume" };

/** Where the agent is. */
export type Phase =
	| "idle"
	| "planning"
	| "review"
	| "working"
	| "stopped"
	| "ended";

/** What the panel shows besides the list: in `chrome.storage.session`, under this name. */
export const stateKey = "state";
export interface State {
	readonly phase: Phase;
	readonly task: string;
	/** How it ended, or why it stopped. */
	readonly says: string;
	/** The revision of the list up to which the model knows what others changed. */
	readonly told: number | undefined;
}
export const idle: State = {
	phase: "idle",
	task: "",
	says: "",
	told: undefined,
};

/** What the worker asks of the script in the page. Numbers are those of the text that was read last. */
export type PageRequest =
	| { readonly do: "read" | "ready" | "rest" | "back" }
	/** Shows the element that comes next, and says what it is. */
	| { readonly do: "show"; readonly place: number }
	| { readonly do: "click"; readonly place: number }
	| { readonly do: "type"; readonly place: number; readonly text: string }
	| { readonly do: "select"; readonly place: number; readonly option: string }
	| { readonly do: "scroll"; readonly down: boolean }
	| { readonly do: "call"; readonly name: string; readonly input: string };

/** What it is answered. */
export type PageAnswer =
	| { readonly ok: true; readonly value: unknown }
	| { readonly ok: false; readonly error: string };
