// A model that follows a script: it needs no key, no network and no SDK, and says the same each
// time. It sees what any model sees, the messages and the tools, and nothing else; so it can also
// play behind an endpoint, as the tests have it.

import type { DialectName } from "agent-todos";
import type { AssistantModelMessage, ModelMessage } from "ai";
import type { Intent, Planned } from "../intents";
import { isSettled } from "../intents";
import type { ModelCall } from "../wording";
import { type ListDialect, lacksOf, listTools, word } from "../wording";
import { sleep } from "./abortable";
import type { ChatModel, Reply, TurnRequest } from "./chat-model";
import { messageOf, TurnCalls } from "./chat-model";
import { PageError } from "./page-acts";
import type { SeenPage } from "./page-seen";
import { pageIn } from "./page-seen";
import { promptWithoutList } from "./prompts";
import type { Aim, Scenario } from "./scenarios";
import type { Message } from "./script-memory";
import { ScriptMemory, unescaped } from "./script-memory";
import type { Act, Move } from "./script-moves";
import { achievedOn, giveUp, look, move } from "./script-moves";
import { aimOf, wishOf } from "./script-understanding";
import type { ToolCall } from "./tool-call";

/** What it says, and the tools that it calls. */
export interface Answer {
	readonly says: string;
	readonly calls: readonly ModelCall[];
}

export class ScriptedModel implements ChatModel {
	readonly name = "scripted model";
	readonly #memory: ScriptMemory;
	/** What it could not do, and why. */
	readonly #givenUp = new Map<string, string>();
	#calls = 0;

	constructor(
		private readonly scenario: Scenario,
		private readonly dialect: DialectName,
		/** How long it takes for a word, in milliseconds. */
		private readonly pace: () => number = () => 0,
	) {
		this.#memory = new ScriptMemory(scenario.todos, dialect);
	}

	/** Returns the answer to a conversation, with tools of these names at hand. */
	answer(messages: readonly Message[], tools: readonly string[]): Answer {
		this.#memory.read(messages);
		const isAsked = messages
			.findLast(
				({ role, text }) => role === "user" && !text.startsWith("<browser"),
			)
			?.text.startsWith("Is the task complete?");
		if (isAsked) return this.#validate(messages);
		if (!tools.includes("click")) return this.#plan();
		if (tools.includes("give_up_todo")) return this.#workOn(messages);
		return messages.some(({ text }) => text === promptWithoutList)
			? this.#actAlone(messages)
			: this.#goOn(messages);
	}

	/** Answers as any model does: word for word, and then its calls, one after the other. */
	async reply(request: TurnRequest): Promise<Reply> {
		const { instructions, remind, tools, listTools, signal, watcher, add } =
			request;
		const messages: ModelMessage[] = [
			{ role: "system", content: instructions },
			...remind(),
		];
		watcher.modelBegins(this.name);
		const made = new TurnCalls(watcher);
		let said: Exclude<AssistantModelMessage["content"], string> | undefined;
		try {
			const { says, calls } = this.answer(messages.flatMap(textsOf), [
				...tools.map(({ name }) => name),
				...listTools,
			]);
			await this.#write(says, signal, (written) =>
				watcher.modelWrites(written),
			);
			const written: ToolCall[] = [];
			for (const { tool, text } of calls)
				written.push(await this.#writeCall(request, tool, text));
			for (const call of written) made.begin(call);
			said = [
				{ type: "text", text: says },
				...written.map(({ id, name, args }) => ({
					type: "tool-call" as const,
					toolCallId: id,
					toolName: name,
					input: JSON.parse(args) as unknown,
				})),
			];
			watcher.modelEnds(true);
			for (const call of written) await carryOut(call, request, made);
			return { text: says, calls: made.count };
		} catch (error) {
			if (!said) watcher.modelEnds(false);
			throw error;
		} finally {
			if (said) {
				made.stop();
				add({ role: "assistant", content: said });
				if (made.count > 0) add({ role: "tool", content: made.results });
			}
		}
	}

