// Puts the page together: the shop in its frame, the agent that uses it, and the views of what it does.

import type {
	AgentEvent,
	AgentRun,
	DialectName,
	RunDriver,
	RunResult,
} from "agent-todos";
import { Conversation, init, TodoStore } from "agent-todos";
import { setUpDialectChoice } from "../dialect-choice";
import { byId, element } from "../element";
import { countsOf, ListView } from "../list-view";
import { setUpTheme } from "../theme";
import { Agent, maxCallsPerTodo, maxSteps } from "./agent";
import { Browser } from "./browser";
import { Chat } from "./chat";
import { ConversationView } from "./conversation-view";
import { wordsOf } from "./event-words";
import { EventsView } from "./events-view";
import { ModelChoice } from "./model-choice";
import type { PaceName } from "./paces";
import { paces } from "./paces";
import { systemPrompt } from "./prompts";
import { scenarioOf, scenarios } from "./scenarios";
import { ScriptedModel } from "./scripted-model";

const button = (id: string) => byId(id, HTMLButtonElement);
const box = (id: string) => byId(id, HTMLElement);
const choice = (id: string) => byId(id, HTMLSelectElement);

setUpTheme(button("theme"));
init()
	.then(start)
	.catch((error: unknown) => {
		const failure = box("failure");
		failure.textContent = `The list could not be started. ${error instanceof Error ? error.message : String(error)}`;
		failure.hidden = false;
	});

/** Where the run is. A run that was stopped can go on. */
type State = "ready" | "running" | "stopped" | "ended";

function start(): void {
	const store = new TodoStore();
	const listView = new ListView(byId("list", HTMLOListElement), box("bar"));
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
	const talk = new ConversationView(box("talk"), () => events.modelTurned());
	const announce = (text: string) => {
		box("announcement").textContent = text;
	};
	const pace = () => paces[choice("pace").value as PaceName];
	const frame = byId("shop", HTMLIFrameElement);
	const browser = new Browser(
		frame,
		{
			does: (what) => {
				box("browser-does").textContent = what === "" ? "at rest" : what;
				box("browser").classList.toggle("is-acting", what !== "");
			},
			showsAddress: (address) => {
				box("address").textContent = address;
			},
		},
		() => pace().act,
	);

	let state: State = "ready";
	let agent: Agent | undefined;
	let dialect: DialectName = "todo_manager";

	const scenario = () => scenarioOf(choice("scenario").value);
	const driver = () => choice("driver").value as RunDriver;
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

	const showList = () => {
		const todos = store.getAll();
		listView.show(todos);
		box("counts").textContent = countsOf(todos);
		box("empty").hidden = todos.length > 0;
	};
	store.subscribe(showList);

	const showTask = () => {
		box("task").textContent = models.taskOf(scenario());
		box("scenario-says").textContent = models.isScripted
			? scenario().says
			: "The scenario’s task is a suggestion. Write your own if you like: the shop sells what it shows.";
		box("prompt").textContent = systemPrompt(dialect, driver());
		box("driver-says").textContent =
			driver() === "host"
				? "The run hands out the next todo, settles it, and verifies that the page complains of nothing."
				: `The model settles the todos itself: with ${dialect}, and in the arguments of its next click.`;
	};

	const show = (next: State) => {
		state = next;
		button("run").textContent = state === "ended" ? "Run again" : "Run";
		const isOn: Readonly<Record<string, boolean>> = {
			run: state === "ready" || state === "ended",
			abort: state === "running",
			resume: state === "stopped",
		};
		const hadFocus = document.activeElement;
		for (const [id, on] of Object.entries(isOn)) button(id).disabled = !on;
		button("run").classList.toggle("main", isOn.run);
		button("resume").classList.toggle("main", isOn.resume);
		// The focus does not stay on a button that cannot be used any more.
		if (hadFocus instanceof HTMLButtonElement && hadFocus.disabled) {
			const [heir] = Object.keys(isOn).filter((id) => isOn[id]);
			if (heir !== undefined) button(heir).focus({ preventScroll: true });
		}
		for (const id of ["scenario", "dialect", "driver"])
			choice(id).disabled = state === "running" || state === "stopped";
		box("state").textContent = {
			ready: "not started",
			running: "running",
			stopped: "stopped",
			ended: "over",
		}[state];
		document.body.dataset.state = state;
	};

	const result = (tone: "good" | "bad" | "", text: string) => {
		const place = box("result");
		place.hidden = text === "";
		place.dataset.tone = tone;
		place.textContent = text;
	};

	const happened = (event: AgentEvent) => {
		events.add(event);
		const { text } = wordsOf(event);
		if (event.type !== "verifying") announce(text);
	};

	/** Brings everything back to the start: list, conversation, and the shop, which forgets the order. */
	const reset = () => {
		agent?.abort();
		agent = undefined;
		store.reset();
		talk.clear();
		events.clear();
		result("", "");
		browser.rest();
		const { wait } = scenario();
		frame.contentWindow?.location.replace(
			`./shop/index.html?start=over${wait === undefined ? "" : `&wait=${wait}`}`,
		);
		show("ready");
		showTask();
		showList();
	};

	const follow = async (run: AgentRun, ofAgent: Agent) => {
		show("running");
		result("", "");
		const ended = await run;
		// Reset meanwhile.
		if (agent !== ofAgent) return;
		browser.rest();
		showEnd(ended);
	};

	const showEnd = (ended: RunResult) => {
		show(ended.status === "aborted" ? "stopped" : "ended");
		if (ended.status === "finished")
			result(ended.isComplete ? "good" : "bad", ended.reasoning);
		else if (ended.status === "failed") result("bad", ended.error);
		else
			result(
				"bad",
				ended.cause instanceof Error &&
					["ModelError", "PageError"].includes(ended.cause.name)
					? ended.cause.message
					: "Stopped. The list stays as it is: Resume goes on from there.",
			);
	};

	const run = async () => {
		const { missing } = models;
		if (missing !== undefined) return result("bad", missing);
		if (state === "ended") {
			reset();
			await new Promise<void>((resolve) =>
				frame.addEventListener("load", () => resolve(), { once: true }),
			);
		}
		const scripted = new ScriptedModel(scenario(), dialect, () => pace().word);
		const conversation = new Conversation(store, { dialect });
		const chat = new Chat(systemPrompt(dialect, driver()), conversation, talk);
		agent = new Agent({
			task: models.taskOf(scenario()),
			store,
			dialect,
			driver: driver(),
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

	button("run").addEventListener("click", () => void run());
	button("resume").addEventListener("click", () => void resume());
	button("abort").addEventListener("click", abort);
	button("reset").addEventListener("click", reset);
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
	choice("driver").value = "host";
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
}
