//! The checkpoint of a run: its whole state as JSON text, so that the run outlives its worker.
//!
//! ```json
//! ["agent-todos run",1,{"driver":"host",…},"execute",0,false,7,1,12,0,[3,1,"no receipt"],
//!  [3,2],["start","","",[],["Find a kettle","sold out"]],[0,0,1,3,12,1,0,0,0,0,0,0]]
//! ```
//!
//! The fields, in order:
//!
//! - the name of the format, its version, and the options
//! - the phase, and the todo to be verified, or how many todos were on hold when the model said that
//!   the task is done
//! - whether the run is aborted
//! - how many steps and plans were requested
//! - the revision at which the run last checked what others settled
//! - the todo that was in progress when the model said that the task is done
//! - the todo that verification rejected last, how often, and why
//! - the todos that took tool calls, each with their number
//! - the briefing, with the content and the reason of each failure
//! - for each kind of step, the mark and how often the step was requested with it
//! - if the run ended, its ending
//!
//! A todo is written as the number of its key, and no todo as 0.
//!
//! The todo in progress is part of the list, not of the run. The requested step is requested again
//! after reading, and counts again. So a step that always kills its worker makes the run stuck, as
//! any step without progress does.

use super::machine::{Phase, Refused, Repeat, Run};
use super::options::RunOptions;
use super::step::{Briefing, Ending, Failure, FailureKind, PlanReason};
use crate::forms::checkpoint::{open_other, read_other};
use crate::forms::todo::integer;
use crate::list::error::TodoError;
use crate::list::store::TodoStore;
use crate::list::todo::Key;
use crate::list::view::View;
use crate::text::excerpt::said;
use crate::text::json::{Parts, Value, Writer};

impl Run {
    /// Writes the run as JSON text, to be stored together with the list. Events that nobody has
    /// taken yet are not included.
    pub fn checkpoint(&self) -> String {
        let mut json = Writer::default();
        open_other(&mut json, "agent-todos run");
        self.options.write(&mut json);
        let (phase, number, ending) = match &self.phase {
            Phase::Plan => ("plan", 0, None),
            Phase::Approve => ("approve", 0, None),
            Phase::Execute => ("execute", 0, None),
            Phase::Verify(todo) => ("verify", todo.0.into(), None),
            Phase::Wait(waiting) => ("wait", (*waiting).into(), None),
            Phase::Validate => ("validate", 0, None),
            Phase::Ended(ending) => ("ended", 0, Some(ending)),
        };
        let number_of = |todo: Option<Key>| todo.map_or(0, |key| key.0.into());
        json.string(phase).integer(number).boolean(self.is_aborted);
        for count in [self.steps, self.cycle, self.seen.revision.unwrap_or_default()] {
            json.integer(count.into());
        }
        json.integer(number_of(self.doing_at_finish)).open('[');
        if let Some(Refused { todo, times, feedback }) = &self.refused {
            json.integer(todo.0.into()).integer((*times).into()).string(feedback);
        }
        json.close(']').open('[');
        for (key, calls) in &self.calls {
            json.integer(key.0.into()).integer((*calls).into());
        }
        let Briefing { reason, because, changes, suggestions, failures } = &self.briefing;
        json.close(']').open('[').string(reason.word()).string(because);
        json.string(changes).strings(suggestions.iter().map(String::as_str)).open('[');
        for Failure { content, reason } in failures {
            json.string(content).string(reason);
        }
        json.close(']').close(']').open('[');
        for Repeat { mark, times } in self.repeats {
            json.integer(mark.0.into()).integer(mark.1.into()).integer(times.into());
        }
        json.close(']');
        match ending {
            None => {}
            Some(Ending::Finished { is_complete, reasoning }) => {
                json.boolean(*is_complete).string(reasoning);
            }
            Some(Ending::Failed { kind, error }) => {
                json.string(kind.word()).string(error);
            }
        }
        json.close(']');
        json.finish()
    }

    /// Reads a run from its checkpoint, for a store that was restored too. A todo that is in
    /// progress there stays in progress, and the run continues with it.
    ///
    /// # Errors
    /// `invalid_checkpoint` if the text is damaged; `newer_checkpoint` if a newer version wrote it.
    pub fn from_checkpoint(store: &TodoStore, checkpoint: &str) -> Result<Self, TodoError> {
        read_other("agent-todos run", checkpoint, |parts| Self::read(store, parts))
    }

