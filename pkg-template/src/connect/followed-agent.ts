// What a follower knows about the owner's agent.

import { Listeners } from "../../generated/snippets.js";
import { checkFunction } from "../arguments/check.js";
import { maxWritingPauseMs } from "../arguments/timing.js";
import { isEqual } from "../arguments/values.js";
import type { FollowedAgent, RunMethod } from "./agent.js";
import { type AgentState, readAgent } from "./message.js";

type CallRun = (method: RunMethod, args: readonly unknown[]) => Promise<void>;

export class KnownAgent {
	/** What users of the follower see. */
	readonly shown: FollowedAgent;
	readonly #listeners = new Listeners();
	#state = noAgentState;
	#expiry: ReturnType<typeof setTimeout> | undefined;

	/**
	 * `call` has the owner call a method of its run, and `getRevision` returns the revision of the
	 * list here.
	 */
	constructor(call: CallRun, getRevision: () => number) {
		const getState = () => this.#state;
		this.shown = {
			get toldRevision() {
				return getState().toldRevision;
			},
			get writing() {
				return getState().writing;
			},
			get isRunning() {
				const { run } = getState();
				return run !== undefined && run.result === undefined;
			},
			get event() {
				return getState().run?.event;
			},
			get result() {
				return getState().run?.result;
			},
			approve: (shown) =>
				call("approve", [{ revision: shown?.revision ?? getRevision() }]),
			reject: (changes) => call("reject", [changes]),
			abort: () => call("abort", []),
			subscribe: (listener) => {
				checkFunction(listener, "listener");
				return this.#listeners.add(() => listener());
			},
		};
	}

	/** Updates the state from a message. */
	receive(value: unknown): void {
		this.#update(readAgent(value));
	}

	/** Forgets what the model was writing: its owner is gone. */
	stopWriting(): void {
		this.#update({ ...this.#state, writing: undefined });
	}

	#update(state: AgentState): void {
		clearTimeout(this.#expiry);
		// No message says that an owner was killed.
		if (state.writing)
			this.#expiry = setTimeout(() => this.stopWriting(), maxWritingPauseMs);
		if (isEqual(state, this.#state)) return;
		this.#state = state;
		this.notify();
	}

	/** Calls the listeners. */
	notify(): void {
		this.#listeners.notify(0, "agent");
	}
}

const noAgentState: AgentState = {
	toldRevision: undefined,
	writing: undefined,
	run: undefined,
};
