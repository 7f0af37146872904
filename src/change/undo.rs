//! Undo and redo, which take back one earlier change. What anybody has changed since stays.
//!
//! `base` is the list after that change, and `requested` is the list before it. The policy permits
//! each aspect that is still as that change left it.

use std::rc::Rc;

use crate::change::apply_delta::{copy_changes, insert_as_in};
use crate::change::draft::Draft;
use crate::change::resolution::{DoingLimit, Resolution, WriteMode};
use crate::change::resolve::resolve_write;
use crate::change::store_methods::not_allowed;
use crate::list::author::{Actor, Author, ChangeKind};
use crate::list::delta::Delta;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::{Entry, List, Revision, in_effect};
use crate::list::indexed_list::{find, find_mut, is_same_list};
use crate::list::limits::MAKE_ROOM;
use crate::list::provenance::LastWrite;
use crate::list::sites::Sites;
use crate::list::store::TodoStore;
use crate::list::todo::Todo;
use crate::list::write::Commit;
use crate::text::message::FormatArg::Number;

impl TodoStore {
    /// Takes back the latest change of the actor that is in effect, as a new revision. For a user
    /// that is the latest change of any person, or with a name of that person; for a host it is the
    /// latest change of anybody that is not an approval. Passes over changes of which nothing is
    /// left. Returns whether there was one.
    ///
    /// # Errors
    /// `too_many_todos` if there is no room for what comes back.
    pub fn undo(&mut self) -> Result<bool, TodoError> {
        let is_undoable =
            |store: &Self, revision| store.undo_depth(revision) == 0 && store.may_undo(revision);
        self.take_back_latest(&is_undoable)
    }

    /// Takes back the latest undo of the actor, unless they have changed anything since. Returns
    /// whether there was one.
    ///
    /// # Errors
    /// Those of [`TodoStore::undo`].
    pub fn redo(&mut self) -> Result<bool, TodoError> {
        let is_redo = |depth: usize| depth > 0 && depth.is_multiple_of(2);
        let mut latest = self.changes_in_effect().into_iter();
        let latest = latest
            .find(|revision| !is_redo(self.undo_depth(*revision)) && self.may_undo(*revision));
        self.take_back_latest(&|store, revision| {
            latest == Some(revision) && store.undo_depth(revision) > 0
        })
    }

    /// Takes back the change of one revision, as a new revision. A person or a host may name
    /// anybody's change, but a host no approval; others name their own.
    ///
    /// # Errors
    /// `unknown_revision` if there is no such revision, or none before it; `not_allowed`; `changed`
    /// if nothing of the change is left; `too_many_todos` if there is no room for what comes back.
    pub fn undo_change(&mut self, change: Revision) -> Result<(), TodoError> {
        if self.around(change).is_none() {
            return Err(match self.entry(change) {
                Some(_) => TodoError::new(
                    ErrorCode::UnknownRevision,
                    "nothing is known from before revision {}",
                    &[Number(change.into())],
                ),
                None => self.unknown_revision(change.into()),
            });
        }
        if !self.actor().is_person() && !self.may_undo(change) {
            return Err(not_allowed("undo"));
        }
        match self.without(change).filter(|_| self.is_in_effect(change)) {
            Some(undone) => self.commit_undone(change, undone),
            None => Err(TodoError::new(
                ErrorCode::Changed,
                "nothing is left of this change: what it did was changed since",
                &[],
            )),
        }
    }

    /// Takes back the latest change in effect that `selects` accepts and of which anything is left.
    fn take_back_latest(
        &mut self,
        selects: &dyn Fn(&Self, Revision) -> bool,
    ) -> Result<bool, TodoError> {
        for revision in self.changes_in_effect() {
            let is_selected = selects(self, revision);
            if let Some(undone) = is_selected.then(|| self.without(revision)).flatten() {
                return self.commit_undone(revision, undone).map(|()| true);
            }
        }
        Ok(false)
    }

    fn commit_undone(
        &mut self,
        revision: Revision,
        (resolution, sites): (Resolution, Sites),
    ) -> Result<(), TodoError> {
        self.check_room(&resolution.list, MAKE_ROOM)?;
        let (takes_back, sites) = (Some(revision), Some(sites));
        let commit = Commit { kind: ChangeKind::Undo, takes_back, sites, ..Commit::default() };
        self.set_list(resolution.list, resolution.next_key, commit);
        Ok(())
    }

    /// Returns whether the actor may take back the change of a revision. A merge is one revision of
    /// what several have done.
    fn may_undo(&self, revision: Revision) -> bool {
        let Some((before, after)) = self.around(revision) else { return false };
        match self.actor().author {
            Author::Host => !is_approval(before, after),
            Author::User | Author::Agent | Author::Model
                if after.info.kind == ChangeKind::Merge =>
            {
                !is_same_list(&self.list_before(revision, before, after), after.list())
            }
            Author::User | Author::Agent | Author::Model => self.is_by_actor(&after.info.by),
        }
    }

