// The model that the page plays: it speaks one dialect at a time, knows the list, and sends calls.

import type { AgentTool, DialectName, Outcome, TodoStore } from "agent-todos";
import { Conversation, tools } from "agent-todos";
import { draftsOf } from "./drafts";
import type { Draft } from "./intents";
import type { RecordedTurn } from "./recording";
import type { ModelCall, Wording } from "./wording";
import { namesIn, wholeListOf, word, writesLists } from "./wording";

export class Model {
	constructor(
		private readonly store: TodoStore,
		public dialect: DialectName,
	) {}

	get tools(): readonly AgentTool[] {
		return tools(this.store, { dialect: this.dialect });
	}

	drafts(): Draft[] {
		// The list does not show the ids that a dialect gave; the answer to a read does.
		const [todo] = tools(this.store, { dialect: "xml_call" });
		const { todos } = JSON.parse(
			todo.call({ action: "read", todos: [] }).text,
		) as { todos: { id: string }[] };
		const isByIndex = namesIn(this.dialect) === "indices";
		return draftsOf(
			this.store.getAll(),
			todos.map(({ id }, index) => (isByIndex ? `${index}` : id)),
		);
	}

	word({ intents, does }: RecordedTurn): Wording {
		return word(this.dialect, intents, this.drafts(), does);
	}

	/** Returns the call that would write the list as it is; of a dialect that has none, nothing. */
	unchanged(): string {
		return writesLists(this.dialect)
			? wholeListOf(this.dialect, this.drafts()).text
			: "";
	}

	/** Whether a panel can show a call while it is written: XML is a text with a call in it. */
	get isShownEarly(): boolean {
		return this.dialect !== "xml_call";
	}

	/** Returns the model as it begins its message: it knows the list. */
	begin(): Conversation {
		const { dialect } = this;
		const conversation = new Conversation(this.store, { dialect });
		conversation.reminder();
		return conversation;
	}

	/** What the model knew at the end of its latest turn. */
	#known = "";

	/** The model has read the list as it is now. */
	remember(): void {
		this.#known = this.begin().checkpoint();
	}

	/** Returns what the model reads before its next step of what changed since its latest turn. */
	reminder(): string {
		const conversation = new Conversation(this.store, { saved: this.#known });
		// Messages that go on from what it has read get the news.
		const [message] = conversation.remind<{ content?: string }>([]);
		return message?.content ?? "";
	}

	/** Returns one outcome; in `xml_call` as many as the text has calls. */
	send({ tool, text }: ModelCall): Outcome[] {
		if (this.dialect === "xml_call") {
			const conversation = this.begin();
			conversation.tools[0].call({ action: "read" });
			return conversation.callXml(text);
		}
		const called = this.tools.find(({ name }) => name === tool);
		return called ? [called.call(text)] : [];
	}
}
