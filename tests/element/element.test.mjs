// `<agent-todos>` in Chromium: what it shows, what a person does in it, and what a hostile list cannot do to it. Every page has a
// content security policy and Trusted Types that allow it nothing.

import "../setup/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	assertSilent,
	fits,
	isList,
	listOf,
	listPages,
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

test("a row shows its status, what is being done, how long it took, and why it was skipped", () =>
	withList(["Open the shop", "Compare kettles", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("agent").markDoing("t1");
			store.edit("t1", { activeForm: "Opening the shop" });
			store.as("model").skip("t3", "no card");
		});
		const [first, last] = [row(page, "Open the shop"), row(page, "Pay")];
		await shows(first, ".now", "Opening the shop");
		await shows(first, ".state", /^in progress$/);
		await shows(last, ".state", /^skipped$/);
		await shows(last, ".reason", /^no card$/);
		await shows(page, ".head .count", /^0 done, 1 skipped, 2 open$/);
		assert.equal(await page.locator("progress").evaluate((it) => it.value), 0);
		await page.evaluate(() => {
			const { now } = Date;
			Date.now = () => now() + 120_000;
			globalThis.store.complete("t1");
		});
		await shows(first, ".took", /^2 min$/);
		await first.locator('.check[aria-checked="true"]').waitFor();
	}));

test("an element that comes later knows who changed what, how long it took, and whose is what changes meanwhile", () =>
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
		for (const text of ["Open the shop", "Pay"])
			await shows(row(page, text), ".receipt", "you");
		await shows(row(page, "Open the shop"), ".took", /^5 sec$/);
		// Nothing is to come any more.
		await page.evaluate(() => new Promise((go) => setTimeout(go)));
		assert.equal(await page.locator(".receipt:visible").count(), 2);
	}));

test("a receipt says whether the agent knows of what a person changed", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store, todos, element } = globalThis;
			globalThis.conversation = new todos.Conversation(store);
			globalThis.conversation.reminder();
			element.conversation = globalThis.conversation;
			store.as("user").edit("t2", { content: "Pay by card" });
		});
		const changed = row(page, "Pay by card");
		await shows(changed, ".receipt", "you · not told yet");
		assert.equal(await page.locator(".receipt:visible").count(), 1);
		assert.match(await page.evaluate("conversation.reminder()"), /Pay by card/);
		await shows(changed, ".receipt", /^you · the agent knows$/);
		// What was heard of a conversation elsewhere does as well.
		await page.evaluate("element.conversation = { toldRevision: 1 }");
		await shows(changed, ".receipt", "not told yet");
		await page.evaluate("element.conversation = { toldRevision: 2 }");
		await shows(changed, ".receipt", "agent knows");
	}));

test("a receipt says nothing of an agent that has not begun, and is one line on a narrow page", () =>
	withList(
		["Open the shop", "Pay"],
		async (page) => {
			await page.evaluate(() => {
				const { store, todos, element } = globalThis;
				globalThis.conversation = new todos.Conversation(store);
				element.conversation = globalThis.conversation;
				store.as("user").edit("t2", { content: "Pay by card" });
			});
			const changed = row(page, "Pay by card");
			await shows(changed, ".receipt", /^you$/);
			const heightOf = async (row) =>
				(await row.locator(".receipt").boundingBox()).height;
			const line = await heightOf(changed);
			await page.evaluate("void conversation.reminder()");
			await shows(changed, ".receipt", /^you · the agent knows$/);
			await page.evaluate(
				() => void globalThis.store.as("user").edit("t1", { content: "Look" }),
			);
			const later = row(page, "Look");
			await shows(later, ".receipt", /^you · not told yet$/);
			assert.equal(await heightOf(later), line);
			await fits(page);
		},
		{ viewport: { width: 320, height: 700 } },
	));

test("what a call was repaired in is said on the row, until the row changes again", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store, todos, element } = globalThis;
			const [tool] = todos.tools(store);
			element.showNotes(tool.call({ action: "complete", ids: 2 }));
		});
		await shows(row(page, "Pay"), ".note", "ids: a number read as a list");
		assert.equal(await page.locator(".note:visible").count(), 1);
		await page.evaluate("void store.reopen('t2')");
		await row(page, "Pay").locator(".note").waitFor({ state: "hidden" });
	}));

