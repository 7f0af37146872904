// A tool of the agent, as its host runs it.

import type { ToolSpec } from "./chat-model";

/** What the model is told of a call. */
export interface ToolAnswer {
	readonly ok: boolean;
	readonly text: string;
}

export interface Tool extends ToolSpec {
	/** `args` is what the model wrote. Throws only when the signal was aborted, and for what has to stop the run. */
	readonly call: (
		args: string,
		signal: AbortSignal,
	) => ToolAnswer | Promise<ToolAnswer>;
}

/** The arguments of a call as an object; undefined where they are none. */
export function objectIn(
	args: unknown,
): Readonly<Record<string, unknown>> | undefined {
	return typeof args === "object" && args !== null && !Array.isArray(args)
		? (args as Record<string, unknown>)
		: undefined;
}

export function parsedArgs(args: string): unknown {
	try {
		return JSON.parse(args);
	} catch {
		return args;
	}
}
