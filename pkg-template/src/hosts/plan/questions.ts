// The questions of a list to a person: what a todo waits for, whether a todo is done that a model says is done, and whether
// the plan is approved. AG-UI's interrupts and MCP's elicitation ask them.

import type { Todo, TodoStore } from "../../../generated/agent_todos_bg.js";

/** A list as it was shown: what `follow()` returns, or a snapshot of `history()`. */
export interface ShownList {
	/** The revision of the list. */
	readonly revision: number;
	/** The todos. */
	readonly todos: readonly Todo[];
}

/** What a person is asked. */
export interface Question {
	/** Names what is asked about and the revision that is shown: `answer:t7@12`, `confirmed:t7@12` or `approved@12`. */
	readonly id: string;
	/**
	 * The question is what a todo waits for, whether it is confirmed, or whether the plan is approved. It is also the name of
	 * the answer's property.
	 */
	readonly about: "answer" | "confirmed" | "approved";
	/** The todo that it is about. */
	readonly key: string | undefined;
	/** The question itself, with the text of what it is about. */
	readonly message: string;
	/** The JSON Schema of the answer. */
	readonly schema: {
		readonly type: "object";
		readonly properties: Readonly<Record<string, AnswerProperty>>;
		readonly required: string[];
	};
}

type AnswerProperty =
	| { readonly type: "boolean"; readonly title: string }
	| {
			readonly type: "string";
			readonly title: string;
			readonly maxLength: number;
	  };

/** What a person answered. */
export interface Answered {
	readonly question: Question;
	/** Whether the person confirmed, approved or answered. */
	readonly isYes: boolean;
	/** The answer to what a todo waits for. */
	readonly text: string | undefined;
	/** Why not, if the person said. */
	readonly reason: string | undefined;
}

/** Returns the questions about a list as it is shown. `approval` is whether the plan is to be approved. */
export function questions(
	{ revision, todos }: ShownList,
	approval: boolean,
): Question[] {
	const open = todos.filter(
		({ status, claimed }) =>
			(status === "todo" || status === "doing") && !claimed,
	);
	const asked = todos.flatMap(
		({ key, content, claimed, evidence, waiting, question: what }) => {
			if (waiting === "user")
				return question(
					"answer",
					revision,
					key,
					`${what ?? "The agent waits for you."}\n${content}`,
				);
			if (!claimed) return [];
			const said =
				evidence === undefined ? "" : `\nThe agent says: ${evidence}`;
			const message = `Is this done?\n${content}${said}`;
			return question("confirmed", revision, key, message);
		},
	);
	if (!approval || open.every(({ approved }) => approved)) return asked;
	const plan = open.map(({ id, content }) => `${id}. ${content}`).join("\n");
	const message = `Do you approve this plan?\n${plan}`;
	return [...asked, question("approved", revision, undefined, message)];
}

function question(
	about: Question["about"],
	revision: number,
	key: string | undefined,
	message: string,
): Question {
	const title = about === "confirmed" ? "It is done" : "I approve it";
	const properties: Question["schema"]["properties"] =
		about === "answer"
			? { answer: { type: "string", title: "Your answer", maxLength: 2000 } }
			: {
					[about]: { type: "boolean", title },
					reason: { type: "string", title: "If not, why?", maxLength: 500 },
				};
	const schema = { type: "object" as const, properties, required: [about] };
	const subject = key === undefined ? about : `${about}:${key}`;
	return { id: `${subject}@${revision}`, about, key, message, schema };
}

/**
 * Carries out what a person answered; `person` is `store.as("user")`. Returns undefined, and does nothing, if the question is
 * no longer open, what it is about has changed since it was shown, or the content is not an answer.
 */
export function answer(
	person: TodoStore,
	id: string,
	content: unknown,
): Answered | undefined {
	const { revision } = person;
	const shown = Number(/@(\d+)$/.exec(id)?.[1] ?? -1);
	const now = `${id.slice(0, id.lastIndexOf("@"))}@${revision}`;
	const question = questions({ revision, todos: person.getAll() }, true).find(
		(question) => question.id === now,
	);
	if (question === undefined || !person.isAsShown(shown, question.key))
		return undefined;
	const { [question.about]: said, reason: given } = Object(content) as Record<
		string,
		unknown
	>;
	if (question.about === "answer") {
		if (typeof said !== "string") return undefined;
		const text = said.slice(0, 2000).trim();
		person.answer(question.key as string, text);
		return { question, isYes: true, text, reason: undefined };
	}
	if (typeof said !== "boolean") return undefined;
	const isYes = said;
	// On one line, as it may stand in a note.
	const why =
		typeof given === "string" ? given.replace(/\s+/g, " ").trim() : "";
	const reason = isYes || why === "" ? undefined : why.slice(0, 500);
	if (question.key !== undefined)
		isYes ? person.complete(question.key) : person.reopen(question.key, reason);
	else if (isYes) person.approve();
	return { question, isYes, text: undefined, reason };
}
