//! The types of what JavaScript gets, written down for TypeScript: see `view.js`, which makes them.

#![allow(dead_code, reason = "only their definitions are read, by tsify")]

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;
use tsify::Tsify;

use crate::todo::Status;

/// How much a todo matters.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    Low,
    Medium,
    High,
}

/// One item of the list.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Todo {
    /// 1-based position in the list; changes when the list reindexes.
    id: u32,
    /// Stable name, `"t7"`: never reused within a store, unchanged by reindexing.
    key: String,
    /// What is to be done.
    content: String,
    /// How far it is.
    status: Status,
    /// Whether it waits on something, as `write_todos` can say; `status` is then `"todo"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional, type = "true")]
    blocked: Option<bool>,
    /// How much it matters, where a dialect said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<Priority>,
    /// What to show while it is in progress: `"Comparing kettles"`, where a dialect said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    active_form: Option<String>,
    /// More about it, where a dialect said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

/// The list at one revision.
#[derive(Serialize, Tsify)]
pub struct Snapshot {
    /// Grows by one with each change that changed something; 0 is a new store's.
    revision: u32,
    /// The list as it was then.
    #[tsify(type = "ReadonlyArray<Readonly<Todo>>")]
    todos: Vec<Todo>,
}

/// What one call of a tool did.
#[derive(Serialize, Tsify)]
pub struct Outcome {
    /// Whether the call was carried out. If not, the store is exactly as before.
    ok: bool,
    /// Exactly what to give the model as the tool's result.
    text: String,
    /// One line for each repair of the call's input, each naming the item; empty when there was none.
    notes: Vec<String>,
    /// The store's revision after the call.
    revision: u32,
    /// Whether the call changed the list.
    changed: bool,
    /// The list after the call, as `getAll()` gives it.
    #[tsify(type = "ReadonlyArray<Readonly<Todo>>")]
    todos: Vec<Todo>,
    /// What to put into the conversation; there when the list changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reminder: Option<String>,
}

/// What `newTask` does with a list that is not finished.
#[derive(Serialize, Tsify)]
pub struct NewTaskOptions {
    /// `"keep"` (default) leaves it as it is, so that no work is lost; `"archive"` treats it as a
    /// finished one.
    #[tsify(optional, type = "\"keep\" | \"archive\"")]
    unfinished: String,
}

/// What `callXml` does with calls of which one cannot be sure.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CallXmlOptions {
    /// Calls inside Markdown code: `"run"` (default), as many models put every call there, or
    /// `"skip"`, for a model that shows examples there.
    #[tsify(optional, type = "\"run\" | \"skip\"")]
    code: String,
    /// Calls of tools other than `todo`: `"refuse"` (default) answers them with an error, `"ignore"`
    /// leaves them to the host.
    #[tsify(optional, type = "\"refuse\" | \"ignore\"")]
    other_tools: String,
}

/// How far a task is.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum TaskStatus {
    Pending,
    Completed,
}

/// A task of one user.
#[derive(Serialize, Tsify)]
pub struct Task {
    /// `task_` and 120 random bits, so that it cannot be guessed.
    id: String,
    /// What is to be done: 1 to 200 characters, trimmed.
    title: String,
    /// How much it matters.
    priority: Priority,
    /// The day it is due, `YYYY-MM-DD`, if it is due on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    due_date: Option<String>,
    /// How far it is.
    status: TaskStatus,
}

/// What can be said of a task.
#[derive(Serialize, Tsify)]
pub struct TaskFields {
    /// What is to be done: 1 to 200 characters once trimmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// How much it matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<Priority>,
    /// A day that there is, `YYYY-MM-DD`; null or empty for none.
    #[tsify(optional, type = "string | null")]
    due_date: Option<String>,
}

/// What one call of a task tool did.
#[derive(Serialize, Tsify)]
pub struct TaskOutcome {
    /// Whether the call was carried out. If not, everything is exactly as before.
    ok: bool,
    /// Exactly what to give the model as the tool's result: JSON with `success`.
    text: String,
    /// One line for each repair of the call's input; empty when there was none.
    notes: Vec<String>,
    /// Whether the call changed anything.
    changed: bool,
}
