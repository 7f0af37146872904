//! The events of a run. Every transition of the run has one.

use tsify::Tsify;

use super::step::{Ending, PlanReason};
use crate::list::author::Author;
use crate::list::indexed_list::index_of;
use crate::list::note::{Notes, texts};
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Todo};
use crate::text::json::Writer;

/// A todo as it was at the time of an event.
#[derive(Clone, Debug, PartialEq, Eq, Tsify)]
#[tsify(type_prefix = "Run")]
pub struct Subject {
    /// Its position at that time.
    #[tsify(type = "number")]
    pub id: Id,
    /// Its stable name.
    #[tsify(type = "string")]
    pub key: Key,
    /// What is to be done.
    pub content: String,
}

/// An event of a run, as `TodoRun.takeEvents()` returns it:
///
/// - `planning`: a plan is requested, for a `reason`
/// - `planned`: the plan is on the list, with its number of `todos`; `archived` are settled todos
///   that left the list to make room, and `notes` say what was read otherwise than it was written
/// - `approving`: a person is asked to approve the plan, or what is new
/// - `approved`: a person approved it
/// - `rejected`: a person wants these `changes` in it, or none of it if that is empty
/// - `executing`: a todo is started
/// - `done`, `skipped`: a todo was settled, by whom (`by`) and, if skipped, the `reason` and
///   whether it `failed`
/// - `claimed`: a todo was said to be done, and waits to be confirmed
/// - `waiting`: the run waits until one of these `todos` is confirmed or answered; nothing else is
///   open, or the model said that the task is done
/// - `verifying`: the verification of a todo is requested
/// - `unverified`: a verification found that the todo is not done, with the `reason`
/// - `plan_requested`: the model asks for a new plan, with the `reason`
/// - `claimed_done`: the model says that the task is done while todos are `open`
/// - `validating`: a validation is requested
/// - `validated`: a validation was reported
/// - `validation_failed`: a validation failed itself, with the `reason`
/// - `stuck`: the same step came too many `times` without progress
/// - `aborted`, `resumed`: the run was stopped or continued
/// - `finished`: the run ended, with whether the task `isComplete`
/// - `failed`: the run failed, with the `kind` and the `error`
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A plan is requested.
    Planning {
        /// Why a plan is needed.
        reason: PlanReason,
    },
    /// A plan is on the list.
    Planned {
        /// How many todos the plan has.
        todos: u32,
        /// The settled todos that left the list to make room. They are still in the history.
        archived: Vec<Subject>,
        /// What was read otherwise than it was written, or was no todo.
        notes: Notes,
    },
    /// A person is asked to approve the plan.
    Approving,
    /// A person approved the plan.
    Approved,
    /// A person wants changes in the plan, or does not want it.
    Rejected {
        /// The changes that the person wants, or empty if they do not want the plan at all.
        changes: String,
    },
    /// The execution of a todo is requested.
    Executing {
        /// The todo.
        todo: Subject,
    },
    /// A todo is done.
    Done {
        /// The todo.
        todo: Subject,
        /// Who settled it.
        by: Author,
    },
    /// A todo is skipped, or somebody removed the todo that is being executed.
    Skipped {
        /// The todo.
        todo: Subject,
        /// Whether it was tried and given up.
        failed: bool,
        /// Why it was skipped.
        reason: String,
        /// Who settled it.
        by: Author,
    },
    /// A todo was reported as done, and waits to be confirmed.
    Claimed {
        /// The todo.
        todo: Subject,
    },
    /// The run waits until one of these todos is confirmed, or answered by a person or an event.
    /// Nothing else is open, or the model said that the task is done.
    Waiting {
        /// The todos.
        todos: Vec<Subject>,
    },
    /// The verification of a todo is requested.
    Verifying {
        /// The todo.
        todo: Subject,
    },
    /// A verification found that the todo is not done, or a person changed its text while it was
    /// executed.
    Unverified {
        /// The todo.
        todo: Subject,
        /// Why it is not done.
        reason: String,
    },
    /// The model asked for a new plan.
    PlanRequested {
        /// What is wrong with the plan.
        reason: String,
    },
    /// The model said that the whole task is done while todos were open.
    ClaimedDone {
        /// How many todos were neither done nor skipped.
        open: u32,
    },
    /// A validation is requested.
    Validating,
    /// A validation was reported.
    Validated {
        /// Whether the task is complete.
        is_complete: bool,
        /// Why the task is complete or not.
        reasoning: String,
        /// What to do next.
        suggestions: Vec<String>,
    },
    /// The validation itself failed. This never counts as "complete".
    ValidationFailed {
        /// Why it failed.
        reason: String,
    },
    /// The same step was requested too often without progress.
    Stuck {
        /// The kind of step.
        step: &'static str,
        /// How often it was requested.
        times: u32,
    },
    /// The run was aborted, and nothing is in progress any more.
    Aborted,
    /// The run continues.
    Resumed,
    /// The run ended.
    Ended(Ending),
}

