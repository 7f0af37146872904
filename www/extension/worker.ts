// The worker (in Firefox: the background page). It owns the list and runs the agent; pages of the extension follow the list and send
// their commands. The browser may kill it at any time: the list, the run, the conversation and its messages are stored together, and
// the run goes on where it was.
//
// Everything is imported statically: a service worker allows no `import()`.

import type { AgentRun, Persistence } from "agent-todos";
import {
	Conversation,
	connect,
	init,
	overRuntime,
	persist,
	TodoStore,
} from "agent-todos";
import type { Approval } from "agent-todos/run";
import { chromeStorage } from "agent-todos/storage/chrome";
import type { LanguageModel, ModelMessage } from "ai";
import type { AgentOptions } from "../src/agent/agent";
import { Agent } from "../src/agent/agent";
import type { ChatWatcher } from "../src/agent/chat";
import { Chat } from "../src/agent/chat";
import { modelAt } from "../src/agent/models";
import { PromptApiModel } from "../src/agent/prompt-api-model";
import { systemPrompt } from "../src/agent/prompts";
import { scenarioOf } from "../src/agent/scenarios";
import { ScriptedModel } from "../src/agent/scripted-model";
import type { Command, Phase, State } from "./messages";
import { idle, stateKey } from "./messages";
import { guardPayment, isUnpaid } from "./payment";
import type { Settings } from "./settings";
import { loadSettings } from "./settings";
import { TabBrowser } from "./tab-browser";

