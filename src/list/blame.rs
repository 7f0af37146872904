//! `Blame`: who changed what of a list since a revision.

use alloc::vec::Vec;

use crate::list::author::{Author, Cause, Stamp};
use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Key, Todo, find};
use crate::text::content::Content;

/// What may change of a todo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aspect {
    /// Whether it is on the list.
    Presence,
    Status,
    Text(Field),
    /// Which todos it waits on.
    Blockers,
    /// Where it stands among the others.
    Place,
}

/// The latest change of each aspect of each todo since a revision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blame {
    changes: Vec<(Key, Aspect, Author)>,
    /// The changes that brought about a list as a whole.
    wholes: Vec<Stamp>,
    /// The todos that left as they were given up, and why.
    skipped: Vec<(Key, Option<Content>)>,
}

impl Blame {
    /// Reads the history since a revision, and says whether it reaches back so far and was this store's all
    /// along. Where not, it is all of the history that there is.
    pub fn since(store: &TodoStore, revision: Option<Revision>) -> (Self, bool) {
        let known = revision.and_then(|revision| Some((revision, store.list_at(revision)?)));
        let reaches = known.is_some();
        let oldest = store.history().oldest();
        let (first, mut before) = known.unwrap_or_else(|| (oldest, List::new()));
        let mut blame = Self::default();
        store.history().visit_from(first, store.list(), &mut |now, _, list| {
            if now > first {
                let history = store.history();
                blame.add(&before, list, history.stamp_of(now), history.reason_of(now));
            }
            before.clone_from(list);
            false
        });
        (blame, reaches)
    }

    /// Who changed an aspect of a todo last; none when nobody did.
    pub fn of(&self, key: Key, aspect: Aspect) -> Option<Author> {
        let is_it =
            |(changed, what, _): &&(Key, Aspect, Author)| *changed == key && *what == aspect;
        self.changes.iter().find(is_it).map(|(.., by)| *by)
    }

    /// Who changed a todo last in any way; none when nobody did.
    pub fn of_any(&self, key: Key) -> Option<Author> {
        self.changes.iter().rfind(|(changed, ..)| *changed == key).map(|(.., by)| *by)
    }

    /// Whether a todo left as it was given up, and why.
    pub fn skip_of(&self, key: Key) -> Option<Option<&Content>> {
        let is_it = |(skipped, _): &&(Key, Option<Content>)| *skipped == key;
        self.skipped.iter().find(is_it).map(|(_, reason)| reason.as_ref())
    }

    /// The undos, restores and new tasks among the changes, oldest first.
    pub fn wholes(&self) -> &[Stamp] {
        &self.wholes
    }

    fn add(&mut self, before: &List, now: &List, stamp: &Stamp, reason: Option<&Content>) {
        match stamp.cause {
            Cause::Edit | Cause::Skip => {}
            Cause::Undo | Cause::Restore | Cause::NewTask => self.wholes.push(stamp.clone()),
        }
        // Nearly every change leaves most todos where they stand.
        let is_as_before = |(was, todo): &(&Todo, &Todo)| was.is_same(todo);
        let skipped = before.iter().zip(now).take_while(is_as_before).count();
        let (before, now) = (before.get(skipped..), now.get(skipped..));
        let (before, now) = (before.unwrap_or_default(), now.unwrap_or_default());
        for todo in now {
            match find(before, todo.key) {
                None => self.set_all(todo.key, stamp.by.author),
                Some(was) => {
                    if was.status != todo.status {
                        self.set(todo.key, Aspect::Status, stamp.by.author);
                    }
                    if was.blocked_by() != todo.blocked_by() {
                        self.set(todo.key, Aspect::Blockers, stamp.by.author);
                    }
                    for field in Field::ALL {
                        if was.text(field) != todo.text(field) {
                            self.set(todo.key, Aspect::Text(field), stamp.by.author);
                        }
                    }
                }
            }
        }
        for todo in before {
            if find(now, todo.key).is_none() {
                self.set(todo.key, Aspect::Presence, stamp.by.author);
                self.skipped.retain(|(skipped, _)| *skipped != todo.key);
                if stamp.cause == Cause::Skip {
                    self.skipped.push((todo.key, reason.cloned()));
                }
            }
        }
        for key in moved(before, now) {
            self.set(key, Aspect::Place, stamp.by.author);
        }
    }

