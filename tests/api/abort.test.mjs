// `run.abort()` from where microtasks run inside the dispatch of an event, as they do in Chromium
// between the listeners of a signal when it is aborted from a listener of `chrome.*`: the loop then
// goes on in the middle of `abort()`.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { ran } from "./program.mjs";

const internals = JSON.stringify(
	new URL("../tools/internal.mjs", import.meta.url).href,
);

const script = `
  import { init, TodoStore } from "agent-todos";
  import { runAgent } from "agent-todos/run";
  import { internal } from ${internals};
  await init();
  const TodoRun = await internal("TodoRun");

  // A loop that spins never comes back to the test: count its rounds.
  const { next } = TodoRun.prototype;
  let rounds = 0;
  TodoRun.prototype.next = function () {
    if ((rounds += 1) > 100) {
      console.log("the loop spins");
      process.exit(1);
    }
    return next.call(this);
  };
  const runMicrotasks = () => %PerformMicrotaskCheckpoint();

  for (const stage of ["plan", "execute", "verify", "validate"]) {
    const store = new TodoStore();
    let begun;
    const running = new Promise((resolve) => (begun = resolve));
    const hang = (name, answer) => async ({ signal }) => {
      if (name !== stage) return answer;
      signal.addEventListener("abort", runMicrotasks);
      begun();
      return new Promise(() => {});
    };
    const run = runAgent({
      store,
      plan: hang("plan", ["a"]),
      execute: hang("execute", "unverified"),
      verify: hang("verify", true),
      validate: hang("validate", { isComplete: true }),
      on: { aborted: runMicrotasks },
    });
    store.subscribe(runMicrotasks);
    await running;
    // Not from a microtask: V8 runs none inside another.
    setTimeout(() => (runMicrotasks(), run.abort("stop")));
    const { status, cause } = await run.result;
    console.log(stage, status, cause, store.getAll().map(({ status }) => status).join());
  }
`;

test("a run that is aborted while microtasks run inside the dispatch ends, at every step", () => {
	const { stdout, stderr } = ran(script, "--allow-natives-syntax");
	assert.equal(
		stdout,
		[
			"plan aborted stop ",
			"execute aborted stop todo",
			"verify aborted stop todo",
			"validate aborted stop done",
			"",
		].join("\n"),
		stderr,
	);
});

const failing = `
  import { init, TodoStore } from "agent-todos";
  import { runAgent } from "agent-todos/run";
  import { internal } from ${internals};
  await init();
  const TodoRun = await internal("TodoRun");
  const { abort, next } = TodoRun.prototype;
  let refusals = 1;
  let rounds = 0;
  TodoRun.prototype.next = function () {
    if ((rounds += 1) > 100) process.exit(1);
    return next.call(this);
  };
  // As when the store is in another call, further up.
  TodoRun.prototype.abort = function () {
    if (refusals-- > 0) throw new Error("the store is in another call");
    return abort.call(this);
  };
  const run = runAgent({ store: new TodoStore(), plan: () => new Promise(() => {}), execute: async () => "done" });
  setTimeout(() => run.abort("stop"));
  console.log((await run.result).status);
`;

test("an abort that the run cannot take at once is repeated as soon as it can", () => {
	const { stdout, stderr } = ran(failing);
	assert.equal(stdout, "aborted\n", stderr);
});
