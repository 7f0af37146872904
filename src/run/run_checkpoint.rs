//! The checkpoint of a run: its whole state as JSON text, so that the run outlives its worker.
//!
//! ```json
//! ["agent-todos run",1,{"driver":"host",…},"execute",0,false,7,1,12,2,3,[],[3,1,"no receipt"],
//!  [3,2],["start","","",[],["Find a kettle","sold out"]],[0,0,1,3,12,1,0,0,0,0,0,0,0,0,0],7,"",null]
//! ```
//!
//! The fields, in order:
//!
//! - the name of the format, its version, and the options
//! - the phase, and the todo to be verified
//! - whether the run is aborted
//! - how many steps and plans were requested
//! - the revision at which the run last checked what others settled
//! - the revision at which the plan was requested, and at which a person last approved
//! - the todos that were open when the model said that the task is done, each with whether it was
//!   in progress
//! - the todo that verification rejected last, how often, and why
//! - the todos that took tool calls, each with their number
//! - the briefing, with the content and the reason of each failure
//! - for each kind of step, the progress mark and how often the step was requested with it; and
//!   the same for a plan and the verdict on it
//! - the hash of the latest plan, and why it was refused
//! - its ending, or null
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
    Codec, Decoder, begin, end, read_checkpoint, record, string_enum_codecs,
};
use crate::list::error::TodoError;
use crate::list::history::Revision;
use crate::list::known_list::KnownList;
use crate::list::options::Options;
use crate::list::store::TodoStore;
use crate::list::todo::Key;
use crate::text::json::Writer;
use crate::text::message::{count, excerpt};

const FORMAT: &str = "agent-todos run";

/// A run as it is written.
#[derive(Default)]
struct StoredRun {
    options: RunOptions,
    phase: String,
    /// The todo to be verified.
    verifying: Option<Key>,
    is_aborted: bool,
    steps: u32,
    cycle: u32,
    last_checked: Revision,
    plan_since: Revision,
    approved_at: Revision,
    left_open: Vec<(Key, bool)>,
    /// At most one.
    failed_verification: Vec<FailedVerification>,
    calls: Vec<(Key, u32)>,
    briefing: Briefing,
    /// One for each kind of step, and one for equal rounds.
    repeats: Vec<Repeat>,
    plan_mark: u32,
    refusal: String,
    ending: Option<Ending>,
}

record!(StoredRun {
    options: "options",
    phase: "phase",
    verifying: "todo to be verified",
    is_aborted: "aborted",
    steps: "steps",
    cycle: "cycle",
    last_checked: "revision",
    plan_since: "revision of the plan",
    approved_at: "revision of the approval",
    left_open: "todos left open",
    failed_verification: "failed verification",
    calls: "calls",
    briefing: "briefing",
    repeats: "repeats",
    plan_mark: "plan mark",
    refusal: "refusal",
    ending: "ending",
});

record!(FailedVerification { todo: "todo", times: "times", feedback: "feedback" });

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
        self.write(to);
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        match from.next().map(Self::from_value) {
            Some(options) => from.set_result(self, options),
            None => from.refuse(),
        }
    }
}

/// Whether the task is complete, or the kind of failure; then the reason. Or `null`.
impl Codec for Option<Ending> {
    fn write(&self, to: &mut Writer) {
        match self {
            None => drop(to.optional(None)),
            Some(Ending::Finished { is_complete, reasoning }) => {
                is_complete.write(to);
                reasoning.write(to);
            }
            Some(Ending::Failed { kind, error }) => {
                kind.write(to);
                error.write(to);
            }
        }
    }

    fn read(&mut self, from: &mut Decoder<'_>) {
        if from.take_null() {
            return;
        }
        let is_finished = from.peek().is_some_and(|value| value.as_boolean().is_some());
        let (mut is_complete, mut kind, mut text) = (false, FailureKind::Stuck, String::new());
        match is_finished {
            true => from.field("whether the task is complete", &mut is_complete),
            false => from.field("kind of failure", &mut kind),
        }
        from.field("reason of the end", &mut text);
        *self = Some(match is_finished {
            true => Ending::Finished { is_complete, reasoning: text },
            false => Ending::Failed { kind, error: text },
        });
    }
}

