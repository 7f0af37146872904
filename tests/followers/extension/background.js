// The service worker: it owns the list, and stores it before it answers. A port wakes it.

import {
	Conversation,
	connect,
	init,
	overBroadcastChannel,
	overRuntime,
	TodoStore,
} from "agent-todos/inline";

const { session } = chrome.storage;
let store;

async function open() {
	await init();
	const { list } = await session.get("list");
	store =
		list === undefined
			? new TodoStore({ maxTodos: 1000, maxSnapshots: 20 })
			: TodoStore.fromCheckpoint(list);
	return store;
}

// Before anything is awaited, or the port that woke this worker is missed.
const owner = connect(open, {
	name: "list",
	over: [overRuntime(), overBroadcastChannel()],
	onChange: () => session.set({ list: store.checkpoint() }),
	// Its content script is trusted with everything.
	allow: (_call, { isTrusted, url }) =>
		isTrusted || url?.startsWith("http://localhost") === true,
});

// A model that writes the pieces of a call, and then pauses.
chrome.runtime.onMessage.addListener((pieces) => {
	const conversation = new Conversation(store, { dialect: "TodoWrite" });
	owner.agent = conversation;
	let text = "";
	setInterval(() => {
		text += pieces.shift() ?? "";
		conversation.preview("TodoWrite", text);
	}, 10);
});

// One that leaves that to the package.
connect(
	async () => {
		await init();
		const guarded = new TodoStore();
		guarded.addMultiple(["precious"]);
		return guarded;
	},
	{ name: "guarded", over: overRuntime() },
);