    /// Returns whether a change of `by` counts as the current actor's own. To a user, that is any
    /// person's change; to a user with a name, only that person's.
    fn is_by_actor(&self, by: &Actor) -> bool {
        let actor = self.actor();
        match actor.author {
            Author::User => by.is_person() && (actor.name.is_none() || actor.name == by.name),
            Author::Host => true,
            Author::Agent | Author::Model => by == actor,
        }
    }

    /// Returns how many changes in a row each take back the one before, up to a revision: 0 for a
    /// change that takes nothing back, an odd number for an undo, and an even one for a redo.
    fn undo_depth(&self, revision: Revision) -> usize {
        let earlier = |revision: &Revision| self.entry(*revision)?.undo_of;
        core::iter::successors(earlier(&revision), earlier).count()
    }

    /// Returns the changes of the history that are in effect, latest first. The oldest revision is
    /// not among them, because the list before it is unknown.
    fn changes_in_effect(&self) -> Vec<Revision> {
        in_effect(self.history().entries_from(self.history().oldest() + 1))
    }

    /// Returns whether no later change takes back the change of a revision.
    fn is_in_effect(&self, change: Revision) -> bool {
        let change_and_later = self.entry(change).map(|entry| (change, entry)).into_iter();
        in_effect(change_and_later.chain(self.entries_since(change))).contains(&change)
    }

    /// Returns today's list and sites without the change of a revision, or `None` if nothing of it
    /// is left.
    fn without(&self, revision: Revision) -> Option<(Resolution, Sites)> {
        let (before, after) = self.around(revision)?;
        let mut draft = Draft::new(self);
        draft.base = Rc::clone(after.list());
        draft.requested = self.list_before(revision, before, after);
        let doing_limit = DoingLimit::Start;
        let mode = WriteMode { undoes: true, doing_limit, ..WriteMode::default() };
        let resolution = resolve_write(draft, mode);
        let sites = self.sites_without(before, after);
        let is_left = !is_same_list(&resolution.list, self.list()) || sites != *self.sites();
        is_left.then_some((resolution, sites))
    }

    /// Returns the list before a revision. Of a merge, only the actor's own changes are left out.
    fn list_before(&self, revision: Revision, before: &Entry, after: &Entry) -> List {
        if after.info.kind != ChangeKind::Merge || self.actor().author == Author::Host {
            return List::clone(before.list());
        }
        let is_own = |last_write: &LastWrite| {
            last_write.revision == revision && self.is_by_actor(&last_write.by)
        };
        let delta = Delta::between(before.list(), after.list());
        let mut list = List::clone(after.list());
        list.retain(|todo| {
            let is_added = delta.added.iter().any(|added| added.key == todo.key);
            !(is_added
                && self
                    .provenance()
                    .of(todo.key)
                    .is_some_and(|provenance| is_own(&provenance.creation)))
        });
        for (base, current) in &delta.changed {
            let Some(provenance) = self.provenance().of(current.key) else { continue };
            if let Some(slot) = find_mut(&mut list, current.key) {
                copy_changes(current, base, slot, |aspect| is_own(provenance.last_write(aspect)));
            }
        }
        for todo in before.list().iter() {
            let tombstone = self
                .provenance()
                .tombstone(todo.key)
                .filter(|tombstone| self.is_by_actor(&tombstone.by));
            if tombstone.is_some() && find(after.list(), todo.key).is_none() {
                insert_as_in(&mut list, before.list(), todo.key);
            }
        }
        list
    }

    /// Returns today's sites without the change of a revision. What was changed since stays. Only a
    /// person ends an approval of sites, or brings one back.
    fn sites_without(&self, before: &Entry, after: &Entry) -> Sites {
        let mut sites = self.sites().clone();
        if after.sites.proposed == sites.proposed {
            sites.proposed.clone_from(&before.sites.proposed);
        }
        if self.actor().is_person() && after.sites.approved == sites.approved {
            sites.approved.clone_from(&before.sites.approved);
        }
        sites
    }
}

/// Returns whether a revision gave an approval.
fn is_approval(before: &Entry, after: &Entry) -> bool {
    let is_approved_here = |todo: &Rc<Todo>| {
        todo.is_approved() && find(before.list(), todo.key).is_some_and(|base| !base.is_approved())
    };
    after.sites.approved.is_some() && after.sites.approved != before.sites.approved
        || after.list().iter().any(is_approved_here)
}
