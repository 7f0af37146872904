//! The checkpoint of a run: its whole state as JSON text, so that the run outlives its worker.
//!
//! ```json
//! ["agent-todos run",1,{"driver":"host",…},"execute",false,7,1,12,2,3,[],3,1,"no receipt",
//!  [3,2],["start","","",[],["Find a kettle","sold out"]],[0,0,1,3,12,1,0,0,0,0,0,0,0,0,0],7,""]
//! ```
//!
//! The fields, in order:
//!
//! - the name of the format, its version, and the options
//! - the phase; after `verify` the todo to be verified, and after `ended` whether the task is
//!   complete or the kind of failure, and the reason
//! - whether the run is aborted
//! - how many steps and plans were requested
//! - the revision at which the run last checked what others settled
//! - the revision at which the plan was requested, and at which a person last approved
//! - the todos that were open when the model said that the task is done, each with whether it was
//!   in progress
//! - the todo that verification rejected last, how often, and why; or null
//! - the todos that took tool calls, each with their number
//! - the briefing, with the content and the reason of each failure
//! - for each kind of step, the progress mark and how often the step was requested with it; and
//!   the same for a plan and the verdict on it
//! - the hash of the latest plan, and why it was refused
//!
//! A todo is written as the number of its key, and no todo as 0.
//!
//! The todo in progress is part of the list, not of the run. The requested step is requested again
//! after reading, and counts again. So a step that always kills its worker makes the run stuck,
//! like any step without progress.

use super::machine::{FailedVerification, Phase, Repeat, Run};
use super::run_options::RunOptions;
use super::step::{Briefing, Ending, Failure, FailureKind, PlanReason};
use crate::forms::codec::{
    Codec, Decoder, begin, end, optional_codecs, read_checkpoint, record, string_enum_codecs,
};
use crate::list::error::TodoError;
use crate::list::known_list::KnownList;
use crate::list::options::Options;
use crate::list::store::TodoStore;
use crate::list::todo::Key;
use crate::text::json::Writer;

const FORMAT: &str = "agent-todos run";

record!(Run {
    options: "options",
    phase: "phase",
    is_aborted: "aborted",
    steps: "steps",
    cycle: "cycle",
    last_checked.revision: "revision",
    plan_since: "revision of the plan",
    approved_at: "revision of the approval",
    left_open: "todos left open",
    failed_verification: "failed verification",
    calls: "calls",
    briefing: "briefing",
    repeats: "repeats",
    plan_mark: "plan mark",
    refusal: "refusal",
});

record!(FailedVerification { todo: "todo", times: "times", feedback: "feedback" });

optional_codecs!(FailedVerification);

record!(Briefing [
    reason: "reason",
    because: "because",
    changes: "changes",
    suggestions: "suggestions",
    failures: "failures",
]);

record!(Failure { content: "content", reason: "reason" });

record!(Repeat { progress_mark: "progress", times: "times" });

string_enum_codecs!(PlanReason, FailureKind);

impl Codec for RunOptions {
    fn write(&self, to: &mut Writer) {
        Self::write(*self, to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        match from.next().map(Self::from_value) {
            Some(options) => from.set_result(self, options),
            None => from.refuse(),
        }
    }
}

/// A word, and what belongs to it: see above.
impl Codec for Phase {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Plan => drop(to.string("plan")),
            Self::Approve => drop(to.string("approve")),
            Self::Execute => drop(to.string("execute")),
            Self::Verify(todo) => todo.write(to.string("verify")),
            Self::Validate => drop(to.string("validate")),
            Self::Ended(ending) => ending.write(to.string("ended")),
        }
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let word = from.string();
        *self = match &*word {
            "plan" => Self::Plan,
            "approve" => Self::Approve,
            "execute" => Self::Execute,
            "verify" => {
                let mut todo = Key::default();
                from.field("todo to be verified", &mut todo);
                Self::Verify(todo)
            }
            "validate" => Self::Validate,
            "ended" => {
                let mut ending = Ending::Finished { is_complete: false, reasoning: String::new() };
                from.field("ending", &mut ending);
                Self::Ended(ending)
            }
            _ => return from.refuse(),
        };
    }
}

/// Whether the task is complete, or the kind of failure; then the reason.
impl Codec for Ending {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Finished { is_complete, reasoning } => {
                is_complete.write(to);
                reasoning.write(to);
            }
            Self::Failed { kind, error } => {
                kind.write(to);
                error.write(to);
            }
        }
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        let is_finished = from.peek().is_some_and(|value| value.as_boolean().is_some());
        let (mut is_complete, mut kind, mut text) = (false, FailureKind::Stuck, String::new());
        match is_finished {
            true => is_complete.read(from),
            false => kind.read(from),
        }
        from.field("reason of the end", &mut text);
        *self = match is_finished {
            true => Self::Finished { is_complete, reasoning: text },
            false => Self::Failed { kind, error: text },
        };
    }
}

impl Run {
    /// Writes the run as JSON text, to be stored together with the list. Events that nobody has
    /// taken yet are not included.
    pub fn checkpoint(&self) -> String {
        let mut to = begin(FORMAT);
        self.write(&mut to);
        end(to)
    }

    /// Reads a run from its checkpoint, for a store that was restored too. A todo that is in
    /// progress there stays in progress, and the run continues with it.
    ///
    /// # Errors
    /// `invalid_checkpoint` if the text is damaged; `newer_checkpoint` if a newer version wrote it.
    pub fn from_checkpoint(store: &TodoStore, checkpoint: &str) -> Result<Self, TodoError> {
        let options = Options::default();
        let mut run = Self::at(store, RunOptions::default(), Phase::Plan);
        read_checkpoint((FORMAT, "run"), options, checkpoint, &mut |from| run.read(from))?;
        let KnownList { revision, .. } = run.last_checked;
        run.last_checked = match revision.and_then(|revision| store.list_at(revision)) {
            Some(list) => KnownList::at(revision, &list),
            None => KnownList::of(store),
        };
        Ok(run)
    }
}

#[cfg(test)]
mod tests;
