// What a person has open in the element, and what they have typed: no part of the list.

import type { HeldDecision, Todo } from "../../../generated/agent_todos_bg.js";

/** A text that a person is typing. */
export interface Draft {
	readonly text: string;
	/** The todo that it is about, as the person saw it when they began. */
	readonly todo: Readonly<Todo> | undefined;
}

/** A row that is dragged, and the row before or after which it would land. */
export interface Dragged {
	readonly key: string;
	readonly over: string;
	readonly isAfter: boolean;
	/** The height of the row. */
	readonly height: number;
}

/** What a person did on a row a moment ago. */
export interface RowDeed {
	/** What it was, in words. */
	readonly text: string;
	/** The revisions of the changes, by which it is taken back. */
	readonly changes: readonly number[];
}

/** A todo that the person has removed, which stays as a struck line for a moment. */
export interface RemovedRow {
	readonly todo: Readonly<Todo>;
	/** The key of the todo behind which it was. */
	readonly behind: string | undefined;
}

/** What a person asked to change in a plan. */
export interface Asked {
	/** In their words. */
	readonly changes: string;
	/** The plan that they saw. */
	readonly plan: string;
	/** Whether the agent has planned since. */
	isPlanned: boolean;
}

export class Ui {
	/** The owners of todos, each in the place where it was first seen. */
	readonly owners: string[] = [];
	/** Whether the person opened the line that the finished todos fold into. */
	isFoldOpen = false;
	/** The key of the todo whose details are open. */
	openDetails: string | undefined;
	/** The key of the todo that Tab reaches. */
	tabStop: string | undefined;
	/** The key of the todo whose row has the focus: it does not fold. */
	focusedRow: string | undefined;
	/** The keys of the todos whose text is being edited. */
	readonly editing = new Set<string>();
	/** The keys of the todos that the person has just skipped: their rows ask why. */
	readonly whys = new Set<string>();
	/** What the person did a moment ago, by the keys of the todos. */
	readonly deeds = new Map<string, RowDeed>();
	/** The todos that the person removed a moment ago, by their keys. */
	readonly removed = new Map<string, RemovedRow>();
	/** What a row says for a moment in its second line, by its key. */
	readonly said = new Map<string, string>();
	/** The decisions that held since the list is shown, latest last, by the keys of their todos. */
	readonly held = new Map<string, HeldDecision>();
	/** The rows whose bar pulses, as a decision has just held. */
	readonly pulsing = new Set<string>();
	/** The key of the todo below which the person inserts one. */
	insertingBelow: string | undefined;
	/** What the header says for a moment. */
	remark: string | undefined;
	/** What is being typed, by the names of the fields. */
	readonly drafts = new Map<string, Draft>();
	/** The parents that a person opened or closed. */
	readonly toggledParents = new Map<string, boolean>();
	/** The todos that were settled a moment ago, and do not fold yet. */
	readonly justDone = new Set<string>();
	/** The key of the todo whose menu is open; empty for that of the list. */
	openMenu: string | undefined;
	/** Whether that menu is about a decision that held. */
	isHeldMenu = false;
	/** What the pinned card is about. */
	openCard: string | undefined;
	/** What the pinned card shows, to see a change of it. Undefined if the person chose it. */
	shownCard: string | undefined = "";
	/** The plan that is to be approved, as it is shown, to see a change of it. */
	shownPlan: string | undefined;
	/** Whether the card is one line, as it came while the person was in the list. */
	isCardFolded = false;
	/** Whether the person lets in what waits while the list stands still. */
	letsNewsIn = false;
	/** Whether the card, and what it moved, takes no press yet. */
	isArming = false;
	/** How high the card was that somebody else has answered meanwhile, in pixels. */
	ghost: number | undefined;
	/** Whether the rows take no press yet, as they have moved by themselves. */
	areRowsArming = false;
	/** The key of the todo that the person sends back. */
	sendingBack: string | undefined;
	/**
	 * Whether a list of which all is settled is open. Undefined as long as the person did not say.
	 */
	isUnfolded: boolean | undefined;
	/** Whether the page gave the element more height than its header needs. */
	hasHeight = false;
	/** Whether "Ask for changes" is open. */
	asksForChanges = false;
	/** What the person asked to change. */
	askedFor: Asked | undefined;
	/** Whether the removed todos of a new plan are shown. */
	showsRemoved = false;
	/** Whether the sites are open where the agent may act. */
	showsSites = false;
	/** The sites that the person took out of the proposal. */
	readonly excludedSites = new Set<string>();
	/** The proposal that the person put off. */
	dismissedProposal: string | undefined;
	/** The place in the history, or undefined where the list is shown. */
	historyIndex: number | undefined;
	dragged: Dragged | undefined;
	/** Why something was refused. */
	error: string | undefined;
	/** Whether the list of `mode="line"` is open. */
	isLineOpen = false;
	/** Whether the todo in progress is out of view. */
	isOutOfSight = false;

	/** Forgets what is shown for a moment only. */
	forgetMoments(): void {
		for (const moments of [
			this.whys,
			this.deeds,
			this.removed,
			this.said,
			this.pulsing,
		])
			moments.clear();
		this.remark = undefined;
		this.isArming = this.areRowsArming = false;
	}
}
