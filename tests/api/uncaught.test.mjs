// What a listener throws is nobody's to catch: in Node it ends the process as any uncaught error
// does, but only after the other listeners have heard and the call that caused it has come to its
// end.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ran } from "./program.mjs";

test("a listener's error is uncaught, after all other listeners were called", () => {
	const script = `
    import { init, TodoStore } from "agent-todos";
    await init();
    const store = new TodoStore();
    store.subscribe(() => { throw new Error("mine"); });
    store.subscribe(({ revision }) => console.log("heard", revision));
    process.on("uncaughtException", (error) => console.log("uncaught", error.message));
    store.addMultiple(["a"]);
    console.log("size", store.size);
  `;
	const { stdout, status } = ran(script);
	assert.deepEqual(
		[stdout.trim().split("\n"), status],
		[["heard 1", "size 1", "uncaught mine"], 0],
	);
});