test("a new plan: what it added, reworded and removed is marked until that is dismissed", () =>
	withList(["Open the shop", "Compare", "Pay"], async (page) => {
		await replan(page, "Ask for a discount");
		await shows(page, ".replan", "added");
		await shows(row(page, "Ask for a discount"), ".mark", /^new$/);
		assert.deepEqual(
			await page.locator(".replan li .content").allTextContents(),
			["Compare", "Pay"],
		);
		await page.locator(".replan").getByText("Dismiss").click();
		await page.locator(".replan").waitFor({ state: "hidden" });
		assert.equal(await page.locator(".mark:visible").count(), 0);
	}));

for (const way of ["a store", "a follower"])
	for (const mode of ["list", "line"])
		test(`over ${way}, mode ${mode}: of a list that was deleted nothing is left`, () =>
			withList(["Open the secret shop", "Pay in secret"], async (page) => {
				await page.evaluate(async (isFollowed) => {
					const { store, todos, element } = globalThis;
					const storage = globalThis.memoryStorage();
					globalThis.list = await todos.persist(store, storage, "a");
					if (isFollowed) {
						globalThis.owner = todos.connect(store);
						element.list = await todos.follow();
					}
					store.as("user").completeMultiple([1, 2]);
					store.as("model").newTask();
					store.as("model").addMultiple(["Secret one", "Secret two"]);
					element.showNotes({
						notes: ["Secret note"],
						revision: store.revision,
					});
					store.as("model").replaceAll(["Secret plan"]);
					element.shadowRoot.querySelector(".past").open = true;
				}, way === "a follower");
				await page.locator(".past li").first().waitFor();
				await page.locator(".past input").focus();
				await page.keyboard.press("ArrowLeft");
				// What one mode shows stays in the page, hidden, while another is shown.
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

test("one line says what is in progress, and how far the list is", () =>
	withList(["Open the shop", "Compare kettles", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store, element } = globalThis;
			element.mode = "line";
			store.complete("t1");
			store.markDoing("t2");
			store.edit("t2", { activeForm: "Comparing kettles" });
		});
		await shows(page, ".current", "Comparing kettles");
		await shows(page, ".line .count", /^1 of 3$/);
		assert.equal(await page.locator(".row:visible").count(), 0);
		for (const [change, current] of [
			["abort()", "Next: Compare"],
			["completeMultiple([2, 3])", "All done"],
			["skip(3)", "Nothing is open"],
		]) {
			await page.evaluate(`void store.${change}`);
			await shows(page, ".current", current);
		}
		await shows(page, ".line .count", /^2 done, 1 skipped$/);
		await page.evaluate('element.mode = "list"');
		await page.locator(".row").first().waitFor();
		assert.equal(await page.locator(".current:visible").count(), 0);
	}));

test("a plan is edited, sent back with what should be different, and approved by its start; then the run is stopped", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { element } = globalThis;
			const calls = [];
			globalThis.calls = calls;
			element.mode = "review";
			element.run = {
				start() {
					const approved = globalThis.store.getAll().every((it) => it.approved);
					calls.push(`start, approved: ${approved}`);
				},
				reject: (changes) => calls.push(changes),
				abort: () => calls.push("abort"),
			};
			element.addEventListener("start", () => calls.push("asked to start"));
			element.addEventListener("reject", ({ detail }) => calls.push(detail));
		});
		const called = async (...expected) => {
			await page.waitForFunction("calls.length > 0");
			assert.deepEqual(await page.evaluate("calls.splice(0)"), expected);
		};
		await shows(page, ".title", "Review the plan");
		await page.locator("form.add input").fill("Write a review");
		await page.locator("form.add button").click();
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
		await page.getByRole("button", { name: "Start" }).click();
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
			element.run = todos.runAgent({
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
		await page.getByRole("button", { name: "Start" }).click();
		await isList(page, "Plan 2, cheaper please: doing");
		const isApproved = await page.evaluate("store.getAll()[0].approved");
		assert.equal(isApproved, true);
		await page.evaluate('element.mode = "list"');
		await page.getByRole("button", { name: "Stop", exact: true }).click();
		const { status } = await page.evaluate("element.run.result");
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
			const run = { start, abort() {} };
			const follower = await todos.follow();
			Object.assign(element, { mode: "review", list: follower, run });
		});
		const start = page.getByRole("button", { name: "Start" });
		await start.click();
		await shows(page, ".error", "may not call");
		assert.equal(await page.evaluate("started"), 0);
		await page.evaluate("void (element.list = store)");
		await start.click();
		await page.waitForFunction("started === 1");
		await page.locator(".error").waitFor({ state: "hidden" });
	}));

