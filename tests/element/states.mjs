// Each state of the panel, as a function that runs in page.html and returns what to show: the pictures, the descriptions for screen
// readers and axe-core all look at these.

/** Returns what the states have in common, in the page. */
export function prepareStates() {
	const { todos, show } = globalThis;
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
	const run = { start() {}, reject() {}, abort() {} };
	const { now } = Date;
	let skew = 0;
	Date.now = () => now() + skew;
	/** Lets time pass for the list. */
	const later = (seconds) => {
		skew += seconds * 1000;
	};
	/** A list at the beginning of its history. */
	const begin = (contents, properties = {}) => {
		const element = show(contents, properties);
		const { store } = globalThis;
		return {
			element,
			store,
			model: store.as("model"),
			person: store.as("user"),
		};
	};
	/** Does the first todos, for so many seconds each, before anybody sees it: nothing is just done. */
	const finish = (model, seconds) => {
		const { element } = globalThis;
		const { parentNode } = element;
		element.remove();
		for (const [place, each] of seconds.entries()) {
			model.markDoing(`t${place + 1}`);
			later(each);
			model.complete(`t${place + 1}`);
		}
		parentNode.append(element);
	};
	const working = (properties = { run }) => {
		const list = begin(kettle, properties);
		const { element, store, model, person } = list;
		finish(model, [5, 3, 2, 9]);
		store.edit("t5", {
			activeForm: "Filling in the delivery address",
			description: "12 St James’s Square, London SW1Y 4JH",
		});
		store.edit("t7", { confirm: true });
		model.markDoing("t5");
		later(12);
		const conversation = new todos.Conversation(store);
		conversation.reminder();
		element.conversation = conversation;
		person.edit("t6", { content: "Choose express delivery!" });
		return { ...list, conversation };
	};
	const coding = () => {
		const list = begin(
			[
				"Read the issue",
				"Reproduce the bug",
				"Fix the parser",
				"Open the pull request",
				"Add a regression test",
				"Ask Ann for a review",
			],
			{ run },
		);
		const { store, model } = list;
		finish(model, [20, 48]);
		store.edit("t3", { activeForm: "Fixing the parser" });
		model.markDoing("t3");
		later(74);
		model.wait("t4", { question: "Which branch shall I target?" });
		store.edit("t6", { blockedBy: ["t4"] });
		return list;
	};
	const outcomes = () => {
		const list = begin(
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
			{ run },
		);
		const { store, model, person } = list;
		finish(model, [9, 22]);
		store.edit("t3", { confirm: true });
		model.markDoing("t3");
		later(60);
		model.complete("t3");
		person.skip("t5", "the release script does it");
		model.skip("t6", "valid until March");
		model.markDoing("t7");
		later(4);
		model.complete("t7");
		store.wait("t8", { for: "event" });
		return list;
	};
	/** The todos as JSON, with what the core of today does not have yet. */
	const plain = (list, more) =>
		list.map((content, place) => ({
			id: place + 1,
			key: `t${place + 1}`,
			content,
			status: "todo",
			...more[place + 1],
		}));
	/** A list that is reached in another way than a store, which shows any todos. */
	const over = (given, more = {}) => ({
		isConnected: true,
		todos: given,
		revision: 1,
		proposal: null,
		approval: null,
		decisions: () => [],
		subscribe: () => () => {},
		call: async (method) => (method === "history" ? [] : true),
		...more,
	});
	const within = (css) => globalThis.element.shadowRoot.querySelector(css);
	const drawn = () => new Promise((go) => setTimeout(go, 20));
	const press = async (css) => {
		await drawn();
		within(css).click();
		await drawn();
	};
	Object.assign(globalThis, {
		states: {
			kettle,
			run,
			later,
			begin,
			finish,
			working,
			coding,
			outcomes,
			plain,
			over,
			within,
			drawn,
			press,
		},
	});
}

