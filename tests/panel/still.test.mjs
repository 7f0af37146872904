// While a person is in the list, it is theirs: nothing moves under their hand but by them, one
// press is enough, and it is taken back where it was made.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
	armed,
	drawn,
	fromMenu,
	holdTime,
	isList,
	listPages,
	passTime,
	row,
	shows,
} from "./chromium.mjs";

const { opened, withList } = listPages();

const todos = ["Find", "Choose", "Fill in", "Pay", "Tell"];

async function centerOf(locator) {
	const { x, y, width, height } = await locator.boundingBox();
	return [x + width / 2, y + height / 2];
}

/** Where each row of the list is, by its text. */
const placesOf = (page) =>
	page.evaluate(() =>
		Object.fromEntries(
			[...globalThis.element.shadowRoot.querySelectorAll(".list .row")]
				.filter((row) => row.checkVisibility())
				.map((row) => {
					const { top, height } = row.getBoundingClientRect();
					return [row.dataset.key, [Math.round(top), Math.round(height)]];
				}),
		),
	);

const rowButton = (page, text, name) =>
	row(page, text).getByRole("button", { name });

const act = (page, source) => page.evaluate(`void (${source})`);

test("Skip, S and “I do this myself” act at once", () =>
	withList(todos, async (page) => {
		await rowButton(page, "Choose", /^Skip/).click();
		await isList(
			page,
			"Find: todo | Choose: skipped | Fill in: todo | Pay: todo | Tell: todo",
		);
		const why = row(page, "Choose").getByLabel("Why? (optional)");
		await why.waitFor();
		assert.equal(await why.evaluate((it) => it.matches(":focus")), false);
		// Typing in the row goes there, and Enter sets the reason.
		await row(page, "Choose").locator(".text").focus();
		await page.keyboard.type("too dear");
		await page.keyboard.press("Enter");
		await shows(row(page, "Choose"), ".sub", "You skipped it: too dear");
		assert.equal(await page.evaluate("store.get(2).reason"), "too dear");
		await row(page, "Fill in").locator(".text").focus();
		await page.keyboard.press("s");
		await page.waitForFunction("store.get(3).status === 'skipped'");
		await page.keyboard.press("Tab");
		assert.equal(
			await row(page, "Fill in")
				.getByLabel("Why? (optional)")
				.evaluate((it) => it.matches(":focus")),
			true,
		);
		await page.keyboard.press("Escape");
		await shows(row(page, "Fill in"), ".sub", /^You skipped it$/);
		await fromMenu(page, "I do this myself", row(page, "Pay"));
		await page.waitForFunction("store.get(4).waiting === 'user'");
		// Undo takes back the skip with its reason.
		await row(page, "Choose").locator(".meta .undo").waitFor();
		await row(page, "Choose").hover();
		await row(page, "Choose").locator(".meta .undo").click();
		await page.waitForFunction("store.get(2).status === 'todo'");
	}));

test("no press but those for text opens a form first", () =>
	withList(todos, async (page) => {
		await page.evaluate(() => {
			const { store } = globalThis;
			store.as("model").fail(5, "no answer");
		});
		for (const name of [/^Skip/]) await rowButton(page, "Find", name).click();
		await fromMenu(page, "Skip", row(page, "Choose"));
		await row(page, "Tell").getByRole("button", { name: "Skip: Tell" }).click();
		await isList(
			page,
			"Find: skipped | Choose: skipped | Fill in: todo | Pay: todo | Tell: skipped",
		);
		assert.equal(await page.locator(".editor").count(), 0);
	}));

