// For Node through tsx, for Bun and for Deno.

import { connect, init, TodoStore, tools } from "agent-todos";
import { follow } from "agent-todos/follow";
import { TodoStore as inlineStore } from "agent-todos/inline";

await init();
const store = new TodoStore();
store.addMultiple(["Find a kettle"]);
const [tool] = tools(store);
const { ok } = tool.call('{"action":"complete_multiple","todos":[],"ids":[1]}');
const owner = connect(store);
const follower = await follow();
console.log(
	JSON.stringify({
		ok,
		isOneClass: store instanceof inlineStore,
		todos: follower.todos,
		copy: structuredClone(store.getAll()).length,
	}),
);
await follower.stop();
await owner.stop();
