// What a person sends: new todos, other texts, reasons, answers, and what a plan is to do
// otherwise.

import type { Todo } from "../../../generated/agent_todos_bg.js";
import type { PanelActs } from "../parts.js";
import { readPlan } from "../session/tree.js";
import { focusAfter } from "./answer.js";

/** Carries out what a form is for. */
export function handleSubmit(panel: PanelActs, form: HTMLFormElement): void {
	const field = form.querySelector<HTMLInputElement>("[data-draft]");
	const todo = panel.findTodoOf(form);
	if (!field) return;
	if (form.dataset.form === "changes") void reject(panel, field);
	else if (form.dataset.form === "add") void submitNew(panel, field);
	else if (form.dataset.form === "insert") void submitBelow(panel, field);
	else if (todo) void submitOn(panel, todo, form, field);
}

/**
 * Submits the form of a todo. It stays open if it is refused, so that the person can correct it.
 */
async function submitOn(
	panel: PanelActs,
	todo: Readonly<Todo>,
	{ dataset: { form: kind = "" } }: HTMLFormElement,
	field: HTMLInputElement,
): Promise<void> {
	const session = panel.session;
	const ui = panel.ui;
	const { key } = todo;
	const { draft: name = "" } = field.dataset;
	const { value } = field;
	const text = value.trim();
	const shown = ui.drafts.get(name)?.todo ?? todo;
	ui.drafts.set(name, { text: value, todo: shown });
	const submit = (): Promise<object | undefined> => {
		switch (kind) {
			case "edit":
				// An unchanged form must not undo what others wrote meanwhile.
				return value === shown.content
					? Promise.resolve({})
					: session.change("edit", shown, { content: value });
			case "why":
				return text === ""
					? Promise.resolve({})
					: session.change("skip", shown, text);
			case "back":
				return session.change("reopen", shown, text);
			default:
				return session.change("answer", shown, text);
		}
	};
	// Safari moves the focus from a clicked button to the page.
	const before = panel.root.activeElement;
	const done = await submit();
	if (session !== panel.session) return;
	const draft = ui.drafts.get(name);
	if (!done) {
		// The next attempt is about what is shown now.
		const now = session.list.todos.find((todo) => todo.key === key);
		if (draft) ui.drafts.set(name, { ...draft, todo: now });
		return;
	}
	// A person may have typed something else meanwhile.
	if (draft && draft.text !== value) return;
	ui.drafts.delete(name);
	ui.sendingBack = undefined;
	const isRowForm = kind === "edit" || kind === "why";
	if (isRowForm) (kind === "edit" ? ui.editing : ui.whys).delete(key);
	const { activeElement } = panel.root;
	const isHere =
		activeElement === null ||
		activeElement === before ||
		field.form?.contains(activeElement);
	panel.schedule();
	if (isHere && isRowForm) focusAfter(panel, "", key);
}

/** Passes on the requested changes. The form stays open until somebody has taken them. */
async function reject(
	panel: PanelActs,
	field: HTMLInputElement,
): Promise<void> {
	const changes = field.value.trim();
	if (changes === "") return;
	const ui = panel.ui;
	const { run } = panel.agent.show(panel.session);
	if (panel.dispatch("reject", { changes })) {
		if (!run?.reject) return panel.showError(new Error(panel.say("notTaken")));
		if (!(await panel.try(() => run.reject?.(changes)))) return;
	}
	panel.showError(undefined);
	if (field.value.trim() !== changes) return;
	ui.drafts.delete("changes");
	ui.asksForChanges = false;
	const plan = readPlan(panel.session.list.todos);
	ui.askedFor = { changes, plan, isPlanned: false };
	focusAfter(panel, "[data-do=changes]");
}

async function submitNew(
	panel: PanelActs,
	field: HTMLInputElement,
): Promise<void> {
	const session = panel.session;
	const { value } = field;
	if (value.trim() === "") return;
	const done = await session.call("addMultiple", [value]);
	// A person may type the next one meanwhile.
	if (!done || session !== panel.session || field.value !== value) return;
	field.value = "";
	panel.ui.drafts.delete("add");
}

/** Adds a todo below another one, and below what is under that. */
async function submitBelow(
	panel: PanelActs,
	field: HTMLInputElement,
): Promise<void> {
	const { session, ui } = panel;
	const { value } = field;
	const { todos } = session.list;
	const above = todos.find(({ key }) => key === ui.insertingBelow);
	if (value.trim() === "" || !above) return;
	let last = above;
	const under = new Set([above.key]);
	for (const todo of todos.slice(above.id)) {
		if (!under.has(todo.parent ?? "")) break;
		under.add(todo.key);
		last = todo;
	}
	const done = await session.call("addAfterPosition", last.id, [value]);
	if (!done || session !== panel.session) return;
	const [added] = done.value;
	if (added && above.parent)
		await session.call("edit", added.key, { parent: above.parent });
	ui.drafts.delete("insert");
	ui.insertingBelow = undefined;
	focusAfter(panel, "", added?.key);
}
