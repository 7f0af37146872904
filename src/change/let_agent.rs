//! Decisions of people that held against a write: what the person is shown, and how one act of
//! theirs lets the agent.

use std::rc::Rc;

use crate::change::apply_delta::copy_aspect;
use crate::change::draft::Draft;
use crate::change::policy::DenyReason;
use crate::change::resolution::{DeniedChange, Resolution, WriteMode};
use crate::change::resolve::resolve_write;
use crate::change::statement::Statement;
use crate::list::author::ChangeKind;
use crate::list::delta::Aspect;
use crate::list::error::WriteError;
use crate::list::held::HeldDecision;
use crate::list::indexed_list::{find, index_of};
use crate::list::provenance::Provenance;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Ref, State, Status, Todo};

/// A todo as a write asked for it, or `None` if it is to leave the list, and the todo in front of
/// it.
type Requested = (Option<Rc<Todo>>, Option<Key>);

impl TodoStore {
    /// Records the decisions of people that a write was denied. Must be called before the write
    /// becomes the list.
    pub(crate) fn record_held(&mut self, resolution: &Resolution) {
        if resolution.denied.is_empty() {
            return;
        }
        let requested = &resolution.requested;
        let skips = || resolution.statements.iter().filter_map(Statement::skip);
        self.record_denied(&resolution.denied, &|current| {
            match index_of(requested, current.key) {
                Some(index) => {
                    let behind = index.checked_sub(1).and_then(|index| requested.get(index));
                    (requested.get(index).cloned(), behind.map(|todo| todo.key))
                }
                // A skip may take a todo off the list.
                None => {
                    let skip = skips().find(|(key, _)| *key == current.key);
                    let state = skip.map(|(_, skip)| State::from(skip.clone()));
                    (state.map(|state| Rc::new(Todo { state, ..current.clone() })), None)
                }
            }
        });
    }

    /// Records the decisions of people about the todos that a plan asked for again.
    pub(crate) fn record_held_against_plan(&mut self, denied: &[DeniedChange]) {
        self.record_denied(denied, &|current| {
            (Some(Rc::new(current.with_status(Status::Todo))), None)
        });
    }

    /// Records denied changes. `requested` returns what the write asked of a todo.
    fn record_denied(&mut self, denied: &[DeniedChange], requested: &dyn Fn(&Todo) -> Requested) {
        let mut held = Vec::<HeldDecision>::new();
        for denied in denied.iter().filter(|denied| self.is_decision_of_person(denied)) {
            let (aspect, decided_at) = self.decision_behind(denied);
            let is_same =
                |known: &&mut HeldDecision| known.key == denied.key && known.aspect == aspect;
            if let Some(known) = held.iter_mut().rev().find(is_same) {
                known.asked.push(denied.aspect);
                continue;
            }
            let left = || self.provenance().tombstone(denied.key).map(|left| &left.todo);
            let Some(current) = find(self.list(), denied.key).or_else(left) else { continue };
            let (requested, behind) = requested(current);
            let (key, by, asked) = (denied.key, self.actor().clone(), vec![denied.aspect]);
            held.push(HeldDecision {
                key,
                aspect,
                by,
                times: 1,
                decided_at,
                asked,
                requested,
                behind,
            });
        }
        held.into_iter().for_each(|held| self.held.add(held));
    }

    /// Returns whether a change is denied because a person decided otherwise.
    fn is_decision_of_person(&self, denied: &DeniedChange) -> bool {
        match denied.reason {
            DenyReason::Since | DenyReason::Settled | DenyReason::Wrote | DenyReason::Gone => {
                denied.by.as_ref().is_some_and(|by| by.is_person())
            }
            // A todo that is marked as skipped instead of removed is skipped as asked.
            DenyReason::Wanted => {
                denied.is_requested
                    && find(self.list(), denied.key).is_some_and(|todo| {
                        let provenance = self.provenance().of(denied.key);
                        todo.is_approved() || provenance.is_some_and(|known| known.is_wanted(todo))
                    })
            }
            DenyReason::Waits | DenyReason::Owned | DenyReason::Open | DenyReason::Doing(_) => {
                false
            }
        }
    }

    /// Returns the decision that is the reason of a denial, as [`TodoStore::decisions`] names it,
    /// and when it was made.
    fn decision_behind(&self, denied: &DeniedChange) -> (Aspect, i64) {
        let is_later = |known: &Provenance| known.was_written_later(denied.because_of);
        let aspect = match self.provenance_of(denied.key).is_some_and(is_later) {
            true => denied.because_of,
            // The todo is as it was added, or off the list.
            false => Aspect::Presence,
        };
        (aspect, self.decided_at(denied.key, aspect))
    }

