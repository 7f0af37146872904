// Puts the page together: one TodoStore, its todo_manager tool, and the parts that show what happens to them.

import { init, TodoStore, tools } from "agent-todos";
import { showPage } from "./browser-view";
import { byId } from "./element";
import { gist } from "./exchange";
import { HistoryView } from "./history-view";
import { countsOf, ListView } from "./list-view";
import { setUpOwnCall } from "./own-call";
import { Player } from "./player";
import { task, turns } from "./recording";
import type { Turn } from "./recording";
import { ReminderView } from "./reminder-view";
import { setUpShortcuts } from "./shortcuts";
import { TalkView } from "./talk-view";
import { setUpTheme } from "./theme";
import { colouredJson } from "./coloured-code";

const button = (id: string) => byId(id, HTMLButtonElement);
const box = (id: string) => byId(id, HTMLElement);

setUpTheme(button("theme"));
box("task").textContent = task;

const started = performance.now();
init().then(start).catch((error: unknown) => {
  const failure = box("failure");
  failure.textContent = `The list could not be started. ${error instanceof Error ? error.message : String(error)}`;
  failure.hidden = false;
});

function start(): void {
  const readyAfter = performance.now() - started;
  const store = new TodoStore();
  const [tool] = tools(store, "todo_manager");
  if (tool === undefined) throw new Error("agent-todos has no todo_manager tool");

  const listView = new ListView(byId("list", HTMLOListElement), box("bar"));
  const talk = new TalkView(box("talk"));
  const reminder = new ReminderView(box("reminder"), { pretty: button("pretty"), exact: button("exact") });
  const announce = (text: string) => {
    box("announcement").textContent = text;
  };

  const history = new HistoryView(
    store,
    {
      slider: byId("revision", HTMLInputElement),
      text: byId("revision-text", HTMLOutputElement),
      past: box("past"),
      pastText: box("past-text"),
      restore: button("restore"),
      now: button("now"),
    },
    (todos) => {
      listView.show(todos);
      box("counts").textContent = countsOf(todos);
      box("empty").hidden = todos.length > 0;
    },
    (revision) => byReader(`You brought revision ${revision} back`),
  );

  // The store says when it changed, whoever changed it.
  store.subscribe(() => {
    history.update();
    reminder.show(store.systemReminder());
  });

  const perform = (turn: Turn, number: number) => {
    box("agent-does").textContent = turn.does;
    showPage(box("browser"), turn.page);
    const exchanges = turn.calls.map((call) => ({ call, outcome: tool.call(call) }));
    talk.addTurn(number, turn.does, exchanges);
    const answers = exchanges.map(({ outcome }) => gist(outcome)).filter((answer) => !answer.startsWith("<"));
    announce([`Turn ${number}: ${turn.does}`, ...answers, countsOf(store.getAll())].join(". "));
  };

  const player = new Player(turns, perform, () => {
    const { state, position } = player;
    button("play").textContent = { paused: "Play", playing: "Pause", finished: "Play again" }[state];
    box("position").textContent = `turn ${position} of ${turns.length}${state === "finished" ? ", finished" : ""}`;
  });

  const byReader = (did: string) => {
    talk.addByReader(did);
    announce(`${did}. ${countsOf(store.getAll())}`);
  };

  const restart = () => {
    player.rewind();
    talk.clear();
    // Emptied, not replaced: what was there stays in the history, and undo brings it back.
    store.reset();
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
    byReader(doing ? `You stopped the agent: todo ${doing.id} is to do again` : "You stopped the agent: no todo was in progress");
  };

  const undo = () => {
    player.pause();
    byReader(store.undo() ? "You took back the latest change" : "Nothing is left to take back");
  };

  const step = () => void player.step();

  button("play").addEventListener("click", toggle);
  button("step").addEventListener("click", step);
  button("restart").addEventListener("click", restart);
  button("abort").addEventListener("click", abort);
  button("undo").addEventListener("click", undo);
  setUpShortcuts({ toggle, step, abort, undo });

  const own = {
    form: byId("own", HTMLFormElement),
    text: byId("own-text", HTMLTextAreaElement),
    examples: box("examples"),
    answer: box("own-answer"),
  };
  setUpOwnCall(store, tool, own, (call, outcome) => talk.addByReader("You sent a call", { call, outcome }));
  box("description").textContent = tool.description;
  box("schema").append(colouredJson(JSON.stringify(tool.inputSchema, null, 2)));

  box("facts").textContent = `Ready in ${Math.round(readyAfter)} ms. Nothing leaves this page.`;
  // The plan is there from the start, so that there is something to look at.
  step();
}
