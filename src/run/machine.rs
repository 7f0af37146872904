//! `Run`: the state machine.

use alloc::borrow::ToOwned;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::event::{Event, Subject};
use super::options::{RunDriver, RunOptions, RunStart};
use super::step::{Briefing, Ending, Failure, FailureKind, PlanReason, RunStep, Step};
use crate::list::author::{Actor, Author};
use crate::list::blockers::next;
use crate::list::claims::{is_of_another, is_own_work};
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{List, Revision};
use crate::list::options::MAX_REASON;
use crate::list::store::TodoStore;
use crate::list::todo::{self, Field, Id, Key, Status, Todo};
use crate::text::content::trim;
use crate::text::excerpt::{line, said};
use crate::text::json::Writer;
use crate::text::message::Notes;
use crate::text::message::Part::{Number, Text};
use crate::text::message::{count, fill};
use crate::tools::arguments::Arguments;
use crate::tools::call::Outcome;
use crate::tools::dialects::planned_lines;

const NO_REASON: &str = "no reason given";

/// What became of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report<'a> {
    /// The todo is done, and what shows it, if anything: the evidence of the claim where somebody confirms it.
    Done(&'a str),
    /// The todo cannot be done, and why: it is skipped, and the run goes on.
    Failed(&'a str),
    /// The todo is held for done: it stays in progress until it is verified.
    Unverified,
    /// Some of it is done; it goes on.
    Continue,
    /// The model says that the whole task is done.
    Finished,
}

/// One run of a task over a store. The store is the host's, and is given to each call.
#[derive(Clone, Debug)]
pub struct Run {
    /// Who writes: the run, with its name where several work on the list.
    actor: Actor,
    pub(super) options: RunOptions,
    pub(super) phase: Phase,
    pub(super) is_aborted: bool,
    /// What was asked for and is not reported yet.
    asked: Option<Step>,
    pub(super) steps: u32,
    pub(super) cycle: u32,
    /// The tool calls that each todo took, of those that took any.
    pub(super) calls: Vec<(Key, u32)>,
    /// Whether the host counted any in the execution that is under way.
    has_called: bool,
    /// The todo that wanted more of them than it may take.
    over_budget: Option<Key>,
    /// The todo that was in progress when the model said that the whole task is done.
    pub(super) claimed: Option<Key>,
    pub(super) refused: Option<Refused>,
    pub(super) briefing: Briefing,
    pub(super) repeats: [Repeat; 4],
    /// The revision at which the run last looked at what others had settled, and the list then.
    pub(super) seen: (Revision, List),
    /// The same at which it last asked for a plan.
    planning: (Revision, List),
    events: Vec<Event>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Plan,
    Approve,
    Execute,
    Verify(Key),
    Validate,
    Ended(Ending),
}

/// The todo that verification refused last.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    pub todo: Key,
    /// How often.
    pub times: u32,
    /// Why, until its next execution is reported.
    pub feedback: Rc<str>,
}

/// How often a step came while its mark, which moves with progress, stayed the same.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repeat {
    pub mark: (u32, u32),
    pub times: u32,
}

impl Run {
    /// A run that has not begun. A todo that an earlier one left in progress goes back to todo.
    ///
    /// Where a run with a name makes it ([`TodoStore::acting_as`]), it works under that name: its plan, and what it
    /// takes up, are its own, and what others own it leaves alone.
    pub fn new(store: &mut TodoStore, options: RunOptions) -> Self {
        put_back(store, &actor_of(store));
        let phase = match options.start {
            RunStart::Execute if store.has_unfinished() => Phase::Execute,
            RunStart::Execute | RunStart::Plan => Phase::Plan,
        };
        Self::at(store, options, phase)
    }

    /// A run in a phase, of which nothing else is known.
    pub(super) fn at(store: &TodoStore, options: RunOptions, phase: Phase) -> Self {
        Self {
            actor: actor_of(store),
            options,
            phase,
            is_aborted: false,
            asked: None,
            steps: 0,
            cycle: 0,
            calls: Vec::new(),
            has_called: false,
            over_budget: None,
            claimed: None,
            refused: None,
            briefing: Briefing::new(PlanReason::Start, ""),
            repeats: [Repeat::default(); 4],
            seen: (store.revision(), store.list().clone()),
            planning: (store.revision(), store.list().clone()),
            events: Vec::new(),
        }
    }

