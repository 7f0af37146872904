// A person and an agent at the same list, with real presses: what arrives while the person is about
// to press, and what they can take back.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	armed,
	dragged,
	drawn,
	fromMenu,
	holdTime,
	isList,
	listPages,
	openDetails,
	passTime,
	row,
	shows,
} from "./chromium.mjs";

const { opened, withList } = listPages();

/** The list as it was, and what was answered. */
const statesOf = (page) =>
	page.evaluate(() =>
		globalThis.store
			.getAll()
			.map(({ status, waiting, answer }) => answer ?? waiting ?? status)
			.join(" "),
	);

async function centerOf(locator) {
	const { x, y, width, height } = await locator.boundingBox();
	return [x + width / 2, y + height / 2];
}

const ask = (page, place, options = ["Pay now", "Not yet"]) =>
	page.evaluate(
		([place, options]) =>
			void globalThis.store
				.as("model")
				.wait(place, { question: `Pay ${place}?`, options }),
		[place, options],
	);

const todos = ["Find", "Choose", "Fill in", "Pay", "Tell"];

test("a question under the pointer is a line until it leaves", () =>
	withList(todos, async (page) => {
		const [x, y] = await centerOf(row(page, "Fill in").locator(".glyph"));
		await holdTime(page);
		await page.mouse.move(x, y);
		await ask(page, 4);
		// The press that was on its way hits the row that it was meant for.
		await drawn(page);
		await page.mouse.click(x, y);
		assert.equal(await statesOf(page), "todo todo done user todo");
		const line = page.locator(".ask.folded");
		await shows(page, ".ask.folded", "Pay 4?");
		await shows(page, ".title", /^Waiting for you$/);
		assert.ok((await line.boundingBox()).height <= 36);
		await page.mouse.move(2, 2);
		await shows(page, ".ask .question", "Pay 4?");
		// What has just unfolded takes no press either.
		const pay = page.getByRole("button", { name: "Pay now" });
		const [payX, payY] = await centerOf(pay);
		await page.mouse.click(payX, payY);
		assert.equal(await statesOf(page), "todo todo done user todo");
		await passTime(page, 500);
		await pay.click();
		assert.equal(await statesOf(page), "todo todo done Pay now todo");
	}));

test("a press unfolds the card, and a second answers nothing", () =>
	withList(todos, async (page) => {
		await row(page, "Find").locator(".text").focus();
		await page.keyboard.press("ArrowDown");
		await holdTime(page);
		await ask(page, 4);
		const line = page.locator(".ask.folded");
		await line.waitFor();
		// Keys are for the row that has the focus, wherever that is by now.
		await page.keyboard.press("Space");
		assert.equal(await statesOf(page), "todo done todo user todo");
		await line.focus();
		await page.keyboard.press("Enter");
		await page.keyboard.press("Enter");
		await shows(page, ".ask .question", "Pay 4?");
		assert.equal(await statesOf(page), "todo done todo user todo");
	}));

test("one double click never answers two cards", () =>
	withList(todos, async (page) => {
		await ask(page, 2, ["yes", "no"]);
		await ask(page, 4, ["yes", "no"]);
		await shows(page, ".ask .question", "Pay 2?");
		await armed(page);
		await holdTime(page);
		await page.mouse.dblclick(
			...(await centerOf(
				page.locator(".ask").getByRole("button", { name: "yes" }),
			)),
		);
		await shows(page, ".ask .question", "Pay 4?");
		await drawn(page);
		assert.equal(await statesOf(page), "todo yes todo user todo");
		await passTime(page, 500);
		// The same with claims, and with Enter in a field.
		await page.locator(".ask").getByRole("button", { name: "yes" }).click();
		await page.evaluate(() => {
			const { store } = globalThis;
			for (const place of [1, 3]) store.edit(place, { confirm: true });
			store.as("model").completeMultiple([1, 3]);
		});
		await page.mouse.move(2, 2);
		await shows(page, ".ask .question", "Find");
		await passTime(page, 500);
		await armed(page);
		const confirm = page.getByRole("button", { name: "Confirm", exact: true });
		await page.mouse.dblclick(...(await centerOf(confirm)));
		await shows(page, ".ask .question", "Fill in");
		await drawn(page);
		assert.equal(await statesOf(page), "done yes doing yes todo");
	}));

test("a double Enter answers one question", () =>
	withList(todos, async (page) => {
		await ask(page, 2, []);
		await ask(page, 4, []);
		await shows(page, ".ask .question", "Pay 2?");
		await armed(page);
		await holdTime(page);
		await page.locator(".ask textarea").fill("By card");
		await page.keyboard.press("Enter");
		await page.keyboard.press("Enter");
		await shows(page, ".ask .question", "Pay 4?");
		await drawn(page);
		assert.equal(await statesOf(page), "todo By card todo user todo");
	}));

