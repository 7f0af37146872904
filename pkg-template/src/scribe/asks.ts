// How the scribe's model is asked: by the browser's own model, by the AI SDK, or by any function.

import {
	checkFunction,
	checkMethods,
	checkObject,
} from "../arguments/check.js";
import { makeUncheckedSchema } from "../tools/tool.js";
import type { ScribeSchema } from "./question.js";

/** What a question cost, as the model or its provider reports it. */
export interface ScribeUsage {
	/** The tokens of the question. */
	readonly inputTokens?: number | undefined;
	/** The tokens of the answer. */
	readonly outputTokens?: number | undefined;
	/** The tokens of both. */
	readonly totalTokens?: number | undefined;
}

/** An answer with what it cost. The results of the AI SDK have this form. */
export interface ScribeReply {
	/** What the model said. */
	readonly text?: string | undefined;
	/** What the model said, as an object. It comes before `text`. */
	readonly object?: unknown;
	/** What it cost. */
	readonly usage?: ScribeUsage | undefined;
}

/**
 * Asks a model. `schema` is the JSON Schema of the answer, for models that can be kept to one.
 * `signal` is aborted if the answer is not wanted any more. Returns what the model said: a text, an
 * object, or either with what it cost.
 */
export type ScribeModel = (
	prompt: string,
	schema: ScribeSchema,
	options: { readonly signal: AbortSignal },
) => string | object | Promise<string | object>;

/** The parts of a `LanguageModel` session that are used here. */
export interface ScribeSession {
	/** See `LanguageModel.prompt()`. */
	prompt(
		input: string,
		options?: {
			signal?: AbortSignal | undefined;
			responseConstraint?: Record<string, unknown> | undefined;
		},
	): Promise<unknown>;
	/** See `LanguageModel.clone()`. */
	clone(options?: { signal?: AbortSignal | undefined }): Promise<ScribeSession>;
	/** See `LanguageModel.destroy()`. */
	destroy?: (() => void) | undefined;
	/** The tokens that the session holds. */
	readonly contextUsage?: number | undefined;
	/** The same, by its older name. */
	readonly inputUsage?: number | undefined;
}

/**
 * Returns the function that asks the browser's own model. Each question has a clone of the session,
 * so that none of them fills its context. The usage that is reported is all that the clone holds,
 * the session's own prompts included.
 *
 * @example
 * ```ts
 * import { promptApi, type ScribeSession } from "agent-todos/scribe";
 *
 * // In Chrome: const session = await LanguageModel.create();
 * const session: ScribeSession = {
 *   prompt: async () => '{"doing":1,"done":[],"failed":[],"open":[],"add":[]}',
 *   clone: async () => session,
 * };
 * const model = promptApi(session);
 * console.log(typeof model); // → function
 * ```
 */
export function promptApi(session: ScribeSession): ScribeModel {
	checkMethods(session, "promptApi(): session", "prompt", "clone");
	return async (prompt, schema, { signal }) => {
		const clone = await session.clone({ signal });
		try {
			const responseConstraint = { ...schema };
			const text = await clone.prompt(prompt, { signal, responseConstraint });
			const totalTokens = clone.contextUsage ?? clone.inputUsage;
			return { text: String(text), usage: { totalTokens } };
		} finally {
			clone.destroy?.();
		}
	};
}

/**
 * Returns the function that asks a model with the AI SDK's `generateObject`, or with another
 * function of that form. `settings` are passed on: the model, and whatever else it takes.
 *
 * @example
 * ```ts
 * import { aiSdk } from "agent-todos/scribe";
 *
 * // import { generateObject } from "ai";
 * const generateObject = async ({ prompt }: { prompt: string }) => ({ object: { done: [1] }, usage: { inputTokens: prompt.length } });
 * const small = aiSdk(generateObject, { model: "openai/gpt-5-nano" });
 * console.log(typeof small); // → function
 * ```
 */
export function aiSdk(
	// biome-ignore lint/suspicious/noExplicitAny: its type differs between versions of the SDK
	generate: (options: any) => PromiseLike<ScribeReply>,
	settings: object,
): ScribeModel {
	checkFunction(generate, "aiSdk(): generate");
	checkObject(settings, "aiSdk(): settings");
	return async (prompt, schema, { signal }) => {
		try {
			return await generate({
				...settings,
				schema: makeUncheckedSchema(schema),
				prompt,
				abortSignal: signal,
			});
		} catch (error) {
			// The error for a text that is not quite JSON has the text, which may still be readable.
			const { text, usage } = Object(error) as ScribeReply;
			if (typeof text !== "string") throw error;
			return { text, usage };
		}
	};
}
