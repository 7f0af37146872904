// Each state of the panel, as a function that runs in page.html, which imports this module: the
// pictures, the descriptions for screen readers and axe-core all look at these.

const kettle = [
	"Find the Gooseneck kettle in the shop",
	"Choose green, 2 of them",
	"Put them in the basket",
	"Fill in the contact details",
	"Fill in the delivery address",
	"Choose express delivery",
	"Confirm the payment",
	"Tell the order number",
];
const agent = { approve() {}, reject() {}, abort() {} };

let skew = 0;
/** Lets time pass for the list. */
function pass(seconds) {
	const { now } = Date;
	if (skew === 0) Date.now = () => now() + skew;
	skew += seconds * 1000;
}

/** Shows a list at the beginning of its history, while a run goes on. */
function begin(contents, properties) {
	const element = globalThis.show(contents, { agent, ...properties });
	const { store } = globalThis;
	const [model, person] = [store.as("model"), store.as("user")];
	return { element, store, model, person };
}

/**
 * Shows a list of which the first todos are done, each after so many seconds, before anybody saw
 * it: nothing is just done.
 */
function finish(contents, seconds, properties) {
	const list = begin(contents, properties);
	const { element, model } = list;
	const { parentNode } = element;
	element.remove();
	for (const [place, each] of seconds.entries()) work(model, place + 1, each);
	parentNode.append(element);
	return list;
}

/** Does a todo in so many seconds. */
function work(model, place, seconds) {
	model.markDoing(place);
	pass(seconds);
	model.complete(place);
}

/**
 * Lets a model write the beginning of a whole list: these todos, of which those that are known keep
 * their status.
 */
function write(element, store, contents) {
	const conversation = new globalThis.todos.Conversation(store, {
		dialect: "TodoWrite",
	});
	conversation.reminder();
	element.agent = { ...element.agent, conversation };
	const words = { done: "completed", doing: "in_progress" };
	const todos = contents.map((content) => ({
		content,
		status:
			words[store.getAll().find((todo) => todo.content === content)?.status] ??
			"pending",
		activeForm: content,
	}));
	const text = JSON.stringify({ todos });
	conversation.preview(
		"TodoWrite",
		`${text.slice(0, -2)},{"content":"Choose exp`,
	);
}

function working(properties) {
	const list = finish(kettle, [5, 3, 2, 9], properties);
	const { element, store, model, person } = list;
	store.edit(5, {
		activeForm: "Filling in the delivery address",
		description: "12 St James’s Square, London SW1Y 4JH",
	});
	store.edit(7, { confirm: true });
	model.markDoing(5);
	pass(12);
	const conversation = new globalThis.todos.Conversation(store);
	conversation.reminder();
	element.agent = { ...element.agent, conversation };
	person.edit(6, { content: "Choose express delivery!" });
	return list;
}

function coding(question, properties) {
	const list = finish(
		[
			"Read the issue",
			"Reproduce the bug",
			"Fix the parser",
			"Open the pull request",
			"Add a regression test",
			"Ask Ann for a review",
		],
		[20, 48],
		properties,
	);
	const { store, model } = list;
	store.edit(3, { activeForm: "Fixing the parser" });
	model.markDoing(3);
	pass(74);
	model.wait(4, { question: "Which branch shall I target?", ...question });
	store.edit(6, { blockedBy: [4] });
	return list;
}

function outcomes() {
	const list = finish(
		[
			"Look up the domain",
			"Unlock it",
			"Transfer the domain",
			"Pay the transfer fee",
			"Update the changelog",
			"Renew the certificate",
			"Tell the team",
			"Wait for the registrar",
		],
		[9, 22],
	);
	const { store, model, person } = list;
	store.edit(3, { confirm: true });
	work(model, 3, 60);
	person.skip(5, "the release script does it");
	model.skip(6, "valid until March");
	work(model, 7, 4);
	store.wait(8, { for: "event" });
	return list;
}

/**
 * Shows todos that no store has: each content, and what its todo has by its place. `more` is of the
 * list.
 */
function showPlain(contents, details, properties, more) {
	const todos = contents.map((content, place) => ({
		id: place + 1,
		key: `t${place + 1}`,
		content,
		status: "todo",
		...details[place + 1],
	}));
	const list = {
		isConnected: true,
		todos,
		revision: 1,
		proposal: undefined,
		approval: undefined,
		decisions: () => [],
		subscribe: () => () => {},
		history: async () => [],
		allows: async () => true,
		...more,
	};
	begin(
		[],
		properties?.readonly
			? { list: undefined, todos, ...properties }
			: { list, ...properties },
	);
}

const within = (css) => globalThis.element.shadowRoot.querySelector(css);

/** Waits until the element has drawn what was changed. */
/** Waits for something: what was just done stays in its place for a moment. */
async function shows(css) {
	while (!within(css)) await drawn();
}
const drawn = () => new Promise((go) => setTimeout(go, 20));

async function press(css) {
	await drawn();
	within(css).click();
	await drawn();
}

