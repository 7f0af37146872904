//! Replacing the list of a store. Every replacement is recorded: who changed what, in which
//! revision.

use std::rc::Rc;

use crate::list::author::{ChangeKind, RevisionInfo};
use crate::list::blockers;
use crate::list::check::find_fault;
use crate::list::delta::{Aspect, Delta};
use crate::list::history::{History, List, Revision};
use crate::list::indexed_list::{find, find_near};
use crate::list::past::Past;
use crate::list::provenance::{LastWrite, RemovalKind, Tombstone};
use crate::list::provenance_table::ProvenanceTable;
use crate::list::sites::Sites;
use crate::list::store::TodoStore;
use crate::list::times::Times;
use crate::list::todo::{Key, StateKind, Todo};
use crate::text::content::Content;

/// The details of a change, in addition to the new list.
pub(crate) struct Commit<'a> {
    pub kind: ChangeKind,
    /// The revision that the change takes back, if it is an undo or a redo.
    pub takes_back: Option<Revision>,
    /// How each todo that left was removed.
    pub removal_kind: &'a dyn Fn(Key) -> RemovalKind,
    /// The todo that was moved, if only one was. If it changed places with its neighbour, the
    /// lists alone do not show which of the two was moved.
    pub moved: Option<Key>,
    /// Why a todo was skipped.
    pub reason: Option<Content>,
    /// The aspects that a person decided, even if their values did not change.
    pub decided: &'a [(Key, Aspect)],
    /// The sites that are proposed and approved from now on, if they change.
    pub sites: Option<Sites>,
}

impl Default for Commit<'_> {
    fn default() -> Self {
        Self {
            kind: ChangeKind::Edit,
            takes_back: None,
            removal_kind: &|_| RemovalKind::Removed,
            moved: None,
            reason: None,
            decided: &[],
            sites: None,
        }
    }
}

impl TodoStore {
    /// Replaces the list, and makes a revision if it differs from the latest one, or if a person
    /// confirmed an existing value. All changes are recorded as the actor's.
    pub(crate) fn set_list(&mut self, mut list: List, next_key: u32, commit: Commit<'_>) {
        let before = Rc::clone(&self.list);
        let at = (self.clock.0)();
        let revision = self.revision() + 1;
        let last_write = LastWrite { by: self.actor.clone(), revision };
        let delta = Delta::between(&before, &list);
        let (is_changed, has_copies) = (!delta.is_empty(), delta.has_copies);
        self.record_provenance(&delta, &commit, &last_write, at);
        self.times.record(&delta, &list, at);
        self.sign_new_owners(&delta, at);
        let reason = commit.reason.or_else(|| return_reason(&delta, commit.kind));
        if has_copies {
            share(&before, &mut list);
        }
        if is_changed {
            self.list = list.into();
        }
        self.next_key = next_key;
        let is_decided = self.record_explicit_decisions(commit.decided, &last_write);
        self.provenance.forget_oldest();
        let sites = commit.sites.filter(|sites| *sites != self.sites);
        if is_changed || is_decided || sites.is_some() {
            let info = RevisionInfo { by: last_write.by, at, kind: commit.kind };
            if let Some(sites) = sites {
                self.sites = sites;
            }
            let state = (self.list.clone(), self.sites.clone());
            self.history.push(state, info, commit.takes_back, reason);
        }
        self.check();
    }

    /// Records which todos off the list a whole list of a model left out.
    pub(crate) fn record_left_out(&mut self, requested: &List) {
        self.provenance.leave_out(&|key| find(requested, key).is_some());
    }

    /// Checks in tests and debug builds that the store can be written and read back.
    fn check(&self) {
        debug_assert_eq!(find_fault(&self.list), None);
        let is_known = |todo: &Rc<Todo>| todo.key.0 < self.next_key;
        debug_assert!(self.list.iter().all(is_known), "a key is not below the next one");
        let has_left = |tombstone: &Tombstone| find(&self.list, tombstone.todo.key).is_none();
        debug_assert!(self.provenance.tombstones().all(has_left), "what left is on the list");
    }

    /// Replaces the list with a merged one, together with its sites, provenance and times.
    /// Everything written after the revision `since` counts as written in the new one.
    pub(crate) fn set_merged(
        &mut self,
        (list, sites): (List, Sites),
        next_key: u32,
        (provenance, since): (ProvenanceTable, Revision),
        times: &Times,
    ) {
        self.times.merge(times, &list);
        let is_decided = self.provenance != provenance;
        let before = self.revision();
        let commit = Commit { kind: ChangeKind::Merge, sites: Some(sites), ..Commit::default() };
        self.set_list(list, next_key, commit);
        self.provenance = provenance;
        if is_decided && self.revision() == before {
            let info = RevisionInfo {
                by: self.actor.clone(),
                at: (self.clock.0)(),
                kind: ChangeKind::Merge,
            };
            self.history.push((self.list.clone(), self.sites.clone()), info, None, None);
        }
        let merged = self.revision();
        if merged > before {
            self.provenance.date_merge(since, merged);
        }
        self.check();
    }

    /// Starts over with an empty list. Revisions and keys continue.
    pub(crate) fn clear_all(&mut self) {
        let revision = self.revision() + 1;
        let by = self.actor.author.into();
        let info = RevisionInfo { by, at: (self.clock.0)(), kind: ChangeKind::Edit };
        let list = Rc::<List>::default();
        let history = History::new(list.clone(), revision, info, self.options.max_snapshots());
        let fresh = Self::from_parts(self.options, self.next_key, history, list);
        let (actor, clock, origins) = (self.actor.clone(), self.clock, self.origins);
        *self = Self { own_since: revision, forgotten: revision, actor, clock, origins, ..fresh };
    }

