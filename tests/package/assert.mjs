// Assertions that run wherever the package runs: in Node, in a page, in a worker.

export class AssertionError extends Error {
	name = "AssertionError";
}

export function fail(message) {
	throw new AssertionError(message);
}

export function ok(value, message = "expected something true") {
	if (!value) fail(message);
}

/** The very same value. */
export function same(actual, expected, message = "") {
	if (!Object.is(actual, expected))
		fail(
			`${message}\n  got:      ${show(actual)}\n  expected: ${show(expected)}`,
		);
}

/** The same data: objects and arrays with the same own enumerable properties, in any order. */
export function equal(actual, expected, message = "") {
	if (!alike(actual, expected))
		fail(
			`${message}\n  got:      ${show(actual)}\n  expected: ${show(expected)}`,
		);
}

export function match(text, pattern, message = "") {
	if (typeof text !== "string" || !pattern.test(text))
		fail(`${message}\n  got:      ${show(text)}\n  expected: ${pattern}`);
}

/** Runs something that must throw; gives what it threw. */
export function thrown(action, message = "") {
	let result;
	try {
		result = action();
	} catch (error) {
		// A trap leaves the instance of everyone else broken, whatever was expected.
		if (error instanceof WebAssembly.RuntimeError)
			fail(`${message}: a WebAssembly trap: ${error.message}`);
		return error;
	}
	fail(`${message}: expected an error, got ${show(result)}`);
}

/** Runs something that must throw a TodoError with a code (or one of several) and a message that matches; gives the error. */
export function refused(
	{ TodoError },
	action,
	code,
	pattern = /\w+ \w+/,
	message = "",
) {
	const codes = [code].flat();
	const error = thrown(action, `${message} ${codes}`);
	if (!(error instanceof TodoError))
		fail(`${message} ${codes}: expected a TodoError, got ${show(error)}`);
	ok(error instanceof Error, "a TodoError is an Error");
	same(error.name, "TodoError");
	ok(
		codes.includes(error.code),
		`${message}: expected the code ${codes}, got ${error.code}: ${error.message}`,
	);
	match(error.message, pattern, message);
	return error;
}

/** Runs something, whatever it gives, that must leave no trace in a store, which must work afterwards. */
export function untouched(store, action, message = "") {
	const [list, revision, size, history, checkpoint] = [
		store.getAll(),
		store.revision,
		store.size,
		store.history(),
		store.checkpoint(),
	];
	const result = action();
	same(store.getAll(), list, `${message}: the list changed`);
	same(store.revision, revision, `${message}: the revision changed`);
	same(store.size, size, `${message}: the size changed`);
	equal(store.history(), history, `${message}: the history changed`);
	same(store.checkpoint(), checkpoint, `${message}: the checkpoint changed`);
	store.addMultiple(["still works"]);
	same(store.getAll().at(-1).content, "still works", message);
	ok(store.undo(), message);
	equal(store.getAll(), list, message);
	return result;
}

function alike(a, b) {
	if (Object.is(a, b)) return true;
	if (
		typeof a !== "object" ||
		typeof b !== "object" ||
		a === null ||
		b === null
	)
		return false;
	if (Array.isArray(a) !== Array.isArray(b)) return false;
	const keys = Object.keys(a);
	return (
		keys.length === Object.keys(b).length &&
		keys.every((key) => Object.hasOwn(b, key) && alike(a[key], b[key]))
	);
}

function show(value) {
	if (value instanceof Error) return `${value.name}: ${value.message}`;
	try {
		const text =
			typeof value === "object" || typeof value === "string"
				? JSON.stringify(value)
				: String(value);
		return text.length > 500
			? `${text.slice(0, 500)}… (${text.length} characters)`
			: text;
	} catch {
		return `a ${typeof value} that cannot be shown`;
	}
}
