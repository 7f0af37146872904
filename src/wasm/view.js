// biome-ignore-all lint/suspicious/noAssignInExpressions: read in one pass; the number encoding goes away with this file
/** The words for the numbers of statuses: `Status` of src/list/todo.rs. */
const statuses = ["todo", "doing", "done", "skipped", "blocked"];
const beforeStatus = '" status="';

/**
 * The store as JavaScript values, kept until they change: the list frozen, each todo the same object as long as it stays
 * as it is; the XML in pieces, so that a status that changes does not send it over again.
 */
export class View {
	#frame;
	#todos = [];
	#list;
	#pieces;
	#xml;
	#snapshots = [];

	/** The todo at a place takes on a status. */
	setStatus(place, status) {
		this.#todos[place] = at(this.#todos[place], place, statuses[status]);
		this.#list = undefined;
		if (this.#xml === undefined && this.#pieces === undefined) return;
		// No text can hold the quote before a status, so every piece but the first begins with one.
		this.#pieces ??= this.#xml.split(beforeStatus);
		const piece = this.#pieces[place + 1];
		this.#pieces[place + 1] =
			this.#todos[place].status + piece.slice(piece.indexOf('"'));
		this.#xml = undefined;
	}

	/** The list changes otherwise: `Changes` of view.rs. */
	setTodos(texts, changes) {
		const before = this.#todos;
		const todos = before.slice(0, changes[0]);
		let next = 1;
		let start = 0;
		while (next < changes.length) {
			const place = changes[next++];
			const stood = changes[next++];
			const status = statuses[changes[next++]];
			if (stood > 0) {
				todos[place] = at(before[stood - 1], place, status);
				continue;
			}
			const todo = {
				id: place + 1,
				key: `t${changes[next++]}`,
				content: "",
				status,
			};
			// The texts are those of `SHOWN` of view.rs.
			const has = changes[next++];
			if (has & 1)
				todo.content = texts.slice(start, (start += changes[next++]));
			if (has & 2)
				todo.priority = texts.slice(start, (start += changes[next++]));
			if (has & 4)
				todo.activeForm = texts.slice(start, (start += changes[next++]));
			if (has & 8)
				todo.description = texts.slice(start, (start += changes[next++]));
			todos[place] =
				status === "blocked" ? at(todo, place, status) : Object.freeze(todo);
		}
		this.#todos = todos;
		this.#list = this.#pieces = undefined;
		this.#xml = start < texts.length ? texts.slice(start) : undefined;
	}

	setXml(xml) {
		this.#pieces = undefined;
		this.#xml = xml;
	}

	/** What stands before and after the XML in a reminder. */
	setFrame(before, after) {
		this.#frame = [before, after];
	}

	list() {
		return (this.#list ??= Object.freeze(this.#todos.slice()));
	}

	/** Those of the list that are at a status, blocked or not. */
	atStatus(status) {
		return Object.freeze(
			this.#todos.filter((todo) => todo.status === statuses[status]),
		);
	}

	/** The first of the list that is at a status, or null. */
	firstAtStatus(status) {
		return this.atStatus(status)[0] ?? null;
	}

	xml() {
		return (this.#xml ??= this.#pieces.join(beforeStatus));
	}

	reminder() {
		return this.#frame[0] + this.xml() + this.#frame[1];
	}

	/** What one call of a tool did: `Outcome`. */
	outcome(ok, text, notes = [], revision, changed) {
		const todos = this.list();
		return changed
			? { ok, text, notes, revision, changed, todos, reminder: this.reminder() }
			: { ok, text, notes, revision, changed, todos };
	}

	/** The list is that of a revision. */
	addSnapshot(revision) {
		this.#snapshots.push(Object.freeze({ revision, todos: this.list() }));
	}

	snapshots() {
		return Object.freeze(this.#snapshots);
	}
}

/** A todo at a place and a status. One that is blocked is not started. */
function at(todo, place, status) {
	if (status === "blocked")
		return Object.freeze({
			...todo,
			id: place + 1,
			status: "todo",
			blocked: true,
		});
	if (todo.blocked === undefined)
		return Object.freeze({ ...todo, id: place + 1, status });
	const { blocked, ...rest } = todo;
	return at(rest, place, status);
}

export function newArray() {
	return [];
}

export function push(array, item) {
	array.push(item);
}
