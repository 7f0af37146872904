// The extension in Chromium, from end to end.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serve } from "../../www/browsers/serve.mjs";
import { buildExtension } from "../../www/built.mjs";
import { builtAndServed } from "../demo/served-demo.mjs";
import { deferred } from "../tools/lists.mjs";
import { callOf, key, modelEndpoint, plan } from "../tools/model-endpoint.mjs";
import { slowTest } from "../tools/slow.mjs";
import { until } from "../tools/until.mjs";
import { openChromium } from "./chromium.mjs";

const verdict = {
	text: '{"isComplete":true,"reasoning":"All of it is there.","suggestions":[]}',
};
/**
 * Returns the endpoint of a model that plans these todos, and finds the task complete when they are
 * settled; `work` answers what it is asked in between. It is closed when the test ends, however it
 * does: one that is left open keeps the process alive.
 */
async function model(t, contents, work = () => ({ text: "Done." })) {
	const endpoint = await modelEndpoint({
		answer(asked) {
			if (asked.said.startsWith("Is the task complete?")) return verdict;
			if (asked.tools.includes("click")) return work(asked);
			return asked.answers.length === 0
				? plan(...contents)
				: { text: "That is the plan." };
		},
	});
	t.after(endpoint.close);
	return endpoint;
}

let shop, toolPage, browser;
before(async () => {
	await buildExtension();
	shop = await builtAndServed();
	toolPage = await pageWithTools();
	browser = await openChromium(
		[shop.url, toolPage.url],
		["--enable-features=WebMCP"],
	);
});
after(async () => {
	await browser?.close();
	await shop?.close();
	await toolPage?.close();
});

/** Returns a page that has a button, and a tool that does the same. */
function pageWithTools() {
	const html = `<!doctype html><link rel="icon" href="data:," /><title>Tea</title><h1>Tea</h1><p id="basket">Nothing in the basket.</p><button>Add</button>
<script>
	const add = (how, tea) => { basket.textContent = how + ": " + tea; return "added " + tea; };
	document.querySelector("button").onclick = () => add("by the button", "some tea");
	document.modelContext?.registerTool({
		name: "add_to_basket",
		description: "Adds a tea to the basket.",
		inputSchema: { type: "object", properties: { tea: { type: "string" } }, required: ["tea"] },
		execute: ({ tea }) => add("by the tool", tea),
	});
</script>`;
	return serve(() => ({ text: html }));
}

/** Has the extension ask this model from now on. */
const asks = ({ url }, given = key) =>
	browser.setOptions({ kind: "openai", url, model: "test", pace: 0 }, given);

/** Has the agent begin, at once where the plan is not to be reviewed. */
async function begin(panel, task, { review = false } = {}) {
	await panel.getByLabel("Let me review the plan first").setChecked(review);
	if (task) await panel.getByLabel("What should the agent do").fill(task);
	await press(panel, "Begin");
	if (review) await panel.locator('#list[mode="review"]').waitFor();
}

/** The panel shows no task, also where an earlier test left one that waits. */
async function anew(panel) {
	const stop = panel.getByRole("button", { name: "Stop" });
	if (await stop.isVisible()) {
		await stop.click();
		await panel.getByText("Stopped.").waitFor();
	}
	const button = panel.getByRole("button", { name: "New task" });
	if (await button.isVisible()) await button.click();
}

const fast = { kind: "scripted", url: "", model: "", pace: 0 };

/**
 * Opens a page, the shop from its start unless another is given, and the panel for its tab; lets
 * `act` use them.
 */
async function withPanel(act, { address, wait = 0 } = {}) {
	const page = await browser.open(
		address ??
			new URL(`shop/index.html?start=over&wait=${wait}`, shop.url).href,
	);
	const panel = await browser.openPanel(page);
	await anew(panel);
	try {
		await act({ page, panel });
	} catch (error) {
		// What the panel says tells where the agent is.
		const said = await panel.locator("body").ariaSnapshot();
		throw new Error(`The panel says:\n${said}`, { cause: error });
	}
	await panel.close();
	await page.close();
	assert.deepEqual(browser.troubles, []);
}

