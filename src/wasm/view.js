/** The view of the list that a todo was made for: a key says nothing of the list that it is on. */
const makers = new WeakMap();

/**
 * The JavaScript values of a list, reused until they change: a frozen array, in which each todo
 * stays the same object until it changes.
 */
export class View {
	#todos = [];
	#list;

	/**
	 * Replaces the list with the one at a revision, in JSON text. Null means that the todo at that
	 * place stays.
	 */
	setTodos(text, revision) {
		const onMade = (todo) => makers.set(todo, this);
		this.#todos = todosOf(text, revision, this.#todos, onMade);
		this.#list = undefined;
	}

	/** Returns the place of a todo that this view returned and that has not changed since, or -1. */
	placeOf(todo) {
		return this.#todos.indexOf(todo);
	}

	/**
	 * Returns whether a todo was made for another list. Of one that came in a message, nobody knows.
	 */
	isOfAnother(todo) {
		return (makers.get(todo) ?? this) !== this;
	}

	todo(place) {
		return this.#todos[place];
	}

	list() {
		this.#list ??= Object.freeze([...this.#todos]);
		return this.#list;
	}

	/** Returns the todos of a preview in JSON text. Null means that the todo at that place stays. */
	preview(text, revision) {
		return Object.freeze(todosOf(text, revision, this.#todos));
	}

	/** Creates a step of a run from JSON text, which has the places of its todos. */
	step(text) {
		const step = JSON.parse(text);
		const at = (place) => this.#todos[place];
		// A page may have added a field to every object.
		if (Object.hasOwn(step, "todo")) step.todo = at(step.todo);
		if (Object.hasOwn(step, "todos"))
			step.todos = Object.freeze(step.todos.map(at));
		return Object.freeze(step);
	}

	/** Returns the todos with a status. */
	atStatus(status) {
		return Object.freeze(this.#todos.filter((todo) => todo.status === status));
	}
}

/**
 * Parses the todos of a revision from JSON text and freezes them. Null stands for the previous todo
 * at that place. `onMade` is called with each new one.
 */
function todosOf(text, revision, before, onMade) {
	return JSON.parse(text).map((values, place) => {
		if (values === null) return before[place];
		const todo = todoOf(values, revision);
		onMade?.(todo);
		return todo;
	});
}

/**
 * Creates a todo from the values of the fields that every todo has, and the names and values of its
 * others.
 */
function todoOf(values, revision) {
	const [id, key, content, status] = values;
	const todo = { id, key, content, status, revision };
	// A todo in a preview may be new.
	if (key === null) delete todo.key;
	for (let i = 4; i < values.length; i += 2)
		todo[values[i]] = readField(values[i], values[i + 1]);
	return Object.freeze(todo);
}

/**
 * Returns the value of a field. What a page added to every object is none of the todo's, so no
 * field is read from the todo.
 */
function readField(name, value) {
	if (name === "options") return Object.freeze(value.split("\n"));
	if (name === "data")
		return JSON.parse(value, (_, part) => Object.freeze(part));
	return Object.freeze(value);
}

/** Creates the outcome of a call, with one crossing instead of one for each property. */
export function outcome(
	ok,
	text,
	answer = text,
	notes = [],
	revision,
	changed,
	reminder,
	dropped,
) {
	const result = { ok, text, notes, revision, changed };
	result[ok ? "output" : "error"] = answer;
	if (dropped !== undefined)
		result.dropped = Object.freeze(todosOf(dropped, revision));
	if (reminder !== undefined) result.reminder = reminder;
	return result;
}

/** Creates what a conversation returns of a call, with one crossing. */
export function answered(outcome, isTurnDue, toldRevision) {
	return { outcome, isTurnDue, toldRevision };
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
