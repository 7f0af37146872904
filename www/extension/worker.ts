// The worker (in Firefox: the background page). It owns the list and runs the agent; pages of the
// extension follow the list and send their commands. The browser may kill it at any time: the list,
// the run, the conversation and its messages are stored together, and the run goes on where it was.
//
// Everything is imported statically: a service worker allows no `import()`.

import type { OpenedList } from "agent-todos";
import { Conversation, openList, overRuntime } from "agent-todos";
import type { AgentRun } from "agent-todos/run";
import type { ScribeModel } from "agent-todos/scribe";
import { chromeStorage } from "agent-todos/storage/chrome";
import type { ModelMessage } from "ai";
import type { AgentOptions } from "../src/agent/agent";
import { Agent } from "../src/agent/agent";
import { Chat } from "../src/agent/chat";
import type { ChatWatcher } from "../src/agent/chat-model";
import { modelAt } from "../src/agent/models";
import { PromptApiModel } from "../src/agent/prompt-api-model";
import { promptWithoutList, systemPrompt } from "../src/agent/prompts";
import { scenarioOf } from "../src/agent/scenarios";
import { ScriptedModel } from "../src/agent/scripted-model";
import { scriptedScribe } from "../src/agent/scripted-scribe";
import type { SdkModel } from "../src/agent/sdk-model";
import { secondModel } from "../src/agent/second-model";
import type { Command } from "./messages";
import { taskKey } from "./messages";
import { tellPerson } from "./needed";
import { guardClick, guardPayment, isUnpaid } from "./payment";
import type { Settings } from "./settings";
import { loadSettings } from "./settings";
import { TabBrowser } from "./tab-browser";
import { readTab, showTab } from "./tabs";

// Listeners are added at once, as what woke the worker is missed otherwise; nothing is awaited
// before.
const list = openList({
	name: "agent",
	storage: chromeStorage({ area: "session" }),
	over: overRuntime(),
	onOpen(opened) {
		session = new Session(opened);
		tellPerson(opened.store);
		return session.goOn();
	},
});
let session: Session;
chrome.alarms.onAlarm.addListener(() => void list.open());
chrome.notifications.onClicked.addListener(
	// The tab may be closed by now.
	() => void list.open().then(() => session.showTab().catch(() => {})),
);
chrome.runtime.onMessage.addListener(
	(command: Command, { id, tab }: chrome.runtime.MessageSender, done) => {
		// From a page of the extension, and not from a script in somebody else's page.
		const isOurs =
			id === chrome.runtime.id &&
			(!tab || tab.url?.startsWith(chrome.runtime.getURL("")));
		if (!isOurs) return undefined;
		list
			.open()
			.then(() => session.obey(command))
			.then(
				() => done(""),
				(error: unknown) => done(String(error)),
			);
		return true;
	},
);
chrome.action.onClicked.addListener((tab) => {
	const path = `panel.html?tab=${tab.id}`;
	const { sidePanel } = chrome;
	// Nothing is awaited: a panel opens only while the click is under way.
	if (sidePanel && tab.id !== undefined) {
		void sidePanel.setOptions({ tabId: tab.id, path, enabled: true });
		void sidePanel.open({ tabId: tab.id });
	} else {
		const { sidebarAction } = (globalThis as unknown as Firefox).browser;
		void sidebarAction.setPanel({
			tabId: tab.id,
			panel: chrome.runtime.getURL(path),
		});
		void sidebarAction.open();
	}
});

interface Firefox {
	browser: {
		sidebarAction: {
			setPanel(details: object): Promise<void>;
			open(): Promise<void>;
		};
	};
}

// For the options.
void PromptApiModel.isThere().then((hasModel) =>
	chrome.storage.session.set({ hasModel }),
);

/** The task under way. */
interface PanelTask {
	readonly task: string;
	readonly tab: number;
	readonly isReviewed: boolean;
}

/** Nobody reads along. */
const unwatched: ChatWatcher = {
	hostSays() {},
	modelBegins() {},
	modelWrites() {},
	modelCalls() {},
	modelEnds() {},
	toolAnswers() {},
};

class Session {
	readonly #list: OpenedList;
	#conversation: Conversation;
	readonly #messages: ModelMessage[];
	#task: PanelTask | undefined;
	#agent: Agent | undefined;
	#run: AgentRun | undefined;