/** The states by name. The numbers are those of the specification. */
export const states = {
	"01-planning": () =>
		void globalThis.states.begin([], { run: globalThis.states.run }),
	"02-streaming": () => {
		const { begin, over, kettle, run } = globalThis.states;
		const preview = kettle.slice(0, 5).map((content) => ({ content }));
		begin([], { run, list: over([], { preview }) });
	},
	"03-working": () => {
		const { store, person } = globalThis.states.working();
		person.approve({ sites: ["shop.example.org"] });
		void store;
	},
	"05-question": () => {
		const { coding } = globalThis.states;
		const { model } = coding();
		model.wait("t5", { question: "Which version?" });
	},
	"05-question-options": () => {
		const { begin, over, plain, run } = globalThis.states;
		const todos = plain(
			["Read the issue", "Fix the parser", "Open the pull request"],
			{
				1: { status: "done" },
				2: { status: "doing" },
				3: {
					waiting: "user",
					question: "Which branch shall I target?",
					options: ["main", "release/2.x"],
				},
			},
		);
		begin([], { run, list: over(todos) });
	},
	"05b-claim": () => {
		const { begin, kettle, finish, later, run } = globalThis.states;
		const { store, model, person } = begin(kettle, { run });
		finish(model, [5, 3, 2, 9, 20, 19]);
		store.edit("t7", { confirm: true });
		later(14);
		const [tool] = globalThis.todos.tools(store);
		tool.call({
			action: "complete_multiple",
			ids: [7],
			evidence: "https://shop.example.org/orders/4711",
		});
		person.approve({ sites: ["shop.example.org"] });
	},
	"05c-send-back": async () => {
		const { outcomes, press, within } = globalThis.states;
		outcomes();
		await press("[data-do=send-back]");
		within("textarea").value =
			"Use the address of the office, not the private one";
	},
	"05d-sites": () => {
		const { working } = globalThis.states;
		const { model, person } = working();
		person.approve({ sites: ["shop.example.org"] });
		model.propose({ sites: ["shop.example.org", "pay.example-bank.com"] });
	},
	"06-review": async () => {
		const { begin, kettle, run, press } = globalThis.states;
		const { store, model } = begin(kettle, { run, mode: "review" });
		store.edit("t4", {
			description: "Grace Hopper, 12 St James’s Square, London",
		});
		store.edit("t7", { confirm: true });
		model.propose({
			sites: ["shop.example.org", "*.example-bank.com", "tracker.example.net"],
		});
		await press('[data-site$="tracker.example.net"] button');
	},
	"06b-changed": async () => {
		const { begin, run, press, within } = globalThis.states;
		const { model } = begin(
			[
				"Find the kettle",
				"Choose green, 2 of them",
				"Use the voucher",
				"Put them in the basket",
			],
			{ run, mode: "review" },
		);
		model.edit("t2", { content: "Choose green, 3 of them" });
		model.addMultiple(["Tell the order number"]);
		model.remove("t3");
		await press("[data-do=changes]");
		within("[data-draft=changes]").value = "Only two kettles, and no voucher.";
	},
	"07-outcomes": async () => {
		const { outcomes, press } = globalThis.states;
		outcomes();
		await press('[data-key="t7"] .text');
	},
	"07-failed": () => {
		const { begin, over, plain, run } = globalThis.states;
		const todos = plain(
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
		);
		begin([], { run, list: over(todos) });
	},
	"08-nested": () => {
		const { begin, over, plain, run } = globalThis.states;
		const todos = plain(
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
		);
		begin([], { run, list: over(todos) });
	},
	"09-done": () => {
		const { begin, kettle, finish, run } = globalThis.states;
		const { model } = begin(kettle.slice(0, 7), { run });
		finish(model, [5, 3, 2, 9, 60, 30, 11]);
	},
	"09b-done-open": async () => {
		const { begin, kettle, finish, press, run } = globalThis.states;
		const { model } = begin(kettle.slice(0, 5), { run });
		finish(model, [5, 3, 2]);
		model.skip("t4", "expired in May");
		model.markDoing("t5");
		globalThis.states.later(21);
		model.complete("t5");
		await press("[data-do=unfold]");
	},
	"10-line": () =>
		void globalThis.states.working({
			run: globalThis.states.run,
			mode: "line",
		}),
	"10-line-waiting": () => {
		globalThis.states.coding();
		globalThis.element.mode = "line";
	},
	"10b-line-open": async () => {
		const { working, press, run } = globalThis.states;
		working({ run, mode: "line" });
		await press(".line");
	},
	"11-readonly": () => {
		const { begin, plain } = globalThis.states;
		const todos = plain(
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
		);
		begin([], { list: undefined, todos, readonly: true });
	},
	"12-disconnected": () => {
		const { begin, over, plain, kettle, run } = globalThis.states;
		const todos = plain(kettle, {
			1: { status: "done" },
			2: { status: "done" },
			3: { status: "done" },
			4: { status: "doing" },
		});
		begin([], { run, list: over(todos, { isConnected: false }) });
	},
	"13-empty": () => void globalThis.states.begin([]),
	"14-thirty": () => {
		const { begin, finish, run } = globalThis.states;
		const long =
			"Compare the three kettles by price, capacity, energy consumption, warranty, noise and the length of the cord, and write down for each of them what the reviewers say about the handle";
		const contents = Array.from({ length: 30 }, (_, place) =>
			place === 12 || place === 13
				? `${long} ${place}`
				: `Ask the maker of kettle ${place + 1}`,
		);
		const { element, model } = begin(contents, { run });
		element.style.maxBlockSize = "420px";
		finish(model, Array(12).fill(30));
		model.markDoing("t13");
	},
	"15-details": async () => {
		const { working, press } = globalThis.states;
		const { store } = working();
		store.edit("t8", {
			description:
				"On the slow laptop, with and without the cache, five runs each.",
			priority: "high",
		});
		await press('[data-key="t8"] .text');
	},
	"15b-menu": async () => {
		const { working, press } = globalThis.states;
		working();
		await press('[data-key="t6"] [data-do=menu]');
	},
	"15d-editing": async () => {
		const { working, press } = globalThis.states;
		working();
		await press('[data-key="t6"] [data-do=edit]');
		await press('[data-key="t8"] [data-do=skip]');
	},
	"19-undo": async () => {
		const { working, press, within } = globalThis.states;
		working();
		await press('[data-key="t8"] [data-do=menu]');
		await press(".menu [data-do=remove]");
		await press('[data-key="t6"] [data-do=edit]');
		within('[data-key="t6"] textarea').value = " ";
		await press('[data-key="t6"] [type=submit]');
	},
	"22-history": async () => {
		const { working, press, within, drawn } = globalThis.states;
		const { person } = working();
		person.skip("t8");
		await press(".head [data-do=menu]");
		await press(".menu [data-do=history]");
		const slider = within("[data-range]");
		slider.stepDown();
		slider.dispatchEvent(new Event("input", { bubbles: true }));
		await drawn();
	},
};
