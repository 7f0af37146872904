// What the tests read off the pages and do on them, in one place.

import assert from "node:assert/strict";
import { TodoStore, tools } from "agent-todos";
import { until } from "../tools/until.mjs";

/** The status of a todo in the store, by what its row is shown as. */
const statusOf = {
	blocked: "todo",
	waiting: "todo",
	event: "todo",
	claimed: "doing",
};

/** Returns the list as `<agent-todos>` shows it: `[["text", "done"], …]`. */
export function listOn(page) {
	return page
		.locator("#list .row")
		.evaluateAll((rows) =>
			rows.map((row) => [
				row.querySelector(".content").textContent,
				row.dataset.status,
			]),
		)
		.then((rows) =>
			rows.map(([text, shown]) => [text, statusOf[shown] ?? shown]),
		);
}

export { dialects } from "../browsers/names.mjs";

/** The list at the end of the recorded task. */
export const finalList = [
	["Search shop.example for electric kettles", "done"],
	["Narrow the results to under €40", "done"],
	["Note price and rating of the two best", "done"],
	["Search hearth.example as well", "skipped"],
	["Note its best kettle under €40", "skipped"],
	["Search kettles.example for one <= €40", "done"],
	["Note its best kettle & its rating", "done"],
	["Compare the three and choose one", "done"],
	["Put the chosen kettle in the basket", "done"],
	["Tell the user what was chosen, and why", "done"],
];

/**
 * The list is that of the end. Some dialects have no word for a todo that was given up, and leave
 * it out; two have none for what is done. With `pi`, a todo that was given up stays open, and
 * new ones go to the end.
 */
export function sawEnd(list, dialect) {
	if (dialect === "pi") {
		const said = finalList.map(([content, status]) => [
			content,
			status === "skipped" ? "todo" : status,
		]);
		assert.deepEqual(list.toSorted(), said.toSorted());
		return;
	}
	const isNamed = ([, status]) => list.some(([, found]) => found === status);
	assert.deepEqual(list, finalList.filter(isNamed), dialect);
	const isEmpty = ["snapshot", "chrome_plan"].includes(dialect);
	assert.equal(list.length === 0, isEmpty, dialect);
}

/** Returns how the note about open todos begins that a list leaves out. */
function leftOut() {
	const [{ call }] = tools(new TodoStore(), { dialect: "TodoWrite" });
	const writes = (content) =>
		call({ todos: [{ content, activeForm: content, status: "pending" }] });
	writes("Open the shop");
	const [note] = writes("Pay").notes;
	return note.slice(0, note.indexOf('"'));
}
const beginning = leftOut();

/**
 * Returns whether a note repairs a call. `snapshot` cannot say "done": what is done is left out,
 * and named as long as it is open.
 */
export const isRepair = (note) => !note.includes(beginning);

export async function choose(page, dialect) {
	await page.locator("#dialect").selectOption(dialect);
}

/** That list once the todo in progress is set back. */
export const withoutDoing = (list) =>
	list.map(([content, status]) => [
		content,
		status === "doing" ? "todo" : status,
	]);

export async function statusesOn(page) {
	return (await listOn(page)).map(([, status]) => status).join(" ");
}

export async function steps(page, count) {
	for (let step = 0; step < count; step += 1)
		await page.locator("#step").click();
}

export async function send(page, call) {
	await page.locator("#own-text").fill(call);
	await page.getByRole("button", { name: "Send" }).click();
}

/** The text of an element is what is expected, or matches it. */
export async function shows(page, css, expected, message = css) {
	const text = await page.locator(css).textContent();
	if (expected instanceof RegExp) assert.match(text, expected, message);
	else assert.equal(text, expected, message);
}

/** So many elements are there. */
export async function counts(page, css, expected, message = css) {
	assert.equal(await page.locator(css).count(), expected, message);
}

/** Returns how much wider than the window the page is. */
export function overflowOf(page) {
	return page.evaluate(
		() =>
			document.documentElement.scrollWidth -
			document.documentElement.clientWidth,
	);
}

/** The pause between two turns, as in www/src/player.ts. */
export const turnPauseMs = 2400;

/**
 * Lets the pauses pass while it plays, up to a turn. A page with a clock of its own has to be asked
 * from here.
 */
export const playTo = (page, turn) =>
	until(`turn ${turn}`, async () => {
		const position = await page.locator("#position").textContent();
		if (position.startsWith(`turn ${turn} of`)) return true;
		await page.clock.fastForward(turnPauseMs);
	});
