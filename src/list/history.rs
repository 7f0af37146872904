//! `History`: the list at each of the latest revisions.
//!
//! A snapshot is a list of shared todos. Todos that a revision did not change are shared with the
//! previous one.

use core::cell::OnceCell;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::list::author::{Actor, ChangeKind, RevisionInfo};
use crate::list::blockers;
use crate::list::indexed_list::is_same_list;
use crate::list::sites::Sites;
use crate::list::todo::Key;
use crate::list::tree::descendants_of;
use crate::text::content::Content;

pub use crate::list::indexed_list::List;

/// One revision of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Its number.
    pub revision: Revision,
    /// Who made it, when, and by which kind of operation.
    pub info: RevisionInfo,
    /// The list.
    pub todos: Rc<List>,
}

/// One revision as the history stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub info: RevisionInfo,
    /// The revision that this one takes back, if it is an undo or a redo.
    pub undo_of: Option<Revision>,
    /// Why a todo was skipped or sent back.
    pub reason: Option<Content>,
    whole: Rc<List>,
    /// The root of the branch that the history shows, and the list of that once it was asked for.
    branch: Option<(Key, OnceCell<Rc<List>>)>,
    /// The sites that are proposed and approved.
    pub sites: Sites,
}

impl Entry {
    fn new(list: Rc<List>, info: RevisionInfo) -> Self {
        let sites = Sites::default();
        Self { info, undo_of: None, reason: None, whole: list, branch: None, sites }
    }

    /// Returns the list.
    pub fn list(&self) -> &Rc<List> {
        match &self.branch {
            Some((root, list)) => list.get_or_init(|| Rc::new(descendants_of(&self.whole, *root))),
            None => &self.whole,
        }
    }
}

/// The number of a revision.
pub type Revision = u32;

/// The latest revisions, oldest first. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct History {
    /// The maximum number of revisions, 1 or more.
    max_entries: usize,
    /// The number of the first entry.
    first: Revision,
    entries: VecDeque<Entry>,
}

impl History {
    /// Creates a history that begins with a list. It keeps at most `max_entries` revisions, 1 or
    /// more.
    pub fn new(list: Rc<List>, revision: Revision, info: RevisionInfo, most: usize) -> Self {
        Self { max_entries: most, first: revision, entries: [Entry::new(list, info)].into() }
    }

    /// Sets the time of the first revision, if it is the only one and its time is unknown.
    pub fn begin_at(&mut self, at: i64) {
        if self.entries.len() == 1
            && let Some(entry) = self.entries.back_mut()
            && entry.info.at == 0
        {
            entry.info.at = at;
        }
    }

    /// Sets the sites of the latest revision, and why a todo was skipped or sent back there.
    pub fn set_reason_and_sites(&mut self, reason: Option<Content>, sites: Sites) {
        if let Some(entry) = self.entries.back_mut() {
            entry.reason = reason;
            entry.sites = sites;
        }
    }

    /// Returns the list at the latest revision.
    pub fn latest(&self) -> Rc<List> {
        self.entries.back().map(|entry| Rc::clone(entry.list())).unwrap_or_default()
    }

    /// Returns the latest revision.
    pub fn revision(&self) -> Revision {
        (self.first + (self.entries.len() as Revision)) - 1
    }

    /// Returns the number of revisions that have not been dropped.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the oldest revision that has not been dropped.
    pub fn oldest(&self) -> Revision {
        self.first
    }

    /// Returns a revision, or `None` if it has been dropped or does not exist.
    pub fn entry(&self, revision: Revision) -> Option<&Entry> {
        self.entries.get(usize::try_from(revision.checked_sub(self.first)?).ok()?)
    }

    /// Returns the list at a revision, or `None` if it has been dropped or does not exist.
    pub fn list_at(&self, revision: Revision) -> Option<&Rc<List>> {
        self.entry(revision).map(Entry::list)
    }

