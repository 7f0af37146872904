import assert from "node:assert/strict";
import { init, TodoStore } from "agent-todos";

describe("a list", () => {
	before(() => init());
	it("is empty", () => assert.equal(new TodoStore().size, 0));
});
