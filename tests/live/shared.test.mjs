// A person and a model on one list, in a real extension: from the panel the person inserts and moves todos between the reminder and
// the model's next call, which the service worker carries out. In every dialect, after each of its steps.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TodoStore, tools } from "agent-todos";
import { table } from "../hosts/plan.mjs";
import { serviceWorkerOf } from "../setup/playwright.mjs";
import { openExtension } from "./extension.mjs";

let extension, panel, worker;
before(async () => {
	extension = await openExtension("extension-shared", "panel.js");
	panel = await extension.context.newPage();
	await panel.goto(extension.address("panel.html"));
	worker = await serviceWorkerOf(extension.context);
});
after(() => extension?.close());

/** Has the model's side do something. */
const ask = (what, ...args) =>
	worker.evaluate(({ what, args }) => globalThis.model[what](...args), {
		what,
		args,
	});

/** All that there are, as the package lists them to whoever asks for another: a new one is tried too. */
function everyDialect() {
	try {
		tools(new TodoStore(), "?");
	} catch (error) {
		return error.message.split("there is ")[1].split(", ");
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
				(name) => globalThis.person.rearrange(name, "Find a coupon"),
				shared,
			);
			const { ok, changed, text } = await ask("call", shared, steps[at]);
			await ask("call", alone, steps[at]);

			assert.ok(ok, text);
			// One that is created gets the next key, which is another than with nobody between.
			const { tool, args } = steps[at];
			const name = tool === "TaskCreate" ? "content" : "key";
			const listAlone = await ask("list", alone);
			const statuses = new Map(
				listAlone.map((todo) => [todo[name], todo.status]),
			);
			const added = rearranged.find(({ content }) =>
				content.includes("coupon"),
			);
			assert.equal(
				rearranged.indexOf(added),
				1,
				"the last was moved before it",
			);
			statuses.set(added[name], "todo");
			assert.deepEqual(
				(await ask("list", shared)).map((todo) => [todo[name], todo.status]),
				rearranged
					.concat(tool === "TaskCreate" ? listAlone.slice(-1) : [])
					.map((todo) => todo[name])
					.filter((todo) => statuses.has(todo))
					.map((todo) => [todo, statuses.get(todo)]),
				`after step ${at}`,
			);
			// The model hears of it in the answer itself; where its ids stand for no places, by the list.
			assert.match(text, /Find a coupon/);
			const namesPlaces = dialect !== "Task" || /^\d/.test(args.taskId);
			if (changed && args.merge !== true && namesPlaces)
				assert.match(
					text,
					/Find a coupon\W+ stays: the user added it|is \W+(Open|Compare|Put)[^"]+", which is \d now: the user added 1 todo before it/,
				);
		}
	});
}