test("over a slow list, a double click counts once", () =>
	withList(todos, async (page) => {
		await page.evaluate(() => {
			const { store, element } = globalThis;
			const [list, waiting] = globalThis.slow(store);
			globalThis.answered = 0;
			list.answer = async (...args) => {
				globalThis.answered++;
				await new Promise((go) => waiting.push(go));
				return store.as("user").answer(...args);
			};
			element.list = list;
		});
		await ask(page, 2, ["yes"]);
		await shows(page, ".ask .question", "Pay 2?");
		await armed(page);
		await page.mouse.dblclick(
			...(await centerOf(page.getByRole("button", { name: "yes" }))),
		);
		assert.equal(await page.evaluate("answered"), 1);
	}));

test("under a finger, the card comes as a line", () =>
	withList(
		todos,
		async (page) => {
			const client = await page.context().newCDPSession(page);
			const [x, y] = await centerOf(row(page, "Fill in").locator(".glyph"));
			const touch = (type, ...touchPoints) =>
				client.send("Input.dispatchTouchEvent", { type, touchPoints });
			await touch("touchStart", { x, y });
			await ask(page, 4);
			await page.locator(".ask.folded").waitFor();
			await touch("touchEnd");
			await drawn(page);
			assert.equal(await statesOf(page), "todo todo done user todo");
			await shows(page, ".ask .question", "Pay 4?");
			assert.equal(await statesOf(page), "todo todo done user todo");
		},
		{ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } },
	));

/** Takes back, in its row, what the person has just done there. */
async function undo(page, text) {
	const of = page.locator(".row", { hasText: text });
	await of.hover();
	await of.locator(".undo").click();
}
/** Waits until the row of a todo says what Undo takes back. */
const named = (page, text) =>
	page.locator(`.undo[aria-label*="${text}"]`).first().waitFor();

test("each press names itself in its row", () =>
	withList(["one", "two", "three", "four"], async (page) => {
		await row(page, "one").getByRole("checkbox").click();
		await named(page, "marked “one” as done");
		await row(page, "one").hover();
		await row(page, "one")
			.getByRole("button", { name: /^Reopen/ })
			.click();
		await named(page, "reopened “one”");
		await row(page, "two").hover();
		await row(page, "two").getByRole("button", { name: /^Edit/ }).click();
		await page.keyboard.type(" and a half");
		await page.keyboard.press("Enter");
		await named(page, "changed “two and a half”");
		await row(page, "three").hover();
		await row(page, "three").getByRole("button", { name: /^Skip/ }).click();
		await named(page, "skipped “three”");
		await fromMenu(page, "Move up", row(page, "four"));
		await named(page, "moved “four”");
		await page.getByLabel("Add a todo").fill("five");
		await page.keyboard.press("Enter");
		await named(page, "added “five”");
		await undo(page, "five");
		await page.waitForFunction("store.size === 4");
		await page.evaluate("document.activeElement.blur()");
		await page.mouse.move(2, 2);
		await ask(page, 1, ["yes"]);
		await page.getByRole("button", { name: "yes" }).click();
		await named(page, "answered “yes”");
		await undo(page, "one");
		await page.mouse.move(2, 2);
		await shows(page, ".ask", "Pay 1?");
	}));

test("Ctrl Z takes back only what is one's own", () =>
	withList(["one", "two", "three"], async (page) => {
		await row(page, "two").locator(".text").focus();
		await page.keyboard.press("s");
		await isList(page, "one: todo | two: skipped | three: todo");
		await page.evaluate("void store.as('model').complete(3)");
		await row(page, "two").locator(".text").focus();
		await page.keyboard.press("Control+z");
		await isList(page, "one: todo | two: todo | three: done");
		await shows(page, ".title", "Taken back: “two”");
		await page.keyboard.press("Control+z");
		await shows(page, ".title", "Nothing to undo");
		await isList(page, "one: todo | two: todo | three: done");
	}));

test("a screen reader hears each change once, and no app", () =>
	withList(["one", "two"], async (page) => {
		await page.evaluate(() => {
			const status =
				globalThis.element.shadowRoot.querySelector("[role=status]");
			globalThis.heard = [];
			new MutationObserver(() =>
				globalThis.heard.push(status.textContent),
			).observe(status, {
				childList: true,
				characterData: true,
				subtree: true,
			});
		});
		await row(page, "one").getByRole("checkbox").click();
		await page.waitForFunction(() => globalThis.heard.length > 0);
		await page.evaluate("void store.as('agent').complete(2)");
		await page.waitForFunction(() => globalThis.heard.length > 1);
		assert.deepEqual(await page.evaluate("heard"), [
			"You marked “one” as done",
			"the agent: “two”: done",
		]);
	}));

/**
 * Lets an agent take the focus with each step and give it back, as one that restores
 * `document.activeElement` does.
 */
const takeFocus = (page) =>
	page.evaluate(() => {
		const field = document.createElement("input");
		document.body.append(field);
		globalThis.taken = field;
		const agent = globalThis.store.as("model");
		setInterval(() => {
			const { activeElement } = document;
			field.focus();
			const next = agent.getNextTodo();
			if (next) agent.complete(next.key);
			agent.add("More");
			activeElement.focus();
		}, 50);
	});

const letters = "the quick brown fox jumps over the lazy dog "
	.repeat(3)
	.slice(0, 100);

