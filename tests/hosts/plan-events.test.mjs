// The list as others draw it: AG-UI's own schemas and JSON Patch as its clients apply it, and the official SDK of ACP.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
	ActivityDeltaEventSchema,
	ActivitySnapshotEventSchema,
} from "@ag-ui/core/schemas";
import * as acp from "@agentclientprotocol/sdk";
import * as acp2 from "@agentclientprotocol/sdk/experimental/v2";
import { init, TodoStore, tools } from "agent-todos";
import {
	acpPlan,
	acpPlanV2,
	activityDelta,
	activitySnapshot,
} from "agent-todos/plan";
import jsonPatch from "fast-json-patch";

const about = { messageId: "todos" };

/** A random number generator that anybody can run again. */
function dice(seed) {
	let state = (seed + 1) * 0x9e3779b1;
	return (limit) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % limit;
	};
}

/** One change that a person or a model makes, whatever comes of it. */
function change(store, below) {
	const id = 1 + below(store.size || 1);
	const content = `todo ${below(1000)}`;
	const [, update] = tools(store, "Task");
	const changes = [
		() => store.addMultiple([content, `${content} more`]),
		() => store.addAfterPosition(below(store.size + 1), [content]),
		() =>
			store.edit(id, { content, priority: ["low", "high", null][below(3)] }),
		() => store.edit(id, { description: below(2) ? content : null }),
		() => store.edit(id, { activeForm: below(2) ? content : "" }),
		() => store.move(id, below(store.size + 1)),
		() => store.move(id, below(store.size + 1)),
		() => store.complete(id),
		() => store.skip(id, below(2) ? "too slow" : undefined),
		() => store.reopen(id),
		() => store.remove(id),
		() => store.goBack(id),
		() => store.getNextTodo(),
		() => store.abort(),
		() => store.undo(),
		() => store.restoreRevision(below(store.revision + 1)),
		() => below(5) || store.replaceAll([content, "a", "b"]),
		() => below(5) || store.reset(),
		() =>
			update.call({
				taskId: `${id}`,
				addBlockedBy: [`${1 + below(store.size || 1)}`],
			}),
	];
	try {
		changes[below(changes.length)]();
	} catch (error) {
		assert.equal(error.name, "TodoError");
	}
}

test("AG-UI: over 1,000 random sessions every event passes the official schemas, and all deltas make the last snapshot", async () => {
	await init();
	let [events, operations] = [0, 0];
	for (let session = 0; session < 1000; session++) {
		const below = dice(session);
		const store = new TodoStore({ maxTodos: 12 });
		let before = store.getAll();
		const first = activitySnapshot(before, about);
		ActivitySnapshotEventSchema.parse(first);
		let content = structuredClone(first.content);
		for (let step = 0; step < 25; step++) {
			change(store, below);
			const after = store.getAll();
			const delta = activityDelta(before, after, about);
			assert.equal(delta === undefined, sameLists(before, after));
			if (delta !== undefined) {
				ActivityDeltaEventSchema.parse(delta);
				// With validation: an operation that does not fit the document throws.
				content = jsonPatch.applyPatch(
					content,
					structuredClone(delta.patch),
					true,
				).newDocument;
				events++;
				operations += delta.patch.length;
			}
			const whole = activitySnapshot(after, about);
			ActivitySnapshotEventSchema.parse(whole);
			assert.deepEqual(content, structuredClone(whole.content));
			before = after;
		}
		store.free();
	}
	console.log(`${events} deltas of ${operations} operations`);
	assert.ok(events > 5000);
});

const sameLists = (before, after) =>
	JSON.stringify(before) === JSON.stringify(after);

