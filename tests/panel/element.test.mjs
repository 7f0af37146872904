// `<agent-todos>` in Chromium: what it shows, what a person does in it, and what a hostile list
// cannot do to it. Every page has a content security policy and Trusted Types that allow it
// nothing.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	armed,
	assertSilent,
	fits,
	fromMenu,
	isList,
	listOf,
	listPages,
	openDetails,
	replan,
	row,
	shown,
	shows,
} from "./chromium.mjs";

const { opened, withList } = listPages();

const focused = (page) =>
	page.evaluate(() => {
		const { activeElement: button } = globalThis.element.shadowRoot;
		return button?.getAttribute("aria-label") ?? button?.textContent ?? null;
	});

test("a row shows state, activity, time and reason", () =>
	withList(["Open the shop", "Compare kettles", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("agent").markDoing("t1");
			store.edit("t1", { activeForm: "Opening the shop" });
			store.as("model").skip("t3", "no card");
		});
		const [first, last] = [row(page, "Opening the shop"), row(page, "Pay")];
		await shows(first, ".sr", /^in progress$/);
		await shows(first, ".time", /^0:0\d$/);
		await shows(last, ".sr", /^skipped$/);
		await shows(last, ".sub", /^The agent skipped it: no card$/);
		await shows(page, ".head .title", /^Working$/);
		await shows(page, ".head .count", /^1\/3$/);
		// What it says in full is in its details.
		await openDetails(first);
		await shows(first, ".facts", "Open the shop");
		await page.evaluate(() => {
			const { now } = Date;
			Date.now = () => now() + 120_000;
			globalThis.store.complete("t1");
		});
		await page.mouse.move(2, 2);
		await page.evaluate("document.activeElement.blur()");
		const done = row(page, "Open the shop");
		await shows(done, ".meta", /^2 min$/);
		await done.locator('.glyph[aria-checked="true"]').waitFor();
	}));

test("a failed todo is retried or skipped by one press", () =>
	withList(["Open the shop", "Pay", "Log in"], async (page) => {
		const asState = () =>
			page.evaluate(() =>
				globalThis.store
					.getAll()
					.map(({ status, failed, reason = "" }) =>
						[failed ? "failed" : status, reason].join(": "),
					),
			);
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("agent").fail("t1", "it is closed");
			store.as("model").fail("t2", "card was declined");
		});
		const [first, second] = [row(page, "Open the shop"), row(page, "Pay")];
		await shows(first, ".sr", /^failed$/);
		await shows(first, ".sub", /^it is closed$/);
		await shows(second, ".sub", /^card was declined$/);
		await first.getByRole("button", { name: "Retry: Open the shop" }).click();
		await second.getByRole("button", { name: "Skip: Pay" }).click();
		await shows(second, ".sr", /^skipped$/);
		assert.deepEqual(await asState(), [
			"todo: ",
			"skipped: card was declined",
			"todo: ",
		]);
	}));

test("a late element shows authors and times, also later", () =>
	withList(["Open the shop", "Compare", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			const { now } = Date;
			store.markDoing("t1");
			Date.now = () => now() + 5000;
			store.as("user").complete("t1");
			Date.now = now;
			globalThis.element.remove();
			globalThis.element = document.createElement("agent-todos");
			globalThis.element.list = store;
			document.body.append(globalThis.element);
			// While the history is read.
			store.as("user").complete("t3");
			store.as("model").edit("t2", { content: "Compare three" });
		});
		for (const text of ["Open the shop", "Pay"]) {
			await openDetails(row(page, text));
			await shows(row(page, text), ".facts", /^Changed by you$/);
		}
		await shows(row(page, "Open the shop"), ".meta", /^5 s/);
		await openDetails(row(page, "Compare three"));
		assert.equal(
			await row(page, "Compare three").locator(".facts").textContent(),
			"",
		);
	}));

test("a decision's pill is hollow until the agent has read it", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store, todos, element } = globalThis;
			globalThis.conversation = new todos.Conversation(store);
			globalThis.conversation.reminder();
			element.agent = globalThis.conversation;
			store.as("user").edit("t2", { content: "Pay by card" });
		});
		const changed = row(page, "Pay by card");
		const dot = changed.getByRole("img", {
			name: "Changed by you. The agent reads it before its next step",
		});
		await dot.waitFor();
		assert.equal(await page.locator(".meta .pill").count(), 1);
		assert.match(await page.evaluate("conversation.reminder()"), /Pay by card/);
		await dot.waitFor({ state: "detached" });
		await changed.locator(".meta .pill.read").waitFor();
		await openDetails(changed);
		await shows(changed, ".facts", /^Changed by you. The agent has read it$/);
		// What was heard of a conversation elsewhere does as well.
		await page.evaluate("element.agent = { toldRevision: 1 }");
		await dot.waitFor({ state: "attached" });
		await shows(changed, ".facts", "The agent reads it before its next step");
		await page.evaluate("element.agent = { toldRevision: 2 }");
		await dot.waitFor({ state: "detached" });
	}));

test("no row says what an agent knows of an unread list", () =>
	withList(
		["Open the shop", "Pay"],
		async (page) => {
			await page.evaluate(() => {
				const { store, todos, element } = globalThis;
				element.agent = new todos.Conversation(store);
				store.as("user").edit("t2", { content: "Pay by card" });
			});
			const changed = row(page, "Pay by card");
			await openDetails(changed);
			await shows(changed, ".facts", /^Changed by you$/);
			await changed.getByRole("img", { name: /^Changed by you$/ }).waitFor();
			await fits(page);
		},
		{ viewport: { width: 300, height: 700 } },
	));

test("showNotes() puts a call's repairs into the details", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store, todos, element } = globalThis;
			const [tool] = todos.tools(store);
			element.showNotes(tool.call({ action: "complete", ids: 2 }));
		});
		await openDetails(row(page, "Pay"));
		await shows(row(page, "Pay"), ".note", "ids: a number read as a list");
		await openDetails(row(page, "Open the shop"));
		assert.equal(await page.locator(".note").count(), 0);
		await openDetails(row(page, "Pay"));
		await page.evaluate("void store.reopen('t2')");
		await row(page, "Pay").locator(".note").waitFor({ state: "detached" });
	}));

test("showNotes() puts a note into the row it names", () =>
	withList(["Pay", "Pay later", "Tell"], async (page) => {
		await page.evaluate(() => {
			const { store, todos, element } = globalThis;
			const conversation = new todos.Conversation(store, {
				dialect: "TodoWrite",
			});
			conversation.reminder();
			store.as("user").skip(2, "never");
			element.showNotes(
				conversation.tools[0].call({
					todos: [
						{ content: "Pay", status: "completed", activeForm: "Paying" },
						{ content: "Pay later", status: "pending", activeForm: "Paying" },
						{ content: "Tell", status: "pending", activeForm: "Telling" },
					],
				}),
			);
		});
		// They fold.
		await page.mouse.move(2, 2);
		await page.locator(".fold > summary").click();
		const [pay, later] = [0, 1].map((place) => page.locator(".row").nth(place));
		await openDetails(later);
		await shows(later, ".note", /stays skipped/);
		await pay.locator(".text").click();
		await pay.locator(".facts").waitFor({ state: "attached" });
		assert.equal(await page.locator(".note").count(), 0);
	}));

