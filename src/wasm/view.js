/** The words for the numbers of statuses: `Status` of src/todo.rs. */
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

  /** The todo at a place takes on a status. */
  setStatus(place, status) {
    this.#todos[place] = Object.freeze(at(this.#todos[place], statuses[status]));
    this.#list = undefined;
    if (this.#xml === undefined && this.#pieces === undefined) return;
    // No text can hold the quote before a status, so every piece but the first begins with one.
    this.#pieces ??= this.#xml.split(beforeStatus);
    const piece = this.#pieces[place + 1];
    this.#pieces[place + 1] = this.#todos[place].status + piece.slice(piece.indexOf('"'));
    this.#xml = undefined;
  }

  /** The list changes otherwise: JSON in the form of src/checkpoint.rs, the size, then places and what stands there. */
  setTodos(changes) {
    this.#apply(JSON.parse(changes));
    this.#xml = this.#pieces = undefined;
  }

  /** The XML as a whole, and what stands before and after it in a reminder. */
  setXml(xml, before, after) {
    this.#frame = [before, after];
    this.#pieces = undefined;
    this.#xml = xml;
  }

  list() {
    return (this.#list ??= Object.freeze(this.#todos.slice()));
  }

  /** Those of the list that are at a status, blocked or not. */
  atStatus(status) {
    return Object.freeze(this.#todos.filter((todo) => todo.status === statuses[status]));
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

  /** Every snapshot, from a history as JSON. */
  snapshots(history) {
    const snapshots = [];
    for (const [origin, ...changes] of JSON.parse(history)) {
      const revision = snapshots.length > 0 ? snapshots.at(-1).revision + 1 : origin;
      if (changes.length > 0) this.#apply(changes);
      else this.#todos = [...snapshots[origin - snapshots[0].revision].todos];
      snapshots.push(Object.freeze({ revision, todos: Object.freeze(this.#todos.slice()) }));
    }
    return Object.freeze(snapshots);
  }

  #apply([size, ...changes]) {
    const before = this.#todos;
    const todos = before.slice(0, size);
    for (let i = 0; i < changes.length; i += 2) {
      const place = changes[i];
      const what = changes[i + 1];
      todos[place] = Object.freeze(
        typeof what === "string"
          ? at(before[place], what)
          : typeof what === "number"
            ? { ...before[what], id: place + 1 }
            : made(place + 1, what),
      );
    }
    this.#todos = todos;
    this.#list = undefined;
  }
}

/** A todo as it is at another status. One that is blocked is not started. */
function at(todo, status) {
  if (status === "blocked") return { ...todo, status: "todo", blocked: true };
  if (todo.blocked === undefined) return { ...todo, status };
  const { blocked, ...rest } = todo;
  return { ...rest, status };
}

/** A todo from the form of a checkpoint: absent is what it has not. */
function made(id, [key, status, content, , priority, activeForm, description]) {
  const todo = at({ id, key: `t${key}`, content, status }, status);
  if (priority) todo.priority = priority;
  if (activeForm) todo.activeForm = activeForm;
  if (description) todo.description = description;
  return todo;
}

/** What one call of a tool did: `Outcome`. */
export function outcome(ok, text, notes, revision, todos, reminder) {
  const changed = reminder !== undefined;
  return changed ? { ok, text, notes, revision, changed, todos, reminder } : { ok, text, notes, revision, changed, todos };
}

export function newArray() {
  return [];
}

export function push(array, item) {
  array.push(item);
}