    /// What to do next. The same again until it is reported, which costs nothing; anything new is one
    /// of the steps that the options allow.
    pub fn next(&mut self, store: &mut TodoStore) -> Step {
        if self.is_aborted {
            return Step::Aborted;
        }
        self.refresh(store);
        if let Some(asked) = self.asked.take().and_then(|asked| self.refreshed(store, asked)) {
            self.asked = Some(asked.clone());
            return asked;
        }
        if self.steps >= self.options.max_steps && !matches!(self.phase, Phase::Ended(_)) {
            let error = fill(
                "Task did not complete within the maximum of {} steps.",
                &[Number(self.options.max_steps.into())],
            );
            self.end(store, Ending::Failed { kind: FailureKind::OutOfSteps, error });
        }
        let step = self.choose(store);
        if let Some(repeats) = self.repeats_too_often(store, &step) {
            self.end(store, repeats);
        }
        if let Phase::Ended(ending) = &self.phase {
            return ending.clone().into();
        }
        // A person's time is none of the model's budget.
        let is_of_person = matches!(step, Step::Approve { .. } | Step::Wait { .. });
        self.steps = self.steps.wrapping_add(u32::from(!is_of_person));
        self.has_called = false;
        self.events.extend(self.announcement(store, &step));
        if let Step::Plan(briefing) = &step {
            // One that was refused is made again for the list as it was.
            if briefing.reason != PlanReason::Refused {
                self.planning = (store.revision(), store.list().clone());
            }
            self.cycle = self.cycle.wrapping_add(1);
        }
        self.asked = Some(step.clone());
        step
    }

    /// How many steps were asked for.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// How many plans were asked for.
    pub fn cycle(&self) -> u32 {
        self.cycle
    }

    /// What happened since this was last asked, oldest first.
    pub fn take_events(&mut self) -> Vec<Event> {
        core::mem::take(&mut self.events)
    }

    /// Looks at what others settled since the run last looked: each is an event. Returns whether the step that was
    /// asked for is over by that, as its todo is done, skipped or gone: nothing is to be reported of it then. Where
    /// the model drives, its own work ends no step.
    ///
    /// [`Run::next`] and the reports look too, so it is for a host that wants to know at once.
    pub fn refresh(&mut self, store: &TodoStore) -> bool {
        let asked = self.asked.take();
        let is_over = self.look(store, asked.as_ref());
        self.asked = asked.filter(|_| !is_over);
        is_over
    }

    fn look(&mut self, store: &TodoStore, asked: Option<&Step>) -> bool {
        let (since, revision) = (self.seen.0, store.revision());
        if since == revision || self.is_aborted || matches!(self.phase, Phase::Ended(_)) {
            return false;
        }
        let (_, before) = core::mem::replace(&mut self.seen, (revision, store.list().clone()));
        let worked_on = match asked {
            Some(Step::Execute { todo, .. }) => Some(self.worked_on(&before, *todo)),
            Some(Step::Verify { todo }) => Some(*todo),
            Some(_) | None => None,
        };
        let mut is_over = false;
        for (place, was) in before.iter().enumerate() {
            let key = was.key;
            if !self.is_mine(was) {
                continue;
            }
            let is_worked_on = worked_on == Some(key);
            let now = find(store, key);
            if let Some((id, todo)) = now.filter(|(_, todo)| is_sent_back(was, todo)) {
                let reason = todo.text(Field::Reason).unwrap_or_default().to_owned();
                // A person asks for more: what the todo took before counts no longer.
                self.calls.retain(|(known, _)| *known != key);
                self.refused =
                    Some(Refused { todo: key, times: 0, feedback: reason.as_str().into() });
                let todo = Subject { id, key, content: todo.content().to_owned() };
                self.events.push(Event::Unverified { todo, reason });
                is_over |= is_worked_on;
                continue;
            }
            let aspect = match now {
                Some((_, todo)) if todo.status.is_settled() => Aspect::Status,
                None if is_worked_on => Aspect::Presence,
                Some(_) | None => continue,
            };
            let by = store.marks().by(key, aspect).unwrap_or(&store.stamp().by).author;
            // Its own it tells itself.
            if was.status.is_settled() || by == Author::Run {
                continue;
            }
            let id = now.map_or(Id::at(place), |(id, _)| id);
            let (_, todo) = now.unwrap_or((id, was));
            let subject = Subject { id, key, content: todo.content().to_owned() };
            self.events.push(match (now.is_some(), todo.status == Status::Done) {
                (true, true) => Event::Done { todo: subject, by },
                (is_there, _) => {
                    let why = todo.text(Field::Reason).filter(|_| is_there);
                    let else_why = if is_there { NO_REASON } else { "removed from the list" };
                    Event::Skipped { todo: subject, reason: why.unwrap_or(else_why).into(), by }
                }
            });
            let is_models_own = self.options.driver == RunDriver::Agent && by == Author::Model;
            is_over |= is_worked_on && !is_models_own;
        }
        is_over
    }

    // Reports --------------------------------------------------------------------------------