test("a new plan marks what it added, reworded and removed", () =>
	withList(["Open the shop", "Compare", "Pay"], async (page) => {
		await replan(page, "Ask for a discount");
		await shows(page, ".replan", "The plan changed: 1 added, 2 removed");
		await shows(row(page, "Ask for a discount"), ".badge", /^new$/);
		await page.getByRole("button", { name: "2 removed" }).click();
		assert.deepEqual(await page.locator(".replan li").allTextContents(), [
			"Compare",
			"Pay",
		]);
		await page.locator(".replan").getByLabel("Dismiss").click();
		await page.locator(".replan").waitFor({ state: "detached" });
		assert.equal(await page.locator(".badge").count(), 0);
	}));

for (const way of ["a store", "a follower"])
	for (const mode of ["list", "line"])
		test(`over ${way}, mode ${mode}: nothing of a deleted list is left`, () =>
			withList(["Open the secret shop", "Pay in secret"], async (page) => {
				await page.evaluate(async (isFollowed) => {
					const { store, todos, element } = globalThis;
					const storage = globalThis.memoryStorage();
					globalThis.list = await todos.persist(store, storage, { name: "a" });
					if (isFollowed) {
						globalThis.owner = todos.connect(store);
						element.list = await todos.follow();
					}
					store.as("user").completeMultiple([1, 2]);
					store.newTask();
					store.as("model").addMultiple(["Secret one", "Secret two"]);
					element.showNotes({
						notes: ["Secret note"],
						revision: store.revision,
					});
					store.as("model").replaceAll(["Secret plan"]);
				}, way === "a follower");
				await row(page, "Secret plan").waitFor();
				await fromMenu(page, "History");
				await page.locator(".past input").focus();
				await page.keyboard.press("ArrowLeft");
				await page.locator(".past + .scroll li").first().waitFor();
				await page.evaluate('element.mode = "line"');
				await shows(page, ".current", "Secret plan");
				await page.evaluate(`element.mode = "${mode}"`);
				await page.evaluate("list.delete()");
				await page.waitForFunction(
					() =>
						!/secret/i.test(
							[...globalThis.element.shadowRoot.children]
								.map(({ outerHTML }) => outerHTML)
								.join(),
						),
				);
			}));

test('mode="line" shows what is in progress, and opens the list', () =>
	withList(["Open the shop", "Compare kettles", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store, element } = globalThis;
			element.mode = "line";
			store.complete("t1");
			store.markDoing("t2");
			store.edit("t2", { activeForm: "Comparing kettles" });
		});
		await shows(page, ".current", "Comparing kettles");
		await shows(page, ".line .count", /^1\/3$/);
		assert.equal(await page.locator(".row").count(), 0);
		for (const [change, current] of [
			["abort()", "Next: Compare"],
			["markDoing(2)", "Comparing kettles"],
			['as("model").wait(2, { question: "Which one?" })', "Which one?"],
			['as("user").complete("t2")', "Next: Pay"],
			['complete("t3")', "3 done"],
			["reopen(3)", "Next: Pay"],
		]) {
			await page.evaluate(`void store.${change}`);
			await shows(page, ".current", current);
		}
		const line = page.locator(".line");
		await line.click();
		await row(page, "Pay").getByRole("checkbox").click();
		await isList(
			page,
			"Open the shop: done | Compare kettles: done | Pay: done",
		);
		assert.equal(await line.getAttribute("aria-expanded"), "true");
		await page.keyboard.press("Escape");
		await page.locator(".sheet").waitFor({ state: "hidden" });
		await page.locator(".line[aria-expanded=false]").waitFor();
		await page.evaluate('element.mode = "list"');
		await shows(page, ".title", "3 done");
		assert.equal(await page.locator(".current").count(), 0);
	}));

test("a person edits, sends back, approves and stops", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { element } = globalThis;
			const calls = [];
			globalThis.calls = calls;
			element.mode = "review";
			element.agent = {
				approve() {
					const approved = globalThis.store.getAll().every((it) => it.approved);
					calls.push(`start, approved: ${approved}`);
				},
				reject: (changes) => calls.push(changes),
				abort: () => calls.push("abort"),
			};
			element.addEventListener("approve", () => calls.push("asked to start"));
			element.addEventListener("reject", ({ detail }) => calls.push(detail));
		});
		const called = async (...expected) => {
			await page.waitForFunction("calls.length > 0");
			assert.deepEqual(await page.evaluate("calls.splice(0)"), expected);
		};
		await shows(page, ".title", "Review the plan");
		await page.getByLabel("Add a step").fill("Write a review");
		await page.keyboard.press("Enter");
		await isList(
			page,
			"Open the shop: todo | Pay: todo | Write a review: todo",
		);
		const ask = page.getByRole("button", { name: "Ask for changes" });
		await ask.click();
		await page.keyboard.press("Escape");
		assert.equal(await focused(page), "Ask for changes");
		await page.keyboard.press("Enter");
		await page.keyboard.type("cheaper please");
		await page.keyboard.press("Enter");
		await ask.waitFor();
		await called({ changes: "cheaper please" }, "cheaper please");
		await page.getByRole("button", { name: "Approve and start" }).click();
		await called("asked to start", "start, approved: true");
		await page.evaluate('element.mode = "list"');
		const stop = page.getByRole("button", { name: "Stop", exact: true });
		await stop.click();
		await called("abort");
		await page.evaluate(() => {
			globalThis.element.addEventListener("abort", (event) => {
				event.preventDefault();
				globalThis.calls.push("asked to abort");
			});
		});
		await stop.click();
		await called("asked to abort");
	}));

test("Start, Ask for changes and Stop press what runAgent returned", () =>
	withList([], async (page) => {
		await page.evaluate(() => {
			const { element, store, todos } = globalThis;
			element.mode = "review";
			globalThis.plans = 0;
			element.agent = todos.runAgent({
				store,
				approve: "person",
				plan: ({ changes }) => [
					`Plan ${++globalThis.plans}, ${changes || "dear"}`,
				],
				execute: ({ signal }) =>
					new Promise((_, reject) =>
						signal.addEventListener("abort", () => reject(signal.reason)),
					),
			});
		});
		await isList(page, "Plan 1, dear: todo");
		await page.getByRole("button", { name: "Ask for changes" }).click();
		await page.keyboard.type("cheaper please");
		await page.keyboard.press("Enter");
		await isList(page, "Plan 2, cheaper please: todo");
		await page.getByRole("button", { name: "Approve and start" }).click();
		await isList(page, "Plan 2, cheaper please: doing");
		const isApproved = await page.evaluate("store.getAll()[0].approved");
		assert.equal(isApproved, true);
		await page.evaluate('element.mode = "list"');
		await page.getByRole("button", { name: "Stop", exact: true }).click();
		const { status } = await page.evaluate("element.agent.result");
		assert.equal(status, "aborted");
	}));

