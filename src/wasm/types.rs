//! The types of what JavaScript gets, written down for TypeScript: see `view.js`, which makes them.

#![allow(dead_code, reason = "only their definitions are read, by tsify")]

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;
use tsify::Tsify;

use crate::list::todo::Status;
use crate::run::{FailureKind, PlanReason};

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

/// What of a store `checkpoint` writes, and what `fromCheckpoint` takes.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CheckpointOptions {
    /// The most snapshots, the latest ones, 1 to 1,000,000. Default all that the store, or the checkpoint, has.
    #[tsify(optional)]
    max_snapshots: u32,
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

/// What a run asks of its host: see `TodoRun.next()`.
#[derive(Serialize, Tsify)]
#[serde(tag = "do", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum RunStep {
    /// Make a plan; report it with `planned()`.
    Plan {
        /// Why there is to be a plan.
        reason: PlanReason,
        /// The same in the words of whoever asked for it; `""` at the start.
        because: String,
        /// What validation suggested.
        suggestions: Vec<String>,
        /// The todos that were given up since the last plan, and why.
        #[tsify(type = "Array<{ content: string; reason: string }>")]
        failures: String,
        /// How many steps were asked for, with this one.
        step: u32,
        /// How many plans were asked for, with this one.
        cycle: u32,
    },
    /// Work on a todo; report with `executed()`.
    Execute {
        /// The todo.
        #[tsify(type = "Readonly<Todo>")]
        todo: String,
        /// How many tool calls it may still take.
        calls_left: u32,
        /// Why verification refused it the last time; `""` when none did.
        feedback: String,
        /// How many steps were asked for, with this one.
        step: u32,
        /// How many plans were asked for.
        cycle: u32,
    },
    /// Look whether a todo is done that its executor holds for done; report with `verified()`.
    Verify {
        /// The todo.
        #[tsify(type = "Readonly<Todo>")]
        todo: String,
        /// How many steps were asked for, with this one.
        step: u32,
        /// How many plans were asked for.
        cycle: u32,
    },
    /// Look whether the task is complete; report with `validated()`.
    Validate {
        /// How many todos are neither done nor skipped: some, when the model said that it was done.
        open: u32,
        /// How many steps were asked for, with this one.
        step: u32,
        /// How many plans were asked for.
        cycle: u32,
    },
    /// Nothing, until `resume()`.
    Aborted {
        /// How many steps were asked for.
        step: u32,
        /// How many plans were asked for.
        cycle: u32,
    },
    /// Nothing: the run ended with nothing left to do.
    Finished {
        /// Whether validation found the task complete.
        is_complete: bool,
        /// What validation said.
        reasoning: String,
        /// How many steps were asked for.
        step: u32,
        /// How many plans were asked for.
        cycle: u32,
    },
    /// Nothing: the run failed.
    Failed {
        /// What kind of failure.
        #[tsify(type = "RunFailureKind")]
        kind: FailureKind,
        /// The failure in a sentence.
        error: String,
        /// How many steps were asked for.
        step: u32,
        /// How many plans were asked for.
        cycle: u32,
    },
}

/// A todo as it was when an event happened.
#[derive(Serialize, Tsify)]
pub struct RunSubject {
    /// Its position then.
    id: u32,
    /// Its stable name.
    key: String,
    /// What is to be done.
    content: String,
}

/// Something that happened in a run: see `TodoRun.takeEvents()`.
#[derive(Serialize, Tsify)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum RunEvent {
    /// A plan is asked for.
    Planning { reason: PlanReason },
    /// A plan is on the list.
    Planned {
        /// How many todos it has.
        todos: u32,
        /// Settled todos that left the list to make room; history has them.
        archived: Vec<RunSubject>,
    },
    /// A todo is worked on.
    Executing { todo: RunSubject },
    /// A todo is done.
    Done { todo: RunSubject },
    /// A todo is given up, and why.
    Skipped { todo: RunSubject, reason: String },
    /// A todo that is held for done is looked at.
    Verifying { todo: RunSubject },
    /// It is not done, and why.
    Unverified { todo: RunSubject, reason: String },
    /// The model asked for a new plan, and why.
    PlanRequested { reason: String },
    /// The model said that it was done while so many todos were open.
    ClaimedDone { open: u32 },
    /// The task is looked at.
    Validating,
    /// What validation found.
    Validated { is_complete: bool, reasoning: String, suggestions: Vec<String> },
    /// Validation itself failed, and why.
    ValidationFailed { reason: String },
    /// The same step came so many times without progress.
    Stuck {
        #[tsify(type = "\"plan\" | \"execute\" | \"verify\" | \"validate\"")]
        step: String,
        times: u32,
    },
    /// The run was aborted; nothing is in progress any more.
    Aborted,
    /// The run goes on.
    Resumed,
    /// The run ended.
    Finished { is_complete: bool, reasoning: String },
    /// The run failed.
    Failed {
        #[tsify(type = "RunFailureKind")]
        kind: FailureKind,
        error: String,
    },
}

/// What became of an execution: see `TodoRun.executed()`.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum ExecutionStatus {
    Done,
    Failed,
    Unverified,
    Continue,
    Finished,
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
