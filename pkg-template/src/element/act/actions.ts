// What a person does with a press: on a todo, and on the list as a whole.

import type { Decision, Todo } from "../../../generated/agent_todos_bg.js";
import type { PanelActs } from "../parts.js";
import { listCards } from "../view/cards.js";
import { isListHidden } from "../view/head.js";
import { focusAfter, remark, sayInRow } from "./answer.js";
import { move, moveBy } from "./move.js";
import { scrollTo } from "./scrolling.js";

/** Carries out an action on a todo, as the person saw it when they pressed, or on the list. */
export function act(
	panel: PanelActs,
	action: string,
	element: HTMLElement,
	todo: Readonly<Todo> | undefined,
): void {
	panel.drawn.isPersonal = true;
	if (todo) actOn(panel, todo, action, element);
	else void actOnList(panel, action, element);
	panel.schedule();
}

function actOn(
	panel: PanelActs,
	todo: Readonly<Todo>,
	action: string,
	element: HTMLElement,
): void {
	const { key, status, content } = todo;
	const session = panel.session;
	const ui = panel.ui;
	const edit = () => {
		// What the person is writing stays.
		if (ui.editing.has(key)) {
			panel.find(`[data-draft="edit ${key}"]`)?.focus();
			return;
		}
		ui.editing.add(key);
		ui.whys.delete(key);
		ui.drafts.set(`edit ${key}`, { text: content, todo });
		focusAfter(panel, `[data-draft="edit ${key}"]`);
	};
	const close = (name: string, of: Set<string>) => {
		ui.drafts.delete(`${name} ${key}`);
		of.delete(key);
		focusAfter(panel, "", key);
	};
	const confirm = () => session.change("complete", todo);
	const reopen = () => session.change("reopen", todo);
	const actions: Readonly<Record<string, () => unknown>> = {
		check: () => (status === "done" ? reopen() : confirm()),
		confirm,
		reopen,
		remove: () => session.change("remove", todo),
		mine: () => session.change("wait", todo),
		open: () => panel.dispatch("open", { todo }),
		edit,
		// What is skipped already asks why again.
		skip: () =>
			status === "skipped" && !todo.failed
				? ui.whys.add(key)
				: session.change("skip", todo),
		"give-up": () => session.change("skip", todo, todo.reason),
		cancel: () => close("edit", ui.editing),
		"cancel-why": () => close("why", ui.whys),
		"undo-change": async () => {
			const deed = ui.deeds.get(key);
			if (!deed) return;
			ui.deeds.delete(key);
			ui.whys.delete(key);
			let undone: Awaited<ReturnType<typeof session.undo>>;
			// What came last is taken back first.
			for (const change of [...deed.changes].reverse()) {
				undone = await session.undo(change);
				if (!undone) break;
			}
			if (undone === undefined || session !== panel.session) return;
			ui.removed.delete(key);
			panel.drawn.isPersonal = true;
			if (undone === false) sayInRow(panel, key, panel.say("cannotUndo"));
			else {
				panel.announcer.announce(
					panel.say("undone", { todo: content }),
					panel.say,
				);
				focusAfter(panel, "", key);
			}
		},
		held: () => {
			ui.openMenu = ui.openMenu === key ? undefined : key;
			ui.isHeldMenu = true;
		},
		"let-agent": async () => {
			const aspect = element.dataset.aspect as Decision["aspect"];
			const done = await session.call("letAgent", key, aspect);
			session.reportOutdated(todo, done);
		},
		keep: () => {},
		"insert-below": () => {
			ui.insertingBelow = key;
			focusAfter(panel, "[data-draft=insert]");
		},
		details: () => {
			if (panel.findRow(key)?.matches(".review")) edit();
			else ui.openDetails = ui.openDetails === key ? undefined : key;
		},
		steps: () => {
			const button = panel.findRow(key)?.querySelector("[data-do=steps]");
			ui.toggledParents.set(
				key,
				button?.getAttribute("aria-expanded") !== "true",
			);
		},
		menu: () => {
			ui.openMenu = ui.openMenu === key ? undefined : key;
			ui.isHeldMenu = false;
		},
		up: () => moveBy(session, todo, -1),
		down: () => moveBy(session, todo, 1),
		first: () => {
			const first = session.shown.todos.find(
				({ status, waiting }) => status === "todo" && !waiting,
			);
			return first && move(session, todo, first, false);
		},
		"to-card": () => {
			ui.openCard = key;
			ui.isCardFolded = false;
			ui.shownCard = undefined;
			focusAfter(panel, ".ask textarea, .ask .button");
		},
		"send-back": () => {
			ui.sendingBack = key;
			ui.drafts.set(`back ${key}`, { text: "", todo });
			focusAfter(panel, ".ask textarea");
		},
		"cancel-back": () => {
			ui.sendingBack = undefined;
			ui.drafts.delete(`back ${key}`);
			focusAfter(panel, ".ask [data-do=send-back]");
		},
		option: () => session.change("answer", todo, element.dataset.option),
		"skip-card": () => session.change("skip", todo),
	};
	const act = actions[action];
	if (act) act();
	else void actOnList(panel, action, element);
}