test("a plan whose approval is refused is not started", () =>
	withList(["Open the shop"], async (page) => {
		await page.evaluate(async () => {
			const { element, store, todos } = globalThis;
			const allow = ({ method }) => method !== "approve";
			globalThis.owner = todos.connect(store, { allow });
			globalThis.started = 0;
			const start = () => (globalThis.started += 1);
			const agent = { approve: start, abort() {} };
			const follower = await todos.follow();
			Object.assign(element, { mode: "review", list: follower, agent });
		});
		const start = page.getByRole("button", { name: "Approve and start" });
		await start.click();
		await shows(page, ".error", "may not call");
		assert.equal(await page.evaluate("started"), 0);
		await page.evaluate("void (element.list = store)");
		await start.click();
		await page.waitForFunction("started === 1");
		await page.locator(".error").waitFor({ state: "hidden" });
	}));

test('the text of "Ask for changes" stays until taken', () =>
	withList(["Open the shop"], async (page) => {
		await page.evaluate('element.mode = "review"');
		const ask = page.getByRole("button", { name: "Ask for changes" });
		await ask.click();
		const written = page.getByLabel("What should be different?");
		await written.fill("cheaper please");
		await page.keyboard.press("Enter");
		await shows(page, ".error", "not sent");
		assert.equal(await written.inputValue(), "cheaper please");
		await page.evaluate(() => {
			const reject = () => Promise.reject(new Error("the worker is gone"));
			globalThis.element.agent = { reject, abort() {} };
		});
		await page.keyboard.press("Enter");
		await shows(page, ".error", "the worker is gone");
		assert.equal(await written.inputValue(), "cheaper please");
		await page.evaluate(() => {
			const { element } = globalThis;
			element.agent = undefined;
			element.addEventListener("reject", (event) => {
				event.preventDefault();
				globalThis.heard = event.detail.changes;
			});
		});
		await page.keyboard.press("Enter");
		await ask.waitFor();
		assert.equal(await page.evaluate("heard"), "cheaper please");
		await ask.click();
		assert.equal(await written.inputValue(), "");
		assert.equal(await page.locator(".error").count(), 0);
	}));

test("a claim is confirmed, or sent back with a reason", () =>
	withList(["Compare", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			for (const id of [1, 2]) store.edit(id, { confirm: true });
			globalThis.model = store.as("model", "researcher");
			globalThis.model.complete(1);
			globalThis.model.complete(2);
		});
		const second = row(page, "Pay");
		await shows(second, ".sub", "Needs your confirmation");
		await shows(page, "[role=status]", "“Pay”: to be confirmed");
		await shows(page, ".title", /^Waiting for you$/);
		await shows(page, ".head .count", /^0\/2$/);
		const card = page.getByRole("region", { name: "Waits for you" });
		await shows(card, ".question", /^Compare$/);
		await shows(card, ".about", "1/2");
		await card.getByRole("button", { name: "Confirm", exact: true }).click();
		await isList(page, "Compare: done | Pay: doing");
		await shows(card, ".question", /^Pay$/);
		await armed(page);
		// And by keyboard: the focus has come to the next card.
		await page.waitForFunction(
			() =>
				globalThis.element.shadowRoot.activeElement?.closest(".ask") !== null,
		);
		await card.getByRole("button", { name: "Send back…" }).press("Enter");
		await page.getByLabel("What is missing? (optional)").waitFor();
		await page.keyboard.press("Escape");
		await page.keyboard.press("Enter");
		await page.keyboard.type("no receipt");
		await page.keyboard.press("Enter");
		await isList(page, "Compare: done | Pay: todo");
		assert.equal(await page.evaluate("store.history().at(-1).by"), "user");
		await card.waitFor({ state: "detached" });
		await page.waitForFunction(
			() => globalThis.element.shadowRoot.activeElement?.textContent === "Pay",
		);
	}));

test("the card is answered by keyboard, and stays while typing", () =>
	withList(["Log in", "Pay", "Order"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("model").wait(2, { for: "user", question: "Which code?" });
			store.wait(3, { for: "event" });
		});
		await shows(row(page, "Order"), ".sub", "Waits for an event");
		const card = page.getByRole("region", { name: "Waits for you" });
		await shows(card, ".question", "Which code?");
		const answer = card.getByLabel("Your answer");
		// It has not taken the focus; the row leads to it.
		assert.equal(await focused(page), null);
		await row(page, "Pay").getByText("Needs your answer").click();
		await page.keyboard.type("1234");
		// Another question waits its turn, though its todo comes first.
		await page.evaluate(
			'void store.as("model").wait(1, { question: "Which name?" })',
		);
		await shows(card, ".about", "2/2");
		await shows(card, ".question", "Which code?");
		assert.equal(await answer.inputValue(), "1234");
		// What is typed is there again after a look at the other.
		await card.getByRole("button", { name: "Previous" }).click();
		await shows(card, ".question", "Which name?");
		assert.equal(await answer.inputValue(), "");
		await card.getByRole("button", { name: "Next" }).click();
		await shows(card, ".question", "Which code?");
		assert.equal(await answer.inputValue(), "1234");
		await answer.press("Shift+Enter");
		await answer.press("Backspace");
		await answer.press("Enter");
		await page.waitForFunction('store.getAll()[1].answer === "1234"');
		await shows(card, ".question", "Which name?");
	}));

test("a question with options is answered by one press", () =>
	withList(["Open the pull request", "Choose a colour"], async (page) => {
		await page.evaluate(() => {
			const model = globalThis.store.as("model");
			const options = ["main", "release/2.x"];
			model.wait(1, { question: "Which branch?", options });
			model.wait(2, { question: "Which colour?", options: ["red"] });
		});
		await page.getByRole("button", { name: "release/2.x" }).click();
		await shows(page, ".question", "Which colour?");
		await page.getByLabel("Or write your answer").fill("green");
		await armed(page);
		await page.keyboard.press("Enter");
		await page.locator(".ask").waitFor({ state: "detached" });
		const answers = () => globalThis.store.getAll().map(({ answer }) => answer);
		assert.deepEqual(await page.evaluate(answers), ["release/2.x", "green"]);
	}));

/**
 * Gives the element a list with these todos that the page's `connect(isConnected)` loses and finds
 * again.
 */