test("nothing moves under a resting pointer until it leaves", () =>
	withList(todos, async (page) => {
		await act(page, "store.as('model').edit(1, {description: 'In the shop'})");
		await act(page, "store.as('model').markDoing(1)");
		await shows(row(page, "Find"), ".sub", "In the shop");
		await page.mouse.move(
			...(await centerOf(row(page, "Pay").locator(".glyph"))),
		);
		await drawn(page);
		await holdTime(page);
		const before = await placesOf(page);
		const agent = [
			"store.as('model').complete(1)",
			"store.as('model').markDoing(2)",
			"store.as('model').edit(2, {content: 'Choose '.repeat(40)})",
			"store.as('model').complete(2)",
			"store.as('model').remove(3)",
			"store.as('model').addAfterPosition(0, ['New'])",
			"store.as('model').fail(4, 'no card')",
		];
		for (const step of agent) {
			await act(page, step);
			await drawn(page);
			assert.deepEqual(await placesOf(page), before, step);
		}
		// Longer than what was just done takes to fold.
		await passTime(page, 1500);
		await drawn(page);
		assert.deepEqual(await placesOf(page), before);
		await shows(page, ".news", "2 steps done, 1 failed, 1 added, 1 removed");
		assert.equal(
			await row(page, "Find").locator("[aria-checked=true]").count(),
			1,
		);
		await page.mouse.move(2, 2);
		await page.locator(".news").waitFor({ state: "detached" });
		await shows(page, ".row .content", "New");
		assert.equal(await page.locator(".row", { hasText: "Fill in" }).count(), 0);
	}));

test("a press on the line lets in what waits", () =>
	withList(todos, async (page) => {
		await page.mouse.move(...(await centerOf(row(page, "Pay"))));
		await holdTime(page);
		await act(page, "store.as('model').addAfterPosition(0, ['New', 'Newer'])");
		await shows(page, ".news", "2 added");
		await passTime(page, 500);
		await page.locator(".news").click();
		await shows(page, ".row .content", "Newer");
		const [x, y] = await centerOf(row(page, "Find").locator(".glyph"));
		await page.mouse.click(x, y);
		assert.equal(await page.evaluate("store.get('t1').status"), "todo");
		await passTime(page, 500);
		await page.locator(".settling").waitFor({ state: "detached" });
		await page.mouse.click(x, y);
		await page.waitForFunction("store.get('t1').status === 'done'");
	}));

for (const mode of ["list", "line"])
	for (const line of [".news", ".ask.folded"])
		test(`the line ${line} covers no row, in mode ${mode}`, () =>
			withList(todos, async (page) => {
				await act(page, `element.mode = "${mode}"`);
				if (mode === "line") await page.locator(".line").click();
				await row(page, "Pay").locator(".text").focus();
				await page.keyboard.press("ArrowDown");
				await act(
					page,
					line === ".news"
						? "store.as('model').add('New')"
						: "store.as('model').wait(2, { question: 'Red or steel? '.repeat(20) })",
				);
				await page.locator(line).waitFor();
				// The text of the first row is whole, and its buttons take presses.
				const [below, text] = await Promise.all(
					[page.locator(line), row(page, "Find").locator(".content")].map(
						(each) => each.boundingBox(),
					),
				);
				assert.ok(below.y + below.height <= text.y, `${below.y} ${text.y}`);
				assert.ok(below.height >= 24);
				await rowButton(page, "Find", /^Skip/).click();
				await page.waitForFunction("store.get('t1').status === 'skipped'");
				await page.locator(line).waitFor();
			}));

test("a notice, a lost connection and a plan that changes push nothing", () =>
	withList(["Open the shop", ...todos], async (page) => {
		// What comes within a second belongs to the first plan.
		await page.evaluate(() => {
			const { now } = Date;
			Date.now = () => now() + 1100;
		});
		await page.mouse.move(...(await centerOf(row(page, "Pay"))));
		await drawn(page);
		const before = await placesOf(page);
		await page.evaluate(() => {
			const [tool] = globalThis.todos.tools(globalThis.store, {
				dialect: "update_plan",
			});
			const plan = ["Open the shop", "Look around", "Pay"];
			tool.call({ plan: plan.map((step) => ({ step, status: "pending" })) });
		});
		await page.locator(".news").waitFor();
		assert.deepEqual(await placesOf(page), before);
		assert.equal(await page.locator(".replan").count(), 0);
		await page.mouse.move(2, 2);
		await shows(page, ".replan", "The plan changed: 1 added");
	}));

test("a question under a resting pointer is one line", () =>
	withList(todos, async (page) => {
		const [x, y] = await centerOf(row(page, "Fill in").locator(".glyph"));
		await page.mouse.move(x, y);
		await drawn(page);
		await holdTime(page);
		const before = await placesOf(page);
		await act(
			page,
			"store.as('model').wait(4, {question: 'Pay?', options: ['Pay now', 'Not yet']})",
		);
		await shows(page, ".ask.folded", "Pay?");
		await passTime(page, 2500);
		await drawn(page);
		assert.deepEqual(await placesOf(page), before);
		assert.equal(await page.locator(".ask .question").count(), 0);
		await page.mouse.click(x, y);
		await page.waitForFunction("store.get(3).status === 'done'");
		assert.equal(await page.evaluate("store.get(4).answer"), undefined);
		await page.mouse.move(2, 2);
		await shows(page, ".ask .question", "Pay?");
	}));