    /// Returns the revisions from `oldest` on with their numbers, oldest first.
    pub fn entries_from(&self, oldest: Revision) -> impl Iterator<Item = (Revision, &Entry)> {
        let skipped = oldest.saturating_sub(self.first);
        let numbers = (self.first + skipped)..;
        numbers.zip(self.entries.iter().skip(skipped as usize))
    }

    /// Returns all revisions with their numbers, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = (Revision, &Entry)> {
        self.entries_from(self.first)
    }

    /// Returns whether another history continues this one: it goes on from the latest revision, and
    /// each number that both have stands for the same list and sites.
    pub fn is_continued_by(&self, other: &Self) -> bool {
        let is_same = |(revision, entry): (Revision, &Entry)| {
            other.entry(revision).is_some_and(|known| {
                known.sites == entry.sites && is_same_list(known.list(), entry.list())
            })
        };
        (other.first..other.revision()).contains(&self.revision())
            && self.entries_from(other.first).all(is_same)
    }

    /// Renumbers all revisions so that the oldest one is above `number`. Returns by how much they
    /// were raised.
    pub fn raise_above(&mut self, number: Revision) -> Revision {
        let raise = (number + 1).saturating_sub(self.first);
        self.first += raise;
        for entry in &mut self.entries {
            entry.undo_of = entry.undo_of.map(|taken| taken + raise);
        }
        raise
    }

    /// Changes the key of a todo.
    pub fn rename(&mut self, key: Key, new: Key) {
        for entry in &mut self.entries {
            blockers::rename(Rc::<List>::make_mut(&mut entry.whole), &[(key, new)]);
        }
    }

    /// Returns whether it has the latest revision of another history, under any number.
    pub fn goes_on_from(&self, other: &Self) -> bool {
        let Some(latest) = other.entries.back() else { return false };
        let mut entries = self.entries.iter();
        entries.any(|entry| entry.info == latest.info && is_same_list(entry.list(), latest.list()))
    }

    /// Confines the list of each revision to the todos under one. A list is read when somebody asks
    /// for it, because a call needs few of them.
    pub fn confine(&mut self, root: Key) {
        for entry in &mut self.entries {
            entry.branch = Some((root, OnceCell::new()));
        }
    }

    /// Adds a revision.
    pub fn push(
        &mut self,
        (list, sites): (Rc<List>, Sites),
        info: RevisionInfo,
        takes_back: Option<Revision>,
        reason: Option<Content>,
    ) {
        let entry = Entry { undo_of: takes_back, reason, sites, ..Entry::new(list, info) };
        self.entries.push_back(entry);
        self.drop_oldest();
    }

    /// Sets the maximum number of revisions, 1 or more, and drops the oldest ones.
    pub fn show_at_most(&mut self, most: usize) {
        self.max_entries = most;
        self.drop_oldest();
    }

    fn drop_oldest(&mut self) {
        while self.entries.len() > self.max_entries {
            self.entries.pop_front();
            self.first += 1;
        }
        // The list before the oldest revision is unknown, so a checkpoint could not express what it
        // takes back.
        if let Some(oldest) = self.entries.front_mut() {
            oldest.undo_of = None;
        }
    }

    /// Returns the first of the `latest` most recent revisions that have not been dropped.
    pub fn oldest_of(&self, latest: usize) -> Revision {
        let before = Revision::try_from(latest.saturating_sub(1)).unwrap_or(Revision::MAX);
        self.oldest().max(self.revision().saturating_sub(before))
    }

    /// Returns who made the latest revision, when, and by which kind of operation.
    pub fn info(&self) -> RevisionInfo {
        self.entries.back().map(|entry| entry.info.clone()).unwrap_or_default()
    }

    /// Returns the sites that are proposed and approved at the latest revision.
    pub fn sites(&self) -> Sites {
        self.entries.back().map(|entry| entry.sites.clone()).unwrap_or_default()
    }

    /// Returns the information about the revisions after this one that have not been dropped,
    /// oldest first.
    pub fn infos_after(&self, revision: Revision) -> impl Iterator<Item = &RevisionInfo> {
        self.entries_from(revision + 1).map(|(_, entry)| &entry.info)
    }

    /// Returns the latest revision that this actor made, if it has not been dropped.
    pub fn latest_by(&self, actor: &Actor) -> Option<Revision> {
        let index = self.entries.iter().rposition(|entry| entry.info.by == *actor)?;
        Some(self.first + Revision::try_from(index).ok()?)
    }

    /// Returns the revision of the latest merge, or 0. Earlier revisions may differ between the
    /// contexts.
    pub fn merged_at(&self) -> Revision {
        let merged = self.entries().filter(|(_, entry)| entry.info.kind == ChangeKind::Merge);
        merged.last().map_or(0, |(revision, _)| revision)
    }
}