for (const [what, begin, field] of [
	["adds", (page) => page.getByLabel("Add a todo").focus(), ".add input"],
	[
		"edits",
		async (page) => {
			await row(page, "last").getByRole("button", { name: /^Edit/ }).click();
			await page.keyboard.press("ControlOrMeta+a");
		},
		".editor textarea",
	],
])
	test(`of 100 letters typed to ${what} a todo, none is lost`, () =>
		withList(["one", "two", "last"], async (page) => {
			await begin(page);
			await takeFocus(page);
			await page.keyboard.type(letters, { delay: 15 });
			assert.equal(await page.locator(field).inputValue(), letters);
			assert.equal(await page.evaluate("taken.value"), "");
		}));

test("focus() goes where it was, else to the current todo", () =>
	withList(["one", "two"], async (page) => {
		const focused = () =>
			page.evaluate(() => {
				globalThis.element.focus();
				return globalThis.element.shadowRoot.activeElement?.textContent;
			});
		await page.evaluate("void store.as('model').markDoing(2)");
		await page.locator('[data-status="doing"]').waitFor();
		assert.equal(await focused(), "two");
		await row(page, "one").locator(".text").focus();
		await page.evaluate(() => document.activeElement.blur());
		assert.equal(await focused(), "one");
	}));

test("a decision's pill stays, and says what it means", () =>
	withList(["one", "two", "three"], async (page) => {
		await page.evaluate(() => {
			const { store, todos, element } = globalThis;
			element.agent = globalThis.conversation = new todos.Conversation(store);
			globalThis.conversation.reminder();
			store.as("user").skip(2, "not needed");
			store.as("model").complete(3);
		});
		const skipped = row(page, "two");
		await skipped.and(page.locator(".mine.settled")).waitFor();
		assert.equal(await page.locator(".mine").count(), 1);
		// What shows tooltips is loaded when the page is idle, with the details.
		await openDetails(row(page, "one"));
		await skipped.hover();
		const pill = skipped.locator(".pill");
		await pill.hover();
		await shows(
			page,
			".tip",
			"Changed by you. The agent reads it before its next step",
		);
		await page.evaluate("void conversation.reminder()");
		await skipped.locator(".meta .pill.read").waitFor({ state: "attached" });
	}));

test("from two owners on, each row names its agent", () =>
	withList(["one", "two", "three"], async (page) => {
		await page.evaluate("void store.as('model', 'researcher').markDoing(1)");
		await row(page, "one").locator(".spin").waitFor();
		assert.equal(await page.locator(".owner").count(), 0);
		await page.evaluate("void store.as('model', 'analyst').markDoing(2)");
		const [first, second] = [
			["one", "By researcher", "R"],
			["two", "By analyst", "A"],
		].map(([content, name]) => row(page, content).getByRole("img", { name }));
		await first.waitFor();
		await second.waitFor();
		assert.notEqual(
			await first.getAttribute("class"),
			await second.getAttribute("class"),
		);
		await shows(second, "b", /^A$/);
		assert.ok(await second.getByText("analyst").isVisible());
		await page.setViewportSize({ width: 400, height: 600 });
		await second.getByText("analyst").waitFor({ state: "hidden" });
		await page.evaluate(
			"void store.as('model', 'analyst').skip(3, 'too late')",
		);
		await shows(row(page, "three"), ".sub", "analyst skipped it: too late");
	}));

test("each picture button has a tooltip of name and key", () =>
	withList(["one"], async (page) => {
		await row(page, "one").hover();
		const said = async (name, tip) => {
			await row(page, "one").getByRole("button", { name }).hover();
			await shows(page, ".tip", new RegExp(`^${tip}$`));
		};
		await said(/^Skip/, "Skip \\(S\\)");
		await said(/^Edit/, "Edit \\(F2\\)");
		await said(/^More/, "More");
		await page.keyboard.press("Escape");
		await page.locator(".tip").waitFor({ state: "detached" });
	}));

test("at the end what failed stays open, with Retry", () =>
	withList(["one", "two", "three"], async (page) => {
		await page.mouse.move(2, 2);
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("user").edit(3, { content: "three and a half" });
			store.as("model").completeMultiple([1, 3]);
			store.as("model").fail(2, "no answer");
		});
		await shows(page, ".title", /^2 done, 1 failed$/);
		const failed = row(page, "two");
		await shows(failed, ".sub", "no answer");
		assert.ok(await failed.isVisible());
		await page.locator(".fold .body", { hasText: "2 done" }).first().waitFor();
		await shows(page, ".share", "You: 1 reworded");
		await failed.getByRole("button", { name: "Retry: two" }).click();
		await isList(page, "one: done | two: todo | three and a half: done");
		// The pointer is in the list, which stands still: they have reworded one, and skipped none.
		await drawn(page);
		await shows(page, ".share", /You: 1 reworded$/);
	}));

