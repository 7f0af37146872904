// The side panel: the list that the worker owns, and what the element does not have: a new task. It
// follows the list, and loads no WebAssembly itself.

import "agent-todos/element";
import type {
	AgentTodosElement,
	AgentTodosEventMap,
} from "agent-todos/element";
import { type Follower, follow, overRuntime } from "agent-todos/follow";
import { scenarioOf } from "../src/agent/scenarios";
import { byId } from "../src/element";
import type { Command } from "./messages";
import { taskKey } from "./messages";
import { loadSettings } from "./settings";
import { askForSites, siteOf } from "./site";
import type { TodoTab } from "./tabs";
import { showTab } from "./tabs";

const box = (id: string) => byId(id, HTMLElement);
const list = document.getElementById("list") as AgentTodosElement;
const form = byId("begin", HTMLFormElement);
const task = byId("task", HTMLTextAreaElement);

let follower: Follower | undefined;
/**
 * The person asks for another task, and its run has not begun: the result of the last one is not
 * shown.
 */
let isAnew = false;
/** The tab that the panel is for. */
let tab: chrome.tabs.Tab | undefined;

function fail(message: string): void {
	box("failure").textContent = message;
	box("failure").hidden = message === "";
}

async function send(command: Command): Promise<void> {
	const failure = await chrome.runtime.sendMessage(command);
	if (failure) throw new Error(failure);
}

/** Does something, and shows why it failed. */
async function press(act: () => Promise<void> | undefined): Promise<void> {
	try {
		await act();
		fail("");
	} catch (error) {
		fail(String(error));
	}
}

/** Returns how the run ended. The list itself shows a run that goes on, and why one failed. */
function endOf({ agent: { result } }: Follower): string {
	switch (result?.status) {
		case "finished":
			return result.reasoning;
		case "aborted":
			return result.cause instanceof Error && isOwn(result.cause)
				? result.cause.message
				: "Stopped. The list stays as it is.";
		case "failed":
		case undefined:
			return "";
	}
}
const isApproving = ({ agent }: Follower) => agent.event?.type === "approving";
/**
 * Returns whether the run was stopped by a fault of the model or of the page, and not by the
 * person.
 */
const isOwn = ({ name }: Error) => ["ModelError", "PageError"].includes(name);

function show(): void {
	if (!follower) return;
	const { agent } = follower;
	const hadFocus = document.activeElement;
	if (agent.isRunning) isAnew = false;
	const isForm = !agent.isRunning && (isAnew || agent.result === undefined);
	form.hidden = !isForm;
	box("run").hidden = isForm;
	const text = isForm || agent.isRunning ? "" : endOf(follower);
	if (box("phase").textContent !== text) box("phase").textContent = text;
	box("phase").hidden = text === "";
	box("next").hidden = agent.isRunning;
	const isReview = agent.isRunning && isApproving(follower);
	const isAsked = agent.isRunning && Boolean(follower.proposal);
	list.mode = isReview ? "review" : isAsked ? "sites" : "list";
	// The focus does not stay on what is gone. A second press of Enter on "Begin" must not stop the
	// agent.
	if (form.hidden && form.contains(hadFocus)) box("given").focus();
	else if (hadFocus?.closest("[hidden]"))
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
	if (tab?.id === undefined || !tab.url || siteOf(tab.url) === undefined) {
		fail(
			"The extension does not see this page yet. Click its icon while the page is open: then it may ask to work there.",
		);
		void look();
		return;
	}
	const { origin: site } = new URL(tab.url);
	const isReviewed = byId("review", HTMLInputElement).checked;
	const begin: Command = {
		type: "begin",
		task: task.value,
		tab: tab.id,
		site,
		isReviewed,
	};
	// With the plan the person approves the sites, too.
	allow(isReviewed ? [] : [site], () => send(begin));
});

/**
 * Does something once the person lets the extension work on these sites. Call it at once in a
 * click: only then does a browser ask.
 */
function allow(sites: readonly string[], act: () => Promise<void>): void {
	const asked = askForSites(sites);
	void press(async () => {
		if (!(await asked))
			throw new Error("Without that, the agent cannot work there.");
		await act();
	});
}

list.addEventListener("approve", (event) => {
	// The browser is asked for the sites first.
	event.preventDefault();
	const { detail } = event as AgentTodosEventMap["approve"];
	allow(detail.sites, async () => {
		if (!follower) return;
		await follower.approve(detail);
		if (isApproving(follower)) await follower.agent.approve(detail);
	});
});
list.addEventListener(
	"resume",
	() => void press(() => send({ type: "resume" })),
);
list.addEventListener("open", (event) => {
	const { detail } = event as AgentTodosEventMap["open"];
	const { tab, url } = detail.todo.data as TodoTab;
	// Where the tab is closed, the page is opened again.
	void press(() =>
		showTab(tab).catch(async (error: unknown) => {
			if (url === null) throw error;
			await chrome.tabs.create({ url });
		}),
	);
});
box("new").addEventListener("click", () => {
	isAnew = true;
	show();
	task.focus();
});

const showTask = (task: unknown) => {
	box("given").textContent = String(task ?? "");
};
chrome.storage.session.onChanged.addListener((changes) => {
	if (taskKey in changes) showTask(changes[taskKey]?.newValue);
});
chrome.tabs.onUpdated.addListener(() => void look());
chrome.tabs.onActivated.addListener(() => void look());

async function start(): Promise<void> {
	await look();
	showTask((await chrome.storage.session.get(taskKey))[taskKey]);
	// The scripted model knows one task.
	if ((await loadSettings()).kind === "scripted")
		task.value = scenarioOf("straight").task;
	follower = await follow({ over: overRuntime(), name: "agent" });
	list.list = follower;
	follower.subscribe(show);
	follower.agent.subscribe(show);
	show();
	document.documentElement.dataset.ready = "";
}
start().catch((error: unknown) => fail(String(error)));
