// Strings and stores that come and go leave no memory behind in the module, also where the call
// fails. The package does not give its memory away, so a program of its own takes it from the
// instance as it is made. And what a host keeps of an outcome keeps no more alive than itself, or a
// few times that: JavaScript may share a text with the one it was cut out of.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { installed, root } from "../../pkg-template/build/places.mjs";
import { slowTest } from "../tools/slow.mjs";
import { printed, ran } from "./program.mjs";

/** For a program that imports the package: has its memory from the next instance on. */
const takingMemory = `
  let memory;
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (module, imports) {
    const instance = new Instance(module, imports);
    memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
    return instance;
  };
`;

const script = `
  import { readFileSync } from "node:fs";
  import { failing, refusedCalls } from ${JSON.stringify(pathToFileURL(join(root, "tests/api/failing.mjs")).href)};
  import * as entry from "agent-todos";
  import { undo } from ${JSON.stringify(pathToFileURL(join(root, "tests/browsers/assert.mjs")).href)};

  ${takingMemory}
  const { TodoStore, tools } = entry;
  const store = new TodoStore({ maxTodos: 1000 });
  store.addMultiple(["a"]);
  const gone = new TodoStore();
  gone.free();
  const never = Object.create(TodoStore.prototype);
  const long = "x".repeat(1500);

  const kinds = {
    // An error that is thrown from within WebAssembly leaves its stack pointer where it was: 1 MB
    // of stack is used up by then.
    "refused ids": () => failing(entry, 70_000, "unknown_id", () => store.complete(99)),
    "refused texts": () => refusedCalls(entry, store).forEach(([code, call]) => failing(entry, 20_000, code, call)),
    "long refused texts": () => failing(entry, 5_000, "empty_content", () => store.addMultiple([long, ""])),
    "freed stores": () => {
      for (const call of [() => gone.addMultiple([long]), () => gone.complete(1), () => gone.getAll(), () => gone.size])
        failing(entry, 20_000, "freed", call);
    },
    "what is no store": () => {
      for (const call of [() => never.complete(1), () => never.addMultiple(["a"]), () => never.getXml(), () => never.free()])
        failing(entry, 20_000, "invalid_argument", call);
    },
    "arguments that free the store": () => {
      for (let i = 0; i < 5_000; i++) {
        const one = new TodoStore();
        const items = [long, long];
        Object.defineProperty(items, 1, { get: () => (one.free(), long) });
        one.addMultiple(items);
        failing(entry, 1, "freed", () => one.size);
      }
    },
    "refused calls of the tool": () => {
      const [tool] = tools(store);
      for (let i = 0; i < 20_000; i++) tool.call('{"action":"complete","ids":[99],"why":"' + long.slice(0, 100) + '"}');
    },
    "reads": () => {
      for (let i = 0; i < 20_000; i++) [store.checkpoint(), store.getXml(), store.systemReminder(), store.getAll(), store.history(), store.getPending()];
    },
    "stores that are freed": () => {
      for (let i = 0; i < 5_000; i++) {
        const one = new TodoStore({ maxTodos: 5 });
        one.subscribe(() => {});
        one.addMultiple([long, "b"]);
        one.complete(1);
        undo(one);
        one.history();
        tools(one)[0].call({ action: "skip", ids: ["2"] });
        TodoStore.fromCheckpoint(one.checkpoint()).free();
        TodoStore.fromXml(one.getXml()).free();
        one.free();
      }
    },
  };
  const grown = {};
  for (const [kind, run] of Object.entries(kinds)) {
    run();
    const before = memory.buffer.byteLength;
    run();
    grown[kind] = memory.buffer.byteLength - before;
  }
  const other = TodoStore.fromCheckpoint(store.checkpoint());
  other.addMultiple([long]);
  const works = [store.getXml(), other.getAll()[1].content === long, undo(other), other.size];
  console.log(JSON.stringify({ bytes: memory.buffer.byteLength, grown, works }));
`;

slowTest(
	"calls that fail, reads, and stores that are freed leave no memory behind",
	() => {
		const { bytes, grown, works } = printed(script);
		const xml = '<todos><todo id="1" status="todo">a</todo></todos>';
		assert.deepEqual(works, [xml, true, true, 1]);
		// Memory grows by 64 kB, so one word left behind in each call would be seen.
		for (const [kind, more] of Object.entries(grown))
			assert.equal(more, 0, `${kind}: ${more} bytes more`);
		assert.ok(bytes <= 4 * 2 ** 20, `${bytes} bytes in all`);
	},
);

const keeping = `
  import { init, tools, TodoStore } from "agent-todos";
  await init();

  const times = (count, make) => Array.from({ length: count }, (_, place) => make(place));
  const long = times(30, (place) => place + " many words".repeat(150));
  const cases = {
    "the text for the model": [(turn) => times(30, (place) => ({ title: turn + long[place] })), (outcome) => outcome.text],
    "a reminder without the descriptions": [(turn) => times(30, (place) => ({ title: "Compare kettle " + turn, description: long[place] })), (outcome) => outcome.reminder],
    "a short todo beside long ones that stay": [(turn) => [...long, ...times(10, (place) => "short todo " + turn + " " + place)].map((title) => ({ title })), (_, store) => store.getAll()[35].content],
  };
  const heap = () => (gc(), gc(), process.memoryUsage().heapUsed);
  function grownBy([listOf, kept]) {
    const store = new TodoStore({ maxTodos: 50, maxSnapshots: 2 });
    const [tool] = tools(store, { dialect: "manage_todo_list" });
    const call = (turn) => {
      const todoList = listOf(turn).map((todo, place) => ({ id: place + 1, description: "", status: "not-started", ...todo }));
      const outcome = tool.call({ operation: "write", todoList });
      if (!outcome.changed) throw new Error(outcome.text);
      return kept(outcome, store);
    };
    call(0);
    const before = heap();
    const all = times(200, (turn) => call(turn + 1));
    return heap() - before - all.reduce((sum, text) => sum + text.length, 0);
  }
  console.log(JSON.stringify(Object.fromEntries(Object.entries(cases).map(([name, what]) => [name, grownBy(what)]))));
`;

