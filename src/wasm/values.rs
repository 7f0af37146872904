//! The values that JavaScript gets of a list. Both modules declare their types, as steps and events name them.

#![cfg_attr(not(feature = "todos"), allow(dead_code))]

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;
use serde_wasm_bindgen::preserve;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::list::author::Author;
use crate::list::history::Revision;
use crate::list::todo::{self, Field, Id, Key, Status};
use crate::text::json::Writer;

/// How much a todo or a task matters.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "each holds the word; this is its type")]
enum Priority {
    Low,
    Medium,
    High,
}

/// One item of the list.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Todo<'a> {
    /// 1-based position in the list; changes when the list reindexes.
    #[tsify(type = "number")]
    id: Id,
    /// Stable name, `"t7"`: never reused within a store, unchanged by reindexing.
    #[tsify(type = "string")]
    key: Key,
    /// What is to be done.
    content: &'a str,
    /// How far it is.
    status: Status,
    /// Whether it waits on something, as `write_todos` and `Task` can say; `status` is then `"todo"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional, type = "true")]
    blocked: Option<bool>,
    /// The keys of the todos that it waits on, as `Task` can say: those that are neither done nor skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional, type = "ReadonlyArray<string>")]
    blocked_by: Option<Vec<Key>>,
    /// How much it matters, where a dialect said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional, type = "Priority")]
    priority: Option<&'a str>,
    /// What to show while it is in progress: `"Comparing kettles"`, where a dialect said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    active_form: Option<&'a str>,
    /// More about it, where a dialect said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    /// Why it was given up, where somebody said so; only a skipped todo has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> Todo<'a> {
    /// `blockers` are those that it waits on now.
    pub fn at(place: usize, todo: &'a todo::Todo, blockers: Vec<Key>) -> Self {
        let is_blocked = todo.status == Status::Blocked || !blockers.is_empty();
        Self {
            id: Id::at(place),
            key: todo.key,
            content: todo.content(),
            status: if todo.status == Status::Blocked { Status::Todo } else { todo.status },
            blocked: is_blocked.then_some(true),
            blocked_by: if blockers.is_empty() { None } else { Some(blockers) },
            priority: todo.text(Field::Priority),
            active_form: todo.text(Field::ActiveForm),
            description: todo.text(Field::Description),
            reason: todo.text(Field::Reason),
        }
    }

    /// The same as JSON text: a browser reads the text of thirty todos in a fraction of the time that it takes to
    /// set each of their fields (rows `replace` and `toolAdd`).
    pub fn write(&self, json: &mut Writer) {
        json.open('{').key("id").integer(self.id.0).key("key").string(&self.key.to_word());
        json.key("content").string(self.content).key("status").string(self.status.as_str());
        if self.blocked.is_some() {
            json.key("blocked").boolean(true);
        }
        if let Some(blockers) = &self.blocked_by {
            json.key("blockedBy").open('[');
            for key in blockers {
                json.string(&key.to_word());
            }
            json.close(']');
        }
        let optional = [
            ("priority", self.priority),
            ("activeForm", self.active_form),
            ("description", self.description),
            ("reason", self.reason),
        ];
        for (key, text) in optional {
            if let Some(text) = text {
                json.key(key).string(text);
            }
        }
        json.close('}');
    }
}

/// The list at one revision.
#[derive(Serialize, Tsify)]
pub struct Snapshot {
    /// Grows by one with each change that changed something; 0 is a new store's.
    #[tsify(type = "number")]
    pub revision: Revision,
    /// Who made it.
    pub by: Author,
    /// When it was made, in milliseconds since 1970-01-01 00:00 UTC; 0 where nobody knows.
    pub at: f64,
    /// Why the todo was given up that left the list (`skip` with `onSkip: "remove"`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub reason: Option<String>,
    /// The list as it was then.
    #[serde(with = "preserve")]
    #[tsify(type = "ReadonlyArray<Readonly<Todo>>")]
    pub todos: JsValue,
}

/// What a listener hears of a change.
#[derive(Serialize, Tsify)]
#[allow(dead_code, reason = "listeners.js makes it; this is its type")]
pub struct StoreChange {
    /// The new revision.
    #[tsify(type = "number")]
    revision: Revision,
    /// Who made it.
    by: Author,
}

/// What `edit` changes of a todo: what is named, and nothing else. `null` and `""` clear what need not be there.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "the core reads it; this is its type")]
pub struct TodoEdit<'a> {
    /// What is to be done.
    #[tsify(optional, type = "string | undefined")]
    content: &'a str,
    /// How much it matters.
    #[tsify(optional, type = "Priority | \"\" | null | undefined")]
    priority: &'a str,
    /// What to show while it is in progress.
    #[tsify(optional, type = "string | null | undefined")]
    active_form: &'a str,
    /// More about it.
    #[tsify(optional, type = "string | null | undefined")]
    description: &'a str,
    /// The ids or keys of the todos that it waits on from now on, instead of those that it waited on.
    #[tsify(optional, type = "ReadonlyArray<number | string> | null | undefined")]
    blocked_by: &'a str,
}

/// What one call of a tool did.
#[derive(Serialize, Tsify)]
pub struct Outcome<'a> {
    /// Whether the call was carried out. If not, the store is exactly as before.
    pub ok: bool,
    /// Exactly what to give the model as the tool's result.
    pub text: &'a str,
    /// One line for each repair of the call's input, each naming the item; empty when there was none.
    pub notes: &'a [String],
    /// The store's revision after the call.
    #[tsify(type = "number")]
    pub revision: Revision,
    /// Whether the call changed the list.
    pub changed: bool,
    /// The list after the call, as `getAll()` returns it.
    #[serde(with = "preserve")]
    #[tsify(type = "ReadonlyArray<Readonly<Todo>>")]
    pub todos: JsValue,
    /// What to put into the conversation; there when the list changed.
    #[serde(with = "preserve", skip_serializing_if = "JsValue::is_undefined")]
    #[tsify(optional, type = "string")]
    pub reminder: JsValue,
}
