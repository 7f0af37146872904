// `agent-todos/ai-sdk`: the reminders in a conversation of the AI SDK, as a `prepareStep`.
//
// What `prepareStep` adds to the messages stays for the later steps of the same call of `generateText` or `streamText`, but is
// not among the `responseMessages` with which a host goes on in its next call. There it is put back.

import type { ModelMessage, PrepareStepFunction, ToolSet } from "ai";
import { Reminders } from "./exports.js";
import type { TodoStore } from "./exports.js";
import type { ReminderMode } from "../generated/agent_todos_bg.js";

/** How a model is reminded. */
export interface TodoReminderPrepareStepOptions {
  /** What the conversation is told of the list, or its own `Reminders`. Default `"changes"`. */
  readonly reminders?: ReminderMode | Reminders;
  /**
   * Whose message a reminder is. Default `"user"`: a system message in the middle of a conversation is refused by many
   * providers, and by others moved to its beginning.
   */
  readonly role?: "user" | "system";
}

/** What a step is told of, and what it changes here: of any tools and any context. */
export type TodoReminderPrepareStep = (step: { messages: ModelMessage[] }) => Promise<{ messages: ModelMessage[] }>;

/**
 * A `prepareStep` for `generateText`, `streamText` and `ToolLoopAgent` that appends the reminder to the messages of a step, when
 * there is one to give. Make one for each conversation, and give it to every call: a reminder stands in all later steps and
 * calls where it first stood, so that nothing before the end is ever rewritten. Where the host took messages out of the
 * conversation, and the list with them, the next reminder is the whole list.
 *
 * With a `prepareStep` of your own in the options, that one comes first: it is given the messages with the reminders, and may
 * shorten them.
 *
 * Throws `invalid_argument` for a mode that does not exist.
 */
export function todoReminderPrepareStep(store: TodoStore, options?: TodoReminderPrepareStepOptions): TodoReminderPrepareStep;
export function todoReminderPrepareStep<Tools extends ToolSet, RuntimeContext extends Record<string, unknown>>(
  store: TodoStore,
  options: TodoReminderPrepareStepOptions & { readonly prepareStep: PrepareStepFunction<Tools, RuntimeContext> },
): PrepareStepFunction<Tools, RuntimeContext>;
export function todoReminderPrepareStep(
  store: TodoStore,
  options: TodoReminderPrepareStepOptions & { readonly prepareStep?: PrepareStepFunction<ToolSet> } = {},
): PrepareStepFunction<ToolSet> {
  const { reminders = "changes", role = "user", prepareStep } = options;
  const conversation = new Conversation(store, reminders instanceof Reminders ? reminders : new Reminders(store, reminders), role);
  return async (step) => {
    const messages = conversation.restored(step.messages);
    const own = await prepareStep?.({ ...step, messages });
    return { ...own, messages: conversation.continued(own?.messages ?? messages) };
  };
}

/** What a model was told in one conversation, and where. */
class Conversation {
  readonly #store: TodoStore;
  readonly #reminders: Reminders;
  readonly #role: "user" | "system";
  /** The messages that the model was sent last. */
  #sent: readonly ModelMessage[] = [];
  /** The reminders among them. */
  readonly #told = new WeakSet<ModelMessage>();
  /** What the messages must hold for the model to know the list: the last reminder that was the whole of it, and those since. */
  #needed: ModelMessage[] = [];

  constructor(store: TodoStore, reminders: Reminders, role: "user" | "system") {
    this.#store = store;
    this.#reminders = reminders;
    this.#role = role;
  }

  /** The messages with the reminders that they lack, each where it stood; as they are from where they differ from what was sent. */
  restored(messages: readonly ModelMessage[]): ModelMessage[] {
    const whole: ModelMessage[] = [];
    let next = 0;
    for (const message of this.#sent) {
      if (isSame(message, messages[next])) next++;
      else if (!this.#told.has(message)) break;
      whole.push(message);
    }
    return [...whole, ...messages.slice(next)];
  }

  /** What the model is sent now, with what is new at its end. */
  continued(messages: readonly ModelMessage[]): ModelMessage[] {
    const whole = this.restored(messages);
    const isThere = (reminder: ModelMessage) => whole.includes(reminder) || whole.some((message) => isSame(message, reminder));
    if (!this.#needed.every(isThere)) {
      this.#needed = [];
      this.#reminders.compacted();
    }
    const content = this.#reminders.next();
    if (content !== undefined) {
      const reminder: ModelMessage = { role: this.#role, content };
      if (content === this.#store.systemReminder()) this.#needed = [];
      this.#needed.push(reminder);
      this.#told.add(reminder);
      whole.push(reminder);
    }
    this.#sent = whole;
    return [...whole];
  }
}

/** Whether two messages, or parts of them, are the same: hosts copy and store them. What is undefined counts as not there. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return false;
  if (a instanceof URL || b instanceof URL) return String(a) === String(b);
  const [bytesA, bytesB] = [bytesOf(a), bytesOf(b)];
  if (bytesA || bytesB) return bytesA?.length === bytesB?.length && bytesA!.every((byte, at) => byte === bytesB![at]);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [inA, inB] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(inA[key], inB[key]));
}

function bytesOf(value: object): Uint8Array | undefined {
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value instanceof Uint8Array ? value : undefined;
}