const giveRemoteList = (page) =>
	page.evaluate(() => {
		const { store, element } = globalThis;
		let listener;
		globalThis.connect = (isConnected) => {
			element.list.isConnected = isConnected;
			listener({ revision: 1, by: "host" });
		};
		element.list = {
			isConnected: true,
			todos: store.getAll(),
			revision: 1,
			proposal: undefined,
			approval: undefined,
			decisions: () => [],
			history: async () => [],
			subscribe(given) {
				listener = given;
				return () => {};
			},
		};
	});

test("a typed text and the focus survive a lost connection", () =>
	withList(["Pay"], async (page) => {
		await page.evaluate(() =>
			globalThis.store.as("model").wait(1, { question: "Which card?" }),
		);
		await giveRemoteList(page);
		const field = page.getByLabel("Your answer");
		await field.focus();
		await page.evaluate("connect(false)");
		await page.getByText("Not connected").waitFor();
		await page.keyboard.type("The ");
		await page.evaluate("connect(true)");
		await page.getByText("Not connected").waitFor({ state: "detached" });
		await page.keyboard.type("blue one");
		assert.equal(await field.inputValue(), "The blue one");
	}));

test("while disconnected, nothing in an orphaned form is pressed", () =>
	withList(["Pay", "Rate"], async (page) => {
		await giveRemoteList(page);
		await row(page, "Pay").getByRole("button", { name: "Edit: Pay" }).click();
		await page.getByLabel("Edit: Pay").fill("Pay by card");
		await page.evaluate(() => {
			const { list } = globalThis.element;
			list.todos = list.todos.slice(1);
			globalThis.connect(true);
		});
		// While a person is in the list, it stands still.
		await page.evaluate("document.activeElement.blur()");
		await page.mouse.move(2, 2);
		await page.getByLabel("Edit: Pay").waitFor({ state: "detached" });
		await page.evaluate("connect(false)");
		await page.getByText("Not connected").waitFor();
		assert.equal(await page.locator(".row button").count(), 0);
	}));

test("an open menu closes with the connection, for good", () =>
	withList(["Pay", "Rate"], async (page) => {
		await giveRemoteList(page);
		for (const of of [row(page, "Rate"), page.locator(".head")]) {
			await of.getByRole("button", { name: /^More/ }).click();
			await page.getByRole("menu").waitFor();
			await page.evaluate("connect(false)");
			await page.getByRole("menu").waitFor({ state: "detached" });
			await page.getByText("Not connected").waitFor();
			await page.evaluate("connect(true)");
			await page.getByText("Not connected").waitFor({ state: "detached" });
			await page.evaluate(() => new Promise((go) => setTimeout(go, 50)));
			assert.equal(await page.getByRole("menu").count(), 0);
			// Nor is anything hidden behind it.
			await row(page, "Pay").locator(".text").click();
			await page.keyboard.press("Escape");
		}
	}));

test("a person does their own todo, and waits are counted", () =>
	withList(["Pay"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			globalThis.counts = [];
			document
				.querySelector("agent-todos")
				.addEventListener("waiting-change", ({ detail }) =>
					globalThis.counts.push(detail.waiting),
				);
			store.as("user").addMultiple(["Call Ann"]);
			store.as("model").wait(1, { question: "Which card?" });
		});
		const ann = row(page, "Call Ann");
		await fromMenu(page, "I do this myself", ann);
		await shows(ann, ".sub", "You do this yourself");
		// It is not asked for.
		await shows(page, ".ask .question", "Which card?");
		assert.equal(await page.locator(".ask .num").count(), 0);
		// No model completes it, or starts it.
		const [refused, waiting] = await page.evaluate(() => {
			const { store } = globalThis;
			const model = store.as("model");
			const acts = ["complete", "markDoing", "skip"];
			return [acts.map((act) => model[act](2)), store.getAll()[1].waiting];
		});
		assert.deepEqual(refused, [false, false, false]);
		assert.equal(waiting, "user");
		await ann.getByRole("checkbox").click();
		await isList(page, "Pay: todo | Call Ann: done");
		await page.evaluate('void store.as("user").answer(1)');
		await page.waitForFunction("counts.at(-1) === 0");
		assert.deepEqual(await page.evaluate("counts"), [1, 2, 1, 0]);
	}));

test("a todo with data is opened with today's data", () =>
	withList(["Read the page", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			globalThis.opened = [];
			document
				.querySelector("agent-todos")
				.addEventListener("open", ({ detail: { todo } }) =>
					globalThis.opened.push([todo.content, todo.data]),
				);
			store.edit(1, { data: { tab: 3 } });
		});
		const open = row(page, "Read the page").getByRole("button", {
			name: "Open: Read the page",
		});
		await open.click();
		await page.evaluate("store.edit(1, { data: { tab: 4 } })");
		// From the keyboard, too: the arrows come to it.
		await row(page, "Read the page").locator(".text").focus();
		await page.keyboard.press("ArrowRight");
		assert.equal(await focused(page), "Open: Read the page");
		await page.keyboard.press("Enter");
		assert.deepEqual(await page.evaluate("opened"), [
			["Read the page", { tab: 3 }],
			["Read the page", { tab: 4 }],
		]);
		const pay = row(page, "Pay").locator("[data-do=open]");
		assert.equal(await pay.count(), 0);
		await page.evaluate("store.edit(1, { data: null })");
		await open.waitFor({ state: "detached" });
		await isList(page, "Read the page: todo | Pay: todo");
	}));

test("an answer counts only for the question that was shown", () =>
	withList(["Pay"], async (page) => {
		const asks = (question) =>
			page.evaluate((question) => {
				const { store } = globalThis;
				store.as("model").wait(1, { question });
			}, question);
		await asks("Which code?");
		const answer = page.getByLabel("Your answer");
		await answer.fill("1234");
		await asks("Which card?");
		await shows(page, ".ask .question", "Which card?");
		await armed(page);
		await page.keyboard.press("Enter");
		await shows(page, "[role=alert]", /changed/);
		assert.equal(await page.evaluate("store.getAll()[0].waiting"), "user");
		assert.equal(await answer.inputValue(), "1234");
		await answer.fill("4111");
		await page.keyboard.press("Enter");
		await page.waitForFunction('store.getAll()[0].answer === "4111"');
	}));

test("an edit that is typed stays, whatever others do", () =>
	withList(["Pay"], async (page) => {
		await row(page, "Pay").getByRole("button", { name: "Edit: Pay" }).click();
		await page.getByLabel("Edit: Pay").fill("Pay by card");
		await page.evaluate(() => {
			const model = globalThis.store.as("model");
			model.edit(1, { content: "Pay in cash" });
			model.complete(1);
		});
		await page.locator('.row[data-status="done"]').waitFor();
		await page.keyboard.press("Enter");
		await isList(page, "Pay by card: done");
	}));