    /// Returns the revision at which an aspect of a todo was last written, or when a person removed
    /// the todo.
    fn decided_at(&self, key: Key, aspect: Aspect) -> i64 {
        match self.provenance_of(key) {
            Some(known) => known.last_write(aspect).revision.into(),
            None => self.provenance().tombstone(key).map_or(0, |left| left.at),
        }
    }

    /// Returns the provenance of a todo, unless a person removed it. What others took off the list
    /// comes back with its provenance.
    fn provenance_of(&self, key: Key) -> Option<&Provenance> {
        let left = || self.provenance().tombstone(key).filter(|left| !left.blocks_readding());
        self.provenance().of(key).or_else(|| left().map(|left| &left.provenance))
    }

    /// Returns whether a decision that held is still the latest one about its aspect.
    fn is_in_force(&self, held: &HeldDecision) -> bool {
        self.decided_at(held.key, held.aspect) == held.decided_at
    }

    /// Returns a decision of a person against which writes were denied since it was made.
    pub fn held(&self, key: Key, aspect: Aspect) -> Option<&Rc<HeldDecision>> {
        self.held.find(key, aspect).filter(|held| self.is_in_force(held))
    }

    /// Returns the decisions of people that held, the one that was asked about last at the end.
    pub(crate) fn held_decisions(&self) -> impl Iterator<Item = &Rc<HeldDecision>> {
        self.held.all.iter().filter(|held| self.is_in_force(held))
    }

    /// Returns the decisions that the latest write was denied, once.
    pub fn take_held(&mut self) -> Vec<Rc<HeldDecision>> {
        self.held.take_new()
    }

    /// Lets the agent: does what was last asked of a decision that held, as a person. A todo that
    /// the agent wanted to start is only started if none is in progress. A todo that it wanted back
    /// on the list comes back.
    ///
    /// # Errors
    /// `not_allowed` unless the author is a person; `unknown_id`; those of the list's limits.
    /// Denied if no write was denied this decision.
    pub fn let_agent(&mut self, todo: impl Into<Ref>, aspect: Aspect) -> Result<(), WriteError> {
        let key = self.key_of_decision(todo.into())?;
        let held = self.held(key, aspect).cloned().ok_or(WriteError::Denied)?;
        let mut draft = Draft::new(self);
        draft.carry_out(&held);
        self.commit_if_undenied(resolve_write(draft, WriteMode::default()), ChangeKind::Edit)?;
        self.held.forget(held.key, held.aspect);
        Ok(())
    }

    /// Keeps a decision that held, as a person: nobody asks them again, unless a write is denied it
    /// once more. Returns whether there was one.
    ///
    /// # Errors
    /// `not_allowed` unless the author is a person; `unknown_id`.
    pub fn keep_decision(
        &mut self,
        todo: impl Into<Ref>,
        aspect: Aspect,
    ) -> Result<(), WriteError> {
        let key = self.key_of_decision(todo.into())?;
        self.held(key, aspect).ok_or(WriteError::Denied)?;
        self.held.forget(key, aspect);
        Ok(())
    }

    /// Returns the todo of a decision, which may be off the list.
    fn key_of_decision(&self, todo: Ref) -> Result<Key, WriteError> {
        self.check_person("only a person lets the agent: call letAgent() of store.as(\"user\")")?;
        match todo {
            Ref::Key(key) if self.was_removed(key.into()) => Ok(key),
            Ref::Id(_) | Ref::Key(_) => {
                let todo = self.list().get(self.index_of(todo)?);
                todo.map(|todo| todo.key).ok_or(WriteError::Denied)
            }
        }
    }
}

impl Draft<'_> {
    /// Does what was asked of a decision that held.
    fn carry_out(&mut self, held: &HeldDecision) {
        let is_working = self.requested.iter().any(|todo| todo.is_at_work());
        let Some(requested) = held.requested.as_deref() else {
            if let Some(index) = index_of(&self.requested, held.key) {
                self.requested.remove(index);
            }
            return;
        };
        let mut asked = requested.clone();
        if asked.is_at_work() && is_working
            || asked.status() == Status::Todo && asked.waiting().is_none()
        {
            asked.state = State::default();
        }
        let Some(index) = index_of(&self.requested, held.key) else {
            let behind = held.behind.and_then(|key| index_of(&self.requested, key));
            let index = behind.map_or(0, |index| index + 1);
            self.requested.insert(index, Rc::new(asked));
            return;
        };
        for aspect in held.asked.iter().chain([&held.aspect]) {
            if held.asked.contains(aspect) {
                self.change(index, |todo| copy_aspect(*aspect, &todo.clone(), &asked, todo));
            }
            self.claim_authorship(index, *aspect);
        }
    }
}
