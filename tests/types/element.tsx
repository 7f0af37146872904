// `<agent-todos>` and its component for React: uses that are right and wrong.

import { type Author, Conversation, type TodoStore } from "agent-todos";
import {
	AgentTodosElement,
	type AgentTodosEventMap,
	type Labels,
} from "agent-todos/element";
import type { Follower } from "agent-todos/follow";
import german from "agent-todos/labels/de.json" with { type: "json" };
import { AgentTodos, useTodos } from "agent-todos/react";
import { runAgent } from "agent-todos/run";
import type { Equal, Expect } from "./equal.js";

/** Who made a change has a word. */
export type Check = Expect<Equal<Exclude<Author, keyof Labels>, never>>;

export function inPage(store: TodoStore, follower: Follower): void {
	const element = document.createElement("agent-todos");
	element.list = store;
	element.list = follower;
	element.agent = new Conversation(store);
	element.agent = { toldRevision: undefined };
	element.agent = runAgent({
		store,
		plan: () => [],
		execute: async () => "done",
	});
	element.mode = "line";
	element.labels = { start: "Los", undo: undefined };
	element.showNotes({ notes: [], revision: 1 });
	element.readonly = true;
	element.todos = store.getAll();
	// Listeners know the details of the events, and those of other events stay what they are.
	element.addEventListener("approve", function ({ detail }) {
		store.as("user").approve(detail);
		this.mode = "list";
	});
	element.addEventListener("abort", (event) => event.preventDefault());
	element.addEventListener("click", ({ clientX }) => clientX);
	const report = ({ detail }: AgentTodosEventMap["reject"]) => detail.changes;
	element.addEventListener("reject", report, { once: true });
	element.removeEventListener("reject", report);
	element.addEventListener("own-event", (event) => event.type);
	// @ts-expect-error: the event has no such detail
	element.addEventListener("open", ({ detail }) => detail.sites);
	// @ts-expect-error: there are three
	element.mode = "table";
	// @ts-expect-error: a list is no store
	element.list = [];
	// @ts-expect-error: a word that it does not say
	element.labels = { begin: "Los" };
	element.labels = german;
	document.body.append(element, new AgentTodosElement());
}

export function InReact({ store }: { store: TodoStore }) {
	const todos = useTodos(store);
	return (
		<>
			<AgentTodos
				list={store}
				mode="review"
				className="panel"
				onApprove={({ detail }) => store.as("user").approve(detail)}
				onOpen={({ detail }) => console.log(detail.todo.data)}
				onWaitingChange={({ detail }) => console.log(detail.waiting + 1)}
				onAbort={undefined}
				readonly={false}
			/>
			<agent-todos list={store} mode="line" onapprove={() => {}} />
			<AgentTodos todos={todos} readonly />
			{/* @ts-expect-error: there are three */}
			<AgentTodos list={store} mode="table" />
			{/* @ts-expect-error: it has no such property */}
			<agent-todos list={todos} />
		</>
	);
}
