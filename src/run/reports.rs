//! The reports of a host to a run, and the methods that stop a run.

use std::borrow::Cow;
use std::rc::Rc;

use super::event::{Event, Subject};
use super::machine::{FailedVerification, Phase, Report, Run, is_claimed, unstart};
use super::run_options::RunDriver;
use super::step::{Briefing, Ending, FailureKind, PlanReason, Step};
use crate::change::if_unchanged::SHOWN;
use crate::forms::item_schema::Item;
use crate::list::author::{Actor, Author};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::indexed_list::find;
use crate::list::known_list::KnownList;
use crate::list::note::Notes;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Ref, Status, Todo};
use crate::text::content::trim;
use crate::text::excerpt::sanitize_line;
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{fill, join};
use crate::tools::answers::wrap;
use crate::tools::arguments::Arguments;
use crate::tools::call::Outcome;
use crate::tools::checklist::read_plan;

impl Run {
    /// Reports a plan: the todos in order. They replace the open todos; done and skipped todos
    /// stay. `None` means that the list itself is the plan, because the model wrote it with its
    /// todo tool.
    ///
    /// If the plan is empty, the run fails and the list stays as it is. If the list would grow too
    /// long, the todos that were settled first leave it.
    ///
    /// Returns a note for each text that was cleaned or read otherwise than it was written.
    ///
    /// # Errors
    /// `unexpected_report`, or an error of [`TodoStore::add_multiple`]. After the latter, another
    /// plan is requested.
    pub fn planned(
        &mut self,
        store: &mut TodoStore,
        contents: Option<&[&str]>,
    ) -> Result<Notes, TodoError> {
        let item = |text: &&str| Item::of(Cow::Owned((*text).to_owned()));
        let items = contents.map(|contents| contents.iter().map(item).collect());
        self.planned_items(store, items, Notes::new())
    }

    /// As [`Run::planned`], with the items of a plan that was read with these notes.
    fn planned_items(
        &mut self,
        store: &mut TodoStore,
        items: Option<Vec<Item<'_>>>,
        mut notes: Notes,
    ) -> Result<Notes, TodoError> {
        self.expect("a plan")?;
        // An empty plan must not clear the list.
        let is_empty = items.as_ref().is_some_and(Vec::is_empty);
        let is_list = items.is_none();
        let archived = match items.filter(|_| !is_empty) {
            None => Vec::new(),
            Some(items) => {
                let replan =
                    |store: &mut TodoStore| store.replan(items, &self.planned_from, &mut notes);
                store.acting_as(self.actor.clone(), replan).inspect_err(|error| {
                    self.refusal = join(&[error.code().as_str(), error.message()], ": ");
                    let refused = Briefing::new(PlanReason::Refused, error.message());
                    let last = core::mem::replace(&mut self.briefing, refused);
                    self.briefing.suggestions = last.suggestions;
                    self.briefing.failures = last.failures;
                })?
            }
        };
        let todos = self.open(store);
        // If somebody has done all planned todos in the meantime, the plan has not failed.
        if is_empty || is_list && todos == 0 {
            let error = match is_list {
                false => "Planning failed. Could not generate next steps.",
                true => {
                    "plan returned nothing, and nothing on the list is open: return the todos as an array of strings"
                }
            };
            let error = error.to_owned();
            self.end(store, Ending::Failed { kind: FailureKind::PlanningFailed, error });
            return Ok(notes);
        }
        self.briefing = Briefing::new(PlanReason::Start, "");
        self.phase = if self.options.approve { Phase::Approve } else { Phase::Execute };
        self.left_open.clear();
        self.mark_plan(store);
        self.events.push(Event::Planned { todos, archived, notes: notes.clone() });
        Ok(notes)
    }

    /// Like [`Run::planned`], but reads the plan from a model's text, one todo per line, as a
    /// checklist of a tool is read. Each line is a todo, or a note says why it is not.
    ///
    /// # Errors
    /// The errors of [`Run::planned`].
    pub fn planned_text(&mut self, store: &mut TodoStore, text: &str) -> Result<Notes, TodoError> {
        let mut notes = Notes::new();
        let items = read_plan(text, &mut notes);
        self.planned_items(store, Some(items), notes)
    }