const press = (panel, name) => panel.getByRole("button", { name }).click();
/** The status of a todo in the store, by what its row is shown as. */
const statusOf = {
	blocked: "todo",
	waiting: "todo",
	event: "todo",
	claimed: "doing",
};
/** Returns the list, as `status: content`. */
const rows = (panel) =>
	panel
		.locator("#list .row")
		.evaluateAll((rows) =>
			rows.map(
				(row) =>
					`${row.dataset.status}: ${row.querySelector(".content").textContent}`,
			),
		)
		.then((all) =>
			all.map((row) =>
				row.replace(/^\w+/, (shown) => statusOf[shown] ?? shown),
			),
		);
const statuses = async (panel) =>
	(await rows(panel)).map((row) => row.split(":")[0]).join(" ");
const row = (panel, content) =>
	panel.locator("#list .row").filter({ hasText: content });
const all = (status) => Array(8).fill(status).join(" ");
/**
 * Waits for a question, and presses the line as which it comes while the person is in the list,
 * until it takes presses.
 */
async function asked(panel, text = /./) {
	const line = panel.locator("#list .ask.folded");
	const card = panel.locator("#list .ask:not(.folded)");
	await until(`the question ${text}`, async () => {
		// It may unfold by itself meanwhile.
		if (await line.isVisible())
			await line.click({ timeout: 1000 }).catch(() => {});
		return await card.getByText(text).first().isVisible();
	});
	await takesPresses(panel);
}
/** A card that came or changed takes no press for a moment. */
const takesPresses = (panel) =>
	panel.locator("#list .arming").waitFor({ state: "detached" });
/** The person confirms the payment, before which nothing is ordered. */
async function ordered(page, panel) {
	const confirm = panel.getByRole("button", { name: "Confirm", exact: true });
	await asked(panel, /Total/);
	assert.equal(await page.locator("h1").textContent(), "Delivery");
	await confirm.click();
	await panel.getByText(/^Order K-\d+ is placed/).waitFor();
}

test("the whole task: reviewed, killed twice, and ordered", async () => {
	await browser.setOptions(fast);
	await withPanel(async ({ page, panel }) => {
		await begin(panel, undefined, { review: true });
		assert.equal(await panel.locator("#list").getAttribute("mode"), "review");
		assert.equal(await statuses(panel), all("todo"), "nothing is begun");
		const reviewed = await rows(panel);
		await browser.stopWorker(panel);
		assert.deepEqual(await rows(panel), reviewed);
		await press(panel, "Approve and start");
		await panel
			.locator('#list .row[data-status="done"]')
			.nth(1)
			.waitFor({ state: "attached" });
		await browser.stopWorker(panel);
		await ordered(page, panel);
		assert.equal(await statuses(panel), all("done"));
		assert.equal(
			(await panel.locator("#list .head .title").textContent()).slice(0, 6),
			"8 done",
		);
		assert.equal(
			await page.locator("h1").textContent(),
			"Thank you, Grace Hopper!",
		);
		assert.equal(
			await page.locator("dd").first().textContent(),
			"2 × Gooseneck kettle, green",
		);
	});
});

/**
 * Waits until the extension calls the person with this badge and so many notifications, and no
 * alarm wakes the worker.
 */
const calls = (panel, badge, notifications) =>
	until(`the badge is ${JSON.stringify(badge)}`, async () => {
		const now = await panel.evaluate(async () => [
			await chrome.action.getBadgeText({}),
			Object.keys(await chrome.notifications.getAll()).length,
			(await chrome.alarms.getAll()).length,
		]);
		return JSON.stringify(now) === JSON.stringify([badge, notifications, 0]);
	});