test("a card answered elsewhere leaves its place", () =>
	withList(todos, async (page) => {
		await page.mouse.move(2, 2);
		await act(page, "store.as('model').wait(4, {question: 'Pay?'})");
		await shows(page, ".ask .question", "Pay?");
		await armed(page);
		await page.mouse.move(...(await centerOf(row(page, "Tell"))));
		await drawn(page);
		const before = await placesOf(page);
		await page.evaluate("void store.as('host').answer(4, 'yes')");
		await shows(page, ".ghost", "It was answered elsewhere");
		assert.deepEqual(await placesOf(page), before);
		await page.mouse.move(2, 2);
		await page.locator(".ask").waitFor({ state: "detached" });
	}));

test("Undo stands in the row for 8 s, and hides nothing", () =>
	withList(todos, async (page) => {
		await holdTime(page);
		await rowButton(page, "Choose", /^Skip/).click();
		await rowButton(page, "Tell", /^Skip/).click();
		await page.mouse.move(2, 2);
		const undo = row(page, "Choose").locator(".meta .undo");
		await undo.waitFor();
		assert.equal(await undo.textContent(), "You · Undo");
		assert.equal(
			await undo.getAttribute("aria-label"),
			"You · Undo: skipped “Choose”",
		);
		assert.equal(await page.locator(".toast").count(), 0);
		// Each press is taken back by itself, whatever the agent has done since.
		await act(page, "store.as('model').complete(1)");
		await undo.click();
		await isList(
			page,
			"Find: done | Choose: todo | Fill in: todo | Pay: todo | Tell: skipped",
		);
		const last = row(page, "Tell").locator(".meta .undo");
		await last.waitFor();
		await page.mouse.move(2, 2);
		await passTime(page, 8000);
		await last.waitFor({ state: "detached" });
	}));

test("a removed row stays as a struck line with Undo", () =>
	withList(todos, async (page) => {
		await holdTime(page);
		await page.mouse.move(...(await centerOf(row(page, "Choose"))));
		await drawn(page);
		const before = await placesOf(page);
		await page.keyboard.press("Tab");
		await row(page, "Choose").locator(".text").focus();
		await page.keyboard.press("Delete");
		await page.waitForFunction("store.size === 4");
		const struck = page.locator(".row[data-status=removed]");
		await shows(page, ".row[data-status=removed]", "Choose");
		assert.deepEqual(await placesOf(page), before);
		await struck
			.getByRole("button", { name: "Undo: removed “Choose”" })
			.click();
		await page.waitForFunction("store.size === 5");
		await struck.waitFor({ state: "detached" });
		await fromMenu(page, "Remove", row(page, "Choose"));
		await struck.waitFor();
		await page.mouse.move(2, 2);
		await page.evaluate("document.activeElement.blur()");
		await passTime(page, 8000);
		await struck.waitFor({ state: "detached" });
	}));

test("what cannot be taken back any more says so in the row", () =>
	withList(todos, async (page) => {
		await row(page, "Find").getByRole("checkbox").click();
		await act(page, "store.as('host').reopen(1)");
		await row(page, "Find").hover();
		await row(page, "Find").locator(".meta .undo").click();
		await shows(
			row(page, "Find"),
			".sub",
			"It cannot be taken back: it was changed since",
		);
	}));

