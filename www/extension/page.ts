// The script in the page: it reads the page and acts on it, as the worker says. It is put there
// when the agent begins, and again on each page that follows; it holds no rule and no list.

import { Highlight } from "../src/agent/highlight";
import {
	BrowserError,
	checkUsable,
	elementAt,
	selecting,
	writing,
} from "../src/agent/page-acts";
import { describe, pageText } from "../src/agent/page-text";
import type { PageAnswer, PageRequest, SentRequest } from "./messages";

/**
 * How long a page that began to leave may still be there, in milliseconds: a download, for one,
 * leads nowhere.
 */
const leaveDelayMs = 5000;

/** A tool of the page's own, by WebMCP. */
interface PageTool {
	readonly name: string;
	readonly description: string;
	readonly inputSchema?: unknown;
}
interface ModelContext {
	getTools(): Promise<readonly PageTool[]>;
	executeTool(tool: PageTool, input: unknown): Promise<string>;
}

const highlight = new Highlight();
let elements: readonly HTMLElement[] = [];
/**
 * What is done once the answer is on its way, as the page may be gone then. (A timer waits for a
 * second in a tab that nobody sees.)
 */
let afterwards = () => {};

const context = (): ModelContext | undefined =>
	(document as { modelContext?: ModelContext }).modelContext;

/** Lets the element have the focus while it is acted on. */
function onto(element: HTMLElement, act: () => void): void {
	highlight.hide();
	element.focus({ preventScroll: true });
	act();
}

async function carriedOut(request: PageRequest): Promise<unknown> {
	switch (request.do) {
		case "ready":
			return ready();
		case "read": {
			const page = pageText(document);
			elements = page.elements;
			return {
				text: [page.text, ...(await toolLines())].join("\n"),
				alerts: page.alerts,
			};
		}
		case "show": {
			const element = elementAt(elements, request.place);
			checkUsable(element);
			element.scrollIntoView({ block: "nearest" });
			highlight.show(element);
			return describe(element);
		}
		case "click": {
			const element = elementAt(elements, request.place);
			afterwards = () => onto(element, () => element.click());
			return undefined;
		}
		case "type": {
			const { place, text } = request;
			const field = elementAt(elements, place);
			onto(field, writing(field, place, text));
			return undefined;
		}
		case "select": {
			const { place, option } = request;
			const choice = elementAt(elements, place);
			onto(choice, selecting(choice, place, option));
			return undefined;
		}
		case "scroll":
			scrollBy(0, (request.down ? 0.8 : -0.8) * innerHeight);
			return undefined;
		case "back":
			afterwards = () => history.back();
			return undefined;
		case "call":
			return calledTool(request.name, request.input);
		case "rest":
			highlight.hide();
			return undefined;
	}
}

/** Returns the tools that the page offers, for the end of its text. */
async function toolLines(): Promise<string[]> {
	const tools = (await context()?.getTools()) ?? [];
	if (tools.length === 0) return [];
	return [
		"",
		"The page has tools of its own. use_page_tool calls them, which is better than to click:",
		...tools.map(
			({ name, description, inputSchema }) =>
				`- ${name}: ${description} Input: ${JSON.stringify(inputSchema ?? {})}`,
		),
	];
}

async function calledTool(name: string, input: string): Promise<string> {
	const tools = (await context()?.getTools()) ?? [];
	const tool = tools.find((tool) => tool.name === name);
	if (!tool)
		throw new BrowserError(
			`the page has no tool ${JSON.stringify(name)}, but ${tools.map(({ name }) => name).join(", ") || "none"}`,
		);
	let parsed: unknown;
	try {
		parsed = JSON.parse(input === "" ? "{}" : input);
	} catch {
		throw new BrowserError("the input of a page's tool is JSON text");
	}
	const answer = await context()?.executeTool(tool, parsed);
	return `${name} answers: ${answer}`;
}

/**
 * Whether the page has begun to leave for another one. On a busy machine it takes a while until it
 * goes.
 */
let isLeaving = false;

function watchForLeaving(): void {
	const leaves = () => {
		isLeaving = true;
	};
	addEventListener("beforeunload", leaves);
	addEventListener("submit", ({ defaultPrevented }) => {
		if (!defaultPrevented) leaves();
	});
	// Not every browser has it.
	window.navigation?.addEventListener(
		"navigate",
		({ destination, downloadRequest }) => {
			if (!destination.sameDocument && downloadRequest === null) leaves();
		},
	);
	// The browser kept it, and shows it again.
	addEventListener("pageshow", () => {
		isLeaving = false;
	});
}

/** Resolves when the page is neither leaving nor busy. A page that leaves does not answer. */
async function ready(): Promise<void> {
	if (isLeaving)
		await new Promise((resolve) => setTimeout(resolve, leaveDelayMs));
	isLeaving = false;
	await notBusy();
}

/** Resolves when the page says that it is busy no more. */
async function notBusy(): Promise<void> {
	const isBusy = () => document.querySelector("[aria-busy=true]") !== null;
	if (!isBusy()) return;
	await new Promise<void>((resolve) => {
		const observer = new MutationObserver(() => {
			if (isBusy()) return;
			observer.disconnect();
			resolve();
		});
		observer.observe(document, {
			subtree: true,
			childList: true,
			attributeFilter: ["aria-busy"],
		});
	});
}

// It may have been put here before: this page was read twice, or a worker was started anew.
const place = globalThis as { agentTodosPage?: true };
if (!place.agentTodosPage) {
	place.agentTodosPage = true;
	watchForLeaving();
	chrome.runtime.onMessage.addListener(
		(
			request: SentRequest,
			{ id }: chrome.runtime.MessageSender,
			answer: (answer: PageAnswer) => void,
		) => {
			if (id !== chrome.runtime.id) return undefined;
			afterwards = () => {};
			// The page that was asked left meanwhile, for one of another site.
			if (request.origin !== location.origin) {
				answer({ ok: false });
				return undefined;
			}
			carriedOut(request).then(
				(value) => {
					answer({ ok: true, value });
					afterwards();
				},
				(error: unknown) =>
					answer({
						ok: false,
						error: error instanceof Error ? error.message : String(error),
					}),
			);
			return true;
		},
	);
}