test("the toolbar and the panel say what waits for the person", async () => {
	await browser.setOptions(fast);
	await withPanel(async ({ page, panel }) => {
		await panel.emulateMedia({ colorScheme: "light" });
		const toolbar = () =>
			panel.evaluate(async () => ({
				title: await chrome.action.getTitle({}),
				badge: await chrome.action.getBadgeText({}),
				colour: (await chrome.action.getBadgeBackgroundColor({})).slice(0, 3),
			}));
		const sizes = () =>
			panel.evaluate(() =>
				[...document.querySelectorAll("body *")]
					.filter((it) => it.checkVisibility() && it.textContent.trim())
					.map((it) => getComputedStyle(it).fontSize),
			);
		assert.deepEqual([...new Set(await sizes())], ["14px"]);
		await begin(panel);
		await asked(panel, /Total/);
		assert.deepEqual([...new Set(await sizes())], ["14px"]);
		const amber = await panel.locator("#list .ask .about").evaluate((about) => {
			const canvas = document.createElement("canvas").getContext("2d");
			canvas.fillStyle = getComputedStyle(about).color;
			canvas.fillRect(0, 0, 1, 1);
			return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
		});
		const question = await panel.locator("#list .question").textContent();
		const { title, badge, colour } = await toolbar();
		assert.equal(title, `Waits for you: Please confirm: ${question}`);
		assert.equal(badge, "1");
		assert.deepEqual(colour, amber);
		await ordered(page, panel);
		await until("nothing waits", async () => (await toolbar()).badge === "");
		assert.equal((await toolbar()).title, "Work on this page");
	});
});

/** Waits until a page is the one that a person sees, as the panel knows. */
const isInFront = (page, panel) =>
	until(`${page.url()} is in front`, () =>
		panel.evaluate(
			async (url) =>
				(await chrome.tabs.query({ active: true })).some(
					(tab) => tab.url === url,
				),
			page.url(),
		),
	);

slowTest(
	"the shop asks for a code, and the answer places the order",
	async () => {
		await browser.setOptions(fast);
		const address = new URL("shop/index.html?start=over&code", shop.url).href;
		await withPanel(
			async ({ page, panel }) => {
				await begin(panel);
				await asked(panel, /Total/);
				await panel
					.getByRole("button", { name: "Confirm", exact: true })
					.click();
				const card = panel.locator("#list .ask");
				const answer = async (code) => {
					await asked(panel);
					const field = card.getByLabel("Your answer");
					// What has the focus stays, also while the worker is away.
					await field.focus();
					await field.fill(code);
					await takesPresses(panel);
					await field.press("Enter");
				};
				const question = "Which code did the shop send to grace@example.org?";
				await asked(panel, question);
				await calls(panel, "1", 1);
				// Nothing here can press a notification of the system: its event is dispatched in the
				// worker that hears it.
				await panel.bringToFront();
				await isInFront(panel, panel);
				const [key] = await panel.evaluate(async () =>
					Object.keys(await chrome.notifications.getAll()),
				);
				const worker = browser.context.serviceWorkers().at(-1);
				await worker.evaluate(
					(key) => chrome.notifications.onClicked.dispatch(key),
					key,
				);
				await isInFront(page, panel);
				// Nothing is pressed in a page that is not drawn.
				await panel.bringToFront();

				await browser.stopWorker(panel);
				await calls(panel, "1", 1);
				await answer("000000");
				await asked(panel, `That is not the code that we sent. ${question}`);
				await calls(panel, "1", 1);

				await browser.stopWorker(panel);
				const mail = await browser.open(
					new URL("shop/mail.html", shop.url).href,
				);
				const code = await mail.locator("#code").textContent();
				await mail.close();
				await panel.bringToFront();
				await answer(code);
				await panel.getByText(/^Order K-\d+ is placed/).waitFor();
				assert.equal(await statuses(panel), all("done"));
				assert.equal(
					await page.locator("h1").textContent(),
					"Thank you, Grace Hopper!",
				);
				await calls(panel, "", 0);
			},
			{ address },
		);
	},
);

slowTest("a plan is made anew, and reviewed again", async (t) => {
	const isSeen = deferred();
	const endpoint = await modelEndpoint({
		async answer({ said, answers, tools }) {
			if (said.startsWith("Is the task complete?")) return verdict;
			if (tools.includes("click")) return { text: "Done." };
			if (answers.length > 0) return { text: "That is the plan." };
			if (!said.includes("asks for changes")) return plan("Read the long page");
			assert.match(said, /shorter please/);
			await isSeen.promise;
			const todos = [{ content: "Read the short page" }];
			return {
				calls: [
					callOf("todo_manager", { action: "replace_all", todos, ids: [] }),
				],
			};
		},
	});
	t.after(endpoint.close);
	await asks(endpoint);
	await withPanel(async ({ panel }) => {
		await begin(panel, "Read a page", { review: true });
		await press(panel, "Ask for changes");
		await panel.keyboard.type("shorter please");
		await takesPresses(panel);
		await panel.keyboard.press("Enter");
		await panel.locator('#list:not([mode="review"])').waitFor();
		isSeen.resolve();
		await row(panel, "Read the short page").waitFor();
		await panel.locator('#list[mode="review"]').waitFor();
		await press(panel, "Approve and start");
		await panel.getByText("All of it is there.").waitFor();
		assert.deepEqual(await rows(panel), ["done: Read the short page"]);
	});
});