impl Run {
    /// Writes the run as JSON text, to be stored together with the list. Events that nobody has
    /// taken yet are not included.
    pub fn checkpoint(&self) -> String {
        let (phase, verifying, ending) = match &self.phase {
            Phase::Plan => ("plan", None, None),
            Phase::Approve => ("approve", None, None),
            Phase::Execute => ("execute", None, None),
            Phase::Verify(todo) => ("verify", Some(*todo), None),
            Phase::Validate => ("validate", None, None),
            Phase::Ended(ending) => ("ended", None, Some(ending)),
        };
        let written = StoredRun {
            options: self.options,
            phase: phase.into(),
            verifying,
            is_aborted: self.is_aborted,
            steps: self.steps,
            cycle: self.cycle,
            last_checked: self.last_checked.revision.unwrap_or_default(),
            plan_since: self.plan_since,
            approved_at: self.approved_at,
            left_open: self.left_open.clone(),
            failed_verification: self.failed_verification.iter().cloned().collect(),
            calls: self.calls.clone(),
            briefing: self.briefing.clone(),
            repeats: self.repeats.to_vec(),
            plan_mark: self.plan_mark,
            refusal: self.refusal.clone(),
            ending: ending.cloned(),
        };
        let mut to = begin(FORMAT);
        written.write(&mut to);
        end(to)
    }

    /// Reads a run from its checkpoint, for a store that was restored too. A todo that is in
    /// progress there stays in progress, and the run continues with it.
    ///
    /// # Errors
    /// `invalid_checkpoint` if the text is damaged; `newer_checkpoint` if a newer version wrote it.
    pub fn from_checkpoint(store: &TodoStore, checkpoint: &str) -> Result<Self, TodoError> {
        let options = Options::default();
        read_checkpoint((FORMAT, "run"), options, checkpoint, |from| Self::read(store, from))
    }

    fn read(store: &TodoStore, from: &mut Decoder<'_>) -> Self {
        let mut read = StoredRun::default();
        read.read(from);
        let phase = match (&*read.phase, read.verifying, read.ending) {
            ("plan", None, None) => Some(Phase::Plan),
            ("approve", None, None) => Some(Phase::Approve),
            ("execute", None, None) => Some(Phase::Execute),
            ("verify", Some(todo), None) => Some(Phase::Verify(todo)),
            ("validate", None, None) => Some(Phase::Validate),
            ("ended", None, Some(ending)) => Some(Phase::Ended(ending)),
            (_, _, _) => None,
        };
        let problem = "phase cannot be {} with this todo and ending";
        from.check(phase.is_some(), problem, &[excerpt(&read.phase)]);
        from.check(read.failed_verification.len() <= 1, "more than one rejected todo", &[]);
        let mut run = Self::at(store, read.options, phase.unwrap_or(Phase::Plan));
        let repeats = read.repeats.len();
        from.check(repeats == run.repeats.len(), "{} repeated steps", &[count(repeats)]);
        run.is_aborted = read.is_aborted;
        run.steps = read.steps;
        run.cycle = read.cycle;
        if let Some(list) = store.list_at(read.last_checked) {
            run.last_checked = KnownList::at(Some(read.last_checked), &list);
        }
        run.plan_since = read.plan_since;
        run.approved_at = read.approved_at;
        run.left_open = read.left_open;
        run.failed_verification = read.failed_verification.pop();
        run.calls = read.calls;
        run.plan_mark = read.plan_mark;
        run.refusal = read.refusal;
        run.briefing = read.briefing;
        run.repeats.iter_mut().zip(read.repeats).for_each(|(repeat, read)| *repeat = read);
        run
    }
}

#[cfg(test)]
mod tests;
