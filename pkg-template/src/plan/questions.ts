// The questions of a list to a person: whether a todo is done that a model says is done, and whether the plan is
// approved. AG-UI's interrupts and MCP's elicitation ask them.

import type { TodoStore } from "../../generated/agent_todos_bg.js";
import type { Todos } from "./todos.js";

/** What a person is asked. */
export interface Question {
	/** Unique for each question, and for each plan that is asked about. */
	readonly id: string;
	/** The question is whether a todo is confirmed, or whether the plan is approved. It is also the name of the answer's property. */
	readonly about: "confirmed" | "approved";
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
	readonly isYes: boolean;
	/** Why not, if the person said. */
	readonly reason: string | undefined;
}

/** `approval` is whether the plan is to be approved. */
export function questions(todos: Todos, approval: boolean): Question[] {
	const open = todos.filter(
		({ status, claimed }) =>
			(status === "todo" || status === "doing") && !claimed,
	);
	const claims = todos.filter(({ claimed }) => claimed);
	const asked = claims.map(({ key, content, evidence }) =>
		question(
			...["confirmed" as const, key, key],
			`Is this done?\n${content}${evidence === undefined ? "" : `\nThe agent says: ${evidence}`}`,
		),
	);
	if (!approval || open.every(({ approved }) => approved)) return asked;
	const plan = open.map(({ id, content }) => `${id}. ${content}`).join("\n");
	const id = fingerprint(
		open.map(({ key, content }) => `${key} ${content}`).join("\n"),
	);
	const message = `Do you approve this plan?\n${plan}`;
	return [...asked, question("approved", id, undefined, message)];
}

function question(
	about: Question["about"],
	id: string,
	key: string | undefined,
	message: string,
): Question {
	const title = about === "confirmed" ? "It is done" : "I approve it";
	const properties = {
		[about]: { type: "boolean", title },
		reason: { type: "string", title: "If not, why?", maxLength: 500 },
	} as const;
	const schema = { type: "object" as const, properties, required: [about] };
	return { id: `${about}:${id}`, about, key, message, schema };
}

/** Returns the id of a plan, so that an answer counts only for the plan that was shown. */
function fingerprint(text: string): string {
	let sum = 0;
	for (let at = 0; at < text.length; at += 1)
		sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
	return (sum >>> 0).toString(36);
}

/**
 * Carries out what a person answered; `person` is `store.as("user")`. Returns undefined, and does nothing, if the question is
 * no longer open or the content is not an answer.
 */
export function answer(
	person: TodoStore,
	id: string,
	content: unknown,
): Answered | undefined {
	const question = questions(person.getAll(), true).find(
		(question) => question.id === id,
	);
	if (question === undefined) return undefined;
	const { [question.about]: isYes, reason: given } = Object(content) as Record<
		string,
		unknown
	>;
	if (typeof isYes !== "boolean") return undefined;
	// On one line, as it may stand in a note.
	const said =
		typeof given === "string" ? given.replace(/\s+/g, " ").trim() : "";
	const reason = isYes || said === "" ? undefined : said.slice(0, 500);
	if (question.key !== undefined)
		isYes ? person.complete(question.key) : person.reopen(question.key, reason);
	else if (isYes) person.approve();
	return { question, isYes, reason };
}