test("what a person asks to change stays written until somebody takes it", () =>
	withList(["Open the shop"], async (page) => {
		await page.evaluate('element.mode = "review"');
		const ask = page.getByRole("button", { name: "Ask for changes" });
		await ask.click();
		const written = page.locator("form.ask input");
		await written.fill("cheaper please");
		await page.keyboard.press("Enter");
		await shows(page, ".error", "not sent");
		assert.equal(await written.inputValue(), "cheaper please");
		await page.evaluate(() => {
			const reject = () => Promise.reject(new Error("the worker is gone"));
			globalThis.element.run = { reject, abort() {} };
		});
		await page.keyboard.press("Enter");
		await shows(page, ".error", "the worker is gone");
		assert.equal(await written.inputValue(), "cheaper please");
		await page.evaluate(() => {
			const { element } = globalThis;
			element.run = undefined;
			element.addEventListener("reject", ({ detail }) => {
				globalThis.heard = detail.changes;
			});
		});
		await page.keyboard.press("Enter");
		await ask.waitFor();
		assert.equal(await page.evaluate("heard"), "cheaper please");
		assert.equal(await written.inputValue(), "");
		await page.locator(".error").waitFor({ state: "hidden" });
	}));

test("a todo that is said to be done is confirmed, or sent back with a reason", () =>
	withList(["Compare", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			for (const id of [1, 2]) store.edit(id, { confirm: true });
			globalThis.model = store.as("model", "researcher");
			globalThis.model.complete(1);
			globalThis.model.complete(2);
		});
		const [first, second] = [row(page, "Compare"), row(page, "Pay")];
		await shows(second, ".state", "to be confirmed");
		await shows(page, "[role=status]", "“Pay” is to be confirmed");
		await shows(page, ".head .count", /^0 of 2$/);
		await first.getByRole("button", { name: "Confirm: Compare" }).click();
		await isList(page, "Compare: done | Pay: doing");
		assert.equal(await first.locator(".claim").isVisible(), false);
		// And by keyboard.
		await second.locator(".text").focus();
		for (const key of ["ArrowRight", "ArrowRight"])
			await page.keyboard.press(key);
		assert.equal(await focused(page), "Send back: Pay");
		await page.keyboard.press("Enter");
		await page.keyboard.type("no receipt");
		await page.keyboard.press("Enter");
		await isList(page, "Compare: done | Pay: todo");
		assert.equal(await page.evaluate("store.history().at(-1).by"), "user");
		assert.equal(await second.locator(".claim").isVisible(), false);
	}));

test("a todo that waits shows its question, and is answered from the keyboard", () =>
	withList(["Log in", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("model").wait(1, { for: "user", question: "Which code?" });
			store.wait(2, { for: "event" });
		});
		const [login, pay] = [row(page, "Log in"), row(page, "Pay")];
		await shows(login, ".state", "waits for you");
		await shows(login, ".question", "Which code?");
		await shows(pay, ".state", "waits for an event");
		await login.getByRole("button", { name: "Answer: Log in" }).press("Enter");
		await page.getByLabel("Which code?").fill("1234");
		// The form has the only button of that name.
		const answers = login.getByText("Answer", { exact: true });
		assert.equal(await answers.locator("visible=true").count(), 1);
		await page.keyboard.press("Escape");
		await login.getByRole("button", { name: "Answer: Log in" }).press("Enter");
		await page.getByLabel("Which code?").fill("1234");
		await page.keyboard.press("Enter");
		await page.waitForFunction('store.getAll()[0].answer === "1234"');
		assert.equal(
			await login.locator(".question, .wait").locator("visible=true").count(),
			0,
		);
	}));

