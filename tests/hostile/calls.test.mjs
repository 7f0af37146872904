// Every method with whatever JavaScript can pass: objects whose getters, traps and `toJSON` call
// the store again, free it, throw or overflow the stack; clones of stores; other things with the
// methods of a store. Each call answers or throws a `TodoError`; one that throws and whose
// arguments called nothing changes nothing. A history is data, so that fast-check finds the
// shortest that fails.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { init, TodoError, TodoStore, tools } from "agent-todos";
import fc from "fast-check";
import { tries } from "../tools/full.mjs";
import { fail, hostileValues, thrown } from "../tools/hostile-values.mjs";
import { keepsRules } from "./rules.mjs";

await init();

const methods = Object.getOwnPropertyNames(TodoStore.prototype).filter(
	(name) =>
		!/^(constructor|free|as|_.*)$/.test(name) &&
		Object.getOwnPropertyDescriptor(TodoStore.prototype, name).value?.call,
);
assert.ok(methods.length >= 25, String(methods));

// As a listener this one throws later, outside of any call.
const { "a revoked function": _, ...values } = hostileValues;

/** What `History#make` makes of each name, where no values and no meddling are in it. */
const made = {
	"the checkpoint": (history) => history.store.checkpoint(),
	"a new store": () => new TodoStore(),
	"a likeness of the store": ({ store }) => likeness(store),
	"a long text": () => "x".repeat(10_000),
};

/** Values of which a part calls something each time that it is read. */
const meddling = {
	"a list with traps": (meddle) => trapped(["a", "b"], meddle),
	"a call with traps": (meddle) =>
		trapped({ action: "complete", ids: [1] }, meddle),
	"a list with a getter": (meddle) =>
		Object.defineProperty(["a", "b"], 0, {
			enumerable: true,
			get: () => meddle() ?? "e",
		}),
	"an object with toJSON": (meddle) => ({
		toJSON: () => meddle() ?? { content: "d" },
		valueOf: meddle,
		toString: meddle,
	}),
	// What a listener throws is reported elsewhere, as an event's is.
	"a listener": (meddle) => () => {
		try {
			meddle();
		} catch (error) {
			assert.ok(isFit(error), String(error?.stack));
		}
	},
};

const trapped = (value, meddle) =>
	new Proxy(value, {
		get(...given) {
			meddle();
			return Reflect.get(...given);
		},
		ownKeys(...given) {
			meddle();
			return Reflect.ownKeys(...given);
		},
	});

/** Returns a store's shape, without what makes it one. */
const likeness = (of) => Object.assign(Object.create(TodoStore.prototype), of);

/** Things on which a method of a store is called. */
const receivers = {
	"a likeness": likeness,
	"an empty likeness": () => likeness({}),
	"a copy": (store) => ({ ...store }),
};

const one = fc.constantFrom;
const named = (table) => one(...Object.keys(table));
const id = fc.nat(5);
const plain = fc.record({
	plain: fc.oneof(
		id,
		id.map((number) => `t${number}`),
		fc.tuple(id, id),
		fc.nat(99).map((number) => [`todo ${number}`]),
		one(
			"",
			["a", "b"],
			{ content: "d", priority: "high" },
			{ action: "add_multiple", todos: [{ content: "c" }] },
		),
	),
});
const { step } = fc.letrec((tie) => ({
	argument: fc.oneof(
		{ maxDepth: 3 },
		{ weight: 4, arbitrary: plain },
		{ weight: 3, arbitrary: fc.record({ value: named(values) }) },
		{ weight: 1, arbitrary: fc.record({ made: named(made) }) },
		{
			weight: 1,
			arbitrary: fc.record({
				meddling: named(meddling),
				acts: fc.array(tie("act"), { maxLength: 6 }),
			}),
		},
	),
	call: fc.record({
		method: one(...methods),
		on: fc.option(named(receivers), { freq: 11 }),
		args: fc.array(tie("argument"), { maxLength: 3 }),
	}),
	toolCall: fc.record({ tool: tie("argument") }),
	// What runs in the middle of a call. Most of the time nothing does.
	act: fc.oneof(
		{ weight: 12, arbitrary: one("nothing") },
		{ weight: 2, arbitrary: tie("call") },
		{ weight: 1, arbitrary: tie("toolCall") },
		{ weight: 2, arbitrary: one("read", "throw") },
		{ weight: 1, arbitrary: one("free", "overflow") },
	),
	step: fc.oneof(
		{ weight: 200, arbitrary: tie("call") },
		{ weight: 70, arbitrary: tie("toolCall") },
		{
			weight: 1,
			arbitrary: fc.record({
				atTheEndOfTheStack: one(...methods),
				args: fc.tuple(plain, plain),
			}),
		},
	),
}));

