//! What a run asks of its host.

use std::rc::Rc;

use serde::Serialize;
use tsify::Tsify;

use crate::list::todo::Key;
use crate::text::words::words;

/// What a run asks of its host, as `TodoRun.next()` returns it, with the number of steps (`step`)
/// and of plans (`cycle`) so far.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct RunStep {
    /// What to do.
    #[serde(flatten)]
    #[tsify(type = "RunStepAction")]
    pub action: Step,
    /// How many steps were asked for, with this one.
    pub step: u32,
    /// How many plans were asked for, with this one.
    pub cycle: u32,
}

/// What the host has to do next:
///
/// - `plan`: make a plan and report it with `planned()`
/// - `approve`: ask a person whether the `open` todos are to be done, and report with `approved()` or
///   `requestChanges()`; it is none of the steps that are limited
/// - `execute`: work on the `todo` and report with `executed()`; it may take `callsLeft` tool
///   calls, and `feedback` says why it was not verified the last time
/// - `verify`: check whether the `todo` is done, and report with `verified()`
/// - `wait`: nothing, until a todo is confirmed, sent back or answered; it is none of the steps that are
///   limited
/// - `validate`: check whether the task is complete, and report with `validated()`; some todos may
///   still be `open`
/// - `aborted`: nothing until `resume()`
/// - `finished`: nothing; the run ended with nothing left to do
/// - `failed`: nothing; the run failed
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(type_prefix = "Run", type_suffix = "Action")]
#[serde(tag = "do", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum Step {
    /// Make a plan; report it with `planned()`.
    Plan(#[tsify(type = "RunBriefing")] Rc<Briefing>),
    /// Ask a person for the plan; report with `approved()`.
    Approve {
        /// How many todos are neither done nor skipped.
        open: usize,
    },
    /// Work on a todo; report with `executed()`.
    Execute {
        /// The todo: the one in progress; where the model drives, the next one when none is.
        #[tsify(type = "Readonly<Todo>")]
        todo: Key,
        /// How many tool calls it may still take.
        calls_left: u32,
        /// Why verification refused it the last time; `""` when none did.
        #[tsify(type = "string")]
        feedback: Rc<str>,
    },
    /// Look whether a todo is done that its executor holds for done; report with `verified()`.
    Verify {
        /// The todo.
        #[tsify(type = "Readonly<Todo>")]
        todo: Key,
    },
    /// Nothing, until one of these todos is confirmed, sent back or answered: nothing else is open.
    Wait {
        /// How many todos wait.
        waiting: usize,
    },
    /// Look whether the task is complete; report with `validated()`.
    Validate {
        /// How many todos are neither done nor skipped: some, when the model said that it was done.
        open: usize,
    },
    /// Nothing, until `resume()`.
    Aborted,
    /// Nothing: the run ended with nothing left to do.
    Finished {
        /// Whether validation found the task complete. Without validation it is never taken for it.
        is_complete: bool,
        /// What validation said.
        reasoning: String,
    },
    /// Nothing: the run failed.
    Failed {
        /// What kind of failure.
        #[tsify(type = "RunFailureKind")]
        kind: FailureKind,
        /// The failure in a sentence.
        error: String,
    },
}

/// What a planner should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(type_prefix = "Run")]
pub struct Briefing {
    /// Why a plan is needed.
    #[tsify(type = "PlanReason")]
    pub reason: PlanReason,
    /// The reason in words; `""` at the start.
    pub because: String,
    /// What a person wants changed in the last plan; `""` for nothing.
    pub changes: String,
    /// What validation suggested.
    pub suggestions: Vec<String>,
    /// The todos that were skipped since the last plan.
    pub failures: Vec<Failure>,
}

/// A todo that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(type_prefix = "Run")]
pub struct Failure {
    /// What had to be done.
    pub content: String,
    /// Why it was skipped.
    pub reason: String,
}

words! {
    /// Why a plan is needed: it is the first (`"start"`), validation found the task not complete
    /// (`"validation"`), the model asked for it (`"requested"`), the last plan was refused
    /// (`"refused"`), or a person wants changes in it (`"changes"`).
    #[derive(Tsify)]
    pub enum PlanReason {
        /// It is the first.
        Start = "start",
        /// Validation found that the task is not complete.
        Validation = "validation",
        /// The model asked for it.
        Requested = "requested",
        /// The last one was refused: a todo was empty or too long, or there were too many.
        Refused = "refused",
        /// A person wants changes in the last one.
        Changes = "changes",
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With nothing left to do.
    Finished {
        /// Whether validation found the task complete. Without validation it is never taken for it.
        is_complete: bool,
        /// What validation said.
        reasoning: String,
    },
    /// Without.
    Failed {
        /// What kind of failure.
        kind: FailureKind,
        /// The failure in a sentence.
        error: String,
    },
}

words! {
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
        /// The host gave it up.
        HostFailed = "host_failed",
    }
}

impl Step {
    /// What a run waits for that asked for it; none where it waits for nothing.
    pub(super) const fn awaited(&self) -> Option<&'static str> {
        match self {
            Self::Plan(_) => Some("a plan"),
            Self::Approve { .. } => Some("an approval"),
            Self::Execute { .. } => Some("an execution"),
            Self::Verify { .. } => Some("a verification"),
            Self::Wait { .. } => Some("a person"),
            Self::Validate { .. } => Some("a validation"),
            Self::Aborted | Self::Finished { .. } | Self::Failed { .. } => None,
        }
    }
}

impl From<Ending> for Step {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Finished { is_complete, reasoning } => {
                Self::Finished { is_complete, reasoning }
            }
            Ending::Failed { kind, error } => Self::Failed { kind, error },
        }
    }
}

impl Briefing {
    pub(super) fn new(reason: PlanReason, because: &str) -> Self {
        Self {
            reason,
            because: because.into(),
            changes: String::new(),
            suggestions: Vec::new(),
            failures: Vec::new(),
        }
    }
}
