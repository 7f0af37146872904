// What the person did, in words.

import type { Say } from "../labels.js";
import type { Deed } from "../session/session.js";

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
