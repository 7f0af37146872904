// Keeps a list in a folder beside this file, and reads it back. The class of errors is one,
// whichever file it came through.

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
	init,
	memoryStorage,
	persist,
	StorageError,
	TodoStore,
} from "agent-todos";
import { fileStorage } from "agent-todos/storage/file";

await init();
const folder = fileURLToPath(new URL("lists", import.meta.url));
const store = new TodoStore();
const saved = await persist(store, fileStorage(folder), { name: "list" });
store.addMultiple(["a", "b"]);
await saved.stop();

const again = new TodoStore();
await (await persist(again, fileStorage(folder), { name: "list" })).stop();
const error = await memoryStorage()
	.write("list", "", 1)
	.catch((error) => error);
console.log(
	JSON.stringify({
		again: again.getAll().map(({ content }) => content),
		isStorageError: error instanceof StorageError,
		files: readdirSync(folder).sort(),
	}),
);
