// The list as others draw it, in the types of those that draw it.

import type {
	ActivityDeltaEventProps,
	ActivitySnapshotEventProps,
	JsonPatch,
} from "@ag-ui/core";
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { SessionUpdate as SessionUpdateV2 } from "@agentclientprotocol/sdk/experimental/v2";
import type { TodoStore } from "agent-todos";
import {
	acpPlan,
	acpPlanV2,
	activityDelta,
	activitySnapshot,
} from "agent-todos/plan";

export function draw(store: TodoStore) {
	const before = store.getAll();
	const { type: whole, ...snapshot } = activitySnapshot(before, {
		messageId: "todos",
		activityType: undefined,
	});
	const asSnapshot: ActivitySnapshotEventProps = snapshot;
	const delta = activityDelta(before, store.getAll(), { messageId: "todos" });
	if (delta === undefined) return [whole, asSnapshot];
	const { type: some, ...rest } = delta;
	const asDelta: ActivityDeltaEventProps = rest;
	const patch: JsonPatch = delta.patch;
	const plan: SessionUpdate | undefined = acpPlan(undefined, before);
	const second: SessionUpdateV2 | undefined = acpPlanV2(before, before, "p");
	return [whole, some, asSnapshot, asDelta, patch, plan, second];
}

/** Uses that the types must refuse. */
export function wrong(store: TodoStore): void {
	// @ts-expect-error a message has an id
	activitySnapshot(store.getAll(), {});
	// @ts-expect-error a snapshot is a list, not a store
	acpPlan(undefined, store);
	// @ts-expect-error version 2 has an id for the plan
	acpPlanV2(undefined, store.getAll());
}
