// What a conversation is told of the list, under each host: told once, at the end, and never taken
// back.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { Conversation, init, reporting, TodoStore, tools } from "agent-todos";
import { words } from "../tools/lists.mjs";
import { expectSaid } from "../tools/snapshot.mjs";
import {
	asText,
	counts,
	hosts,
	isReminder,
	isWhole,
	known,
	newReminders,
	rewritten,
	summary,
} from "./conversations.mjs";
import { add, browsing, complete, manage } from "./plan.mjs";

await init();

const browse = (page, done) => ({
	tool: "browse",
	args: { page, ...(done && { todo_done: done }) },
});
const shopping = [
	"Open the shop",
	"Compare three kettles",
	"Read reviews & tests",
	"Put the best in the basket",
];

/**
 * Returns a store with the tools that the model has: the list's own, and one of the host's that
 * carries progress.
 */
function opened() {
	const store = new TodoStore();
	const visited = [];
	const conversation = new Conversation(store);
	const report = reporting(conversation);
	const [todoManager] = tools(store, { dialect: "todo_manager" });
	const browseTool = {
		...browsing,
		inputSchema: report.extend(browsing.inputSchema),
		call(sent) {
			// A model that knows today's list.
			conversation.reminder();
			const { args, outcome } = report.take(sent);
			visited.push(args);
			return outcome?.ok === false
				? `Opened ${args.page}. ${outcome.text}`
				: `Opened ${args.page}.`;
		},
	};
	return { store, visited, tools: [asText(todoManager), browseTool] };
}

/**
 * Returns what the user says, and does to the list, in a conversation of which nothing is ever
 * rewritten, and what the model does.
 */
async function talked(host, turns, said, options) {
	const shop = opened();
	const { say, calls } = host({ ...shop, turns, options });
	for (const text of said)
		if (typeof text === "function") text(shop.store);
		else await say(text);
	assert.deepEqual(rewritten(calls), []);
	return { ...shop, calls };
}

/**
 * What the model does, by tools that are not the conversation's own, and how many reminders come
 * before each of its calls, in the mode `changes`.
 */
const script = [
	[0, [add(...shopping), browse("shop")]],
	[1, [browse("kettles", [1])]],
	[1, [browse("kettle-1")]],
	[0, [manage("list", [])]],
	// Both in one message are told at once.
	[0, [manage("skip", [], [3]), browse("kettle-2", [2])]],
	[1, [browse("kettle-3", [9])]],
	// The ninth there is not: nothing changed.
	[0, [browse("basket", [4])]],
	// Also that it is finished, as somebody else did that.
	[1, "The best kettle is in the basket."],
];
const turns = script.map(([, turn]) => turn);
const changes = script.map(([told]) => told);

/** What the reminders are, whatever the host. */
const reminders = newReminders(
	(await talked(hosts["a loop of its own"], turns, ["Buy one"])).calls,
);

test("the reminders of a conversation that was carried out by others", () => {
	expectSaid(reminders.flat());
});

