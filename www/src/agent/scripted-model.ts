// A model that follows a script: it needs no key and no network, and says the same each time. It sees what any model sees,
// the messages and the tools, and nothing else; so it can also play behind an endpoint, as the tests have it.

import type { DialectName } from "agent-todos";
import type { Intent } from "../intents";
import type { ModelCall } from "../wording";
import { lacksOf, word } from "../wording";
import { sleep } from "./abortable";
import type {
	ChatModel,
	Message,
	ModelRequest,
	Piece,
	ToolCall,
} from "./chat-model";
import type { SeenPage } from "./page-seen";
import { pageIn } from "./page-seen";
import type { Scenario } from "./scenarios";
import { ScriptMemory } from "./script-memory";
import type { Act, Move } from "./script-moves";
import { look, move } from "./script-moves";

/** An answer before it is streamed. */
interface Answer {
	readonly says: string;
	readonly calls: readonly ModelCall[];
}

export class ScriptedModel implements ChatModel {
	readonly name = "scripted model";
	readonly #memory: ScriptMemory;
	#calls = 0;

	constructor(
		private readonly scenario: Scenario,
		private readonly dialect: DialectName,
		/** How long it takes for a word, in milliseconds. */
		private readonly pace: () => number = () => 0,
	) {
		this.#memory = new ScriptMemory(scenario.todos);
	}

	async *answer({
		messages,
		tools,
		signal,
	}: ModelRequest): AsyncGenerator<Piece> {
		this.#memory.read(messages);
		const offers = (name: string) => tools.some((tool) => tool.name === name);
		const isAsked = messages
			.findLast(({ role }) => role === "user")
			?.text.startsWith("Is the task complete?");
		const { says, calls } = isAsked
			? this.#validate(messages)
			: !offers("click")
				? this.#plan()
				: offers("give_up_todo")
					? this.#workOn(messages)
					: this.#goOn(messages);
		for (const piece of says.split(/(?<=\s)/)) {
			if (this.pace() > 0) await sleep(this.pace(), signal);
			yield { text: piece };
		}
		for (const { tool, text } of calls) {
			if (this.pace() > 0) await sleep(this.pace() * 4, signal);
			const call: ToolCall = {
				id: `call_${++this.#calls}`,
				name: tool,
				args: text,
			};
			yield { call };
		}
	}

