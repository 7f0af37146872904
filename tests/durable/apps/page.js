// A page that works on a list in IndexedDB: page.html?name=…&writer=… starts at once. Without a name, tests call what is on `window`.

import { init, persist, StorageError, TodoStore } from "agent-todos/inline";
import { indexedDbStorage } from "agent-todos/storage/indexeddb";
import { work } from "../workload.mjs";
import { reporting, reportTo } from "./report.js";

const given = new URLSearchParams(location.search);
const name = given.get("name");
if (name !== null) {
  const writer = given.get("writer");
  void reporting(reportTo(`${location.origin}/`, writer), (report) => work({ storage: indexedDbStorage(), name, writer, report }));
}

Object.assign(window, { init, persist, StorageError, TodoStore, indexedDbStorage });
