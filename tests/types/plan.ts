// The list as others draw it, in the types of those that draw it.

import type {
	ActivityDeltaEventProps,
	ActivitySnapshotEventProps,
	JsonPatch,
} from "@ag-ui/core";
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type {
	ClientCapabilities,
	SessionUpdate as UnstableUpdate,
} from "@agentclientprotocol/sdk/unstable";
import type { TodoStore } from "agent-todos";
import {
	acpPlan,
	acpPlanRemoved,
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
	const capabilities: ClientCapabilities = { plan: {} };
	const plan: UnstableUpdate | undefined = acpPlan(undefined, before, {
		capabilities,
		planId: "p",
		format: "markdown",
	});
	const stable = acpPlan(undefined, before);
	const only: SessionUpdate | undefined =
		stable?.sessionUpdate === "plan" ? stable : undefined;
	const gone: UnstableUpdate = acpPlanRemoved();
	return [whole, some, asSnapshot, asDelta, patch, plan, only, gone];
}

/** Uses that the types must refuse. */
export function wrong(store: TodoStore): void {
	// @ts-expect-error a message has an id
	activitySnapshot(store.getAll(), {});
	// @ts-expect-error a snapshot is a list, not a store
	acpPlan(undefined, store);
	// @ts-expect-error there is no such form
	acpPlan(undefined, store.getAll(), { format: "file" });
}
