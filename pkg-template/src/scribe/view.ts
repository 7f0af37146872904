// The list as the scribe's model has it in front of it: what a question shows, and how an answer is
// written. Which part of an answer holds is for the core to decide, as for any call of a tool.

import type { Outcome, Todo } from "../../generated/agent_todos_bg.js";
import { Conversation } from "../tools/conversation.js";
import type { ScribeAnswer } from "./answer.js";

/** The words of the dialect in which answers are written. */
const words = {
	todo: "pending",
	doing: "in_progress",
	done: "completed",
	skipped: "cancelled",
};

/**
 * A view of a conversation's list for the scribe's model. It writes as the conversation's model.
 */
export class ScribeView {
	readonly #conversation: Conversation;
	readonly #view: Conversation;
	readonly #model: Conversation["store"];
	/** The list that the latest question showed. */
	#shown: readonly Readonly<Todo>[] = [];

	constructor(conversation: Conversation) {
		const { store } = conversation;
		const model = conversation._model();
		this.#conversation = conversation;
		this.#view = new Conversation(store, {
			...model,
			dialect: "todowrite",
			drops: "keep",
		});
		this.#model = store.as("model", model.name);
	}

	/** How many todos the latest question showed. Its ids are 1 to this number. */
	get size(): number {
		return this.#shown.length;
	}

	/** The revision of the list. */
	get revision(): number {
		return this.#conversation.store.revision;
	}

	/**
	 * Returns the whole list as XML, with what others changed since the last question. From now on,
	 * ids mean this list.
	 */
	show(): string {
		this.#view.compacted();
		this.#shown = this.#conversation.store.getAll();
		return this.#view.reminder() ?? "";
	}

	/**
	 * Writes an answer to the list. `evidence` is kept with what is done or failed. What others
	 * decided since the question holds.
	 */
	write(answer: ScribeAnswer, evidence: string): Outcome[] {
		const { doing, done, failed, open } = answer;
		return this.#conversation._write(() => {
			const outcomes: Outcome[] = [];
			/** Tries two things, as the store may have no room for the first. */
			const attempt = <What>(
				write: (what: What) => Outcome,
				...[first, second]: [What, What]
			) => {
				const outcome = write(first);
				outcomes.push(outcome.ok ? outcome : write(second));
			};
			if (done.length > 0)
				attempt(
					(evidence) =>
						this.#view._apply("progress", { todo_done: done, evidence }),
					evidence,
					"",
				);
			for (const id of failed) this.#fail(id, evidence);
			const added = this.#chooseNew(answer.add);
			if (doing !== undefined || open.length + added.length > 0)
				attempt((add) => this.#rewrite(answer, add), added, []);
			return outcomes;
		});
	}

	/** Awaits what the host wants done after a call: `confirm` and `onChange` of the conversation. */
	settle(outcomes: readonly Outcome[]): Promise<void> {
		return this.#view._settle(outcomes);
	}

	#fail(id: number, reason: string): void {
		const todo = this.#shown[id - 1] as Todo;
		try {
			this.#model.fail(todo, reason);
		} catch {
			// The store takes no text of this length.
			this.#model.fail(todo);
		}
	}

	/** Returns the texts that neither the question nor the list has, each once. */
	#chooseNew(texts: readonly string[]): string[] {
		const todos = [...this.#shown, ...this.#conversation.store.getAll()];
		const known = ["", ...todos.map(({ content }) => content)];
		return [...new Set(texts)].filter((text) => !known.includes(text));
	}

	/** Writes the whole list, so that what a person took off stays off. */
	#rewrite(
		{ doing, done, failed, open }: ScribeAnswer,
		added: string[],
	): Outcome {
		const now = this.#conversation.store.getAll();
		const settled = [...done, ...failed];
		const todos = this.#shown.flatMap((todo, place) => {
			const id = place + 1;
			const is = settled.includes(id)
				? now.find(({ key }) => key === todo.key)
				: todo;
			if (is === undefined) return [];
			const { content, status, claimed } = is;
			// Whatever else was in progress is not any more. What is claimed waits for its verdict.
			const isLeft = status === "doing" && doing !== undefined && !claimed;
			if (id === doing) return [{ content, status: words.doing }];
			if (open.includes(id) || isLeft) return [{ content, status: words.todo }];
			return [{ content, status: words[status] }];
		});
		const more = added.map((content) => ({ content, status: words.todo }));
		const [tool] = this.#view.tools;
		return tool.call({ todos: [...todos, ...more] });
	}

	free(): void {
		this.#view.free();
		this.#model.free();
	}
}
