// The decisions of the person that held, in words.

import type { HeldDecision, Todo } from "../../../generated/agent_todos_bg.js";
import type { Say } from "../labels.js";
import { showAs } from "../session/tree.js";
import { sayState } from "./view.js";

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
