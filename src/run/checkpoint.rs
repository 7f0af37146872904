//! The checkpoint of a run: where it stands, written as JSON text, so that it outlives its worker.
//!
//! ```json
//! ["agent-todos run",1,{"driver":"host",…},"execute",0,false,7,1,12,0,[3,1,"no receipt"],
//!  [3,2],["start","","",[],["Find a kettle","sold out"]],[0,0,1,3,12,1,0,0,0,0,0,0]]
//! ```
//!
//! The format, its version and the options; the phase, with the todo that is to be verified; whether the run is
//! aborted; how many steps and plans were asked for; the revision at which it last looked; the todo at which the
//! model said that the task is done; the todo that verification refused last, how often, and why. Then come
//! the todos that took tool calls, each with how many; the briefing, with the content and the reason of each failure; and for each kind of step the mark
//! and how often it came. Of a run that ended, its ending follows. A todo is the number of its key, 0 for none.
//!
//! The todo in progress is the list's to know. The step that was asked for is asked for again, and counts again: so
//! a step that takes its worker down each time makes the run stuck, as any step without progress does.

use super::machine::{Phase, Refused, Repeat, Run};
use super::options::RunOptions;
use super::step::{Briefing, Ending, Failure, FailureKind, PlanReason};
use crate::forms::checkpoint::{open_other, read_other};
use crate::forms::todo::integer;
use crate::list::error::TodoError;
use crate::list::store::TodoStore;
use crate::list::todo::Key;
use crate::text::excerpt::said;
use crate::text::json::{Parts, Value, Writer};

impl Run {
    /// The run as JSON text, to be stored together with the list. Events that nobody has taken yet are not in it.
    pub fn checkpoint(&self) -> String {
        let mut json = Writer::default();
        open_other(&mut json, "agent-todos run");
        json.value(&self.options);
        let (phase, todo, ending) = match &self.phase {
            Phase::Plan => ("plan", None, None),
            Phase::Approve => ("approve", None, None),
            Phase::Execute => ("execute", None, None),
            Phase::Verify(todo) => ("verify", Some(*todo), None),
            Phase::Validate => ("validate", None, None),
            Phase::Ended(ending) => ("ended", None, Some(ending)),
        };
        let number = |todo: Option<Key>| todo.map_or(0, |key| key.0.into());
        json.string(phase).integer(number(todo)).boolean(self.is_aborted);
        for count in [self.steps, self.cycle, self.seen.0] {
            json.integer(count.into());
        }
        json.integer(number(self.claimed)).open('[');
        if let Some(Refused { todo, times, feedback }) = &self.refused {
            json.integer(todo.0.into()).integer((*times).into()).string(feedback);
        }
        json.close(']').open('[');
        for (key, calls) in &self.calls {
            json.integer(key.0.into()).integer((*calls).into());
        }
        let Briefing { reason, because, changes, suggestions, failures } = &self.briefing;
        json.close(']').open('[').string(reason.word()).string(because);
        json.string(changes).value(suggestions).open('[');
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

    /// Reads a checkpoint back, for a store that was read back too. What is in progress there stays in progress, and
    /// the run goes on with it.
    ///
    /// # Errors
    /// `invalid_checkpoint` for a text that is damaged; `newer_checkpoint` for one that a newer version wrote.
    pub fn from_checkpoint(store: &TodoStore, checkpoint: &str) -> Result<Self, TodoError> {
        read_other("agent-todos run", checkpoint, |parts| Self::read(store, parts))
    }

    fn read(store: &TodoStore, parts: &mut Parts<'_>) -> Option<Self> {
        let options = RunOptions::from_value(next(parts)?).ok()?;
        let phase = text(parts)?;
        let todo = key(parts)?;
        let is_aborted = next(parts)?.as_boolean()?;
        let mut run = Self::at(store, options, Phase::Plan);
        run.is_aborted = is_aborted;
        run.steps = integer(parts)?;
        run.cycle = integer(parts)?;
        let seen = integer(parts)?;
        if let Some(list) = store.list_at(seen) {
            run.seen = (seen, list);
        }
        run.claimed = key(parts)?;
        run.refused = refused(&mut next(parts)?.parts())?;
        let calls = numbers(parts)?;
        for pair in calls.chunks(2) {
            let &[todo, calls] = pair else { return None };
            run.calls.push((Key(todo), calls));
        }
        run.briefing = briefing(&mut next(parts)?.parts())?;
        let repeats = numbers(parts)?;
        for (repeat, triple) in run.repeats.iter_mut().zip(repeats.chunks(3)) {
            let &[mark, other, times] = triple else { return None };
            *repeat = Repeat { mark: (mark, other), times };
        }
        run.phase = match (&*phase, todo) {
            ("plan", None) => Phase::Plan,
            ("approve", None) => Phase::Approve,
            ("execute", None) => Phase::Execute,
            ("verify", Some(todo)) => Phase::Verify(todo),
            ("validate", None) => Phase::Validate,
            ("ended", None) => Phase::Ended(ending(parts)?),
            (_, _) => return None,
        };
        (repeats.len() == 12 && next(parts).is_none()).then_some(run)
    }
}

fn refused(parts: &mut Parts<'_>) -> Option<Option<Refused>> {
    if parts.clone().next().is_none() {
        return Some(None);
    }
    let todo = key(parts)??;
    let times = integer(parts)?;
    let feedback = text(parts)?.into();
    next(parts).is_none().then_some(Some(Refused { todo, times, feedback }))
}

fn ending(parts: &mut Parts<'_>) -> Option<Ending> {
    let how = next(parts)?;
    let said = text(parts)?;
    Some(match how.as_boolean() {
        Some(is_complete) => Ending::Finished { is_complete, reasoning: said },
        None => {
            let kind = FailureKind::from_word(&how.as_string()?)?;
            Ending::Failed { kind, error: said }
        }
    })
}

fn briefing(parts: &mut Parts<'_>) -> Option<Briefing> {
    let reason = PlanReason::from_word(&text(parts)?)?;
    let because = text(parts)?;
    let changes = text(parts)?;
    let mut suggestions = Vec::new();
    let mut texts = next(parts)?.parts();
    while texts.clone().next().is_some() {
        suggestions.push(text(&mut texts)?);
    }
    let mut failures = Vec::new();
    let mut texts = next(parts)?.parts();
    while let Some(content) = next(&mut texts) {
        let content = content.as_string()?.into_owned();
        failures.push(Failure { content, reason: text(&mut texts)? });
    }
    next(parts).is_none().then_some(Briefing { reason, because, changes, suggestions, failures })
}

/// [`Parts::next`] is compiled into each place that calls it, of which there are many here.
#[inline(never)]
fn next<'a>(parts: &mut Parts<'a>) -> Option<Value<'a>> {
    parts.next()
}

/// A todo's key; none for 0.
fn key(parts: &mut Parts<'_>) -> Option<Option<Key>> {
    let number = integer(parts)?;
    Some((number > 0).then_some(Key(number)))
}

/// An array of numbers.
fn numbers(parts: &mut Parts<'_>) -> Option<Vec<u32>> {
    next(parts)?.parts().map(|number| u32::try_from(number.as_integer()?).ok()).collect()
}

/// A text that was cleaned when it was accepted, so it has to be clean.
#[inline(never)]
fn text(parts: &mut Parts<'_>) -> Option<String> {
    let text = parts.next()?.as_string()?;
    (said(&text) == text).then(|| text.into_owned())
}

#[cfg(test)]
mod tests;
