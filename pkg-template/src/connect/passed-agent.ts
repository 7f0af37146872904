// What an owner tells its followers about the agent.

import { checkMethods, invalid } from "../arguments/check.js";
import type { RunEvent, RunResult } from "../run/options.js";
import type { ConversationLike, RunLike, RunMethod } from "./agent.js";
import { writeError } from "./message.js";

export class PassedAgent {
	readonly #onChange: () => void;
	#conversation: ConversationLike | undefined;
	#unsubscribe = () => {};
	#run: RunLike | undefined;
	#event: RunEvent | undefined;
	#result: RunResult | undefined;

	/** `onChange` is called after each change of `state`. */
	constructor(onChange: () => void) {
		this.#onChange = onChange;
	}

	get conversation(): ConversationLike | undefined {
		return this.#conversation;
	}
	set conversation(conversation: ConversationLike | undefined) {
		this.#unsubscribe();
		this.#conversation = conversation;
		this.#unsubscribe =
			conversation?.subscribe?.(() => this.#onChange()) ?? (() => {});
		this.#onChange();
	}

	get run(): RunLike | undefined {
		return this.#run;
	}
	set run(run: RunLike | undefined) {
		if (run !== undefined) checkMethods(run, "run", "abort");
		this.#run = run;
		this.#event = undefined;
		this.#result = undefined;
		this.#onChange();
		if (run?.events) void this.#passEvents(run, run.events);
		const end = (result: RunResult) => {
			if (run !== this.#run) return;
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
		return {
			toldRevision: this.#conversation?.toldRevision,
			writing: this.#conversation?.writing,
			run: this.#run && { event, result: writeResult(this.#result) },
		};
	}

	/** Calls a method of the run. Does nothing if no run is active, or if it has no `approve`. */
	async call(method: RunMethod, [argument]: readonly unknown[]): Promise<void> {
		const run = this.#result ? undefined : this.#run;
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
		this.#run = undefined;
	}

	async #passEvents(
		run: RunLike,
		events: AsyncIterable<RunEvent>,
	): Promise<void> {
		try {
			for await (const event of events) {
				if (run !== this.#run) return;
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
