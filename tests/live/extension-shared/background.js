// The model's side: a list and a conversation for each name, in the service worker, as an agent would keep them.

import {
	Conversation,
	connect,
	init,
	overRuntime,
	TodoStore,
} from "agent-todos/inline";

const agents = new Map();

globalThis.model = {
	async begin(name, dialect) {
		await init();
		const store = new TodoStore();
		const owner = connect(store, { name, over: overRuntime() });
		await owner.open();
		const conversation = new Conversation(store, { dialect });
		agents.set(name, { store, conversation });
	},
	reminder: (name) => agents.get(name).conversation.reminder(),
	call(name, { tool, args }) {
		const { tools } = agents.get(name).conversation;
		return tools.find((one) => one.name === tool).call(args);
	},
	list: (name) => agents.get(name).store.getAll(),
};
