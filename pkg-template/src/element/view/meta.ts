// What a row says besides its text: the evidence, and the end of the row.

import type { Todo } from "../../../generated/agent_todos_bg.js";
import { type Icon, icon, type RowState } from "../dom/icons.js";
import { h, type Pieces, type Template } from "../dom/template.js";
import type { Say } from "../labels.js";
import type { Facts } from "../session/facts.js";
import { address } from "../session/session.js";
import { sayDuration } from "../session/time.js";
import { countSettled, type Item, isSettled } from "../session/tree.js";
import { sayHeld } from "./held.js";
import { clock, nameSite, ownText, type View } from "./view.js";

/**
 * Returns what shows that a todo is done. An address in it is a link, if the person lets the agent
 * act on its site.
 */
export function viewEvidence({ session }: View, text: string): Pieces {
	const url = address.exec(text)?.[0];
	if (!url || !session.mayLink(url)) return [ownText("span.evidence", text)];
	const place = text.indexOf(url);
	return [
		h(
			"span.evidence",
			{ dir: "auto" },
			text.slice(0, place),
			h("a", { href: url, rel: "noreferrer", target: "_blank" }, nameSite(url)),
			text.slice(place + url.length),
		),
	];
}

export function viewMeta(
	view: View,
	{ todo, steps }: Item,
	shown: RowState,
	facts: Facts,
	isReview: boolean,
	areStepsOpen: boolean,
	actions: Template | false,
): Pieces {
	const { say, session } = view;
	const { since, spent, isNew, was, mine } = facts;
	const badge = (text: string) => [h("span.badge", {}, text)];
	const isOpen = !isSettled(todo);
	const isUnapproved =
		!isReview &&
		session.list.approval &&
		isOpen &&
		!todo.approved &&
		mine !== "added";
	const about = (): Pieces => {
		if (isNew) return badge(say("isNew"));
		if (was !== undefined) return badge(say("reworded"));
		if (steps.length > 0) return [];
		if (shown === "doing" && since !== undefined) return [clock(view, since)];
		if (shown === "done" && spent >= 1000)
			return [h("span.num", {}, sayDuration(spent, say))];
		if (isUnapproved) return badge(say("notApproved"));
		return viewMark(view, todo);
	};
	// The buttons stand before what stays at the end of the row while they are there.
	const isOwn = mine !== undefined || view.ui.deeds.has(todo.key);
	const who = viewWho(view, todo, facts);
	return [
		...about(),
		steps.length > 0 &&
			h("span.num", {}, `${countSettled(steps)}/${steps.length}`),
		!isOwn && who,
		actions && h("div.end", {}, actions),
		steps.length > 0 &&
			h(
				"button.icon",
				{
					key: "steps",
					type: "button",
					part: "button",
					"data-do": "steps",
					"aria-label": say("stepsOf", { todo: todo.content }),
					"aria-expanded": String(areStepsOpen),
					tabindex: -1,
				},
				icon("chevron"),
			),
		isOwn && who,
	];
}

/** Says what the person did to a todo, and whether the agent has read it. */
export const sayMine = (say: Say, facts: Facts): string =>
	[
		say(facts.mine === "added" ? "addedByYou" : "changedByYou"),
		...sayKnown(say, facts),
	].join(". ");

/** Says whether the agent has read what the person did, where somebody says how much it knows. */
export const sayKnown = (say: Say, { isKnownToAgent }: Facts): string[] =>
	isKnownToAgent === undefined
		? []
		: [say(isKnownToAgent ? "agentKnows" : "agentUntold")];

/** Returns the pill with which the person takes back what they did a moment ago. */
export function viewUndo(
	{ say, ui }: View,
	key: string,
	isAlone = false,
): Template | false {
	const deed = ui.deeds.get(key);
	return (
		deed !== undefined &&
		h(
			"button.pill.undo",
			{
				key: "undo",
				type: "button",
				"data-do": "undo-change",
				"aria-label": `${say("youUndo")}: ${deed.text}`,
				// That of a removed row is all that can be reached there.
				tabindex: isAlone ? 0 : -1,
			},
			say("youUndo"),
		)
	);
}

/**
 * Returns who had a hand in a todo: the person, hollow until the agent has read what they decided,
 * else its owner, where there are several. For a moment after a press the pill takes that back; a
 * decision that held lets the agent.
 */
export function viewWho(
	view: View,
	todo: Readonly<Todo>,
	facts: Facts,
): Pieces {
	const { say, owners, isReadonly, ui } = view;
	const { key, owner } = todo;
	const { mine, isKnownToAgent, heldTimes } = facts;
	const tip = sayMine(say, facts);
	const undo = !isReadonly && viewUndo(view, key);
	if (undo) return [undo];
	if (mine && heldTimes > 0) {
		const held = ui.held.get(key);
		const label = held
			? sayHeld(say, todo, held)
			: say("oldPlan", { stays: "" }).trim();
		return [
			h(
				isReadonly ? "span.pill.held" : "button.pill.held",
				{
					key: "held",
					type: isReadonly ? undefined : "button",
					"data-do": isReadonly ? undefined : "held",
					"aria-label": `${say("youHeld", { count: heldTimes })}: ${label}`,
					"aria-haspopup": isReadonly ? undefined : "menu",
					"data-tip": label,
					tabindex: isReadonly ? undefined : -1,
				},
				say("youHeld", { count: heldTimes }),
			),
		];
	}
	if (mine)
		return [
			h(
				"span.pill",
				{
					role: "img",
					class: isKnownToAgent && "read",
					"aria-label": tip,
					"data-tip": tip,
					"data-do": "details",
				},
				say("you"),
				isKnownToAgent && icon("check"),
			),
		];
	return owner !== undefined && owners.length > 1
		? [viewOwner(view, owner)]
		: [];
}

/** Returns the initial of an owner, in a colour of theirs. A wide panel has the whole name. */
export const viewOwner = (
	{ say, owners }: View,
	owner: string,
	isHidden?: "true",
): Template =>
	h(
		"span.owner",
		{
			role: "img",
			class: `hue${owners.indexOf(owner) % 5}`,
			"aria-label": say("owner", { who: owner }),
			"aria-hidden": isHidden,
			"data-tip": owner,
		},
		h("span.wide", {}, owner),
		h("b", {}, [...owner][0]?.toUpperCase()),
	);

/** Returns what is special about a todo: that the person confirms it, or its priority. */
export function viewMark(
	{ say }: View,
	todo: Readonly<Todo>,
	isHidden?: "true",
): Pieces {
	const mark = (of: Icon, label: string, kind = "") =>
		h(
			"span",
			{
				key: of,
				class: kind,
				role: "img",
				"aria-label": label,
				"aria-hidden": isHidden,
				"data-tip": label,
			},
			icon(of),
		);
	if (isSettled(todo)) return [];
	if (todo.confirm && !todo.claimed)
		return [mark("user", say("youConfirm"), "you")];
	return todo.priority === "high" ? [mark("high", say("highPriority"))] : [];
}
