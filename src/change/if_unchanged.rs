//! Checks that what a person was shown is still so: whether their answer counts, and where a todo
//! goes that they move.

use std::rc::Rc;

use crate::change::draft::no_position;
use crate::change::order::is_moved;
use crate::list::author::Actor;
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError, WriteError};
use crate::list::history::{List, Revision};
use crate::list::indexed_list::{find, index_of};
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Ref, TextField, Todo};

impl TodoStore {
    /// Returns the list that a person was shown at a revision.
    ///
    /// # Errors
    /// `changed` if the history does not have the revision: it was dropped, or the list of an owner
    /// that was killed before it was stored.
    pub(crate) fn shown_at(&self, revision: i64) -> Result<Rc<List>, TodoError> {
        let known = Revision::try_from(revision).ok();
        let shown = known.and_then(|known| self.history().list_at(known));
        shown.cloned().ok_or_else(changed)
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
        let Some(entry) = self.history().entry(revision) else { return false };
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
        let is_asked = base.is_on_hold() || current.is_on_hold();
        let is_same =
            |before: &List, after: &List| match (find(before, base.key), find(after, base.key)) {
                (Some(before), Some(after)) => is_same_to_a_person(before, after, is_asked),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
        base.key == current.key && self.only_people_changed(shown, revision, &is_same)
    }

    /// Returns whether an approval that was given since a revision has ended again. The question
    /// that it answered is not answered twice.
    fn has_approval_ended(&self, revision: Revision) -> bool {
        let mut had = false;
        self.history().entries_from(revision + 1).any(|(_, entry)| {
            let has = entry.sites.approved.is_some();
            core::mem::replace(&mut had, has) && !has
        })
    }

    /// Returns whether each revision after the shown one that is not the same as the one before it
    /// is a person's.
    fn only_people_changed(
        &self,
        shown: &List,
        revision: Revision,
        is_same: &dyn Fn(&List, &List) -> bool,
    ) -> bool {
        let mut before = shown;
        self.history().entries_from(revision + 1).all(|(_, entry)| {
            let is_same = is_same(before, entry.list());
            before = entry.list();
            is_same || entry.info.by.is_person()
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
        let shown = self.history().list_at(revision).ok_or_else(changed)?;
        let moved = todo_in(shown, todo).ok_or_else(changed)?.key;
        if !self.only_people_changed(shown, revision, &|before, after| !is_moved(before, after)) {
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
        let shown = self.history().list_at(revision).ok_or_else(changed)?;
        match self.only_people_changed(shown, revision, &|_, _| false) {
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

/// Returns whether a todo has the same texts, as a person reads it.
pub(crate) fn has_same_texts(base: &Todo, current: &Todo) -> bool {
    [TextField::Content, TextField::ActiveForm, TextField::Description]
        .iter()
        .all(|field| !Aspect::Text(*field).differs(base, current))
}

/// Returns whether a question to a person about a todo reads the same for two forms of it. If
/// `is_asked`, its state counts too, because the claim or the question is part of it.
fn is_same_to_a_person(base: &Todo, current: &Todo, is_asked: bool) -> bool {
    let is_as_settled = base.status().is_settled() == current.status().is_settled();
    has_same_texts(base, current)
        && is_as_settled
        && !(is_asked && Aspect::State.differs(base, current))
}