test("without a failure the list ends as its header", () =>
	withList(["one", "two"], async (page) => {
		await page.mouse.move(2, 2);
		await page.evaluate("void store.as('model').completeMultiple([1, 2])");
		await page.locator(".head.alone").waitFor();
		await page.evaluate(() => {
			globalThis.element.remove();
			const element = globalThis.show(["one", "two"]);
			element.style.blockSize = "300px";
			const result = document.createElement("p");
			result.slot = "result";
			result.textContent = "Order 7";
			element.append(result);
		});
		await row(page, "two").waitFor();
		await page.evaluate("void store.as('model').completeMultiple([1, 2])");
		await shows(page, ".fold", "2 done");
		assert.ok(await page.getByText("Order 7").isVisible());
		const { bottom, end } = await page.evaluate(() => ({
			bottom: globalThis.element.getBoundingClientRect().bottom,
			end: globalThis.element.querySelector("[slot]").getBoundingClientRect()
				.bottom,
		}));
		assert.ok(Math.abs(bottom - end) < 20, "the result is at the foot");
	}));

test("what a host adds at once is no plan change", () =>
	withList([], async (page) => {
		await page.evaluate(async () => {
			const { store } = globalThis;
			store.as("model").addMultiple(["one", "two"]);
			await new Promise((go) => setTimeout(go, 50));
			store.as("agent").add("Confirm the payment");
		});
		await row(page, "Confirm the payment").waitFor();
		assert.equal(await page.locator(".replan, .badge").count(), 0);
	}));

test("Stop ends the waiting: title, badge and card are quiet", () =>
	withList(["one", "two"], async (page) => {
		await page.evaluate(() => {
			const { element } = globalThis;
			globalThis.counted = [];
			element.addEventListener("waiting-change", ({ detail }) =>
				globalThis.counted.push(detail.waiting),
			);
			element.agent = {
				abort: () => globalThis.end({ status: "aborted" }),
				result: new Promise((end) => (globalThis.end = end)),
			};
		});
		await ask(page, 1, ["yes"]);
		await shows(page, ".title", /^Waiting for you$/);
		await page.getByRole("button", { name: "Stop" }).click();
		await shows(page, ".title", /^Stopped$/);
		await page.locator(".ask.quiet").waitFor();
		assert.deepEqual(await page.evaluate("counted"), [1, 0]);
	}));

test("what was asked to change stays until answered", () =>
	withList(["one", "two"], async (page) => {
		await page.evaluate(() => {
			Object.assign(globalThis.element, {
				mode: "review",
				agent: { abort() {}, reject() {}, approve() {} },
			});
		});
		await page.getByRole("button", { name: "Ask for changes" }).click();
		await page.getByLabel("What should be different?").last().fill("cheaper");
		await page.keyboard.press("Enter");
		await shows(page, ".asked", "You asked for: cheaper");
		await page.evaluate("void store.as('model').edit(1, { content: 'half' })");
		await page.locator(".asked").waitFor({ state: "detached" });
	}));

/** Asks for another plan, and waits until its words are shown. */
async function askForChanges(page, changes) {
	await page.getByRole("button", { name: "Ask for changes" }).click();
	await page.getByLabel("What should be different?").last().fill(changes);
	await page.keyboard.press("Enter");
	await shows(page, ".asked", new RegExp(`You asked for: ${changes}$`));
}

test("the same plan again says so beside the request", () =>
	withList(["one", "two"], async (page) => {
		await page.evaluate(() => {
			const { element, store } = globalThis;
			Object.assign(element, {
				mode: "review",
				agent: {
					abort() {},
					approve() {},
					// As a host that guards its plans: the model leaves out what the host adds again.
					reject() {
						element.mode = "list";
						store.as("model").propose({ sites: ["shop.example.org"] });
						setTimeout(() => {
							store.as("model").remove(2);
							store.as("agent").add("two");
							element.mode = "review";
						}, 200);
					},
				},
			});
		});
		await askForChanges(page, "cheaper");
		// The sites of the plan that was sent back ask for nothing meanwhile.
		assert.equal(await page.locator(".ask").count(), 0);
		const isSame = /^The plan is the same as before. You asked for: cheaper$/;
		await shows(page, ".asked", isSame);
		assert.equal(await page.locator(".replan").count(), 0);
		await page.evaluate("void store.as('model').add('half the price')");
		await page.locator(".asked").waitFor({ state: "detached" });
		await shows(page, ".replan", "1 added");
		await page.getByRole("button", { name: "Approve and start" }).click();
		await page.evaluate("void store.as('user').remove(3)");
		await row(page, "half the price").waitFor({ state: "detached" });
		assert.equal(await page.locator(".asked").count(), 0);
	}));

for (const way of ["run", "follower's run"])
	test(`a ${way} that asks for the same plan answers nothing`, () =>
		withList(["one", "two"], async (page) => {
			await page.evaluate(async (isFollower) => {
				const { element, store, todos } = globalThis;
				const run = todos.runAgent({
					store,
					plan: () => ["one", "two"],
					approve: "person",
					execute: async () => {},
				});
				run.result.catch(() => {});
				element.mode = "review";
				if (isFollower) {
					const owner = todos.connect(store);
					owner.agent = run;
					element.list = await todos.follow();
				} else element.agent = run;
				for await (const { type } of run.events)
					if (type === "approving") break;
			}, way === "follower's run");
			await askForChanges(page, "cheaper");
			await shows(page, ".asked", /^The plan is the same as before/);
		}));