test("Undo after a merge takes back the press, nobody else's change", async () => {
	const context = await (await opened().open()).context();
	const tabs = [await opened().visit(context), await opened().visit(context)];
	const openIn = (page) =>
		page.evaluate(async () => {
			const { todos } = globalThis;
			// Without `watch`, a tab hears of the other only when it writes.
			const storage = {
				async read(name) {
					return JSON.parse(localStorage.getItem(name) ?? "null");
				},
				async write(name, text, expected) {
					const { revision = 0 } =
						JSON.parse(localStorage.getItem(name) ?? "null") ?? {};
					if (revision !== expected)
						throw new todos.StorageError("conflict", "another tab wrote it");
					const stored = { text, revision: revision + 1 };
					localStorage.setItem(name, JSON.stringify(stored));
					return stored.revision;
				},
			};
			globalThis.show([]);
			const { store } = globalThis;
			globalThis.persistence = await todos.persist(store, storage, {
				name: "merged",
			});
			if (store.size === 0) store.addMultiple(["Find", "Choose", "Pay"]);
			await globalThis.persistence.flushed();
		});
	for (const page of tabs) await openIn(page);
	const [one, other] = tabs;
	await one.evaluate(async () => {
		globalThis.store.as("model").complete(1);
		await globalThis.persistence.flushed();
	});
	await row(other, "Pay").getByRole("checkbox").click();
	await other.evaluate("persistence.flushed()");
	await isList(other, "Find: done | Choose: todo | Pay: done");
	await row(other, "Pay").locator(".undo").click();
	await isList(other, "Find: done | Choose: todo | Pay: todo");
	await other.evaluate("persistence.flushed()");
	await context.close();
});

const preflight = `*, ::after, ::before, ::backdrop, ::file-selector-button {
	box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
	main { max-width: 400px }`;

test("in a page of Tailwind the panel has its frame", async () => {
	const page = await opened().open({ bypassCSP: true });
	await page.addStyleTag({ content: preflight });
	await page.evaluate((todos) => void globalThis.show(todos), todos);
	const frame = await page.evaluate(() => {
		const { boxShadow, borderTopWidth } = getComputedStyle(globalThis.element);
		return [boxShadow, borderTopWidth];
	});
	assert.match(frame[0], /rgb\(229, 229, 233\) 0px 0px 0px 1px inset/);
	assert.equal(frame[1], "0px");
	await page.context().close();
});

test("the wheel scrolls the page over a short panel", async () => {
	const page = await opened().open({ bypassCSP: true });
	await page.addStyleTag({
		content: `${preflight} body { height: 3000px }`,
	});
	await page.evaluate((todos) => void globalThis.show(todos), todos);
	await page.mouse.move(...(await centerOf(row(page, "Pay"))));
	await page.mouse.wheel(0, 240);
	await page.waitForFunction("scrollY === 240");
	await page.evaluate(() => {
		scrollTo(0, 0);
		globalThis.element.style.maxBlockSize = "160px";
	});
	await page.mouse.move(...(await centerOf(row(page, "Choose"))));
	await page.mouse.wheel(0, 600);
	await page.waitForFunction(
		"element.shadowRoot.querySelector('.scroll').scrollTop > 20",
	);
	await page.evaluate(() => {
		globalThis.wheels = 0;
		addEventListener("wheel", () => globalThis.wheels++);
	});
	await page.mouse.wheel(0, 600);
	await page.waitForFunction("wheels > 0");
	await drawn(page);
	assert.equal(await page.evaluate("scrollY"), 0);
	await page.context().close();
});

/** The model sends its old plan again. */
const sendOldPlan = (page, ...statuses) =>
	page.evaluate((statuses) => {
		const { todos, store, element } = globalThis;
		globalThis.talk ??= new todos.Conversation(store, { dialect: "TodoWrite" });
		element.agent = globalThis.talk;
		if (statuses.length === 0) globalThis.talk.reminder();
		else
			globalThis.talk.tools[0].call({
				todos: ["Find", "Choose", "Fill in", "Pay", "Tell"].map(
					(content, place) => ({
						content,
						activeForm: content,
						status: statuses[place] ?? "pending",
					}),
				),
			});
	}, statuses);

