// Puts the agent together: the shop in its frame, the agent that uses it, and the views of what it
// does. The front page loads this when its reader first asks for it.

import { Conversation, type DialectName, init, TodoStore } from "agent-todos";
import { AgentTodosElement } from "agent-todos/element";
import type {
	AgentRun,
	RunAgentOptions,
	RunEvent,
	RunResult,
} from "agent-todos/run";
import { setUpDialectChoice } from "../dialect-choice";
import { byId, element } from "../element";
import { Agent, maxCallsPerTodo, maxSteps } from "./agent";
import { FrameBrowser } from "./browser";
import { Chat } from "./chat";
import { ConversationView } from "./conversation-view";
import { wordsOf } from "./event-words";
import { EventsView } from "./events-view";
import { ModelChoice } from "./model-choice";
import type { PaceName } from "./paces";
import { paces } from "./paces";
import { promptWithoutList, systemPrompt } from "./prompts";
import { ProofView } from "./proof-view";
import { scenarioOf, scenarios } from "./scenarios";
import { ScriptedModel } from "./scripted-model";
import { scriptedScribe } from "./scripted-scribe";

const button = (id: string) => byId(id, HTMLButtonElement);
const box = (id: string) => byId(id, HTMLElement);
const choice = (id: string) => byId(id, HTMLSelectElement);

/** Where the run is. A run that was stopped can go on. */
type RunState = "ready" | "running" | "stopped" | "ended";

/** The one button: what it does in each state. While the agent runs, the panel has Stop. */
const buttonWords: Readonly<Record<Exclude<RunState, "running">, string>> = {
	ready: "Run the agent",
	stopped: "Continue",
	ended: "Run it again",
};

/** The events that a screen reader hears of from the panel. */
const saidByPanel: ReadonlySet<RunEvent["type"]> = new Set([
	"planned",
	"claimed",
	"waiting",
	"executing",
	"done",
	"skipped",
	"verifying",
]);

const hints: Readonly<Record<RunState, string>> = {
	ready:
		"The agent’s model is a script, so you need no key, and nothing leaves this page.",
	running: "",
	stopped: "Stopped. The list stays as it is. Continue goes on from there.",
	ended: "",
};

export interface AgentOnPage {
	/** Presses the one button: runs or continues. */
	readonly press: () => void;
}

