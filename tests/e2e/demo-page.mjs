// What the tests read off the demo page and do on it, in one place.

/** The list as a person sees it: `[["1", "text", "done"], …]`. */
export function listOn(page) {
	return page
		.locator("#list > li")
		.evaluateAll((rows) =>
			rows.map((row) =>
				["todo-id", "todo-content", "todo-status"].map(
					(name) => row.querySelector(`.${name}`).textContent,
				),
			),
		);
}

/** The same with keys, which nobody sees: `[["1", "text", "done", "t1"], …]`. */
export async function keyedListOn(page) {
	const keys = await page
		.locator("#list > li")
		.evaluateAll((rows) => rows.map((row) => row.dataset.key));
	return (await listOn(page)).map((row, at) => [...row, keys[at]]);
}

export const dialects = [
	"todo_manager",
	"xml_call",
	"snapshot",
	"merge",
	"TodoWrite",
	"update_plan",
	"write_todos",
	"manage_todo_list",
	"update_todo_list",
	"todo_write",
	"Task",
	"task_write",
];

export async function choose(page, dialect) {
	await page.locator("#dialect").selectOption(dialect);
}

export async function statusesOn(page) {
	return (await listOn(page)).map(([, , status]) => status).join(" ");
}

export async function revisionOn(page) {
	return Number(await page.locator("#revision").getAttribute("max"));
}

export async function steps(page, count) {
	for (let step = 0; step < count; step += 1)
		await page.locator("#step").click();
}

export async function send(page, call) {
	await page.locator("#own-text").fill(call);
	await page.getByRole("button", { name: "Send" }).click();
}

/** The pause between two turns, as in www/src/player.ts. */
export const pace = 2400;
