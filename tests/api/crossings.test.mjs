// How often a call crosses between JavaScript and the module. Each crossing is paid on every call,
// and callgrind does not see it, so this counts them: more than here need a reason.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { printed } from "./program.mjs";

const program = `
  import { TodoStore, tools } from "agent-todos";

  const crossings = { into: 0, outOf: 0 };
  const counting = (functions, way) =>
    Object.fromEntries(
      Object.entries(functions).map(([name, value]) => [
        name,
        typeof value !== "function" ? value : (...args) => {
          crossings[way] += 1;
          return value(...args);
        },
      ]),
    );
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (module, imports) {
    const counted = Object.entries(imports).map(([name, functions]) => [name, counting(functions, "outOf")]);
    const { exports } = new Instance(module, Object.fromEntries(counted));
    return { exports: counting(exports, "into") };
  };
  const store = new TodoStore();
  store.addMultiple(["a", "b", "c", "d"]);
  store.subscribe(() => {});
  const [{ call }] = tools(store, { dialect: "todo_manager" });
  const turn = (id) => {
    call(JSON.stringify({ action: "complete_multiple", ids: [id] }));
    store.getAll();
  };
  const step = (id) => {
    store.markDoing(id);
    store.getXml();
    store.complete(id);
    store.getXml();
  };
  // The first of each fills what is kept from then on.
  turn(1);
  step(2);
  turn(3);
  const count = (act) => {
    Object.assign(crossings, { into: 0, outOf: 0 });
    act();
    return { ...crossings };
  };
  const counts = {
    "getAll(), nothing changed": count(() => store.getAll()),
    "getXml(), nothing changed": count(() => store.getXml()),
    turn: count(() => turn(4)),
    step: count(() => step(4)),
  };
  console.log(JSON.stringify(counts));
`;

test("a read, a turn and a step cross the boundary rarely", () => {
	assert.deepEqual(printed(program), {
		"getAll(), nothing changed": { into: 1, outOf: 1 },
		"getXml(), nothing changed": { into: 1, outOf: 1 },
		// The arguments are one of those into the module.
		turn: { into: 3, outOf: 10 },
		step: { into: 4, outOf: 10 },
	});
});
