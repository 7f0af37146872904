// Tells the person outside the panel that the agent needs them: a badge with how many todos wait
// for them, in the panel's amber, a title that says what waits, and a notification for each.

import type { Todo, TodoStore } from "agent-todos";

const needsPerson = ({ waiting, claimed }: Todo) =>
	waiting === "user" || claimed === true;

const messageOf = ({ question, claimed, content }: Todo) =>
	question ?? (claimed ? `Please confirm: ${content}` : content);

/** Shows the badge and the notifications as long as the store is open. */
export function tellPerson(store: TodoStore): void {
	const messages = () =>
		new Map(
			store
				.getAll()
				.filter(needsPerson)
				.map((todo) => [todo.key, messageOf(todo)]),
		);
	// A worker that was stopped in the meantime has shown these.
	let notified = messages();
	const { default_title: usual = "" } =
		chrome.runtime.getManifest().action ?? {};
	const showBadge = () => {
		const [message] = notified.values();
		void chrome.action.setBadgeText({
			text: notified.size > 0 ? `${notified.size}` : "",
		});
		// Chromium would show an empty title as it is.
		void chrome.action.setTitle({
			title: message === undefined ? usual : `Waits for you: ${message}`,
		});
	};
	void chrome.action.setBadgeBackgroundColor({ color: "#604200" });
	showBadge();
	store.subscribe(() => {
		const before = notified;
		notified = messages();
		for (const [key, message] of notified)
			if (before.get(key) !== message) notify(key, message);
		for (const key of before.keys())
			if (!notified.has(key)) void chrome.notifications.clear(key);
		showBadge();
	});
}

function notify(key: string, message: string): void {
	void chrome.notifications.create(key, {
		type: "basic",
		iconUrl: chrome.runtime.getURL("icons/128.png"),
		title: "The agent needs you",
		message,
	});
}
