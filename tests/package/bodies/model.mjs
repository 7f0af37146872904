// The class beside an obviously right model: a plain list that keeps a copy of itself for every revision. Both go through
// the same random steps, and whatever the class lets one see must agree after each.

import { equal, ok, same } from "../assert.mjs";
import { cleaned, numbers } from "./text.mjs";

const options = { maxTodos: 6, maxContentLength: 20, oneDoing: "strict" };

class Refused extends Error {
	constructor(code) {
		super(code);
		this.code = code;
	}
}

/**
 * `lists` holds every list so far, the present one last, each with the index of the list that it repeats if undo made it. Only
 * the latest `most` of them may be seen.
 */
class Model {
	lists = [{ todos: [], origin: 0 }];
	nextKey = 1;
	onSkip;
	most;

	constructor(onSkip, most) {
		this.onSkip = onSkip;
		this.most = most;
	}

	get oldest() {
		return Math.max(0, this.lists.length - this.most);
	}

	get todos() {
		return this.lists.at(-1).todos;
	}

	get revision() {
		return this.lists.length - 1;
	}

	get doing() {
		return this.todos.find(({ status }) => status === "doing");
	}

	/** A step; gives what the method gives. */
	run(method, ...args) {
		return this[method](...args);
	}

	addMultiple(contents) {
		return this.addAfterPosition(this.todos.length, contents);
	}

	addAfterPosition(position, contents) {
		if (position < 0 || position > this.todos.length)
			throw new Refused("unknown_id");
		const added = this.#made(this.todos.length, contents);
		this.#commit([
			...this.todos.slice(0, position),
			...added,
			...this.todos.slice(position),
		]);
		return notes(contents);
	}

	replaceAll(contents) {
		this.#commit(this.#made(0, contents));
		return notes(contents);
	}

	completeMultiple(ids) {
		for (const id of ids) this.#known(id);
		this.#mark("done", ({ id }) => ids.includes(id));
	}

	complete(id) {
		this.completeMultiple([id]);
	}

	skip(id) {
		this.#known(id);
		if (this.onSkip === "remove") this.remove(id);
		else this.#mark("skipped", (todo) => todo.id === id);
		return [];
	}

	remove(id) {
		this.#known(id);
		this.#commit(this.todos.filter((todo) => todo.id !== id));
	}

	goBack(id) {
		this.#known(id);
		this.#mark("todo", (todo) => todo.id >= id);
	}

	markDoing(id) {
		this.#known(id);
		if (this.doing !== undefined && this.doing.id !== id)
			throw new Refused("already_doing");
		this.#mark("doing", (todo) => todo.id === id);
	}

	getNextTodo() {
		const next =
			this.doing ?? this.todos.find(({ status }) => status === "todo");
		this.#mark("doing", (todo) => todo === next);
		return this.doing ?? null;
	}

	abort() {
		this.#mark("todo", ({ status }) => status === "doing");
	}

	reset() {
		this.#commit([]);
	}

	newTask({ unfinished = "keep" } = {}) {
		const isKept =
			unfinished === "keep" &&
			this.todos.some(({ status }) => status === "todo" || status === "doing");
		if (isKept || this.todos.length === 0) return false;
		this.#commit([]);
		return true;
	}

	undo() {
		const { origin } = this.lists.at(-1);
		const { oldest } = this;
		if (origin > oldest) this.lists.push(this.lists[origin - 1]);
		else if (oldest > 0) throw new Refused("unknown_revision");
		return origin > oldest;
	}

	restoreRevision(revision) {
		if (revision < this.oldest || this.lists[revision] === undefined)
			throw new Refused("unknown_revision");
		this.#commit(this.lists[revision].todos);
	}

	#known(id) {
		if (!this.todos.some((todo) => todo.id === id))
			throw new Refused("unknown_id");
	}

	#made(kept, contents) {
		if (kept + contents.length > options.maxTodos)
			throw new Refused("too_many_todos");
		for (const text of contents.map(cleaned)) {
			if (text === "") throw new Refused("empty_content");
			if ([...text].length > options.maxContentLength)
				throw new Refused("content_too_long");
		}
		return contents.map((text) => ({
			key: `t${this.nextKey++}`,
			content: cleaned(text),
			status: "todo",
		}));
	}

	#mark(status, which) {
		this.#commit(
			this.todos.map((todo) => (which(todo) ? { ...todo, status } : todo)),
		);
	}

	/** Makes a revision, unless nothing changed. */
	#commit(list) {
		const todos = list.map((todo, place) => ({ ...todo, id: place + 1 }));
		const text = (todos) =>
			JSON.stringify(todos.map(({ key, status }) => [key, status]));
		if (text(todos) !== text(this.todos))
			this.lists.push({ todos, origin: this.lists.length });
	}
}

