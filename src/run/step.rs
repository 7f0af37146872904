//! The steps that a run requests from its host.

use std::rc::Rc;

use tsify::Tsify;

use crate::list::indexed_list::{List, index_of};
use crate::list::todo::Key;
use crate::text::json::Writer;
use crate::text::string_enum::string_enum;

/// What the host has to do next:
///
/// - `plan`: make a plan and report it with `planned()`
/// - `approve`: ask a person whether the `todos` are to be done, and report with `approved()`,
///   `rejected()` or `refused()`; does not count towards `maxSteps`
/// - `execute`: work on the `todo` and report with `executed()`; it may take `callsLeft` tool
///   calls, and `feedback` says why verification rejected it the last time
/// - `verify`: check whether the `todo` is done, and report with `verified()`
/// - `wait`: wait until a todo is confirmed, sent back or answered; does not count towards
///   `maxSteps`
/// - `validate`: check whether the task is complete, and report with `validated()`; some todos may
///   still be `open`
/// - `aborted`: do nothing until `resume()`
/// - `finished`: stop; the run ended with nothing left to do
/// - `failed`: stop; the run failed
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Make a plan; report it with `planned()`.
    Plan(Rc<Briefing>),
    /// Ask a person to approve the plan, or what is new; report with `approved()`, `rejected()` or
    /// `refused()`.
    Approve {
        /// The plan: the run's todos that are neither done nor skipped. Later, those of them that
        /// were added or changed since, once nothing approved is left to do.
        todos: Vec<Key>,
    },
    /// Work on a todo; report with `executed()`.
    Execute {
        /// The todo in progress. If the model drives and none is in progress, the next one.
        todo: Key,
        /// How many tool calls the todo may still take.
        calls_left: u32,
        /// Why verification rejected the todo the last time, or `""`.
        feedback: Rc<str>,
    },
    /// Check whether a todo that its executor considers done is done; report with `verified()`.
    Verify {
        /// The todo.
        todo: Key,
    },
    /// Wait until one of these todos is confirmed, sent back or answered. Nothing else is open,
    /// or the model said that the task is done.
    Wait {
        /// How many todos wait.
        waiting: u32,
    },
    /// Check whether the task is complete; report with `validated()`.
    Validate {
        /// How many todos are neither done nor skipped. It can be above 0 if the model said that
        /// the task is done.
        open: u32,
    },
    /// Do nothing until `resume()`.
    Aborted,
    /// Stop: the run ended.
    Ended(Ending),
}

/// What a planner should know.
#[derive(Clone, Default, Debug, PartialEq, Eq, Tsify)]
#[tsify(type_prefix = "Run")]
pub struct Briefing {
    /// Why a plan is needed.
    #[tsify(type = "PlanReason")]
    pub reason: PlanReason,
    /// The reason in words. Empty for the first plan.
    pub because: String,
    /// What a person wants changed in the last plan, or empty.
    pub changes: String,
    /// What validation suggested.
    pub suggestions: Vec<String>,
    /// The todos that failed since the last plan.
    pub failures: Vec<Failure>,
}

/// A todo that failed.
#[derive(Clone, Default, Debug, PartialEq, Eq, Tsify)]
#[tsify(type_prefix = "Run")]
pub struct Failure {
    /// What was to be done.
    pub content: String,
    /// Why it failed.
    pub reason: String,
}