test("in a panel 320 px wide, who knows what fits one line beside every button, and a form has the whole width", () =>
	withList(
		["Pay"],
		async (page) => {
			await page.evaluate(() => {
				const { element, store, todos } = globalThis;
				store.edit(1, { data: { tab: 7 } });
				const conversation = new todos.Conversation(store);
				element.conversation = conversation;
				conversation.reminder();
				store.as("user").complete(1);
				conversation.reminder();
			});
			const pay = row(page, "Pay");
			await shows(pay, ".receipt", "you · the agent knows");
			const isOneLine = (receipt) => {
				const { offsetHeight } = receipt;
				receipt.style.whiteSpace = "nowrap";
				return receipt.offsetHeight === offsetHeight;
			};
			assert.equal(
				await pay.locator(".actions button").locator("visible=true").count(),
				4,
			);
			assert.equal(await pay.locator(".receipt").evaluate(isOneLine), true);
			await page.evaluate('void store.as("user").reopen(1)');
			await pay.getByRole("button", { name: "Skip: Pay" }).click();
			const widths = await page.evaluate(() => {
				const root = globalThis.element.shadowRoot;
				const [form, body] = [".in-row", ".row"].map(
					(css) => root.querySelector(css).getBoundingClientRect().width,
				);
				return form / body;
			});
			assert.ok(widths > 0.75, `${widths}`);
		},
		{ viewport: { width: 312, height: 700 } },
	));

test("a person does their own todo themselves, and the element says how many wait", () =>
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
		const mine = ann.getByRole("button", {
			name: "I do this myself: Call Ann",
		});
		assert.equal(
			await row(page, "Pay").locator(".icon.mine").isVisible(),
			false,
		);
		await mine.press("Enter");
		await shows(ann, ".state", "waits for you");
		assert.equal(await mine.count(), 0);
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

test("a todo with data is opened, with the data that it has by then", () =>
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
		await page.keyboard.press("Enter");
		assert.deepEqual(await page.evaluate("opened"), [
			["Read the page", { tab: 3 }],
			["Read the page", { tab: 4 }],
		]);
		const pay = row(page, "Pay").locator("[data-do=open]");
		assert.equal(await pay.isVisible(), false);
		await page.evaluate("store.edit(1, { data: null })");
		await open.waitFor({ state: "hidden" });
		await isList(page, "Read the page: todo | Pay: todo");
	}));

test("an answer is to the question that was read: another one is asked again, and the text stays", () =>
	withList(["Pay"], async (page) => {
		const asks = (question) =>
			page.evaluate((question) => {
				const { store } = globalThis;
				store.as("model").wait(1, { question });
			}, question);
		await asks("Which code?");
		const pay = row(page, "Pay");
		await pay.getByRole("button", { name: "Answer: Pay" }).press("Enter");
		await page.getByLabel("Which code?").fill("1234");
		await asks("Which card?");
		await shows(pay, ".question", "Which card?");
		await page.keyboard.press("Enter");
		await shows(page, "[role=alert]", /changed/);
		assert.equal(await page.evaluate("store.getAll()[0].waiting"), "user");
		assert.equal(await page.getByLabel("Which card?").inputValue(), "1234");
		await page.getByLabel("Which card?").fill("4111");
		await page.keyboard.press("Enter");
		await page.waitForFunction('store.getAll()[0].answer === "4111"');
	}));

test("a todo that the agent finishes while a person types why they skip it stays done, until they have seen that", () =>
	withList(["Pay"], async (page) => {
		const pay = row(page, "Pay");
		await pay.getByRole("button", { name: "Skip: Pay" }).click();
		await page.keyboard.type("too dear");
		await page.evaluate('void store.as("model").complete(1)');
		await isList(page, "Pay: done");
		await page.keyboard.press("Enter");
		await shows(page, "[role=alert]", /changed/);
		await isList(page, "Pay: done");
		await page.keyboard.press("Enter");
		await isList(page, "Pay: skipped");
	}));

test("rows say who works on what, and what is approved", () =>
	withList(["Compare", "Pay"], async (page) => {
		await page.evaluate('void store.as("model", "researcher").markDoing(1)');
		await shows(row(page, "Compare"), ".owner", "by researcher");
		await page.evaluate('void store.as("user").approve()');
		await shows(page, ".title", "Approved plan");
		assert.equal(await page.locator(".approved:visible").count(), 2);
		assert.equal(await page.locator(".receipt:visible").count(), 0);
		await shows(page, "[role=status]", "you: approved “Pay”");
	}));

const sitesOf = (page) => page.locator(".sites li:visible").allTextContents();

