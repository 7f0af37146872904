// What the person did, in words, and what of it held.

import type { HeldDecision, Todo } from "../../../generated/agent_todos_bg.js";
import type { Say } from "../labels.js";
import type { Deed } from "../session/session.js";
import { showAs } from "../session/tree.js";
import { sayState } from "./view.js";

const labels = {
	complete: "didComplete",
	reopen: "didReopen",
	skip: "didSkip",
	remove: "didRemove",
	edit: "didEdit",
	addAfterPosition: "didAdd",
	addMultiple: "didAdd",
	move: "didMove",
	answer: "didAnswer",
	wait: "didTake",
	letAgent: "didLet",
} as const;
const labelsOfClaims = {
	complete: "didConfirm",
	reopen: "didSendBack",
} as const;

/** Names what the person did. */
export function sayDeed(
	say: Say,
	{ method, todo, content, answer }: Deed,
): string | undefined {
	const { [method as "edit"]: usual } = labels;
	const { [method as "reopen"]: ofClaim } = labelsOfClaims;
	const label = (todo?.claimed && ofClaim) || usual;
	return label && say(label, { todo: content, answer: answer ?? "" });
}

/** Says what the agent asked for, and what stays. */
export function sayHeld(
	say: Say,
	todo: Readonly<Todo> | undefined,
	{ asked }: Pick<HeldDecision, "asked">,
): string {
	const stays = todo
		? asked.content !== undefined
			? say("staysReworded")
			: asked.removed
				? say("staysListed")
				: say("stays", { status: sayState(say, showAs(todo)) })
		: say("staysRemoved");
	return say("oldPlan", { stays });
}

/** Names what the person would let the agent do. */
export function sayAsked(
	say: Say,
	{ asked }: Pick<HeldDecision, "asked">,
): string {
	const { removed, status, content } = asked;
	if (removed) return say("letRemove");
	if (removed === false) return say("letAdd");
	if (content !== undefined) return say("letReword", { todo: content });
	if (status === "done") return say("letComplete");
	if (status === "skipped") return say("letSkip");
	return status ? say("letReopen") : say("letChange");
}