    /// Reports a plan: the todos in order, which replace what is open, while what is done or skipped
    /// stays. None says that the list is the plan, as the model wrote it with its tool. Gives a note for
    /// each thing that was cleaned out.
    ///
    /// With nothing to do the run fails, and the list stays. Where the list would grow too long, the
    /// todos that were settled first leave it.
    ///
    /// # Errors
    /// `unexpected_report`; those of [`TodoStore::add_multiple`], and then another plan is asked for.
    pub fn planned(
        &mut self,
        store: &mut TodoStore,
        contents: Option<&[&str]>,
    ) -> Result<Notes, TodoError> {
        self.expect("a plan", |step| matches!(step, Step::Plan(_)))?;
        // Nothing to do is no reason to take the list away.
        let is_empty = contents.is_some_and(<[_]>::is_empty);
        let (notes, archived) = match contents.filter(|_| !is_empty) {
            None => (Notes::new(), Vec::new()),
            Some(contents) => {
                let replan = |store: &mut TodoStore| store.replan(contents, &self.planning);
                store.acting_as(self.actor.clone(), replan).inspect_err(|error| {
                    let refused = Briefing::new(PlanReason::Refused, error.message());
                    let last = core::mem::replace(&mut self.briefing, refused);
                    self.briefing.suggestions = last.suggestions;
                    self.briefing.failures = last.failures;
                })?
            }
        };
        let todos = self.open(store);
        // Of a plan that somebody has done meanwhile, nothing is left to do.
        if is_empty || contents.is_none() && todos == 0 {
            let error = "Planning failed. Could not generate next steps.".to_owned();
            self.end(store, Ending::Failed { kind: FailureKind::PlanningFailed, error });
            return Ok(notes);
        }
        self.briefing = Briefing::new(PlanReason::Start, "");
        self.phase = if self.options.approve { Phase::Approve } else { Phase::Execute };
        self.claimed = None;
        self.events.push(Event::Planned { todos, archived });
        Ok(notes)
    }

    /// As [`Run::planned`], with the text of a model that wrote its plan as lines: they are read without their numbers.
    ///
    /// # Errors
    /// Those of [`Run::planned`].
    pub fn planned_text(&mut self, store: &mut TodoStore, text: &str) -> Result<Notes, TodoError> {
        let lines = planned_lines(text);
        let contents: Vec<&str> = lines.iter().map(String::as_str).collect();
        self.planned(store, Some(&contents))
    }

    /// Reports that a person approved the plan: what is open is approved as the user's.
    ///
    /// # Errors
    /// `unexpected_report`.
    pub fn approved(&mut self, store: &mut TodoStore) -> Result<(), TodoError> {
        self.expect("an approval", |step| matches!(step, Step::Approve { .. }))?;
        self.look(store, None);
        store.acting_as(Author::User, TodoStore::approve)?;
        self.seen = (store.revision(), store.list().clone());
        self.phase = Phase::Execute;
        self.events.push(Event::Approved);
        Ok(())
    }

    /// Reports that a person wants changes in the plan: another one is asked for, which says them.
    ///
    /// # Errors
    /// `unexpected_report`; `invalid_argument` where it does not say which.
    pub fn request_changes(&mut self, changes: &str) -> Result<(), TodoError> {
        if trim(changes).is_empty() {
            return Err(TodoError::invalid("changes is missing: say what the plan lacks", &[]));
        }
        self.expect("an approval", |step| matches!(step, Step::Approve { .. }))?;
        let changes = said(changes);
        self.brief(PlanReason::Changes, &changes);
        self.briefing.changes.clone_from(&changes);
        // What a person asks for is no sign of being stuck.
        self.repeats = [Repeat::default(); 4];
        self.phase = Phase::Plan;
        self.events.push(Event::ChangesRequested { changes });
        Ok(())
    }

    /// Says that a tool is about to be called for the todo in progress, and gives how many calls it has
    /// left after this one.
    ///
    /// # Errors
    /// `over_budget`: the call must not be made, and the todo is skipped unless the report says that it is
    /// done. `unexpected_report`.
    pub fn tool_called(&mut self, store: &TodoStore) -> Result<u32, TodoError> {
        let Some(Step::Execute { todo, .. }) = self.asked.as_ref().filter(|_| !self.is_aborted)
        else {
            return Err(self.unexpected("a tool call"));
        };
        let todo = self.worked_on(store.list(), *todo);
        let max = self.options.max_calls_per_todo;
        let calls = self.calls_of(todo);
        match max.checked_sub(calls.wrapping_add(1)) {
            Some(left) => {
                self.has_called = true;
                self.set_calls(todo, calls.wrapping_add(1));
                Ok(left)
            }
            None => {
                self.over_budget = Some(todo);
                Err(TodoError::new(
                    ErrorCode::OverBudget,
                    "this todo has used its {} tool calls: settle it, or it is skipped",
                    &[Number(max.into())],
                ))
            }
        }
    }