    /// Reports that a person approved the plan, or what is new. The todos that they were asked
    /// about are approved in the name of the user. `shown` is the revision that the person saw;
    /// without it, they saw the list as it was when approval was requested. Does nothing if the run
    /// does not wait for an approval because everything that they saw is approved already.
    ///
    /// # Errors
    /// `unexpected_report`; `changed` if anybody but a person has changed the plan since then, or
    /// the history does not have the revision. The run then requests approval again.
    pub fn approved(&mut self, store: &mut TodoStore, shown: Option<i64>) -> Result<(), TodoError> {
        let shown = match shown {
            None => self.shown_to_person.list.clone(),
            Some(revision) => store.shown_at(revision)?,
        };
        let is_plan = self.phase == Phase::Approve;
        let is_active = !self.is_aborted && !matches!(self.phase, Phase::Ended(_));
        let is_asking = matches!(self.requested_step, Some(Step::Approve { .. }));
        let is_planned = self.phase != Phase::Plan && !is_plan;
        let was_shown = |key: &Key| find(&shown, *key).is_some();
        let is_approved =
            self.options.approve && !self.unapproved_keys(store).iter().any(was_shown);
        if is_active && is_approved && is_planned && !is_asking {
            return Ok(());
        }
        self.expect("an approval")?;
        self.notice_settled(store, None);
        let is_asked_for =
            |todo: &Todo| self.is_mine(todo) && (is_plan || store.needs_approval(todo));
        store.check_shown(&shown, is_asked_for)?;
        let asked = store.list().iter().filter(|todo| is_asked_for(todo));
        let asked: Vec<Ref> = asked.map(|todo| Ref::Key(todo.key)).collect();
        store.acting_as(Author::User, |store| store.approve_todos(&asked))?;
        self.last_checked = KnownList::of(store);
        self.carry_out(store);
        Ok(())
    }

    /// Reports that a person does not approve the plan, or what is new, and wants no other one.
    /// What they refused is taken back: what it added leaves the list, and what a plan had taken
    /// off or changed is as before. What others changed since stays.
    ///
    /// # Errors
    /// `unexpected_report`.
    pub fn refused(&mut self, store: &mut TodoStore) -> Result<(), TodoError> {
        let requested_step = self.expect("an approval")?;
        let Step::Approve { todos } = requested_step else { return Ok(()) };
        self.notice_settled(store, None);
        let since = (self.phase == Phase::Approve).then_some(self.plan_since);
        let name = self.actor.name.clone();
        let is_own = |by: &Actor| by.author.is_restricted() && (name.is_none() || by.name == name);
        let added = (&*todos, self.approved_at);
        let take_back = |store: &mut TodoStore| store.take_back_plan(since, added, &is_own);
        store.acting_as(self.actor.clone(), take_back);
        self.last_checked = KnownList::of(store);
        if since.is_some() {
            self.briefing = Briefing::new(PlanReason::Start, "");
            self.phase = Phase::Plan;
        }
        self.events.push(Event::Rejected { changes: String::new() });
        Ok(())
    }

    /// Reports that a person wants changes in the plan. The run requests another plan with these
    /// changes.
    ///
    /// # Errors
    /// `unexpected_report`; `invalid_argument` if `changes` is empty.
    pub fn rejected(&mut self, changes: &str) -> Result<(), TodoError> {
        if trim(changes).is_empty() {
            return Err(TodoError::invalid("changes is missing: say what the plan lacks", &[]));
        }
        self.expect("an approval")?;
        let changes = sanitize_line(changes);
        self.brief(PlanReason::Changes, &changes);
        self.briefing.changes.clone_from(&changes);
        // Requested changes do not count as lack of progress.
        self.repeats = Default::default();
        self.phase = Phase::Plan;
        self.events.push(Event::Rejected { changes });
        Ok(())
    }

