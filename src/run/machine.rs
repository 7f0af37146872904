//! `Run`: the state machine.

use std::rc::Rc;

use super::event::{Event, Subject};
use super::options::{RunDriver, RunOptions, RunStart};
use super::step::{Briefing, Ending, Failure, FailureKind, PlanReason, RunStep, Step};
use crate::list::author::{Actor, Author};
use crate::list::blockers::next;
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{List, Revision};
use crate::list::options::MAX_REASON;
use crate::list::owners::{is_of_another, is_own_work};
use crate::list::store::TodoStore;
use crate::list::todo::{self, Field, Id, Key, Ref, Status, Todo, place_of};
use crate::list::waiting::WaitFor;
use crate::text::excerpt::{line, said};
use crate::text::message::Part::{Number, Text};
use crate::text::message::{count, fill};

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
    /// The todo waits for a person or an event, with what is asked: the run goes on with the others.
    Waiting(WaitFor, &'a str),
    /// Some of it is done; it goes on.
    Continue,
    /// The model says that the whole task is done.
    Finished,
}

/// One run of a task over a store. The store is the host's, and is given to each call.
#[derive(Clone, Debug)]
pub struct Run {
    /// Who writes: the run, with its name where several work on the list.
    pub(super) actor: Actor,
    pub(super) options: RunOptions,
    pub(super) phase: Phase,
    pub(super) is_aborted: bool,
    /// What was asked for and is not reported yet.
    pub(super) asked: Option<Step>,
    pub(super) steps: u32,
    pub(super) cycle: u32,
    /// The tool calls that each todo took, of those that took any.
    pub(super) calls: Vec<(Key, u32)>,
    /// Whether the host counted any in the execution that is under way.
    pub(super) has_called: bool,
    /// The todo that wanted more of them than it may take.
    pub(super) over_budget: Option<Key>,
    /// The todo that was in progress when the model said that the whole task is done.
    pub(super) claimed: Option<Key>,
    pub(super) refused: Option<Refused>,
    pub(super) briefing: Briefing,
    pub(super) repeats: [Repeat; 4],
    /// The revision at which the run last looked at what others had settled, and the list then.
    pub(super) seen: (Revision, Rc<List>),
    /// The list as a person was shown it, who is to approve or to verify.
    pub(super) shown: Rc<List>,
    /// The same at which it last asked for a plan.
    pub(super) planning: (Revision, Rc<List>),
    pub(super) events: Vec<Event>,
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
            seen: (store.revision(), store.shared_list().clone()),
            planning: (store.revision(), store.shared_list().clone()),
            shown: store.shared_list().clone(),
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
        self.shown = store.shared_list().clone();
        self.has_called = false;
        self.events.extend(self.announcement(store, &step));
        if let Step::Plan(briefing) = &step {
            // One that was refused is made again for the list as it was.
            if briefing.reason != PlanReason::Refused {
                self.planning = (store.revision(), store.shared_list().clone());
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

    pub(super) fn look(&mut self, store: &TodoStore, asked: Option<&Step>) -> bool {
        let (since, revision) = (self.seen.0, store.revision());
        if since == revision || self.is_aborted || matches!(self.phase, Phase::Ended(_)) {
            return false;
        }
        let (_, before) =
            core::mem::replace(&mut self.seen, (revision, store.shared_list().clone()));
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
            let by = match now {
                Some((id, todo)) if is_sent_back(was, todo) => {
                    self.send_back(id, todo);
                    is_over |= is_worked_on;
                    continue;
                }
                Some((_, todo)) if todo.status().is_settled() => {
                    store.marks().by(key, Aspect::State)
                }
                None if is_worked_on => store.marks().by(key, Aspect::Presence),
                Some(_) | None => continue,
            };
            let by = by.map_or(store.stamp().by.author, |by| by.author);
            // Its own it tells itself.
            if was.status().is_settled() || by == Author::Run {
                continue;
            }
            self.events.push(match now {
                Some((id, todo)) => settled(id, todo, by),
                None => {
                    let todo = Subject::new(Id::at(place), was);
                    Event::Skipped { todo, reason: "removed from the list".into(), by }
                }
            });
            let is_models_own = self.options.driver == RunDriver::Agent && by == Author::Model;
            is_over |= is_worked_on && !is_models_own;
        }
        is_over
    }

    /// Takes note of a todo that somebody sent back, who asks for more of it.
    fn send_back(&mut self, id: Id, todo: &Todo) {
        let reason = todo.text(Field::Reason).unwrap_or_default();
        // What it took before counts no longer.
        self.calls.retain(|(known, _)| *known != todo.key);
        let feedback = said(reason).as_str().into();
        self.refused = Some(Refused { todo: todo.key, times: 0, feedback });
        let event = Event::Unverified { todo: Subject::new(id, todo), reason: reason.to_owned() };
        self.events.push(event);
    }

    // Within -----------------------------------------------------------------------------------

    /// What was asked for as it stands now; none when somebody else settled, removed or put down the todo.
    fn refreshed(&self, store: &TodoStore, asked: Step) -> Option<Step> {
        // What is on hold is somebody else's turn, and what another owner has is theirs.
        let is_open = |key| {
            find(store, key).is_some_and(|(_, todo)| {
                !todo.status().is_settled()
                    && !todo.is_on_hold()
                    && !is_of_another(&self.actor, todo)
            })
        };
        let is_doing = |key| is_doing(store, key);
        match asked {
            Step::Execute { todo, .. } if is_open(todo) => Some(self.execute(todo)),
            Step::Verify { todo } if is_doing(todo) => Some(asked),
            // Whether it waits on, and for how many, is to be seen anew.
            Step::Execute { .. } | Step::Verify { .. } => None,
            Step::Wait { waiting } => {
                let now = self.on_hold(store).count();
                (now == waiting && self.current(store.list()).is_none()).then_some(asked)
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
            let claim = self.on_hold(store).find(|todo| todo.is_claimed()).map(|todo| todo.key);
            if let Some(todo) = claim.filter(|_| self.options.verify) {
                self.phase = Phase::Verify(todo);
                return Step::Verify { todo };
            }
            let waiting = self.on_hold(store).count();
            if waiting > 0 {
                return Step::Wait { waiting };
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
    pub(super) fn most_repeats_of_a_todo(&self) -> u32 {
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
    pub(super) fn worked_on(&self, list: &[Rc<Todo>], asked: Key) -> Key {
        let is_open = todo::find(list, asked).is_some_and(|todo| !todo.status().is_settled());
        let own = self.current(list).filter(|todo| todo.status() == Status::Doing || !is_open);
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
            Step::Wait { .. } => {
                let keys = self.on_hold(store).map(|todo| todo.key);
                let todos = keys.filter_map(|key| Subject::of(store, key)).collect();
                Some(Event::Waiting { todos })
            }
            Step::Aborted | Step::Finished { .. } | Step::Failed { .. } => None,
        }
    }

    /// Takes what was asked for, if it is what a report is about.
    pub(super) fn expect(&mut self, report: &str) -> Result<Step, TodoError> {
        let asked = self.asked.take_if(|asked| asked.awaited() == Some(report));
        asked.ok_or_else(|| self.unexpected(report))
    }

    #[cold]
    pub(super) fn unexpected(&self, report: &str) -> TodoError {
        let waits = match self.asked.as_ref().and_then(Step::awaited) {
            _ if self.is_aborted => "it is aborted".into(),
            _ if matches!(self.phase, Phase::Ended(_)) => "it has ended".into(),
            Some(awaited) => fill("it waits for {}", &[Text(awaited)]),
            None => "ask next() first".into(),
        };
        let parts = [Text(report), Text(&waits)];
        let template = "the run does not wait for {}: {}";
        TodoError::new(ErrorCode::UnexpectedReport, template, &parts)
    }

    /// Settles a todo, unless somebody did already; `why` is the evidence, or the reason for giving it up.
    pub(super) fn settle(&mut self, store: &mut TodoStore, key: Key, status: Status, why: &str) {
        let Some((id, todo)) = find(store, key) else { return };
        if todo.status().is_settled() {
            return;
        }
        let subject = Subject::new(id, todo);
        let actor = self.actor.clone();
        let (settled, event) = if status == Status::Done {
            let evidence = line(why, store.options().max_content_length().saturating_sub(1));
            let complete =
                |store: &mut TodoStore| store.complete_with(&[id.into()], &evidence).map(drop);
            (store.acting_as(actor, complete), Event::Done { todo: subject, by: Author::Run })
        } else {
            let kept = line(why, MAX_REASON.saturating_sub(1));
            let skip = |store: &mut TodoStore| store.skip_with_reason(Ref::Id(id), &kept).map(drop);
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

    /// Lets a todo wait, unless somebody holds it.
    pub(super) fn wait(&mut self, store: &mut TodoStore, key: Key, on: WaitFor, question: &str) {
        let question = line(question, MAX_REASON.saturating_sub(1));
        // What somebody settled or took since stays as it is.
        let _ = store.acting_as(self.actor.clone(), |store| store.wait(key, on, &question));
    }

    /// Counts so many tool calls more, and skips the todo when it has none left.
    pub(super) fn count_calls(&mut self, store: &mut TodoStore, todo: Key, more: u32) {
        let max = self.options.max_calls_per_todo;
        let calls = self.calls_of(todo).wrapping_add(more);
        self.set_calls(todo, calls.min(max));
        if calls >= max {
            self.skip_over_budget(store, todo);
        }
    }

    pub(super) fn skip_over_budget(&mut self, store: &mut TodoStore, todo: Key) {
        let max = count(self.options.max_calls_per_todo as usize);
        let reason = fill("over its budget of {} tool calls", &[max]);
        self.settle(store, todo, Status::Skipped, &reason);
    }

    pub(super) fn calls_of(&self, todo: Key) -> u32 {
        self.calls.iter().find(|(key, _)| *key == todo).map_or(0, |(_, calls)| *calls)
    }

    pub(super) fn calls_left(&self, todo: Key) -> u32 {
        self.options.max_calls_per_todo.saturating_sub(self.calls_of(todo))
    }

    pub(super) fn set_calls(&mut self, todo: Key, calls: u32) {
        match self.calls.iter_mut().find(|(key, _)| *key == todo) {
            Some((_, known)) => *known = calls,
            None => self.calls.push((todo, calls)),
        }
    }

    /// What the next planner is told; what it has not been told yet of failures stays.
    pub(super) fn brief(&mut self, reason: PlanReason, because: &str) {
        self.briefing.reason = reason;
        self.briefing.because = said(because);
    }

    pub(super) fn end(&mut self, store: &mut TodoStore, ending: Ending) {
        put_back(store, &self.actor);
        self.asked = None;
        self.phase = Phase::Ended(ending.clone());
        self.events.push(ending.into());
    }

    /// Whether a todo is this run's to do: where it has a name, what no other owner has; else all.
    pub(super) fn is_mine(&self, todo: &Todo) -> bool {
        self.actor.name.is_none() || !is_of_another(&self.actor, todo)
    }

    /// How many of its todos are neither done nor skipped.
    pub(super) fn open(&self, store: &TodoStore) -> usize {
        let is_open = |todo: &&Rc<Todo>| !todo.status().is_settled() && self.is_mine(todo);
        store.list().iter().filter(is_open).count()
    }

    /// Its todos that wait to be confirmed, or for a person or an event.
    fn on_hold<'a>(&self, store: &'a TodoStore) -> impl Iterator<Item = &'a Rc<Todo>> {
        store.list().iter().filter(|todo| todo.is_on_hold() && self.is_mine(todo))
    }

    /// The todo in progress that is its own.
    pub(super) fn at_work<'a>(&self, list: &'a [Rc<Todo>]) -> Option<&'a Rc<Todo>> {
        list.iter().find(|todo| is_own_work(&self.actor, todo))
    }

    /// The todo in progress, else the next.
    pub(super) fn current<'a>(&self, list: &'a [Rc<Todo>]) -> Option<&'a Rc<Todo>> {
        let is_free = |todo: &Todo| !is_of_another(&self.actor, todo);
        self.at_work(list).or_else(|| list.get(next(list, is_free)?))
    }

    /// Moves when something was done since the last plan. Their keys count too: where done todos leave a full
    /// list to make room for a plan, there are never more of them.
    fn done_mark(&self, store: &TodoStore) -> (u32, u32) {
        let is_done = |todo: &&Rc<Todo>| todo.status() == Status::Done && self.is_mine(todo);
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
pub(super) fn is_claimed(store: &TodoStore, key: Key) -> bool {
    find(store, key).is_some_and(|(_, todo)| todo.is_claimed())
}

/// Whether a todo is in progress, or waits to be confirmed.
fn is_doing(store: &TodoStore, key: Key) -> bool {
    find(store, key).is_some_and(|(_, todo)| todo.status() == Status::Doing)
}

/// Whether somebody sent a todo back that waited to be confirmed.
fn is_sent_back(was: &Todo, now: &Todo) -> bool {
    was.is_claimed() && !now.is_claimed() && now.status() == Status::Todo
}

/// That somebody settled a todo.
fn settled(id: Id, todo: &Todo, by: Author) -> Event {
    let subject = Subject::new(id, todo);
    match todo.status() == Status::Done {
        true => Event::Done { todo: subject, by },
        false => {
            let reason = todo.text(Field::Reason).unwrap_or(NO_REASON).into();
            Event::Skipped { todo: subject, reason, by }
        }
    }
}

/// Who a run is that somebody makes: under their name where they are a run themselves.
fn actor_of(store: &TodoStore) -> Actor {
    let actor = store.actor();
    if actor.author == Author::Run { actor.clone() } else { Author::Run.into() }
}

/// Puts the run's todo in progress back to todo.
pub(super) fn put_back(store: &mut TodoStore, actor: &Actor) {
    store.acting_as(actor.clone(), TodoStore::abort);
}

pub(super) fn find(store: &TodoStore, key: Key) -> Option<(Id, &Todo)> {
    let place = place_of(store.list(), key)?;
    Some((Id::at(place), store.list().get(place)?))
}

#[cfg(test)]
mod tests;
