// Runs the conformance tests of a storage, and those of deleting a list in it: `[name, null or what went wrong]` for each.

import { storageConformance } from "agent-todos/storage/conformance";
import { deletionTests } from "./deletion.js";

export async function findings(open) {
	const found = [];
	for (const { name, run } of [
		...storageConformance(open),
		...deletionTests(open),
	]) {
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