string_enum! {
    /// Why a plan is needed: it is the first (`"start"`), validation found the task incomplete
    /// (`"validation"`), the model asked for it (`"requested"`), the last plan was refused
    /// (`"refused"`), or a person wants changes in it (`"changes"`).
    #[derive(Default, Tsify)]
    pub enum PlanReason {
        /// It is the first plan.
        #[default]
        Start = "start",
        /// Validation found the task incomplete.
        Validation = "validation",
        /// The model asked for a new plan.
        Requested = "requested",
        /// The last plan was refused: a todo was empty or too long, or there were too many.
        Refused = "refused",
        /// A person wants changes in the last plan.
        Changes = "changes",
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The run ended with nothing left to do.
    Finished {
        /// Whether validation found the task complete. Always false without validation.
        is_complete: bool,
        /// The reasoning of the validation.
        reasoning: String,
    },
    /// The run failed.
    Failed {
        /// What kind of failure.
        kind: FailureKind,
        /// The failure in a sentence.
        error: String,
    },
}

string_enum! {
    /// Why a run failed: the plan was empty (`"planning_failed"`), the steps were used up
    /// (`"out_of_steps"`), the same step came too often without progress (`"stuck"`), or the host
    /// failed it (`"host_failed"`).
    #[derive(Tsify)]
    #[tsify(type_prefix = "Run")]
    pub enum FailureKind {
        /// The plan was empty.
        PlanningFailed = "planning_failed",
        /// The steps were used up.
        OutOfSteps = "out_of_steps",
        /// The same step came too often without progress.
        Stuck = "stuck",
        /// The host ended the run with `fail()`.
        HostFailed = "host_failed",
    }
}

impl Step {
    /// Returns the report that a run waits for after this step, or `None` if it waits for none.
    pub(super) const fn awaited(&self) -> Option<&'static str> {
        match self {
            Self::Plan(_) => Some("a plan"),
            Self::Approve { .. } => Some("an approval"),
            Self::Execute { .. } => Some("an execution"),
            Self::Verify { .. } => Some("a verification"),
            Self::Wait { .. } => Some("a person"),
            Self::Validate { .. } => Some("a validation"),
            Self::Aborted | Self::Ended(_) => None,
        }
    }

    /// Writes the fields of the step, but for its todos.
    pub(super) fn write(&self, json: &mut Writer) {
        json.key("do");
        match self {
            Self::Plan(briefing) => briefing.write(json.string("plan")),
            Self::Approve { .. } => _ = json.string("approve"),
            Self::Execute { calls_left, feedback, .. } => {
                json.string("execute").key("callsLeft").integer((*calls_left).into());
                json.key("feedback").string(feedback);
            }
            Self::Verify { .. } => _ = json.string("verify"),
            Self::Wait { waiting } => {
                json.string("wait").key("waiting").integer((*waiting).into());
            }
            Self::Validate { open } => {
                json.string("validate").key("open").integer((*open).into());
            }
            Self::Aborted => _ = json.string("aborted"),
            Self::Ended(ending) => ending.write_json(json),
        }
    }

    /// Writes the todos of the step, by their indices in the list.
    pub(super) fn write_todos(&self, json: &mut Writer, list: &List) {
        let index = |todo: &Key| index_of(list, *todo).map_or(-1, |index| index as i64);
        match self {
            Self::Execute { todo, .. } | Self::Verify { todo } => {
                json.key("todo").integer(index(todo));
            }
            Self::Approve { todos } => {
                json.key("todos").open('[');
                for todo in todos {
                    json.integer(index(todo));
                }
                json.close(']');
            }
            Self::Plan(_)
            | Self::Wait { .. }
            | Self::Validate { .. }
            | Self::Aborted
            | Self::Ended(_) => {}
        }
    }
}

impl Ending {
    /// Writes a word for the ending, and its fields after it.
    pub(super) fn write_json(&self, json: &mut Writer) {
        match self {
            Self::Finished { is_complete, reasoning } => {
                json.string("finished").key("isComplete").boolean(*is_complete);
                json.key("reasoning").string(reasoning);
            }
            Self::Failed { kind, error } => {
                json.string("failed").key("kind").string(kind.as_str());
                json.key("error").string(error);
            }
        }
    }
}

impl Briefing {
    pub(super) fn new(reason: PlanReason, because: &str) -> Self {
        Self { reason, because: because.into(), ..Self::default() }
    }

    fn write(&self, json: &mut Writer) {
        let Self { reason, because, changes, suggestions, failures } = self;
        json.key("reason").string(reason.as_str()).key("because").string(because);
        json.key("changes").string(changes).key("suggestions").strings(suggestions);
        json.key("failures").open('[');
        for Failure { content, reason } in failures {
            json.open('{').key("content").string(content).key("reason").string(reason).close('}');
        }
        json.close(']');
    }
}