    /// Ends the effect of a person's decisions about the todos that left, because the list starts
    /// over. If nothing else has changed since the revision `before`, that alone makes a revision.
    pub(crate) fn release_removed(&mut self, before: Revision, kind: ChangeKind) {
        if self.provenance.release_removed() && self.revision() == before {
            let info = RevisionInfo { by: self.actor.clone(), at: (self.clock.0)(), kind };
            self.history.push((self.list.clone(), self.sites.clone()), info, None, None);
        }
    }

    /// Returns this store with the options of another one, except that the larger limits are kept.
    /// Its next key is one that neither store has used.
    pub(crate) fn with_options_of(mut self, other: &Self) -> Self {
        self.options = other.options.with_limits_of(&self.options);
        self.history.show_at_most(self.options.max_snapshots());
        self.next_key = self.next_key.max(other.next_key);
        self
    }

    /// Replaces this store's content with that of `other`, as one more change. The revision becomes
    /// higher than before. Revisions that do not continue those of this store get numbers that
    /// neither store has used, so that a number never comes to mean another list.
    /// If `goes_on`, the numbers of this store keep naming their lists.
    pub(crate) fn replace_with(&mut self, mut other: Self, goes_on: bool) {
        let is_continued = self.history.is_continued_by(&other.history);
        // Nobody can hold a number of a store that was never written.
        let is_new = self.revision() == 0 && self.list.is_empty() && other.revision() > 0;
        if !is_continued && !is_new && other.history.oldest() <= self.revision() {
            let raise = other.history.raise_above(self.revision().max(other.revision()));
            other.provenance.raise_revisions(raise);
        }
        other.past = Past::default();
        if goes_on || is_continued {
            other.past = core::mem::take(&mut self.past);
        }
        if goes_on && !is_continued {
            other.past.add(self.history.clone(), self.own_since);
        }
        other.own_since = if is_continued { self.revision() } else { other.revision() };
        other.forgotten = self.forgotten;
        other.actor = self.actor.clone();
        other.clock = self.clock;
        other.origins = self.origins;
        other.held = core::mem::take(&mut self.held);
        *self = other;
        self.check();
    }

    /// Records all writes as made in the latest revision.
    pub(crate) fn date_merged_decisions(&mut self) {
        self.provenance.date_merge(0, self.history.revision());
    }

    /// Changes the key of a todo, and returns the new one. The history keeps the old one.
    pub(crate) fn rename(&mut self, key: Key) -> Key {
        let new = Key(self.next_key);
        self.next_key += 1;
        blockers::rename(Rc::<List>::make_mut(&mut self.list), &[(key, new)]);
        self.provenance.rename(key, new);
        self.times.rename(key, new);
        new
    }

    /// Changes the key of a todo in the history.
    pub(crate) fn rename_in_history(&mut self, key: Key, new: Key) {
        self.history.rename(key, new);
        self.past.rename(key, new);
    }

    /// Records every change as a write of the actor.
    fn record_provenance(
        &mut self,
        delta: &Delta<'_>,
        commit: &Commit<'_>,
        last_write: &LastWrite,
        at: i64,
    ) {
        for todo in &delta.removed {
            self.provenance.remove(todo, &self.actor, (commit.removal_kind)(todo.key), at);
        }
        self.provenance.reserve(delta.added.len());
        for todo in &delta.added {
            self.provenance.add(todo, last_write, commit.kind.is_restoring());
        }
        for (before, after) in &delta.changed {
            self.provenance.record_changes(before, after, last_write);
        }
        let only_moved = commit.moved.filter(|_| !delta.moved.is_empty());
        for key in only_moved.as_ref().map_or(&*delta.moved, core::slice::from_ref) {
            self.provenance.record_write(*key, Aspect::Place, last_write);
        }
    }

    /// Lets the lease of who just got a todo begin now.
    fn sign_new_owners(&mut self, delta: &Delta<'_>, at: i64) {
        if self.options.lease() == 0 {
            return;
        }
        let changed = delta.changed.iter().filter(|(before, after)| {
            after.state.owner().is_some() && before.state.owner() != after.state.owner()
        });
        for todo in delta.added.iter().chain(changed.map(|(_, after)| after)) {
            if let Some(owner) = todo.state.owner() {
                self.times.sign(owner, at);
            }
        }
    }

    /// Records decisions that did not change a value. Returns whether any of these aspects was last
    /// written by somebody else.
    fn record_explicit_decisions(
        &mut self,
        aspects: &[(Key, Aspect)],
        last_write: &LastWrite,
    ) -> bool {
        let mut is_decided = false;
        for (key, aspect) in aspects {
            if self.provenance.of(*key).is_some()
                && self.provenance.by(*key, *aspect) != Some(&last_write.by)
            {
                is_decided |= self.provenance.record_write(*key, *aspect, last_write);
            }
        }
        is_decided
    }
}

/// Reuses the allocations of `before` for the todos that did not change.
pub(super) fn share(before: &List, now: &mut [Rc<Todo>]) {
    for (index, todo) in now.iter_mut().enumerate() {
        let before = find_near(before, index, todo.key);
        if let Some(before) = before.filter(|before| before.is_same(todo)) {
            todo.clone_from(before);
        }
    }
}

/// Returns why a todo was sent back, if the write sent one back and gave a reason.
fn return_reason(delta: &Delta<'_>, kind: ChangeKind) -> Option<Content> {
    let reason = |(before, after): &(&Rc<Todo>, &Rc<Todo>)| {
        let is_sent_back = after.state.kind == StateKind::Todo && before.state != after.state;
        after.state.reason().filter(|_| is_sent_back).cloned()
    };
    let is_write = matches!(kind, ChangeKind::Edit | ChangeKind::Skip);
    delta.changed.iter().find_map(reason).filter(|_| is_write)
}
