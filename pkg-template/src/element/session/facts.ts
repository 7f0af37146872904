// What a row shows besides its todo: who decided what, whether the agent knows, how long it took,
// what a new plan changed.

import type {
	Author,
	Decision,
	Todo,
} from "../../../generated/agent_todos_bg.js";
import { changeBy } from "./news.js";
import type { ListSession } from "./session.js";

/** What a row shows besides its todo. A row is described again if one of these has changed. */
export interface Facts {
	/** What the person did to it last, if they did. */
	readonly mine: "added" | "changed" | undefined;
	/** Whether the agent knows of that. Undefined where nobody says how much it knows. */
	readonly isKnownToAgent: boolean | undefined;
	/** How many writes were denied what the person decided. */
	readonly heldTimes: number;
	/** Who decided the state. */
	readonly stateBy: Author;
	/** The name of who decided the state, if they have one. */
	readonly stateName: string | undefined;
	/** For how many milliseconds the todo was in progress. */
	readonly spent: number;
	/** Since when it is in progress. */
	readonly since: number | undefined;
	readonly note: string | undefined;
	/** What a new plan changed: whether the todo is new, and what it said before. */
	readonly isNew: boolean;
	readonly was: string | undefined;
}

/**
 * Returns what a row shows besides its todo. `toldRevision` is the revision up to which the agent
 * knows the list.
 */
export function readFacts(
	todo: Readonly<Todo>,
	decisions: readonly Decision[],
	toldRevision: number | undefined,
	{ replan, notes, times }: Pick<ListSession, "replan" | "notes" | "times">,
): Facts {
	const find = (aspect: Decision["aspect"]) =>
		decisions.find((decision) => decision.aspect === aspect);
	const presence = find("presence");
	// An approval decides presence and texts at once, and changes neither.
	const approval =
		todo.approved && presence?.revision === find("content")?.revision
			? presence?.revision
			: undefined;
	const mine = decisions
		.filter(
			({ aspect, by, revision }) =>
				by === "user" && changeBy[aspect] && revision !== approval,
		)
		.reduce<Decision | undefined>(
			(latest, each) =>
				latest && latest.revision > each.revision ? latest : each,
			undefined,
		);
	const state = find("state");
	return {
		mine: mine && (mine.revision === presence?.revision ? "added" : "changed"),
		isKnownToAgent:
			mine && toldRevision !== undefined
				? mine.revision <= toldRevision
				: undefined,
		heldTimes: decisions.reduce((sum, { held = 0 }) => sum + held, 0),
		stateBy: (state ?? presence)?.by ?? "host",
		stateName: state?.name,
		spent: state?.spent ?? 0,
		since: times.since.get(todo.key),
		note: notes.get(todo.key),
		isNew: replan?.added.has(todo.key) === true,
		was: replan?.reworded.get(todo.key),
	};
}