function overflow() {
	return overflow() + 1;
}

/**
 * Calls with ever more of the stack left, until one comes through: those before are cut off,
 * wherever they are.
 */
function atTheEndOfTheStack(act) {
	try {
		return atTheEndOfTheStack(act);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return act();
	}
}

/**
 * Errors that a call may throw: ours, what the argument itself threw, and that there was no stack
 * left for it to begin.
 */
function isFit(error) {
	return (
		(error instanceof TodoError && error.code !== undefined) ||
		error === thrown ||
		(error instanceof RangeError && /call stack/.test(error.message))
	);
}

const counts = { answered: 0, refused: 0, broken: 0, freed: 0 };

class History {
	store = new TodoStore();
	kept = keepsRules(this.store);
	/** Whether an argument of the running call has called something. */
	meddled = false;

	make({ plain, value, made: name, meddling: kind, acts }) {
		if (value !== undefined) return values[value]();
		if (name !== undefined) return made[name](this);
		if (kind === undefined) return structuredClone(plain);
		const left = [...acts];
		return meddling[kind](() => this.act(left.shift() ?? "nothing"));
	}

	act(act) {
		if (act === "nothing") return;
		this.meddled = true;
		if (act === "read") this.store.getAll();
		else if (act === "throw") fail();
		else if (act === "free") this.store.free();
		else if (act === "overflow") overflow();
		else this.call(act);
	}

	call({ method, on, args, tool, atTheEndOfTheStack: name }) {
		const { store } = this;
		if (tool !== undefined) return tools(store)[0].call(this.make(tool));
		const made = args.map((argument) => this.make(argument));
		if (name !== undefined) {
			this.meddled = true;
			return atTheEndOfTheStack(() => store[name](...made));
		}
		const self = on === null ? store : receivers[on](store);
		return TodoStore.prototype[method].apply(self, made);
	}

	async go(step) {
		this.meddled = false;
		let error;
		try {
			this.call(step);
			counts.answered += 1;
		} catch (raised) {
			assert.ok(isFit(raised), String(raised?.stack ?? raised));
			error = raised;
			counts.refused += 1;
		}
		try {
			const now = keepsRules(this.store);
			if (error && !this.meddled)
				assert.equal(now.checkpoint, this.kept.checkpoint, String(error));
			this.kept = now;
		} catch (error) {
			if (!(error instanceof TodoError)) throw error;
			await this.restore(error);
		}
	}

	/**
	 * Goes on from what was kept, after a meddler freed the store or a call was cut off and its
	 * instance is given up.
	 */
	async restore(error) {
		if (error.code === "broken") {
			counts.broken += 1;
			await init();
		} else {
			assert.equal(error.code, "freed", error.stack);
			counts.freed += 1;
		}
		this.store = TodoStore.fromCheckpoint(this.kept.checkpoint);
		assert.equal(keepsRules(this.store).xml, this.kept.xml);
	}
}

test("hostile calls", { timeout: 1_200_000 }, async () => {
	// Short enough to be quick, as the list grows.
	const steps = fc.array(step, { maxLength: 200, size: "max" });
	const property = fc.asyncProperty(steps, async (steps) => {
		const history = new History();
		for (const step of steps) await history.go(step);
		history.store.free();
	});
	await fc.assert(property, tries(100, 180));
	console.log(`hostile: calls: ${JSON.stringify(counts)}, 0 crashes`);
	for (const [what, count] of Object.entries(counts))
		assert.ok(count > 0, `no call was ${what}`);
});