for (const list of ["store", "follower"])
	test(`what held is seen, and let by a press: ${list}`, () =>
		withList(todos, async (page) => {
			if (list === "follower")
				await page.evaluate(async () => {
					const { todos, store, element } = globalThis;
					todos.connect(store, { name: "held" });
					element.list = await todos.follow({ name: "held" });
				});
			await row(page, "Tell").waitFor();
			await sendOldPlan(page);
			await page.evaluate("void store.as('user').skip(2, 'too dear')");
			await page.mouse.move(2, 2);
			await sendOldPlan(page, "in_progress");
			const choose = row(page, "Choose");
			const pill = choose.locator(".pill.held");
			await shows(choose, ".pill.held", /^You · held$/);
			await shows(
				choose,
				".sub",
				"The agent sent its old plan. Stays skipped.",
			);
			await choose.and(page.locator(".pulse")).waitFor();
			await sendOldPlan(page, "completed", "in_progress");
			await shows(choose, ".pill.held", /^You · held 2×$/);
			assert.match(
				await pill.getAttribute("aria-label"),
				/The agent sent its old plan\. Stays skipped\./,
			);
			await pill.click();
			await page.getByRole("menuitem", { name: "Keep" }).waitFor();
			await page
				.getByRole("menuitem", { name: "Let the agent: reopen it" })
				.click();
			await page.waitForFunction("store.get(2).status !== 'skipped'");
			assert.equal(
				await page.evaluate(
					"store.decisions().findLast(({ key }) => key === 't2').by",
				),
				"user",
			);
			await pill.waitFor({ state: "detached" });
			// It is a press like any other, and can be taken back.
			await choose.locator(".undo").click();
			await page.waitForFunction("store.get(2).status === 'skipped'");
		}));

test("what held under a resting pointer moves nothing", () =>
	withList(todos, async (page) => {
		await sendOldPlan(page);
		await page.evaluate("void store.as('user').complete(2)");
		await page.mouse.move(...(await centerOf(row(page, "Tell"))));
		await drawn(page);
		const before = await placesOf(page);
		await sendOldPlan(page, "in_progress");
		await shows(row(page, "Choose"), ".pill.held", "You · held");
		assert.deepEqual(await placesOf(page), before);
	}));

test("60 presses beside an agent end on their rows", () =>
	withList(
		Array.from({ length: 12 }, (_, place) => `Todo ${place}`),
		async (page) => {
			await page.evaluate(() => {
				const agent = globalThis.store.as("model");
				globalThis.steps = 0;
				globalThis.working = setInterval(() => {
					const count = globalThis.steps++;
					const next = agent.getNextTodo();
					if (next && count % 3 === 2) agent.complete(next.key);
					if (count % 4 === 1) agent.add(`More ${count}`);
					if (count % 5 === 3) agent.addAfterPosition(1, [`Early ${count}`]);
				}, 40);
			});
			let random = 7;
			const below = (most) => {
				random = (random * 48271) % 2147483647;
				return random % most;
			};
			const wrong = [];
			let landed = 0;
			for (let press = 0; press < 60; press++) {
				const aimed = await page.evaluate((pick) => {
					const { store, element } = globalThis;
					const open = [
						...element.shadowRoot.querySelectorAll(".list .row[data-key]"),
					].filter(
						(row) =>
							row.checkVisibility() &&
							row.getBoundingClientRect().bottom < innerHeight &&
							store.get(row.dataset.key),
					);
					const row = open[pick % open.length];
					const { x, y, height } = row.getBoundingClientRect();
					return [row.dataset.key, x + 20, y + height / 2];
				}, below(997));
				const [key, x, y] = aimed;
				await page.mouse.move(x, y);
				// The pointer rests: where it is now, counts.
				const under = await page.evaluate(
					// Also where the row has moved, and takes no press for a moment.
					(y) =>
						[
							...globalThis.element.shadowRoot.querySelectorAll(".list .row"),
						].find((row) => {
							const { top, bottom } = row.getBoundingClientRect();
							return row.checkVisibility() && top <= y && y < bottom;
						})?.dataset.key,
					y,
				);
				const before = await page.evaluate(
					"store.decisions().filter(({ by }) => by === 'user').map(({ key, revision }) => [key, revision].join(' '))",
				);
				await page.waitForFunction(
					(steps) => globalThis.steps >= steps,
					(await page.evaluate("steps")) + 1 + below(4),
				);
				await page.mouse.click(x, y);
				await drawn(page);
				const decided = await page.evaluate(
					"store.decisions().filter(({ by }) => by === 'user').map(({ key, revision }) => [key, revision].join(' '))",
				);
				const made = decided
					.filter((it) => !before.includes(it))
					.map((it) => it.split(" ")[0]);
				landed += made.length;
				if (made.some((it) => it !== under))
					wrong.push([press, key, under, made]);
			}
			await page.evaluate("clearInterval(working)");
			assert.deepEqual(wrong, []);
			// Of the rest, some let in what waits, and some the agent has answered meanwhile.
			assert.ok(landed >= 10, `${landed} presses did something`);
		},
	));