test("code, emphasis and link texts are drawn, nothing else", () =>
	withList(
		[
			"Run `npm run build`, then **fix** the *first* [link](https://a.example) in 2*3*4, 5 * 6 * 7 and *.ts, *.js",
		],
		async (page) => {
			const text = row(page, "Run").locator(".content");
			assert.equal(await text.locator("code").textContent(), "npm run build");
			assert.equal(await text.locator("strong").textContent(), "fix");
			assert.deepEqual(await text.locator("em").allTextContents(), ["first"]);
			assert.equal(
				await text.textContent(),
				"Run npm run build, then fix the first link in 2*3*4, 5 * 6 * 7 and *.ts, *.js",
			);
			assert.equal(await text.locator("a").count(), 0);
		},
	));

test("the panel is dark as the page around it is", async () => {
	const page = await opened().open({ bypassCSP: true });
	const background = () =>
		page.evaluate(() => getComputedStyle(globalThis.element).backgroundColor);
	const [light, dark] = ["rgb(255, 255, 255)", "rgb(23, 23, 26)"];
	await page.addStyleTag({
		content:
			"html { color-scheme: normal } .dark body { color: oklch(0.98 0 0); background: #111; letter-spacing: 3px }",
	});
	await page.evaluate(() => void globalThis.show(["one"]));
	assert.equal(await background(), light);
	const becomes = (color) =>
		page.waitForFunction(
			(color) => getComputedStyle(globalThis.element).backgroundColor === color,
			color,
		);
	await page.evaluate(() => document.documentElement.classList.add("dark"));
	await becomes(dark);
	assert.equal(
		await page.evaluate(
			() => getComputedStyle(globalThis.element).letterSpacing,
		),
		"normal",
	);
	await page.evaluate(() => document.documentElement.classList.remove("dark"));
	await becomes(light);
	// A page that follows the system.
	await page.addStyleTag({ content: "html { color-scheme: light dark }" });
	await page.emulateMedia({ colorScheme: "dark" });
	await becomes(dark);
	await page.emulateMedia({ colorScheme: "light" });
	await becomes(light);
	await page.context().close();
});

test("font-size of the host reaches every text", async () => {
	const page = await opened().open({ bypassCSP: true });
	const sizes = async (size) => {
		await page.addStyleTag({ content: `agent-todos { font-size: ${size}px }` });
		const all = {};
		for (const state of [
			"03-working",
			"03c-who",
			"05-question",
			"05d-sites",
			"06-review",
			"06b-changed",
			"07-outcomes",
			"08-nested",
			"09c-receipt",
			"10-line",
			"15-details",
			"15b-menu",
			"19-undo",
			"22-history",
		])
			all[state] = await page.evaluate(async (state) => {
				await globalThis.showState(state);
				// Announcements to screen readers are not seen, and come at any time.
				return [...globalThis.element.shadowRoot.querySelectorAll("*:not(.sr)")]
					.filter((it) =>
						[...it.childNodes].some(
							({ nodeType, data }) => nodeType === 3 && data.trim() !== "",
						),
					)
					.map((it) => [
						it.className || it.localName,
						Number.parseFloat(getComputedStyle(it).fontSize),
					]);
			}, state);
		return all;
	};
	const [usual, large] = [await sizes(14), await sizes(21)];
	for (const [state, texts] of Object.entries(usual)) {
		assert.ok(texts.length > 1, state);
		for (const [place, [what, size]] of texts.entries()) {
			const [, now] = large[state][place];
			assert.ok(size > 9.9 && size < 14.1, `${state}, ${what}: ${size}`);
			assert.ok(
				Math.abs(now / size - 1.5) < 0.01,
				`${state}, ${what}: ${size} px, then ${now}`,
			);
		}
	}
	await page.context().close();
});

test("on any background: no stripes, and nothing vanishes", async () => {
	const page = await opened().open({ bypassCSP: true });
	await page.addStyleTag({
		content:
			"agent-todos { background: rgb(255, 251, 230); --agent-todos-background: transparent }",
	});
	const look = (state) =>
		page.evaluate(async (state) => {
			await globalThis.showState(state);
			const { shadowRoot } = globalThis.element;
			const canvas = document.createElement("canvas").getContext("2d");
			/** Returns how opaque a colour is, from 0 to 255. */
			const alpha = (colour) => {
				canvas.clearRect(0, 0, 1, 1);
				canvas.fillStyle = colour;
				canvas.fillRect(0, 0, 1, 1);
				return canvas.getImageData(0, 0, 1, 1).data[3];
			};
			const of = (css, property) =>
				[...shadowRoot.querySelectorAll(css)].map((it) =>
					alpha(getComputedStyle(it)[property]),
				);
			return {
				rows: of(".row", "backgroundColor"),
				cuts: of(".cut", "stroke"),
				menus: of(".menu", "backgroundColor"),
				actions: [...shadowRoot.querySelectorAll(".actions")].map(
					(it) => getComputedStyle(it).backgroundImage,
				),
			};
		}, state);
	const { rows, actions } = await look("03-working");
	assert.ok(rows.length > 4 && rows.every((alpha) => alpha < 128), `${rows}`);
	// Below the buttons no text shows through.
	for (const image of actions) assert.match(image, /rgb\(255, 255, 255\)/);
	assert.ok((await look("07-failed")).cuts.every((alpha) => alpha === 255));
	assert.deepEqual((await look("15b-menu")).menus, [255]);
	await page.context().close();
});