/** One note names each item that was cleaned. */
function notes(contents) {
	return contents.flatMap((text, place) =>
		cleaned(text) === text.trim() ? [] : [`item ${place + 1}`],
	);
}

const escapes = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\r": "&#13;",
	"\n": "&#10;",
};

function xml(todos) {
	const items = todos.map(
		({ id, status, content }) =>
			`<todo id="${id}" status="${status}">${content.replace(/[&<>\r\n]/g, (c) => escapes[c])}</todo>`,
	);
	return `<todos>${items.join("")}</todos>`;
}

const pieces = [
	"a",
	"b",
	" ",
	"<",
	"</todo>",
	"&",
	'"',
	"'",
	"\r\n",
	"\t",
	"é",
	"😀",
	"\0",
	"\x1f",
	"\ufffe",
	"\ufeff",
	"\u00a0",
	"\ud800",
	"\u{e0041}",
	"\\",
	"日本",
];

function text(random) {
	if (random(3) > 0) return "abcdefgh".slice(random(4), 5 + random(4));
	return Array.from(
		{ length: random(random(4) === 0 ? 24 : 6) },
		() => pieces[random(pieces.length)],
	).join("");
}

const texts = (random) => Array.from({ length: random(4) }, () => text(random));
/** Mostly one of a short list, so that writes go through and lists come to be all done. */
const id = (random) => (random(5) > 0 ? 1 + random(3) : random(10) - 1);

/** Each method, how often it comes, and its arguments. */
const steps = [
	["addMultiple", 4, (random) => [texts(random)]],
	["addAfterPosition", 2, (random) => [id(random), texts(random)]],
	["replaceAll", 1, (random) => [texts(random)]],
	[
		"completeMultiple",
		2,
		(random) => [Array.from({ length: random(4) }, () => id(random))],
	],
	["complete", 2, (random) => [id(random)]],
	["skip", 1, (random) => [id(random)]],
	["remove", 1, (random) => [id(random)]],
	["goBack", 1, (random) => [id(random)]],
	["markDoing", 3, (random) => [id(random)]],
	["getNextTodo", 2, () => []],
	["abort", 1, () => []],
	["reset", 1, () => []],
	[
		"newTask",
		2,
		(random) =>
			[[], [{ unfinished: "keep" }], [{ unfinished: "archive" }]][random(3)],
	],
	["undo", 3, () => []],
	["restoreRevision", 1, (random) => [random(13) - 1]],
].flatMap(([method, often, args]) =>
	Array.from({ length: often }, () => ({ method, args })),
);

/** What a step gave, in a form in which both can be compared: a value, or the code of an error. */
function answer(on, method, args, ErrorClass) {
	try {
		const value =
			on instanceof Model ? on.run(method, ...args) : on[method](...args);
		return Array.isArray(value)
			? value.map((note) => note.split(":")[0])
			: value;
	} catch (error) {
		if (!(error instanceof ErrorClass)) throw error;
		return { code: error.code };
	}
}

function agrees(store, model, what) {
	const { todos } = model;
	const open = todos.filter(
		({ status }) => status === "todo" || status === "doing",
	);
	const pending = todos.filter(({ status }) => status === "todo");
	equal(store.getAll(), todos, what);
	equal([store.revision, store.size], [model.revision, todos.length], what);
	same(store.getXml(), xml(todos), what);
	same(
		store.systemReminder(),
		`<browser-state>TODO list updated. Current state:\n${xml(todos)}</browser-state>`,
		what,
	);
	equal(
		[store.hasUnfinished(), store.isAllDoneOrSkipped()],
		[open.length > 0, open.length === 0],
		what,
	);
	equal(
		[store.getPending(), store.getCurrentDoing()],
		[pending, model.doing ?? null],
		what,
	);
	equal(
		todos.map(({ id }) => store.isCompleted(id)),
		todos.map((todo) => !open.includes(todo)),
		what,
	);
}