// Listeners are added at once, as what woke the worker is missed otherwise; nothing is awaited before.
connect(async () => (await opened()).store, {
	over: overRuntime(),
	stored: async () => (await opened()).list.flushed(),
});
chrome.alarms.onAlarm.addListener(() => void opened());
chrome.runtime.onMessage.addListener(
	(command: Command, { id, tab }: chrome.runtime.MessageSender, done) => {
		// From a page of the extension, and not from a script in somebody else's page.
		const isOurs =
			id === chrome.runtime.id &&
			(!tab || tab.url?.startsWith(chrome.runtime.getURL("")));
		if (!isOurs) return undefined;
		opened()
			.then((session) => session.obey(command))
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

let opening: Promise<Session> | undefined;

function opened(): Promise<Session> {
	opening ??= open().catch((error: unknown) => {
		opening = undefined; // The next one tries again.
		throw error;
	});
	return opening;
}

async function open(): Promise<Session> {
	// For the options.
	void PromptApiModel.isThere().then((hasModel) =>
		chrome.storage.session.set({ hasModel }),
	);
	// Here, when it is needed: a service worker whose module awaits at the top level silently never starts.
	await init();
	const store = new TodoStore();
	const list = await persist(
		store,
		chromeStorage({ area: "session" }),
		"agent",
	);
	const session = new Session(store, list);
	await session.goOn();
	return session;
}

/** What is known of the task under way. */
interface Task {
	readonly task: string;
	readonly tab: number;
	readonly isReviewed: boolean;
	phase: Phase;
	says: string;
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
	#conversation: Conversation;
	readonly #messages: ModelMessage[];
	#task: Task | undefined;
	#agent: Agent | undefined;
	#run: AgentRun | undefined;
	/** What the person says to the plan, until the run has taken it. */
	#answer: Approval | undefined;
	#answered = () => {};

	constructor(
		readonly store: TodoStore,
		readonly list: Persistence,
	) {
		const { conversation, messages = "[]", task } = list.saved;
		this.#conversation = conversation
			? Conversation.fromCheckpoint(store, conversation)
			: new Conversation(store);
		this.#messages = JSON.parse(messages) as ModelMessage[];
		this.#task = task ? (JSON.parse(task) as Task) : undefined;
		// In the same write as the list.
		list.keep({
			conversation: { checkpoint: () => this.#conversation.checkpoint() },
			messages: { checkpoint: () => JSON.stringify(this.#messages) },
			task: { checkpoint: () => JSON.stringify(this.#task ?? null) },
		});
		this.#conversation.subscribe(() => this.#show());
	}

	/** Takes up the run that another worker was at, unless it had come to its end. */
	async goOn(): Promise<void> {
		const { run } = this.list.saved;
		const { phase } = this.#task ?? {};
		if (!run || !phase || phase === "ended" || phase === "idle") return;
		await this.#begin(run);
		// Where it was stopped it is still.
		if (phase === "stopped") await this.#run?.result;
	}

	async obey(command: Command): Promise<void> {
		switch (command.type) {
			case "begin": {
				this.#agent?.abort();
				await this.#run?.result;
				this.store.newTask({ unfinished: "archive" });
				this.#messages.length = 0;
				this.#conversation = new Conversation(this.store);
				this.#conversation.subscribe(() => this.#show());
				this.#answer = undefined;
				const { task, tab, isReviewed } = command;
				this.#task = { task, tab, isReviewed, phase: "planning", says: "" };
				return this.#begin();
			}
			case "review":
				if (this.#task?.phase !== "review")
					throw new Error("There is no plan to review any more.");
				// It counts also where the run has not come to ask for it yet.
				this.#answer = command.answer;
				this.#set(command.answer === true ? "working" : "planning");
				return this.#answered();
			case "abort":
				return this.#agent?.abort();
			case "resume":
				if (!this.#agent || (await this.#run?.result)?.status !== "aborted")
					return;
				// Another model may have been chosen meanwhile.
				await this.#begin();
		}
	}

	/** Begins a run, or goes on with one that was stored or stopped. */
	async #begin(saved?: string): Promise<void> {
		const task = this.#task;
		if (!task) return;
		const settings = await loadSettings();
		const isResumed = this.#agent !== undefined && task.phase === "stopped";
		// What was said of the list is taken up anew.
		this.#conversation.compacted();
		const model = modelOf(settings);
		this.#model = () => model;
		if (!isResumed) this.#agent = this.#agentFor(task, settings.pace);
		const agent = this.#agent as Agent;
		const run = isResumed ? agent.resume() : agent.start(saved);
		this.#run = run;
		if (isResumed)
			this.#set(this.store.hasUnfinished() ? "working" : "planning");
		else this.#set(task.phase, task.says);
		const rest = awake();
		void run.result.then((result) => {
			if (this.#run !== run) return;
			rest();
			if (result.status === "aborted")
				this.#set(
					"stopped",
					reasonOf(result.cause) || (this.#task?.says ?? ""),
				);
			else
				this.#set(
					"ended",
					result.status === "finished" ? result.reasoning : result.error,
				);
			void this.list.flushed().catch(() => {});
		});
	}

	#model: AgentOptions["model"] = () => {
		throw new Error("no run was begun");
	};

	#agentFor(task: Task, pace: number): Agent {
		const { store, list } = this;
		const conversation = this.#conversation;
		const dialect = "todo_manager";
		return new Agent({
			task: task.task,
			store,
			dialect,
			driver: "host",
			browser: new TabBrowser(task.tab, () => pace),
			conversation,
			chat: new Chat(
				systemPrompt(conversation, "host"),
				conversation,
				unwatched,
				this.#messages,
			),
			model: () => this.#model(),
			persistence: list,
			planned: () => guardPayment(store),
			forbids: (todo) =>
				isUnpaid(store, todo) ? "the payment was not confirmed" : undefined,
			happened: (event) => {
				if (event.type === "verifying" && isClaimed(store, event.todo.key))
					this.#set(
						"working",
						"The agent waits for you: confirm the payment, or send it back.",
					);
				else if (event.type === "executing") this.#set("working");
			},
			callsLeft: () => {},
			review: task.isReviewed ? (signal) => this.#review(signal) : undefined,
		});
	}

	/** Resolves with what the person says to the plan. */
	async #review(signal: AbortSignal): Promise<Approval> {
		if (this.#answer === undefined) {
			// The plan is stored before the person sees it: another worker may hear of the answer.
			await this.list.flushed().catch(() => {});
			signal.throwIfAborted();
			this.#set("review");
			await new Promise<void>((resolve, reject) => {
				this.#answered = resolve;
				signal.addEventListener("abort", () => reject(signal.reason));
			});
		}
		const answer = this.#answer ?? false;
		this.#answer = undefined;
		return answer;
	}

	#set(phase: Phase, says = ""): void {
		if (!this.#task) return;
		this.#task.phase = phase;
		this.#task.says = says;
		this.#show();
	}

	/** Has the panel show where the agent is. */
	#show(): void {
		const { phase, task, says } = this.#task ?? idle;
		const told = this.#conversation.toldRevision;
		const state: State = { phase, task, says, told };
		void chrome.storage.session.set({ [stateKey]: state });
	}
}

const isClaimed = (store: TodoStore, key: string): boolean =>
	store.getAll().some((todo) => todo.key === key && todo.claimed);

/** The model that the person chose. */
function modelOf({
	kind,
	url,
	model,
	key,
}: Settings & { key: string }): LanguageModel | PromptApiModel {
	switch (kind) {
		case "scripted":
			return new ScriptedModel(scenarioOf("straight"), "todo_manager");
		case "prompt-api":
			return new PromptApiModel();
		default:
			return modelAt({ kind, url, key, model });
	}
}

/** Why a run was stopped, where that was not the person. */
const reasonOf = (cause: unknown): string =>
	cause instanceof Error && ["ModelError", "PageError"].includes(cause.name)
		? cause.message
		: "";

/** Keeps the worker alive while a run goes on: a call of chrome.* counts as activity. Should it be killed all the same, an alarm wakes it. */
function awake(): () => void {
	void chrome.alarms.create("agent", { periodInMinutes: 0.5 });
	const beat = setInterval(() => void chrome.runtime.getPlatformInfo(), 20_000);
	return () => {
		clearInterval(beat);
		void chrome.alarms.clear("agent");
	};
}
