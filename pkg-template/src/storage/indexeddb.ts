// `agent-todos/storage/indexeddb`: texts in IndexedDB, for pages, extension pages, workers and service workers. All contexts
// of an origin share them.

import { openDB } from "idb";
import type { DBSchema, IDBPDatabase } from "idb";
import { StorageError } from "../storage.js";
import type { StorageErrorCode, Stored, TodoStorage } from "../storage.js";

export interface IndexedDbStorageOptions {
  /** The database's name, which should be this storage's alone. Default `"agent-todos"`. */
  readonly database?: string;
}

interface Schema extends DBSchema {
  lists: { key: string; value: Stored };
}

/**
 * The storage in a database of IndexedDB, which is opened when it is first used. Each write is one transaction, whose
 * comparison and change no other can come between, and is done when the browser has it on the disk.
 */
export function indexedDbStorage({ database = "agent-todos" }: IndexedDbStorageOptions = {}): TodoStorage {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;

  /** Opened once; anew when that failed, when the browser closed it, or when it gave way to its own deletion. */
  function open(): Promise<IDBPDatabase<Schema>> {
    if (opened) return opened;
    const forget = () => {
      if (opened === opening) opened = undefined;
    };
    const opening = openDB<Schema>(database, 1, {
      upgrade: (database) => void database.createObjectStore("lists"),
      blocking(_current, _blocked, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
    opening.catch(forget);
    return (opened = opening);
  }

  return {
    async read(name) {
      try {
        return (await (await open()).get("lists", name)) ?? null;
      } catch (error) {
        throw failure(database, error);
      }
    },
    async write(name, text, expectedRevision) {
      let conflict: StorageError | undefined;
      try {
        const transaction = (await open()).transaction("lists", "readwrite", { durability: "strict" });
        // What fails in it fails it as a whole.
        transaction.done.catch(() => {});
        const { revision } = (await transaction.store.get(name)) ?? { revision: 0 };
        if (revision === expectedRevision) await transaction.store.put({ text, revision: revision + 1 }, name);
        else conflict = StorageError.conflict(name, expectedRevision, revision);
        await transaction.done;
      } catch (error) {
        throw failure(database, error);
      }
      if (conflict) throw conflict;
      return expectedRevision + 1;
    },
  };
}

/** What browsers call it: https://w3c.github.io/IndexedDB/#exceptions */
const codes = new Map<string | undefined, StorageErrorCode>([
  ["QuotaExceededError", "quota_exceeded"],
  ["SecurityError", "denied"],
  ["NotAllowedError", "denied"],
]);

function failure(database: string, error: unknown): StorageError {
  const { name, message } = error as Partial<DOMException>;
  const code = codes.get(name) ?? "unavailable";
  const what = {
    quota_exceeded: "there is no room for it: free some, or ask for more with navigator.storage.persist()",
    denied: "this page may not use it: it has no origin of its own, or the person or the browser forbids it",
    unavailable: "it failed",
  }[code as "quota_exceeded" | "denied" | "unavailable"];
  return new StorageError(code, `IndexedDB, database "${database}": ${what} (${name}: ${message})`, { cause: error });
}
