// Every word that the element says, so that a host can say it in another language. `{todo}` and the
// like are filled in; the text before `|` is for a count of one.

import { copyOwn } from "../arguments/options.js";
import type { pressedEnglish } from "./pressed-labels.js";

const english = {
	list: "Todos",
	planning: "Planning…",
	working: "Working",
	notRunning: "Not running",
	resume: "Continue",
	waitingForYou: "Waiting for you",
	stopped: "Stopped",
	review: "Review the plan",
	notConnected: "Not connected",
	doneIn: "{what} in {time}",
	count: "{done} of {all} done",
	countDone: "{count} done",
	countSkipped: "{count} skipped",
	countFailed: "{count} failed",
	soFar: "{count} so far",
	steps: "1 step|{count} steps",
	seconds: "{count} s",
	minutes: "{count} min",
	hours: "{hours} h {minutes}",
	empty: "No todos yet",
	emptyHint:
		"The agent’s plan shows up here. You can also write the first step.",
	next: "Next: {todo}",
	failedTodo: "Failed: {todo}",
	inProgress: "In progress",
	todos: "The todos",
	stepsOf: "Steps: {todo}",
	more: "More",
	moreOf: "More: {todo}",
	complete: "Done: {todo}",
	edit: "Edit: {todo}",
	openTodo: "Open: {todo}",
	skip: "Skip: {todo}",
	reopen: "Reopen: {todo}",
	remove: "Remove: {todo}",
	retry: "Retry: {todo}",
	openIt: "Open",
	skipIt: "Skip",
	retryIt: "Retry",
	mine: "I do this myself",
	copy: "Copy as Markdown",
	cancel: "Cancel",
	send: "Send",
	addWhat: "Add a todo",
	addStep: "Add a step",
	addOffline: "Added once connected",
	youUndo: "You · Undo",
	youHeld: "You · held|You · held {count}×",
	countHeld: "held once|held {count} times",
	oldPlan: "The agent sent its old plan. {stays}",
	stays: "Stays {status}.",
	staysReworded: "Your text stays.",
	staysListed: "Stays on the list.",
	staysRemoved: "Stays off the list.",
	newsDone: "1 step done|{count} steps done",
	newsAsked: "1 question|{count} questions",
	answeredElsewhere: "It was answered elsewhere",
	start: "Approve and start",
	allow: "Allow",
	notNow: "Not now",
	abort: "Stop",
	open: "open",
	doing: "in progress",
	done: "done",
	skipped: "skipped",
	failed: "failed",
	blocked: "waits for another todo",
	waiting: "waits for you",
	event: "waits for an event",
	claimed: "to be confirmed",
	needsYou: "Waits for you",
	needsAnswer: "Needs your answer",
	needsConfirmation: "Needs your confirmation",
	youDoIt: "You do this yourself",
	waitsForEvent: "Waits for an event",
	after: "After “{todo}”",
	youSkipped: "You skipped it",
	agentSkipped: "The agent skipped it",
	skippedBy: "{who} skipped it",
	skippedBecause: "{what}: {reason}",
	youConfirm: "You confirm this one",
	highPriority: "High priority",
	owner: "By {who}",
	addedByYou: "Added by you",
	changedByYou: "Changed by you",
	agentKnows: "The agent has read it",
	agentUntold: "The agent reads it before its next step",
	you: "You",
	youDid: "You: {what}",
	isNew: "new",
	reworded: "changed",
	notApproved: "not approved",
	previousCard: "Previous",
	nextCard: "Next",
	answerOr: "Or write your answer",
	answer: "Your answer",
	answerIt: "Answer",
	pleaseConfirm: "Done? Please confirm",
	confirm: "Confirm",
	sendBack: "Send back",
	sendBackWhy: "Send back…",
	whyBack: "What is missing? (optional)",
	byModel: "Reported by the agent",
	changes: "Ask for changes",
	changesWhat: "What should be different?",
	askedFor: "You asked for: {changes}",
	samePlan: "The plan is the same as before.",
	outdated: "“{todo}” changed meanwhile, so nothing was done",
	replanned: "The plan changed: {what}",
	replannedSince: "Changed since you approved it: {what}",
	countAdded: "{count} added",
	countReworded: "{count} reworded",
	countRemoved: "{count} removed",
	dismiss: "Dismiss",
	sites: "The agent wants to act on",
	moreSites: "Wants to act on more sites",
	approvedSites: "The agent may act on",
	mayActOn: "May act on {site}",
	mayActOnMore: "May act on {site} and {count} more",
	takeOut: "Take out {site}",
	putBack: "Put back {site}",
	revoke: "Take back",
	disconnected: "The list as it was last seen. Trying again…",
	user: "you",
	model: "the agent",
	agent: "the agent",
	host: "the agent",
	added: "{who}: added “{todo}”",
	removed: "{who}: removed “{todo}”",
	moved: "{who}: moved “{todo}” to {place}",
	text: "{who}: changed “{todo}”",
	status: "{who}: “{todo}”: {status}",
	approved: "{who}: approved “{todo}”",
	moreChanges: "and {count} more changes",
};

/** The name of a text. */
type Label = keyof typeof english | keyof typeof pressedEnglish;

/** The texts of the element. A missing one is shown in English. */
export type Labels = {
	readonly [Name in Label]?: string | undefined;
};
export type Say = (
	label: Label,
	parts?: Readonly<Record<string, string | number>>,
) => string;

const known: Partial<Record<Label, string>> = english;

/** Adds English texts that are loaded later. */
export const addTexts = (texts: typeof pressedEnglish): void => {
	Object.assign(known, texts);
};

/**
 * Returns the function that fills in one label. It shortens texts from the list, as a screen reader
 * reads a whole label.
 */
export function makeSay(given: Labels): Say {
	const labels = copyOwn(given);
	return (label, parts = {}) => {
		const text = labels[label] ?? known[label] ?? "";
		const [one = "", many = one] = text.split("|");
		return (parts.count === 1 ? one : many).replace(
			/\{(\w+)\}/g,
			(whole, name) =>
				Object.hasOwn(parts, name) ? shorten(String(parts[name])) : whole,
		);
	};
}

const maxLabelLength = 80;

function shorten(text: string): string {
	const characters = [...text.slice(0, 2 * maxLabelLength + 2)];
	return characters.length > maxLabelLength
		? `${characters.slice(0, maxLabelLength).join("")}…`
		: text;
}