impl Event {
    /// Writes the event as a JSON object.
    pub(super) fn write(&self, json: &mut Writer) {
        match self {
            Self::Planning { reason } => {
                begin("planning", json).key("reason").string(reason.as_str());
            }
            Self::Planned { todos, archived, notes } => {
                begin("planned", json).key("todos").integer((*todos).into());
                write_all("archived", archived, json);
                if !notes.is_empty() {
                    json.key("notes").strings(&texts(notes));
                }
            }
            Self::Approving => _ = begin("approving", json),
            Self::Approved => _ = begin("approved", json),
            Self::Rejected { changes } => {
                begin("rejected", json).key("changes").string(changes);
            }
            Self::Executing { todo } => todo.write(begin("executing", json).key("todo")),
            Self::Done { todo, by } => {
                todo.write(begin("done", json).key("todo"));
                json.key("by").string(by.as_str());
            }
            Self::Skipped { todo, failed, reason, by } => {
                todo.write(begin("skipped", json).key("todo"));
                json.key("failed").boolean(*failed).key("reason").string(reason);
                json.key("by").string(by.as_str());
            }
            Self::Claimed { todo } => todo.write(begin("claimed", json).key("todo")),
            Self::Waiting { todos } => write_all("todos", todos, begin("waiting", json)),
            Self::Verifying { todo } => todo.write(begin("verifying", json).key("todo")),
            Self::Unverified { todo, reason } => {
                todo.write(begin("unverified", json).key("todo"));
                json.key("reason").string(reason);
            }
            Self::PlanRequested { reason } => {
                begin("plan_requested", json).key("reason").string(reason);
            }
            Self::ClaimedDone { open } => {
                begin("claimed_done", json).key("open").integer((*open).into());
            }
            Self::Validating => _ = begin("validating", json),
            Self::Validated { is_complete, reasoning, suggestions } => {
                begin("validated", json).key("isComplete").boolean(*is_complete);
                json.key("reasoning").string(reasoning);
                json.key("suggestions").strings(suggestions);
            }
            Self::ValidationFailed { reason } => {
                begin("validation_failed", json).key("reason").string(reason);
            }
            Self::Stuck { step, times } => {
                begin("stuck", json).key("step").string(step);
                json.key("times").integer((*times).into());
            }
            Self::Aborted => _ = begin("aborted", json),
            Self::Resumed => _ = begin("resumed", json),
            Self::Ended(ending) => ending.write_json(json.open('{').key("type")),
        }
        json.close('}');
    }
}

fn begin<'w>(word: &str, json: &'w mut Writer) -> &'w mut Writer {
    json.open('{').key("type").string(word)
}

fn write_all(key: &str, todos: &[Subject], json: &mut Writer) {
    json.key(key).open('[');
    todos.iter().for_each(|todo| todo.write(json));
    json.close(']');
}

impl Subject {
    /// Creates the subject for a todo with the given id.
    pub(super) fn new(id: Id, todo: &Todo) -> Self {
        Self { id, key: todo.key, content: todo.content().to_owned() }
    }

    fn write(&self, json: &mut Writer) {
        json.open('{').key("id").integer(self.id.0).key("key").string(&self.key.to_text());
        json.key("content").string(&self.content).close('}');
    }

    /// Returns the todo with the key as it is now, or `None` if it is not on the list.
    pub(super) fn of(store: &TodoStore, key: Key) -> Option<Self> {
        let index = index_of(store.list(), key)?;
        Some(Self::new(Id::at(index), store.list().get(index)?))
    }
}