/**
 * What an agent does to the second todo, what a person presses in its row before they see that, and
 * the list then.
 */
const stalePresses = [
	["edit", { content: "Pay twice" }, "check", "Open: todo | Pay twice: todo"],
	["complete", undefined, "check", "Open: todo | Pay: done"],
	["edit", { content: "Keep" }, "remove", "Open: todo | Keep: todo"],
	["remove", undefined, "check", "Open: todo"],
];
for (const way of ["a store", "a follower"])
	test(`a press on a changed row does nothing, in ${way}`, async () => {
		for (const [method, change, action, list] of stalePresses)
			await withList(["Open", "Pay"], async (page) => {
				await page.evaluate(async (isFollower) => {
					const { element, store, todos } = globalThis;
					element.mode = "review";
					if (!isFollower) return;
					todos.connect(store);
					element.list = await todos.follow();
				}, way === "a follower");
				const pay = row(page, "Pay");
				await pay.locator('[data-do="remove"]').waitFor({ state: "attached" });
				await page.evaluate(
					([method, change, action]) => {
						const { element, store } = globalThis;
						const row = element.shadowRoot.querySelector("[data-key=t2]");
						store.as("model")[method]("t2", change);
						if (action !== "check")
							row.querySelector(`[data-do=${action}]`).click();
						else
							row
								.querySelector(".text")
								.dispatchEvent(
									new KeyboardEvent("keydown", { key: " ", bubbles: true }),
								);
					},
					[method, change, action],
				);
				await shows(
					page,
					"[role=alert]",
					"“Pay” changed meanwhile, so nothing was done",
				);
				await isList(page, list);
				const deciders = await page.evaluate("store.decisions()");
				assert.ok(deciders.every(({ by }) => by === "model"));
			});
	});

test("the details say who works, and a badge what is open", () =>
	withList(["Compare", "Pay"], async (page) => {
		await page.evaluate('void store.as("model", "researcher").markDoing(1)');
		await openDetails(row(page, "Compare"));
		await shows(row(page, "Compare"), ".facts", "By researcher");
		await page.evaluate('void store.as("user").approve()');
		await shows(page, "[role=status]", "you: approved “Pay”");
		assert.equal(await page.locator(".badge, .pill").count(), 0);
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("model").addMultiple(["Write a review"]);
			globalThis.element.shadowRoot
				.querySelector("[data-do=forget-replan]")
				?.click();
		});
		await page.mouse.move(2, 2);
		await page.locator("[data-do=forget-replan]").click();
		await shows(row(page, "Write a review"), ".badge", "not approved");
		assert.equal(await page.locator(".badge").count(), 1);
	}));

const sitesOf = (page) =>
	page.locator(".chip:not(.out) .one").allTextContents();

for (const way of ["a store", "a follower"])
	test(`a plan's sites in ${way}: taken out, approved, taken back`, () =>
		withList(["Open the shop", "Pay"], async (page) => {
			await page.evaluate(async (isFollower) => {
				const { element, store, todos } = globalThis;
				element.mode = "review";
				if (isFollower) {
					globalThis.owner = todos.connect(store);
					globalThis.list = element.list = await todos.follow();
				}
				globalThis.started = [];
				element.addEventListener("approve", ({ detail }) =>
					globalThis.started.push(detail),
				);
				const sites = ["shop.example", "*.pay.example", "ads.example"];
				store.as("model").propose({ sites });
			}, way === "a follower");
			await shows(page, ".sites", "wants to act on");
			const hosts = ["shop.example", "*.pay.example", "ads.example"];
			const all = hosts.map((host) => `https://${host}`);
			await page.getByRole("button", { name: "Take out shop.example" }).click();
			await page.getByRole("button", { name: "Put back shop.example" }).click();
			assert.deepEqual(await sitesOf(page), hosts);
			await page.getByRole("button", { name: "Take out ads.example" }).click();
			await page
				.getByRole("button", { name: "Put back ads.example" })
				.waitFor();
			const revision = await page.evaluate("store.revision");
			const start = page.getByRole("button", { name: "Approve and start" });
			await start.click();
			await shows(page, ".where", "May act on shop.example and 1 more");
			assert.deepEqual(await page.evaluate("started"), [
				{ revision, sites: all.slice(0, 2) },
			]);
			assert.deepEqual(
				await page.evaluate("store.approval.sites"),
				all.slice(0, 2),
			);

			// Another site, and another todo, since it was approved.
			await page.evaluate(
				(sites) => {
					const model = globalThis.store.as("model");
					model.propose({ sites });
					model.addMultiple(["Write a review"]);
				},
				[...all.slice(0, 2), "news.example"],
			);
			await shows(page, ".sites", "Wants to act on more sites");
			await shows(page, ".replan", "Changed since you approved it: 1 added");
			assert.equal((await sitesOf(page)).length, 3);
			await start.click();
			await page.locator(".replan").waitFor({ state: "detached" });
			const where = page.locator(".where");
			await shows(page, ".where", "May act on shop.example and 2 more");

			await where.click();
			await shows(page, ".sites", "The agent may act on");
			assert.equal((await sitesOf(page)).length, 3);
			await page.getByRole("button", { name: "Take back" }).click();
			await shows(page, ".sites", "wants to act on");
			assert.equal(await page.evaluate("store.approval"), undefined);
			// In the list, they are asked for by themselves.
			await page.mouse.move(2, 2);
			await page.evaluate("void (element.mode = 'list')");
			await shows(page, ".ask", "wants to act on");
			assert.equal((await sitesOf(page)).length, 3);
			await page.evaluate(async () => {
				await globalThis.list?.stop();
				await globalThis.owner?.stop();
			});
		}));

for (const way of ["a store", "a follower"])
	test(`sites asked for at work, in ${way}: they alone are allowed`, () =>
		withList(["Open the shop", "Pay"], async (page) => {
			await page.evaluate(async (isFollower) => {
				const { element, store, todos } = globalThis;
				const run = todos.runAgent({
					store,
					start: "execute",
					plan: () => [],
					execute: ({ signal }) =>
						new Promise((_, reject) =>
							signal.addEventListener("abort", () => reject(signal.reason)),
						),
				});
				globalThis.run = run;
				if (isFollower) {
					globalThis.owner = todos.connect(store, { agent: run });
					element.list = globalThis.list = await todos.follow();
				} else element.agent = run;
				element.mode = "sites";
			}, way === "a follower");
			const [allow, ask] = ["Allow", "Ask for changes"].map((name) =>
				page.getByRole("button", { name }),
			);
			await shows(page, ".title", "Working");
			assert.equal(await allow.count(), 0);
			const propose = (...sites) =>
				page.evaluate(
					(sites) => void globalThis.store.as("model").propose({ sites }),
					sites,
				);
			await propose("shop.example", "ads.example");
			await shows(page, ".ask", "wants to act on");
			await shows(page, ".title", "Waiting for you");
			assert.equal(await ask.count(), 0);
			await page.getByRole("button", { name: "Take out ads.example" }).click();
			await allow.click();
			await shows(page, ".where", "May act on shop.example");
			await allow.waitFor({ state: "detached" });
			assert.deepEqual(await page.evaluate("store.approval.sites"), [
				"https://shop.example",
			]);
			// The person has approved no todo, and nothing was refused.
			assert.equal(
				await page.evaluate("store.getAll().some(({ approved }) => approved)"),
				false,
			);
			assert.equal(await page.locator(".error").count(), 0);
			// What the person puts off is not asked again, until it is another proposal.
			await page.mouse.move(2, 2);
			await propose("shop.example", "news.example");
			await page.getByRole("button", { name: "Not now" }).click();
			await page.locator(".ask").waitFor({ state: "detached" });
			await page.mouse.move(2, 2);
			await propose("shop.example", "pay.example");
			await shows(page, ".ask .chip", "pay.example");
			await page.evaluate(async () => {
				await globalThis.run.stop();
				await globalThis.list?.stop();
				await globalThis.owner?.stop();
			});
		}));

