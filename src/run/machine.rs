//! `Run`: the state machine of the loop.

use std::rc::Rc;

use super::event::{Event, Subject};
use super::run_options::{RunDriver, RunOptions, RunStart};
use super::step::{Briefing, Ending, Failure, FailureKind, PlanReason, Step};
use crate::list::author::{Actor, Author};
use crate::list::blockers::next;
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::Revision;
use crate::list::indexed_list::{List, find as find_todo, index_of};
use crate::list::known_list::KnownList;
use crate::list::options::MAX_REASON;
use crate::list::owners::{is_of_another, is_own_work};
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Ref, Status, TextField, Todo};
use crate::list::waiting::Wait;
use crate::text::excerpt::{sanitize_line, truncate_line};
use crate::text::hash_index::hash;
use crate::text::json::Writer;
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{count, excerpt, fill, join};

const NO_REASON: &str = "no reason given";

/// The result of an execution, as the host reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report<'a> {
    /// The todo is done. The text is the evidence, or empty: it becomes the evidence of the claim
    /// if "done" has to be confirmed.
    Done(&'a str),
    /// The todo cannot be done, for this reason. It has failed, and the run continues.
    Failed(&'a str),
    /// The executor considers the todo done. It stays in progress until it is verified.
    Unverified,
    /// The todo waits for a person or an event. The run continues with the other todos.
    Waiting(&'a Wait),
    /// Part of the todo is done, and work on it continues.
    Continue,
    /// The model says that the whole task is done.
    Finished,
}

/// One run of a task over a store. The host owns the store and passes it to each call.
#[derive(Clone, Debug)]
pub struct Run {
    /// The actor of the run's writes, with a name if several runs share the list.
    pub(super) actor: Actor,
    pub(super) options: RunOptions,
    pub(super) phase: Phase,
    pub(super) is_aborted: bool,
    /// The step that was requested and is not reported yet.
    pub(super) requested_step: Option<Step>,
    pub(super) steps: u32,
    pub(super) cycle: u32,
    /// The number of tool calls for each todo that took at least one.
    pub(super) calls: Vec<(Key, u32)>,
    /// The todo that requested more tool calls than its budget allows.
    pub(super) over_budget: Option<Key>,
    /// The todos that were open when the model said that the whole task is done, and whether each
    /// was in progress. They are left to the validation, so the run executes none of them.
    pub(super) left_open: Vec<(Key, bool)>,
    pub(super) failed_verification: Option<FailedVerification>,
    pub(super) briefing: Briefing,
    /// How often each kind of step came without progress, and at last, the same plan and verdict.
    pub(super) repeats: [Repeat; 5],
    /// The hash of the latest plan.
    pub(super) plan_mark: u32,
    /// Why the latest plan was refused, with the code of the error.
    pub(super) refusal: String,
    /// The list when the run last checked what others settled.
    pub(super) last_checked: KnownList,
    /// The list when the last step was requested: the one that was shown to the person who is to
    /// approve or verify.
    pub(super) shown_to_person: KnownList,
    /// The list when the run last requested a plan.
    pub(super) planned_from: KnownList,
    /// The revision at which the run requested the plan that a person is to approve, whatever
    /// changes they asked for since.
    pub(super) plan_since: Revision,
    /// The revision at which a person last approved todos, or the run began. If they refuse what is
    /// new, what was added since leaves the list.
    pub(super) approved_at: Revision,
    /// The last seen value of [`TodoStore::forgotten`].
    pub(super) forgotten: Revision,
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

/// The todo that verification rejected last.
#[derive(Clone, Debug, Default)]
pub(super) struct FailedVerification {
    pub todo: Key,
    /// How many times in a row it was rejected.
    pub times: u32,
    /// Why it was rejected. Empty once its next execution is reported.
    pub feedback: Rc<str>,
}

/// How often a step was requested without progress, that is, with the same progress mark.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repeat {
    pub progress_mark: (u32, u32),
    pub times: u32,
}

impl Run {
    /// Creates a run. A todo that an earlier run left in progress returns to todo.
    ///
    /// If a named run creates it ([`TodoStore::acting_as`]), it works under that name: it owns its
    /// plan and the todos that it starts, and it leaves the todos of other owners alone.
    pub fn new(store: &mut TodoStore, options: RunOptions) -> Self {
        let actor = actor_of(store.actor());
        unstart(store, &actor);
        let phase = match options.start {
            RunStart::Execute if store.has_unfinished() => Phase::Execute,
            RunStart::Execute | RunStart::Plan => Phase::Plan,
        };
        Self::at(store, options, phase)
    }

    /// Creates a run in the given phase, with everything else at its initial value.
    pub(super) fn at(store: &TodoStore, options: RunOptions, phase: Phase) -> Self {
        Self {
            actor: actor_of(store.actor()),
            options,
            phase,
            is_aborted: false,
            requested_step: None,
            steps: 0,
            cycle: 0,
            calls: Vec::new(),
            over_budget: None,
            left_open: Vec::new(),
            failed_verification: None,
            briefing: Briefing::new(PlanReason::Start, ""),
            repeats: Default::default(),
            plan_mark: 0,
            refusal: String::new(),
            last_checked: KnownList::of(store),
            planned_from: KnownList::of(store),
            plan_since: store.revision(),
            approved_at: store.revision(),
            shown_to_person: KnownList::of(store),
            forgotten: store.forgotten(),
            events: Vec::new(),
        }
    }

    /// Forgets the texts of a list that was forgotten since: what failed and why, and how the run
    /// ended.
    pub fn forget_with(&mut self, store: &TodoStore) {
        if self.forgotten == store.forgotten() {
            return;
        }
        let mut phase = self.phase.clone();
        if let Phase::Ended(
            Ending::Finished { reasoning: text, .. } | Ending::Failed { error: text, .. },
        ) = &mut phase
        {
            text.clear();
        }
        *self = Self {
            actor: self.actor.clone(),
            is_aborted: self.is_aborted,
            // Its host learns by the next refresh that it is over.
            requested_step: self.requested_step.take(),
            steps: self.steps,
            cycle: self.cycle,
            ..Self::at(store, self.options, phase)
        };
    }

    /// Returns the next step. Until the step is reported, the same step is returned again at no
    /// cost. Each new step counts towards the maximum in the options, except those that wait for a
    /// person.
    pub fn next(&mut self, store: &mut TodoStore) -> Step {
        if self.is_aborted {
            return Step::Aborted;
        }
        self.refresh(store);
        if let Some(requested_step) = self
            .requested_step
            .take()
            .and_then(|requested_step| self.refresh_step(store, requested_step))
        {
            // The executor reads the todo as it is now. A person, in contrast, was shown the list
            // of the first request.
            if let Step::Execute { .. } = requested_step {
                self.shown_to_person = KnownList::of(store);
            }
            self.requested_step = Some(requested_step.clone());
            return requested_step;
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
            return Step::Ended(ending.clone());
        }
        // The time that a person takes does not count towards the model's budget.
        let is_of_person = matches!(step, Step::Approve { .. } | Step::Wait { .. });
        self.steps += u32::from(!is_of_person);
        self.shown_to_person = KnownList::of(store);
        self.events.extend(self.announcement(store, &step));
        if let Step::Plan(briefing) = &step {
            // A plan that replaces a refused one is still based on the list of the first request.
            if briefing.reason != PlanReason::Refused {
                self.planned_from = KnownList::of(store);
            }
            if !matches!(briefing.reason, PlanReason::Refused | PlanReason::Changes) {
                self.plan_since = store.revision();
            }
            self.cycle += 1;
        }
        self.requested_step = Some(step.clone());
        step
    }

    /// Returns how many steps were requested.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns how many plans were requested.
    pub fn cycle(&self) -> u32 {
        self.cycle
    }

    /// Returns the events since the last call, oldest first.
    pub fn take_events(&mut self) -> Vec<Event> {
        core::mem::take(&mut self.events)
    }

    /// Returns the events since the last call, oldest first, as a JSON array.
    pub fn take_events_json(&mut self) -> String {
        let mut json = Writer::default();
        json.open('[');
        self.take_events().iter().for_each(|event| event.write(&mut json));
        json.close(']');
        json.finish()
    }

    /// Returns a step as a JSON object, with how many steps and plans were requested. Each of its
    /// todos is an index in the list, or -1 if it is not there.
    pub fn step_json(&self, step: &Step, list: &List) -> String {
        let mut json = Writer::default();
        step.write(json.open('{'));
        json.key("step").integer(self.steps.into()).key("cycle").integer(self.cycle.into());
        step.write_todos(&mut json, list);
        json.close('}');
        json.finish()
    }

    /// Checks what others settled since the last check, and records an event for each such todo.
    ///
    /// Returns whether this ended the requested step, because its todo is done, skipped or removed:
    /// that step must not be reported any more. If the model drives, its own work does not end a
    /// step.
    ///
    /// [`Run::next`] and the reports check too. Call this to know at once.
    pub fn refresh(&mut self, store: &TodoStore) -> bool {
        let requested_step = self.requested_step.take();
        let is_settled = self.notice_settled(store, requested_step.as_ref());
        let is_over =
            is_settled || requested_step.as_ref().is_some_and(|it| self.is_moot(store, it));
        if let Some(Step::Approve { todos }) = requested_step.as_ref().filter(|_| is_over) {
            // A person approved the todos on the list itself.
            let open_keys = self.open_keys(store);
            let unapproved = self.unapproved_keys(store);
            if todos.iter().any(|key| open_keys.contains(key))
                && !todos.iter().any(|key| unapproved.contains(key))
            {
                self.carry_out(store);
            }
        }
        self.requested_step = requested_step.filter(|_| !is_over);
        is_over
    }

    /// Goes on with what a person approved.
    pub(super) fn carry_out(&mut self, store: &TodoStore) {
        self.approved_at = store.revision();
        self.phase = Phase::Execute;
        self.events.push(Event::Approved);
    }

    /// Returns whether approvals have made the requested step pointless: its todo has lost its own,
    /// or nothing has to be approved before the run goes on.
    fn is_moot(&self, store: &TodoStore, requested_step: &Step) -> bool {
        match requested_step {
            Step::Execute { todo, .. } => {
                find(store, *todo).is_some_and(|(_, todo)| !self.may_execute(store, todo))
            }
            Step::Approve { .. } => self.approve_step(store).is_none(),
            Step::Plan(_)
            | Step::Verify { .. }
            | Step::Wait { .. }
            | Step::Validate { .. }
            | Step::Aborted
            | Step::Ended(_) => false,
        }
    }

    pub(super) fn notice_settled(
        &mut self,
        store: &TodoStore,
        requested_step: Option<&Step>,
    ) -> bool {
        if self.last_checked.revision == Some(store.revision())
            || self.is_aborted
            || matches!(self.phase, Phase::Ended(_))
        {
            return false;
        }
        let before = core::mem::replace(&mut self.last_checked, KnownList::of(store)).list;
        // A todo that somebody else settles, starts or sends back is not left to the validation.
        self.left_open.retain(|(key, _)| {
            let todos = find_todo(&before, *key).zip(find(store, *key));
            todos.is_some_and(|(before, (_, current))| before.state == current.state)
                || store.provenance().by(*key, Aspect::State) == Some(&self.actor)
        });
        // A model that drives has nothing to do while the rest waits, so it goes on after that.
        let is_waited_for = |before: &Rc<Todo>| {
            before.is_on_hold()
                && find(store, before.key).is_none_or(|(_, current)| current.state != before.state)
        };
        if self.options.driver == RunDriver::Agent && before.iter().any(is_waited_for) {
            self.left_open.clear();
        }
        let worked_on = match requested_step {
            Some(Step::Execute { todo, .. }) => Some(self.worked_on(store, &before, *todo)),
            Some(Step::Verify { todo }) => Some(*todo),
            Some(_) | None => None,
        };
        let mut is_over = false;
        let events = self.events.len();
        for (index, before) in before.iter().enumerate() {
            let key = before.key;
            if !self.is_mine(before) {
                continue;
            }
            let is_worked_on = worked_on == Some(key);
            let current = find(store, key);
            let by = match current {
                Some((id, todo)) if is_sent_back(before, todo) => {
                    self.send_back(id, todo, todo.text(TextField::Reason).unwrap_or_default());
                    is_over |= is_worked_on;
                    continue;
                }
                Some((_, todo)) if todo.status().is_settled() => {
                    store.provenance().by(key, Aspect::State)
                }
                None if is_worked_on => store.provenance().by(key, Aspect::Presence),
                Some(_) | None => continue,
            };
            let by = by.map_or(store.info().by.author, |by| by.author);
            if before.status().is_settled() {
                continue;
            }
            self.events.push(match current {
                Some((id, todo)) => settled_event(id, todo, by),
                None => {
                    let todo = Subject::new(Id::at(index), before);
                    let reason = "removed from the list".into();
                    Event::Skipped { todo, failed: false, reason, by }
                }
            });
            let is_models_own = self.options.driver == RunDriver::Agent && by == Author::Model;
            is_over |= is_worked_on && !is_models_own;
        }
        // The plan still waits, and the latest event has to be about that.
        if matches!(requested_step, Some(Step::Approve { .. })) && self.events.len() > events {
            self.events.push(Event::Approving);
        }
        is_over
    }

    /// Records that a todo needs more work, and why.
    pub(super) fn send_back(&mut self, id: Id, todo: &Todo, reason: &str) {
        // The todo gets its whole budget of tool calls again.
        self.calls.retain(|(known, _)| *known != todo.key);
        self.over_budget = self.over_budget.filter(|over| *over != todo.key);
        let feedback = sanitize_line(reason).as_str().into();
        self.failed_verification = Some(FailedVerification { todo: todo.key, times: 0, feedback });
        let event = Event::Unverified { todo: Subject::new(id, todo), reason: reason.to_owned() };
        self.events.push(event);
    }

    /// Sends a todo back if a person has changed its text since the step showed it, or nobody has
    /// approved it as it is now, because a result is about what was shown. Returns whether it did.
    pub(super) fn send_back_edited(&mut self, store: &TodoStore, key: Key) -> bool {
        let shown = find_todo(&self.shown_to_person.list, key).cloned();
        let Some((shown, (id, current))) = shown.zip(find(store, key)) else { return false };
        let is_by_person = store.provenance().is_by_person(key, Aspect::Text(TextField::Content));
        let reason = if shown.content() != current.content() {
            fill("its text was changed, from {}", &[excerpt(shown.content())])
        } else {
            "its description was changed".to_owned()
        };
        let is_reworded = is_by_person && shown.content() != current.content();
        let is_edited = is_reworded || !self.may_execute(store, current);
        if is_edited {
            self.send_back(id, current, &reason);
        }
        is_edited
    }

    /// Returns the requested step, updated to the current list, or `None` if somebody else settled,
    /// removed or stopped its todo.
    fn refresh_step(&self, store: &TodoStore, requested_step: Step) -> Option<Step> {
        // A todo on hold waits for somebody else, and another owner's todo is theirs to do.
        let can_be_executed = |key| {
            find(store, key).is_some_and(|(_, todo)| {
                !todo.status().is_settled()
                    && !todo.is_on_hold()
                    && !is_of_another(&self.actor, todo)
                    && self.may_execute(store, todo)
            })
        };
        let is_doing = |key| is_doing(store, key);
        match requested_step {
            Step::Execute { todo, .. } if can_be_executed(todo) => Some(self.execute_step(todo)),
            Step::Verify { todo } if is_doing(todo) => Some(requested_step),
            // Whether to go on waiting, and for how many todos, is decided again by `choose`.
            Step::Execute { .. } | Step::Verify { .. } => None,
            Step::Wait { waiting } => {
                let is_idle = self.current(store, store.list()).is_none();
                (is_idle && self.count_on_hold(store) == waiting).then_some(requested_step)
            }
            Step::Validate { .. } => {
                (!self.has_opened(store)).then(|| Step::Validate { open: self.open(store) })
            }
            Step::Approve { .. } => self.approve_step(store),
            Step::Plan(_) | Step::Aborted | Step::Ended(_) => Some(requested_step),
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
            match self.approve_step(store) {
                Some(step) => return step,
                None => self.phase = Phase::Execute,
            }
        }
        if self.phase == Phase::Validate && self.has_opened(store) {
            self.phase = Phase::Execute;
        }
        if self.phase == Phase::Execute {
            self.put_back(store);
            if let Some(todo) = self.current(store, store.list()).cloned() {
                let is_host = self.options.driver == RunDriver::Host;
                if is_host && !todo.is_at_work() {
                    let start = |store: &mut TodoStore| store.mark_doing(todo.key);
                    // Where another one is in progress, it is executed all the same.
                    let _ = store.acting_as(self.actor.clone(), start);
                }
                return self.execute_step(todo.key);
            }
            if let Some(step) = self.approve_step(store) {
                return step;
            }
            if let Some(step) = self.hold_step(store) {
                return step;
            }
            self.phase = Phase::Validate;
        }
        match &self.phase {
            Phase::Ended(ending) => Step::Ended(ending.clone()),
            Phase::Validate => Step::Validate { open: self.open(store) },
            Phase::Plan | Phase::Approve | Phase::Execute | Phase::Verify(_) => {
                Step::Plan(Rc::new(self.briefing.clone()))
            }
        }
    }

    /// Returns the step that asks for an approval: of a new plan, or of what was added or changed
    /// since, once nothing approved is left to do. Returns `None` if nothing needs one.
    fn approve_step(&self, store: &TodoStore) -> Option<Step> {
        let is_plan = self.phase == Phase::Approve;
        let unapproved = self.unapproved_keys(store);
        let is_due = is_plan || self.current(store, store.list()).is_none();
        (is_due && !unapproved.is_empty()).then(|| Step::Approve {
            todos: if is_plan { self.open_keys(store) } else { unapproved },
        })
    }

    /// Sets the run's todos in progress that it may not execute back to `todo`. If the model
    /// drives, what it left in progress is its own.
    fn put_back(&self, store: &mut TodoStore) {
        let may_stay = |todo: &Todo| match self.options.driver {
            RunDriver::Host => self.may_execute(store, todo),
            RunDriver::Agent => self.is_approved(store, todo),
        };
        let put_back = |todo: &&Rc<Todo>| is_own_work(&self.actor, todo) && !may_stay(todo);
        let keys: Vec<Key> = store.list().iter().filter(put_back).map(|todo| todo.key).collect();
        for key in keys {
            // What the policy keeps in progress is not executed either.
            let _ = store.acting_as(self.actor.clone(), |store| store.reopen(key, ""));
        }
    }

    /// Returns the step for what is on hold: a verification if the host verifies and a todo is
    /// claimed, otherwise waiting. Returns `None` if nothing is on hold.
    fn hold_step(&mut self, store: &TodoStore) -> Option<Step> {
        let claim = self.on_hold(store).find(|todo| todo.is_claimed()).map(|todo| todo.key);
        if let Some(todo) = claim.filter(|_| self.options.verify) {
            self.phase = Phase::Verify(todo);
            return Some(Step::Verify { todo });
        }
        let waiting = self.count_on_hold(store);
        (waiting > 0).then_some(Step::Wait { waiting })
    }

    fn execute_step(&self, todo: Key) -> Step {
        let failed = self.failed_verification.as_ref().filter(|failed| failed.todo == todo);
        let feedback = failed.map_or_else(|| "".into(), |failed| failed.feedback.clone());
        Step::Execute { todo, calls_left: self.calls_left(todo), feedback }
    }

    /// Returns how often an execution or a verification of the same todo may be requested without
    /// progress.
    pub(super) fn most_repeats_of_a_todo(&self) -> u32 {
        self.options.max_repeats.max(self.options.max_calls_per_todo)
    }

    /// Counts how often the step was requested without progress. Returns the failure if that is too
    /// often.
    fn repeats_too_often(&mut self, store: &TodoStore, step: &Step) -> Option<Ending> {
        let revision = store.revision();
        let RunOptions { stuck_after, max_repeats, .. } = self.options;
        let most_of_a_todo = self.most_repeats_of_a_todo();
        let (index, name, progress_mark, most) = match step {
            Step::Plan(_) => (0, "plan", self.done_mark(store), max_repeats),
            Step::Execute { todo, .. } => (1, "execute", (todo.0, revision), most_of_a_todo),
            Step::Verify { todo } => (2, "verify", (todo.0, revision), most_of_a_todo),
            Step::Validate { .. } => (3, "validate", (0, revision), max_repeats),
            Step::Approve { .. } | Step::Wait { .. } | Step::Aborted | Step::Ended(_) => {
                return None;
            }
        };
        let times = self.count_repeat(index, progress_mark);
        if times > most {
            let parts = [Text(name), Number(most.into()), Text(&self.refusal)];
            let template = match index == 0 && self.briefing.reason == PlanReason::Refused {
                true => "Stuck: the step \"{}\" came {} times. The last plan was refused: {}",
                false => "Stuck: the step \"{}\" came {} times without progress.",
            };
            return Some(Ending::Failed {
                kind: FailureKind::Stuck,
                error: fill(template, &parts),
            });
        }
        if times == stuck_after {
            self.events.push(Event::Stuck { step: name, times });
        }
        None
    }

    /// Counts how often something came with the same progress mark.
    fn count_repeat(&mut self, index: usize, progress_mark: (u32, u32)) -> u32 {
        let Some(repeat) = self.repeats.get_mut(index) else { return 0 };
        if repeat.progress_mark != progress_mark {
            *repeat = Repeat { progress_mark, times: 0 };
        }
        repeat.times += 1;
        repeat.times
    }

    /// Remembers the plan, to be compared with the next one.
    pub(super) fn mark_plan(&mut self, store: &TodoStore) {
        let open = self.open_keys(store).into_iter();
        let texts = open.filter_map(|key| Some(find(store, key)?.1.content()));
        self.plan_mark = mark_of(&join(&texts.collect::<Vec<_>>(), "\n"));
    }

    /// Records a verdict on the plan. A plan that comes to the same verdict as before is no
    /// progress, even if its todos were done again.
    pub(super) fn mark_verdict(&mut self, store: &TodoStore, verdict: &str) {
        let rounds = self.count_repeat(4, (self.plan_mark, mark_of(verdict)));
        let progress_mark = self.done_mark(store);
        let [plans, ..] = &mut self.repeats;
        if rounds > 1 {
            *plans = Repeat { progress_mark, times: plans.times.max(rounds) };
        }
    }

    /// Returns the todo of `list` that an execution is about. If the host drives, it is the
    /// requested one. If the model drives, it is the todo that the model started, or once the
    /// model has settled the requested todo, the next one that the step showed. What a person
    /// starts or adds meanwhile is not the work of the step.
    pub(super) fn worked_on(&self, store: &TodoStore, list: &List, requested: Key) -> Key {
        if self.options.driver == RunDriver::Host {
            return requested;
        }
        let provenance = store.provenance();
        let started_by_person = |todo: &Todo| {
            let is_at_work = |todo: &Rc<Todo>| todo.state.is_at_work();
            find_todo(store.list(), todo.key).is_some_and(is_at_work)
                && provenance.is_by_person(todo.key, Aspect::State)
        };
        let own_work = |todo: &&Rc<Todo>| {
            is_own_work(&self.actor, todo)
                && !started_by_person(todo)
                && self.may_execute(store, todo)
        };
        let mut at_work = list.iter().filter(own_work).map(|todo| todo.key);
        if let Some(first) = at_work.next() {
            return if at_work.any(|key| key == requested) { requested } else { first };
        }
        let is_open = find_todo(list, requested).is_some_and(|todo| !todo.status().is_settled());
        let by_model = |by: &Actor| by.author == Author::Model;
        if is_open || !provenance.by(requested, Aspect::State).is_some_and(by_model) {
            return requested;
        }
        let of_step = |todo: &&Rc<Todo>| {
            find_todo(&self.shown_to_person.list, todo.key).is_some() && !started_by_person(todo)
        };
        self.current(store, list).filter(of_step).map_or(requested, |todo| todo.key)
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
            Step::Aborted | Step::Ended(_) => None,
        }
    }

    /// Takes the requested step if `report` is what it waits for.
    ///
    /// # Errors
    /// `unexpected_report` otherwise.
    pub(super) fn expect(&mut self, report: &str) -> Result<Step, TodoError> {
        let requested_step =
            self.requested_step.take_if(|requested_step| requested_step.awaited() == Some(report));
        requested_step.ok_or_else(|| self.unexpected(report))
    }

    #[cold]
    pub(super) fn unexpected(&self, report: &str) -> TodoError {
        let waits = match self.requested_step.as_ref().and_then(Step::awaited) {
            _ if self.is_aborted => "it is aborted".into(),
            _ if matches!(self.phase, Phase::Ended(_)) => "it has ended".into(),
            Some(awaited) => fill("it waits for {}", &[Text(awaited)]),
            None => "it has asked for nothing".into(),
        };
        let parts = [Text(report), Text(&waits)];
        let template = "the run does not wait for {}: {}";
        TodoError::new(ErrorCode::UnexpectedReport, template, &parts)
    }

    /// Settles a todo as done or as failed, unless somebody already settled it. `text` is the
    /// evidence of a done todo, or the reason why a todo failed.
    pub(super) fn settle(&mut self, store: &mut TodoStore, key: Key, status: Status, text: &str) {
        self.notice_settled(store, None);
        let Some((id, todo)) = find(store, key) else { return };
        if todo.status().is_settled() {
            return;
        }
        let subject = Subject::new(id, todo);
        let actor = self.actor.clone();
        let (settled, event) = if status == Status::Done {
            let evidence =
                truncate_line(text, store.options().max_content_length().saturating_sub(1));
            let complete =
                |store: &mut TodoStore| store.complete_multiple(&[id.into()], &evidence).map(drop);
            (store.acting_as(actor, complete), Event::Done { todo: subject, by: Author::Agent })
        } else {
            let shown = truncate_line(text, MAX_REASON.saturating_sub(1));
            let fail = |store: &mut TodoStore| store.fail(Ref::Id(id), &shown).map(drop);
            let settled = store.acting_as(actor, fail);
            let reason = sanitize_line(if text.is_empty() { NO_REASON } else { text });
            let failure = Failure { content: subject.content.clone(), reason: reason.clone() };
            self.briefing.failures.push(failure);
            (settled, Event::Skipped { todo: subject, failed: true, reason, by: Author::Agent })
        };
        if settled.is_ok() {
            // The run records the event of its own change here.
            self.last_checked = KnownList::of(store);
            let claimed = Subject::of(store, key).filter(|_| is_claimed(store, key));
            let event = claimed.map_or(event, |todo| Event::Claimed { todo });
            self.events.push(event);
        }
    }

    /// Lets a todo wait, unless somebody settled or took it. A question that is too long is cut.
    pub(super) fn wait(&mut self, store: &mut TodoStore, key: Key, wait: &Wait) {
        let mut wait = wait.clone();
        wait.question = truncate_line(&wait.question, MAX_REASON.saturating_sub(1));
        // The error is ignored: what somebody settled or took in the meantime stays as it is.
        let _ = store.acting_as(self.actor.clone(), |store| store.wait(key, &wait));
    }

    pub(super) fn fail_over_budget(&mut self, store: &mut TodoStore, todo: Key) {
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

    /// Sets the reason of the next plan. The failures that no planner has seen yet are kept.
    pub(super) fn brief(&mut self, reason: PlanReason, because: &str) {
        self.briefing.reason = reason;
        self.briefing.because = sanitize_line(because);
    }

    pub(super) fn end(&mut self, store: &mut TodoStore, ending: Ending) {
        unstart(store, &self.actor);
        self.requested_step = None;
        self.phase = Phase::Ended(ending.clone());
        self.events.push(Event::Ended(ending));
    }

    /// Returns whether this run may work on the todo. A run without a name may work on any todo; a
    /// named run may not work on those of other owners.
    pub(super) fn is_mine(&self, todo: &Todo) -> bool {
        self.actor.name.is_none() || !is_of_another(&self.actor, todo)
    }

    /// Returns the run's todos that are neither done nor skipped.
    pub(super) fn open_keys(&self, store: &TodoStore) -> Vec<Key> {
        let open_and_mine = |todo: &&Rc<Todo>| !todo.status().is_settled() && self.is_mine(todo);
        store.list().iter().filter(open_and_mine).map(|todo| todo.key).collect()
    }

    /// Returns whether the run may execute the todo: it is approved, and not left to the
    /// validation.
    pub(super) fn may_execute(&self, store: &TodoStore, todo: &Todo) -> bool {
        self.is_approved(store, todo) && !self.is_left_open(todo.key)
    }

    /// Returns whether a person approved or added the todo, if a person approves what is executed.
    fn is_approved(&self, store: &TodoStore, todo: &Todo) -> bool {
        !self.options.approve || !store.needs_approval(todo)
    }

    /// Returns whether the todo was open when the model said that the whole task is done.
    pub(super) fn is_left_open(&self, key: Key) -> bool {
        self.left_open.iter().any(|(left, _)| *left == key)
    }

    /// Returns the run's open todos that a person has yet to approve.
    pub(super) fn unapproved_keys(&self, store: &TodoStore) -> Vec<Key> {
        let mut keys = self.open_keys(store);
        keys.retain(|key| {
            !self.is_left_open(*key)
                && find(store, *key)
                    .is_some_and(|(_, todo)| !todo.is_claimed() && !self.is_approved(store, todo))
        });
        keys
    }

    /// Returns whether a person added or reopened a todo since the last step was requested.
    pub(super) fn has_opened(&self, store: &TodoStore) -> bool {
        let provenance = store.provenance();
        let is_by_person = |key| {
            [Aspect::Presence, Aspect::State]
                .iter()
                .any(|aspect| provenance.is_by_person(key, *aspect))
        };
        let was_open = |key| {
            find_todo(&self.shown_to_person.list, key)
                .is_some_and(|todo| !todo.status().is_settled())
        };
        self.open_keys(store).iter().any(|key| is_by_person(*key) && !was_open(*key))
    }

    /// Returns how many of the run's todos are neither done nor skipped.
    pub(super) fn open(&self, store: &TodoStore) -> u32 {
        self.open_keys(store).len() as u32
    }

    /// Returns the run's todos that wait to be confirmed, for a person or for an event.
    fn on_hold<'a>(&self, store: &'a TodoStore) -> impl Iterator<Item = &'a Rc<Todo>> {
        store.list().iter().filter(|todo| todo.is_on_hold() && self.is_mine(todo))
    }

    pub(super) fn count_on_hold(&self, store: &TodoStore) -> u32 {
        self.on_hold(store).count() as u32
    }

    /// Returns the todo that this run has in progress.
    pub(super) fn at_work<'a>(&self, store: &TodoStore, list: &'a List) -> Option<&'a Rc<Todo>> {
        list.iter().find(|todo| is_own_work(&self.actor, todo) && self.may_execute(store, todo))
    }

    /// Returns the todo that this run has in progress, or else the next one.
    pub(super) fn current<'a>(&self, store: &TodoStore, list: &'a List) -> Option<&'a Rc<Todo>> {
        let may_start =
            |todo: &Todo| !is_of_another(&self.actor, todo) && self.may_execute(store, todo);
        self.at_work(store, list).or_else(|| list.get(next(list, may_start)?))
    }

    /// Returns a mark that changes whenever a todo was done since the last plan. It includes the
    /// sum of the keys, because the number alone can stay the same: done todos leave a full list to
    /// make room for a plan.
    fn done_mark(&self, store: &TodoStore) -> (u32, u32) {
        let done_here = |todo: &&Rc<Todo>| todo.status() == Status::Done && self.is_mine(todo);
        store.list().iter().filter(done_here).fold((0, 0), |(number, keys), todo| {
            (u32::wrapping_add(number, 1), u32::wrapping_add(keys, todo.key.0))
        })
    }
}