    /// Whether [`Run::tool_called`] would accept a call now. Counts nothing.
    pub fn may_call(&self, store: &TodoStore) -> bool {
        match self.asked {
            Some(Step::Execute { todo, .. }) if !self.is_aborted => {
                self.calls_left(self.worked_on(store.list(), todo)) > 0
            }
            Some(_) | None => false,
        }
    }

    /// Reports an execution.
    ///
    /// # Errors
    /// `unexpected_report`; `invalid_argument` where the model drives and the report settles a todo,
    /// which there is the model's to do.
    pub fn executed(&mut self, store: &mut TodoStore, report: Report<'_>) -> Result<(), TodoError> {
        let is_agent = self.options.driver == RunDriver::Agent;
        if is_agent && matches!(report, Report::Done(_) | Report::Unverified) {
            return Err(TodoError::invalid(
                "the model settles the todos itself: report \"continue\", \"failed\" or \"finished\"",
                &[],
            ));
        }
        let asked = self.expect("an execution", |step| matches!(step, Step::Execute { .. }))?;
        let Step::Execute { todo, .. } = asked else { return Ok(()) };
        self.look(store, Some(&asked));
        if let Some(refused) = &mut self.refused {
            refused.feedback = "".into();
        }
        self.phase = Phase::Execute;
        match report {
            Report::Done(evidence) => {
                self.settle(store, todo, Status::Done, evidence);
                if self.options.verify && is_claimed(store, todo) {
                    self.phase = Phase::Verify(todo);
                }
            }
            Report::Failed(reason) => {
                let todo = if is_agent {
                    self.current(store.list()).map_or(todo, |todo| todo.key)
                } else {
                    todo
                };
                self.settle(store, todo, Status::Skipped, reason);
            }
            Report::Unverified => self.phase = Phase::Verify(todo),
            Report::Continue if is_agent => {}
            // A turn counts as a tool call where the host did not count any.
            Report::Continue => self.count_calls(store, todo, u32::from(!self.has_called)),
            Report::Finished => {
                let open = self.open(store);
                if open > 0 {
                    self.events.push(Event::ClaimedDone { open });
                }
                self.claimed = self.at_work(store.list()).map(|todo| todo.key);
                self.phase = Phase::Validate;
            }
        }
        if let Some(todo) = self.over_budget.take() {
            self.skip_over_budget(store, todo);
        }
        if self.briefing.reason == PlanReason::Requested {
            self.phase = Phase::Plan;
        }
        Ok(())
    }

    /// Reports a verification: whether the todo is done, and why not. It counts as none of the todo's tool calls:
    /// it may be a person who answers. A todo that is refused as often as a step may come without progress is
    /// skipped.
    ///
    /// # Errors
    /// `unexpected_report`.
    pub fn verified(
        &mut self,
        store: &mut TodoStore,
        is_done: bool,
        reason: &str,
    ) -> Result<(), TodoError> {
        let asked = self.expect("a verification", |step| matches!(step, Step::Verify { .. }))?;
        let Step::Verify { todo } = asked else { return Ok(()) };
        self.look(store, Some(&asked));
        self.phase = Phase::Execute;
        if is_done {
            if is_claimed(store, todo) {
                store.acting_as(Author::Host, |store| store.complete(todo))?;
                self.seen = (store.revision(), store.list().clone());
                let done = Subject::of(store, todo);
                self.events.extend(done.map(|todo| Event::Done { todo, by: Author::Host }));
            } else {
                self.settle(store, todo, Status::Done, "");
            }
            return Ok(());
        }
        if is_claimed(store, todo) {
            store.acting_as(Author::Host, |store| store.reopen(todo))?;
            self.seen = (store.revision(), store.list().clone());
        }
        let reason = said(reason);
        let before = self.refused.take().filter(|refused| refused.todo == todo);
        let times = before.map_or(0, |refused| refused.times).wrapping_add(1);
        self.refused = Some(Refused { todo, times, feedback: reason.as_str().into() });
        let subject = Subject::of(store, todo);
        self.events.extend(subject.map(|todo| Event::Unverified { todo, reason: reason.clone() }));
        if times >= self.most_repeats_of_a_todo() {
            let parts = [Number(times.into()), Text(&reason)];
            let why = if reason.is_empty() {
                fill("refused by verification {} times", &parts)
            } else {
                fill("refused by verification {} times: {}", &parts)
            };
            self.settle(store, todo, Status::Skipped, &why);
        }
        Ok(())
    }