test("parts with the header's colour follow it", async () => {
	const page = await opened().open({ bypassCSP: true });
	await page.addStyleTag({
		content:
			"agent-todos::part(head) { background: #112; color: rgb(250, 250, 250) }",
	});
	await page.evaluate(() => globalThis.showState("03-working"));
	const colours = await page.evaluate(() =>
		[
			...globalThis.element.shadowRoot.querySelectorAll(
				".head > .num, .head > .icon",
			),
		].map((it) => getComputedStyle(it).color),
	);
	assert.ok(colours.length >= 3);
	for (const colour of colours) assert.match(colour, /^oklab\(0\.9\d/);
	await page.context().close();
});

test("a dragged row stays below the pointer, without buttons", () =>
	withList(["a", "b", "c", "d", "e"], async (page) => {
		await dragged(page, "b", "d");
		const middle = async () => {
			const { y, height } = await row(page, "b").boundingBox();
			return y + height / 2;
		};
		const before = await middle();
		await page.evaluate("void store.as('model').remove(1)");
		await shows(page, ".news", "1 removed");
		assert.ok(Math.abs((await middle()) - before) < 2);
		assert.equal(
			await row(page, "b")
				.locator(".actions")
				.evaluate((it) => getComputedStyle(it).visibility),
			"hidden",
		);
		await page.mouse.up();
	}));

test("rows glide up when finished ones fold", () =>
	withList(
		["a", "b", "c", "d"],
		async (page) => {
			await page.mouse.move(2, 2);
			await page.evaluate(() => {
				globalThis.glides = [];
				const { animate } = Element.prototype;
				Element.prototype.animate = function (frames, options) {
					if (!frames.translate) return animate.call(this, frames, options);
					const by = Number.parseFloat(frames.translate[0].split(" ")[1]);
					if (!frames.opacity) globalThis.glides.push([this.dataset.key, by]);
					return animate.call(this, frames, options);
				};
				globalThis.store.as("model").completeMultiple([1, 2]);
			});
			await page.locator(".fold").waitFor();
			const glides = await page.evaluate("glides");
			// Two rows of 32 px are one line by now.
			const third = glides.filter(([key]) => key === "t3");
			assert.equal(third.length, 1, JSON.stringify(glides));
			assert.ok(Math.abs(third[0][1] - 32) < 2, `${third}`);
		},
		{ reducedMotion: "no-preference" },
	));

test("the draft of an open form survives any key", () =>
	withList(["one"], async (page) => {
		await row(page, "one").getByRole("button", { name: /^Edit/ }).click();
		const field = page.getByLabel("Edit: one");
		await field.fill("one and a half");
		await page.locator("[data-key] .glyph").focus();
		await page.keyboard.press("F2");
		assert.equal(await field.inputValue(), "one and a half");
		await page.keyboard.press("Enter");
		await isList(page, "one and a half: todo");
	}));

test("what the second line says is not said again in the details", () =>
	withList(["one", "two"], async (page) => {
		await page.evaluate(() => {
			const { store, element, todos } = globalThis;
			const conversation = new todos.Conversation(store);
			element.agent = conversation;
			store.as("user").skip(1, "not needed");
			conversation.reminder();
		});
		await openDetails(row(page, "one"));
		assert.deepEqual(
			await row(page, "one").locator(".facts li").allTextContents(),
			["The agent has read it"],
		);
	}));

/** A phone, whose person has fingers and no pointer. */
const phone = {
	hasTouch: true,
	isMobile: true,
	viewport: { width: 360, height: 640 },
};
const withPhone = (contents, act) => withList(contents, act, phone);

test("touch: what came takes no tap yet", () =>
	withPhone(todos, async (page) => {
		await holdTime(page);
		await ask(page, 2, ["yes", "no"]);
		await ask(page, 4, ["yes", "no"]);
		await shows(page, ".ask .question", "Pay 2?");
		const [x, y] = await centerOf(page.getByRole("button", { name: "yes" }));
		// The tap was on its way before the card came.
		await page.touchscreen.tap(x, y);
		assert.equal(await statesOf(page), "todo user todo user todo");
		await passTime(page, 500);
		await armed(page);
		await page.touchscreen.tap(x, y);
		await page.touchscreen.tap(x, y);
		await shows(page, ".ask .question", "Pay 4?");
		await drawn(page);
		assert.equal(await statesOf(page), "todo yes todo user todo");
	}));

test("touch: a tap on the line unfolds the card, and answers nothing", () =>
	withPhone(todos, async (page) => {
		const client = await page.context().newCDPSession(page);
		const [x, y] = await centerOf(row(page, "Tell").locator(".glyph"));
		await client.send("Input.dispatchTouchEvent", {
			type: "touchStart",
			touchPoints: [{ x, y }],
		});
		await ask(page, 2);
		const line = page.locator(".ask.folded");
		await shows(page, ".ask.folded", "Pay 2?");
		await client.send("Input.dispatchTouchEvent", {
			type: "touchCancel",
			touchPoints: [],
		});
		await page.touchscreen.tap(...(await centerOf(line)));
		await shows(page, ".ask .question", "Pay 2?");
		assert.equal(await statesOf(page), "todo user todo todo todo");
	}));

for (const way of ["click", "tap"])
	test(`a ${way} on Undo among 20 writes takes back its own`, () =>
		withList(
			["one", "two", "three"],
			async (page) => {
				await row(page, "two").locator(".more")[way]();
				await page.getByRole("menuitem", { name: "Remove" })[way]();
				await named(page, "removed “two”");
				await page.evaluate(() => {
					const agent = globalThis.store.as("model");
					globalThis.writes = 0;
					const write = () => {
						const next = agent.getNextTodo();
						if (next) agent.complete(next.key);
						agent.add(`More ${globalThis.writes}`);
						globalThis.writes++;
						// Rows that move without end take no press, so it stops until the press has come.
						if (globalThis.writes % 10) setTimeout(write, 60);
					};
					globalThis.write = write;
					write();
				});
				await page.waitForFunction(() => globalThis.writes > 3);
				await page.locator(".undo")[way]();
				await page.waitForFunction("store.get('t2') !== undefined");
				await page.waitForFunction(() => globalThis.writes === 10);
				await page.evaluate(() => globalThis.write());
				await page.waitForFunction(() => globalThis.writes === 20);
				const found = await page.evaluate(() => {
					const todos = globalThis.store.getAll();
					return {
						back: todos.filter(({ content }) => content === "two").length,
						added: todos.filter(({ content }) => /^More/.test(content)).length,
						done: todos.filter(({ status }) => status === "done").length,
					};
				});
				// Each finished one todo and added one, and none of that is taken back.
				assert.deepEqual(found, { back: 1, added: 20, done: 20 });
			},
			way === "tap" ? phone : {},
		));

test("touch: the pill is there, and says its meaning", () =>
	withPhone(["one", "two"], async (page) => {
		await page.evaluate(() => {
			const { store, todos, element } = globalThis;
			element.agent = new todos.Conversation(store);
			element.agent.reminder();
			store.as("user").edit(2, { content: "two and a half" });
		});
		const pill = row(page, "two").locator(".meta .pill");
		await pill.tap();
		await shows(
			row(page, "two"),
			".facts",
			"Changed by you. The agent reads it before its next step",
		);
	}));

test("touch: at the end a tap retries or continues", () =>
	withPhone(["one", "two"], async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("model").complete(1);
			store.as("model").fail(2, "no answer");
		});
		await row(page, "two").getByRole("button", { name: "Retry: two" }).tap();
		await isList(page, "one: done | two: todo");
		await page.evaluate(() => {
			const { store, element } = globalThis;
			store.as("model").markDoing(2);
			element.state = "idle";
			element.resumable = true;
			element.addEventListener("resume", () => {
				element.state = "working";
			});
		});
		await shows(page, ".title", /^Not running$/);
		await page.getByRole("button", { name: "Continue" }).tap();
		await shows(page, ".title", /^Working$/);
	}));

