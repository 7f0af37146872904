// A worker, dedicated or service, that owns a list. How many todos it has room for is in its
// address.

import { connect, init, TodoStore } from "/package/index.js";

const options = Object.fromEntries(new URL(location.href).searchParams);

// Nothing is awaited here: a service worker whose module does so never starts.
const owner = connect(
	async () => {
		await init();
		return new TodoStore({ maxTodos: Number(options.room) });
	},
	{ name: options.name },
);
void owner.open();
