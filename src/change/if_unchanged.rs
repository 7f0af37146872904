//! Checks that what a person was shown is still so: whether their answer counts, and where a todo
//! goes that they move.

use std::rc::Rc;

use crate::change::draft::no_position;
use crate::list::author::{Actor, Author};
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError, WriteError};
use crate::list::history::{List, Revision};
use crate::list::indexed_list::{find, index_of};
use crate::list::options::MAX_REASON;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Ref, TextField, Todo};
use crate::text::excerpt::truncate_line;

impl TodoStore {
    /// Returns the list that a person was shown at a revision.
    ///
    /// # Errors
    /// `changed` if the history does not have the revision: it was dropped, or the list of an owner
    /// that was killed before it was stored.
    pub(crate) fn shown_at(&self, revision: i64) -> Result<Rc<List>, TodoError> {
        let known = Revision::try_from(revision).ok();
        let shown = known.and_then(|known| self.entry(known));
        shown.map(|entry| entry.list().clone()).ok_or_else(changed)
    }

    /// Refuses an approval if anybody but a person changed the open todos since they were shown.
    /// `concerns` selects the todos that are approved.
    ///
    /// # Errors
    /// `changed`.
    pub(crate) fn check_shown(
        &self,
        shown: &List,
        concerns: impl Fn(&Todo) -> bool,
    ) -> Result<(), TodoError> {
        let open_and_concerned = |todo: &Todo| !todo.status().is_settled() && concerns(todo);
        let decided_by_person =
            |key: Key, aspect| self.provenance().by(key, aspect).is_some_and(Actor::is_person);
        let shown_or_by_person = |current: &Rc<Todo>| {
            let Some(base) = find(shown, current.key) else {
                let has_text = |field: &TextField| {
                    current.text(*field).is_none()
                        || decided_by_person(current.key, Aspect::Text(*field))
                };
                return decided_by_person(current.key, Aspect::Presence)
                    && TextField::APPROVED.iter().all(has_text);
            };
            let mut texts = TextField::APPROVED.iter().map(|field| Aspect::Text(*field));
            texts.all(|text| !text.differs(base, current) || decided_by_person(current.key, text))
                && (open_and_concerned(base) || decided_by_person(current.key, Aspect::State))
        };
        let still_open_or_by_person = |base: &Rc<Todo>| match find(self.list(), base.key) {
            Some(current) => {
                open_and_concerned(current) || decided_by_person(base.key, Aspect::State)
            }
            None => decided_by_person(base.key, Aspect::Presence),
        };
        let mut open_now = self.list().iter().filter(|todo| open_and_concerned(todo));
        let mut open_then = shown.iter().filter(|todo| open_and_concerned(todo));
        if open_now.all(shown_or_by_person) && open_then.all(still_open_or_by_person) {
            return Ok(());
        }
        Err(changed())
    }

    /// Returns whether an answer about the list of a revision still counts, because nobody but a
    /// person has changed its subject since. Without a todo, the subject is the set of open
    /// todos, their texts and the proposed sites. With a todo, it is its texts, whether it is
    /// settled, and its claim or question, if it had or has one.
    pub fn is_as_shown(&self, revision: Revision, todo: Option<Ref>) -> bool {
        let Some(entry) = self.entry(revision) else { return false };
        let (shown, sites) = (entry.list(), &entry.sites);
        let Some(todo) = todo else {
            let are_same_sites = sites.proposed == self.sites().proposed;
            return are_same_sites
                && !self.has_approval_ended(revision)
                && self.check_shown(shown, |_| true).is_ok();
        };
        let (Some(base), Some(current)) = (todo_in(shown, todo), todo_in(self.list(), todo)) else {
            return false;
        };
        base.key == current.key && self.is_unchanged(base.key, revision, &Author::User.into())
    }

    /// Returns whether a todo of the list is as an actor was shown it at a revision: its texts,
    /// whether it is settled, and its claim or question, if it had or has one. What the actor
    /// decided since does not count. To a person, every person's decision is their own; to a model
    /// or an agent, so is a text of any other model or agent.
    pub(super) fn is_unchanged(&self, key: Key, since: Revision, actor: &Actor) -> bool {
        let Some(current) = find(self.list(), key) else { return false };
        let is_of_actor = |aspect| {
            self.provenance().by(key, aspect).is_some_and(|by| {
                let is_text = aspect != Aspect::State;
                by == actor
                    || by.is_person() && actor.is_person()
                    || is_text && by.author.is_restricted() && actor.author.is_restricted()
            })
        };
        let Some(entry) = self.entry(since) else {
            // The history no longer has the todo as it was, so its stamps decide.
            return self.is_own(since)
                && SHOWN.into_iter().all(|it| is_of_actor(it) || !self.is_later(it, key, since));
        };
        let Some(base) = find(entry.list(), key) else { return false };
        let is_on_hold = base.is_on_hold() || current.is_on_hold();
        let was_put_back = actor.author.is_restricted()
            && base.state.is_at_work()
            && current.status().is_pending();
        let is_as_it_was = |aspect| {
            if aspect == Aspect::State && !is_on_hold {
                return base.status().is_settled() == current.status().is_settled()
                    && !was_put_back;
            }
            !self.was_written(aspect, base, since)
        };
        SHOWN.into_iter().all(|aspect| is_of_actor(aspect) || is_as_it_was(aspect))
    }