test("touch: of 100 letters beside an agent none is lost", () =>
	withPhone(["one", "two", "last"], async (page) => {
		await page.getByLabel("Add a todo").tap();
		await takeFocus(page);
		await page.keyboard.type(letters, { delay: 15 });
		assert.equal(await page.locator(".add input").inputValue(), letters);
	}));

test("touch: buttons of rows and header are one column", () =>
	withPhone(["one", "two"], async (page) => {
		const [x] = await centerOf(page.locator(".head [data-do=menu]"));
		for (const text of ["one", "two"]) {
			const [ofRow] = await centerOf(row(page, text).locator(".more"));
			assert.ok(Math.abs(ofRow - x) < 1, `${ofRow}, but ${x}`);
		}
	}));

test("at 168 px nothing runs out of the panel", () =>
	withList(
		["one", "two"],
		async (page) => {
			await page.evaluate(
				"void (element.agent = { abort() {}, result: new Promise(() => {}) })",
			);
			await ask(page, 1, ["An answer that is too long for a line"]);
			await ask(page, 2);
			await shows(page, ".ask .question", "Pay 1?");
			assert.ok(
				await page.evaluate(
					"document.documentElement.scrollWidth <= innerWidth",
				),
			);
			await page.getByRole("button", { name: "Next", exact: true }).click();
			await shows(page, ".ask .question", "Pay 2?");
			const { width } = await page.locator(".title").boundingBox();
			assert.ok(width > 70, `${width}`);
		},
		{ viewport: { width: 184, height: 640 } },
	));

