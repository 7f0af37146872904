//! The values of a list in JavaScript. Both modules declare their types, because steps and events
//! refer to them.

#![cfg_attr(not(feature = "todos"), allow(dead_code))]

use wasm_bindgen::prelude::*;

use crate::list::data::Data;
use crate::list::todo::{Id, Key, Status, TextField, Todo};
use crate::list::waiting::WaitFor;
use crate::text::json::Writer;

/// Writes a todo as a JSON array: the values of the first four fields, which every todo has, then
/// the name and the value of each other one. An array takes half the time of an object to parse,
/// and a browser parses the text of thirty todos in a fraction of the time that setting each of
/// their fields takes (rows `replace` and `toolAdd`). `blockers` are the keys of the todos that it
/// depends on now.
pub fn write_todo(json: &mut Writer, index: usize, todo: &Todo, blockers: &[Key]) {
    json.open('[');
    write_fields(json, index, Some(todo.key), todo, blockers);
    json.close(']');
}

/// Writes a todo of a preview, which differs from `known`, the todo on the list. A new one has no
/// key.
pub fn write_preview(
    json: &mut Writer,
    index: usize,
    known: Option<&Todo>,
    todo: &Todo,
    blockers: &[Key],
) {
    json.open('[');
    write_fields(json, index, known.map(|known| known.key), todo, blockers);
    write_flag(json, "changed", known.is_none_or(|known| !known.is_same(todo)));
    json.close(']');
}

fn write_fields(json: &mut Writer, index: usize, key: Option<Key>, todo: &Todo, blockers: &[Key]) {
    json.integer(Id::at(index).0).optional(key.map(Key::to_text).as_deref());
    json.string(todo.content()).string(todo.status().as_str());
    write_text(json, "parent", todo.parent().map(Key::to_text).as_deref());
    if !blockers.is_empty() {
        json.string("blockedBy").open('[');
        for key in blockers {
            json.string(&key.to_text());
        }
        json.close(']');
    }
    let reason = todo.text(TextField::Reason).filter(|_| todo.status() == Status::Skipped);
    write_text(json, "priority", todo.text(TextField::Priority));
    write_text(json, "activeForm", todo.text(TextField::ActiveForm));
    write_text(json, "description", todo.text(TextField::Description));
    write_text(json, "reason", reason);
    write_flag(json, "failed", todo.is_failed());
    write_text(json, "owner", todo.text(TextField::Owner));
    write_text(json, "evidence", todo.text(TextField::Evidence));
    write_flag(json, "confirm", todo.details.flags.confirm);
    write_flag(json, "claimed", todo.is_claimed());
    write_text(json, "waiting", todo.waiting().map(WaitFor::as_str));
    write_text(json, "question", todo.text(TextField::Question));
    // One per line until `todosOf` reads them.
    write_text(json, "options", todo.text(TextField::Options));
    write_text(json, "answer", todo.text(TextField::Answer));
    write_flag(json, "approved", todo.is_approved());
    // Its JSON text until `todosOf` reads it.
    write_text(json, "data", todo.data().map(Data::as_json));
}

/// Writes the name and the value of a field, if there is one.
fn write_text(json: &mut Writer, name: &str, text: Option<&str>) {
    if let Some(text) = text {
        json.string(name).string(text);
    }
}

