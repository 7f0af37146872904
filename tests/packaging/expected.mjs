// What apps/plan.js gives wherever it runs, which is what it gives here. That it is right is for tests/node and tests/package to say.

import { init } from "agent-todos";
import { played } from "./apps/plan.js";

/** In Node, and with the module in the script, where the first use needs no `init()`. */
export const expectedInNode = await played(init);

/** Where the module is fetched. */
export const expected = {
	...expectedInNode,
	before: {
		code: "not_initialized",
		message: "agent-todos is not ready: await init() first",
		isTodoError: true,
	},
};

/** What an entry gives in a browser. */
export const expectedOf = (entry) =>
	entry === "agent-todos" ? expected : expectedInNode;