test("the extension's agent stops within a click, and resumes", async () => {
	await browser.setOptions(fast);
	await withPanel(
		async ({ page, panel }) => {
			await begin(panel);
			// The page that the click led to stays busy for as long as this test may take.
			await page.locator("#asking").waitFor();
			await panel.locator('#list .row[data-status="doing"]').waitFor();
			await press(panel, "Stop");
			await panel.getByText("Stopped. The list stays as it is.").waitFor();
			assert.ok(!(await statuses(panel)).includes("doing"));
			assert.ok(await page.locator("#asking").isVisible(), "it waits still");

			await page.evaluate(() => {
				for (const [name, text] of Object.entries(sessionStorage))
					sessionStorage[name] = text.replace(/"wait":\d+/, '"wait":0');
			});
			await page.reload();
			await press(panel, "Continue");
			await ordered(page, panel);
			assert.equal(await statuses(panel), all("done"));
		},
		{ wait: 900_000 },
	);
});

test("a second model: no todo tool, and the payment waits", async () => {
	await browser.setOptions({ ...fast, hasScribe: true });
	await withPanel(async ({ page, panel }) => {
		await begin(panel);
		await asked(panel, /Total/);
		assert.equal(await page.locator("h1").textContent(), "Delivery");
		await browser.stopWorker(panel);
		await panel.reload();
		await press(panel, "Send back…");
		await panel.keyboard.type("show me the total again");
		await takesPresses(panel);
		await panel.keyboard.press("Enter");
		await ordered(page, panel);
		assert.equal(await statuses(panel), all("done"));
		assert.equal(
			await page.locator("dd").first().textContent(),
			"2 × Gooseneck kettle, green",
		);
	});
});

slowTest("a payment that the person sends back is not made", async () => {
	await browser.setOptions(fast);
	await withPanel(async ({ page, panel }) => {
		await begin(panel);
		await asked(panel);
		await press(panel, "Send back…");
		await panel.keyboard.type("too dear");
		await takesPresses(panel);
		await panel.keyboard.press("Enter");
		// The script has no move for that.
		await asked(panel, /only a script/);
		await press(panel.locator("#list .ask"), "Skip");
		await panel.getByText(/^No order is placed/).waitFor();
		assert.equal(await page.locator("h1").textContent(), "Delivery");
	});
});

