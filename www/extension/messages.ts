// What the parts of the extension say to each other.

/**
 * What the panel has the worker do. The plan is answered, and the run stopped, by the list's own
 * run.
 */
export type Command =
	| {
			readonly type: "begin";
			readonly task: string;
			readonly tab: number;
			/** The origin of the page in the tab. */
			readonly site: string;
			/** Whether the person looks at the plan before it is carried out. */
			readonly isReviewed: boolean;
	  }
	| { readonly type: "resume" };

/** The task, for the panel: in `chrome.storage.session`, under this name. */
export const taskKey = "task";

/**
 * What the worker asks of the script in the page. Numbers are those of the text that was read last.
 */
export type PageRequest =
	| { readonly do: "read" | "ready" | "rest" | "back" }
	/** Shows the element that comes next, and says what it is. */
	| { readonly do: "show"; readonly place: number }
	| { readonly do: "click"; readonly place: number }
	| { readonly do: "type"; readonly place: number; readonly text: string }
	| { readonly do: "select"; readonly place: number; readonly option: string }
	| { readonly do: "scroll"; readonly down: boolean }
	| { readonly do: "call"; readonly name: string; readonly input: string };

/** A request as it is sent. */
export type SentRequest = PageRequest & {
	/** The origin of the page that it is meant for. */
	readonly origin: string;
};

/** What it is answered. Without `error`, another page is there than the one that was meant. */
export type PageAnswer =
	| { readonly ok: true; readonly value: unknown }
	| { readonly ok: false; readonly error?: string };