    fn read(store: &TodoStore, parts: &mut Parts<'_>) -> Option<Self> {
        let options = RunOptions::from_value(next(parts)?).ok()?;
        let phase = read_text(parts)?;
        let number: u32 = integer(parts)?;
        let is_aborted = next(parts)?.as_boolean()?;
        let mut run = Self::at(store, options, Phase::Plan);
        run.is_aborted = is_aborted;
        run.steps = integer(parts)?;
        run.cycle = integer(parts)?;
        let seen = integer(parts)?;
        if let Some(list) = store.list_at(seen) {
            run.seen = View::at(Some(seen), &list);
        }
        run.doing_at_finish = read_key(parts)?;
        run.refused = read_refused(&mut next(parts)?.parts())?;
        let calls = read_numbers(parts)?;
        for pair in calls.chunks(2) {
            let &[todo, calls] = pair else { return None };
            run.calls.push((Key(todo), calls));
        }
        run.briefing = read_briefing(&mut next(parts)?.parts())?;
        let repeats = read_numbers(parts)?;
        for (repeat, triple) in run.repeats.iter_mut().zip(repeats.chunks(3)) {
            let &[mark, other, times] = triple else { return None };
            *repeat = Repeat { mark: (mark, other), times };
        }
        run.phase = match (&*phase, number) {
            ("plan", 0) => Phase::Plan,
            ("approve", 0) => Phase::Approve,
            ("execute", 0) => Phase::Execute,
            ("verify", 1..) => Phase::Verify(Key(number)),
            ("wait", 1..) => Phase::Wait(number),
            ("validate", 0) => Phase::Validate,
            ("ended", 0) => Phase::Ended(read_ending(parts)?),
            (_, _) => return None,
        };
        (repeats.len() == 12 && next(parts).is_none()).then_some(run)
    }
}

fn read_refused(parts: &mut Parts<'_>) -> Option<Option<Refused>> {
    if parts.clone().next().is_none() {
        return Some(None);
    }
    let todo = read_key(parts)??;
    let times = integer(parts)?;
    let feedback = read_text(parts)?.into();
    next(parts).is_none().then_some(Some(Refused { todo, times, feedback }))
}

fn read_ending(parts: &mut Parts<'_>) -> Option<Ending> {
    let outcome = next(parts)?;
    let reason = read_text(parts)?;
    Some(match outcome.as_boolean() {
        Some(is_complete) => Ending::Finished { is_complete, reasoning: reason },
        None => {
            let kind = FailureKind::from_word(&outcome.as_string()?)?;
            Ending::Failed { kind, error: reason }
        }
    })
}

fn read_briefing(parts: &mut Parts<'_>) -> Option<Briefing> {
    let reason = PlanReason::from_word(&read_text(parts)?)?;
    let because = read_text(parts)?;
    let changes = read_text(parts)?;
    let mut suggestions = Vec::new();
    let mut texts = next(parts)?.parts();
    while texts.clone().next().is_some() {
        suggestions.push(read_text(&mut texts)?);
    }
    let mut failures = Vec::new();
    let mut texts = next(parts)?.parts();
    while let Some(content) = next(&mut texts) {
        let content = content.as_string()?.into_owned();
        failures.push(Failure { content, reason: read_text(&mut texts)? });
    }
    next(parts).is_none().then_some(Briefing { reason, because, changes, suggestions, failures })
}

/// Calls [`Parts::next`], which would otherwise be inlined at each of its many calls here.
#[inline(never)]
fn next<'a>(parts: &mut Parts<'a>) -> Option<Value<'a>> {
    parts.next()
}

/// Reads the key of a todo: `Some(None)` for 0.
fn read_key(parts: &mut Parts<'_>) -> Option<Option<Key>> {
    let number = integer(parts)?;
    Some((number > 0).then_some(Key(number)))
}

/// Reads an array of numbers.
fn read_numbers(parts: &mut Parts<'_>) -> Option<Vec<u32>> {
    next(parts)?.parts().map(|number| u32::try_from(number.as_integer()?).ok()).collect()
}

/// Reads a text. It was cleaned when it was accepted, so a text that is not clean is an error.
#[inline(never)]
fn read_text(parts: &mut Parts<'_>) -> Option<String> {
    let text = parts.next()?.as_string()?;
    (said(&text) == text).then(|| text.into_owned())
}

#[cfg(test)]
mod tests;