test("AG-UI: a delta says what changed and no more", async () => {
	await init();
	const store = new TodoStore();
	store.addMultiple(["a", "b", "c", "d", "e"]);
	const patchOf = (act) => {
		const before = store.getAll();
		act();
		return activityDelta(before, store.getAll(), about)?.patch;
	};
	assert.deepEqual(
		patchOf(() => store.complete(2)),
		[{ op: "replace", path: "/todos/1/status", value: "done" }],
	);
	assert.deepEqual(
		patchOf(() => store.move(1, 5)),
		[{ op: "move", from: "/todos/0", path: "/todos/4" }],
	);
	assert.deepEqual(
		patchOf(() => store.addAfterPosition(0, ["x"])),
		[
			{
				op: "add",
				path: "/todos/0",
				value: { key: "t6", content: "x", status: "todo" },
			},
		],
	);
	assert.deepEqual(
		patchOf(() => store.skip(3, "too slow")),
		[
			{ op: "replace", path: "/todos/2/status", value: "skipped" },
			{ op: "add", path: "/todos/2/reason", value: "too slow" },
		],
	);
	assert.deepEqual(
		patchOf(() => store.remove(3)),
		[{ op: "remove", path: "/todos/2" }],
	);
	assert.equal(
		patchOf(() => store.abort()),
		undefined,
	);
});

/** What a client of the official SDK gets of the plans that an agent sends after each of these changes. */
async function drawn(sdk, updateOf, changes) {
	const { update: method } = sdk.methods.client.session;
	const [got, sent] = [[], []];
	let toClient;
	const agent = sdk
		.agent({ name: "agent" })
		.onConnect((connection) => {
			toClient = connection.client;
		})
		.onRequest(sdk.methods.agent.initialize, ({ params }) => ({
			protocolVersion: params.protocolVersion,
			info: params.info,
			capabilities: {},
		}));
	const connection = sdk
		.client({ name: "client" })
		.onNotification(method, ({ params }) => {
			got.push(params);
		})
		.connect(agent);
	await connection.agent.request(sdk.methods.agent.initialize, {
		protocolVersion: sdk.PROTOCOL_VERSION,
		info: { name: "client", version: "1" },
		capabilities: {},
	});
	const store = new TodoStore();
	let before;
	for (const act of changes) {
		act(store);
		const update = updateOf(before, store.getAll());
		before = store.getAll();
		if (update === undefined) continue;
		sent.push({ sessionId: "s", update });
		await toClient.notify(method, { sessionId: "s", update });
	}
	while (got.length < sent.length)
		await new Promise((resolve) => setImmediate(resolve));
	connection.close();
	assert.deepEqual(got, sent);
	return got.map(({ update }) => update);
}

const changes = [
	(store) => store.addMultiple(["a", "b", "c"]),
	(store) => store.edit(1, { priority: "high" }),
	// That is not drawn.
	(store) => store.edit(1, { description: "more" }),
	(store) => store.complete(1),
	(store) => store.skip(2, "too slow"),
	(store) => store.markDoing(3),
];

test("ACP 1: a client of the official SDK gets each plan as it was sent", async () => {
	await init();
	const updates = await drawn(acp, acpPlan, changes);
	assert.equal(updates.length, changes.length - 1);
	assert.deepEqual(updates.at(-1), {
		sessionUpdate: "plan",
		entries: [
			{ content: "a", priority: "high", status: "completed" },
			{ content: "b", priority: "medium", status: "completed" },
			{ content: "c", priority: "medium", status: "in_progress" },
		],
	});
});

test("ACP 2: the same, with an id, and with a word for what was given up", async () => {
	await init();
	const updateOf = (before, after) => acpPlanV2(before, after, "p");
	const updates = await drawn(acp2, updateOf, changes);
	assert.equal(updates.length, changes.length - 1);
	assert.ok(updates.every(({ plan }) => acp2.PlanUpdateContent.isItems(plan)));
	assert.deepEqual(updates.at(-1), {
		sessionUpdate: "plan_update",
		plan: {
			type: "items",
			planId: "p",
			entries: [
				{ content: "a", priority: "high", status: "completed" },
				{ content: "b", priority: "medium", status: "cancelled" },
				{ content: "c", priority: "medium", status: "in_progress" },
			],
		},
	});
});