	/** Writes a text word for word, and hands each on. */
	async #write(
		text: string,
		signal: AbortSignal,
		writes: (word: string) => void,
	): Promise<void> {
		for (const word of text.split(/(?<=\s)/)) {
			await this.#wait(1, signal);
			writes(word);
		}
	}

	/** Writes a call, which shows in the list meanwhile. */
	async #writeCall(
		{ conversation, listTools, signal }: TurnRequest,
		name: string,
		args: string,
	): Promise<ToolCall> {
		await this.#wait(2, signal);
		const id = `call_${++this.#calls}`;
		const isOfList = listTools.includes(name);
		let written = "";
		try {
			await this.#write(args, signal, (word) => {
				written += word;
				if (isOfList) conversation.preview(name, written, id);
			});
		} catch (error) {
			if (isOfList) conversation.preview(name, "", id);
			throw error;
		}
		return { id, name, args };
	}

	async #wait(words: number, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		if (this.pace() > 0) await sleep(this.pace() * words, signal);
	}

	#plan(): Answer {
		const isFirst = this.#memory.drafts.length === 0;
		const intents: readonly Intent[] = isFirst
			? [{ kind: "plan", todos: this.scenario.plan }]
			: this.#planAgain();
		return this.#mean(
			intents,
			isFirst
				? "This takes several steps, so I plan first."
				: "I bring the plan up to date.",
		);
	}

	/**
	 * Returns what a scenario has in mind for it; else the order, where it was given up and is to be
	 * placed all the same.
	 */
	#planAgain(): readonly Intent[] {
		const { planAgain, todos } = this.scenario;
		if (planAgain.length > 0) return planAgain;
		const isPlanned = this.#memory.drafts.some(
			({ content, progress }) =>
				aimOf(content, this.scenario) === "place" && !isSettled(progress),
		);
		if (isPlanned) return [];
		return [
			{ kind: "plan", todos: todos.filter(({ name }) => name === "place") },
		];
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
		const last = messages
			.slice(from)
			.findLast(({ role, text }) => role === "tool" && pageIn(text));
		const aim = aimOf(todo, this.scenario);
		const isHasty =
			formOf[aim ?? ""] === pageIn(last?.text ?? "")?.heading &&
			last?.text.startsWith('Clicked button "Continue"');
		if (next.kind === "act" && isHasty)
			return { says: "The form is sent.", calls: [] };
		switch (next.kind) {
			case "act":
				return { says: next.says, calls: next.acts.map((one) => callOf(one)) };
			case "ask":
				return { says: next.says, calls: [askCall(next.question)] };
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

	/**
	 * It works through the list itself: it settles a todo along with the first act for the next one.
	 */
	#goOn(messages: readonly Message[]): Answer {
		const { current } = this.#memory;
		if (!current)
			return {
				says: this.#memory.isWaiting
					? "I wait for the user’s answer."
					: "Everything on the list is done.",
				calls: [],
			};
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
		if (now.kind === "ask") {
			const id = this.#memory.idOf(current);
			// While the user is asked about one, it goes on with the next.
			this.#memory.meant([{ kind: "block", todo: current }]);
			return { says: now.says, calls: [askCall(now.question, id)] };
		}
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
		if (now.kind === "give-up" && this.#lacksSkipFor(current)) {
			const progress = { todo_skip: [this.#memory.idOf(current)] };
			this.#memory.meant([{ kind: "skip", todo: current }]);
			return {
				says: now.says,
				calls: look.acts.map((one) => callOf(one, progress)),
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
		if (
			now.kind === "done" &&
			then.acts.length === 1 &&
			!(this.#isForgetful && this.#memory.hasOldPlan)
		) {
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

	/**
	 * Returns whether the tool could only leave a todo out that is given up, which does not hold
	 * against a person who added it.
	 */
	#lacksSkipFor({ content }: Planned): boolean {
		const lacks = lacksOf(this.dialect);
		const isPlanned = this.scenario.todos.some(
			(todo) => todo.content === content,
		);
		return lacks.includes("doing") || (lacks.includes("skipped") && !isPlanned);
	}

	/** Whether its calls write the whole list, in which it forgets what the user did. */
	get #isForgetful(): boolean {
		const { [this.dialect as ListDialect]: tool } = listTools;
		return (
			tool !== undefined &&
			!tool.merges &&
			!lacksOf(this.dialect).includes("doing")
		);
	}

	/** Another model keeps the list: it says what it has done, and does what is next. */
	#actAlone(messages: readonly Message[]): Answer {
		const memory = this.#memory;
		if (memory.drafts.length === 0)
			memory.meant([{ kind: "plan", todos: this.scenario.plan }]);
		if (isHeldBack(messages))
			return { says: "I wait for the user’s decision.", calls: [] };
		const says: string[] = [];
		for (const draft of memory.drafts) {
			const { content, progress } = draft;
			// What is to be confirmed the user does.
			if (isSettled(progress) || content.startsWith("Confirm")) continue;
			let next = this.#moveFor(content, messages);
			if (next.kind === "plan-again")
				next = this.#moveFor(content, messages, "choose-other");
			if (next.kind === "done" || next.kind === "plan-again") {
				says.push(`Done: ${content}`);
				memory.meant([{ kind: "finish", todos: [draft] }]);
			} else if (next.kind === "give-up") {
				says.push(`Given up: ${content}`);
				memory.meant([{ kind: "skip", todo: draft }]);
			} else {
				says.push(`Next: ${content}`, next.says);
				const calls =
					next.kind === "ask"
						? [askCall(next.question)]
						: next.acts.map((one) => callOf(one));
				return { says: says.join("\n"), calls };
			}
		}
		return { says: [...says, "That is all."].join("\n"), calls: [] };
	}

	#validate(messages: readonly Message[]): Answer {
		const page = latestPage(messages);
		const { todos, wish } = this.scenario;
		const isWanted = ({ name }: Planned) => {
			const { progress } =
				this.#memory.drafts.find(
					(draft) => aimOf(draft.content, this.scenario) === name,
				) ?? {};
			return progress !== undefined && progress !== "skipped";
		};
		const couldNot = this.#memory.drafts
			.filter(({ progress }) => progress === "skipped")
			.map(({ content }) => [content, this.#givenUp.get(content)] as const)
			.map(([content, reason = "it was skipped"]) => `“${content}”: ${reason}`);
		const but = couldNot.length > 0 ? ` Not done: ${couldNot.join("; ")}.` : "";
		if (!page?.heading.startsWith("Thank you")) {
			const left = todos.find(({ name }) => name === "place");
			return left && isWanted(left)
				? verdict(false, "The page shows no confirmation.", [left.content])
				: verdict(
						true,
						`No order is placed, as the list does not ask for it any more.${but}`,
						[],
					);
		}
		if (
			wish.giftNote !== undefined &&
			!page.text.includes(`“${wish.giftNote}”`)
		)
			return verdict(false, "The order is placed, but no note goes with it.", [
				`Add the note “${wish.giftNote}”`,
			]);
		const [, number = "?"] = /Order (K-\d+) is placed/.exec(page.text) ?? [];
		return verdict(
			true,
			`Order ${number} is placed, and the confirmation has what the list asked for.${but}`,
			[],
		);
	}

	#moveFor(
		content: string,
		messages: readonly Message[],
		aim?: Aim | undefined,
	): Move {
		const next = this.#nextMove(content, messages, aim);
		if (next.kind === "give-up") this.#givenUp.set(content, next.reason);
		return next;
	}

	#nextMove(
		content: string,
		messages: readonly Message[],
		aim = aimOf(content, this.scenario),
	): Move {
		const page = latestPage(messages);
		if (!page) return look;
		if (!aim)
			return isAnswered(content, messages)
				? giveUp("the script has no move for it; a model would")
				: askToSkip;
		// The last word on each thing, be it the plan's or a person's, is what is on the list.
		const wish = {
			...wishOf(this.scenario, this.#memory.drafts),
			code: answerIn(messages),
		};
		const seen = messages.flatMap(({ role, text }) =>
			role === "tool" || role === "user" ? (pageIn(text) ?? []) : [],
		);
		const next = move(aim, page, wish, achievedOn(seen, wish));
		const stuckOn = clickWithoutEffect(messages);
		const isAgain =
			next.kind === "act" &&
			next.acts.some(({ tool, args }) => {
				const found = page.elements.find(
					({ element }) => element === args.element,
				);
				return (
					tool === "click" && `${found?.role} "${found?.name}"` === stuckOn
				);
			});
		return isAgain ? giveUp(`the page does not react to ${stuckOn}`) : next;
	}

	/** Says something of the list in the words of the dialect. */
	#mean(intents: readonly Intent[], says: string): Answer {
		const isSayable = ({ kind }: Intent) =>
			this.dialect !== "snapshot" || kind !== "start";
		const meant = intents.filter(isSayable);
		const list = this.#isForgetful
			? this.#memory.sendOldPlan()
			: this.#memory.drafts;
		const drafts = list.map((draft) => ({
			...draft,
			name: this.#memory.idOf(draft),
		}));
		const { calls } =
			meant.length > 0
				? word(this.dialect, meant, drafts, says)
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

/** The page that takes each form. */
const formOf: Readonly<Record<string, string>> = {
	contact: "Contact details",
	address: "Delivery address",
};

/** Carries a call out, which is answered in any case. */
async function carryOut(
	{ id, name, args }: ToolCall,
	{ tools, listTools, conversation, signal }: TurnRequest,
	made: TurnCalls,
): Promise<void> {
	signal.throwIfAborted();
	try {
		const isNamed = (tool: { name: string }) => tool.name === name;
		if (listTools.includes(name)) {
			const outcome = await conversation.tools.find(isNamed)?.execute(args, id);
			if (outcome) return made.answer(id, outcome.text, outcome.ok);
		}
		const tool = tools.find(isNamed);
		if (!tool) throw new Error(`there is no tool ${name}`);
		made.answer(id, await tool.execute(JSON.parse(args), { signal }), true);
	} catch (error) {
		signal.throwIfAborted();
		made.answer(id, messageOf(error), false);
		if (error instanceof PageError) throw error;
	}
}

/** Returns the texts of a message, each on its own. */
function textsOf({ role, content }: ModelMessage): Message[] {
	if (typeof content === "string") return [{ role, text: content }];
	return content.flatMap((part): Message[] => {
		if (part.type === "text") return [{ role, text: part.text }];
		if (part.type !== "tool-result") return [];
		const { output } = part;
		const isText = output.type === "text" || output.type === "error-text";
		return [{ role, text: isText ? output.value : "" }];
	});
}

/** Returns the page as it was last seen, unless somebody else had the browser since. */
function latestPage(messages: readonly Message[]): SeenPage | undefined {
	for (const { role, text } of messages.toReversed()) {
		if (role === "user" && text.startsWith("You were stopped"))
			return undefined;
		const page = role === "tool" || role === "user" ? pageIn(text) : undefined;
		if (page) return page;
	}
	return undefined;
}

/** Returns what the user answered to the latest question. */
function answerIn(messages: readonly Message[]): string | undefined {
	const asked = messages.findLastIndex(
		({ role, text }) => role === "tool" && text.includes("waits for the user"),
	);
	const answers = messages
		.slice(asked + 1)
		.filter(({ role }) => role === "user")
		.map(({ text }) => /The user answered.*?: (.*?)\.?(?:<|$)/m.exec(text));
	return answers.findLast((answer) => answer !== null)?.[1];
}

/** Asks about a todo that the script has no move for. */
const askToSkip: Move = {
	kind: "ask",
	says: "I have no move for this, so I ask.",
	question: "I am only a script: skip it?",
};

/** Returns whether the user has answered what it asked about a todo. */
function isAnswered(content: string, messages: readonly Message[]): boolean {
	const named = content.replaceAll(/[^\w\s]/g, "\\$&");
	const answer = new RegExp(
		`answered [\\w-]+ \\("${named}"|^Todo \\d+: ${named}\\n(?:.*\\n)?The user answered: `,
		"m",
	);
	return messages.some(
		({ role, text }) => role === "user" && answer.test(unescaped(text)),
	);
}

/**
 * Returns whether its latest act was refused because the user is asked first, and no message has
 * said yet what they decided.
 */
function isHeldBack(messages: readonly Message[]): boolean {
	const refused = messages.findLastIndex(
		({ role, text }) => role === "tool" && text.includes("has to confirm"),
	);
	return (
		refused >= 0 && !messages.slice(refused).some(({ role }) => role === "user")
	);
}

/** Returns what was clicked twice in a row, if both times left the page as it was. */
function clickWithoutEffect(messages: readonly Message[]): string | undefined {
	const from = messages.findLastIndex(({ text }) =>
		text.startsWith("You were stopped"),
	);
	const [before, last] = messages
		.slice(from + 1)
		.filter(({ role, text }) => role === "tool" && text.startsWith("Clicked "))
		.slice(-2);
	if (!before || before.text !== last?.text) return undefined;
	return /^Clicked (.*)\.$/m.exec(last.text)?.[1];
}

const callOf = ({ tool, args }: Act, more: object = {}): ModelCall => ({
	tool,
	text: JSON.stringify({ ...args, ...more }),
});

/** Asks about a todo, by default about the one in progress. */
const askCall = (question: string, id?: string): ModelCall => ({
	tool: "ask_user",
	text: JSON.stringify({ question, id }),
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
