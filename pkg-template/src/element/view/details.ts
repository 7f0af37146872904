// The details of a todo, which a press on its row opens.

import type { Todo } from "../../../generated/agent_todos_bg.js";
import { type Icon, icon } from "../dom/icons.js";
import { h, type Pieces, type Template } from "../dom/template.js";
import type { Facts } from "../session/facts.js";
import { sayKnown, sayMine, viewEvidence, viewOwner } from "./meta.js";
import { ownText, type View } from "./view.js";

const vouchers = {
	model: "byModel",
	agent: "byModel",
	host: "byHost",
	user: "byUser",
} as const;

const priorities = {
	high: "highPriority",
	medium: "mediumPriority",
	low: "lowPriority",
} as const;

export function viewDetails(
	view: View,
	todo: Readonly<Todo>,
	facts: Facts,
	text: string,
): Template {
	const { say } = view;
	const { mine, stateBy, note } = facts;
	// The second line says that the person skipped it.
	const isSaid = todo.status === "skipped" && stateBy === "user";
	const fact = (of: Icon, ...content: Pieces) =>
		h("li", { key: of }, icon(of), ...content);
	const saying = (of: Icon, content: string | undefined) =>
		content && fact(of, ownText("span", content));
	const { content, description, priority, owner, answer, evidence, question } =
		todo;
	return h(
		"ul.facts",
		{ part: "detail" },
		text !== content && saying("edit", content),
		saying("list", description),
		priority && saying("high", say(priorities[priority])),
		owner &&
			h(
				"li",
				{ key: "owner" },
				viewOwner(view, owner, "true"),
				ownText("span", say("owner", { who: owner })),
			),
		saying("ask", question && !answer ? question : undefined),
		answer !== undefined &&
			answer !== "" &&
			saying("send", say("yourAnswer", { answer })),
		evidence && fact("check", ...viewEvidence(view, evidence)),
		todo.status === "done" &&
			(evidence || stateBy !== "user") &&
			saying("shield", say(vouchers[stateBy])),
		mine &&
			saying("user", isSaid ? sayKnown(say, facts)[0] : sayMine(say, facts)),
		note && fact("warn", ownText("span.note", note)),
	);
}
