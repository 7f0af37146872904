// Inline snapshots under node:test, written as in Vitest: `expect(text).toMatchInlineSnapshot()`.
// `npm test -- --update` fills them in and rewrites them. A test of behaviour asserts the list; a
// snapshot is for what somebody reads.

import { after } from "node:test";
import { SnapshotClient, stripSnapshotIndentation } from "@vitest/snapshot";
import { NodeSnapshotEnvironment } from "@vitest/snapshot/environment";

const filepath = process.argv[1];
const client = new SnapshotClient();
await client.setup(filepath, {
	updateSnapshot: process.env.UPDATE ? "all" : "none",
	snapshotEnvironment: new NodeSnapshotEnvironment(),
});
after(() => client.finish(filepath));

/** Returns what was received, to be held against the snapshot that stands in the call. */
export function expect(received) {
	// Vitest finds the call in the stack by this name.
	function __INLINE_SNAPSHOT__(snapshot) {
		client.assert({
			received,
			isInline: true,
			inlineSnapshot: snapshot && stripSnapshotIndentation(snapshot),
			filepath,
			name: "inline",
		});
	}
	return {
		toMatchInlineSnapshot: (...snapshot) => __INLINE_SNAPSHOT__(...snapshot),
	};
}