/** The snapshots of a store, all of which the host made. */
function snapshots(store) {
	return store.history().map(({ by, at, ...snapshot }) => {
		same(by, "host");
		ok(Math.abs(Date.now() - at) < 600_000);
		return snapshot;
	});
}

function history(model) {
	return model.lists
		.map(({ todos }, revision) => ({ revision, todos }))
		.slice(model.oldest);
}

export const model = [
	{
		name: "the class does what the model does, over random steps, and is heard at every revision",
		run({ entry: { TodoStore, TodoError } }) {
			const seen = new Map();
			for (let round = 0; round < 150; round++) {
				const random = numbers(round);
				const onSkip = round % 2 === 0 ? "mark" : "remove";
				const bound = round % 3 === 0 ? { maxSnapshots: 1 + random(9) } : {};
				let store = new TodoStore({ ...options, ...bound, onSkip });
				const model = new Model(onSkip, bound.maxSnapshots ?? Infinity);
				const heard = [];
				const listener = ({ revision }) => heard.push(revision);
				store.subscribe(listener);
				const played = [];
				for (let i = 0; i < 30; i++) {
					const { method, args } = steps[random(steps.length)];
					const given = args(random);
					played.push([method, ...given]);
					const what = `round ${round}: ${JSON.stringify(played)}`;
					const before = store.getAll();
					const expected = answer(model, method, given, Refused);
					equal(answer(store, method, given, TodoError), expected, what);
					agrees(store, model, what);
					for (const todo of store.getAll()) {
						const known = before.find(({ key }) => key === todo.key);
						if (
							known !== undefined &&
							known.id === todo.id &&
							known.status === todo.status
						)
							same(todo, known, `${what}: the same object`);
					}
					const outcome = `${method} ${expected?.code ?? "done"}`;
					seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
					// Now and then it goes on as a copy of itself.
					if (random(8) === 0) {
						equal(snapshots(store), history(model), what);
						const copy = TodoStore.fromCheckpoint(store.checkpoint());
						same(copy.checkpoint(), store.checkpoint(), what);
						store.free();
						store = copy;
						store.subscribe(listener);
						agrees(store, model, `${what}: as a copy`);
					}
				}
				equal(snapshots(store), history(model));
				equal(
					heard,
					model.lists.slice(1).map((_, at) => at + 1),
				);
				const copy = TodoStore.fromXml(store.getXml(), options);
				equal(
					copy.getAll().map(({ content, status }) => [content, status]),
					model.todos.map(({ content, status }) => [content, status]),
				);
				copy.free();
				store.free();
			}
			// Every method went through and was refused in every way that it can be.
			for (const [method, codes] of Object.entries({
				addMultiple: [
					"done",
					"empty_content",
					"too_many_todos",
					"content_too_long",
				],
				addAfterPosition: [
					"done",
					"unknown_id",
					"empty_content",
					"too_many_todos",
				],
				replaceAll: ["done", "empty_content"],
				completeMultiple: ["done", "unknown_id"],
				complete: ["done", "unknown_id"],
				skip: ["done", "unknown_id"],
				remove: ["done", "unknown_id"],
				goBack: ["done", "unknown_id"],
				markDoing: ["done", "unknown_id", "already_doing"],
				getNextTodo: ["done"],
				abort: ["done"],
				reset: ["done"],
				newTask: ["done"],
				undo: ["done", "unknown_revision"],
				restoreRevision: ["done", "unknown_revision"],
			})) {
				for (const code of codes)
					ok(
						seen.get(`${method} ${code}`) > 3,
						`${method} ${code} came ${seen.get(`${method} ${code}`) ?? 0} times`,
					);
			}
		},
	},
];
