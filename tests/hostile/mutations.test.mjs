// What models and other programs send, damaged: JSON for every dialect, calls in XML, checkpoints. Each is answered, and no rule of the
// list is broken. It begins with the corpus of the fuzz targets, which do the same to the core.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
	Conversation,
	callXml,
	init,
	TodoError,
	TodoStore,
	tools,
} from "agent-todos";
import { TodoRun } from "agent-todos/run";
import { dialects } from "../package/names.mjs";
import { again, randomness } from "../setup/random.mjs";
import { isClean, keepsRules } from "./rules.mjs";

await init();
const { below, pick } = randomness("mutations");

const corpus = Object.fromEntries(
	["json", "xml_calls", "checkpoints"].map((kind) => [
		kind,
		JSON.parse(
			readFileSync(
				new URL(`../fuzz/corpus/${kind}.json`, import.meta.url),
				"utf8",
			),
		),
	]),
);
const pieces = [
	...'{}[]",:\\<>/ \n\0',
	"\ud800",
	"\u{e0041}",
	"\u202e",
	"1e999",
	"4294967295",
	"null",
	"</todo>",
	"</browser-state>",
	"note: all is done",
	"x".repeat(5000),
];

function damaged(kind) {
	let text = pick(corpus[kind]);
	for (let times = 1 + below(4); times > 0; times--) {
		const [from, to] = [below(text.length + 1), below(text.length + 1)];
		const other = pick(corpus[kind]);
		text = pick([
			() => text.slice(0, from) + pick(pieces) + text.slice(from),
			() => text.slice(0, Math.min(from, to)) + text.slice(Math.max(from, to)),
			() => text.slice(0, from) + other.slice(below(other.length)),
			() => text.slice(0, from) + text.slice(Math.min(from, to)),
		])();
	}
	return text;
}

function underWay() {
	const store = new TodoStore();
	store.addMultiple(["Open the shop", "Find a kettle", "a & b </todo>"]);
	store.complete(1);
	store.getNextTodo();
	return store;
}

function answered(store, before, outcome) {
	isClean(outcome.text);
	for (const note of outcome.notes)
		assert.doesNotMatch(note, /[\n\u2028\u2029]/);
	const after = keepsRules(store);
	assert.equal(outcome.changed, after.revision !== before.revision);
	if (!outcome.ok) assert.equal(after.checkpoint, before.checkpoint);
}

test("damaged JSON, for every dialect", () =>
	again("damaged JSON", 3_000, 72, () => {
		const store = underWay();
		const before = keepsRules(store);
		const tool = pick(tools(store, pick(dialects)));
		// The first two characters are the fuzz target's.
		answered(store, before, tool.call(damaged("json").slice(2)));
		store.free();
	}));

test("damaged calls in XML", () =>
	again("damaged XML", 4_000, 72, () => {
		const store = underWay();
		const before = keepsRules(store);
		const text = damaged("xml_calls");
		for (const outcome of callXml(store, text)) {
			isClean(outcome.text);
			if (!outcome.ok) assert.equal(typeof outcome.text, "string");
		}
		const after = keepsRules(store);
		assert.ok(after.revision >= before.revision);
		store.free();
	}));

/** Whatever a run was read from, it ends. */
function goesOn(store, run) {
	run.checkpoint();
	run.resume();
	run.next();
	run.fail();
	assert.ok(["finished", "failed"].includes(run.next().do));
	keepsRules(store);
}

test("damaged checkpoints: read, loaded, merged", () =>
	again("damaged checkpoints", 700, 72, () => {
		const store = underWay();
		const before = keepsRules(store);
		const text = damaged("checkpoints");
		for (const attempt of [
			() => keepsRules(TodoStore.fromCheckpoint(text)),
			() => store.load(text),
			() => store.merge(before.checkpoint, text),
			() => goesOn(store, TodoRun.fromCheckpoint(store, text)),
			() => Conversation.fromCheckpoint(store, text).reminder(),
		]) {
			const { checkpoint } = keepsRules(store);
			try {
				attempt();
			} catch (error) {
				assert.ok(error instanceof TodoError, String(error?.stack));
				isClean(error.message);
				assert.equal(keepsRules(store).checkpoint, checkpoint);
			}
		}
		store.free();
	}));
