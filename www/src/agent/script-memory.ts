// What the scripted model knows of the list: what it wrote itself, and what the reminders in the
// conversation say.

import type { DialectName } from "agent-todos";
import { dialects } from "../dialects";
import type { Draft, Intent, Progress } from "../intents";
import { after, isSettled, placeOf } from "../intents";
import { namesIn } from "../wording";
import type { PlannedAim } from "./scenarios";

/** A message as the script reads it. */
export interface Message {
	readonly role: "system" | "user" | "assistant" | "tool";
	readonly text: string;
}

/** That it was stopped, or a reminder. */
const news = /^You were stopped|<browser-state>([\s\S]*?)<\/browser-state>/gm;
/** What somebody else did with a todo, in a reminder of what changed. */
const deed =
	/\b(The user )?(started|completed|skipped|marked|reopened|answered|ended the wait of) ([\w-]+) \("([^"]*)"/g;
const progressAfter: Readonly<Record<string, Progress>> = {
	started: "doing",
	completed: "done",
	skipped: "skipped",
	// As failed.
	marked: "skipped",
	reopened: "todo",
	answered: "todo",
	"ended the wait of": "todo",
};
const todoElement =
	/<todo id="([^"]*)" status="([^"]*)"([^>]*?)(?:\/>|>([^<]*)<\/todo>)/g;
/** What each word for a status means, ours and those of the tools. */
const progressOf: Readonly<Record<string, Progress>> = Object.fromEntries([
	["todo", "todo"],
	["doing", "doing"],
	["done", "done"],
	["skipped", "skipped"],
	...Object.values(dialects).flatMap(({ call }) =>
		Object.entries(call?.statuses ?? {}).map(([progress, word]) => [
			word,
			progress,
		]),
	),
]);

/** What the tools answer that add one todo begins so, or has an item for it. */
const created =
	/^(?:Task|Created|Added todo) #(\S+?)(?: created successfully)?: (.*?)(?: \(pending\))?$|^\[\{"id":(\d+),"title":"([^"]*)"/gm;

export class ScriptMemory {
	#drafts: readonly Draft[] = [];
	/** The texts of what the user skipped, until it sends its old list again. */
	#overruled = new Set<string>();
	#newsRead = 0;
	#createdRead = 0;

	/** `known` are the todos that the model may think of. */
	constructor(
		private readonly known: readonly PlannedAim[],
		private readonly dialect: DialectName,
	) {}

	get drafts(): readonly Draft[] {
		return this.#drafts;
	}

	/** The todo in progress, else the next. None that waits for the user. */
	get current(): Draft | undefined {
		return (
			this.#drafts.find(({ progress }) => progress === "doing") ??
			this.#drafts.find(isNext)
		);
	}

	next(to: Draft): Draft | undefined {
		return this.#drafts.slice(this.#drafts.indexOf(to) + 1).find(isNext);
	}

	/** Whether a todo waits for the user's answer. */
	get isWaiting(): boolean {
		return this.#drafts.some(({ progress }) => progress === "blocked");
	}

	/** Whether the user skipped something since it wrote its list. */
	get hasOldPlan(): boolean {
		return this.#overruled.size > 0;
	}

	/**
	 * Returns the list once more as it had it in mind: what the user skipped since is open in it. So
	 * models do that copy their last call.
	 */
	sendOldPlan(): readonly Draft[] {
		const overruled = this.#overruled;
		this.#overruled = new Set();
		return this.#drafts.map((draft) =>
			overruled.has(draft.content)
				? { ...draft, progress: "todo", was: "todo" }
				: draft,
		);
	}

	/** Returns what a call names a todo by. */
	idOf(draft: Draft): string {
		switch (namesIn(this.dialect)) {
			case "positions":
				return `${this.#drafts.indexOf(draft) + 1}`;
			case "indices":
				return `${this.#drafts.indexOf(draft)}`;
			case "given":
				return draft.id ?? draft.name;
			case "derived":
				return draft.id ?? draft.content;
		}
	}

	/** Takes in what the host said of the list since it last looked. */
	read(messages: readonly Message[]): void {
		const said = messages
			.filter(({ role }) => role === "user")
			.flatMap(({ text }) => [...text.matchAll(news)]);
		for (const [, says] of said.slice(this.#newsRead)) {
			// What it said last may not have been heard; the whole list follows, if there is one.
			if (says === undefined) this.#drafts = [];
			else this.#take(says.includes("Current state"), says);
		}
		this.#newsRead = said.length;
		this.#readCreated(messages);
	}

	/** Takes in the numbers of the tasks that the model created. */
	#readCreated(messages: readonly Message[]): void {
		const answers = messages
			.filter(({ role }) => role === "tool")
			.flatMap(({ text }) => [...text.matchAll(created)]);
		for (const [, number, text, id = number, content = text] of answers.slice(
			this.#createdRead,
		)) {
			this.#drafts = this.#drafts.map((draft) =>
				draft.content === content ? { ...draft, id } : draft,
			);
		}
		this.#createdRead = answers.length;
	}

	/**
	 * Keeps in mind what it says itself. What has become of a todo and cannot be said, `wordless`,
	 * takes it off the list.
	 */
	meant(intents: readonly Intent[], wordless: readonly Progress[] = []): void {
		const isGone = ({ progress, was }: Draft) =>
			progress !== was && isSettled(progress) && wordless.includes(progress);
		const drafts = intents.reduce<readonly Draft[]>(after, this.#drafts);
		this.#drafts = drafts
			.filter((draft) => !isGone(draft))
			.map((draft) => ({ ...draft, was: draft.progress }));
	}

	#take(isWhole: boolean, says: string): void {
		const elements = [...says.matchAll(todoElement)];
		const drafts = isWhole ? [] : [...this.#drafts];
		const names = namesIn(this.dialect);
		const placeById = (id: string) =>
			names === "positions" || names === "indices"
				? Number(id) - (names === "positions" ? 1 : 0)
				: drafts.findIndex((draft) => this.idOf(draft) === id);
		const set = (
			place: number,
			before: Draft | undefined,
			now?: Progress,
			id = before?.id,
		) => {
			if (before && now)
				drafts[place] = { ...before, progress: now, was: now, id };
		};
		for (const [, who, what = "", id = "", content = ""] of says.matchAll(
			deed,
		)) {
			const named = placeOf(drafts, { content: unescaped(content) });
			const place = named >= 0 ? named : placeById(id);
			const draft = drafts[place];
			set(place, draft, progressAfter[what]);
			if (!draft) continue;
			if (who && what === "skipped") this.#overruled.add(draft.content);
			else this.#overruled.delete(draft.content);
		}
		for (const [at, element] of elements.entries()) {
			const [, id = "", status = "", more = "", content] = element;
			const known = isWhole ? at : placeById(id);
			const place = known < 0 ? drafts.length : known;
			const before =
				content === undefined
					? drafts[place]
					: this.#planned(unescaped(content));
			const isBlocked = more.includes("waiting=");
			set(place, before, isBlocked ? "blocked" : progressOf[status], id);
		}
		this.#drafts = drafts;
	}

	#planned(content: string): Draft {
		const known = this.known.find((todo) => todo.content === content);
		return {
			name: content,
			activeForm: content,
			description: "",
			priority: "medium",
			...known,
			content,
			progress: "todo",
		};
	}
}

const isNext = ({ progress }: Draft) => progress === "todo";

const entities: Readonly<Record<string, string>> = {
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	amp: "&",
};
export const unescaped = (text: string): string =>
	text.replaceAll(
		/&(lt|gt|quot|apos|amp);/g,
		(whole, name: string) => entities[name] ?? whole,
	);