for (const way of ["a store", "a follower"])
	test(`the sites of a plan in ${way}: each is taken out before the approval, which is taken back`, () =>
		withList(["Open the shop", "Pay"], async (page) => {
			await page.evaluate(async (isFollower) => {
				const { element, store, todos } = globalThis;
				element.mode = "review";
				if (isFollower) {
					globalThis.owner = todos.connect(store);
					globalThis.list = element.list = await todos.follow();
				}
				globalThis.started = [];
				element.addEventListener("start", ({ detail }) =>
					globalThis.started.push(detail),
				);
				const sites = ["shop.example", "*.pay.example", "ads.example"];
				store.as("model").propose({ sites });
			}, way === "a follower");
			await shows(page, ".sites", "The agent wants to act on");
			const all = ["shop.example", "*.pay.example", "ads.example"].map(
				(host) => `https://${host}`,
			);
			await page.getByLabel("https://ads.example").uncheck();
			assert.deepEqual(await sitesOf(page), all);
			const revision = await page.evaluate("store.revision");
			await page.getByRole("button", { name: "Start" }).click();
			await shows(page, ".sites", "The agent may act on");
			assert.deepEqual(await sitesOf(page), all.slice(0, 2));
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
			await shows(page, ".sites", "Since you approved the plan");
			await shows(page, ".replan", "Since you approved it, the plan changed");
			assert.equal(await page.locator(".sites input:checked").count(), 3);
			await page.getByRole("button", { name: "Start" }).click();
			await page.locator(".replan").waitFor({ state: "hidden" });
			await shows(page, ".sites", "The agent may act on");
			assert.equal((await sitesOf(page)).length, 3);

			await page.getByRole("button", { name: "Take back" }).click();
			await shows(page, ".sites", "The agent wants to act on");
			assert.equal(await page.evaluate("store.approval"), null);
			await page.evaluate("void (element.mode = 'list')");
			await page.locator(".sites input").first().waitFor({ state: "hidden" });
			assert.equal((await sitesOf(page)).length, 3);
			await page.evaluate(async () => {
				await globalThis.list?.stop();
				await globalThis.owner?.stop();
			});
		}));

for (const way of ["a store", "a follower"])
	test(`sites that an agent asks for while it works, in ${way}: they alone are allowed, and nothing that would be refused is shown`, () =>
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
					globalThis.owner = todos.connect(store, { run });
					element.list = globalThis.list = await todos.follow();
				} else element.run = run;
				element.mode = "sites";
			}, way === "a follower");
			const [allow, ask] = ["Allow", "Ask for changes"].map((name) =>
				page.getByRole("button", { name }),
			);
			await shows(page, ".title", "Todos");
			assert.equal(await allow.isVisible(), false);
			await page.evaluate(
				'void store.as("model").propose({ sites: ["shop.example", "ads.example"] })',
			);
			await shows(page, ".sites", "The agent wants to act on");
			await allow.waitFor();
			assert.equal(await ask.isVisible(), false);
			await page.getByLabel("https://ads.example").uncheck();
			await allow.click();
			await shows(page, ".sites", "The agent may act on");
			await allow.waitFor({ state: "hidden" });
			assert.deepEqual(await page.evaluate("store.approval.sites"), [
				"https://shop.example",
			]);
			// The person has approved no todo, and nothing was refused.
			assert.equal(
				await page.evaluate("store.getAll().some(({ approved }) => approved)"),
				false,
			);
			assert.equal(await page.locator(".error").isVisible(), false);
			await page.evaluate(async () => {
				await globalThis.run.stop();
				await globalThis.list?.stop();
				await globalThis.owner?.stop();
			});
		}));

test("a host that approves a plan itself ends what is said of its change", () =>
	withList(["Open the shop", "Pay"], async (page) => {
		await page.evaluate(() => {
			const { element, store } = globalThis;
			const person = store.as("user");
			person.approve();
			element.mode = "review";
			element.addEventListener("start", (event) => {
				event.preventDefault();
				if (!globalThis.isRefused) person.approve(event.detail);
			});
			globalThis.isRefused = true;
		});
		await replan(page, "Ask for a discount");
		await shows(page, ".replan", "1 added");
		const start = page.getByRole("button", { name: "Start" });
		await start.click();
		await shows(page, ".replan", "1 added");
		await page.evaluate("globalThis.isRefused = false");
		await start.click();
		await shows(page, ".title", "Approved plan");
		await page.locator(".replan").waitFor({ state: "hidden" });
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
		const link = row(page, "Order").locator(".evidence a");
		await link.waitFor();
		assert.deepEqual(
			await link.evaluate((it) => [it.href, it.rel, it.target, it.textContent]),
			[
				"https://shop.example/orders/7?a=1#b",
				"noreferrer",
				"_blank",
				"https://shop.example/orders/7?a=1#b",
			],
		);
		await shows(
			row(page, "Order"),
			".evidence",
			/^Order 7: \(https:\/\/shop\.example\/orders\/7\?a=1#b\)\.$/,
		);
		// Of what follows the scheme `javascript:` only the address is one.
		assert.deepEqual(
			await page
				.locator(".evidence a")
				.evaluateAll((links) =>
					links.map(({ protocol, host }) => protocol + host),
				),
			["https:shop.example", "https:shop.example"],
		);
		// Who says that it is done.
		assert.equal(await page.locator(".vouched:visible").count(), 0);
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("host").complete("t1");
			store.as("user").complete("t2");
			store.as("host").edit("t4", { confirm: false });
			store.as("model").complete("t4");
		});
		await shows(row(page, "Order"), ".vouched", "a check confirmed it");
		await shows(row(page, "Pay"), ".vouched", "you confirmed it");
		await shows(row(page, "Rate"), ".vouched", "the agent says so");
		await page.evaluate('void store.as("user").revoke()');
		await page.locator(".evidence a").first().waitFor({ state: "detached" });
		assert.equal(await page.locator(".evidence a").count(), 0);
	}));