test("a host's own approval ends the notice of a change", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { element, store } = globalThis;
			const person = store.as("user");
			person.approve();
			element.mode = "review";
			element.addEventListener("approve", (event) => {
				event.preventDefault();
				if (!globalThis.isRefused) person.approve(event.detail);
			});
			globalThis.isRefused = true;
		});
		await replan(page, "Ask for a discount");
		await shows(page, ".replan", "1 added");
		const start = page.getByRole("button", { name: "Approve and start" });
		await start.click();
		await shows(page, ".replan", "1 added");
		await page.evaluate("globalThis.isRefused = false");
		await start.click();
		await page.locator(".replan").waitFor({ state: "detached" });
		assert.equal(
			await page.evaluate("store.getAll().every(({ approved }) => approved)"),
			true,
		);
	}));

test("evidence is a link where its site is approved, and only there", () =>
	withList(["Order", "Pay", "Log in", "Rate"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			for (const todo of ["t1", "t2", "t3", "t4"])
				store.edit(todo, { confirm: true });
			const [tool] = globalThis.todos.tools(store);
			const done = (id, evidence) =>
				tool.call({ action: "complete_multiple", ids: [id], evidence });
			done(1, "Order 7: (https://shop.example/orders/7?a=1#b).");
			done(2, "https://shop.example.evil.example/ has it");
			done(3, "javascript:alert('https://shop.example/')");
			done(4, "five stars");
			store.as("user").approve({ sites: ["shop.example"] });
		});
		const card = page.locator(".ask");
		const link = card.locator(".evidence a");
		await link.waitFor();
		assert.deepEqual(
			await link.evaluate((it) => [it.href, it.rel, it.target, it.textContent]),
			[
				"https://shop.example/orders/7?a=1#b",
				"noreferrer",
				"_blank",
				"shop.example/orders/7?a=1#b",
			],
		);
		await shows(
			card,
			".evidence",
			/^Order 7: \(shop\.example\/orders\/7\?a=1#b\)\.$/,
		);
		// The address of another site is none, and of what follows the scheme `javascript:` only the
		// address is one.
		const linked = [];
		for (let place = 0; place < 4; place++) {
			const text = await card.locator(".question").textContent();
			await page.evaluate(() => new Promise((go) => setTimeout(go, 50)));
			linked.push([text, await card.locator("a").count()]);
			await card.getByRole("button", { name: "Next" }).click();
		}
		assert.deepEqual(linked, [
			["Order", 1],
			["Pay", 0],
			["Log in", 1],
			["Rate", 0],
		]);
		// Who says that it is done.
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("host").complete("t1");
			store.as("user").complete("t2");
			store.as("host").edit("t4", { confirm: false });
			store.as("model").complete("t4");
		});
		// What is done folds away after a moment.
		await page.locator(".fold").click();
		for (const [text, words] of [
			["Order", "A check confirmed it"],
			["Pay", "You confirmed it"],
			["Rate", "Reported by the agent"],
		]) {
			await openDetails(row(page, text));
			await shows(row(page, text), ".facts", words);
		}
		await openDetails(row(page, "Order"));
		await row(page, "Order").locator(".evidence a").waitFor();
		await page.evaluate('void store.as("user").revoke()');
		await page.locator(".evidence a").first().waitFor({ state: "detached" });
		assert.equal(await page.locator(".evidence a").count(), 0);
	}));

test("everything in the element can be done from the keyboard", () =>
	withList(["Open", "Compare", "Pay"], async (page) => {
		/** Words in small letters are typed. */
		const press = async (keys) => {
			for (const key of keys.split(" "))
				await page.keyboard[/^[a-z]/.test(key) ? "type" : "press"](key);
		};
		const at = (expected, keys) =>
			page
				.waitForFunction(
					(expected) => {
						const { activeElement: it } = globalThis.element.shadowRoot;
						const text = it?.querySelector("span") ?? it?.childNodes[1] ?? it;
						const label = it?.getAttribute("aria-label") ?? text?.textContent;
						return label === expected;
					},
					expected,
					{ timeout: 5000 },
				)
				.catch(async () =>
					assert.fail(`${keys}: ${await focused(page)}, not ${expected}`),
				);
		for (const [keys, here, list] of [
			// After the menu of the list, Tab comes to the list once, whatever its length.
			["Tab Tab", "Open"],
			["Space", "Open", "Open: done | Compare: todo | Pay: todo"],
			["ArrowDown", "Compare"],
			["F2", "Edit: Compare"],
			[
				"Control+a better Enter",
				"better",
				"Open: done | better: todo | Pay: todo",
			],
			// What Escape leaves is as it was.
			["F2", "Edit: better"],
			["nothing Escape", "better", "Open: done | better: todo | Pay: todo"],
			["S", "better", "Open: done | better: skipped | Pay: todo"],
			["why", "Why? (optional)"],
			["Enter", "better"],
			// By its buttons, and by the menu.
			["ArrowRight", "Reopen: better"],
			["Enter", "better", "Open: done | better: todo | Pay: todo"],
			["Shift+F10", "Mark as done"],
			["ArrowDown", "Edit"],
			["Escape", "better"],
			// The focus goes along with the todo.
			["End", "Pay"],
			["Alt+ArrowUp", "Pay", "Open: done | Pay: todo | better: todo"],
			["Alt+ArrowUp", "Pay", "Pay: todo | Open: done | better: todo"],
			["Alt+ArrowDown", "Pay", "Open: done | Pay: todo | better: todo"],
			["Enter", "Pay"],
			["Escape", "Pay"],
			["Home Delete", "Pay", "Pay: todo | better: todo"],
			["Control+z", "Pay", "Open: done | Pay: todo | better: todo"],
			["Tab", "Add a todo"],
			[
				"more Enter",
				"Add a todo",
				"Open: done | Pay: todo | better: todo | more: todo",
			],
		]) {
			await press(keys);
			if (list) await isList(page, list);
			await at(here, keys);
		}
		// The history: back to the beginning, and all of it again.
		await press("Shift+Tab Shift+Tab");
		await at("More", "to the menu");
		await press("Enter");
		await at("Undo", "the menu");
		await press("ArrowDown Enter");
		await at("Version", "the history");
		await press("Home ArrowRight");
		await page.waitForFunction(() =>
			/^1, the agent, /.test(
				globalThis.element.shadowRoot
					.querySelector("[data-range]")
					.getAttribute("aria-valuetext"),
			),
		);
		// Between them is the list of that time, which the arrow keys scroll.
		await press("Tab Tab");
		await at("Restore", "the history");
		await press("Enter");
		await isList(page, "Open: todo | Compare: todo | Pay: todo");
		await at("More", "back");
	}));