for (const [name, host] of Object.entries(hosts)) {
	test(`${name}: a reminder after each change and only then, the prefix never rewritten, and the same list in the end`, async () => {
		const { calls, store, visited } = await talked(host, turns, ["Buy one"]);
		assert.deepEqual(newReminders(calls), reminders);
		assert.deepEqual(counts(calls), changes);
		assert.deepEqual(words(store), [
			"Open the shop: done",
			"Compare three kettles: done",
			"Read reviews & tests: skipped",
			"Put the best in the basket: done",
		]);
		// The host's own tool never hears of the list, and its caller hears what was refused.
		assert.deepEqual(
			visited,
			["shop", "kettles", "kettle-1", "kettle-2", "kettle-3", "basket"].map(
				(page) => ({ page }),
			),
		);
		assert.match(
			calls
				.at(-2)
				.filter(({ role }) => role === "tool")
				.at(-1).text,
			/^Opened kettle-3\. .*9/,
		);
		// A reminder is the last thing the model reads.
		for (const [at, told] of changes.entries())
			assert.equal(isReminder(calls[at].at(-1)), told > 0);
	});

	test(`${name}: mode full tells the whole list after each change, in the role that is asked for, and mode off nothing`, async () => {
		const full = { reminders: "full", role: "system" };
		const { calls } = await talked(host, turns, ["Buy a kettle"], full);
		assert.deepEqual(counts(calls), changes);
		for (const message of calls.at(-1).filter(isReminder))
			assert.deepEqual([message.role, isWhole(message)], ["system", true]);
		const off = { reminders: "off" };
		const silent = await talked(host, turns, ["Buy a kettle"], off);
		assert.deepEqual(silent.calls.at(-1).filter(isReminder), []);
		assert.equal(silent.store.size, 4);
	});

	test(`${name}: what the conversation's own tools changed is not told back`, async () => {
		const store = new TodoStore();
		const conversation = new Conversation(store);
		const { say, calls } = host({
			store,
			options: { reminders: conversation },
			tools: conversation.tools.map(asText),
			turns: [[add(...shopping)], [complete(2)], "Done.", "I see."],
		});
		await say("Buy a kettle");
		store.skip(1);
		await say("It is open");
		assert.deepEqual(counts(calls), [0, 0, 0, 1]);
		assert.match(calls[3].at(-1).text, /1 \("Open/);
		assert.deepEqual(rewritten(calls), []);
	});

	test(`${name}, over several messages of the user: nothing while the list is empty, then each change where it was first said, the user's too`, async () => {
		const turns = [
			"What for?",
			[add(...shopping)],
			"Planned.",
			[browse("shop", [1])],
			"Open.",
			"I see.",
			[browse("kettles", [2, 4])],
			"Done.",
			[manage("replace_all", [{ content: "Find a cup" }])],
			"Wait.",
		];
		const { calls } = await talked(host, turns, [
			"Hello",
			"Plan",
			"Open the shop",
			(store) => store.skip(3),
			"I read the reviews myself",
			"Go on",
			"A cup",
		]);
		assert.deepEqual(counts(calls), [0, 0, 1, 0, 1, 1, 0, 1, 0, 1]);
		const told = calls.at(-1).filter(isReminder);
		assert.deepEqual(told.map(isWhole), [true, false, false, false, false]);
		assert.match(told[2].text, /3 \("Read/);
		assert.match(told[4].text, />Find a cup</);
	});

	for (const reminders of ["changes", "full"]) {
		test(`${name}, mode ${reminders}: after compaction the list is reported whole, once, and then changes again`, async () => {
			const shop = opened();
			const steps = Array.from(
				{ length: 12 },
				(_, at) => `Step ${at + 1} of the way`,
			);
			const turns = [
				[add(...steps)],
				...steps
					.slice(0, -1)
					.flatMap((_, at) => [
						[browse(`page-${at}`, [at + 1])],
						[browse(`again-${at}`)],
					]),
				"Nearly done.",
			];
			const { say, calls, states } = host({
				...shop,
				turns,
				options: { reminders },
				shorten: { above: 20, keep: 4 },
			});
			await say("Go");
			const cuts = rewritten(calls);
			assert.ok(cuts.length >= 2, `the conversation was cut at ${cuts}`);
			for (const at of cuts)
				assert.ok(calls[at].some(({ text }) => text.includes(summary)));
			// At each of its calls the model can tell the whole list from what it is sent.
			assert.deepEqual(calls.map(known), states);
			// What the cut left of it is not told again, where the hook sees the cut for itself.
			if (host !== hosts["a loop of its own"])
				for (const messages of calls) {
					const told = messages.filter(isReminder).map(({ text }) => text);
					assert.equal(new Set(told).size, told.length);
				}
			if (reminders === "full") return;
			// A cut that moves on with each request leaves the list of the one before for a while.
			for (const at of cuts) assert.ok(calls[at].some(isWhole));
			const whole = calls.flat().filter(isWhole);
			const count = new Set(whole.map(({ bytes }) => bytes)).size;
			assert.ok(count >= 2 && count <= 1 + cuts.length, `${count} lists`);
		});
	}
}