test("everything can be done from the keyboard", () =>
	withList(["Open", "Compare", "Pay"], async (page) => {
		/** Words in small letters are typed. */
		const press = async (keys) => {
			for (const key of keys.split(" "))
				await page.keyboard[/^[a-z]/.test(key) ? "type" : "press"](key);
		};
		for (const [keys, at, list] of [
			// Tab comes to the list once, whatever its length.
			["Tab Tab", "Done: Open"],
			["Space", "Done: Open", "Open: done | Compare: todo | Pay: todo"],
			["ArrowDown ArrowRight", "Compare"],
			["Enter better Enter", "better", "Open: done | better: todo | Pay: todo"],
			// What Escape leaves is as it was.
			["F2 nothing Escape", "better"],
			[
				"ArrowRight Enter slow Enter",
				null,
				"Open: done | better: skipped | Pay: todo",
			],
			["ArrowRight", "Reopen: better"],
			["Enter", null, "Open: done | better: todo | Pay: todo"],
			// The focus goes along with the todo.
			["End ArrowLeft ArrowLeft ArrowLeft ArrowLeft", "Done: Pay"],
			["Alt+ArrowUp", "Done: Pay", "Open: done | Pay: todo | better: todo"],
			["Alt+ArrowUp", "Done: Pay", "Pay: todo | Open: done | better: todo"],
			["Alt+ArrowDown", "Done: Pay", "Open: done | Pay: todo | better: todo"],
			["Home Delete", "Done: Pay", "Pay: todo | better: todo"],
			["Control+z", null, "Open: done | Pay: todo | better: todo"],
			[
				"Tab more Enter",
				null,
				"Open: done | Pay: todo | better: todo | more: todo",
			],
		]) {
			await press(keys);
			if (list) await isList(page, list);
			if (at) assert.equal(await focused(page), at, keys);
		}

		// The time slider: back to the beginning, and all of it again.
		await press("Tab Tab Enter");
		await page.locator(".past li").first().waitFor();
		await press("Tab Home ArrowRight");
		assert.match(
			await page.locator(".past input").getAttribute("aria-valuetext"),
			/^1, the agent, /,
		);
		await press("Tab");
		assert.equal(await focused(page), "Restore this list");
		await press("Enter");
		await isList(page, "Open: todo | Compare: todo | Pay: todo");
	}));

test("a todo is moved to a place that is typed", () =>
	withList(["one", "two", "three", "four"], async (page) => {
		await row(page, "four").locator(".move").click();
		await row(page, "four").locator("input").fill("1");
		await row(page, "four")
			.getByRole("button", { name: "Move", exact: true })
			.click();
		await isList(page, "four: todo | one: todo | two: todo | three: todo");
	}));

test("what is refused is said, and what was typed stays", () =>
	withList(["Open the shop"], async (page) => {
		await row(page, "Open").locator(".text").click();
		await page.locator("textarea").fill("  ");
		await page.keyboard.press("Enter");
		await page.getByRole("alert").filter({ hasText: "empty" }).waitFor();
		assert.equal(await page.locator("textarea").inputValue(), "  ");
		await page.locator("textarea").fill("Close the shop");
		await page.keyboard.press("Enter");
		await isList(page, "Close the shop: todo");
		await page.locator(".error").waitFor({ state: "hidden" });
	}));

