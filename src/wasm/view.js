/**
 * A list as JavaScript values, kept until it changes: the array frozen, each todo the same object as long as it stays as it is,
 * and the XML.
 */
export class View {
	#todos = [];
	#list;
	#xml;
	/** The XML, split before each status. */
	#pieces;

	/** Takes over a list that is JSON text; where there is null, the todo at that place stays. */
	setTodos(text) {
		this.#todos = todosOf(text, this.#todos);
		this.#list = undefined;
	}

	/** The todo at a place takes on a status: what nearly every change is, so nothing else crosses for it (row `step`). */
	setStatus(place, status) {
		this.#todos[place] = Object.freeze({ ...this.#todos[place], status });
		this.#list = undefined;
	}

	/** The same in the XML. */
	setXmlStatus(place, status) {
		// No text can hold the quote before a status, so every piece but the first begins with one.
		this.#pieces ??= this.#xml.split(beforeStatus);
		const piece = this.#pieces[place + 1];
		this.#pieces[place + 1] = status + piece.slice(piece.indexOf('"'));
		this.#xml = undefined;
	}

	get hasXml() {
		return this.#xml !== undefined || this.#pieces !== undefined;
	}

	setXml(xml) {
		this.#xml = xml;
		this.#pieces = undefined;
	}

	xml() {
		this.#xml ??= this.#pieces.join(beforeStatus);
		return this.#xml;
	}

	list() {
		this.#list ??= Object.freeze([...this.#todos]);
		return this.#list;
	}

	/** Those of the list that are at a status. */
	atStatus(status) {
		return Object.freeze(this.#todos.filter((todo) => todo.status === status));
	}
}

/** The todos in JSON text, each frozen; those that are null there are the ones before. */
function todosOf(text, before) {
	return JSON.parse(text).map((todo, place) => {
		if (todo === null) return before[place];
		Object.freeze(todo.blockedBy);
		if (todo.data !== undefined)
			todo.data = JSON.parse(todo.data, (_, value) => Object.freeze(value));
		return Object.freeze(todo);
	});
}

/** The outcome of a call: one crossing instead of one for each property. */
export function outcome(ok, text, notes, revision, changed, reminder, dropped) {
	const made = { ok, text, notes, revision, changed };
	if (dropped !== undefined) {
		// Hardly anybody looks: they are read when somebody does (row `replace`).
		let todos;
		const get = () => {
			todos ??= Object.freeze(todosOf(dropped));
			return todos;
		};
		Object.defineProperty(made, "dropped", { enumerable: true, get });
	}
	if (reminder !== undefined) made.reminder = reminder;
	return made;
}

/** A revision of the history. */
export function snapshot(revision, by, name, at, reason, todos) {
	const made = { revision, by };
	if (name !== undefined) made.name = name;
	made.at = at;
	if (reason !== undefined) made.reason = reason;
	made.todos = todos;
	return Object.freeze(made);
}

const beforeStatus = '" status="';
