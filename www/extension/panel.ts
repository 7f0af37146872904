// The side panel: the list that the worker owns, in each of the element's modes, and the commands for the agent. It follows the list,
// and loads no WebAssembly itself.

import "agent-todos/element";
import type { AgentTodosElement } from "agent-todos/element";
import { follow, overRuntime } from "agent-todos/follow";
import { scenarioOf } from "../src/agent/scenarios";
import { byId } from "../src/element";
import type { Command, Phase, State } from "./messages";
import { idle, stateKey } from "./messages";
import { loadSettings } from "./settings";
import { siteOf } from "./site";

const box = (id: string) => byId(id, HTMLElement);
const line = document.getElementById("line") as AgentTodosElement;
const list = document.getElementById("list") as AgentTodosElement;
const form = byId("begin", HTMLFormElement);
const task = byId("task", HTMLTextAreaElement);

let state: State = idle;
/** The person asks for another task. */
let isAnew = false;
/** The tab that the panel is for. */
let tab: chrome.tabs.Tab | undefined;

// The receipts are of the agent's conversation, which the worker has.
const heard = new Set<() => void>();
list.conversation = {
	get toldRevision() {
		return state.told;
	},
	subscribe(listener) {
		heard.add(listener);
		return () => heard.delete(listener);
	},
};
// The list itself shows what a review throws, and keeps what the person wrote.
const run = {
	start: () => send({ type: "review", answer: true }),
	reject: (changes: string) => send({ type: "review", answer: { changes } }),
	abort: () => press({ type: "abort" }),
};

function fail(message: string): void {
	box("failure").textContent = message;
	box("failure").hidden = message === "";
}

async function send(command: Command): Promise<void> {
	const failure = await chrome.runtime.sendMessage(command);
	if (failure) throw new Error(failure);
}

/** Sends a command, and shows why it failed. */
function press(command: Command): void {
	send(command).then(
		() => fail(""),
		(error: unknown) => fail(String(error)),
	);
}

const words: Readonly<Record<Phase, string>> = {
	idle: "",
	planning: "The agent is planning.",
	review: "Review the plan: change what you like, then start.",
	working: "The agent is working. You can change the list meanwhile.",
	stopped: "Stopped. The list stays as it is.",
	ended: "The agent has come to the end.",
};

function show(): void {
	const { phase, says } = state;
	const isRunning = ["planning", "review", "working"].includes(phase);
	const isForm = phase === "idle" || (isAnew && !isRunning);
	form.hidden = !isForm;
	box("run").hidden = isForm;
	box("given").textContent = state.task;
	const text = says === "" ? words[phase] : says;
	if (box("phase").textContent !== text) box("phase").textContent = text;
	const hadFocus = document.activeElement;
	box("abort").hidden = !isRunning;
	box("resume").hidden = phase !== "stopped";
	box("new").hidden = isRunning;
	list.mode = phase === "review" ? "review" : "list";
	list.run = isRunning ? run : undefined;
	for (const listener of heard) listener();
	// The focus does not stay on a button that is gone.
	if (hadFocus instanceof HTMLElement && hadFocus.closest("[hidden]"))
		[...document.querySelectorAll<HTMLElement>("main button, main textarea")]
			.find((one) => !one.closest("[hidden]"))
			?.focus();
}

async function look(): Promise<void> {
	const asked = Number(new URLSearchParams(location.search).get("tab"));
	const [active] = await chrome.tabs.query({
		active: true,
		lastFocusedWindow: true,
	});
	tab =
		asked > 0 ? await chrome.tabs.get(asked).catch(() => undefined) : active;
}

form.addEventListener("submit", (event) => {
	event.preventDefault();
	const site = siteOf(tab?.url);
	if (tab?.id === undefined || site === undefined) {
		fail(
			"The extension does not see this page yet. Click its icon while the page is open: then it may ask to work there.",
		);
		void look();
		return;
	}
	const begin: Command = {
		type: "begin",
		task: task.value,
		tab: tab.id,
		isReviewed: byId("review", HTMLInputElement).checked,
	};
	// At once: a browser asks the person only while the click is under way.
	chrome.permissions
		.request({ origins: [site] })
		.then(async (isAllowed) => {
			if (!isAllowed)
				return fail("Without that, the agent cannot work on this page.");
			isAnew = false;
			fail("");
			await send(begin);
		})
		.catch((error: unknown) => fail(String(error)));
});
box("abort").addEventListener("click", () => press({ type: "abort" }));
box("resume").addEventListener("click", () => press({ type: "resume" }));
box("new").addEventListener("click", () => {
	isAnew = true;
	show();
	task.focus();
});

chrome.storage.session.onChanged.addListener((changes) => {
	if (!(stateKey in changes)) return;
	state = (changes[stateKey]?.newValue as State | undefined) ?? idle;
	show();
});
chrome.tabs.onUpdated.addListener(() => void look());
chrome.tabs.onActivated.addListener(() => void look());

async function start(): Promise<void> {
	await look();
	const stored = await chrome.storage.session.get(stateKey);
	state = (stored[stateKey] as State | undefined) ?? idle;
	// The scripted model knows one task.
	if ((await loadSettings()).kind === "scripted")
		task.value = scenarioOf("straight").task;
	show();
	const follower = await follow({ over: overRuntime() });
	line.store = follower;
	list.store = follower;
	document.documentElement.dataset.ready = "";
}
start().catch((error: unknown) => fail(String(error)));