    /// Counts a tool call for the todo in progress. Call it before the tool call is made. Returns
    /// how many calls are left after this one.
    ///
    /// # Errors
    /// `over_budget`: the call must not be made, and the todo fails unless the report says
    /// that it is done. `unexpected_report` if nothing is being executed.
    pub fn tool_called(&mut self, store: &TodoStore) -> Result<u32, TodoError> {
        let Some(Step::Execute { todo, .. }) =
            self.requested_step.as_ref().filter(|_| !self.is_aborted)
        else {
            return Err(self.unexpected("a tool call"));
        };
        let todo = self.worked_on(store, store.list(), *todo);
        let max = self.options.max_calls_per_todo;
        let calls = self.calls_of(todo);
        match max.checked_sub(calls + 1) {
            Some(left) => {
                self.set_calls(todo, calls + 1);
                Ok(left)
            }
            None => {
                self.over_budget = Some(todo);
                Err(TodoError::new(
                    ErrorCode::OverBudget,
                    "this todo has used its {} tool calls: settle it, or it counts as failed",
                    &[Number(max.into())],
                ))
            }
        }
    }

    /// Returns whether [`Run::tool_called`] would accept a call now. Counts nothing.
    pub fn may_call(&self, store: &TodoStore) -> bool {
        match self.requested_step {
            Some(Step::Execute { todo, .. }) if !self.is_aborted => {
                self.calls_left(self.worked_on(store, store.list(), todo)) > 0
            }
            Some(_) | None => false,
        }
    }

    /// Reports the result of an execution. If a person has changed the text of the todo since the
    /// step, `Done` and `Failed` do not count, and the todo is executed again.
    ///
    /// # Errors
    /// `unexpected_report`; `invalid_argument` if the model drives and the report settles a todo,
    /// because then only the model settles todos, and for the options of a question as `wait` of
    /// the store.
    pub fn executed(&mut self, store: &mut TodoStore, report: Report<'_>) -> Result<(), TodoError> {
        let is_agent = self.options.driver == RunDriver::Agent;
        if is_agent && matches!(report, Report::Done(_) | Report::Unverified) {
            return Err(TodoError::invalid(
                "the model settles the todos itself: report \"continue\", \"waiting\", \"failed\" or \"finished\"",
                &[],
            ));
        }
        if let Report::Waiting(wait) = report {
            wait.normalize_options()?;
        }
        let requested_step = self.expect("an execution")?;
        let Step::Execute { todo, .. } = requested_step else { return Ok(()) };
        self.notice_settled(store, Some(&requested_step));
        if let Some(failed) = &mut self.failed_verification {
            failed.feedback = "".into();
        }
        self.phase = Phase::Execute;
        let is_result = matches!(report, Report::Done(_) | Report::Failed(_));
        let is_outdated = is_result && !is_agent && self.send_back_edited(store, todo);
        match report {
            // The todo is executed again, with the text that it has now.
            Report::Done(_) | Report::Failed(_) if is_outdated => {}
            Report::Done(evidence) => {
                self.settle(store, todo, Status::Done, evidence);
                if self.options.verify && is_claimed(store, todo) {
                    self.phase = Phase::Verify(todo);
                }
            }
            Report::Failed(reason) => {
                let todo = self.worked_on(store, store.list(), todo);
                self.settle(store, todo, Status::Skipped, reason);
            }
            Report::Waiting(wait) => {
                let todo = self.worked_on(store, store.list(), todo);
                self.wait(store, todo, wait);
            }
            Report::Unverified => self.phase = Phase::Verify(todo),
            Report::Continue if is_agent || self.calls_left(todo) > 0 => {}
            Report::Continue => self.fail_over_budget(store, todo),
            Report::Finished => {
                let open = self.open(store);
                if open > 0 {
                    self.events.push(Event::ClaimedDone { open });
                }
                let todo = self.worked_on(store, store.list(), todo);
                let at_work = find(store.list(), todo).filter(|todo| todo.state.is_at_work());
                let at_work = at_work.map(|todo| todo.key);
                for key in self.open_keys(store) {
                    let is_on_hold = find(store.list(), key).is_some_and(|todo| todo.is_on_hold());
                    if !is_on_hold && !self.is_left_open(key) {
                        self.left_open.push((key, at_work == Some(key)));
                    }
                }
                // What a person opens from now on is executed.
                self.shown_to_person = KnownList::of(store);
                // A person's answer may change what is left to do, so it is not validated before.
                if self.count_on_hold(store) == 0 {
                    self.phase = Phase::Validate;
                }
            }
        }
        if let Some(todo) = self.over_budget.take() {
            self.fail_over_budget(store, todo);
        }
        if self.briefing.reason == PlanReason::Requested {
            self.phase = Phase::Plan;
        }
        Ok(())
    }