async function actOnList(
	panel: PanelActs,
	action: string,
	element: HTMLElement,
): Promise<void> {
	const session = panel.session;
	const ui = panel.ui;
	const say = panel.say;
	const turn = (by: number) => {
		const cards = listCards(panel.view());
		const place = cards.indexOf(ui.openCard ?? "") + by + cards.length;
		ui.openCard = cards[place % cards.length];
		ui.shownCard = undefined;
		ui.sendingBack = undefined;
		const way = by < 0 ? "previous-card" : "next-card";
		focusAfter(panel, `[data-do=${way}]`);
	};
	const undo = async () => {
		const todo = await session.undo();
		if (todo === undefined || session !== panel.session) return;
		panel.drawn.isPersonal = true;
		if (todo) {
			ui.deeds.delete(todo.key);
			ui.whys.delete(todo.key);
			ui.removed.delete(todo.key);
		}
		remark(
			panel,
			todo ? say("undone", { todo: todo.content }) : say("nothingToUndo"),
		);
	};
	const actions: Readonly<Record<string, () => unknown>> = {
		undo,
		menu: () => {
			ui.openMenu = ui.openMenu === "" ? undefined : "";
		},
		history: () => {
			ui.historyIndex = 0;
			focusAfter(panel, ".past input");
			return session.readHistory();
		},
		"leave-history": () => {
			ui.historyIndex = undefined;
			session.history = undefined;
			focusAfter(panel, ".head [data-do=menu]");
		},
		restore: async () => {
			const { history = [] } = session;
			const snapshot = history[(ui.historyIndex || history.length) - 1];
			const { revision } = session.shown;
			const done =
				snapshot &&
				(await session.call("restoreRevision", snapshot.revision, {
					revision,
				}));
			if (done && session === panel.session)
				void actOnList(panel, "leave-history", element);
		},
		copy: async () => {
			const text = await session.call("markdown");
			if (!text) return;
			await panel.try(() => navigator.clipboard.writeText(String(text.value)));
			remark(panel, say("copied"));
		},
		unfold: () => {
			ui.isUnfolded = isListHidden(panel.view());
		},
		"to-current": () => {
			const row = panel.find(".scroll [data-status=doing]");
			const scroll = panel.find(".scroll");
			panel.presence.scrolledAt = Number.NEGATIVE_INFINITY;
			if (row && scroll) scrollTo(panel, scroll, row);
			row?.querySelector<HTMLElement>(".text")?.focus({
				preventScroll: true,
			});
		},
		start: () => approve(panel, element.closest(".ask") === null),
		abort: async () => {
			if (!panel.dispatch("abort")) return;
			const { run } = panel.agent.show(panel.session);
			if (run) await panel.try(() => run.abort());
		},
		resume: () => panel.dispatch("resume"),
		where: () => {
			ui.showsSites = !ui.showsSites;
		},
		revoke: () => session.call("revoke"),
		site: () => {
			const site =
				element.closest<HTMLElement>("[data-site]")?.dataset.site ?? "";
			if (!ui.excludedSites.delete(site)) ui.excludedSites.add(site);
			focusAfter(panel, `[data-site="${globalThis.CSS.escape(site)}"] button`);
		},
		"put-off": () => {
			ui.dismissedProposal = session.list.proposal?.sites.join(" ");
		},
		"unfold-card": () => {
			ui.isCardFolded = false;
			ui.letsNewsIn = true;
			focusAfter(panel, ".ask textarea, .ask .button");
		},
		"let-news-in": () => {
			ui.letsNewsIn = true;
		},
		"cancel-insert": () => {
			const below = ui.insertingBelow;
			ui.insertingBelow = undefined;
			ui.drafts.delete("insert");
			focusAfter(panel, "", below);
		},
		"previous-card": () => turn(-1),
		"next-card": () => turn(1),
		changes: () => {
			ui.asksForChanges = true;
			focusAfter(panel, "[data-draft=changes]");
		},
		"cancel-changes": () => {
			ui.asksForChanges = false;
			focusAfter(panel, "[data-do=changes]");
		},
		removed: () => {
			ui.showsRemoved = !ui.showsRemoved;
		},
		"forget-replan": () => {
			session.replan = undefined;
		},
		"forget-error": () => panel.showError(undefined),
		sheet: () => {
			ui.isLineOpen = !ui.isLineOpen;
			if (!ui.isLineOpen) panel.find(".sheet")?.hidePopover?.();
		},
	};
	await actions[action]?.();
	panel.schedule();
}

/**
 * Approves the plan with the sites that the person left, or only these, and starts the run. Sites
 * that were approved before stay, unless the person took them out.
 */
async function approve(panel: PanelActs, isReview: boolean): Promise<void> {
	const session = panel.session;
	const ui = panel.ui;
	const { proposal, approval: before } = session.list;
	const proposed = proposal?.sites ?? [];
	// A plan shows all that are proposed, a card only those that are new.
	const kept = (before?.sites ?? []).filter(
		(site) => !isReview || !proposed.includes(site),
	);
	const wanted = proposed.filter((site) => !ui.excludedSites.has(site));
	const sites = [...new Set([...kept, ...wanted])];
	const { revision } = session.shown;
	// An agent that is at work asks for sites alone.
	const approval = { revision, sites, ...(!isReview && { refs: [] }) };
	if (!panel.dispatch("approve", approval)) return;
	// Starting a plan approves it. What was not approved is not started.
	const isApproved = await session.call("approve", approval);
	if (!isApproved) return;
	ui.excludedSites.clear();
	if (!isReview) return;
	ui.askedFor = undefined;
	// The person has seen how it changed.
	session.replan = undefined;
	panel.schedule();
	if (session === panel.session)
		await panel.try(() =>
			panel.agent.show(session).run?.approve?.({ revision }),
		);
}
