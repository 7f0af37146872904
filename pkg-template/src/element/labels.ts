// Every word that the element says, so that a host can say it in another language. `{todo}` and the like are filled in.

const english = {
	list: "Todos",
	review: "Review the plan",
	empty: "No todos yet",
	next: "Next: {todo}",
	finished: "All done",
	over: "Nothing is open",
	count: "{done} of {all}",
	countDone: "{count} done",
	countSkipped: "{count} skipped",
	countOpen: "{count} open",
	progress: "Progress",
	complete: "Done: {todo}",
	edit: "Edit: {todo}",
	openTodo: "Open: {todo}",
	skip: "Skip: {todo}",
	reopen: "Reopen: {todo}",
	remove: "Remove: {todo}",
	move: "Move: {todo}",
	why: "Why skip it? (optional)",
	where: "Move to place",
	skipIt: "Skip",
	moveIt: "Move",
	cancel: "Cancel",
	save: "Save",
	add: "Add",
	addWhat: "Add a todo",
	undo: "Undo",
	nothingToUndo: "Nothing to undo",
	start: "Start",
	allow: "Allow",
	abort: "Stop",
	doing: "in progress",
	done: "done",
	skipped: "skipped",
	blocked: "waiting",
	isNew: "new",
	reworded: "was: {todo}",
	approvedPlan: "Approved plan",
	isApproved: "approved",
	claimed: "to be confirmed",
	confirm: "Confirm",
	confirmTodo: "Confirm: {todo}",
	sendBack: "Send back",
	sendBackTodo: "Send back: {todo}",
	whyBack: "What is missing? (optional)",
	waitsForUser: "waits for you",
	waitsForEvent: "waits for an event",
	answer: "Answer",
	answerTodo: "Answer: {todo}",
	answerWhat: "Your answer (optional)",
	mine: "I do this myself: {todo}",
	owner: "by {who}",
	changes: "Ask for changes",
	changesWhat: "What should be different?",
	send: "Send",
	notTaken: "Nobody takes this: it was not sent",
	replanned:
		"The plan changed: {added} added, {removed} removed, {reworded} changed",
	replannedSince:
		"Since you approved it, the plan changed: {added} added, {removed} removed, {reworded} changed",
	dismiss: "Dismiss",
	sites: "The agent wants to act on",
	sitesSince: "Since you approved the plan, the agent wants to act on",
	approvedSites: "The agent may act on",
	revoke: "Take back",
	byModel: "the agent says so",
	byHost: "a check confirmed it",
	byUser: "you confirmed it",
	knows: "{who} · the agent knows",
	untold: "{who} · not told yet",
	history: "History",
	revision: "Version",
	at: "{revision}, {who}, {time}",
	restoreAll: "Restore this list",
	disconnected: "Not connected: this is the list as it was last seen",
	user: "you",
	model: "the agent",
	agent: "the app",
	host: "the app",
	added: "{who}: added “{todo}”",
	removed: "{who}: removed “{todo}”",
	moved: "{who}: moved “{todo}” to {place}",
	text: "{who}: changed “{todo}”",
	status: "{who}: “{todo}” is {status}",
	approved: "{who}: approved “{todo}”",
	open: "open",
	more: "and {count} more changes",
};

/** The texts of the element. A missing one is shown in English. */
export type Labels = {
	readonly [Label in keyof typeof english]?: string | undefined;
};
export type Say = (
	label: keyof typeof english,
	parts?: Readonly<Record<string, string | number>>,
) => string;

/**
 * Returns the function that fills in one label. It shortens texts from the list, as a screen reader reads a whole
 * label.
 */
export function makeSay(labels: Labels): Say {
	return (label, parts = {}) =>
		(labels[label] ?? english[label]).replace(/\{(\w+)\}/g, (whole, name) =>
			name in parts ? shorten(String(parts[name])) : whole,
		);
}

const longest = 80;

function shorten(text: string): string {
	const characters = [...text.slice(0, 2 * longest + 2)];
	return characters.length > longest
		? `${characters.slice(0, longest).join("")}…`
		: text;
}