    /// Reports a verification: whether the todo is done, and if not, why. It does not count as a
    /// tool call of the todo, because a person may have verified it. A todo that is rejected as
    /// often as a step may come without progress fails.
    ///
    /// # Errors
    /// `unexpected_report`.
    pub fn verified(
        &mut self,
        store: &mut TodoStore,
        is_done: bool,
        reason: &str,
    ) -> Result<(), TodoError> {
        let requested_step = self.expect("a verification")?;
        let Step::Verify { todo } = requested_step else { return Ok(()) };
        self.notice_settled(store, Some(&requested_step));
        self.phase = Phase::Execute;
        // A verdict only counts for the claim that was shown.
        let shown = find(&self.shown_to_person.list, todo);
        let now = find(store.list(), todo);
        let same_claim = |shown: &Rc<Todo>, now: &Rc<Todo>| {
            !SHOWN.iter().any(|aspect| aspect.differs(shown, now))
        };
        if !shown.zip(now).is_some_and(|(shown, now)| same_claim(shown, now)) {
            return Ok(());
        }
        if is_done {
            if is_claimed(store, todo) {
                // The policy denies nothing to a host, and the todo is on the list.
                let _ = store.acting_as(Author::Host, |store| store.complete(todo));
                self.last_checked = KnownList::of(store);
                let done = Subject::of(store, todo);
                self.events.extend(done.map(|todo| Event::Done { todo, by: Author::Host }));
            } else {
                self.settle(store, todo, Status::Done, "");
            }
            return Ok(());
        }
        if is_claimed(store, todo) {
            let _ = store.acting_as(Author::Host, |store| store.reopen(todo, ""));
            self.last_checked = KnownList::of(store);
        }
        let reason = sanitize_line(reason);
        let before = self.failed_verification.take().filter(|failed| failed.todo == todo);
        let times = before.map_or(0, |failed| failed.times) + 1;
        self.failed_verification =
            Some(FailedVerification { todo, times, feedback: reason.as_str().into() });
        let subject = Subject::of(store, todo);
        self.events.extend(subject.map(|todo| Event::Unverified { todo, reason: reason.clone() }));
        if times >= self.most_repeats_of_a_todo() {
            let parts = [Number(times.into()), Text(&reason)];
            let sentence = if reason.is_empty() {
                fill("refused by verification {} times", &parts)
            } else {
                fill("refused by verification {} times: {}", &parts)
            };
            self.settle(store, todo, Status::Skipped, &sentence);
        }
        Ok(())
    }

