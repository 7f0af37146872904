// The entries that mirror another. TypeDoc reads their names, and refuses a signature whose types
// cannot be imported (pkg-template/reference/typescript.mjs). What each entry exports is in
// api.txt.

import "../tools/is-built.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { exportedNames } from "../../pkg-template/reference/typescript.mjs";

const names = new Map();
for (const { entry, name } of await exportedNames())
	names.set(entry, [...(names.get(entry) ?? []), name].sort());

test("agent-todos/inline has the names of the main entry", () =>
	assert.deepEqual(names.get("agent-todos/inline"), names.get("agent-todos")));