/** Makes the agent ready on the page. Rejects when the package cannot be loaded. */
export async function setUpAgent(): Promise<AgentOnPage> {
	await init();
	const store = new TodoStore();
	const list = byId("list", AgentTodosElement);
	list.list = store;
	const events = new EventsView(
		byId("events", HTMLOListElement),
		{
			steps: byId("steps", HTMLMeterElement),
			stepsText: box("steps-text"),
			calls: byId("calls", HTMLMeterElement),
			callsText: box("calls-text"),
			turns: box("turns"),
		},
		{ steps: maxSteps, calls: maxCallsPerTodo },
	);
	const proof = new ProofView({
		title: box("proof-title"),
		said: box("proof-said"),
		whole: box("proof-whole"),
		text: box("proof-text"),
	});
	store.subscribe(({ by }) => {
		if (by === "user" && chat)
			proof.show(store, chat.conversation, chat.messages);
	});
	let chat: Chat | undefined;
	const talk = new ConversationView(box("talk"), () => events.modelTurned());
	const announce = (text: string) => {
		box("announcement").textContent = text;
	};
	const pace = () => paces[choice("pace").value as PaceName];
	const browser = new FrameBrowser(
		byId("shop", HTMLIFrameElement),
		{
			does: (what) => {
				box("browser-does").textContent = what;
				box("browser").classList.toggle("is-acting", what !== "");
			},
			showsAddress: (address) => {
				box("address").textContent = address;
			},
			escapes: () => abort(),
		},
		() => pace().act,
	);

	let state: RunState = "ready";
	let agent: Agent | undefined;
	let current: AgentRun | undefined;
	// The focus goes on from the panel's Stop to the button that continues.
	let isStopPressed = false;
	list.addEventListener("abort", () => {
		isStopPressed = true;
	});
	let dialect: DialectName = "TodoWrite";

	const scenario = () => scenarioOf(choice("scenario").value);
	const hasScribe = () => choice("driver").value === "scribe";
	const driver = (): NonNullable<RunAgentOptions["driver"]> =>
		choice("driver").value === "host" ? "host" : "agent";
	const promptFor = (conversation: Conversation) =>
		hasScribe() ? promptWithoutList : systemPrompt(conversation, driver());
	const models = new ModelChoice(
		{
			kind: choice("model-kind"),
			form: box("endpoint"),
			url: byId("url", HTMLInputElement),
			model: byId("model", HTMLInputElement),
			key: byId("key", HTMLInputElement),
			task: byId("own-task", HTMLTextAreaElement),
		},
		() => showTask(),
	);

	const showTask = () => {
		box("task").textContent = models.taskOf(scenario());
		box("scenario-says").textContent = models.isScripted
			? scenario().says
			: "The task below is a suggestion. Write your own if you like: the shop sells what it shows.";
		box("prompt").textContent = promptFor(new Conversation(store, { dialect }));
		box("driver-says").textContent = hasScribe()
			? "The model has no todo tool. A second, small one reads what it says and does, and keeps the list: the browser’s own, where there is one."
			: driver() === "host"
				? "runAgent hands the model one todo at a time, and ticks it once the page shows no error."
				: `The model works through the list by itself, and ticks todos with ${dialect} or along with its next click.`;
	};

	const show = (next: RunState) => {
		state = next;
		list.agent =
			state === "running"
				? { abort, result: current?.result, conversation: chat?.conversation }
				: chat?.conversation;
		// The panel has the Stop button. The focus of a keyboard goes there; that of a click would hold
		// back the questions, as if the person worked in the list.
		const hasKeyboard = button("run").matches(":focus-visible");
		button("run").hidden = state === "running";
		if (hasKeyboard && state === "running") list.focus();
		if (isStopPressed && state !== "running") {
			isStopPressed = false;
			button("run").focus({ preventScroll: true });
		}
		if (state !== "running") button("run").textContent = buttonWords[state];
		button("reset").hidden = state === "ready" || state === "running";
		// What a run began with it goes on with; another model may take over once it is stopped.
		const isUnderWay = state === "running" || state === "stopped";
		for (const id of ["scenario", "dialect", "driver"])
			choice(id).disabled = isUnderWay;
		choice("model-kind").disabled = state === "running";
		box("model-says").hidden = state !== "running";
		result("", hints[state]);
		document.body.dataset.state = state;
	};

	const result = (tone: "good" | "bad" | "", text: string) => {
		const place = box("result");
		place.dataset.tone = tone;
		place.textContent = text;
	};

	/** Says that the agent waits, and where the code is: the person's mail opens in another tab. */
	const askPerson = () => {
		result("", "The agent waits for you: answer its question in the list.");
		if (!scenario().asksForCode) return;
		const link = { href: "./shop/mail.html", target: "_blank" };
		box("result").append(
			" The code is in ",
			element("a", link, "your mail"),
			".",
		);
	};

	const happened = (event: RunEvent) => {
		events.add(event);
		const { text } = wordsOf(event);
		if (!saidByPanel.has(event.type)) announce(text);
		if (state !== "running") return;
		if (event.type === "waiting") askPerson();
		else if (event.type === "executing") result("", hints.running);
	};

	/**
	 * Brings everything back to the start: list, conversation, and the shop, which forgets the order.
	 */
	const reset = () => {
		agent?.abort();
		agent = undefined;
		chat = undefined;
		store.reset();
		talk.clear();
		proof.clear();
		events.clear();
		browser.rest();
		const { wait, asksForCode = false } = scenario();
		const asked = new URLSearchParams({ start: "over" });
		if (wait !== undefined) asked.set("wait", `${wait}`);
		if (asksForCode) asked.set("code", "");
		browser.begin(`./shop/index.html?${asked}`);
		show("ready");
		showTask();
	};

	const follow = async (run: AgentRun, ofAgent: Agent) => {
		current = run;
		show("running");
		const ended = await run.result;
		// Reset meanwhile.
		if (agent !== ofAgent) return;
		browser.rest();
		showEnd(ended);
	};

	const showEnd = (ended: RunResult) => {
		if (ended.status !== "aborted") proof.end();
		show(ended.status === "aborted" ? "stopped" : "ended");
		if (ended.status === "finished")
			// Where everything was given up, nothing was achieved.
			result(
				ended.isComplete &&
					store.getAll().some(({ status }) => status === "done")
					? "good"
					: "bad",
				ended.reasoning,
			);
		else if (ended.status === "failed") result("bad", ended.error);
		else if (
			ended.cause instanceof Error &&
			["ModelError", "PageError"].includes(ended.cause.name)
		)
			result("bad", ended.cause.message);
	};

	const run = async () => {
		const { missing } = models;
		if (missing !== undefined) return result("bad", missing);
		if (state === "ended") reset();
		const scripted = new ScriptedModel(scenario(), dialect, () => pace().word);
		const conversation = new Conversation(store, { dialect, ask: true });
		chat = new Chat(promptFor(conversation), conversation, talk);
		list.agent = conversation;
		agent = new Agent({
			task: models.taskOf(scenario()),
			store,
			dialect,
			driver: driver(),
			ask: hasScribe()
				? await models.makeAsk(scriptedScribe(scenario()))
				: undefined,
			browser,
			conversation,
			chat,
			model: () => models.make(scripted),
			happened,
			callsLeft: (count) => events.showCalls(count),
		});
		await follow(agent.start(), agent);
	};

	const resume = async () => {
		const { missing } = models;
		if (missing !== undefined) return result("bad", missing);
		if (agent) await follow(agent.resume(), agent);
	};

	const abort = () => {
		if (state === "running") agent?.abort();
	};

	const press = () => {
		if (state === "stopped") void resume();
		else if (state !== "running") void run();
	};

	button("reset").addEventListener("click", () => {
		button("run").focus({ preventScroll: true });
		reset();
	});
	document.addEventListener("keydown", (event) => {
		const target =
			event.target instanceof Element ? event.target : document.body;
		if (event.key === "Escape" && !target.closest("input, textarea, select"))
			abort();
	});

	for (const { name, title } of scenarios)
		choice("scenario").append(element("option", { value: name }, title));
	for (const [name, { title }] of Object.entries(paces))
		choice("pace").append(element("option", { value: name }, title));
	choice("scenario").value = "straight";
	choice("pace").value = "calm";
	choice("driver").value = "agent";
	choice("scenario").addEventListener("change", () => {
		models.suggest(scenario().task);
		reset();
	});
	choice("driver").addEventListener("change", reset);
	setUpDialectChoice(choice("dialect"), dialect, (name) => {
		dialect = name;
		reset();
	});

	const showLength = (isShort: boolean) => {
		button("short").setAttribute("aria-pressed", `${isShort}`);
		button("whole").setAttribute("aria-pressed", `${!isShort}`);
		box("talk").classList.toggle("is-short", isShort);
	};
	button("short").addEventListener("click", () => showLength(true));
	button("whole").addEventListener("click", () => showLength(false));
	showLength(true);

	models.suggest(scenario().task);
	reset();
	return { press };
}
