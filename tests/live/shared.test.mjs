// A person and a model on one list, in a real extension: from the panel the person inserts and moves todos between the reminder and
// the model's next call, which the service worker carries out. In every dialect, after each of its steps.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TodoStore, tools } from "agent-todos";
import { table } from "../hosts/plan.mjs";
import { openExtension } from "./extension.mjs";

let extension, panel, worker;
before(async () => {
	extension = await openExtension("extension-shared", "panel.js");
	panel = await extension.context.newPage();
	await panel.goto(extension.address("panel.html"));
	({ worker } = extension);
});
after(() => extension?.close());

const coupon = "Find a coupon";

/** Has the model's side do something. */
const ask = (what, ...args) =>
	worker.evaluate(({ what, args }) => globalThis.model[what](...args), {
		what,
		args,
	});

/** All dialects, as the error for an unknown one lists them, so that a new dialect is tried too. */
function everyDialect() {
	try {
		tools(new TodoStore(), "?");
	} catch (error) {
		return error.message.split("use one of ")[1].split(", ");
	}
}

for (const dialect of everyDialect()) {
	test(`${dialect}: each call does to the todos that were meant what it would have done with nobody between, and says who was`, async () => {
		const { steps } = table[dialect];
		for (let at = 1; at < steps.length; at++) {
			const [shared, alone] = [`${dialect} ${at}`, `${dialect} ${at}, alone`];
			for (const name of [shared, alone]) {
				await ask("begin", name, dialect);
				for (const step of steps.slice(0, at)) {
					await ask("reminder", name);
					await ask("call", name, step);
				}
				await ask("reminder", name);
			}
			const rearranged = await panel.evaluate(
				(args) => globalThis.person.rearrange(...args),
				[shared, coupon],
			);
			const { ok, changed, text } = await ask("call", shared, steps[at]);
			await ask("call", alone, steps[at]);

			assert.ok(ok, text);
			const statuses = new Map(
				(await ask("list", alone)).map(({ content, status }) => [
					content,
					status,
				]),
			);
			const contents = rearranged.map(({ content }) => content);
			assert.equal(contents[1], coupon, "the last was moved before it");
			statuses.set(coupon, "todo");
			assert.deepEqual(
				(await ask("list", shared)).map(({ content, status }) => [
					content,
					status,
				]),
				// As the person put them; what the call added comes last.
				[...new Set([...contents, ...statuses.keys()])]
					.filter((content) => statuses.has(content))
					.map((content) => [content, statuses.get(content)]),
				`after step ${at}`,
			);
			// A name that a todo has wherever it stands, and a new todo, need no word of others.
			const { merge, subject, taskId = "" } = steps[at].args;
			if (merge === true || subject !== undefined || taskId.startsWith("t"))
				continue;
			assert.match(text, /Find a coupon/);
			if (changed)
				assert.match(
					text,
					/Find a coupon\W+ stays: the user added it|is \W+(Open|Compare|Put)[^"]+", which is \d now: the user added 1 todo before it/,
				);
		}
	});
}
