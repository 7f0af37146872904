// What is open in the middle of something: an edit, a reason, a drag, a read of the history. With
// real mouse events and keys, and a list or a document that is replaced meanwhile.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	assertSilent,
	dragged,
	fromMenu,
	isList,
	listPages,
	openDetails,
	replan,
	row,
	shown,
	shows,
} from "./chromium.mjs";

const { opened, withList } = listPages();
const three = ["Open the shop", "Compare", "Pay"];
const asTodos = (contents) =>
	contents.map((content) => `${content}: todo`).join(" | ");

test("after a drag everything can be clicked and pressed, Stop included", () =>
	withList(["Open", "Compare", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store, element } = globalThis;
			store.markDoing("t2");
			element.agent = { abort: () => store.abort() };
		});
		await dragged(page, "Open", "Pay");
		await page.mouse.up();
		await isList(page, "Compare: doing | Pay: todo | Open: todo");
		await page.getByRole("button", { name: "Stop" }).click();
		await isList(page, "Compare: todo | Pay: todo | Open: todo");
		await row(page, "Pay").locator(".glyph").click();
		await isList(page, "Compare: todo | Pay: done | Open: todo");

		await dragged(page, "Open", "Compare");
		await page.mouse.move(1, 1);
		await page.mouse.up();
		await isList(page, "Open: todo | Compare: todo | Pay: done");
		await row(page, "Pay").locator(".text").press("Space");
		await isList(page, "Open: todo | Compare: todo | Pay: todo");

		// A drag that Escape ended, and a press that is none.
		await dragged(page, "Pay", "Compare");
		await page.locator(".slot").waitFor();
		await page.keyboard.press("Escape");
		await page.mouse.up();
		assert.equal(await page.locator("form.editor, .lifted, .slot").count(), 0);
		await fromMenu(page, "Undo");
		await isList(page, "Open: todo | Compare: todo | Pay: done");
		const text = row(page, "Pay").locator(".text");
		const isOpen = await text.getAttribute("aria-expanded");
		await text.click();
		assert.notEqual(await text.getAttribute("aria-expanded"), isOpen);
	}));

/** Another list, whose todos have the same keys, takes the place of the one that is shown. */
const replace = (page) =>
	page.evaluate(async () => {
		const { element, todos } = globalThis;
		globalThis.former = globalThis.store;
		globalThis.store = new todos.TodoStore();
		globalThis.store.as("model").addMultiple(["Book a train", "Pack", "Leave"]);
		element.list = globalThis.store;
		await undefined;
	});

/** What is clicked, and then typed. */
const begun = {
	"an edit": [".row [data-do=edit]", "Close the shop"],
	"a new todo": ["form.add input", "Write a review"],
	"a drag": [],
};
for (const [what, [css, text]] of Object.entries(begun))
	test(`${what} that is open where another list is set acts on neither`, () =>
		withList(three, async (page) => {
			if (css) {
				await page.locator(css).first().click();
				await page.keyboard.type(text);
			} else await dragged(page, "Open the shop", "Pay");
			await replace(page);
			await row(page, "Book a train").waitFor();
			await (css ? page.keyboard.press("Enter") : page.mouse.up());
			assert.equal(await page.locator("form.editor, .lifted").count(), 0);
			assert.equal(await page.locator("form.add input").inputValue(), "");
			await row(page, "Leave").locator(".glyph").click();
			await isList(page, "Book a train: todo | Pack: todo | Leave: done");
			await isList(page, asTodos(three), "former");
		}));

test("a former list's answer is not shown with the next", () =>
	withList(three, async (page) => {
		const late = await page.evaluate(async () => {
			const { element, todos, store, slow } = globalThis;
			const turn = () => new Promise((go) => setTimeout(go));
			const [source, waiting] = slow(store.as("user"));
			element.list = source;
			await turn();
			const { shadowRoot } = element;
			// A refused edit, a todo that is added, and the history.
			shadowRoot.querySelector(".row [data-do=edit]").click();
			await turn();
			shadowRoot.querySelector("textarea").value = " ";
			shadowRoot.querySelector("form.editor").requestSubmit();
			const field = shadowRoot.querySelector("form.add input");
			field.value = "Write a review";
			field.form.requestSubmit();
			shadowRoot.querySelector(".head [data-do=menu]").click();
			await turn();
			shadowRoot.querySelector(".menu [data-do=history]").click();
			await turn();
			const asked = waiting.length;
			const other = new todos.TodoStore();
			other.as("model").addMultiple(["Book a train"]);
			element.list = other;
			await turn();
			const written = shadowRoot.querySelector("form.add input");
			written.value = "Pack";
			for (const answer of waiting) answer();
			await turn();
			return {
				asked,
				draft: written.value,
				error: shadowRoot.querySelector(".error"),
				rows: [...shadowRoot.querySelectorAll(".content")].map(
					({ textContent }) => textContent,
				),
			};
		});
		assert.deepEqual(late, {
			asked: 3,
			draft: "Pack",
			error: null,
			rows: ["Book a train"],
		});
	}));

test("an edit that was not touched changes nothing that others wrote meanwhile", () =>
	withList(three, async (page) => {
		await row(page, "Compare").getByRole("button", { name: /^Edit/ }).click();
		await page.locator("textarea").waitFor();
		await page.evaluate(
			'void store.as("model").edit("t2", { content: "Compare four" })',
		);
		await page.keyboard.press("Enter");
		await page.locator("textarea").waitFor({ state: "detached" });
		await isList(page, asTodos(["Open the shop", "Compare four", "Pay"]));
	}));