    /// Reports a validation. The run ends, or plans again with the suggestions. Where the model said that the
    /// task is done and the validation agrees, the todo that it was at is done too.
    ///
    /// # Errors
    /// `unexpected_report`.
    pub fn validated(
        &mut self,
        store: &mut TodoStore,
        is_complete: bool,
        reasoning: &str,
        suggestions: &[&str],
    ) -> Result<(), TodoError> {
        self.expect_validation()?;
        let suggestions: Vec<String> = suggestions.iter().map(|text| said(text)).collect();
        let reasoning = said(reasoning);
        self.events.push(Event::Validated {
            is_complete,
            reasoning: reasoning.clone(),
            suggestions: suggestions.clone(),
        });
        if is_complete {
            // What it was at when it said so was the last of the task.
            if let Some(todo) = self.claimed.take() {
                self.settle(store, todo, Status::Done, "");
            }
            self.end(store, Ending::Finished { is_complete, reasoning });
        } else {
            self.brief(PlanReason::Validation, &reasoning);
            self.briefing.suggestions = suggestions;
            self.phase = Phase::Plan;
        }
        Ok(())
    }

    /// Reports that validation itself failed: it is asked for again, until the run is stuck.
    ///
    /// # Errors
    /// `unexpected_report`.
    pub fn validation_failed(&mut self, reason: &str) -> Result<(), TodoError> {
        self.expect_validation()?;
        self.events.push(Event::ValidationFailed { reason: said(reason) });
        Ok(())
    }

    /// Reports that nobody validates. The run ends, and is not complete.
    ///
    /// # Errors
    /// `unexpected_report`.
    pub fn not_validated(&mut self, store: &mut TodoStore) -> Result<(), TodoError> {
        self.expect_validation()?;
        let reasoning = "Nobody validated it.".to_owned();
        self.end(store, Ending::Finished { is_complete: false, reasoning });
        Ok(())
    }

    /// Asks for a new plan in place of what is open, as soon as the execution that is under way is
    /// reported. Says whether it will come to that: not unless something is being executed.
    pub fn require_planning(&mut self, reason: &str) -> bool {
        let is_executing = !self.is_aborted && matches!(self.asked, Some(Step::Execute { .. }));
        if is_executing {
            self.brief(PlanReason::Requested, reason);
            self.events.push(Event::PlanRequested { reason: said(reason) });
        }
        is_executing
    }

