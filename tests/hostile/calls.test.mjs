// Every method with whatever JavaScript can pass: objects whose getters, traps and `toJSON` call the store again, free it, throw or
// overflow the stack; clones of stores; other things with the methods of a store. Each call answers or throws a `TodoError`; one that
// throws and whose arguments called nothing changes nothing.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { init, TodoError, TodoRun, TodoStore, tools } from "agent-todos";
import { fail, hostileValues, thrown } from "../setup/hostile-values.mjs";
import { again, randomness } from "../setup/random.mjs";
import { keepsRules } from "./rules.mjs";

await init();
const { below, chance, pick } = randomness("calls");

const methods = Object.getOwnPropertyNames(TodoStore.prototype).filter(
	(name) =>
		!/^(constructor|free|as|_.*)$/.test(name) &&
		Object.getOwnPropertyDescriptor(TodoStore.prototype, name).value?.call,
);
assert.ok(methods.length >= 25, String(methods));

let store = new TodoStore();
let depth = 0;
/** Whether an argument of the call that is under way has called something. */
let meddled = false;

/** What runs in the middle of a call. */
function meddle() {
	meddled = true;
	if (depth > 3) return;
	pick([
		() => call(store),
		() => call(store),
		() => store.getAll(),
		fail,
		() => chance(10) && store.free(),
		() => chance(20) && overflow(),
		() => tools(store)[0].call(hostile()),
	])();
}

function overflow() {
	return overflow() + 1;
}

/** Calls with ever more of the stack left, until one comes through: those before are cut off, wherever they are. */
function atTheEndOfTheStack(act) {
	try {
		return atTheEndOfTheStack(act);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return act();
	}
}

const traps = (value) =>
	new Proxy(value, {
		get(...given) {
			if (chance(3)) meddle();
			return Reflect.get(...given);
		},
		ownKeys(...given) {
			if (chance(3)) meddle();
			return Reflect.ownKeys(...given);
		},
	});

const arrayWith = (get) =>
	Object.defineProperty(["a", "b"], 0, { enumerable: true, get });

/** A store's shape, without what makes it one. */
const likeness = (of) => Object.assign(Object.create(TodoStore.prototype), of);

function plain() {
	return pick([
		() => below(6),
		() => `t${below(6)}`,
		() => [below(6), below(6)],
		() => ["a", "b"],
		() => [`todo ${below(100)}`],
		() => ({ action: "add_multiple", todos: [{ content: "c" }] }),
		() => ({ content: "d", priority: "high" }),
		() => store.checkpoint(),
		() => "",
	])();
}

function hostile() {
	return pick([
		plain,
		plain,
		plain,
		...Object.values(values),
		// What a listener throws is reported elsewhere, as an event's is.
		() => () => {
			try {
				meddle();
			} catch (error) {
				assert.ok(isFit(error), String(error?.stack));
			}
		},
		() => "x".repeat(below(10_000)),
		() => likeness(store),
		() => new TodoStore(),
		() => traps(["a", "b"]),
		() => traps({ action: "complete", ids: [1] }),
		() => ({
			toJSON() {
				meddle();
				return plain();
			},
			valueOf: meddle,
			toString: meddle,
		}),
		() => arrayWith(() => meddle() ?? "e"),
	])();
}

// As a listener this one throws later, outside of any call.
const { "a revoked function": _, ...values } = hostileValues;

const counts = { answered: 0, refused: 0, broken: 0, freed: 0 };

/** A random method of a store, or of something that has only its shape. */
function call(on) {
	depth += 1;
	try {
		const name = pick(methods);
		const args = Array.from({ length: below(4) }, hostile);
		const self = chance(12)
			? pick([
					() => likeness(on),
					() => likeness({}),
					() => {
						// A run puts what is in progress back.
						meddled = true;
						return new TodoRun(on);
					},
					() => ({ ...on }),
				])()
			: on;
		return TodoStore.prototype[name].apply(self, args);
	} finally {
		depth -= 1;
	}
}

/** Errors that a call may throw: ours, what the argument itself threw, and that there was no stack left for it to begin. */
function isFit(error) {
	return (
		(error instanceof TodoError && error.code !== undefined) ||
		error === thrown ||
		(error instanceof RangeError && /call stack/.test(error.message))
	);
}

test("hostile calls", { timeout: 1_200_000 }, async () => {
	let kept = keepsRules(store);
	await again("calls", 10_000, 180, async (n) => {
		meddled = false;
		let thrown;
		try {
			if (chance(300)) {
				meddled = true;
				const name = pick(methods);
				const args = [plain(), plain()];
				atTheEndOfTheStack(() => store[name](...args));
			} else if (chance(4)) tools(store)[0].call(hostile());
			else call(store);
			counts.answered += 1;
		} catch (error) {
			assert.ok(isFit(error), String(error?.stack ?? error));
			thrown = error;
			counts.refused += 1;
		}
		try {
			const now = keepsRules(store);
			if (thrown && !meddled)
				assert.equal(now.checkpoint, kept.checkpoint, String(thrown));
			kept = now;
		} catch (error) {
			if (!(error instanceof TodoError)) throw error;
			// The one that a meddler freed, or the instance in which a call was cut off: the list goes on from what was kept.
			if (error.code === "broken") {
				counts.broken += 1;
				await init();
			} else {
				assert.equal(error.code, "freed", error.stack);
				counts.freed += 1;
			}
			store = TodoStore.fromCheckpoint(kept.checkpoint);
			assert.equal(keepsRules(store).xml, kept.xml);
		}
		// Small enough to be quick, and new listeners.
		if (n % 200 === 199) {
			store.free();
			store = new TodoStore();
			kept = keepsRules(store);
		}
	});
	console.log(`hostile: calls: ${JSON.stringify(counts)}, 0 crashes`);
});