/// Writes the name of a field and `true`, if it is set.
fn write_flag(json: &mut Writer, name: &str, flag: bool) {
    if flag {
        json.string(name).boolean(true);
    }
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { TodoData } from "../src/todo-data.js";

/** One item of the list. */
export interface Todo {
    /** The 1-based position in the list. It changes when the list reindexes. */
    id: number;
    /**
     * The stable name, such as `"t7"`. It is never reused within a store, and does not change when
     * the list reindexes.
     */
    key: string;
    /** What to do. */
    content: string;
    /** The status. */
    status: Status;
    /**
     * The revision of the list at which this object was made. A method that you pass the object to
     * does nothing if anybody but its author has changed since what it shows. All people are one
     * author.
     */
    revision: number;
    /** The key of the todo that this one is under. It stands behind that one. */
    parent?: string;
    /** The keys of the unsettled todos that this one depends on. `Task` can set it. */
    blockedBy?: ReadonlyArray<string>;
    /** The priority, if a dialect set one. */
    priority?: Priority;
    /**
     * What to show while the todo is in progress, such as `"Comparing kettles"`, if a dialect set
     * it.
     */
    activeForm?: string;
    /** More details, if a dialect set them. */
    description?: string;
    /** Why the todo was skipped, if a reason was given. Only a skipped todo has one. */
    reason?: string;
    /** True if the todo was tried and given up; `status` is then `"skipped"`. See `fail()`. */
    failed?: true;
    /** The name of who has or had the todo in progress, or to whom it is assigned. */
    owner?: string;
    /** What shows that the todo is done, in the model's words. */
    evidence?: string;
    /** True if "done" by a model or an agent has to be confirmed. `edit` sets it. */
    confirm?: true;
    /**
     * True if a model or an agent said that the todo is done, and nobody has confirmed it yet;
     * `status` is then `"doing"`. `complete()` of a user or a host confirms it, `reopen()` sends it
     * back.
     */
    claimed?: true;
    /**
     * What the todo waits for: a person (`"user"`) or an event; `status` is then `"todo"`. See
     * `wait()`.
     */
    waiting?: "user" | "event";
    /** The question for the person or the event. */
    question?: string;
    /**
     * The answers to choose from, if there are any: at most 6. Any other answer is possible, too.
     */
    options?: ReadonlyArray<string>;
    /**
     * The answer that ended the wait. It stays until the todo is done, claimed or skipped. See
     * `answer()`.
     */
    answer?: string;
    /** True if a person approved the todo: see `approve()`. */
    approved?: true;
    /**
     * The data that the host stores with the todo: the value that `edit` set, frozen. No model
     * reads it.
     */
    data?: TodoData;
}

/** Who last decided an aspect of a todo. */
export interface Decision {
    /** The key of the todo. */
    readonly key: string;
    /**
     * What was decided: whether the todo is on the list, its state, one of its texts, its blockers,
     * its parent, whether "done" has to be confirmed, its place or its data.
     */
    readonly aspect: "presence" | "state" | "content" | "priority" | "activeForm" | "description" | "blockedBy" | "parent" | "confirm" | "place" | "data";
    /** Who decided it. */
    readonly by: Author;
    /** Their name, if they have one. */
    readonly name?: string;
    /**
     * The revision of this list in which it was decided, or in which it was merged or loaded from
     * another context. 0 if it is unknown.
     */
    readonly revision: number;
    /**
     * Of the state: for how many milliseconds the todo was in progress before it. Missing if it was
     * not.
     */
    readonly spent?: number;
    /**
     * How many writes of models and agents have been denied this decision since a person made it.
     * Missing if none was. It is not stored. See `letAgent()`.
     */
    readonly held?: number;
    /** What the last of them asked for. Missing if none was denied. */
    readonly asked?: HeldRequest;
}

/** A person's decision against which a write was denied. */
export interface HeldDecision {
    /** The key of the todo, which may have left the list. */
    readonly key: string;
    /** What the person decided, as in `decisions()`; `"presence"` if they removed the todo. */
    readonly aspect: Decision["aspect"];
    /** What the write asked for. */
    readonly asked: HeldRequest;
    /** Who asked. */
    readonly by: Author;
    /** Their name, if they have one. */
    readonly name?: string;
    /** How many writes have been denied the decision since it was made, this one included. */
    readonly times: number;
}

/**
 * What a denied write asked for: the fields of the todo as they would be. An empty text clears a
 * field. It is empty for anything else, such as another parent.
 */
export interface HeldRequest {
    /** True if the todo was to leave the list, false if it was to come back. */
    readonly removed?: boolean;
    /** The status. */
    readonly status?: Status;
    /** True if `status` is `"skipped"` and the todo was to count as failed. */
    readonly failed?: true;
    /** What to do. */
    readonly content?: string;
    /** The priority. */
    readonly priority?: Priority | "";
    /** What to show while the todo is in progress. */
    readonly activeForm?: string;
    /** More details. */
    readonly description?: string;
}

/**
 * A todo as it will be once the call is carried out that a model is still writing: see
 * `Conversation.preview`.
 */
export interface PreviewTodo extends Omit<Todo, "key"> {
    /** The key. A new todo has none yet. */
    key?: string;
    /** True if the call adds or changes it. */
    changed?: true;
}

/** The priority of a todo or a task. */
export type Priority = "low" | "medium" | "high";

/** The list at one revision. */
export interface Snapshot {
    /**
     * The revision. It increases with each change: by one, and by more where two lists merge. A new
     * store has 0.
     */
    revision: number;
    /** The author of the change. */
    by: Author;
    /** The name of the author, if they have one. */
    name?: string;
    /** The time of the change, in milliseconds since 1970-01-01 00:00 UTC; 0 if unknown. */
    at: number;
    /** Why the todo that left the list was skipped (`skip` with `onSkip: "remove"`). */
    reason?: string;
    /** The list at that time. */
    todos: ReadonlyArray<Readonly<Todo>>;
}

/** A change of a store, as its listeners receive it. */
export interface StoreChange {
    /** The new revision. */
    revision: number;
    /** The author of the change. */
    by: Author;
    /**
     * What was repaired in the texts of the change, such as forbidden characters; left out if
     * nothing was.
     */
    notes?: readonly string[];
    /**
     * The decisions of people against which a write was denied, if there are any. The list is as
     * before, and so is the revision: a write that also changed something is reported by itself.
     */
    held?: readonly HeldDecision[];
}

/**
 * The changes that `edit` makes to a todo. Omitted fields stay unchanged. `null` and `""` clear an
 * optional field.
 */
export interface TodoEdit {
    /** What to do. */
    content?: string | undefined;
    /** The priority. */
    priority?: Priority | "" | null | undefined;
    /** What to show while the todo is in progress. */
    activeForm?: string | null | undefined;
    /** More details. */
    description?: string | null | undefined;
    /** The ids or keys of the todos that it depends on. They replace the previous ones. */
    blockedBy?: ReadonlyArray<number | string> | null | undefined;
    /**
     * The id or key of the todo that it is put under, with the todos under it. `null` puts it at
     * the top level.
     */
    parent?: number | string | null | undefined;
    /** Whether "done" by a model or an agent has to be confirmed by a user or a host. */
    confirm?: boolean | null | undefined;
    /**
     * The data that the host stores with the todo: null, a boolean, a finite number, a string, or
     * an array or plain object of these, of at most 4,096 bytes as JSON text. No model reads it.
     */
    data?: TodoData | null | undefined;
}

/** The result of one call of a tool. */
export interface Outcome {
    /** Whether the call was carried out. If not, the store is unchanged. */
    ok: boolean;
    /** The tool's result for the model. */
    text: string;
    /**
     * The answer, if the call was carried out: `output` of the object that `todo_manager` answers
     * with; the `text` of other tools.
     */
    output?: string;
    /**
     * Why the call was refused, if it was: one sentence, without the notes and what the tool puts
     * around it.
     */
    error?: string;
    /** One line for each repair of the arguments, naming the item; empty if there was none. */
    notes: string[];
    /** The store's revision after the call. */
    revision: number;
    /** Whether the call changed the list. */
    changed: boolean;
    /**
     * The open todos that a write of the whole list left out, as they were; absent if there are
     * none.
     */
    dropped?: ReadonlyArray<Readonly<Todo>>;
    /**
     * The text to append to the conversation, if the list changed. A `Conversation` has its own:
     * `reminder()`.
     */
    reminder?: string;
}
"#;