    /// As [`Run::require_planning`], for a call of the tool of that name with the arguments that a model
    /// sent, as JSON text. `is_over` says that the tool was for an execution that is over: it asks for nothing then.
    pub fn call_require_planning(
        &mut self,
        arguments: Result<&str, &TodoError>,
        is_over: bool,
    ) -> Outcome {
        let mut notes = Notes::new();
        let read = |arguments: &mut Arguments<'_>| {
            if is_over {
                return Err(TodoError::invalid(
                    "no plan will be made: this execution is over",
                    &[],
                ));
            }
            let reason = arguments.take_text("reason")?;
            arguments.finish(&[]);
            let reason = reason.filter(|reason| !trim(reason).is_empty()).ok_or_else(|| {
                TodoError::invalid("reason is missing: say what is wrong with the plan", &[])
            })?;
            if self.require_planning(&reason) {
                Ok("A new plan comes as soon as you end your turn")
            } else if self.phase == Phase::Plan && !self.is_aborted {
                Ok("A new plan is due already")
            } else {
                Err(TodoError::invalid("no plan will be made: nothing is being executed", &[]))
            }
        };
        let result = arguments
            .map_err(Clone::clone)
            .and_then(|arguments| Arguments::read(arguments, "", &mut notes, read));
        let mut json = Writer::default();
        json.open('{').key("ok").boolean(result.is_ok());
        match &result {
            Ok(said) => json.key("output").string(said),
            Err(error) => json.key("error").string(error.message()),
        };
        if !notes.is_empty() {
            json.key("notes").strings(&notes);
        }
        json.close('}');
        Outcome {
            ok: result.is_ok(),
            text: json.finish(),
            notes,
            changed: false,
            dropped: Vec::new(),
        }
    }

    /// Stops the run at any point: what is in progress goes back to todo, the list stays, and a report
    /// that was outstanding is not expected any more. A run that ended stays as it is.
    pub fn abort(&mut self, store: &mut TodoStore) {
        if self.is_aborted || matches!(self.phase, Phase::Ended(_)) {
            return;
        }
        self.refresh(store);
        put_back(store, &self.actor);
        self.is_aborted = true;
        self.asked = None;
        self.over_budget = None;
        if let Phase::Verify(_) = self.phase {
            self.phase = Phase::Execute;
        }
        self.events.push(Event::Aborted);
    }

    /// Goes on after an abort, with the step at which it was aborted.
    pub fn resume(&mut self, store: &mut TodoStore) {
        if !self.is_aborted {
            return;
        }
        // Whatever somebody took up meanwhile is not this run's.
        put_back(store, &self.actor);
        // A step that was cut off and comes again is no sign of being stuck.
        self.repeats = [Repeat::default(); 4];
        self.is_aborted = false;
        self.events.push(Event::Resumed);
    }

    /// Gives the run up, with the reason.
    pub fn fail(&mut self, store: &mut TodoStore, reason: &str) {
        if !matches!(self.phase, Phase::Ended(_)) {
            let error = said(reason);
            self.end(store, Ending::Failed { kind: FailureKind::HostFailed, error });
        }
    }

    // Within -----------------------------------------------------------------------------------

    /// What was asked for as it stands now; none when somebody else settled, removed or put down the todo.
    fn refreshed(&self, store: &TodoStore, asked: Step) -> Option<Step> {
        let is_open = |key| find(store, key).is_some_and(|(_, todo)| !todo.status.is_settled());
        let is_doing = |key| is_doing(store, key);
        match asked {
            Step::Execute { todo, .. } if is_open(todo) => Some(self.execute(todo)),
            Step::Verify { todo } if is_doing(todo) => Some(asked),
            // Whether it waits on, and for how many, is to be seen anew.
            Step::Execute { .. } | Step::Verify { .. } => None,
            Step::Wait { claimed } => {
                let now = self.claims(store).count();
                (now == claimed && self.current(store.list()).is_none()).then_some(asked)
            }
            Step::Validate { .. } => Some(Step::Validate { open: self.open(store) }),
            Step::Approve { .. } => {
                let open = self.open(store);
                (open > 0).then_some(Step::Approve { open })
            }
            Step::Plan(_) | Step::Aborted | Step::Finished { .. } | Step::Failed { .. } => {
                Some(asked)
            }
        }
    }

    fn choose(&mut self, store: &mut TodoStore) -> Step {
        if let Phase::Verify(todo) = self.phase {
            if is_doing(store, todo) {
                return Step::Verify { todo };
            }
            self.phase = Phase::Execute;
        }
        if self.phase == Phase::Approve {
            let open = self.open(store);
            if open > 0 {
                return Step::Approve { open };
            }
            self.phase = Phase::Execute;
        }
        if self.phase == Phase::Execute {
            let is_host = self.options.driver == RunDriver::Host;
            if is_host {
                store.acting_as(self.actor.clone(), TodoStore::next_todo);
            }
            if let Some(key) = self.current(store.list()).map(|todo| todo.key) {
                return self.execute(key);
            }
            let claims: Vec<Key> = self.claims(store).map(|todo| todo.key).collect();
            if let Some(todo) = claims.first().copied() {
                if self.options.verify {
                    self.phase = Phase::Verify(todo);
                    return Step::Verify { todo };
                }
                return Step::Wait { claimed: claims.len() };
            }
            self.phase = Phase::Validate;
        }
        match &self.phase {
            Phase::Ended(ending) => ending.clone().into(),
            Phase::Validate => Step::Validate { open: self.open(store) },
            Phase::Plan | Phase::Approve | Phase::Execute | Phase::Verify(_) => {
                Step::Plan(Rc::new(self.briefing.clone()))
            }
        }
    }

    fn execute(&self, todo: Key) -> Step {
        let refused = self.refused.as_ref().filter(|refused| refused.todo == todo);
        let feedback = refused.map_or_else(|| "".into(), |refused| refused.feedback.clone());
        Step::Execute { todo, calls_left: self.calls_left(todo), feedback }
    }

    /// How often an execution or a verification may come without progress.
    fn most_repeats_of_a_todo(&self) -> u32 {
        self.options.max_repeats.max(self.options.max_calls_per_todo)
    }

    /// Counts how often a step comes without progress, and gives the failure when that is too often.
    fn repeats_too_often(&mut self, store: &TodoStore, step: &Step) -> Option<Ending> {
        let revision = store.revision();
        let RunOptions { stuck_after, max_repeats, .. } = self.options;
        let most_of_a_todo = self.most_repeats_of_a_todo();
        let (place, name, mark, most) = match step {
            Step::Plan(_) => (0, "plan", self.done_mark(store), max_repeats),
            Step::Execute { todo, .. } => (1, "execute", (todo.0, revision), most_of_a_todo),
            Step::Verify { todo } => (2, "verify", (todo.0, revision), most_of_a_todo),
            Step::Validate { .. } => (3, "validate", (0, revision), max_repeats),
            Step::Approve { .. }
            | Step::Wait { .. }
            | Step::Aborted
            | Step::Finished { .. }
            | Step::Failed { .. } => {
                return None;
            }
        };
        let repeat = self.repeats.get_mut(place)?;
        if repeat.mark != mark {
            *repeat = Repeat { mark, times: 0 };
        }
        repeat.times = repeat.times.wrapping_add(1);
        let times = repeat.times;
        if times > most {
            let error = fill(
                "Stuck: the step \"{}\" came {} times without progress.",
                &[Text(name), Number(most.into())],
            );
            return Some(Ending::Failed { kind: FailureKind::Stuck, error });
        }
        if times == stuck_after {
            self.events.push(Event::Stuck { step: name, times });
        }
        None
    }

    /// The todo that an execution is about: where the model drives, the one that it took up itself, and
    /// once it has settled the one that it was asked for, the next.
    fn worked_on(&self, list: &[Todo], asked: Key) -> Key {
        let is_open = todo::find(list, asked).is_some_and(|todo| !todo.status.is_settled());
        let own = self.current(list).filter(|todo| todo.status == Status::Doing || !is_open);
        match self.options.driver {
            RunDriver::Host => asked,
            RunDriver::Agent => own.map_or(asked, |todo| todo.key),
        }
    }

    fn announcement(&self, store: &TodoStore, step: &Step) -> Option<Event> {
        match step {
            Step::Plan(briefing) => Some(Event::Planning { reason: briefing.reason }),
            Step::Execute { todo, .. } => {
                Subject::of(store, *todo).map(|todo| Event::Executing { todo })
            }
            Step::Verify { todo } => {
                Subject::of(store, *todo).map(|todo| Event::Verifying { todo })
            }
            Step::Validate { .. } => Some(Event::Validating),
            Step::Approve { .. } => Some(Event::Approving),
            Step::Wait { claimed } => Some(Event::Waiting { claimed: *claimed }),
            Step::Aborted | Step::Finished { .. } | Step::Failed { .. } => None,
        }
    }

    /// Takes what was asked for, if it is what a report is about.
    fn expect(&mut self, report: &str, is_it: fn(&Step) -> bool) -> Result<Step, TodoError> {
        match self.asked.take_if(|asked| is_it(asked)) {
            Some(asked) => Ok(asked),
            None => Err(self.unexpected(report)),
        }
    }

    fn expect_validation(&mut self) -> Result<(), TodoError> {
        self.expect("a validation", |step| matches!(step, Step::Validate { .. })).map(drop)
    }

    #[cold]
    fn unexpected(&self, report: &str) -> TodoError {
        let waits = match &self.asked {
            Some(_) | None if self.is_aborted => "it is aborted",
            Some(_) | None if matches!(self.phase, Phase::Ended(_)) => "it has ended",
            Some(Step::Plan(_)) => "it waits for a plan",
            Some(Step::Approve { .. }) => "it waits for an approval",
            Some(Step::Wait { .. }) => "it waits for a person",
            Some(Step::Execute { .. }) => "it waits for an execution",
            Some(Step::Verify { .. }) => "it waits for a verification",
            Some(Step::Validate { .. }) => "it waits for a validation",
            Some(Step::Aborted | Step::Finished { .. } | Step::Failed { .. }) | None => {
                "ask next() first"
            }
        };
        TodoError::new(
            ErrorCode::UnexpectedReport,
            "the run does not wait for {}: {}",
            &[Text(report), Text(waits)],
        )
    }

    /// Settles a todo, unless somebody did already; `why` is the evidence, or the reason for giving it up.
    fn settle(&mut self, store: &mut TodoStore, key: Key, status: Status, why: &str) {
        let Some((id, todo)) = find(store, key) else { return };
        if todo.status.is_settled() {
            return;
        }
        let subject = Subject { id, key, content: todo.content().to_owned() };
        let actor = self.actor.clone();
        let (settled, event) = if status == Status::Done {
            let evidence = line(why, store.options().max_content_length().saturating_sub(1));
            let complete = |store: &mut TodoStore| store.complete_with(&[id], &evidence).map(drop);
            (store.acting_as(actor, complete), Event::Done { todo: subject, by: Author::Run })
        } else {
            let kept = line(why, MAX_REASON.saturating_sub(1));
            let skip = |store: &mut TodoStore| store.skip_with_reason(id, &kept).map(drop);
            let settled = store.acting_as(actor, skip);
            let reason = said(if why.is_empty() { NO_REASON } else { why });
            let failure = Failure { content: subject.content.clone(), reason: reason.clone() };
            self.briefing.failures.push(failure);
            (settled, Event::Skipped { todo: subject, reason, by: Author::Run })
        };
        if settled.is_ok() {
            let claimed = Subject::of(store, key).filter(|_| is_claimed(store, key));
            let event = claimed.map_or(event, |todo| Event::Claimed { todo });
            self.events.push(event);
        }
    }

    /// Counts so many tool calls more, and skips the todo when it has none left.
    fn count_calls(&mut self, store: &mut TodoStore, todo: Key, more: u32) {
        let max = self.options.max_calls_per_todo;
        let calls = self.calls_of(todo).wrapping_add(more);
        self.set_calls(todo, calls.min(max));
        if calls >= max {
            self.skip_over_budget(store, todo);
        }
    }

    fn skip_over_budget(&mut self, store: &mut TodoStore, todo: Key) {
        let max = count(self.options.max_calls_per_todo as usize);
        let reason = fill("over its budget of {} tool calls", &[max]);
        self.settle(store, todo, Status::Skipped, &reason);
    }

    fn calls_of(&self, todo: Key) -> u32 {
        self.calls.iter().find(|(key, _)| *key == todo).map_or(0, |(_, calls)| *calls)
    }

    fn calls_left(&self, todo: Key) -> u32 {
        self.options.max_calls_per_todo.saturating_sub(self.calls_of(todo))
    }

    fn set_calls(&mut self, todo: Key, calls: u32) {
        match self.calls.iter_mut().find(|(key, _)| *key == todo) {
            Some((_, known)) => *known = calls,
            None => self.calls.push((todo, calls)),
        }
    }

    /// What the next planner is told; what it has not been told yet of failures stays.
    fn brief(&mut self, reason: PlanReason, because: &str) {
        self.briefing.reason = reason;
        self.briefing.because = said(because);
    }

    fn end(&mut self, store: &mut TodoStore, ending: Ending) {
        put_back(store, &self.actor);
        self.asked = None;
        self.phase = Phase::Ended(ending.clone());
        self.events.push(ending.into());
    }

    /// Whether a todo is this run's to do: where it has a name, what no other owner has; else all.
    fn is_mine(&self, todo: &Todo) -> bool {
        self.actor.name.is_none() || !is_of_another(&self.actor, todo)
    }

    /// How many of its todos are neither done nor skipped.
    fn open(&self, store: &TodoStore) -> usize {
        let is_open = |todo: &&Todo| !todo.status.is_settled() && self.is_mine(todo);
        store.list().iter().filter(is_open).count()
    }

    /// Its todos that wait to be confirmed.
    fn claims<'a>(&self, store: &'a TodoStore) -> impl Iterator<Item = &'a Todo> {
        store.list().iter().filter(|todo| todo.is_claimed() && self.is_mine(todo))
    }

    /// The todo in progress that is its own. Where the model drives a run without a name, it may be under any.
    fn at_work<'a>(&self, list: &'a [Todo]) -> Option<&'a Todo> {
        let is_any = self.options.driver == RunDriver::Agent && self.actor.name.is_none();
        list.iter().find(|todo| todo.is_at_work() && (is_any || is_own_work(&self.actor, todo)))
    }

    /// The todo in progress, else the next.
    fn current<'a>(&self, list: &'a [Todo]) -> Option<&'a Todo> {
        let is_free = |todo: &Todo| !is_of_another(&self.actor, todo);
        self.at_work(list).or_else(|| list.get(next(list, is_free)?))
    }

    /// Moves when something was done since the last plan. Their keys count too: where done todos leave a full
    /// list to make room for a plan, there are never more of them.
    fn done_mark(&self, store: &TodoStore) -> (u32, u32) {
        let is_done = |todo: &&Todo| todo.status == Status::Done && self.is_mine(todo);
        store.list().iter().filter(is_done).fold((0, 0), |(number, keys), todo| {
            (u32::wrapping_add(number, 1), u32::wrapping_add(keys, todo.key.0))
        })
    }

    /// A step with where the run stands.
    pub fn asked(&self, action: Step) -> RunStep {
        RunStep { action, step: self.steps, cycle: self.cycle }
    }
}

