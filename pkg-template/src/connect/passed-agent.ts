// What an owner tells its followers about the agent.

import { invalid } from "../arguments/check.js";
import type { RunEvent, RunResult } from "../run/options.js";
import {
	type AgentLike,
	checkAgent,
	conversationOf,
	type Run,
	type RunMethod,
	runOf,
} from "./agent.js";
import { writeError } from "./message.js";

export class PassedAgent {
	readonly #onChange: () => void;
	#agent: AgentLike | undefined;
	#unsubscribe = () => {};
	#event: RunEvent | undefined;
	#result: RunResult | undefined;

	/** `onChange` is called after each change of `state`. */
	constructor(onChange: () => void) {
		this.#onChange = onChange;
	}

	get agent(): AgentLike | undefined {
		return this.#agent;
	}
	set agent(agent: AgentLike | undefined) {
		if (agent !== undefined) checkAgent(agent);
		this.#unsubscribe();
		this.#agent = agent;
		this.#unsubscribe =
			conversationOf(agent)?.subscribe?.(() => this.#onChange()) ?? (() => {});
		this.#event = undefined;
		this.#result = undefined;
		this.#onChange();
		const run = runOf(agent);
		if (run?.events) void this.#passEvents(run, run.events);
		const end = (result: RunResult) => {
			if (run !== this.#agent) return;
			this.#result = result;
			this.#onChange();
		};
		void run?.result?.then(end, (cause: unknown) => {
			const { message: error } = writeError(cause);
			end({ status: "failed", kind: "host_failed", error, steps: 0, cause });
		});
	}

	/** The state that is sent to followers. */
	get state(): object {
		const event = this.#event && { ...this.#event, cause: undefined };
		const conversation = conversationOf(this.#agent);
		return {
			toldRevision: conversation?.toldRevision,
			writing: conversation?.writing,
			run: runOf(this.#agent) && { event, result: writeResult(this.#result) },
		};
	}

	/** Calls a method of the run. Does nothing if no run is active, or if it has no `approve`. */
	async call(method: RunMethod, [argument]: readonly unknown[]): Promise<void> {
		const run = this.#result ? undefined : runOf(this.#agent);
		switch (method) {
			case "approve":
				await run?.approve?.(argument as { readonly revision: number });
				break;
			case "reject":
				if (!run?.reject)
					throw invalid(
						"no run takes changes of its plan now: it was not sent",
					);
				await run.reject(argument as string);
				break;
			case "abort":
				await run?.abort();
		}
	}

	stop(): void {
		this.#unsubscribe();
		this.#agent = undefined;
	}

	async #passEvents(run: Run, events: AsyncIterable<RunEvent>): Promise<void> {
		try {
			for await (const event of events) {
				if (run !== this.#agent) return;
				this.#event = event;
				this.#onChange();
			}
		} catch {
			// There are no more events. How the run ended is in its result.
		}
	}
}

const writeResult = (result: RunResult | undefined): object | undefined =>
	result && "cause" in result && result.cause !== undefined
		? { ...result, cause: writeError(result.cause) }
		: result;
