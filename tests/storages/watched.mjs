// A storage beside which the tests know what was asked of it, and that fails, waits or loses an
// answer as they say.

import { memoryStorage, StorageError } from "agent-todos";

export const quota = () => new StorageError("quota_exceeded", "full");

/**
 * Returns the storage. `calls` says what was asked, `texts` what was stored. `fails` is what reads
 * and writes throw, `waits` what they wait for, and with `loses` the next write comes to pass and
 * is not acknowledged. `inner` holds the texts.
 */
export function watched(inner = memoryStorage()) {
	const storage = {
		inner,
		calls: [],
		texts: [],
		fails: null,
		waits: null,
		loses: false,
		async read(name) {
			storage.calls.push(`read ${name}`);
			await storage.waits;
			if (storage.fails) throw storage.fails;
			return storage.inner.read(name);
		},
		async write(name, text, expected) {
			storage.calls.push(`write ${name} ${expected}`);
			await storage.waits;
			if (storage.fails) throw storage.fails;
			const revision = await storage.inner.write(name, text, expected);
			storage.texts.push(text);
			if (!storage.loses) return revision;
			storage.loses = false;
			throw new Error("the connection was lost");
		},
	};
	return storage;
}