test("what changed is said once, by whom, and of hundreds only how many", () =>
	withList(["Open the shop"], async (page) => {
		await page.evaluate('void store.as("model").complete(1)');
		await shows(page, "[role=status]", "the agent: “Open the shop” is done");
		await page.evaluate(() => {
			for (let i = 0; i < 100; i++)
				globalThis.store.as("user").addMultiple([`todo ${i}`]);
		});
		const all = /^you: added “todo 0”.*and 97 more changes/s;
		await shows(page, "[role=status]", all);
	}));

test("nothing of a hostile list is more than text", () =>
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
					element.shadowRoot.querySelector(".past").open = true;
				},
				[image, script],
			);
			await page.locator(".past li").first().waitFor();
			assert.deepEqual((await shown(page)).slice(0, 2), [image, script]);
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
				assert.ok(height <= 4.5 * line, `${height} for lines of ${line}`);
			}
			await fits(page);
		},
		{ viewport: { width: 360, height: 700 } },
	));

test("only the rows that changed are touched, and each todo keeps its row", () =>
	withList(
		Array.from({ length: 200 }, (_, i) => `todo ${i}`),
		async (page) => {
			const touched = await page.evaluate(async () => {
				const { store, element } = globalThis;
				const { shadowRoot } = element;
				const turn = () => new Promise((go) => setTimeout(go));
				const now = () => [...shadowRoot.querySelectorAll(".row")];
				// Who changed what has been read.
				for (let i = 0; i < 5; i++) await turn();
				const rows = now();
				const found = new Set();
				let placed = 0;
				const observer = new MutationObserver((records) => {
					for (const { target, addedNodes } of records) {
						for (const { className } of addedNodes)
							if (className === "row") placed += 1;
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

test("properties that were set before the element was defined count", () =>
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

test("another language, from right to left", () =>
	withList(["افتح المتجر"], async (page) => {
		await page.evaluate(() => {
			document.documentElement.dir = "rtl";
			globalThis.element.labels = { list: "المهام", add: "أضف" };
		});
		await shows(page, ".title", "المهام");
		// The arrows go where they point.
		await page.locator(".check").focus();
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
			const run = {
				start: note("start"),
				reject: note("reject"),
				abort: note("abort"),
				result,
			};
			globalThis.owner = todos.connect(store, { conversation, run });
			const list = await todos.follow();
			Object.assign(element, { list, mode: "review" });
			await list.call("edit", "t2", { content: "Pay by card" });
			Object.assign(globalThis, { conversation, list });
		});
		const receipt = [row(page, "Pay by card"), ".receipt"];
		await shows(...receipt, "not told yet");
		await page.evaluate("void conversation.reminder()");
		await shows(...receipt, "agent knows");

		const press = (name) => page.getByRole("button", { name }).click();
		await press("Ask for changes");
		for (const text of ["too late", "cheaper"]) {
			await page.keyboard.press("ControlOrMeta+A");
			await page.keyboard.type(text);
			await page.keyboard.press("Enter");
			if (text === "too late") await shows(page, ".error", "it has begun");
		}
		await press("Start");
		await page.waitForFunction("calls.length === 3");
		await page.evaluate("void (element.mode = 'list')");
		await press("Stop");
		await page.waitForFunction("calls.length === 4");
		assert.deepEqual(await page.evaluate("calls"), [
			["reject", "too late"],
			["reject", "cheaper"],
			["start", { revision: 3 }],
			["abort", undefined],
		]);
		await page.evaluate("void end({ status: 'aborted', steps: 1 })");
		await page
			.getByRole("button", { name: "Stop" })
			.waitFor({ state: "hidden" });
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
	await row(page, "Pay").locator(".check").click();
	await isList(owner, "Open the shop: todo | Pay: done");
	for (const each of [page, owner])
		await shows(row(each, "Pay"), ".receipt", "you");
	await row(page, "Open").locator(".check").focus();
	await page.keyboard.press("Alt+ArrowDown");
	await isList(owner, "Pay: done | Open the shop: todo");
	await page.locator(".undo").click();
	await isList(owner, "Open the shop: todo | Pay: done");
	await page.locator(".past summary").click();
	await page.locator(".past li").first().waitFor();
	await assertSilent(page);
	await assertSilent(owner);
	assert.deepEqual(await listOf(owner), ["Open the shop: todo", "Pay: done"]);
	await owner.context().close();
});
