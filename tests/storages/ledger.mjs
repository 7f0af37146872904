// What was acknowledged, beside what is there after a restart. Writers report each change when it
// is stored (see workload.mjs); whatever they reported must be found.

import assert from "node:assert/strict";
import { programPatience } from "../../www/browsers/patience.mjs";

export class Ledger {
	#what;
	/** By the name of a list: by its contents, whether they are done. */
	#lists = new Map();
	/** By the name of a list, how many changes nobody has looked for yet. */
	#unseen = new Map();
	#tried = 0;
	acknowledged = 0;

	constructor(what) {
		this.#what = what;
	}

	/** One more kill, stop or run. */
	try() {
		this.#tried += 1;
	}

	/** Changes as workload.mjs reports them: `[["add" or "done", content]]`. */
	acknowledge(name, changes) {
		const list = this.#lists.get(name) ?? new Map();
		this.#lists.set(name, list);
		for (const [change, content] of changes)
			list.set(content, change === "done" || (list.get(content) ?? false));
		this.acknowledged += changes.length;
		this.#unseen.set(name, (this.#unseen.get(name) ?? 0) + changes.length);
	}

	/**
	 * Holds a list that was read again, `[[content, status]]`, against everything that was
	 * acknowledged of it. Throws at the first loss, so that what it comes from can still be looked
	 * at.
	 */
	check(name, todos) {
		const found = new Map(todos);
		assert.equal(found.size, todos.length, `${name}: a todo is there twice`);
		const lost = [...(this.#lists.get(name) ?? [])].filter(
			([content, isDone]) =>
				!found.has(content) || (isDone && found.get(content) !== "done"),
		);
		if (lost.length > 0) this.#print(lost.length, `, of "${name}"`);
		assert.deepEqual(lost.slice(0, 10), [], "[content, whether it was done]");
		this.#unseen.delete(name);
	}

	/** Prints the counts, and fails when not everything was looked for. */
	close(remark = "") {
		this.#print(0, remark);
		assert.ok(this.acknowledged > 0, "nothing was tested");
		assert.deepEqual([...this.#unseen], [], "not everything was looked for");
	}

	#print(lost, remark) {
		const unseen = [...this.#unseen.values()].reduce((a, b) => a + b, 0);
		console.log(
			`durable: ${this.#what}: tried ${this.#tried}, acknowledged ${this.acknowledged}, found ${this.acknowledged - unseen}, lost ${lost}${remark}`,
		);
	}
}

/**
 * Resolves when nothing is missing in the list that a program read, and so many `bursts` of it are
 * stored; goes on counting them. Without `bursts` what the program still does does not count.
 * `onLost` is called for each database that Chromium gave up, and `whyLate` tells why nothing
 * happens.
 */
export function reached(
	ledger,
	site,
	{ name, writer },
	{ bursts, whyLate = () => "", onLost },
) {
	let left = bursts ?? 0;
	let isChecked = false;
	return new Promise((resolve, reject) => {
		const late = setTimeout(
			() => reject(new Error(`the program does not get on: ${whyLate()}`)),
			programPatience,
		);
		site.hear(({ from, found, stored, lost, failed }) => {
			if (from !== writer) return;
			if (failed) reject(new Error(failed));
			if (lost) onLost();
			if (stored && bursts !== undefined) {
				ledger.acknowledge(name, stored);
				left -= 1;
			}
			try {
				// At once: what is acknowledged from now on is not in it.
				if (found) ledger.check(name, found);
				isChecked ||= found !== undefined;
			} catch (error) {
				reject(error);
			}
			if (!isChecked || left > 0) return;
			clearTimeout(late);
			resolve();
		});
	});
}