/** The states by name. The numbers are those of the specification. */
export const states = {
	"01-planning": () => begin([]),
	"02-streaming": () => {
		const { element, store } = begin([]);
		write(element, store, kettle.slice(0, 5));
	},
	"02b-rewriting": () => {
		const { element, store } = finish(kettle, [5, 3, 2, 9]);
		store.as("model").markDoing(5);
		pass(12);
		write(element, store, [
			...kettle.slice(0, 4),
			"Ask for the address of the office",
			kettle[4],
		]);
	},
	"02c-new-plan": () => {
		const { element, store } = finish(kettle.slice(0, 3), [5, 3, 2]);
		write(element, store, ["Compare the three toasters", "Choose the red one"]);
	},
	"03-working": () => {
		working().person.approve({ sites: ["shop.example.org"] });
	},
	"03b-not-running": () => {
		const { element } = working({ agent: undefined });
		element.state = "idle";
		element.resumable = true;
	},
	"03d-stopped": async () => {
		let stop;
		const result = new Promise((go) => (stop = go));
		coding(
			{ options: ["main", "release/2.x"] },
			{ agent: { abort() {}, result } },
		);
		await drawn();
		stop({ status: "aborted" });
	},
	"03e-markdown": () =>
		begin(
			[
				"Run `npm run build`, then **fix** what is *red*",
				"Read [the guide](https://docs.example.org)",
			],
			{ agent: undefined },
		),
	"03c-who": () => {
		const { element, store, person } = finish(
			[
				"Read the brief",
				"Find three venues",
				"Compare the prices",
				"Ask the caterer",
				"Book the hall",
				"Order the cake",
				"Send the invitations",
			],
			[12],
		);
		const conversation = new globalThis.todos.Conversation(store);
		element.heading = "Plan the offsite";
		element.agent = { ...element.agent, conversation };
		for (const [place, name] of [
			[2, "researcher"],
			[3, "analyst"],
			[4, "writer"],
		])
			store.as("model", name).markDoing(place);
		person.skip(5, "we meet at home");
		conversation.reminder();
		person.complete(6);
	},
	"05-arriving": async () => {
		const { model } = working();
		await drawn();
		within('[data-key="t6"] .text').focus();
		model.wait(8, { question: "Pay £105.00 with the saved card?" });
	},
	"05-question": () => {
		coding({ options: ["main", "release/2.x"] });
		globalThis.store.as("model").wait(5, { question: "Which version?" });
	},
	"05b-claim": () => {
		const { store, person } = finish(kettle, [5, 3, 2, 9, 20, 19]);
		store.edit(7, { confirm: true });
		pass(14);
		const [tool] = globalThis.todos.tools(store);
		tool.call({
			action: "complete_multiple",
			ids: [7],
			evidence: "https://shop.example.org/orders/4711",
		});
		person.approve({ sites: ["shop.example.org"] });
	},
	"05c-send-back": async () => {
		outcomes();
		await press("[data-do=send-back]");
		within("textarea").value =
			"Use the address of the office, not the private one";
	},
	"05d-sites": () => {
		const { model, person } = working();
		person.approve({ sites: ["shop.example.org"] });
		model.propose({ sites: ["shop.example.org", "pay.example-bank.com"] });
	},
	"06-review": async () => {
		const { store, model } = begin(kettle, { mode: "review" });
		store.edit(4, {
			description: "Grace Hopper, 12 St James’s Square, London",
		});
		store.edit(7, { confirm: true });
		model.propose({
			sites: ["shop.example.org", "*.example-bank.com", "tracker.example.net"],
		});
		await press('[data-site$="tracker.example.net"] button');
	},
	"06b-changed": async () => {
		const { store } = begin(
			[
				"Find the kettle",
				"Choose green, 2 of them",
				"Use the voucher",
				"Put them in the basket",
			],
			{ mode: "review" },
		);
		await drawn();
		const [tool] = globalThis.todos.tools(store, { dialect: "TodoWrite" });
		const plan = [
			"Find the kettle",
			"Choose green in the shop, 2 of them",
			"Put them in the basket",
			"Tell the order number",
		];
		const status = "pending";
		tool.call({
			todos: plan.map((content) => ({ content, status, activeForm: content })),
		});
		await press("[data-do=changes]");
		within("[data-draft=changes]").value = "Only two kettles, and no voucher.";
	},
	"06c-same-plan": async () => {
		const { store } = begin(kettle.slice(0, 4), {
			mode: "review",
			agent: { ...agent, result: new Promise(() => {}) },
		});
		await press("[data-do=changes]");
		const field = within("[data-draft=changes]");
		field.value = "Only two kettles, and no voucher.";
		await press(".changes [type=submit]");
		store.as("model").remove(4);
		store.as("model").add(kettle[3]);
	},
	"07-outcomes": async () => {
		outcomes();
		await press('[data-key="t7"] .text');
	},
	"07-failed": () =>
		showPlain(
			[
				"Look up the domain",
				"Pay the transfer fee",
				"Tell the team",
				"Wait for the registrar",
			],
			{
				1: { status: "done" },
				2: { status: "skipped", failed: true, reason: "Card was declined" },
			},
		),
	"08-nested": () =>
		showPlain(
			[
				"Read the issue",
				"Fix the parser",
				"Write a failing test",
				"Find the cause",
				"Rewrite the tokenizer",
				"Strings",
				"Handling escapes",
				"Comments",
				"Run all tests",
				"Measure the speed",
				"Update the guides",
				"English",
				"Open the pull request",
			],
			{
				1: { status: "done" },
				3: { status: "done", parent: "t2" },
				4: { status: "done", parent: "t2" },
				5: { parent: "t2" },
				6: { status: "done", parent: "t5" },
				7: { status: "doing", parent: "t5" },
				8: { parent: "t5" },
				9: { parent: "t2" },
				10: { parent: "t2" },
				12: { parent: "t11" },
				13: { priority: "high" },
			},
		),
	"09-done": () => finish(kettle.slice(0, 7), [5, 3, 2, 9, 60, 30, 11]),
	"09b-done-open": async () => {
		const { model } = finish(kettle.slice(0, 5), [5, 3, 2]);
		model.skip(4, "expired in May");
		work(model, 5, 21);
		await shows(".head.alone");
		await press("[data-do=unfold]");
	},
	"09c-receipt": async () => {
		const { element, store, model, person } = finish(
			kettle.slice(0, 7),
			[5, 3, 2, 9, 20],
		);
		element.style.blockSize = "420px";
		const result = document.createElement("p");
		result.slot = "result";
		result.textContent = "Order K-7363 is placed: two green kettles, £105.00.";
		element.append(result);
		person.edit(7, { content: "Add a gift note for Grace" });
		model.complete(6);
		store.fail(7, "The page does not react to “Add the note”");
		await shows(".list > li:last-child > .fold");
	},
	"09d-folded-receipt": async () => {
		const { element, person } = finish(
			kettle.slice(0, 7),
			[5, 3, 2, 9, 60, 30],
		);
		element.heading = "Kettles for Grace";
		person.skip(7, "I know it");
		await shows(".head.alone");
	},
	"10-line": () => working({ mode: "line" }),
	"10-line-waiting": () => coding({}, { mode: "line" }),
	"10b-line-open": async () => {
		working({ mode: "line" });
		await press(".line");
	},
	"11-readonly": () =>
		showPlain(
			[
				"Find the kettle",
				"Choose green",
				"Use the voucher",
				"Confirm the payment",
			],
			{
				1: { status: "done" },
				2: { status: "done" },
				3: { status: "skipped", reason: "expired in May" },
				4: { status: "done" },
			},
			{ readonly: true, agent: undefined },
		),
	"12-disconnected": () =>
		showPlain(
			kettle,
			{
				1: { status: "done" },
				2: { status: "done" },
				3: { status: "done" },
				4: { status: "doing" },
			},
			{},
			{ isConnected: false },
		),
	"13-empty": () => begin([], { agent: undefined }),
	"14-thirty": () => {
		const long =
			"Compare the three kettles by price, capacity, energy consumption, warranty, noise and the length of the cord, and write down for each of them what the reviewers say about the handle";
		const contents = Array.from({ length: 30 }, (_, place) =>
			place === 12 || place === 13
				? `${long} ${place}`
				: `Ask the maker of kettle ${place + 1}`,
		);
		const { element, model } = finish(contents, Array(12).fill(30));
		element.style.maxBlockSize = "420px";
		model.markDoing(13);
	},
	"15-details": async () => {
		working().store.edit(8, {
			description:
				"On the slow laptop, with and without the cache, five runs each.",
			priority: "high",
		});
		await press('[data-key="t8"] .text');
	},
	"15b-menu": async () => {
		working();
		await press('[data-key="t6"] [data-do=menu]');
	},
	"15d-editing": async () => {
		working();
		await press('[data-key="t6"] [data-do=edit]');
		await press('[data-key="t8"] [data-do=skip]');
	},
	"19-undo": async () => {
		working();
		await press('[data-key="t6"] [data-do=edit]');
		within('[data-key="t6"] textarea').value = " ";
		await press('[data-key="t6"] [type=submit]');
		await press('[data-key="t8"] [data-do=menu]');
		await press(".menu [data-do=remove]");
	},
	"19b-too-late": async () => {
		const { person } = working();
		await press('[data-key="t8"] [data-do=menu]');
		await press(".menu [data-do=check]");
		person.reopen("t8");
		await press("[data-do=undo-change]");
	},
	"22-history": async () => {
		working().person.skip(8);
		await press(".head [data-do=menu]");
		await press(".menu [data-do=history]");
		const slider = within("[data-range]");
		slider.stepDown();
		slider.dispatchEvent(new Event("input", { bubbles: true }));
	},
};

/** Shows a state in this page, in place of what was there, and waits until it is drawn. */
export async function showState(name) {
	globalThis.element?.remove();
	await states[name]();
	await drawn();
}