    /// Completes a claimed todo as the host, or sends it back with a reason, unless it is no longer
    /// claimed as it was at a revision. A reason that is too long is cut, with an ellipsis.
    pub fn settle_claim(&mut self, key: Key, since: Revision, reason: Option<&str>) {
        if !self.is_same_claim(key, since) {
            return;
        }
        // The policy denies nothing to a host, and the todo is on the list.
        let _ = self.acting_as(Author::Host, |store| match reason {
            None => store.complete(key),
            Some(reason) => {
                let reason = truncate_line(reason, MAX_REASON.saturating_sub(1));
                store.reopen(key, &reason).map(drop)
            }
        });
    }

    /// Returns whether a todo is still claimed as it was at a revision: nobody has changed its
    /// text, its description or the claim since.
    fn is_same_claim(&self, key: Key, since: Revision) -> bool {
        let shown = self.entry(since).and_then(|entry| find(entry.list(), key));
        let aspects =
            [Aspect::State, Aspect::Text(TextField::Content), Aspect::Text(TextField::Description)];
        shown.is_some_and(|base| {
            base.is_claimed() && !aspects.into_iter().any(|it| self.was_written(it, base, since))
        })
    }

    /// Returns whether somebody has written an aspect of a todo since a revision, at which it was
    /// `base`. A merge gives all that it takes over another revision, so after it only the values
    /// count.
    fn was_written(&self, aspect: Aspect, base: &Todo, since: Revision) -> bool {
        let Some(current) = find(self.list(), base.key) else { return true };
        let is_dated = self.history().entry(since).is_some();
        aspect.differs(base, current) || is_dated && self.is_later(aspect, base.key, since)
    }

    /// Returns whether the last write of an aspect of a todo is later than a revision.
    fn is_later(&self, aspect: Aspect, key: Key, since: Revision) -> bool {
        let provenance = self.provenance().of(key);
        provenance.is_some_and(|provenance| provenance.last_write(aspect).revision > since)
    }

    /// Returns whether an approval that was given since a revision has ended again. The question
    /// that it answered is not answered twice.
    fn has_approval_ended(&self, revision: Revision) -> bool {
        let mut had = false;
        self.entries_since(revision).any(|(_, entry)| {
            let has = entry.sites.approved.is_some();
            core::mem::replace(&mut had, has) && !has
        })
    }

    /// Like [`TodoStore::move_to`], with a position of the list that a person was shown at a
    /// revision, if there is one: the todo goes behind the one that was there.
    ///
    /// # Errors
    /// `changed` if anybody but a person has moved a todo since; those of [`TodoStore::move_to`].
    pub fn move_as_shown(
        &mut self,
        todo: Ref,
        position: i64,
        revision: Option<Revision>,
    ) -> Result<(), WriteError> {
        let Some(revision) = revision else { return self.move_to(todo, position) };
        let shown = self.shown_at(revision.into())?;
        let moved = todo_in(&shown, todo).ok_or_else(changed)?.key;
        let moved_by_person = |key: &Key| self.provenance().is_by_person(*key, Aspect::Place);
        if !self.moved_since(&shown).iter().all(moved_by_person) {
            return Err(changed().into());
        }
        let before = usize::try_from(position).ok().and_then(|count| shown.get(..count));
        let before = before.ok_or_else(|| no_position(position, shown.len()))?;
        let after = before.iter().rev().find_map(|todo| index_of(self.list(), todo.key));
        let position = after.map_or(0, |index| Id::at(index).0);
        self.move_to(moved, position)
    }

    /// Like [`TodoStore::restore_revision`], after a revision that a person was shown, if there is
    /// one.
    ///
    /// # Errors
    /// `changed` if anybody but a person has changed the list since; those of
    /// [`TodoStore::restore_revision`].
    pub fn restore_as_shown(
        &mut self,
        restored: i64,
        revision: Option<Revision>,
    ) -> Result<(), TodoError> {
        self.check_may("restoreRevision")?;
        self.check_only_people_wrote(revision)?;
        self.restore_revision(restored)
    }

    /// Refuses to go back if anybody but a person has changed the list since a revision. Without a
    /// revision, nothing is refused.
    ///
    /// # Errors
    /// `changed`.
    fn check_only_people_wrote(&self, revision: Option<Revision>) -> Result<(), TodoError> {
        let Some(revision) = revision else { return Ok(()) };
        let mut since = self.history().entries_from(revision + 1);
        // A merge is one revision of what several have done.
        let is_known = self.history().entry(revision).is_some();
        match is_known && since.all(|(_, entry)| entry.info.by.is_person()) {
            true => Ok(()),
            false => Err(changed()),
        }
    }
}

#[cold]
pub(super) fn changed() -> TodoError {
    TodoError::new(
        ErrorCode::Changed,
        "the list has changed since it was shown: look at it, and decide again",
        &[],
    )
}

/// Returns the todo of a list with a position or a key.
fn todo_in(list: &List, todo: Ref) -> Option<&Rc<Todo>> {
    match todo {
        Ref::Id(id) => list.get(id.index()),
        Ref::Key(key) => find(list, key),
    }
}

/// The aspects of a todo that a question to a person shows.
pub(crate) const SHOWN: [Aspect; 4] = [
    Aspect::State,
    Aspect::Text(TextField::Content),
    Aspect::Text(TextField::ActiveForm),
    Aspect::Text(TextField::Description),
];