/// Whether a todo waits to be confirmed.
fn is_claimed(store: &TodoStore, key: Key) -> bool {
    find(store, key).is_some_and(|(_, todo)| todo.is_claimed())
}

/// Whether a todo is in progress, or waits to be confirmed.
fn is_doing(store: &TodoStore, key: Key) -> bool {
    find(store, key).is_some_and(|(_, todo)| todo.status == Status::Doing)
}

/// Whether somebody sent a todo back that waited to be confirmed.
fn is_sent_back(was: &Todo, now: &Todo) -> bool {
    was.is_claimed() && !now.is_claimed() && now.status == Status::Todo
}

/// Who a run is that somebody makes: under their name where they are a run themselves.
fn actor_of(store: &TodoStore) -> Actor {
    let actor = store.actor();
    if actor.author == Author::Run { actor.clone() } else { Author::Run.into() }
}

/// Puts the run's todo in progress back to todo.
fn put_back(store: &mut TodoStore, actor: &Actor) {
    store.acting_as(actor.clone(), TodoStore::abort);
}

pub(super) fn find(store: &TodoStore, key: Key) -> Option<(Id, &Todo)> {
    let place = store.list().iter().position(|todo| todo.key == key)?;
    Some((Id::at(place), store.list().get(place)?))
}
