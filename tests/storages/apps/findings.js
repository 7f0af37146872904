// Runs the conformance tests of a storage, those of deleting a list in it, and what else there is:
// `[name, null or what went wrong]` for each.

import { storageConformance } from "../conformance.mjs";
import { deletionTests } from "./deletion.js";

export async function findings(open, others = []) {
	const found = [];
	for (const { name, run } of [
		...storageConformance(open),
		...deletionTests(open),
		...others,
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
