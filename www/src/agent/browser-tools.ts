// The browser as tools for a model. Each takes the progress on the todo list along, so that saying "done" costs no turn.

import type { JsonSchema, TodoStore } from "agent-todos";
import { takeProgress, withProgress } from "agent-todos";
import type { Browser } from "./browser";
import { BrowserError, PageError } from "./browser";
import type { Tool, ToolAnswer } from "./tool";
import { objectIn } from "./tool";

type Args = Readonly<Record<string, unknown>>;
type Properties = Record<string, JsonSchema>;

const element: JsonSchema = {
	type: "integer",
	description:
		"The number of the element, as the page's text has it: 3 for [3].",
};

/** `called` is asked before each call; what it throws is the call's answer, and nothing is done. */
export function browserTools(
	browser: Browser,
	store: TodoStore,
	called: () => void,
): Tool[] {
	const page = async (signal: AbortSignal) => (await browser.read(signal)).text;
	const tool = (
		name: string,
		description: string,
		properties: Properties,
		act: (args: Args, signal: AbortSignal) => Promise<string>,
	): Tool => {
		const schema = {
			type: "object",
			properties,
			required: Object.keys(properties),
			additionalProperties: false,
		} as const;
		return {
			name,
			description,
			inputSchema: withProgress(schema) as unknown as JsonSchema,
			call: async (sent, signal) => {
				const { args, outcome } = takeProgress(store, sent);
				const answer = await answered(
					called,
					objectIn(args),
					properties,
					(known) => act(known, signal),
					signal,
				);
				return outcome && !outcome.ok
					? { ...answer, text: `${answer.text}\n\ntodo list: ${outcome.text}` }
					: answer;
			},
		};
	};
	return [
		tool(
			"read_page",
			"Reads the page that is open: its text, and a number for each element that can be used.",
			{},
			(_, signal) => page(signal),
		),
		tool(
			"open",
			"Opens a page of the shop. Gives its text.",
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
	];
}

async function answered(
	called: () => void,
	args: Args | undefined,
	properties: Properties,
	act: (args: Args) => Promise<string>,
	signal: AbortSignal,
): Promise<ToolAnswer> {
	try {
		called();
		if (args === undefined)
			throw new BrowserError("the arguments are no JSON object");
		for (const [name, { type }] of Object.entries(properties)) {
			const isRight =
				type === "integer"
					? Number.isInteger(args[name])
					: typeof args[name] === type;
			if (!isRight)
				throw new BrowserError(
					`${name} is to be a ${type}, not ${JSON.stringify(args[name]) ?? "missing"}`,
				);
		}
		return { ok: true, text: await act(args) };
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof PageError) throw error;
		return {
			ok: false,
			text: error instanceof Error ? error.message : String(error),
		};
	}
}
