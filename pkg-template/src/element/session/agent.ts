// The agent that works on the list: the one that the host set, or the one that a follower brings
// along.

import {
	type AgentLike,
	type ConversationLike,
	conversationOf,
	type Run,
	type RunEvent,
	runOf,
} from "../../connect/agent.js";
import type { TodosState } from "../mode.js";
import type { ListSession } from "./session.js";
import type { Timers } from "./timers.js";
import { isSettled } from "./tree.js";

/** How long a sign of the agent counts, in milliseconds. */
const signMs = 60_000;

/** How the agent reports to the element. */
export interface AgentEvents {
	/** Something that is shown may have changed. */
	readonly changed: () => void;
	/** The agent has planned, also where the plan is the same as before. */
	readonly planned: () => void;
	readonly failed: (error: unknown) => void;
}

/** The agent, as it is shown. */
interface ShownAgent {
	readonly conversation: ConversationLike | undefined;
	readonly run: Pick<Run, "approve" | "reject" | "abort"> | undefined;
	readonly isRunning: boolean;
	readonly isStopped: boolean;
	/** Whether the run waits for a plan to be approved. Undefined if no run says what it does. */
	readonly isAsking: boolean | undefined;
}

export class Agent {
	/** What the host set. */
	own: AgentLike | undefined;
	/** Whether somebody works on the list, where the host says so. */
	state: TodosState | undefined;
	/** When the run began to plan. */
	planningSince: number | undefined;
	readonly #events: AgentEvents;
	/** The runs that have ended, and whether they were stopped. */
	readonly #ended = new WeakMap<object, boolean>();
	/** The latest event of the run that the host set. */
	#event: RunEvent | undefined;
	#detach = () => {};

	constructor(events: AgentEvents) {
		this.#events = events;
	}

	/** Follows an agent that the host sets. */
	follow(agent: AgentLike | undefined): void {
		const { changed, failed } = this.#events;
		this.own = agent;
		this.#event = undefined;
		const run = runOf(agent);
		const end = (isStopped: boolean, error?: unknown) => {
			if (run) this.#ended.set(run, isStopped);
			if (error && run === this.own) failed(error);
			changed();
		};
		run?.result?.then(
			(result) =>
				end(
					result.status === "aborted",
					result.status === "failed" ? result.error : undefined,
				),
			(error) => end(false, error ?? new Error()),
		);
		void this.#followEvents(run);
		changed();
	}

	/** Records what a run does, and each time that it asks for the approval of a plan. */
	async #followEvents(run: Run | undefined): Promise<void> {
		try {
			for await (const event of run?.events ?? []) {
				if (run !== this.own) return;
				this.#event = event;
				if (event.type === "approving") this.#events.planned();
				this.#events.changed();
			}
		} catch {
			// There are no more events.
		}
	}

	/** Returns the agent that was set, or the follower's. */
	show({ list }: ListSession): ShownAgent {
		const { agent, todos } = list;
		const own = runOf(this.own);
		// A run that does not report its end counts as ended once everything is settled.
		const isOver =
			own !== undefined &&
			(own.result
				? this.#ended.has(own)
				: todos.length > 0 && todos.every(isSettled));
		const isRunning = own ? !isOver : agent?.isRunning === true;
		const event = own ? this.#event : agent?.event;
		return {
			conversation: conversationOf(this.own) ?? agent,
			run: own ?? (agent?.isRunning ? agent : undefined),
			isRunning,
			isAsking: isRunning && event ? event.type === "approving" : undefined,
			isStopped: own
				? this.#ended.get(own) === true
				: agent?.result?.status === "aborted",
		};
	}

	/** Listens to the agent of a list, until `detach()`. */
	attach(session: ListSession): void {
		this.detach();
		const { changed, planned } = this.#events;
		const { agent } = session.list;
		const conversation = conversationOf(this.own) ?? agent;
		const read = () =>
			[
				conversation?.toldRevision,
				conversation?.writing,
				agent?.event,
			] as const;
		let known: ReturnType<typeof read> = read();
		const listen = () => {
			const [told = known[0], ...rest] = read();
			const now = [told, ...rest] as const;
			// A connection that is lost or there again is no sign of the agent.
			if (now.some((value, place) => value && value !== known[place]))
				session.noteSign();
			const isWritten = known[1] !== undefined && now[1] === undefined;
			const isAsking =
				agent?.event !== known[2] && agent?.event?.type === "approving";
			if (isWritten || isAsking) planned();
			known = now;
			this.#noteFailure(session);
			changed();
		};
		this.#noteFailure(session);
		const offs = [...new Set([conversation, agent])].map((it) =>
			it?.subscribe?.(listen),
		);
		this.#detach = () => {
			for (const off of offs) off?.();
		};
	}

	detach(): void {
		this.#detach();
		this.#detach = () => {};
	}

	/** Shows once why the follower's run failed. */
	#noteFailure(session: ListSession): void {
		const { list, hasNotedFailure } = session;
		const result = runOf(this.own) ? undefined : list.agent?.result;
		session.hasNotedFailure = result?.status === "failed";
		if (result?.status === "failed" && !hasNotedFailure)
			this.#events.failed(new Error(result.error));
	}

	/**
	 * Returns whether somebody works on the list: what the host says, else whether there was a sign
	 * of it within the last minute.
	 */
	isAtWork(
		{ signAt = 0, isSignValid }: ListSession,
		isRunning: boolean,
		timers: Timers,
	): boolean {
		timers.cancel("idle");
		if (this.state) return this.state === "working";
		const rest = isSignValid ? signAt + signMs - Date.now() : 0;
		if (isRunning || rest <= 0) return isRunning;
		timers.begin("idle", rest, this.#events.changed);
		return true;
	}
}
