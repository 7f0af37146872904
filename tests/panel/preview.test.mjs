// A call that a model is still writing, in `<agent-todos>`: rows come one by one, and what is not
// carried out goes again.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { listOf, listPages, row, shows } from "./chromium.mjs";

const { withList } = listPages();

/**
 * Begins a conversation that the element shows. `globalThis.write(todos, more)` writes a part of a
 * call.
 */
const converse = (page) =>
	page.evaluate(() => {
		const { store, element, todos } = globalThis;
		const conversation = new todos.Conversation(store, {
			dialect: "TodoWrite",
		});
		conversation.reminder();
		element.agent = conversation;
		const item = (text) => {
			const [content, status = "pending"] = text.split(": ");
			return { content, status };
		};
		globalThis.textOf = (texts) => JSON.stringify({ todos: texts.map(item) });
		globalThis.write = (texts, more = "") =>
			conversation.preview(
				"TodoWrite",
				globalThis.textOf(texts).slice(0, -2) + more,
			);
		globalThis.conversation = conversation;
	});

/** Returns the rows, each with its state. */
const rows = (page) =>
	page.evaluate(async () => {
		await new Promise((go) => setTimeout(go, 20));
		const { shadowRoot } = globalThis.element;
		return [...shadowRoot.querySelectorAll(".list .row")].map(
			(row) =>
				`${row.querySelector(".content").textContent}: ${row.dataset.status}`,
		);
	});

test("rows come while the model writes, and keep their elements", () =>
	withList([], async (page) => {
		await converse(page);
		await page.evaluate(() => globalThis.write([], '{"content":"Fi'));
		await shows(page, ".head .title", /^Planning…$/);
		await page.evaluate(() => {
			globalThis.write(["Find a kettle 😀"], ',{"content":"Half \ud83d');
		});
		assert.deepEqual(await rows(page), ["Find a kettle 😀: todo"]);
		await shows(page, ".head .count", /^1 so far$/);
		await page.locator('.scroll[aria-busy="true"] .skeleton').waitFor();
		// With a todo that is still being written, nothing can be done.
		assert.equal(await page.locator(".row button, form.add").count(), 0);
		await page.evaluate(() => {
			globalThis.write(["Find a kettle 😀", "Pay: in_progress"]);
			const { shadowRoot } = globalThis.element;
			queueMicrotask(() =>
				queueMicrotask(() => {
					globalThis.before = [...shadowRoot.querySelectorAll(".list .row")];
				}),
			);
		});
		assert.deepEqual(await rows(page), [
			"Find a kettle 😀: todo",
			"Pay: doing",
		]);
		await page.evaluate(() => {
			const [tool] = globalThis.conversation.tools;
			tool.call(globalThis.textOf(["Find a kettle 😀", "Pay: in_progress"]));
		});
		assert.deepEqual(await rows(page), [
			"Find a kettle 😀: todo",
			"Pay: doing",
		]);
		const same = await page.evaluate(() => {
			const { shadowRoot } = globalThis.element;
			const now = [...shadowRoot.querySelectorAll(".list .row")];
			return now.every((row, place) => row === globalThis.before[place]);
		});
		assert.ok(same, "the rows are those that were shown before");
		await page.locator("form.add").waitFor();
		assert.equal(await page.locator("[aria-busy], .skeleton").count(), 0);
		await row(page, "Pay").locator("button.glyph").click();
		await page.locator('[data-status="done"]').waitFor();
	}));

test("the list works while another is written and taken back", () =>
	withList(["Open the shop", "Compare kettles", "Pay"], async (page) => {
		await converse(page);
		await page.evaluate(() => {
			globalThis.write(["Open the shop: completed", "Ask for a voucher"]);
		});
		assert.deepEqual(await rows(page), [
			"Open the shop: done",
			"Ask for a voucher: todo",
			"Compare kettles: todo",
			"Pay: todo",
		]);
		// The header says what is so.
		await shows(page, ".head .count", /^0\/3$/);
		await row(page, "Pay").locator("button.glyph").click();
		await page.locator('.row[data-status="done"] >> text="Pay"').waitFor();
		assert.deepEqual(await listOf(page), [
			"Open the shop: todo",
			"Compare kettles: todo",
			"Pay: done",
		]);
		assert.equal((await rows(page)).length, 4);
		await page.evaluate(() => globalThis.conversation.reminder());
		assert.deepEqual(await rows(page), [
			"Open the shop: todo",
			"Compare kettles: todo",
			"Pay: done",
		]);
	}));

test("the preview of a new plan is shown with a finished list", () =>
	withList(["Open the shop"], async (page) => {
		await page.evaluate(() => globalThis.store.complete(1));
		await converse(page);
		await page.evaluate(() => globalThis.write(["Compare toasters"]));
		await shows(page, ".head .title", /^Planning…$/);
		assert.deepEqual(await rows(page), [
			"Open the shop: done",
			"Compare toasters: todo",
		]);
		await page.evaluate(() => globalThis.conversation.reminder());
		await shows(page, ".head .title", /^1 done/);
	}));

test("a preview is computed again only for another whole todo", () =>
	withList([], async (page) => {
		await converse(page);
		const { previews, all } = await page.evaluate(() => {
			const { conversation, textOf } = globalThis;
			const text = textOf(
				Array.from(
					{ length: 30 },
					(_, place) =>
						`Compare the prices of kettle ${place} in three shops, with the delivery`,
				),
			);
			const count = 1200;
			const previews = new Set();
			for (let place = 1; place <= count; place++) {
				const end = Math.ceil((text.length * place) / count);
				previews.add(conversation.preview("TodoWrite", text.slice(0, end)));
			}
			return { previews: previews.size, all: globalThis.store.size };
		});
		assert.equal(all, 0);
		// One for each todo, and a few at the beginning and the end.
		assert.ok(previews >= 30 && previews < 36, `${previews}`);
	}));

test("todos that are set again keep the rows", () =>
	withList([], async (page) => {
		const set = (...todos) =>
			page.evaluate(async (todos) => {
				const { element } = globalThis;
				element.list = undefined;
				element.todos = todos.map(([key, status], place) => ({
					id: place + 1,
					key,
					content: key,
					status,
				}));
				await new Promise((go) => setTimeout(go, 20));
				const all = element.shadowRoot.querySelectorAll(".list .row");
				const before = globalThis.shown ?? [];
				globalThis.shown = [...all];
				return [...all].map((row) => [
					row.querySelector(".content").textContent,
					row.dataset.status,
					before.includes(row),
				]);
			}, todos);
		assert.deepEqual(await set(["a", "doing"]), [["a", "doing", false]]);
		assert.deepEqual(await set(["a", "doing"], ["b", "todo"]), [
			["a", "doing", true],
			["b", "todo", false],
		]);
		assert.deepEqual(await set(["b", "doing"], ["c", "todo"]), [
			["b", "doing", true],
			["c", "todo", false],
		]);
		assert.deepEqual(await set(), []);
		assert.deepEqual(await set(["b", "todo"]), [["b", "todo", false]]);
	}));