slowTest(
	"what the person changes reaches an agent that was killed",
	async (t) => {
		const [asked, held] = [deferred(), deferred()];
		const endpoint = await model(
			t,
			["Look around", "Compare", "Choose the invoice", "Leave"],
			async ({ answers }) => {
				asked.resolve();
				await held.promise;
				return answers.length === 0
					? { calls: [callOf("read_page", {})] }
					: { text: "Done." };
			},
		);
		await asks(endpoint);
		await withPanel(async ({ panel }) => {
			await begin(panel, "Look and pay", { review: true });
			await press(panel, "Approve and start");
			await asked.promise;
			const before = endpoint.asked.length;

			await press(row(panel, "Choose the invoice"), /^Edit/);
			await panel.keyboard.press("ControlOrMeta+A");
			await panel.keyboard.type("Choose the card");
			await takesPresses(panel);
			await panel.keyboard.press("Enter");
			await row(panel, "Choose the card").waitFor();
			await row(panel, "Leave").locator(".text").focus();
			await panel.keyboard.press("Alt+ArrowUp");
			await press(row(panel, "Compare"), /^Skip/);
			await row(panel, "Compare").getByLabel("Why? (optional)").waitFor();
			await panel.keyboard.type("no time");
			await takesPresses(panel);
			await panel.keyboard.press("Enter");
			await panel
				.locator('#list .row[data-status="skipped"]')
				.waitFor({ state: "attached" });
			const unseen = "Changed by you. The agent reads it before its next step";
			await row(panel, "Choose the card").getByLabel(unseen).first().waitFor();

			await browser.stopWorker(panel);
			held.resolve();
			await panel.getByText("All of it is there.").waitFor();
			// The panel itself joins a worker that was woken otherwise at most once in ten seconds.
			await panel
				.locator('#list .row[data-status="done"]')
				.nth(2)
				.waitFor({ state: "attached" });
			const heard = endpoint.asked[before].messages
				.map(({ content }) => content)
				.filter((content) => content?.startsWith("<browser-state>"))
				.join("\n");
			assert.match(heard, /Choose the card/);
			assert.match(heard, /\d \("Compare"\): no time/);
			await press(panel, "The todos");
			assert.equal(await panel.locator("#list").getByLabel(unseen).count(), 0);
			assert.deepEqual(await rows(panel), [
				"done: Look around",
				"skipped: Compare",
				"done: Leave",
				"done: Choose the card",
			]);
			assert.ok(
				!JSON.stringify(endpoint.asked).includes('"Todo 2:'),
				"what was skipped is not done",
			);
		});
	},
);

slowTest(
	"the tools of a page are called before anything is clicked",
	async (t) => {
		const endpoint = await model(
			t,
			["Put Sencha in the basket"],
			({ answers }) => {
				if (answers.length > 1) return { text: "It is there." };
				if (answers.length === 0) return { calls: [callOf("read_page", {})] };
				const isThere = /^- add_to_basket: .*"tea"/m.test(answers[0]);
				const given = { name: "add_to_basket", input: '{"tea":"Sencha"}' };
				const call = isThere
					? callOf("use_page_tool", given)
					: callOf("click", { element: 1 });
				return { calls: [call] };
			},
		);
		await asks(endpoint);
		await withPanel(
			async ({ page, panel }) => {
				// Chromium reports a registered tool a little later.
				await page.waitForFunction(
					async () => (await document.modelContext.getTools()).length === 1,
				);
				await begin(panel, "Get Sencha");
				await panel.getByText("All of it is there.").waitFor();
				assert.equal(
					await page.locator("#basket").textContent(),
					"by the tool: Sencha",
				);
				const { content } = endpoint.asked
					.at(-1)
					.messages.findLast(({ role }) => role === "tool");
				assert.match(content, /^add_to_basket answers: .*added Sencha/);
			},
			{ address: toolPage.url },
		);
	},
);

slowTest("a page that is slow to leave is waited for", async (t) => {
	const heard = [];
	const endpoint = await model(t, ["Go on"], ({ answers }) => {
		heard.push(...answers.slice(heard.length));
		const calls = [
			callOf("read_page", {}),
			callOf("click", { element: 1 }),
			callOf("click", { element: 1 }),
		];
		const next = calls[answers.length];
		return next ? { calls: [next] } : { text: "Done." };
	});
	await asks(endpoint);
	const page = (title, next) => ({
		text: `<!doctype html><link rel="icon" href="data:," /><title>${title}</title><h1>${title}</h1>${next}`,
	});
	const slow = await serve((path) => {
		if (path.includes("second"))
			return page("Second", '<a href="third">On</a>');
		if (path.includes("third")) return page("Third", "");
		return page("First", '<form action="second"><button>On</button></form>');
	});
	t.after(slow.close);
	await withPanel(
		async ({ page, panel }) => {
			const session = await page.context().newCDPSession(page);
			await session.send("Emulation.setCPUThrottlingRate", { rate: 20 });
			await begin(panel, "Go on");
			await panel.getByText("All of it is there.").waitFor();
			assert.match(heard[1], /Second/);
			assert.match(heard[2], /Third/);
		},
		{ address: slow.url },
	);
});

/**
 * Has the browser allow what the panel asks it for, and returns what that is: its question is a
 * window that nothing here can press.
 */