test("a question, a claim and a plan are answered from the keyboard", () =>
	withList(["Log in", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store, element } = globalThis;
			store.as("model").wait(1, { question: "Which code?" });
			store.edit(2, { confirm: true });
			store.as("model").complete(2);
			element.agent = {
				approve: () => (globalThis.isStarted = true),
				abort: () => (globalThis.isStopped = true),
			};
		});
		await page.locator(".ask").waitFor();
		await armed(page);
		const focus = async (name) => {
			for (let tabs = 0; (await focused(page)) !== name; tabs++) {
				assert.ok(tabs < 20, `Tab comes to ${name}`);
				await page.keyboard.press("Tab");
			}
		};
		await focus("Stop");
		await page.keyboard.press("Enter");
		await page.waitForFunction("isStopped");
		await focus("Your answer");
		await page.keyboard.type("1234");
		await page.keyboard.press("Enter");
		await page.waitForFunction('store.getAll()[0].answer === "1234"');
		await focus("Confirm");
		await armed(page);
		await page.keyboard.press("Enter");
		await isList(page, "Log in: todo | Pay: done");
		await page.evaluate('void (element.mode = "review")');
		await page.locator("footer").waitFor();
		await focus("Approve and start");
		await armed(page);
		await page.keyboard.press("Enter");
		await page.waitForFunction("isStarted");
	}));

test("a todo is moved from its menu, and made next", () =>
	withList(["one", "two", "three", "four"], async (page) => {
		await fromMenu(page, "Move up", row(page, "four"));
		await isList(page, "one: todo | two: todo | four: todo | three: todo");
		await fromMenu(page, "Do this next", row(page, "three"));
		await isList(page, "three: todo | one: todo | two: todo | four: todo");
	}));

test("a refused change is explained, and keeps what was typed", () =>
	withList(["Open the shop"], async (page) => {
		await row(page, "Open").getByRole("button", { name: /^Edit/ }).click();
		await page.locator("textarea").fill("  ");
		await page.keyboard.press("Enter");
		await page.getByRole("alert").filter({ hasText: "empty" }).waitFor();
		assert.equal(await page.locator("textarea").inputValue(), "  ");
		await page.locator("textarea").fill("Close the shop");
		await page.keyboard.press("Enter");
		await isList(page, "Close the shop: todo");
		await page.locator(".error").waitFor({ state: "detached" });
	}));

test("each change is announced once, and hundreds as a count", () =>
	withList(["Open the shop"], async (page) => {
		await page.evaluate('void store.as("model").complete(1)');
		await shows(page, "[role=status]", "the agent: “Open the shop”: done");
		await page.evaluate(() => {
			for (let i = 0; i < 100; i++)
				globalThis.store.as("user").addMultiple([`todo ${i}`]);
		});
		const all = /^you: added “todo 0”.*and 97 more changes/s;
		await shows(page, "[role=status]", all);
	}));

test("the element shows markup in a list as text", () =>
	withList(
		[],
		async (page) => {
			const image = '<img src=x onerror="globalThis.pwned = 1">';
			const script = "</span><script>globalThis.pwned = 1</script>";
			await page.evaluate(
				([image, script]) => {
					const { store, element } = globalThis;
					const model = store.as("model");
					const overrides = "\u202Ereversed\u2066 isolate ";
					const long = ["a".repeat(500), "word ".repeat(400)];
					model.addMultiple([image, script, overrides, ...long]);
					model.edit("t2", { activeForm: image });
					model.markDoing("t2");
					model.skip("t1", script);
					model.edit("t3", { content: `${image}2` });
					model.remove("t3");
					element.showNotes({ notes: [image], revision: store.revision });
				},
				[image, script],
			);
			await row(page, "word word word").waitFor();
			assert.deepEqual((await shown(page)).slice(0, 2), [image, image]);
			await openDetails(row(page, "onerror").last());
			await shows(page, ".facts", script);
			await shows(page, ".sub", script);
			const elements = page.locator("agent-todos :is(img, script, style)");
			assert.equal(await elements.count(), 0);
			assert.equal(await page.evaluate("globalThis.pwned"), undefined);
			// Each text is a paragraph of its own to the bidi algorithm.
			for (const content of await page.locator(".content").all()) {
				assert.equal(await content.getAttribute("dir"), "auto");
				assert.match(
					await content.evaluate((it) => getComputedStyle(it).unicodeBidi),
					/isolate|plaintext/,
				);
			}
			// 500 characters without a break, and 2,000 with some, neither widen the page nor fill it.
			const line = await row(page, image.slice(0, 8))
				.first()
				.locator(".content")
				.evaluate((it) => Number.parseFloat(getComputedStyle(it).lineHeight));
			for (const text of ["aaaaaaaaaa", "word word word"]) {
				const { height } = await page
					.locator(".row .content", { hasText: text })
					.boundingBox();
				assert.ok(height <= 2.5 * line, `${height} for lines of ${line}`);
			}
			await fits(page);
		},
		{ viewport: { width: 360, height: 700 } },
	));

test("only changed rows are touched, and todos keep theirs", () =>
	withList(
		Array.from({ length: 200 }, (_, i) => `todo ${i}`),
		async (page) => {
			const touched = await page.evaluate(async () => {
				const { store, element } = globalThis;
				const { shadowRoot } = element;
				const turn = () => new Promise((go) => setTimeout(go));
				const now = () => [...shadowRoot.querySelectorAll(".list > li")];
				// Who changed what has been read.
				for (let i = 0; i < 5; i++) await turn();
				const rows = now();
				const found = new Set();
				let placed = 0;
				const observer = new MutationObserver((records) => {
					for (const { target, addedNodes } of records) {
						for (const { localName } of addedNodes)
							if (localName === "li") placed += 1;
						const element = target.closest ? target : target.parentElement;
						const row = element?.closest(".row");
						if (row) found.add(row.dataset.key);
					}
				});
				observer.observe(shadowRoot, {
					subtree: true,
					childList: true,
					attributes: true,
					characterData: true,
				});
				store.edit("t50", { content: "another text" });
				await turn();
				store.markDoing("t60");
				await turn();
				const touched = [...found];
				placed = 0;
				store.move("t200", 0);
				await turn();
				const isSame = rows.at(-1) === now()[0] && rows[0] === now()[1];
				store.move("t200", 200);
				await turn();
				const isBack = now().every((row, place) => row === rows[place]);
				return { touched, placed, isSame, isBack };
			});
			assert.deepEqual(touched, {
				touched: ["t50", "t60"],
				placed: 2,
				isSame: true,
				isBack: true,
			});
		},
	));

