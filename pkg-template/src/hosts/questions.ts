// The questions of a list to a person: what a todo waits for, whether a todo is done that a model
// says is done, whether the agent may change what the person decided, and whether the plan is
// approved. AG-UI's interrupts and MCP's elicitation ask them.

import type { TodoStore } from "../../generated/agent_todos_bg.js";
import { internalsOf, type StoreQuestion } from "../tools/store-internals.js";

/**
 * What a person is asked. `about` is also the name of the answer's property. An answer that is not
 * among the options of a question is `other`.
 */
export interface Question extends StoreQuestion {
	/**
	 * Names what is asked about and the revision that is shown: `answer:t7@12`, `confirmed:t7@12`,
	 * `let:t7:state@12` or `approved@12`.
	 */
	readonly id: string;
	/** The JSON Schema of the answer. */
	readonly schema: AnswerSchema;
}

/** The JSON Schema of an answer, as far as the forms of every protocol go. */
export type AnswerSchema = {
	type: "object";
	properties: Record<
		string,
		| { type: "boolean"; title: string }
		| { type: "string"; title: string; maxLength: number }
		| { type: "string"; title: string; enum: string[] }
	>;
	required: string[];
};

/** What a person answered. */
export interface PersonAnswer {
	readonly question: Question;
	/** Whether the person confirmed, approved or answered. */
	readonly isYes: boolean;
	/** The answer to what a todo waits for. */
	readonly text: string | undefined;
	/** Why not, if the person said. */
	readonly reason: string | undefined;
}

/** Which questions to include besides those of waiting and claimed todos. */
export interface QuestionOptions {
	/** Whether the plan is to be approved. */
	readonly approval: boolean;
	/** Whether the agent may change what the person decided and a write was denied. */
	readonly held: boolean;
}

/** Returns the questions about a list. */
export function listQuestions(
	store: TodoStore,
	{ approval, held }: QuestionOptions,
): Question[] {
	const isIncluded = ({ about }: StoreQuestion) =>
		(approval || about !== "approved") && (held || about !== "let");
	return internalsOf(store)
		.questions()
		.filter(isIncluded)
		.map((question) => {
			const { about, key, aspect } = question;
			const subject = [about, key, aspect].filter(Boolean).join(":");
			const properties = makeFields(question);
			// One of two fields is enough.
			const required = "other" in properties ? [] : [about];
			return {
				...question,
				id: `${subject}@${store.revision}`,
				schema: { type: "object", properties, required },
			};
		});
}

/** Returns the fields of an answer. */
function makeFields({
	about,
	maxLength,
	options,
}: StoreQuestion): AnswerSchema["properties"] {
	if (about === "answer") {
		const answer = { type: "string", title: "Your answer" } as const;
		if (!options) return { answer: { ...answer, maxLength } };
		return {
			answer: { ...answer, enum: options.split("\n") },
			other: { type: "string", title: "Another answer", maxLength },
		};
	}
	const choice = { type: "boolean", title: titles[about] } as const;
	if (about === "let") return { let: choice };
	const reason = { type: "string", title: "If not, why?", maxLength } as const;
	return { [about]: choice, reason };
}

/** What a person says yes to. */
const titles = {
	confirmed: "It is done",
	let: "Let the agent",
	approved: "I approve it",
};

/**
 * Carries out what a person answered; `person` is `store.as("user")`. Returns undefined, and does
 * nothing, if the question is no longer open, what it is about has changed since it was shown, or
 * the content is not an answer: one whose text is longer than `maxLength` is none. A person may
 * answer otherwise than the question offers.
 */
export function carryOutAnswer(
	person: TodoStore,
	id: string,
	content: unknown,
): PersonAnswer | undefined {
	const shown = Number(/@(\d+)$/.exec(id)?.[1] ?? -1);
	const now = `${id.slice(0, id.lastIndexOf("@"))}@${person.revision}`;
	const question = listQuestions(person, { approval: true, held: true }).find(
		({ id }) => id === now,
	);
	if (
		question === undefined ||
		!internalsOf(person).isAsShown(shown, question.key)
	)
		return undefined;
	const { about, key, aspect, maxLength } = question;
	const given = Object(content) as Record<string, unknown>;
	const hasOther = about === "answer" && isText(given.other);
	const value = hasOther ? given.other : given[about];
	const text = readText(about === "answer" ? value : given.reason, maxLength);
	if (text === undefined) return undefined;
	if (about === "answer") {
		if (typeof value !== "string") return undefined;
		person.answer(key as string, text);
		return { question, isYes: true, text, reason: undefined };
	}
	if (typeof value !== "boolean") return undefined;
	const reason = value || text === "" ? undefined : text;
	if (aspect !== undefined) {
		if (value) person.letAgent(key as string, aspect);
	} else if (key !== undefined)
		value ? person.complete(key) : person.reopen(key, reason);
	else if (value) {
		// The sites that the question names, or else those that are approved already.
		const { sites } = person.proposal ?? person.approval ?? { sites: [] };
		person.approve({ sites });
	}
	return { question, isYes: value, text: undefined, reason };
}

/** Returns the key of the todo that a question with this id is about, if that is what it asks. */
export function readKey(
	id: string,
	about: Question["about"],
): string | undefined {
	const start = `${about}:`;
	return id.startsWith(start)
		? id.slice(start.length, id.lastIndexOf("@"))
		: undefined;
}

const isText = (value: unknown) =>
	typeof value === "string" && value.trim() !== "";

/**
 * Returns the text of a field, `""` for one that is not a text, and undefined for one that is too
 * long.
 */
function readText(value: unknown, maxLength: number): string | undefined {
	const text = typeof value === "string" ? value.trim() : "";
	return [...text].length > maxLength ? undefined : text;
}
