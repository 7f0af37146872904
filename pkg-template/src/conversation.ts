// `Conversation`: one model's view of a store.

import type {
	CallXmlOptions,
	ConversationOptions,
	Outcome,
	PromptKind,
	TodoStore,
} from "../generated/agent_todos_bg.js";
import * as core from "../generated/agent_todos_bg.js";
import { report } from "../generated/snippets.js";
import { checkFunction } from "./check.js";
import { checkStore } from "./check-store.js";
import { type AgentTool, made } from "./tool.js";

/**
 * What one model knows of one list, and its tools over it. Several may share a store, and each has its own reminders.
 *
 * Ids in a call mean the list that the model was last told, whatever became of it since. A todo that is gone is refused
 * with who removed it, and what a person changed in the meantime stays. `reminder()` tells what others changed.
 */
export class Conversation {
	/** The tools of the dialect. */
	readonly tools: readonly AgentTool[];
	/** The list. */
	readonly store: TodoStore;
	readonly #core: core.CoreConversation;
	readonly #listeners = new Set<() => void>();
	/** What the listeners know of it. */
	#heardAt: number | undefined;

	/**
	 * A conversation that knows nothing of the list.
	 *
	 * Throws `invalid_argument` for what is no store and for an option that is unknown or ill-typed.
	 */
	constructor(store: TodoStore, options?: ConversationOptions);
	constructor(
		store: TodoStore,
		options?: ConversationOptions | core.CoreConversation,
	) {
		checkStore(store, "new Conversation(): store");
		this.store = store;
		this.#core =
			options instanceof core.CoreConversation
				? options
				: new core.CoreConversation(store, options);
		const index = core.dialectIndex(this.#core.dialect());
		this.tools = made<AgentTool>(
			() => core.toolSpecs(index),
			(place, args) => core.checkArguments(index, place, args),
			(place, args) => this.#heard(this.#core.callTool(place, args)),
		);
	}

	/**
	 * The revision up to which the model knows what others changed; undefined where nobody can say. A person's change of a later
	 * revision is still to be told.
	 */
	get toldRevision(): number | undefined {
		return this.#core.toldRevision();
	}

	/**
	 * Calls `listener` each time that `toldRevision` became another. What it throws is reported as an event listener's error is.
	 * Returns the function that unsubscribes.
	 */
	subscribe(listener: () => void): () => void {
		checkFunction(listener, "Conversation.subscribe(): listener");
		if (this.#listeners.size === 0) this.#heardAt = this.toldRevision;
		const own = () => listener();
		this.#listeners.add(own);
		return () => this.#listeners.delete(own);
	}

	#heard<Result>(result: Result): Result {
		if (this.#listeners.size === 0) return result;
		const { toldRevision } = this;
		if (toldRevision === this.#heardAt) return result;
		this.#heardAt = toldRevision;
		for (const listener of [...this.#listeners]) {
			try {
				listener();
			} catch (error) {
				report(error);
			}
		}
		return result;
	}

	/**
	 * Takes a conversation up again where `checkpoint()` left it, for a store that was read back too.
	 *
	 * Throws `invalid_checkpoint` for a text that is damaged; `newer_checkpoint` for one that a newer version of the package wrote.
	 */
	static fromCheckpoint(store: TodoStore, text: string): Conversation {
		checkStore(store, "Conversation.fromCheckpoint(): store");
		const restored = core.CoreConversation.fromCheckpoint(store, text);
		return new Conversation(store, restored as never);
	}

	/**
	 * What to put at the end of the messages now, or undefined. Counts as told.
	 *
	 * It says what others changed, and who they are, also where that finished or emptied the list. What the model did itself it
	 * is not told: the whole list comes first of all, after `compacted()`, and every `every` of its own changes.
	 */
	reminder(): string | undefined {
		return this.#heard(this.#core.reminder());
	}

	/**
	 * Returns the text that asks a model which stopped while todos are open to go on, once for each set of open todos; otherwise
	 * undefined. A todo that is blocked, or waits on another one, is not open. Call `reminder()` as well: the model must know the list.
	 */
	nudge(): string | undefined {
		return this.#core.nudge();
	}

	/**
	 * The conversation was shortened or taken up again, and the list may have gone with what was left out: the next reminder is
	 * the whole list.
	 */
	compacted(): void {
		this.#core.compacted();
	}

	/**
	 * Finds and runs every `todo` call in XML in what the model wrote, as the function `callXml` does.
	 *
	 * Throws `invalid_argument` for a text that is no string and an option that is unknown or ill-typed.
	 */
	callXml(text: string, options?: CallXmlOptions): Outcome[] {
		return this.#heard(this.#core.callXml(text, options));
	}

	/** Settles the todos that the model named in the arguments of another tool: `takeProgress` calls it. */
	applyProgress(args: unknown): Outcome {
		return this.#heard(this.#core.applyProgress(args));
	}

	/** Carries out what the model said of its plan in the arguments of another tool: `takePlan` calls it. */
	applyPlan(args: unknown): Outcome {
		return this.#core.applyPlan(args);
	}

	/**
	 * The prompt of a kind that goes with the tools, as `promptSection` has it.
	 *
	 * Throws `invalid_argument` for a kind that does not exist.
	 */
	prompt(kind: PromptKind = "system"): string {
		return this.#core.prompt(kind);
	}

	/** What it knows, as text: store it together with the list, so that the conversation outlives its worker. */
	checkpoint(): string {
		return this.#core.checkpoint();
	}

	/** Ends it; the store stays. */
	free(): void {
		this.#core.free();
	}

	[Symbol.dispose](): void {
		this.free();
	}
}
