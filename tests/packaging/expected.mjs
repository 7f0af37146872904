// What apps/plan.js returns in Node. It must return the same in every bundler and browser.
// tests/api and tests/browsers check that it is right.

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

/** Returns what it returns in a browser with an entry. */
export const expectedOf = (entry) =>
	entry === "agent-todos" ? expected : expectedInNode;
