import { init, TodoStore } from "agent-todos";

Object.assign(globalThis, {
	result: init().then(() => new TodoStore().getXml()),
});
