// The pinned card: what waits for the person, one at a time.

import type { Todo } from "../../../generated/agent_todos_bg.js";
import { button, icon, iconButton } from "../dom/icons.js";
import { h, type Pieces, type Template } from "../dom/template.js";
import type { Say } from "../labels.js";
import type { ListSession } from "../session/session.js";
import { viewEvidence } from "./meta.js";
import { chip, ownText, textField, type View } from "./view.js";

/** The key of the card that is about sites; those of the others are the keys of their todos. */
export const sitesCard = "sites";

/** Returns what waits for the person: questions, then what is to be confirmed, then sites. */
export function listCards({
	todos,
	decisions,
	isReadonly,
	session: { list },
	isReview,
	ui,
	asked,
}: Pick<
	View,
	"todos" | "decisions" | "isReadonly" | "session" | "isReview" | "ui" | "asked"
>): readonly string[] {
	if (isReadonly) return [];
	/** Returns whether the person said that they do it themselves, which asks nothing. */
	const isTaken = ({ key, question }: Readonly<Todo>) =>
		question === undefined &&
		decisions
			.get(key)
			?.some(({ aspect, by }) => aspect === "state" && by === "user");
	const questions = todos.filter(
		(todo) => todo.waiting === "user" && !isTaken(todo),
	);
	const claims = todos.filter(({ claimed }) => claimed);
	const { proposal } = list;
	const isAsked =
		proposal &&
		!isReview &&
		// The plan that the sites are for is not the last one.
		!asked &&
		ui.dismissedProposal !== proposal.sites.join(" ");
	return [
		...[...questions, ...claims].map(({ key }) => key),
		...(isAsked ? [sitesCard] : []),
	];
}

/**
 * Returns the card that is shown. It stays the same, whatever else begins to wait, until it is
 * answered.
 */
export function viewCard(view: View, cards: readonly string[]): Pieces {
	const { ui, say, session } = view;
	if (ui.ghost !== undefined)
		return [
			h(
				"section.ask.quiet.ghost",
				{ key: "ghost" },
				h("p.note", {}, say("answeredElsewhere")),
			),
		];
	const place = Math.max(0, cards.indexOf(ui.openCard ?? ""));
	const key = cards[place];
	if (key === undefined) return [];
	const pager = cards.length > 1 && [
		h("span.num", {}, `${place + 1}/${cards.length}`),
		iconButton("back", "previous-card", say("previousCard")),
		iconButton("next", "next-card", say("nextCard")),
	];
	const todo = session.findTodo(key);
	// It lies over the list as one line.
	if (ui.isCardFolded) return [];
	const content = todo
		? viewTodoCard(view, todo, pager)
		: viewSites(view, pager);
	return [
		h(
			"section.ask",
			{
				key: `card ${key} ${ui.sendingBack === key}`,
				// Who stopped the agent owes it no answer.
				class: view.isStopped && "quiet",
				part: "ask",
				"aria-label": say("needsYou"),
				"data-card": key,
			},
			...content,
		),
	];
}

/** Returns the card as one line over the list, which a press unfolds. */
export function viewFoldedCard({ say, session, ui }: View): Template {
	const key = ui.openCard ?? "";
	const todo = session.findTodo(key);
	const [picture, text, label] = !todo
		? (["shield", sayProposal(say, session), "openIt"] as const)
		: todo.claimed
			? ([
					"user",
					`${say("pleaseConfirm")}: ${todo.content}`,
					"openIt",
				] as const)
			: (["ask", todo.question ?? todo.content, "answerIt"] as const);
	return h(
		"button.ask.folded",
		{
			key: `folded ${key}`,
			type: "button",
			part: "ask",
			"data-card": key,
			"data-do": "unfold-card",
			"aria-expanded": "false",
		},
		icon(picture),
		ownText("span.one", text),
		h("span", {}, say(label)),
		icon("chevron"),
	);
}

const sayProposal = (say: Say, { list: { approval } }: ListSession) =>
	say(approval ? "moreSites" : "sites");

function viewAbout(
	text: string,
	picture: "ask" | "user" | "undo" | "shield",
	pager: Pieces | false,
): Template {
	return h("div.about", {}, icon(picture), h("span.one", {}, text), pager);
}

const question = (text: string) =>
	ownText("p.question", text, { part: "question" });

function viewTodoCard(
	view: View,
	todo: Readonly<Todo>,
	pager: Pieces | false,
): Pieces {
	const { say, ui } = view;
	const { key, content, claimed } = todo;
	if (claimed && ui.sendingBack === key)
		return [
			h(
				"div.what",
				{},
				viewAbout(say("sendBack"), "undo", false),
				question(content),
			),
			h(
				"div.do",
				{},
				h(
					"form",
					{ "data-form": "back" },
					textField(view, `back ${key}`, say("whyBack"), { hasSend: true }),
				),
				h(
					"div.buttons.also",
					{},
					button("cancel-back", say("cancel"), "quiet small"),
				),
			),
		];
	if (claimed)
		return [
			h(
				"div.what",
				{},
				viewAbout(say("pleaseConfirm"), "user", pager),
				question(content),
				h("p.note", {}, say("byModel")),
				todo.evidence !== undefined &&
					h(
						"div.proof",
						{},
						icon("check"),
						h("span", {}, ...viewEvidence(view, todo.evidence)),
					),
			),
			h(
				"div.do.side",
				{},
				h(
					"div.buttons",
					{},
					button("confirm", say("confirm"), "main", "check"),
					button("send-back", say("sendBackWhy")),
				),
			),
		];
	const options = todo.options ?? [];
	return [
		h(
			"div.what",
			{},
			viewAbout(say("needsAnswer"), "ask", pager),
			question(todo.question ?? content),
		),
		h(
			"div.do",
			{},
			options.length > 0 &&
				h(
					"div.buttons",
					{},
					...options.map((option) =>
						button("option", option, "small", undefined, {
							key: `option ${option}`,
							"data-option": option,
							dir: "auto",
						}),
					),
				),
			h(
				"form",
				{ "data-form": "answer" },
				textField(
					view,
					`answer ${key}`,
					say(options.length > 0 ? "answerOr" : "answer"),
					{ hasSend: true },
				),
			),
			h(
				"div.buttons.also",
				{},
				button("mine", say("mine"), "quiet small"),
				button("skip-card", say("skipIt"), "quiet small"),
			),
		),
	];
}

function viewSites(view: View, pager: Pieces | false): Pieces {
	const { say, session } = view;
	const { proposal, approval } = session.list;
	const known = approval?.sites ?? [];
	const sites = (proposal?.sites ?? []).filter((site) => !known.includes(site));
	return [
		h(
			"div.what",
			{},
			viewAbout(sayProposal(say, session), "shield", pager),
			h("ul.chips", {}, ...sites.map((site) => chip(view, site))),
		),
		h(
			"div.do.side",
			{},
			h(
				"div.buttons",
				{},
				button("start", say("allow"), "main"),
				button("put-off", say("notNow")),
			),
		),
	];
}
