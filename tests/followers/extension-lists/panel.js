// The panel of a tab, whose list has the name that the test gives.

import { follow, overRuntime } from "agent-todos/follow";

globalThis.open = async (name, timeout) => {
	globalThis.list = await follow({ name, over: overRuntime(), timeout });
};