/// Returns a text's hash, as a checkpoint can hold it.
fn mark_of(text: &str) -> u32 {
    hash(text) >> 1
}

/// Returns whether the todo waits to be confirmed.
pub(super) fn is_claimed(store: &TodoStore, key: Key) -> bool {
    find(store, key).is_some_and(|(_, todo)| todo.is_claimed())
}

/// Returns whether the todo is in progress or waits to be confirmed.
fn is_doing(store: &TodoStore, key: Key) -> bool {
    find(store, key).is_some_and(|(_, todo)| todo.status() == Status::Doing)
}

/// Returns whether somebody sent back a todo that waited to be confirmed.
fn is_sent_back(before: &Todo, current: &Todo) -> bool {
    before.is_claimed() && !current.is_claimed() && current.status() == Status::Todo
}

/// Returns the event that somebody settled a todo.
fn settled_event(id: Id, todo: &Todo, by: Author) -> Event {
    let subject = Subject::new(id, todo);
    match todo.status() == Status::Done {
        true => Event::Done { todo: subject, by },
        false => {
            let reason = todo.text(TextField::Reason).unwrap_or(NO_REASON).into();
            Event::Skipped { todo: subject, failed: todo.is_failed(), reason, by }
        }
    }
}

/// Returns the actor of a run that `creator` creates: a named run keeps its name.
pub(super) fn actor_of(creator: &Actor) -> Actor {
    if creator.author == Author::Agent { creator.clone() } else { Author::Agent.into() }
}

/// Sets the run's todo in progress back to `todo`.
pub(super) fn unstart(store: &mut TodoStore, actor: &Actor) {
    store.acting_as(actor.clone(), TodoStore::unstart_own);
}

pub(super) fn find(store: &TodoStore, key: Key) -> Option<(Id, &Todo)> {
    let index = index_of(store.list(), key)?;
    Some((Id::at(index), store.list().get(index)?))
}

#[cfg(test)]
mod tests;
