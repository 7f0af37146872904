// Puts the playground together: one TodoStore, the model that speaks a dialect to it, and the parts
// that show what happens to them.

import type { DialectName } from "agent-todos";
import { init, TodoStore } from "agent-todos";
import { AgentTodosElement } from "agent-todos/element";
import { showPage } from "./browser-view";
import { saidOfPerson } from "./by-person";
import { knownLines } from "./call-lines";
import { countsOf } from "./counts";
import { saidOf, setUpDialectChoice, showGiven } from "./dialect-choice";
import { byId } from "./element";
import { Model } from "./model";
import { OwnCall } from "./own-call";
import { Player } from "./player";
import type { RecordedTurn } from "./recording";
import { task, turns } from "./recording";
import { ReminderView } from "./reminder-view";
import { setUpShortcuts } from "./shortcuts";
import { TalkView } from "./talk-view";
import { setUpTheme } from "./theme";
import { write } from "./writing";

const button = (id: string) => byId(id, HTMLButtonElement);
const box = (id: string) => byId(id, HTMLElement);

setUpTheme(button("theme"));
box("task").textContent = task;

init()
	.then(start)
	.catch((error: unknown) => {
		const failure = box("failure");
		failure.textContent = `agent-todos could not be loaded. ${error instanceof Error ? error.message : String(error)}`;
		failure.hidden = false;
	});

function start(): void {
	const store = new TodoStore();
	const model = new Model(store, "todo_manager");
	model.remember();

	const list = byId("list", AgentTodosElement);
	list.list = store;
	const talk = new TalkView(box("talk"), {
		short: button("short"),
		whole: button("whole"),
	});
	const reminder = new ReminderView(box("reminder"), {
		pretty: button("pretty"),
		exact: button("exact"),
	});
	const announce = (text: string) => {
		box("announcement").textContent = text;
	};

	// The store reports each change, also one that a person made.
	store.subscribe(({ by }) => {
		if (by === "user") {
			player.pause();
			const read = model.reminder();
			byReader(saidOfPerson(read) || "You changed the list");
			reminder.show(read);
		} else reminder.show(store.systemReminder());
		box("reminder-title").textContent =
			by === "user" ? "The model reads before its next step" : "The reminder";
		own.follow();
		showNext();
	});

	/**
	 * A plan comes as a model writes it, and the list shows each todo as soon as it is whole.
	 * Resolves with false if the reader stopped it.
	 */
	const writePlan = async (turn: RecordedTurn, signal: AbortSignal) => {
		const isPlan = turn.intents.some(({ kind }) => kind === "plan");
		if (!isPlan || !model.isShownEarly) return true;
		const { calls } = model.word(turn);
		const conversation = model.begin();
		list.agent = conversation;
		try {
			await write(calls, conversation, signal);
			return true;
		} catch {
			list.agent = undefined;
			return false;
		}
	};

	/** Ends the writing of a call. */
	let stopWriting = new AbortController();

	const perform = async (turn: RecordedTurn, number: number) => {
		box("agent-does").textContent = turn.does;
		showPage(box("browser"), turn.page);
		const { signal } = stopWriting;
		if (!(await writePlan(turn, signal))) return;
		const { dialect } = model;
		const known = knownLines(model.unchanged());
		const { calls, unsaid } = model.word(turn);
		const exchanges = calls.map((call) => ({
			dialect,
			call,
			outcomes: model.send(call),
			known,
		}));
		list.agent = undefined;
		model.remember();
		for (const { outcomes } of exchanges)
			for (const outcome of outcomes) list.showNotes(outcome);
		talk.addTurn(number, turn.does, dialect, exchanges, unsaid);
		const refused = exchanges
			.flatMap(({ outcomes }) => outcomes)
			.filter(({ ok }) => !ok);
		announce(
			[
				`Turn ${number}: ${turn.does}`,
				...refused.map(({ text }) => `Refused: ${text}`),
				countsOf(store.getAll()),
			].join(". "),
		);
	};
	const player = new Player(turns, perform, () => {
		const { state, position } = player;
		button("play").textContent = {
			paused: "Play",
			playing: "Pause",
			finished: "Play again",
		}[state];
		box("position").textContent =
			`turn ${position} of ${turns.length}${state === "finished" ? ", finished" : ""}`;
		showNext();
	});

	const showNext = () => {
		const turn = turns[player.position];
		const next = turn && {
			does: turn.does,
			dialect: model.dialect,
			wording: model.word(turn),
			known: knownLines(model.unchanged()),
		};
		talk.showNext(next);
	};

	const byReader = (did: string) => {
		talk.addByReader(did);
		announce(`${did}. ${countsOf(store.getAll())}`);
	};

	const restart = () => {
		stopWriting.abort();
		stopWriting = new AbortController();
		talk.clear();
		player.rewind();
		// The next task begins anew.
		store.reset();
		model.remember();
		box("agent-does").textContent = "Waits for its task.";
		showPage(box("browser"), { address: "about:blank", title: "New tab" });
		announce("Back to the start. The list is empty.");
	};

	const toggle = () => {
		if (player.state === "finished") restart();
		player.toggle();
		if (player.state === "paused") announce("Paused");
	};

	const abort = () => {
		player.pause();
		const doing = store.getCurrentDoing();
		store.abort();
		byReader(
			doing
				? `You stopped the agent: todo ${doing.id} is open again`
				: "You stopped the agent: no todo was in progress",
		);
	};

	const step = () => void player.step();

	button("play").addEventListener("click", toggle);
	button("step").addEventListener("click", step);
	button("restart").addEventListener("click", restart);
	button("abort").addEventListener("click", abort);
	setUpShortcuts({ toggle, step, abort });

	const own = new OwnCall(
		model,
		{
			form: byId("own", HTMLFormElement),
			text: byId("own-text", HTMLTextAreaElement),
			label: byId("own-label", HTMLLabelElement),
			tools: box("own-tools"),
			examples: box("examples"),
			answer: box("own-answer"),
		},
		(sent) => {
			model.remember();
			for (const outcome of sent.outcomes) list.showNotes(outcome);
			talk.addByReader("You sent a call", sent);
		},
	);

	const showDialect = () => {
		box("dialect-says").textContent = saidOf(model.dialect);
		showGiven(model.dialect, model.tools, {
			prompt: box("prompt"),
			description: box("description"),
			schema: box("schema"),
		});
	};
	setUpDialectChoice(
		byId("dialect", HTMLSelectElement),
		model.dialect,
		(dialect: DialectName) => {
			model.dialect = dialect;
			showDialect();
			own.speak();
			showNext();
			talk.scrollToNext();
			announce(`The model calls ${dialect} from now on. ${saidOf(dialect)}`);
		},
	);
	showDialect();
	// The plan is there from the start, so that there is something to look at.
	step();
}