test("a late answer to an edit leaves the focus alone", () =>
	withList(three, async (page) => {
		await page.evaluate(() => {
			const [source, waiting] = globalThis.slow(globalThis.store.as("user"));
			Object.assign(globalThis, { waiting });
			globalThis.element.list = source;
		});
		for (const [before, text, isAway] of [
			["Compare", "Compare two", true],
			["Compare two", "Compare three", false],
		]) {
			await row(page, before).getByRole("button", { name: /^Edit/ }).click();
			await page.locator("textarea:focus").waitFor();
			await page.keyboard.press("ControlOrMeta+A");
			await page.keyboard.type(text);
			await page.keyboard.press("Enter");
			await page.waitForFunction("waiting.length > 0");
			if (isAway) await row(page, "Pay").locator(".text").focus();
			await page.evaluate("void waiting.splice(0).forEach((go) => go())");
			await page.locator("textarea").waitFor({ state: "detached" });
			const focused = page.locator(".row:focus-within .content");
			assert.equal(await focused.textContent(), isAway ? "Pay" : text);
		}
	}));

test("a click that takes the focus leads back, as in Safari", () =>
	withList(three, async (page) => {
		for (const name of ["Save", "Cancel"]) {
			await row(page, "Compare").getByRole("button", { name: /^Edit/ }).click();
			await page.locator("textarea:focus").waitFor();
			const at = await page.evaluate(async (name) => {
				const { shadowRoot } = globalThis.element;
				const buttons = [...shadowRoot.querySelectorAll("form.editor button")];
				shadowRoot.activeElement.blur();
				buttons.find(({ textContent }) => textContent === name).click();
				await new Promise((resolve) => setTimeout(resolve));
				return shadowRoot.activeElement?.className;
			}, name);
			assert.equal(at, "text", name);
		}
	}));

test("a todo that another removes takes what is open in it along", () =>
	withList(three, async (page) => {
		await dragged(page, "Compare", "Pay");
		await page.evaluate('void store.as("model").remove("t2")');
		await page.locator(".news").waitFor();
		await page.mouse.up();
		await row(page, "Pay").locator(".glyph").click();
		await isList(page, "Open the shop: todo | Pay: done");
		await page.mouse.move(2, 2);
		await row(page, "Compare").waitFor({ state: "detached" });
		assert.deepEqual(await shown(page), ["Open the shop", "Pay"]);
	}));

test("in another document and back it works as before", () =>
	withList(three, async (page) => {
		const looks = (within) =>
			within.locator("agent-todos").evaluate((it) => {
				const { defaultView } = it.ownerDocument;
				const row = it.shadowRoot.querySelector(".row");
				return defaultView.getComputedStyle(row).display;
			});
		assert.equal(await looks(page), "grid");
		await replan(page, "Compare", "Pay by card");
		await page.locator(".replan:visible").waitFor();
		await row(page, "Compare").getByRole("button", { name: /^Edit/ }).click();
		await page.locator("textarea:focus").waitFor();
		await page.keyboard.press("ControlOrMeta+a");
		await page.keyboard.type("Compare three");
		// As a host does that pops the list out.
		await page.evaluate(() => {
			const frame = document.createElement("iframe");
			frame.width = "500";
			frame.height = "500";
			document.body.prepend(frame);
			frame.contentDocument.body.append(globalThis.element);
		});
		const frame = page.frames()[1];
		assert.equal(await looks(frame), "grid");
		await frame.locator(".replan:visible").waitFor();
		await frame.locator("textarea").press("Enter");
		await isList(
			page,
			asTodos(["Open the shop", "Compare three", "Pay by card"]),
		);
		await dragged(page, "Open the shop", "Pay", frame);
		await page.mouse.up();
		await isList(
			page,
			asTodos(["Compare three", "Pay by card", "Open the shop"]),
		);
		await dragged(page, "Open the shop", "Compare", frame);
		await page.keyboard.press("Escape");
		await page.mouse.up();
		await row(frame, "Pay").locator(".glyph").click();
		await page.evaluate('document.querySelector("main").append(element)');
		assert.equal(await looks(page), "grid");
		await row(page, "Compare").locator(".glyph").click();
		await isList(
			page,
			"Compare three: done | Pay by card: done | Open the shop: todo",
		);
	}));

test("a drag ends where the element is taken out of the document", () =>
	withList(three, async (page) => {
		await dragged(page, "Open the shop", "Pay");
		await page.evaluate("element.remove()");
		await page.mouse.up();
		await page.evaluate('document.querySelector("main").append(element)');
		const marked = page.locator(".lifted, .slot");
		assert.equal(await marked.count(), 0);
		// What follows the pointer is over, too: no button is down.
		await row(page, "Open the shop").locator(".text").hover();
		assert.equal(await marked.count(), 0);
		await row(page, "Pay").locator(".glyph").click();
		await isList(page, "Open the shop: todo | Compare: todo | Pay: done");
	}));

test("an element moved while history loads shows it", async () => {
	const owner = await opened().open();
	await owner.evaluate(() => {
		globalThis.show(["Open the shop", "Pay"]);
		globalThis.store.as("user").complete("t2");
		globalThis.owner = globalThis.todos.connect(globalThis.store);
	});
	const page = await opened().visit(owner.context(), "follower.html");
	await page.evaluate(() => {
		const element = document.createElement("agent-todos");
		element.list = globalThis.follower;
		globalThis.element.replaceWith(element);
		const [a, b] = [0, 0].map(() => document.createElement("div"));
		document.body.append(a, b);
		a.append(element);
		b.append(element);
		a.append(element);
	});
	await openDetails(row(page, "Pay"));
	await shows(row(page, "Pay"), ".facts", "Changed by you");
	// What was asked for before is answered before.
	await page.evaluate(() => globalThis.follower.getXml());
	await assertSilent(page);
	await owner.context().close();
});