	#plan(): Answer {
		const isFirst = this.#memory.drafts.length === 0;
		const intents: readonly Intent[] = isFirst
			? [{ kind: "plan", todos: this.scenario.plan }]
			: this.scenario.planAgain;
		return this.#mean(
			intents,
			isFirst
				? "This takes several steps, so I plan first."
				: "I bring the plan up to date.",
		);
	}

	/** The host has handed out a todo: what it says stands in the latest message that does. */
	#workOn(messages: readonly Message[]): Answer {
		const from = messages.findLastIndex(
			({ role, text }) => role === "user" && /^Todo \d+: /.test(text),
		);
		const [, todo = ""] =
			/^Todo \d+: (.*)$/m.exec(messages[from]?.text ?? "") ?? [];
		const next = this.#moveFor(todo, messages);
		// In haste it does not look whether the form was taken. The host does.
		const isForm = ["contact", "address"].includes(
			this.#memory.aimOf(todo) ?? "",
		);
		const wasSent = messages
			.slice(from)
			.some(
				({ role, text }) =>
					role === "tool" && text.startsWith('Clicked button "Continue"'),
			);
		if (next.kind === "act" && isForm && wasSent)
			return { says: "The form is sent.", calls: [] };
		switch (next.kind) {
			case "act":
				return { says: next.says, calls: next.acts.map((one) => callOf(one)) };
			case "done":
				return { says: next.says, calls: [] };
			case "give-up":
				return {
					says: next.says,
					calls: [
						{
							tool: "give_up_todo",
							text: JSON.stringify({ reason: next.reason }),
						},
					],
				};
			case "plan-again":
				return {
					says: next.says,
					calls: [
						{
							tool: "require_planning",
							text: JSON.stringify({ reason: next.reason }),
						},
					],
				};
		}
	}

	/** It works through the list itself: it settles a todo along with the first act for the next one. */
	#goOn(messages: readonly Message[]): Answer {
		const { current } = this.#memory;
		if (!current) return { says: "Everything on the list is done.", calls: [] };
		const now = this.#moveFor(current.content, messages);
		if (now.kind === "plan-again")
			return {
				says: now.says,
				calls: [
					{
						tool: "require_planning",
						text: JSON.stringify({ reason: now.reason }),
					},
				],
			};
		if (now.kind === "act") {
			const begun =
				current.progress === "doing"
					? { says: now.says, calls: [] }
					: this.#mean([{ kind: "start", todo: current }], now.says);
			return {
				says: begun.says,
				calls: [...begun.calls, ...now.acts.map((one) => callOf(one))],
			};
		}
		const next = this.#memory.next(current);
		const settled: Intent =
			now.kind === "done"
				? { kind: "finish", todos: [current] }
				: { kind: "skip", todo: current };
		if (!next) return this.#mean([settled], now.says);
		const then = this.#moveFor(next.content, messages);
		if (then.kind !== "act")
			return this.#mean([settled, { kind: "start", todo: next }], now.says);
		// Where the next todo is one click, the tool of the browser takes the news along.
		if (now.kind === "done" && then.acts.length === 1) {
			const progress = { todo_done: [this.#memory.idOf(current)] };
			this.#memory.meant([settled]);
			return {
				says: `${now.says} ${then.says}`,
				calls: then.acts.map((one) => callOf(one, progress)),
			};
		}
		const { says, calls } = this.#mean(
			[settled, { kind: "start", todo: next }],
			`${now.says} ${then.says}`,
		);
		return { says, calls: [...calls, ...then.acts.map((one) => callOf(one))] };
	}

	#validate(messages: readonly Message[]): Answer {
		const page = latestPage(messages);
		const { giftNote } = this.scenario.wish;
		const [, number = "?"] =
			/Order (K-\d+) is placed/.exec(page?.text ?? "") ?? [];
		const lacksNote =
			giftNote !== undefined && !page?.text.includes(`“${giftNote}”`);
		if (!page?.heading.startsWith("Thank you"))
			return verdict(false, "The page shows no confirmation.", [
				"Place the order",
			]);
		if (lacksNote)
			return verdict(false, "The order is placed, but no note goes with it.", [
				`Add the note “${giftNote}”`,
			]);
		const skipped = this.#memory.drafts.some(
			({ progress, name }) => progress === "skipped" && name === "extra",
		);
		return verdict(
			true,
			`Order ${number} is placed, and the confirmation has all that was asked for${skipped ? " but the descaling set, which is sold out" : ""}.`,
			[],
		);
	}

	#moveFor(content: string, messages: readonly Message[]): Move {
		const page = latestPage(messages);
		const aim = this.#memory.aimOf(content);
		return page && aim ? move(aim, page, this.scenario.wish) : look;
	}

	/** Says something of the list in the words of the dialect. */
	#mean(intents: readonly Intent[], says: string): Answer {
		const isSayable = ({ kind }: Intent) =>
			this.dialect !== "snapshot" || kind !== "start";
		const meant = intents.filter(isSayable);
		const { calls } =
			meant.length > 0
				? word(this.dialect, meant, this.#memory.drafts, says)
				: { calls: [] };
		this.#memory.meant(
			meant,
			this.dialect === "todo_manager" ? [] : lacksOf(this.dialect),
		);
		// In XML the call is a part of the text.
		if (this.dialect === "xml_call")
			return {
				says: [
					says,
					...calls.map(({ text }) =>
						text.replace(/^[\s\S]*?(?=<tool_call>)/, ""),
					),
				].join("\n\n"),
				calls: [],
			};
		return { says, calls };
	}
}

/** The page as it was last seen, unless somebody else had the browser since. */
function latestPage(messages: readonly Message[]): SeenPage | undefined {
	for (const { role, text } of messages.toReversed()) {
		if (role === "user" && text.startsWith("You were stopped"))
			return undefined;
		const page = role === "tool" || role === "user" ? pageIn(text) : undefined;
		if (page) return page;
	}
	return undefined;
}

const callOf = ({ tool, args }: Act, more: object = {}): ModelCall => ({
	tool,
	text: JSON.stringify({ ...args, ...more }),
});

function verdict(
	isComplete: boolean,
	reasoning: string,
	suggestions: readonly string[],
): Answer {
	return {
		says: JSON.stringify({ isComplete, reasoning, suggestions }),
		calls: [],
	};
}
