// The questions of a list to a person: what a todo waits for, whether a todo is done that a model
// says is done, whether the agent may change what the person decided, and whether the plan is
// approved. AG-UI's interrupts and MCP's elicitation ask them.

import type {
	Decision,
	HeldRequest,
	Todo,
	TodoStore,
} from "../../generated/agent_todos_bg.js";
import { internalsOf } from "../tools/store-internals.js";

/** What a person is asked. */
export interface Question {
	/**
	 * Names what is asked about and the revision that is shown: `answer:t7@12`, `confirmed:t7@12`,
	 * `let:t7:state@12` or `approved@12`.
	 */
	readonly id: string;
	/**
	 * The question is what a todo waits for, whether it is confirmed, whether the agent may change
	 * what the person decided, or whether the plan is approved. It is also the name of the answer's
	 * property.
	 */
	readonly about: "answer" | "confirmed" | "let" | "approved";
	/** The todo that it is about. */
	readonly key: string | undefined;
	/** Of `let`: what the person decided. */
	readonly aspect?: Decision["aspect"];
	/** The most characters of an answer, and of a reason. */
	readonly maxLength: number;
	/** The question itself, with the text of what it is about. */
	readonly message: string;
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
	const { revision } = store;
	const todos = new Map(store.getAll().map((todo) => [todo.key, todo]));
	const waiting = internalsOf(store)
		.questions(approval)
		.map(({ about, keys, maxLength }) => {
			const asked = keys.flatMap((key) => todos.get(key) ?? []);
			const key = about === "approved" ? undefined : keys[0];
			const subject = key === undefined ? about : `${about}:${key}`;
			return {
				id: `${subject}@${revision}`,
				about,
				key,
				maxLength,
				message: writeMessage(about, asked, store.proposal?.sites),
				schema: {
					type: "object",
					properties: makeFields(about, maxLength, asked[0]?.options),
					required: [about],
				},
			} satisfies Question;
		});
	const letting = store.decisions().flatMap(({ key, aspect, asked }) => {
		const todo = todos.get(key);
		if (!held || asked === undefined || todo === undefined) return [];
		const choice = { type: "boolean", title: "Let the agent" } as const;
		return {
			id: `let:${key}:${aspect}@${revision}`,
			about: "let" as const,
			key,
			aspect,
			maxLength: 0,
			message: `May the agent change this, as it asked? You decided otherwise.\n${todo.content}\n${sayAsked(asked)}`,
			schema: {
				type: "object" as const,
				properties: { let: choice },
				required: ["let"],
			},
		};
	});
	// The plan comes last.
	const isPlan = ({ about }: Question) => about === "approved";
	return [
		...waiting.filter((question) => !isPlan(question)),
		...letting,
		...waiting.filter(isPlan),
	];
}

/** Says what a denied write asked for. */
function sayAsked({ removed, failed, ...fields }: HeldRequest): string {
	if (removed) return "It wants to remove it.";
	const status = failed ? "failed" : fields.status;
	const named = Object.entries({ ...fields, status }).flatMap(([name, to]) =>
		to === undefined ? [] : `${name}: ${to || "none"}`,
	);
	return named.length === 0
		? "It wants to put it elsewhere, or to change its links."
		: `It wants ${named.join(", ")}`;
}

function writeMessage(
	about: Asked,
	asked: readonly Todo[],
	sites: readonly string[] | undefined,
): string {
	if (about === "approved") {
		const plan = asked.map(({ id, content }) => `${id}. ${content}`);
		if (sites) plan.push(`The agent wants to act on ${sites.join(", ")}`);
		return ["Do you approve this plan?", ...plan].join("\n");
	}
	const [{ content, evidence, question }] = asked as [Todo];
	if (about === "answer")
		return `${question ?? "The agent waits for you."}\n${content}`;
	const said = evidence === undefined ? "" : `\nThe agent says: ${evidence}`;
	return `Is this done?\n${content}${said}`;
}

/** What the core asks. */
type Asked = Exclude<Question["about"], "let">;

/** Returns the fields of an answer. */
function makeFields(
	about: Asked,
	maxLength: number,
	options: readonly string[] | undefined,
): Question["schema"]["properties"] {
	if (about === "answer") {
		const field = { type: "string", title: "Your answer" } as const;
		return {
			answer: options
				? { ...field, enum: [...options] }
				: { ...field, maxLength },
		};
	}
	const title = about === "confirmed" ? "It is done" : "I approve it";
	const reason = { type: "string", title: "If not, why?", maxLength } as const;
	return { [about]: { type: "boolean", title }, reason };
}

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
	const said = given[about];
	const text = readText(about === "answer" ? said : given.reason, maxLength);
	if (text === undefined) return undefined;
	if (about === "answer") {
		if (typeof said !== "string") return undefined;
		person.answer(key as string, text);
		return { question, isYes: true, text, reason: undefined };
	}
	if (typeof said !== "boolean") return undefined;
	const reason = said || text === "" ? undefined : text;
	if (aspect !== undefined) {
		if (said) person.letAgent(key as string, aspect);
	} else if (key !== undefined)
		said ? person.complete(key) : person.reopen(key, reason);
	else if (said) {
		// The sites that the question names, or else those that are approved already.
		const { sites } = person.proposal ?? person.approval ?? { sites: [] };
		person.approve({ sites });
	}
	return { question, isYes: said, text: undefined, reason };
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

/**
 * Returns the text of a field, `""` for one that is not a text, and undefined for one that is too
 * long.
 */
function readText(value: unknown, maxLength: number): string | undefined {
	const text = typeof value === "string" ? value.trim() : "";
	return [...text].length > maxLength ? undefined : text;
}
