// The rules of a list that nothing may break, as a host sees them.

import assert from "node:assert/strict";
import { TodoStore } from "agent-todos";

const forbidden =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
	/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069]/u;

function isClean(text) {
	assert.doesNotMatch(text, forbidden);
	assert.ok(text.isWellFormed?.() ?? true, "a lone surrogate");
}

export function keepsRules(store) {
	const todos = store.getAll();
	assert.equal(store.getAll(), todos, "the same array until the next change");
	assert.deepEqual(
		todos.map(({ id }) => id),
		todos.map((_, place) => place + 1),
	);
	assert.equal(new Set(todos.map(({ key }) => key)).size, todos.length);
	for (const { content } of todos) {
		assert.notEqual(content.trim(), "");
		isClean(content);
	}
	const xml = store.getXml();
	isClean(xml);
	const fromXml = TodoStore.fromXml(xml, { maxTodos: 1000 });
	assert.equal(fromXml.getXml(), xml);
	fromXml.free();
	const checkpoint = store.checkpoint();
	const copy = TodoStore.fromCheckpoint(checkpoint);
	assert.equal(copy.checkpoint(), checkpoint);
	copy.free();
	return { xml, checkpoint, revision: store.revision };
}