test("a text that is kept of an outcome does not keep its other texts in memory", () => {
	// All that came with them is 10 MB or more.
	for (const [what, bytes] of Object.entries(printed(keeping, "--expose-gc")))
		assert.ok(bytes < 2 * 2 ** 20, `${what}: ${bytes} bytes more than itself`);
});

const running = `
  import { Conversation, init, TodoStore } from "agent-todos";
  import { runAgent } from "agent-todos/run";
  await init();

  const store = new TodoStore({ maxTodos: 1000, maxSnapshots: 1 });
  const heap = () => (gc(), gc(), process.memoryUsage().heapUsed);
  const seen = {};
  let step = 0;
  const { status, isComplete } = await runAgent({
    store,
    conversation: new Conversation(store, { reminders: "off" }),
    budgets: { maxSteps: 2000 },
    signal: new AbortController().signal,
    plan: () => Array.from({ length: 1000 }, (_, place) => "todo " + place),
    execute: async ({ signal }) => {
      // What an aborted callback would need: it is let go of with the step.
      const answer = Object.defineProperty({ status: "done" }, "page", { value: new Array(10_000).fill(step) });
      signal.addEventListener("abort", () => {}, { once: true });
      step += 1;
      if (step === 100 || step === 900) seen[step] = heap();
      return answer;
    },
    validate: () => ({ isComplete: true }),
  }).result;
  console.log(JSON.stringify({ status, isComplete, grown: seen[900] - seen[100] }));
`;

slowTest(
	"a run keeps nothing of the steps that are over, and no listeners on its signal",
	() => {
		const { stdout, stderr } = ran(running, "--expose-gc");
		// That is where Node writes MaxListenersExceededWarning.
		assert.equal(stderr, "");
		const { grown, ...ending } = JSON.parse(stdout);
		assert.deepEqual(ending, { status: "finished", isComplete: true });
		// 800 answers of 80 kB were given, and 800 lists of 1,000 todos. What stays is an event, a todo
		// and a signal each.
		assert.ok(grown < 4 * 2 ** 20, `${grown} bytes in 800 steps`);
		console.log(`runAgent: ${Math.round(grown / 800)} bytes stay of each step`);
	},
);

const again = `
  import { init, TodoStore } from "agent-todos";
  import { runAgent } from "agent-todos/run";
  await init();
  const { signal } = new AbortController();
  for (let run = 0; run < 20; run++) {
    const store = new TodoStore();
    await runAgent({ store, signal, plan: () => ["a"], execute: async () => "done", validate: () => ({ isComplete: true }) }).result;
  }
`;

test("runs that are over leave no listeners on the host's signal", () => {
	const { status, stderr } = ran(again);
	// As above.
	assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
});

const outOfMemory = `
  import { readFileSync } from "node:fs";
  import * as entry from "agent-todos";
  import { undo } from ${JSON.stringify(pathToFileURL(join(root, "tests/browsers/assert.mjs")).href)};

  ${takingMemory}
  const store = new entry.TodoStore();
  store.addMultiple(["kept"]);
  const checkpoint = store.checkpoint();
  // The rest of the four gigabytes is taken by somebody else.
  for (let pages = 32_768; pages > 0; pages = Math.floor(pages / 2)) {
    try {
      while (true) memory.grow(pages);
    } catch {} // So many are not left.
  }
  const [tool] = entry.tools(store);
  const call = JSON.stringify({ action: "add_multiple", todos: [{ content: "a".repeat(30e6) }], ids: [] });
  const seen = [() => tool.call(call), () => store.size, () => store.getAll()].map((action) => {
    try {
      return action();
    } catch (error) {
      return error instanceof entry.TodoError ? error.code : String(error);
    }
  });
  await entry.init();
  const next = entry.TodoStore.fromCheckpoint(checkpoint);
  next.addMultiple(["new"]);
  console.log(JSON.stringify([seen, next.getAll().map(({ content }) => content)]));
`;

test("a call cut off for want of memory breaks its instance, and the list goes on in a new one", () => {
	assert.deepEqual(printed(outOfMemory), [
		["broken", "broken", "broken"],
		["kept", "new"],
	]);
});

const noAddressSpace = `
  import { readFileSync } from "node:fs";
  import { init, TodoStore } from "agent-todos";

  // Each memory takes some gigabytes of addresses, whatever it holds.
  let held = [];
  try {
    for (;;) held.push(new WebAssembly.Memory({ initial: 1 }));
  } catch {}
  const bytes = readFileSync(${JSON.stringify(join(installed, "agent_todos_bg.wasm"))});
  const { code, message, cause } = await init({ module_or_path: bytes }).catch((error) => error);
  held = undefined;
  gc();
  await init({ module_or_path: bytes });
  console.log(JSON.stringify([code, message, cause.name, new TodoStore().size]));
`;

test("where there is no room for the module, init() says so, and works once there is", () => {
	const [code, message, ...others] = printed(noAddressSpace, "--expose-gc");
	assert.equal(code, "init_failed");
	assert.match(message, /could not be started: .*memory/i);
	assert.deepEqual(others, ["RangeError", 0]);
});
