// Runs the conformance tests of a storage: `[name, null or what went wrong]` for each.

import { storageConformance } from "agent-todos/storage/conformance";

export async function findings(open) {
	const found = [];
	for (const { name, run } of storageConformance(open)) {
		found.push([
			name,
			await run().then(
				() => null,
				(error) => `${error?.name}: ${error?.message}`,
			),
		]);
	}
	return found;
}
