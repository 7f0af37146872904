// The side panel (or popup): a picture of the list that the service worker owns, and buttons that send it messages.
// It loads no WebAssembly itself; of agent-todos it needs the types alone.

import { draftsOf } from "../src/drafts";
import { byId } from "../src/element";
import { countsOf, ListView } from "../src/list-view";
import { Player } from "../src/player";
import { task, turns } from "../src/recording";
import { word } from "../src/wording";
import type { Answer, Request, View } from "./messages";

const box = (id: string) => byId(id, HTMLElement);
const list = new ListView(byId("list", HTMLOListElement), box("bar"));

/** Asks the service worker, which starts if it is not running, and shows the list it answers with. */
async function ask(request: Request): Promise<Extract<Answer, { view: View }> | undefined> {
  const answer = await chrome.runtime.sendMessage<Request, Answer>(request).catch((error: unknown) => ({ error: String(error) }));
  const failure = box("failure");
  failure.hidden = !("error" in answer);
  if ("error" in answer) {
    failure.textContent = answer.error;
    player.pause();
    return undefined;
  }
  show(answer.view);
  return answer;
}

function show({ todos, revision }: View): void {
  list.show(todos);
  box("counts").textContent = countsOf(todos);
  box("revision").textContent = `${revision}`;
}

const player = new Player(
  turns,
  async ({ does, intents }, number) => {
    box("does").textContent = `Turn ${number} of ${turns.length}: ${does}`;
    // The model has read the list, as it is now.
    const before = await ask({ type: "look" });
    const { calls } = word("todo_manager", intents, draftsOf(before?.view.todos ?? []), does);
    for (const { text } of calls) await ask({ type: "call", args: text });
  },
  () => {
    box("play").textContent = { paused: "Play", playing: "Pause", finished: "Play again" }[player.state];
  },
);

async function restart(): Promise<void> {
  player.rewind();
  box("does").textContent = "";
  await ask({ type: "reset" });
}

/** The recording begins with an empty list, also when this page was closed in the middle of it. */
async function fromTheStart(go: () => unknown): Promise<void> {
  if (player.position === 0 || player.state === "finished") await restart();
  go();
}

// Another page of the extension may have changed the list.
chrome.runtime.onMessage.addListener((message: Request | View) => {
  if (message.type === "view") show(message);
});

const onClick = (id: string, act: () => unknown) => box(id).addEventListener("click", () => void act());
onClick("play", () => fromTheStart(() => player.toggle()));
onClick("step", () => fromTheStart(() => player.step()));
onClick("restart", restart);
onClick("undo", () => ask({ type: "undo" }));
onClick("abort", () => {
  player.pause();
  return ask({ type: "abort" });
});

byId("own", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await ask({ type: "call", args: byId("args", HTMLTextAreaElement).value });
  // The text is what a model would be given, notes included.
  box("answer").textContent = answer?.outcome?.text ?? "";
});

box("task").textContent = task;
void ask({ type: "look" });
