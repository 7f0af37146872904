// Times in words, and when a list's todos were begun.

import type { Snapshot } from "../../../generated/agent_todos_bg.js";
import type { Say } from "../labels.js";
import { isSettled } from "./tree.js";

/** Returns a duration in words. */
export function sayDuration(ms: number, say: Say): string {
	const seconds = Math.round(ms / 1000);
	if (seconds < 60) return say("seconds", { count: seconds });
	const minutes = Math.round(seconds / 60);
	if (minutes < 60) return say("minutes", { count: minutes });
	return say("hours", {
		hours: Math.floor(minutes / 60),
		minutes: String(minutes % 60).padStart(2, "0"),
	});
}

/** Returns the time since a moment as a clock shows it: minutes and seconds, then hours. */
export function sayClock(since: number, say: Say, now = Date.now()): string {
	const seconds = Math.max(0, Math.floor((now - since) / 1000));
	return seconds < 3600
		? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
		: sayDuration(seconds * 1000, say);
}

/** When something began, in milliseconds since 1970. */
export class Times {
	/** When the todos in progress were begun, by their keys. */
	readonly since = new Map<string, number>();
	/** When the first todo was begun. */
	startedAt: number | undefined;
	/** When the last todo was settled. */
	endedAt: number | undefined;

	/** Records what a list is at a time. */
	record(todos: Snapshot["todos"], at: number): void {
		if (todos.length === 0) this.startedAt = undefined;
		for (const { key, status, claimed } of todos)
			if (status !== "doing" || claimed) this.since.delete(key);
			else if (!this.since.has(key)) this.since.set(key, at);
		if (todos.some(({ status }) => status !== "todo")) this.startedAt ??= at;
		if (!todos.every(isSettled)) this.endedAt = undefined;
		else if (todos.length > 0) this.endedAt ??= at;
	}

	/** Takes over what the history of a list says. */
	read(history: readonly Snapshot[]): void {
		this.since.clear();
		this.startedAt = this.endedAt = undefined;
		for (const { todos, at } of history) this.record(todos, at || Date.now());
	}
}