test("a focus moved by a program shows no tooltip", () =>
	withList(["one"], async (page) => {
		await page.locator("h1").click();
		const more = page.locator(".head [data-do=menu]");
		await holdTime(page);
		await more.evaluate((it) => it.focus());
		await passTime(page, 900);
		await drawn(page);
		assert.equal(await page.locator(".tip").count(), 0);
		await row(page, "one").locator(".text").focus();
		await page.keyboard.press("ArrowRight");
		await passTime(page, 900);
		await page.locator(".tip").waitFor();
	}));

test("marks and a Stop without its word have a tooltip, too", () =>
	withList(
		["one"],
		async (page) => {
			await page.evaluate(() => {
				globalThis.store.edit(1, { confirm: true });
				globalThis.element.agent = { abort() {} };
			});
			const said = async (locator, tip) => {
				await locator.hover();
				await shows(page, ".tip", new RegExp(`^${tip}$`));
			};
			await row(page, "one").hover();
			await said(page.locator(".actions .you"), "You confirm this one");
			await said(page.getByRole("button", { name: "Stop" }), "Stop");
			await page.setViewportSize({ width: 500, height: 640 });
			await page.mouse.move(2, 2);
			await holdTime(page);
			await page.getByRole("button", { name: "Stop" }).hover();
			await passTime(page, 900);
			await drawn(page);
			assert.equal(await page.locator(".tip").count(), 0);
		},
		{ viewport: { width: 320, height: 640 } },
	));

test("Copy as Markdown is answered where the person looks", () =>
	withList(
		["one", "two"],
		async (page) => {
			await page.evaluate("void store.complete(1)");
			await fromMenu(page, "Copy as Markdown");
			await shows(page, ".title", /^Copied$/);
			assert.equal(
				await page.evaluate(() => navigator.clipboard.readText()),
				"- [x] one\n- [ ] two\n",
			);
		},
		{ permissions: ["clipboard-read", "clipboard-write"] },
	));

test("in one line, a text of another direction keeps its beginning", async () => {
	const page = await opened().open({ viewport: { width: 220, height: 600 } });
	await page.evaluate(() => {
		document.documentElement.dir = "rtl";
		globalThis.show(["Fill in the delivery address of the office in London"], {
			mode: "line",
		});
		globalThis.store.markDoing(1);
	});
	await shows(page, ".current", "Fill in");
	const { text, box } = await page.locator(".line > .one").evaluate((one) => {
		const range = document.createRange();
		const [node] = one.querySelector(".current").childNodes;
		range.setStart(node, 0);
		range.setEnd(node, 4);
		const read = ({ left, right }) => ({ left, right });
		return {
			text: read(range.getBoundingClientRect()),
			box: read(one.getBoundingClientRect()),
		};
	});
	assert.ok(text.left >= box.left - 1 && text.right <= box.right + 1);
	await page.context().close();
});

test("what a page inherits to its texts does not reach the panel", async () => {
	const page = await opened().open({ bypassCSP: true });
	await page.addStyleTag({
		content:
			"body { letter-spacing: 3px; word-spacing: 9px; text-transform: uppercase; text-indent: 40px; font-style: italic; text-align: right }",
	});
	await page.evaluate(() => globalThis.showState("05-question"));
	for (const css of [".title", ".content", ".question", ".button"])
		assert.deepEqual(
			await page
				.locator(css)
				.first()
				.evaluate((it) => {
					const style = getComputedStyle(it);
					return [
						style.letterSpacing !== "3px",
						style.wordSpacing,
						style.textTransform,
						style.textIndent,
						style.fontStyle,
					];
				}),
			[true, "0px", "none", "0px", "normal"],
			css,
		);
	await page.context().close();
});

test("a ring at 0 is no open todo", () =>
	withList(["one", "two"], async (page) => {
		const strokes = () =>
			page.evaluate(() => {
				const { shadowRoot } = globalThis.element;
				const stroke = (css) =>
					getComputedStyle(shadowRoot.querySelector(css)).stroke;
				return [stroke(".ring .track"), stroke(".row .glyph circle")];
			});
		await page.mouse.move(2, 2);
		const [ring, glyph] = await strokes();
		assert.notEqual(ring, glyph);
		await ask(page, 1);
		await page.locator(".ring.you").waitFor();
		const [amber] = await strokes();
		assert.notEqual(amber, ring);
	}));

test("with a grey accent, progress is no hover", async () => {
	const page = await opened().open({ bypassCSP: true });
	await page.addStyleTag({
		content: ":root { --primary: #171717; --card: #fff }",
	});
	await page.evaluate(() => globalThis.showState("03-working"));
	const edge = (status) =>
		page
			.locator(`.row[data-status=${status}]`)
			.first()
			.evaluate((row) => getComputedStyle(row).boxShadow);
	await page.locator(".row[data-status=todo]").first().hover();
	assert.equal(await edge("todo"), "none");
	assert.match(await edge("doing"), /inset/);
	await page.context().close();
});
