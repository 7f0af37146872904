/**
 * The JavaScript values of a list, reused until they change: a frozen array, in which each todo stays the same object until
 * it changes, and the XML.
 */
export class View {
	#todos = [];
	#list;
	#xml;
	/** The lengths of the pieces between the starts of todos in the XML, as far as they were needed. */
	#lengths = [];
	/** The text before and after the XML in a reminder. */
	#frame;

	constructor(before, after) {
		this.#frame = [before, after];
	}

	/** Replaces the list with one in JSON text. Null means that the todo at that place stays. */
	setTodos(text) {
		this.#todos = todosOf(text, this.#todos);
		this.#list = undefined;
	}

	/** Sets the status of a todo. Most changes are of this kind, so nothing else crosses the boundary for them (row `step`). */
	setStatus(place, status) {
		this.#todos[place] = Object.freeze({ ...this.#todos[place], status });
		this.#list = undefined;
	}

	/** Sets the status of a todo in the XML. */
	setXmlStatus(place, status) {
		// No text can contain the start of a todo, as `<` is escaped. A quote is not, so a text can look like a status.
		const lengths = this.#lengths;
		let start = 0;
		for (let piece = 0; piece <= place; piece++) {
			if (piece === lengths.length)
				lengths.push(this.#xml.indexOf(todoStart, start) - start);
			start += lengths[piece] + todoStart.length;
		}
		start = this.#xml.indexOf(beforeStatus, start) + beforeStatus.length;
		const end = this.#xml.indexOf('"', start);
		if (place + 1 < lengths.length)
			lengths[place + 1] += status.length - (end - start);
		// V8 joins three parts in a fifth of the time that it takes for all pieces (row `step`).
		this.#xml = this.#xml.slice(0, start) + status + this.#xml.slice(end);
	}

	setXml(xml) {
		this.#xml = xml;
		this.#lengths = [];
	}

	xml() {
		return this.#xml;
	}

	reminder() {
		const [before, after] = this.#frame;
		return before + this.#xml + after;
	}

	list() {
		this.#list ??= Object.freeze([...this.#todos]);
		return this.#list;
	}

	/** Returns the todos with a status. */
	atStatus(status) {
		return Object.freeze(this.#todos.filter((todo) => todo.status === status));
	}
}

/** Parses todos from JSON text and freezes them. Null stands for the previous todo at that place. */
function todosOf(text, before) {
	return JSON.parse(text).map((todo, place) => {
		if (todo === null) return before[place];
		Object.freeze(todo.blockedBy);
		if (todo.data !== undefined)
			todo.data = JSON.parse(todo.data, (_, value) => Object.freeze(value));
		return Object.freeze(todo);
	});
}

/** Creates the outcome of a call, with one crossing instead of one for each property. */
export function outcome(
	ok,
	text,
	notes = [],
	revision,
	changed,
	reminder,
	dropped,
) {
	const result = { ok, text, notes, revision, changed };
	if (dropped !== undefined) {
		// Hardly anybody reads these, so they cross the boundary on demand (row `listOthers`).
		let todos;
		const get = () => {
			if (todos === undefined) {
				todos = Object.freeze(todosOf(dropped.toText()));
				dropped.free();
			}
			return todos;
		};
		Object.defineProperty(result, "dropped", { enumerable: true, get });
	}
	if (reminder !== undefined) result.reminder = reminder;
	return result;
}

/** Creates a snapshot of the history. */
export function snapshot(revision, by, name, at, reason, todos) {
	const result = { revision, by };
	if (name !== undefined) result.name = name;
	result.at = at;
	if (reason !== undefined) result.reason = reason;
	result.todos = todos;
	return Object.freeze(result);
}

const todoStart = '<todo id="';
const beforeStatus = '" status="';
