//! What a run asks of its host.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use crate::list::todo::{Id, Key, Todo};
use crate::text::json::Writer;

/// What the host is to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Make a plan; report it with `planned`.
    Plan(Rc<Briefing>),
    /// Work on a todo; report with `executed`.
    Execute {
        /// The todo: the one in progress; where the model drives, the next one when none is.
        todo: Key,
        /// How many tool calls it may still take.
        calls_left: u32,
        /// Why verification refused it the last time; empty when none did.
        feedback: Rc<str>,
    },
    /// Look whether a todo that its executor holds for done is; report with `verified`.
    Verify(Key),
    /// Look whether the task is complete; report with `validated`.
    Validate {
        /// How many todos are neither done nor skipped: some, when the model said that it was done.
        open: usize,
    },
    /// Nothing, until `resume`.
    Aborted,
    /// Nothing: the run has ended.
    Ended(Ending),
}

/// What a planner should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Briefing {
    /// Why there is to be a plan.
    pub reason: PlanReason,
    /// The same in the words of whoever asked for it; empty at the start.
    pub because: String,
    /// What validation suggested.
    pub suggestions: Vec<String>,
    /// The todos that were given up since the last plan: what they say, and why.
    pub failures: Vec<(String, String)>,
}

/// Why there is to be a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "types",
    derive(serde::Serialize, tsify::Tsify),
    serde(rename_all = "lowercase")
)]
pub enum PlanReason {
    /// It is the first.
    Start,
    /// Validation found that the task is not complete.
    Validation,
    /// The model asked for it.
    Requested,
    /// The last one was refused: a todo was empty or too long, or there were too many.
    Refused,
}

impl PlanReason {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Validation => "validation",
            Self::Requested => "requested",
            Self::Refused => "refused",
        }
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

/// Why a run failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "types",
    derive(serde::Serialize, tsify::Tsify),
    tsify(type_prefix = "Run"),
    serde(rename_all = "snake_case")
)]
pub enum FailureKind {
    /// The plan was empty.
    PlanningFailed,
    /// The steps were used up.
    OutOfSteps,
    /// The same step came too often without progress.
    Stuck,
    /// The host gave it up.
    HostFailed,
}

impl FailureKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::PlanningFailed => "planning_failed",
            Self::OutOfSteps => "out_of_steps",
            Self::Stuck => "stuck",
            Self::HostFailed => "host_failed",
        }
    }
}

impl Briefing {
    pub(super) fn new(reason: PlanReason, because: &str) -> Self {
        Self { reason, because: because.into(), suggestions: Vec::new(), failures: Vec::new() }
    }
}

impl Step {
    /// Writes the step as a JSON object; its todo is there as an id.
    pub fn write(&self, json: &mut Writer, list: &[Todo], step: u32, cycle: u32) {
        json.open('{').key("do");
        match self {
            Self::Plan(briefing) => {
                json.string("plan").key("reason").string(briefing.reason.as_str());
                json.key("because").string(&briefing.because);
                json.key("suggestions").strings(&briefing.suggestions);
                json.key("failures").open('[');
                for (content, reason) in &briefing.failures {
                    json.open('{').key("content").string(content);
                    json.key("reason").string(reason).close('}');
                }
                json.close(']');
            }
            Self::Execute { todo, calls_left, feedback } => {
                write_todo(json.string("execute"), list, *todo);
                json.key("callsLeft").integer((*calls_left).into());
                json.key("feedback").string(feedback);
            }
            Self::Verify(todo) => write_todo(json.string("verify"), list, *todo),
            Self::Validate { open } => {
                json.string("validate").key("open").integer(*open as i64);
            }
            Self::Aborted => {
                json.string("aborted");
            }
            Self::Ended(ending) => ending.write(json),
        }
        json.key("step").integer(step.into());
        json.key("cycle").integer(cycle.into()).close('}');
    }
}

impl Ending {
    /// Writes the word for it and what belongs to it into an object.
    pub(super) fn write(&self, json: &mut Writer) {
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

fn write_todo(json: &mut Writer, list: &[Todo], key: Key) {
    let place = list.iter().position(|todo| todo.key == key);
    json.key("todo").integer(place.map_or(0, |place| Id::at(place).0));
}