	constructor(opened: OpenedList) {
		this.#list = opened;
		const { store, persistence } = opened;
		const { conversation, messages = "[]", task } = persistence.saved;
		this.#conversation = new Conversation(store, {
			ask: true,
			saved: conversation,
		});
		list.agent = this.#conversation;
		this.#messages = JSON.parse(messages) as ModelMessage[];
		this.#task = task ? (JSON.parse(task) as PanelTask) : undefined;
		// In the same write as the list.
		persistence.keep({
			conversation: { checkpoint: () => this.#conversation.checkpoint() },
			messages: { checkpoint: () => JSON.stringify(this.#messages) },
			task: { checkpoint: () => JSON.stringify(this.#task ?? null) },
		});
	}

	/** Takes up the run that another worker was at. */
	async goOn(): Promise<void> {
		const { run } = this.#list.persistence.saved;
		if (run && this.#task) await this.#begin(this.#task, run);
	}

	async obey(command: Command): Promise<void> {
		switch (command.type) {
			case "begin": {
				this.#agent?.abort();
				await this.#run?.result;
				const { store } = this.#list;
				store.newTask({ unfinished: "archive" });
				// Who does not review the plan has agreed to the site as they began.
				const sites = [command.site];
				if (command.isReviewed) store.propose({ sites });
				else store.as("user").approve({ sites });
				this.#messages.length = 0;
				this.#conversation = new Conversation(store, { ask: true });
				list.agent = this.#conversation;
				this.#agent = undefined;
				this.#task = command;
				await chrome.storage.session.set({ [taskKey]: command.task });
				return this.#begin(command);
			}
			case "resume":
				if (!this.#task || (await this.#run?.result)?.status !== "aborted")
					return;
				// Another model may have been chosen meanwhile.
				await this.#begin(this.#task);
		}
	}

	/** Begins a run, or goes on with one that was stored or stopped. */
	async #begin(task: PanelTask, saved?: string): Promise<void> {
		const settings = await loadSettings();
		// What was said of the list is taken up anew.
		this.#conversation.compacted();
		const model = modelOf(settings);
		this.#model = () => model;
		const stopped = this.#agent;
		this.#agent ??= this.#agentFor(
			task,
			settings.pace,
			settings.hasScribe ? await askOf(model) : undefined,
		);
		const run = stopped ? stopped.resume() : this.#agent.start(saved);
		this.#run = run;
		list.agent = run;
		this.#stayAwake(true);
		void run.result.then(() => {
			if (this.#run !== run) return;
			this.#stayAwake(false);
			void this.#list.persistence.flushed().catch(() => {});
		});
	}

	/** Shows the tab that the agent works in. */
	async showTab(): Promise<void> {
		if (this.#task) await showTab(this.#task.tab);
	}

	/** Keeps with a todo where it is worked on. No model reads that. */
	async #keepTab(key: string, tab: number): Promise<void> {
		this.#list.store.edit(key, { data: await readTab(tab) });
	}

	#rest: (() => void) | undefined;

	/**
	 * Keeps the worker alive while the agent is busy. While it waits for a person, the browser may
	 * stop it.
	 */
	#stayAwake(isBusy: boolean): void {
		if (isBusy) this.#rest ??= awake();
		else {
			this.#rest?.();
			this.#rest = undefined;
		}
	}

	#model: AgentOptions["model"] = () => {
		throw new Error("no run was begun");
	};

	/** `ask` asks the second model, if one keeps the list. */
	#agentFor(
		task: PanelTask,
		pace: number,
		ask: ScribeModel | undefined,
	): Agent {
		const { store, persistence } = this.#list;
		const conversation = this.#conversation;
		const dialect = "todo_manager";
		return new Agent({
			task: task.task,
			store,
			dialect,
			driver: ask ? "agent" : "host",
			ask,
			browser: new TabBrowser(
				task.tab,
				store,
				() => pace,
				(what, read) => guardClick(store, what, read),
			),
			conversation,
			chat: new Chat(
				ask ? promptWithoutList : systemPrompt(conversation, "host"),
				conversation,
				unwatched,
				this.#messages,
			),
			model: () => this.#model(),
			persistence,
			planned: () => guardPayment(store),
			forbids: (todo) =>
				isUnpaid(store, todo) ? "the payment was not confirmed" : undefined,
			happened: (event) => {
				this.#stayAwake(event.type !== "waiting");
				if (event.type === "executing" || event.type === "verifying")
					// The todo or the tab may be gone by now.
					this.#keepTab(event.todo.key, task.tab).catch(() => {});
			},
			callsLeft: () => {},
			approve: task.isReviewed ? "person" : undefined,
		});
	}
}

/** Returns how the model that keeps the list is asked. */
async function askOf(model: ReturnType<typeof modelOf>): Promise<ScribeModel> {
	return model instanceof ScriptedModel
		? scriptedScribe(scenarioOf("straight"))
		: secondModel(model);
}

/** Returns the model that the person chose. */
function modelOf({
	kind,
	url,
	model,
	key,
}: Settings & { key: string }): ScriptedModel | PromptApiModel | SdkModel {
	switch (kind) {
		case "scripted":
			return new ScriptedModel(scenarioOf("straight"), "todo_manager");
		case "prompt-api":
			return new PromptApiModel();
		default:
			return modelAt({ kind, url, key, model });
	}
}

/**
 * Keeps the worker alive while a run goes on: a call of chrome.* counts as activity. Should it be
 * killed all the same, an alarm wakes it.
 */
function awake(): () => void {
	void chrome.alarms.create("agent", { periodInMinutes: 0.5 });
	const beat = setInterval(() => void chrome.runtime.getPlatformInfo(), 20_000);
	return () => {
		clearInterval(beat);
		void chrome.alarms.clear("agent");
	};
}