    /// Reports a validation. The run ends if the task is complete; otherwise it plans again, with
    /// the suggestions. What a person added or reopened during the validation is executed first. If
    /// the model had said that the task is done and the validation agrees, what was then in
    /// progress is done too.
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
        self.expect("a validation")?;
        let suggestions: Vec<String> = suggestions.iter().map(|text| sanitize_line(text)).collect();
        let reasoning = sanitize_line(reasoning);
        self.events.push(Event::Validated {
            is_complete,
            reasoning: reasoning.clone(),
            suggestions: suggestions.clone(),
        });
        if is_complete {
            // The model ended the task with the todo that was in progress, so that todo is done
            // too.
            for (todo, was_at_work) in self.left_open.clone() {
                if was_at_work {
                    self.settle(store, todo, Status::Done, "");
                }
            }
            if self.has_opened(store) {
                self.phase = Phase::Execute;
            } else {
                self.end(store, Ending::Finished { is_complete, reasoning });
            }
        } else {
            self.brief(PlanReason::Validation, &reasoning);
            self.briefing.suggestions = suggestions;
            self.phase = Phase::Plan;
            let suggested = join(&self.briefing.suggestions, "; ");
            let parts = [&*reasoning, &suggested];
            let said: Vec<&str> = parts.into_iter().filter(|text| !text.is_empty()).collect();
            self.mark_verdict(store, &join(&said, "; "));
        }
        Ok(())
    }

    /// Reports that the validation itself failed. It is requested again until the run is stuck.
    ///
    /// # Errors
    /// `unexpected_report`.
    pub fn validation_failed(&mut self, reason: &str) -> Result<(), TodoError> {
        self.expect("a validation")?;
        self.events.push(Event::ValidationFailed { reason: sanitize_line(reason) });
        Ok(())
    }

    /// Reports that nobody validates. The run ends, and its task counts as not complete.
    ///
    /// # Errors
    /// `unexpected_report`.
    pub fn not_validated(&mut self, store: &mut TodoStore) -> Result<(), TodoError> {
        self.expect("a validation")?;
        let reasoning = "Nobody validated it.".to_owned();
        self.end(store, Ending::Finished { is_complete: false, reasoning });
        Ok(())
    }

    /// Requests a new plan in place of the open todos, as soon as the current execution is
    /// reported. Returns false and requests nothing if nothing is being executed.
    pub fn require_planning(&mut self, reason: &str) -> bool {
        let is_executing =
            !self.is_aborted && matches!(self.requested_step, Some(Step::Execute { .. }));
        if is_executing {
            self.brief(PlanReason::Requested, reason);
            self.events.push(Event::PlanRequested { reason: sanitize_line(reason) });
        }
        is_executing
    }

    /// Like [`Run::require_planning`], but for a model's call of the tool of that name. `arguments`
    /// is the JSON text that the model sent. `is_over` is whether the tool was offered for an
    /// execution that has ended: the call is then refused.
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
            arguments.finish();
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
        let ok = result.is_ok();
        let answer = result.map_or_else(|error| error.message().into(), String::from);
        let text = wrap(ok, &answer, &notes);
        Outcome { ok, text, answer: Some(answer), notes, ..Outcome::default() }
    }

    /// Stops the run at any point. The todo in progress returns to todo, the rest of the list stays
    /// as it is, and an outstanding report is no longer expected. Does nothing if the run has
    /// ended.
    pub fn abort(&mut self, store: &mut TodoStore) {
        if self.is_aborted || matches!(self.phase, Phase::Ended(_)) {
            return;
        }
        self.refresh(store);
        unstart(store, &self.actor);
        self.is_aborted = true;
        self.requested_step = None;
        self.over_budget = None;
        if let Phase::Verify(_) = self.phase {
            self.phase = Phase::Execute;
        }
        self.events.push(Event::Aborted);
    }

    /// Continues after an abort, with the step that was interrupted.
    pub fn resume(&mut self, store: &mut TodoStore) {
        if !self.is_aborted {
            return;
        }
        // A todo that somebody started in the meantime is not this run's work.
        unstart(store, &self.actor);
        // Repeating an interrupted step does not count as lack of progress.
        self.repeats = Default::default();
        self.is_aborted = false;
        self.events.push(Event::Resumed);
    }

    /// Ends the run as failed, with the reason.
    pub fn fail(&mut self, store: &mut TodoStore, reason: &str) {
        if !matches!(self.phase, Phase::Ended(_)) {
            let error = sanitize_line(reason);
            self.end(store, Ending::Failed { kind: FailureKind::HostFailed, error });
        }
    }
}