    /// The author who adds a todo, or brings it back, answers for every aspect of it.
    fn set_all(&mut self, key: Key, by: Author) {
        self.set(key, Aspect::Presence, by);
        for (changed, what, known) in &mut self.changes {
            if *changed == key && *what != Aspect::Place {
                *known = by;
            }
        }
    }

    fn set(&mut self, key: Key, aspect: Aspect, by: Author) {
        let known =
            self.changes.iter_mut().find(|(changed, what, _)| *changed == key && *what == aspect);
        match known {
            Some((.., known)) => *known = by,
            None => self.changes.push((key, aspect, by)),
        }
    }
}

/// The todos that stand elsewhere among those that both lists have: one where that is enough to explain the
/// order.
pub(crate) fn moved(before: &[Todo], now: &[Todo]) -> Vec<Key> {
    let common = |list: &[Todo], other: &[Todo]| -> Vec<Key> {
        let keys = list.iter().map(|todo| todo.key);
        keys.filter(|key| find(other, *key).is_some()).collect()
    };
    let (before, now) = (common(before, now), common(now, before));
    let mut differing = before.iter().zip(&now).filter(|(was, is)| was != is);
    let Some((was, is)) = differing.next() else { return Vec::new() };
    for key in [was, is] {
        let others = |keys: &[Key]| -> Vec<Key> {
            keys.iter().copied().filter(|other| other != key).collect()
        };
        if others(&before) == others(&now) {
            return [*key].into();
        }
    }
    let mut moved: Vec<Key> = differing.map(|(_, is)| *is).collect();
    moved.insert(0, *is);
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::todo::Id;

    #[test]
    fn each_aspect_has_its_last_author() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b", "c"]).unwrap();
        let since = store.revision();
        let keys: Vec<Key> = store.list().iter().map(|todo| todo.key).collect();
        store.acting_as(Author::User, |store| store.complete(keys[0])).unwrap();
        store.acting_as(Author::Run, |store| store.reopen(keys[0])).unwrap();
        store.acting_as(Author::User, |store| store.move_to(keys[2], 0)).unwrap();
        store.acting_as(Author::Model, |store| store.remove(keys[1])).unwrap();
        store.acting_as(Author::User, TodoStore::undo).unwrap();
        let (blame, reaches) = Blame::since(&store, Some(since));
        assert!(reaches);
        assert_eq!(blame.of(keys[0], Aspect::Status), Some(Author::Run));
        assert_eq!(blame.of(keys[1], Aspect::Presence), Some(Author::User));
        assert_eq!(blame.of(keys[2], Aspect::Place), Some(Author::User));
        assert_eq!(blame.of(keys[2], Aspect::Status), None);
        assert_eq!(blame.wholes().len(), 1);
        assert!(!Blame::since(&store, Some(store.revision() + 1)).1);
    }

    #[test]
    fn one_move_is_one_todo() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b", "c", "d"]).unwrap();
        let before = store.list().clone();
        for (from, to) in [(1, 4), (4, 0), (2, 3), (1, 2)] {
            let mut store = store.clone();
            store.move_to(Id(from), to).unwrap();
            assert_eq!(moved(&before, store.list()).len(), 1, "{from} to {to}");
        }
        store.remove(Id(2)).unwrap();
        assert_eq!(moved(&before, store.list()), []);
        store.add_after_position(0, &["e"]).unwrap();
        assert_eq!(moved(&before, store.list()), []);
    }
}
