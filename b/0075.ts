import {
  type AgentRun,
  Conversation,
  openList,
  type OpenedList,
  overRuntime,
  runAgent,
} from "agent-todos";
import { chromeStorage } from "agent-todos/storage/chrome";
import { ask } from "./model";
import type { Command, Message } from "./types";

/** A tool of your own, beside those of the list. */
const readPage = {
  name: "read_page",
  description: "Reads a web page.",
  inputSchema: {
    type: "object",
    properties: { url: { type: "string" } },
    required: ["url"],
  },
  call: async (args: string, signal: AbortSignal) =>
    (await fetch(JSON.parse(args).url, { signal })).text(),
};

// Listeners are added at once: a worker that adds one later misses the
// event that woke it.
const owner = openList({
  storage: chromeStorage({ area: "local" }),
  over: overRuntime(),
  opened: (opened) => void (agent = agentOf(opened)),
});
let agent: ReturnType<typeof agentOf>;
chrome.runtime.onMessage.addListener(
  ({ type, task }: Command) =>
    void owner.open().then(() => agent[type](task)),
);
chrome.runtime.onStartup.addListener(() => void owner.open());
chrome.alarms.onAlarm.addListener(() => void owner.open());
// Firefox has none
chrome.sidePanel?.setPanelBehavior({ openPanelOnActionClick: true });

function agentOf({ store, persistence }: OpenedList) {
  const {
    conversation: savedConversation,
    messages: savedMessages = "[]",
    run: savedRun,
  } = persistence.saved;
  const conversation = savedConversation
    ? Conversation.fromCheckpoint(store, savedConversation)
    : new Conversation(store);
  const messages: Message[] = JSON.parse(savedMessages);
  persistence.keep({
    conversation,
    messages: { checkpoint: () => JSON.stringify(messages) },
  }); // stored with the list, in the same write

  owner.conversation = conversation; // the panel shows what it knows

  /** Sends a text to the model, and carries out its calls. */
  async function talk(
    text: string,
    signal: AbortSignal,
    toolCalled = () => {},
  ) {
    const asked = messages.findLast(
      ({ role, content }) => role === "user" && !content?.startsWith("<"),
    ); // not a reminder
    // A worker that was stopped asks for its step again: the model goes on
    // where it was, and does not plan twice.
    const isCutOff =
      asked?.content === text && messages.at(-1)?.role !== "assistant";
    if (!isCutOff) messages.push({ role: "user", content: text });
    for (;;) {
      // Adds what you changed in the panel.
      conversation.appendReminder(messages);
      const message = await ask(
        messages,
        [...conversation.tools, readPage],
        signal,
      );
      signal.throwIfAborted();
      const calls = message.tool_calls ?? [];
      const pages = new Map<string, string>();
      for (const { id, function: called } of calls) {
        if (called.name !== readPage.name) continue;
        toolCalled();
        // The call is counted, even if the worker is stopped meanwhile.
        await persistence.flushed();
        pages.set(id, await readPage.call(called.arguments, signal));
      }
      messages.push(message);
      // Nothing is awaited from here, so that the list never knows of a
      // call that the messages do not have.
      for (const { id, function: called } of calls) {
        const tool = conversation.tools.find(
          ({ name }) => name === called.name,
        );
        const content =
          pages.get(id) ??
          tool?.call(called.arguments, id).text ??
          `There is no tool ${called.name}.`;
        messages.push({ role: "tool", tool_call_id: id, content });
      }
      if (calls.length === 0) return;
    }
  }

  /** A new run, or the one that was saved. */
  const start = (saved?: string) =>
    runAgent({
      store,
      saved,
      persistence, // the run is stored with the list too
      conversation,
      plan: ({ signal }) =>
        talk(
          "Plan the task with your todo tool. Do nothing else yet.",
          signal,
        ),
      execute: async ({ todo, signal, toolCalled }) => {
        await talk(
          `Do todo ${todo.id}, and only that: ${todo.content}`,
          signal,
          toolCalled,
        );
        return "done";
      },
      validate: () => ({ isComplete: !store.hasUnfinished() }),
    });

  let running: AgentRun | undefined;
  /** Keeps the worker awake during a run. An alarm wakes a stopped one. */
  function watch(run: AgentRun) {
    running = owner.run = run; // the panel shows it, and stops it
    void chrome.alarms.create("agent", { periodInMinutes: 0.5 });
    const beat = setInterval(
      () => void chrome.runtime.getPlatformInfo(),
      20_000,
    );
    void run.result.then(() => {
      clearInterval(beat);
      void chrome.alarms.clear("agent");
    });
  }

  if (savedRun) watch(start(savedRun));
  let turn = Promise.resolve(); // one task begins after the other
  return {
    resume: async () => {
      if (running && (await running.result).status === "aborted")
        watch(running.resume());
    },
    begin: (task = "") =>
      (turn = turn.then(async () => {
        await running?.stop();
        store.newTask({ unfinished: "archive" });
        messages.splice(0, Infinity, { role: "user", content: task });
        watch(start());
      })),
  };
}
