import { StorageError, type TodoStorage } from "agent-todos";
import {
  storageConformance,
  type StoredText,
} from "agent-todos/storage/conformance";

/** In a Map. On a server, compare and write in one step. */
function mapStorage(): TodoStorage {
  const stored = new Map<string, StoredText>();
  return {
    async read(name) {
      return stored.get(name) ?? null;
    },
    async write(name, text, expectedRevision) {
      const revision = stored.get(name)?.revision ?? 0;
      if (revision !== expectedRevision)
        throw StorageError.conflict(name, expectedRevision, revision);
      stored.set(name, { text, revision: revision + 1 });
      return revision + 1;
    },
  };
}

const mine = mapStorage();
let failed = 0;
for (const { name, run } of storageConformance(() => mine)) {
  await run().catch((error: Error) => {
    failed += 1;
    console.log(`${name}: ${error.message}`);
  });
}
console.log(failed);
// → 0
