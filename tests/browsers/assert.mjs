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

function failUnlike(actual, expected, message) {
	fail(`${message}\n  got:      ${show(actual)}\n  expected: ${expected}`);
}

/** The very same value. */
export function same(actual, expected, message = "") {
	if (!Object.is(actual, expected)) failUnlike(actual, show(expected), message);
}

/** The same data: objects and arrays with the same own enumerable properties, in any order. */
export function equal(actual, expected, message = "") {
	if (!alike(actual, expected)) failUnlike(actual, show(expected), message);
}

export function match(text, pattern, message = "") {
	if (typeof text !== "string" || !pattern.test(text))
		failUnlike(text, pattern, message);
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

/**
 * Runs something that must throw a TodoError with a code (or one of several) and a message that
 * matches; gives the error.
 */
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

/** Undoes the latest change, which is not for an agent. */
export function undo(store) {
	const host = store.as("host");
	try {
		return host.undo();
	} finally {
		host.free();
	}
}

/**
 * Runs something, whatever it gives, that must leave no trace in a store, which must work
 * afterwards.
 */
export function untouched(store, action, message = "") {
	const list = store.getAll();
	// With the history, and what is known of who decided what.
	const read = () => [store.revision, store.size, store.checkpoint()];
	const before = read();
	const result = action();
	same(store.getAll(), list, `${message}: the list changed`);
	equal(read(), before, `${message}: the store changed`);
	store.addMultiple(["still works"]);
	same(store.getAll().at(-1).content, "still works", message);
	ok(undo(store), message);
	equal(store.getAll(), list, message);
	return result;
}

function alike(a, b) {
	if (Object.is(a, b)) return true;
	if ([a, b].some((it) => typeof it !== "object" || it === null)) return false;
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