/// Returns the revisions that no later one takes back, latest first. `entries` are all from some
/// revision on, oldest first.
pub(crate) fn in_effect<'e>(entries: impl Iterator<Item = (Revision, &'e Entry)>) -> Vec<Revision> {
    let entries: Vec<_> = entries.collect();
    let mut taken_back = Vec::new();
    let mut in_effect = Vec::new();
    for (revision, entry) in entries.into_iter().rev() {
        if !taken_back.contains(&revision) {
            in_effect.push(revision);
            taken_back.extend(entry.undo_of);
        }
    }
    in_effect
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::list::author::Author;
    use crate::list::todo::{Id, Status, Todo};
    use crate::list::write::Commit;
    use crate::{Options, TodoStore};

    fn bounded(most: u32) -> TodoStore {
        let options = format!(r#"{{"maxSnapshots":{most}}}"#);
        let mut store = TodoStore::new(Options::from_json(&options).unwrap());
        store.add_multiple(&["a", "b"]).unwrap();
        store
    }

    #[test]
    fn a_bounded_history_has_as_many_revisions_as_snapshots() {
        for most in [1, 2, 7, 100] {
            let mut store = bounded(most);
            for _ in 0..200 {
                store.mark_doing(Id(1)).unwrap();
                store.abort();
                let history = store.history();
                assert_eq!(history.entries.len(), most.min(store.revision() + 1) as usize);
            }
            assert_eq!(store.snapshots().len(), most as usize);
        }
    }

    #[test]
    fn snapshots_share_what_did_not_change() {
        let mut store = bounded(10);
        store.complete(Id(1)).unwrap();
        // An equal list in another allocation.
        let same = store.list().iter().map(|todo| Rc::new(Todo::clone(todo))).collect();
        store.set_list(same, store.next_key(), Commit::default());
        store.acting_as(Author::User, |store| store.complete(Id(1))).unwrap();
        let snapshots = store.snapshots();
        let [.., before, done, decided] = &*snapshots else { panic!("{snapshots:?}") };
        assert!(Rc::ptr_eq(&before.todos[1], &done.todos[1]));
        assert!(!Rc::ptr_eq(&before.todos[0], &done.todos[0]));
        assert!(Rc::ptr_eq(&done.todos, &decided.todos));
        let mut renamed: List = store.list().clone();
        let all = renamed.iter_mut();
        all.for_each(|todo| *todo = Rc::new(todo.with_status(Status::Todo)));
        store.set_list(renamed, store.next_key(), Commit::default());
        assert!(Rc::ptr_eq(&store.list()[1], &done.todos[1]));
    }

    #[test]
    fn an_error_about_a_dropped_revision_names_the_range_of_the_history() {
        let mut store = bounded(2);
        store.complete(Id(1)).unwrap();
        store.complete(Id(2)).unwrap();
        let message =
            |result: Result<(), crate::TodoError>| String::from(result.unwrap_err().message());
        let restored = store.acting_as(Author::Host, |store| store.restore_revision(1));
        assert!(message(restored).ends_with("2 to 3"));
        assert_eq!(store.acting_as(Author::Host, TodoStore::undo), Ok(true));
        // What came before it was dropped.
        assert_eq!(store.acting_as(Author::Host, TodoStore::undo), Ok(false));
        assert_eq!(store.revision(), 4);
        let undone = store.acting_as(Author::Host, |store| store.undo_change(3));
        assert!(message(undone).ends_with("before revision 3"));
    }
}