test("properties that are set before the element is defined are applied", () =>
	withList(["Open the shop"], async (page) => {
		const text = await page.evaluate(async () => {
			const frame = document.createElement("agent-todos");
			const proto = Object.getPrototypeOf(frame);
			// As a parser leaves it that met the tag first: plain properties of its own.
			Object.defineProperty(frame, "list", {
				value: globalThis.store,
				writable: true,
				configurable: true,
				enumerable: true,
			});
			document.body.append(frame);
			await new Promise((go) => setTimeout(go));
			return [
				Object.hasOwn(frame, "list"),
				"list" in proto,
				frame.shadowRoot.querySelector(".row .content")?.textContent,
			];
		});
		assert.deepEqual(text, [false, true, "Open the shop"]);
	}));

test("the element in another language, from right to left", () =>
	withList(["افتح المتجر"], async (page) => {
		await page.evaluate(() => {
			document.documentElement.dir = "rtl";
			globalThis.element.labels = { list: "المهام", addWhat: "أضف" };
		});
		await shows(page, ".title", "المهام");
		// The arrows go where they point.
		await page.getByLabel("أضف").waitFor();
		await page.locator(".glyph").focus();
		await page.keyboard.press("ArrowLeft");
		assert.equal(await focused(page), "افتح المتجر");
	}));

test("a follower brings along what the agent knows, and its run", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(async () => {
			const { element, store, todos } = globalThis;
			const conversation = new todos.Conversation(store);
			conversation.reminder();
			globalThis.calls = [];
			const note = (call) => async (text) => {
				globalThis.calls.push([call, text]);
				if (text === "too late") throw new Error("it has begun");
			};
			const result = new Promise((end) => (globalThis.end = end));
			const agent = {
				conversation,
				approve: note("approve"),
				reject: note("reject"),
				abort: note("abort"),
				result,
			};
			globalThis.owner = todos.connect(store, { agent });
			const list = await todos.follow();
			Object.assign(element, { list, mode: "review" });
			await list.edit("t2", { content: "Pay by card" });
			Object.assign(globalThis, { conversation, list });
		});
		const dot = row(page, "Pay by card").locator(".meta .pill:not(.read)");
		await dot.waitFor();
		await page.evaluate("void conversation.reminder()");
		await dot.waitFor({ state: "detached" });

		const press = (name) => page.getByRole("button", { name }).click();
		await press("Ask for changes");
		for (const text of ["too late", "cheaper"]) {
			await page.keyboard.press("ControlOrMeta+A");
			await page.keyboard.type(text);
			await page.keyboard.press("Enter");
			if (text === "too late") await shows(page, ".error", "it has begun");
		}
		await press("Approve and start");
		await page.waitForFunction("calls.length === 3");
		await page.evaluate("void (element.mode = 'list')");
		await press("Stop");
		await page.waitForFunction("calls.length === 4");
		assert.deepEqual(await page.evaluate("calls"), [
			["reject", "too late"],
			["reject", "cheaper"],
			["approve", { revision: 2 }],
			["abort", undefined],
		]);
		await page.evaluate("void end({ status: 'aborted', steps: 1 })");
		await page
			.getByRole("button", { name: "Stop" })
			.waitFor({ state: "detached" });
		await page.evaluate(async () => {
			await globalThis.list.stop();
			await globalThis.owner.stop();
		});
	}));

test("a follower is shown and works where WebAssembly is forbidden", async () => {
	const chromium = opened();
	const owner = await chromium.open();
	await owner.evaluate(() => {
		globalThis.show(["Open the shop", "Pay"]);
		globalThis.owner = globalThis.todos.connect(globalThis.store);
	});
	const page = await chromium.visit(owner.context(), "follower.html");
	await row(page, "Pay").locator(".glyph").click();
	await isList(owner, "Open the shop: todo | Pay: done");
	for (const each of [page, owner]) {
		await openDetails(row(each, "Pay"));
		await shows(row(each, "Pay"), ".facts", "Changed by you");
	}
	await row(page, "Open").locator(".text").focus();
	await page.keyboard.press("Alt+ArrowDown");
	await isList(owner, "Pay: done | Open the shop: todo");
	await fromMenu(page, "Undo");
	await isList(owner, "Open the shop: todo | Pay: done");
	await fromMenu(page, "History");
	await page.locator(".past + .scroll li").first().waitFor();
	await assertSilent(page);
	await assertSilent(owner);
	assert.deepEqual(await listOf(owner), ["Open the shop: todo", "Pay: done"]);
	await owner.context().close();
});

test("a failed run says why in the panel", () =>
	withList(["one"], async (page) => {
		await page.evaluate(() => {
			const { element, store, todos } = globalThis;
			element.agent = todos.runAgent({
				store,
				plan: () => Promise.reject(new Error("401: no key")),
				execute: async () => "done",
			});
		});
		await shows(page, "[role=alert]", /401: no key/);
		await page.evaluate(() => {
			const { element, store, todos } = globalThis;
			element.agent = todos.runAgent({
				store,
				plan: () => ["one"],
				execute: async () => {},
			});
		});
		await shows(page, "[role=alert]", /execute/);
	}));

test("a follower's panel says once why the owner's run failed", () =>
	withList(["one"], async (page) => {
		await page.evaluate(async () => {
			const { element, store, todos } = globalThis;
			globalThis.owner = todos.connect(store);
			element.list = await todos.follow();
			globalThis.conversation = new todos.Conversation(store);
			globalThis.owner.agent = todos.runAgent({
				store,
				conversation: globalThis.conversation,
				plan: () => Promise.reject(new Error("401: no key")),
				execute: async () => "done",
			});
		});
		await shows(page, "[role=alert]", /401: no key/);
		await page.locator("[role=alert]").getByRole("button").click();
		// Each change of the agent's state brings the result again.
		await page.evaluate(() => {
			const { conversation, store } = globalThis;
			conversation.reminder();
			store.add("two");
		});
		await page.mouse.move(2, 2);
		await row(page, "two").waitFor();
		assert.equal(await page.locator("[role=alert] p").count(), 0);
	}));
