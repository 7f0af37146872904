// A request to a model's endpoint, and the events that it streams back. What goes wrong is said in words, as a `ModelError`.

import type { EventSourceMessage } from "eventsource-parser/stream";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { sleep } from "./abortable";
import { ModelError } from "./chat-model";

export interface EndpointRequest {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: object;
	readonly signal: AbortSignal;
}

/** How often a request is sent again that came at a bad time, and how long at most it waits before, in seconds. */
const mostRetries = 2;
const longestWait = 20;

/** The events of an answer, each as soon as it is whole. */
export async function* streamedEvents(
	request: EndpointRequest,
): AsyncGenerator<EventSourceMessage> {
	const response = await responseTo(request);
	const type = response.headers.get("content-type") ?? "nothing";
	if (!response.body || !type.includes("text/event-stream")) {
		throw new ModelError(
			"not_a_stream",
			`The endpoint answered with ${type}, not with an event stream. Is ${request.url} the right address?`,
		);
	}
	const reader = response.body
		.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream())
		.getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			yield value;
		}
	} catch (error) {
		request.signal.throwIfAborted();
		throw new ModelError(
			"broken_off",
			`The answer broke off: ${error instanceof Error ? error.message : error}. Resume to ask again.`,
		);
	} finally {
		reader.cancel().catch(() => {});
	}
}

async function responseTo(request: EndpointRequest): Promise<Response> {
	for (let retry = 0; ; retry++) {
		const response = await fetched(request);
		if (response.ok) return response;
		const wait = secondsToWait(response);
		if (wait === undefined || retry === mostRetries)
			throw await refusal(response);
		await sleep(wait * 1000, request.signal);
	}
}

async function fetched({
	url,
	headers,
	body,
	signal,
}: EndpointRequest): Promise<Response> {
	try {
		return await fetch(url, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify(body),
			signal,
		});
	} catch (error) {
		signal.throwIfAborted();
		throw new ModelError(
			"unreachable",
			`${url} cannot be reached from this page (${error instanceof Error ? error.message : error}). It has to be up, and to allow requests of other origins (CORS).`,
		);
	}
}

/** How long an endpoint that is busy wants to be left alone; undefined where waiting is of no use or takes too long. */
function secondsToWait({ status, headers }: Response): number | undefined {
	if (![429, 503, 529].includes(status)) return undefined;
	const said = headers.get("retry-after");
	const seconds = said === null || said === "" ? 2 : Number(said);
	return seconds >= 0 && seconds <= longestWait ? seconds : undefined;
}

async function refusal(response: Response): Promise<ModelError> {
	const { status } = response;
	const says = messageIn(await response.text().catch(() => ""));
	if (status === 401 || status === 403)
		return new ModelError(
			"unauthorized",
			`The endpoint refuses the key (${status}): ${says}`,
		);
	if (status === 429 || status === 529)
		return new ModelError(
			"too_many_requests",
			`The endpoint is asked too much (${status}): ${says} Resume later.`,
		);
	return new ModelError(
		"refused",
		`The endpoint refuses the request (${status}): ${says}`,
	);
}

/** The message in an endpoint's error, in whichever form it has. */
export function messageIn(body: string): string {
	try {
		const parsed = JSON.parse(body) as {
			error?: { message?: unknown } | string;
			message?: unknown;
		} | null;
		const message =
			typeof parsed?.error === "object"
				? parsed.error?.message
				: (parsed?.error ?? parsed?.message);
		if (typeof message === "string") return message;
	} catch {}
	return body.trim().slice(0, 300) || "it gives no reason.";
}

/** The data of an event. */
export function dataOf<Data>(data: string): Data {
	try {
		return JSON.parse(data) as Data;
	} catch {
		throw new ModelError(
			"not_a_stream",
			`The endpoint streams what is no JSON: ${data.slice(0, 100)}`,
		);
	}
}

export const endedEarly = () =>
	new ModelError(
		"broken_off",
		"The answer broke off before its end. Resume to ask again.",
	);
export const cutShort = (why: string) =>
	new ModelError("cut_short", `The model did not finish its answer: ${why}.`);
