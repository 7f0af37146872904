// The list as others draw it, in the types of those that draw it.

import type {
	ActivityDeltaEventProps,
	ActivitySnapshotEventProps,
	Interrupt,
	JsonPatch,
	RunAgentInput,
} from "@ag-ui/core";
import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { SessionUpdate as SessionUpdate2 } from "@agentclientprotocol/sdk/experimental/v2";
import type { TodoStore } from "agent-todos";
import {
	acpPlan,
	activityDelta,
	activitySnapshot,
	resumeTodos,
	todoInterrupts,
} from "agent-todos/protocols";

export function draw(store: TodoStore, { resume }: RunAgentInput) {
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
	const asked: Interrupt[] = todoInterrupts(store);
	const answers = resumeTodos(store.as("user"), resume);
	const one: SessionUpdate | undefined = acpPlan(undefined, before);
	const two: SessionUpdate2 | undefined = acpPlan(undefined, before, {
		protocolVersion: 2,
	});
	return [whole, some, asSnapshot, asDelta, patch, asked, answers, one, two];
}

/** Uses that the types must refuse. */
export function wrong(store: TodoStore): void {
	// @ts-expect-error a message has an id
	activitySnapshot(store.getAll(), {});
	// @ts-expect-error a snapshot is a list, not a store
	acpPlan(undefined, store);
	// @ts-expect-error there is no such version
	acpPlan(undefined, store.getAll(), { protocolVersion: 3 });
}