async function noted(panel) {
	await panel.evaluate(() => {
		window.requested = [];
		chrome.permissions.request = async (asked) => {
			window.requested.push(asked.origins);
			return true;
		};
	});
	return () => panel.evaluate("requested");
}

test("on a site without approval nothing is done", async (t) => {
	const other = new URL(toolPage.url).origin;
	const isAsked = deferred();
	const endpoint = await model(
		t,
		["Look at the tea"],
		async ({ answers, said }) => {
			const calls = [
				() => callOf("read_page", {}),
				// A link leads there, and the model wants to go on.
				() => callOf("click", { element: 1 }),
				() => callOf("click", { element: 1 }),
				() => callOf("go_back", {}),
				() => callOf("open", { url: toolPage.url }),
				async () => {
					isAsked.resolve();
					return callOf("ask_user", { question: "May I?" });
				},
			];
			if (said.includes(": yes"))
				return answers.length === 0
					? { calls: [callOf("open", { url: toolPage.url })] }
					: { text: "There it is." };
			const next = await calls[answers.length]?.();
			return next ? { calls: [next] } : { text: "I wait." };
		},
	);
	await asks(endpoint);
	const leading = await serve(() => ({
		text: `<!doctype html><link rel="icon" href="data:," /><title>Links</title><h1>Links</h1><a href="${toolPage.url}">Tea</a>`,
	}));
	t.after(leading.close);
	const here = new URL(leading.url).origin;
	await withPanel(
		async ({ page, panel }) => {
			const requested = await noted(panel);
			await begin(panel, "Get some tea", { review: true });
			assert.deepEqual(await requested(), [], "nothing is approved yet");
			await press(panel, "Approve and start");
			await isAsked.promise;
			const box = panel.getByRole("button", { name: `Take out ${other}` });
			const card = panel.locator("#list .ask");
			await asked(panel);
			// Whichever came first is in front.
			await card.getByText(/[12]\/2/).waitFor();
			if (!(await box.isVisible()))
				await card.getByRole("button", { name: "Next" }).click();
			await box.waitFor();
			assert.equal(await page.locator("h1").textContent(), "Links");
			// The first is about the plan.
			const [, ...heard] = endpoint.asked
				.at(-1)
				.messages.filter(({ role }) => role === "tool")
				.map(({ content }) => content);
			const alone = `the page that is open is one of ${other}, and the user lets you act on ${here} alone`;
			assert.ok(heard[1].includes(alone), heard[1]);
			assert.ok(heard[2].includes(alone), heard[2]);
			assert.match(heard[3], /Links/);
			assert.ok(heard[4].includes(`${other} yet, and is asked`), heard[4]);
			assert.ok(!heard.join().includes("basket"), "it read nothing there");

			await press(panel, "Allow");
			await box.waitFor({ state: "detached" });
			const patterns = [here, other].map(
				(site) => `http://${new URL(site).hostname}/*`,
			);
			assert.deepEqual(await requested(), [patterns.slice(0, 1), patterns]);
			await card.getByLabel("Your answer").fill("yes");
			await takesPresses(panel);
			await card.getByLabel("Your answer").press("Enter");
			await panel.getByText("All of it is there.").waitFor();
			assert.equal(await page.locator("h1").textContent(), "Tea");
		},
		{ address: leading.url },
	);
});

for (const [what, tried, takesOut] of [
	["takes out", 0, true],
	["takes back", 1, false],
])
	test(`a site that the person ${what} is not acted on`, async (t) => {
		const [hasRead, mayGoOn] = [deferred(), deferred()];
		const heard = [];
		const endpoint = await model(t, ["Look around"], async ({ answers }) => {
			heard.push(...answers.slice(heard.length));
			if (answers.length === 1) hasRead.resolve();
			if (answers.length === 1) await mayGoOn.promise;
			return answers.length < 2
				? { calls: [callOf("read_page", {})] }
				: { text: "Done." };
		});
		await asks(endpoint);
		await withPanel(async ({ panel }) => {
			const requested = await noted(panel);
			await begin(panel, "Look around", { review: true });
			const site = new URL(shop.url);
			if (takesOut) await press(panel, `Take out ${site.origin}`);
			await press(panel, "Approve and start");
			await hasRead.promise;
			if (!takesOut) {
				await panel.locator("#list .where").click();
				await press(panel, "Take back");
				await panel.locator('#list[mode="sites"]').waitFor();
			}
			mayGoOn.resolve();
			await until("the model heard it", () => heard.length >= 2);
			assert.match(heard[tried], /the user lets you act on no site alone/);
			assert.equal(/^Page: /.test(heard[0]), !takesOut);
			assert.deepEqual(
				await requested(),
				takesOut ? [] : [[`http://${site.hostname}/*`]],
			);
			await press(panel, "Stop");
			await panel.getByText("Stopped.").waitFor();
		});
	});

