// The browser as tools for a model.

import type { PromptTool } from "agent-todos/prompt-api";
import type { JSONSchema7 } from "ai";
import { BrowserError, PageError } from "./page-acts";

/** What the agent works with: a page in a frame, or a tab. Whatever it waits for, an abort ends. */
export interface Browser {
	/** Returns the page that is open; its elements are known by the numbers that they have here. */
	read(signal: AbortSignal): Promise<{
		readonly text: string;
		/** What the page says is wrong. */
		readonly alerts: readonly string[];
	}>;
	open(address: string, signal: AbortSignal): Promise<string>;
	/** These resolve with what the element is. */
	click(place: number, signal: AbortSignal): Promise<string>;
	type(place: number, text: string, signal: AbortSignal): Promise<string>;
	select(place: number, option: string, signal: AbortSignal): Promise<string>;
	/** Lets go of the page. */
	rest(): void;
	/** What a tab can do besides. */
	readonly tab?: {
		scroll(down: boolean, signal: AbortSignal): Promise<void>;
		back(signal: AbortSignal): Promise<void>;
		/** Calls a tool of the page's own. */
		callTool(name: string, input: string, signal: AbortSignal): Promise<string>;
	};
}

type Args = Readonly<Record<string, unknown>>;
type Properties = Record<string, JSONSchema7>;

const element: JSONSchema7 = {
	type: "integer",
	description:
		"The number of the element, as the page's text has it: 3 for [3].",
};

/** `called` is asked before each call; what it throws is the call's answer, and nothing is done. */
export function browserTools(
	browser: Browser,
	called: () => void,
): PromptTool[] {
	const page = async (signal: AbortSignal) => (await browser.read(signal)).text;
	const tool = (
		name: string,
		description: string,
		properties: Properties,
		act: (args: Args, signal: AbortSignal) => Promise<string>,
	): PromptTool => ({
		name,
		description,
		inputSchema: {
			type: "object",
			properties,
			required: Object.keys(properties),
			additionalProperties: false,
		},
		async execute(sent, { signal = new AbortController().signal }) {
			try {
				called();
				return await act(checked(sent, properties), signal);
			} catch (error) {
				signal.throwIfAborted();
				if (error instanceof PageError) throw error;
				throw new BrowserError((error as Error).message);
			}
		},
	});
	return [
		tool(
			"read_page",
			"Reads the page that is open: its text, and a number for each element that can be used.",
			{},
			(_, signal) => page(signal),
		),
		tool(
			"open",
			browser.tab
				? "Opens a page. Gives its text. The user is asked first where it is of a site that they have not allowed."
				: "Opens a page of the same site. Gives its text.",
			{
				url: { type: "string", description: 'Its address, like "index.html".' },
			},
			async ({ url }, signal) => {
				await browser.open(`${url}`, signal);
				return page(signal);
			},
		),
		tool(
			"click",
			"Clicks a link, a button or a radio button. Gives the text of the page after it.",
			{ element },
			async ({ element }, signal) => {
				const what = await browser.click(element as number, signal);
				return `Clicked ${what}.\n\n${await page(signal)}`;
			},
		),
		tool(
			"type",
			"Writes text into a textbox, in place of what is in it.",
			{ element, text: { type: "string", description: "What to write." } },
			async ({ element, text }, signal) =>
				`Wrote ${JSON.stringify(text)} into ${await browser.type(element as number, `${text}`, signal)}.`,
		),
		tool(
			"select",
			"Selects an option of a combobox.",
			{
				element,
				option: {
					type: "string",
					description: "The option, as the page's text has it.",
				},
			},
			async ({ element, option }, signal) =>
				`Selected ${JSON.stringify(option)} in ${await browser.select(element as number, `${option}`, signal)}.`,
		),
		...(browser.tab ? tabTools(browser.tab) : []),
	];

	function tabTools(tab: NonNullable<Browser["tab"]>): PromptTool[] {
		return [
			tool(
				"scroll",
				"Scrolls the page, which may load more of it. Gives the text of the page after it.",
				{
					direction: { type: "string", enum: ["down", "up"] },
				},
				async ({ direction }, signal) => {
					await tab.scroll(direction !== "up", signal);
					return page(signal);
				},
			),
			tool(
				"go_back",
				"Goes back to the page before. Gives its text.",
				{},
				async (_, signal) => {
					await tab.back(signal);
					return page(signal);
				},
			),
			tool(
				"use_page_tool",
				"Calls a tool that the page itself offers, as its text says. Where there is one for what is to be done, it is better than to click.",
				{
					name: { type: "string", description: "The name of the tool." },
					input: {
						type: "string",
						description:
							"Its input, as JSON text that fits the schema of the tool.",
					},
				},
				async ({ name, input }, signal) =>
					`${await tab.callTool(`${name}`, `${input}`, signal)}\n\n${await page(signal)}`,
			),
		];
	}
}

/** Returns the arguments, if they are what the schema says. */
function checked(args: unknown, properties: Properties): Args {
	if (typeof args !== "object" || args === null || Array.isArray(args))
		throw new BrowserError("the arguments are no JSON object");
	const known = args as Args;
	for (const [name, { type }] of Object.entries(properties)) {
		const isRight =
			type === "integer"
				? Number.isInteger(known[name])
				: typeof known[name] === type;
		if (!isRight)
			throw new BrowserError(
				`${name} is to be a ${String(type)}, not ${JSON.stringify(known[name]) ?? "missing"}`,
			);
	}
	return known;
}
