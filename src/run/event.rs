//! What a run tells of itself: every transition is an event.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::step::{Ending, PlanReason};
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key};
use crate::text::json::Writer;

/// A todo as it was when the event happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Its position then.
    pub id: Id,
    /// Its name.
    pub key: Key,
    /// What it says.
    pub content: String,
}

/// Something that happened in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A plan is asked for.
    Planning(PlanReason),
    /// A plan is on the list.
    Planned {
        /// How many todos it has.
        todos: usize,
        /// Settled todos that left the list to make room; history has them.
        archived: Vec<Subject>,
    },
    /// A todo is worked on.
    Executing(Subject),
    /// A todo is done.
    Done(Subject),
    /// A todo is given up, and why.
    Skipped(Subject, String),
    /// A todo that is held for done is looked at.
    Verifying(Subject),
    /// It is not done, and why.
    Unverified(Subject, String),
    /// The model asked for a new plan, and why.
    PlanRequested(String),
    /// The model said that it was done while so many todos were open.
    ClaimedDone {
        /// Todos neither done nor skipped.
        open: usize,
    },
    /// The task is looked at.
    Validating,
    /// What validation found.
    Validated {
        /// Whether the task is complete.
        is_complete: bool,
        /// Why.
        reasoning: String,
        /// What to do next.
        suggestions: Vec<String>,
    },
    /// Validation itself failed, and why. Never taken for "complete".
    ValidationFailed(String),
    /// The same step came so many times without progress.
    Stuck {
        /// Which: plan, execute, verify or validate.
        step: &'static str,
        /// How often.
        times: u32,
    },
    /// The run was aborted; nothing is in progress any more.
    Aborted,
    /// The run goes on.
    Resumed,
    /// The run ended.
    Ended(Ending),
}

impl Event {
    /// Writes the event as a JSON object.
    pub fn write(&self, json: &mut Writer) {
        json.open('{').key("type");
        match self {
            Self::Planning(reason) => {
                json.string("planning").key("reason").string(reason.as_str());
            }
            Self::Planned { todos, archived } => {
                json.string("planned").key("todos").integer(*todos as i64);
                json.key("archived").open('[');
                for subject in archived {
                    subject.write(json);
                }
                json.close(']');
            }
            Self::Executing(subject) => subject.write_in(json, "executing"),
            Self::Done(subject) => subject.write_in(json, "done"),
            Self::Skipped(subject, reason) => {
                subject.write_in(json, "skipped");
                json.key("reason").string(reason);
            }
            Self::Verifying(subject) => subject.write_in(json, "verifying"),
            Self::Unverified(subject, reason) => {
                subject.write_in(json, "unverified");
                json.key("reason").string(reason);
            }
            Self::PlanRequested(reason) => {
                json.string("plan_requested").key("reason").string(reason);
            }
            Self::ClaimedDone { open } => {
                json.string("claimed_done").key("open").integer(*open as i64);
            }
            Self::Validating => {
                json.string("validating");
            }
            Self::Validated { is_complete, reasoning, suggestions } => {
                json.string("validated").key("isComplete").boolean(*is_complete);
                json.key("reasoning").string(reasoning);
                json.key("suggestions").strings(suggestions);
            }
            Self::ValidationFailed(reason) => {
                json.string("validation_failed").key("reason").string(reason);
            }
            Self::Stuck { step, times } => {
                json.string("stuck").key("step").string(step);
                json.key("times").integer((*times).into());
            }
            Self::Aborted => {
                json.string("aborted");
            }
            Self::Resumed => {
                json.string("resumed");
            }
            Self::Ended(ending) => ending.write(json),
        }
        json.close('}');
    }
}

impl Subject {
    /// The todo with a key as it is now.
    pub(super) fn of(store: &TodoStore, key: Key) -> Option<Self> {
        let place = store.list().iter().position(|todo| todo.key == key)?;
        let content = store.list().get(place)?.content().to_owned();
        Some(Self { id: Id::at(place), key, content })
    }

    fn write_in(&self, json: &mut Writer, event: &str) {
        json.string(event).key("todo");
        self.write(json);
    }

    fn write(&self, json: &mut Writer) {
        json.open('{').key("id").integer(self.id.0);
        json.key("key").string(&self.key.to_word());
        json.key("content").string(&self.content).close('}');
    }
}