slowTest("a todo in the panel brings its tab to the front", async (t) => {
	const endpoint = await model(t, ["Look around"]);
	await asks(endpoint);
	await withPanel(async ({ page, panel }) => {
		await begin(panel, "Look around");
		await panel.getByText("All of it is there.").waitFor();
		// Only the header is left a moment later, once the person has left the list.
		await panel.mouse.move(0, 0);
		await panel.evaluate("document.activeElement.blur()");
		await panel
			.getByRole("button", { name: "The todos", expanded: false })
			.click();
		const more = row(panel, "Look around").getByRole("button", {
			name: /^More/,
		});
		const open = panel.getByRole("menuitem", { name: /^Open/ });
		for (const act of [(it) => it.click(), (it) => it.press("Enter")]) {
			await panel.bringToFront();
			await isInFront(panel, panel);
			await act(more);
			await act(open);
			await isInFront(page, panel);
		}
		const asked = JSON.stringify(endpoint.asked);
		assert.ok(!asked.includes(page.url()), "no model reads it");
	});
});

slowTest("an endpoint that refuses the key stops the run", async (t) => {
	const endpoint = await model(t, ["Look around"]);
	await asks(endpoint, "sk-wrong");
	await withPanel(async ({ panel }) => {
		await begin(panel, "Look around");
		await panel
			.getByText(
				"The endpoint refuses the key (401): Incorrect API key provided.",
			)
			.waitFor();
		await asks(endpoint);
		await press(panel, "Continue");
		await panel.getByText("All of it is there.").waitFor();
		assert.deepEqual(await rows(panel), ["done: Look around"]);
	});
});

test("of an unseen page, the panel says what to do", async () => {
	const panel = await browser.open(browser.at("panel.html?tab=999999"));
	await panel.locator("html[data-ready]").waitFor();
	await anew(panel);
	await begin(panel, "Anything");
	await panel.getByRole("alert").getByText("Click its icon").waitFor();
	await panel.close();
});

test("the options are kept, and the key as was asked", async () => {
	await browser.setOptions(fast);
	const page = await browser.open(browser.at("options.html"));
	await page.locator("html[data-ready]").waitFor();
	assert.equal(await page.getByLabel("Address").isVisible(), false);
	await page.getByLabel("Model", { exact: true }).selectOption("openai");
	assert.equal(
		await page.getByLabel("Address").inputValue(),
		"https://api.openai.com/v1",
	);
	// A site that the browser need not ask about here.
	await page.getByLabel("Address").fill(new URL("v1", shop.url).href);
	await page.getByLabel("Name of the model").fill("m");
	await page.getByLabel("Key", { exact: true }).fill(key);
	const kept = () =>
		page.evaluate(async () => ({
			local: JSON.stringify(await chrome.storage.local.get()),
			session: (await chrome.storage.session.get("key")).key,
		}));
	await press(page, "Save");
	await page.getByText("Saved.").waitFor();
	assert.ok(!(await kept()).local.includes(key));
	assert.equal((await kept()).session, key);
	await page.getByLabel("Remember the key").check();
	await press(page, "Save");
	const remembered = (isSo) =>
		until(
			"it is kept",
			async () => (await kept()).local.includes(key) === isSo,
		);
	await remembered(true);
	await page.reload();
	await page.locator("html[data-ready]").waitFor();
	assert.equal(await page.getByLabel("Name of the model").inputValue(), "m");
	await page.getByLabel("Remember the key").uncheck();
	await press(page, "Save");
	await remembered(false);
	await page.close();
	assert.deepEqual(browser.troubles, []);
});
