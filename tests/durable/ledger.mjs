// What was acknowledged, beside what is there after a restart. Writers report each change when it is stored (see workload.mjs);
// whatever they reported must be found.

import assert from "node:assert/strict";
import { patience } from "../setup/patience.mjs";

export class Ledger {
	#what;
	/** By the name of a list: the contents that were acknowledged, and whether as done. */
	#lists = new Map();
	#tried = 0;
	#acknowledged = 0;
	#found = 0;

	constructor(what) {
		this.#what = what;
	}

	get acknowledged() {
		return this.#acknowledged;
	}

	/** One more kill, stop or run. */
	try() {
		this.#tried += 1;
	}

	/** Changes as workload.mjs reports them: `[["add" or "done", content]]`. */
	acknowledge(name, changes) {
		const list = this.#list(name);
		for (const [change, content] of changes) {
			this.#acknowledged += 1;
			const { isDone = false, isNew = 0 } = list.get(content) ?? {};
			list.set(content, {
				isDone: isDone || change === "done",
				isNew: isNew + 1,
			});
		}
	}

	/**
	 * Holds a list that was read again, `[[content, status]]`, against everything that was acknowledged of it. Throws at the first
	 * loss, so that what it comes from can still be looked at.
	 */
	check(name, todos) {
		const contents = todos.map(([content]) => content);
		assert.equal(
			new Set(contents).size,
			contents.length,
			`${name}: a todo is there twice`,
		);
		const found = new Map(todos);
		const lost = [];
		for (const [content, known] of this.#list(name)) {
			const status = found.get(content);
			if (status === undefined || (known.isDone && status !== "done"))
				lost.push(
					`${content}: ${known.isDone ? "done" : "added"}, found ${status}`,
				);
			else this.#found += known.isNew;
			known.isNew = 0;
		}
		if (lost.length > 0) this.#print(lost.length, `, of "${name}"`);
		assert.deepEqual(lost.slice(0, 10), []);
	}

	/** Prints the counts, and fails when not everything was looked for. */
	close(remark = "") {
		this.#print(0, remark);
		assert.ok(
			this.#acknowledged > 0,
			"nothing was acknowledged, so nothing was tested",
		);
		assert.equal(
			this.#found,
			this.#acknowledged,
			"not everything that was acknowledged was looked for",
		);
	}

	#print(lost, remark) {
		console.log(
			`durable: ${this.#what}: tried ${this.#tried}, acknowledged ${this.#acknowledged}, found ${this.#found}, lost ${lost}${remark}`,
		);
	}

	#list(name) {
		if (!this.#lists.has(name)) this.#lists.set(name, new Map());
		return this.#lists.get(name);
	}
}

/**
 * Resolves when nothing is missing in the list that a program read, and so many `bursts` of it are stored; goes on counting them. Without
 * `bursts` what the program still does does not count. `onLost` is called for each database that Chromium gave up, and `whyLate` tells why
 * nothing happens.
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
			patience,
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
