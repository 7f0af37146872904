//! `ProvenanceTable`: who last wrote each aspect of the todos on the list, and which todos left it.
//!
//! The provenance of an aspect changes together with its value. A person also becomes the author of
//! a value by confirming it. The table is stored next to the list, by key, so it does not depend on
//! the length of the history.

use std::rc::Rc;

use crate::list::author::Actor;
use crate::list::delta::Aspect;
use crate::list::history::Revision;
use crate::list::provenance::{LastWrite, Provenance, RemovalKind, Tombstone};
use crate::list::todo::{Key, Todo};

/// The maximum number of todos that left and are remembered with all their details.
pub(crate) const MAX_TOMBSTONES: usize = 32;
/// The maximum number of further todos that are remembered by their texts, because a person's
/// decision about them still counts.
pub(crate) const MAX_TEXT_TOMBSTONES: usize = 200;

/// The provenance of a list's todos.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProvenanceTable {
    /// The entries, sorted by key. A todo without an entry counts as added by the agent at
    /// revision 0.
    todos: Vec<Provenance>,
    /// The todos that left most recently, oldest first.
    tombstones: Vec<Tombstone>,
}

impl ProvenanceTable {
    pub fn new(todos: Vec<Provenance>, tombstones: Vec<Tombstone>) -> Self {
        let mut table = Self { todos: Vec::with_capacity(todos.len()), tombstones };
        todos.into_iter().for_each(|provenance| table.put(provenance));
        table.forget_oldest();
        table
    }

    /// Returns the provenance of a todo on the list.
    pub fn of(&self, key: Key) -> Option<&Provenance> {
        self.todos.get(self.todos.binary_search_by_key(&key, |provenance| provenance.key).ok()?)
    }

    /// Returns who last wrote an aspect of a todo, or who removed the todo if it left the list.
    pub fn by(&self, key: Key, aspect: Aspect) -> Option<&Actor> {
        match self.of(key) {
            Some(provenance) => Some(provenance.by(aspect)),
            None => self.tombstone(key).map(|tombstone| &tombstone.by),
        }
    }

    /// Returns who added a todo, also if it has left the list.
    pub fn added_by(&self, key: Key) -> Option<&Actor> {
        let left = || self.tombstone(key).map(|tombstone| &tombstone.provenance);
        self.of(key).or_else(left).map(|provenance| &provenance.creation.by)
    }

    /// Returns whether a person last wrote an aspect of a todo on the list.
    pub fn is_by_person(&self, key: Key, aspect: Aspect) -> bool {
        self.of(key).is_some_and(|provenance| provenance.is_by_person(aspect))
    }

    /// Returns the remembered todos that left, oldest first.
    pub fn tombstones(&self) -> impl Iterator<Item = &Tombstone> {
        self.tombstones.iter()
    }

    /// Returns the record of a todo that left.
    pub fn tombstone(&self, key: Key) -> Option<&Tombstone> {
        self.tombstones.iter().rfind(|tombstone| tombstone.todo.key == key)
    }

    /// Returns whether any write of a person is recorded.
    pub fn has_person(&self) -> bool {
        self.todos.iter().any(Provenance::has_person)
            || self.tombstones.iter().any(Tombstone::is_protected_by_person)
    }

    /// Returns who moved a todo to its place, as a rank: 2 if a person did, 1 if somebody else did,
    /// otherwise 0.
    pub fn place_rank(&self, key: Key) -> u8 {
        let others = self.of(key).map_or(&[][..], |provenance| &provenance.later_writes);
        let placed = others.iter().find(|(aspect, _)| *aspect == Aspect::Place);
        placed.map_or(0, |(_, last_write)| if last_write.by.is_person() { 2 } else { 1 })
    }

    /// Records a write of an aspect of a todo. Returns whether the previous one was by another
    /// actor.
    pub fn record_write(&mut self, key: Key, aspect: Aspect, last_write: &LastWrite) -> bool {
        self.entry(key).is_some_and(|provenance| provenance.record_write(aspect, last_write))
    }

    /// Records a write of each aspect that differs between `before` and `after`.
    pub fn record_changes(&mut self, before: &Todo, after: &Todo, last_write: &LastWrite) {
        if let Some(provenance) = self.entry(after.key) {
            provenance.record_changes(before, after, last_write);
        }
    }

    /// Sets the revision of each write after the revision `since` to `merged`.
    pub fn date_merge(&mut self, since: Revision, merged: Revision) {
        self.renumber(|revision| if revision > since { merged } else { revision });
    }

    /// Raises the revisions of all writes, together with those of the history.
    pub fn raise_revisions(&mut self, raise: Revision) {
        self.renumber(|revision| if revision > 0 { revision + raise } else { 0 });
    }

    fn renumber(&mut self, number: impl Fn(Revision) -> Revision) {
        let of_left = self.tombstones.iter_mut().map(|tombstone| &mut tombstone.provenance);
        for provenance in self.todos.iter_mut().chain(of_left) {
            provenance.creation.revision = number(provenance.creation.revision);
            for (_, last_write) in &mut provenance.later_writes {
                last_write.revision = number(last_write.revision);
            }
        }
    }

    /// Returns the provenance of a todo. If there is none, it is created, with the agent as the
    /// author.
    fn entry(&mut self, key: Key) -> Option<&mut Provenance> {
        let found = self.todos.binary_search_by_key(&key, |provenance| provenance.key);
        let at = found.unwrap_or_else(|at| {
            self.todos.insert(at, Provenance::new(key, LastWrite::default()));
            at
        });
        self.todos.get_mut(at)
    }

    /// Moves the provenance or the tombstone of a todo to a new key, which must be higher than all
    /// others.
    pub fn rename(&mut self, key: Key, new: Key) {
        for tombstone in self.tombstones.iter_mut().filter(|tombstone| tombstone.todo.key == key) {
            Rc::make_mut(&mut tombstone.todo).key = new;
            tombstone.provenance.key = new;
        }
        if let Ok(at) = self.todos.binary_search_by_key(&key, |provenance| provenance.key) {
            let provenance = self.todos.remove(at);
            self.todos.push(Provenance { key: new, ..provenance });
        }
    }

    /// Makes room for the provenance of todos that are added.
    pub fn reserve(&mut self, count: usize) {
        self.todos.reserve(count);
    }

    /// Records that a todo was added. If it had been on the list before, its provenance from then
    /// is restored.
    pub fn add(&mut self, todo: &Todo, last_write: &LastWrite, is_restored: bool) {
        // A todo that a branch adds may already be on the list outside the branch, and keeps its
        // provenance.
        if self.of(todo.key).is_some() {
            return;
        }
        let removed = self.tombstones.iter().rposition(|tombstone| tombstone.todo.key == todo.key);
        let provenance = match removed.map(|index| self.tombstones.remove(index)) {
            Some(Tombstone { todo: before, mut provenance, .. }) => {
                provenance.record_changes(&before, todo, last_write);
                provenance.record_write(Aspect::Presence, last_write);
                provenance
            }
            None => Provenance::new(todo.key, last_write.clone()),
        };
        self.put(Provenance { is_restored, ..provenance });
    }

    fn put(&mut self, provenance: Provenance) {
        match self.todos.binary_search_by_key(&provenance.key, |known| known.key) {
            Ok(at) => {
                if let Some(known) = self.todos.get_mut(at) {
                    *known = provenance;
                }
            }
            Err(at) => self.todos.insert(at, provenance),
        }
    }

    /// Records that a todo left the list.
    pub fn remove(&mut self, todo: &Rc<Todo>, by: &Actor, kind: RemovalKind, at: i64) {
        let provenance =
            match self.todos.binary_search_by_key(&todo.key, |provenance| provenance.key) {
                Ok(index) => self.todos.remove(index),
                Err(_) => Provenance::new(todo.key, LastWrite::default()),
            };
        // A person who empties the list removes each todo. Otherwise it starts over, as for a new
        // task.
        let is_in_force = kind != RemovalKind::Cleared || by.is_person();
        self.tombstones.push(Tombstone {
            todo: todo.clone(),
            provenance,
            by: by.clone(),
            kind,
            at,
            is_in_force,
            is_left_out: false,
        });
    }

    /// Records that a whole list left out the todos off the list that `is_stated` does not accept.
    pub fn leave_out(&mut self, is_stated: &dyn Fn(Key) -> bool) {
        for tombstone in &mut self.tombstones {
            tombstone.is_left_out |= !is_stated(tombstone.todo.key);
        }
    }

    /// Ends the effect of a person's decisions about the todos that left. Returns whether there was
    /// any.
    pub fn release_removed(&mut self) -> bool {
        let any_in_force = self.tombstones.iter().any(Tombstone::is_protected_by_person);
        self.tombstones.iter_mut().for_each(|tombstone| tombstone.is_in_force = false);
        self.forget_oldest();
        any_in_force
    }

    /// Drops the oldest todos that left, down to [`MAX_TOMBSTONES`]. Up to [`MAX_TEXT_TOMBSTONES`]
    /// more stay, with their texts only, if a person's decision about them still counts. Called
    /// once a change is complete.
    pub fn forget_oldest(&mut self) {
        let mut excess = self.tombstones.len().saturating_sub(MAX_TOMBSTONES);
        if excess == 0 {
            return;
        }
        self.tombstones.retain_mut(|tombstone| {
            let is_old = excess > 0;
            excess = excess.saturating_sub(1);
            if is_old && tombstone.is_protected_by_person() {
                tombstone.keep_text_only();
            }
            !is_old || tombstone.is_protected_by_person()
        });
        let excess = self.tombstones.len().saturating_sub(MAX_TOMBSTONES + MAX_TEXT_TOMBSTONES);
        self.tombstones.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::author::Author;
    use crate::list::edit_options::Patch;
    use crate::list::store::TodoStore;
    use crate::list::todo::{Id, TextField};

    fn by(store: &TodoStore, key: Key, aspect: Aspect) -> Author {
        store.provenance().of(key).unwrap().by(aspect).author
    }

    #[test]
    fn each_aspect_keeps_its_last_author_without_its_history() {
        let options = crate::Options::from_json(r#"{"maxSnapshots":1}"#).unwrap();
        let mut store = TodoStore::new(options);
        store.add_multiple(&["a", "b", "c"]).unwrap();
        let keys: Vec<Key> = store.list().iter().map(|todo| todo.key).collect();
        store.acting_as(Author::User, |store| store.complete(keys[0])).unwrap();
        store.acting_as(Author::Agent, |store| store.mark_doing(keys[1])).unwrap();
        store.acting_as(Author::User, |store| store.move_to(keys[2], 0)).unwrap();
        let patch = Patch { content: Some("a of mine"), ..Patch::default() };
        store.acting_as(Author::User, |store| store.edit(keys[0], &patch)).unwrap();
        let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
        for store in [&store, &copy] {
            assert_eq!(by(store, keys[0], Aspect::State), Author::User);
            assert_eq!(by(store, keys[0], Aspect::Text(TextField::Content)), Author::User);
            assert_eq!(by(store, keys[0], Aspect::Presence), Author::Agent);
            assert_eq!(by(store, keys[1], Aspect::State), Author::Agent);
            assert_eq!(by(store, keys[2], Aspect::Place), Author::User);
            assert_eq!(by(store, keys[2], Aspect::State), Author::Agent);
            assert_eq!(store.provenance().of(keys[0]).unwrap().previous_contents[0].as_str(), "a");
        }
        assert_eq!(
            (copy.provenance(), copy.checkpoint()),
            (store.provenance(), store.checkpoint())
        );
    }

    type Said = (u32, Aspect, Author, u32);

    fn decisions(store: &TodoStore) -> Vec<Said> {
        let all = store.decisions();
        all.map(|(key, aspect, by, revision)| (key.0, aspect, by.author, revision)).collect()
    }

    #[test]
    fn a_decision_has_its_revision_where_it_is_known() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b"]).unwrap();
        store.acting_as(Author::User, |store| store.complete(Id(1))).unwrap();
        store.acting_as(Author::User, |store| store.reopen(Id(1), "")).unwrap();
        store.acting_as(Author::Model, |store| store.move_to(Id(2), 0)).unwrap();
        store.acting_as(Author::User, |store| store.complete(Id(2))).unwrap();
        // A person confirms an existing value.
        store.acting_as(Author::User, |store| store.complete(Id(2))).unwrap();
        let known = [
            (2, Aspect::Presence, Author::Agent, 1),
            (2, Aspect::Place, Author::Model, 4),
            (1, Aspect::Presence, Author::Agent, 1),
            (1, Aspect::State, Author::User, 5),
        ];
        assert_eq!(decisions(&store), known);
        let whole = store.checkpoint();
        assert_eq!(TodoStore::from_checkpoint(&whole).unwrap(), store);

        let read = |changes: &[(&str, &str)]| {
            let text = changes.iter().fold(whole.clone(), |text, (write, other)| {
                assert!(text.contains(write), "{text}");
                text.replace(write, other)
            });
            TodoStore::from_checkpoint(&text)
        };
        let unknown = known.map(|(key, aspect, by, _)| (key, aspect, by, 0));
        let undated = [
            (r#"["agent",null,1]"#, r#"["agent",null,0]"#),
            (r#"["model",null,4]"#, r#"["model",null,0]"#),
            (r#"["user",null,5]"#, r#"["user",null,0]"#),
        ];
        assert_eq!(decisions(&read(&undated).unwrap()), unknown);
        for other in [r#"["user",null,6]"#, r#"["user",null,-1]"#] {
            read(&[(r#"["user",null,5]"#, other)]).unwrap_err();
        }
    }

    #[test]
    fn a_merge_dates_the_decisions_of_both_sides_and_load_keeps_dates() {
        let mut ours = TodoStore::default();
        ours.add_multiple(&["a", "b", "c"]).unwrap();
        let base = ours.checkpoint();
        let mut theirs = TodoStore::from_checkpoint(&base).unwrap();
        let patch = Patch { content: Some("a of mine"), ..Patch::default() };
        ours.acting_as(Author::User, |store| store.edit(Id(1), &patch)).unwrap();
        theirs.acting_as(Author::User, |store| store.complete(Id(2))).unwrap();
        theirs.acting_as(Author::Model, |store| store.move_to(Id(3), 0)).unwrap();
        theirs.acting_as(Author::Model, |store| store.complete(Id(1))).unwrap();

        ours.merge(&base, &theirs.checkpoint()).unwrap();
        // The revisions get numbers that neither store has used: 0 to 5 become 6 to 11.
        let merged = [
            (3, Aspect::Presence, Author::Agent, 7),
            (3, Aspect::Place, Author::Model, 11),
            (3, Aspect::State, Author::Model, 11),
            (1, Aspect::Presence, Author::Agent, 7),
            (1, Aspect::Text(TextField::Content), Author::User, 11),
            (2, Aspect::Presence, Author::Agent, 7),
            (2, Aspect::State, Author::User, 11),
        ];
        assert_eq!((ours.revision(), sorted(decisions(&ours))), (11, sorted(merged.into())));

        // Both contexts end with the same checkpoint, so neither writes again.
        for other in [&mut theirs, &mut TodoStore::default()] {
            other.load(&ours.checkpoint()).unwrap();
            assert_eq!(other.checkpoint(), ours.checkpoint());
        }

        // Another list, in which the same keys are other todos.
        let mut other = TodoStore::default();
        other.add_multiple(&["x", "b"]).unwrap();
        other.load(&base).unwrap();
        // The history is renumbered, and the decisions with it.
        let loaded = [1, 2, 3].map(|key| (key, Aspect::Presence, Author::Agent, other.revision()));
        assert_eq!(decisions(&other), loaded);
    }

    /// The order of the aspects of a todo is that of its decisions.
    fn sorted(mut decisions: Vec<Said>) -> Vec<Said> {
        decisions
            .sort_by_key(|(key, aspect, ..)| (*key, Aspect::ALL.iter().position(|a| a == aspect)));
        decisions
    }

    #[test]
    fn provenance_names_the_author_who_asked_for_confirmation() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a"]).unwrap();
        let key = store.list()[0].key;
        let patch = |confirm| Patch { confirm: Some(confirm), ..Patch::default() };
        for (author, confirm, by_now) in [
            (Author::User, false, Author::User),
            (Author::Model, true, Author::Model),
            (Author::Model, true, Author::Model),
            (Author::Host, true, Author::Host),
            (Author::Agent, true, Author::Host),
            (Author::User, true, Author::User),
        ] {
            store.acting_as(author, |store| store.edit(key, &patch(confirm))).unwrap();
            assert_eq!(by(&store, key, Aspect::Confirm), by_now, "{author:?} {confirm}");
        }
        assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
    }

    #[test]
    fn undo_restores_a_removed_todo_with_its_provenance() {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b"]).unwrap();
        let key = store.list()[1].key;
        store.acting_as(Author::User, |store| store.skip(Id(2), "one is enough")).unwrap();
        store.acting_as(Author::Model, |store| store.remove(Id(2))).unwrap();
        let tombstone = store.provenance().tombstone(key).unwrap();
        assert_eq!((tombstone.by.author, &tombstone.kind), (Author::Model, &RemovalKind::Removed));
        assert!(tombstone.is_protected_by_person());
        store.acting_as(Actor::named(Author::Host, "panel").unwrap(), TodoStore::undo).unwrap();
        assert!(store.provenance().tombstone(key).is_none());
        let provenance = store.provenance().of(key).unwrap();
        assert!(provenance.is_restored && provenance.is_by_person(Aspect::State));
        assert_eq!(provenance.by(Aspect::Presence).name.as_ref().unwrap().as_str(), "panel");
        assert_eq!(store.acting_as(Author::Host, TodoStore::undo), Ok(true));
        assert_eq!(by(&store, key, Aspect::State), Author::Host);
        assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
    }

    #[test]
    fn the_latest_tombstones_state_the_kind_and_reason_of_the_removal() {
        let options = crate::Options::from_json(r#"{"onSkip":"remove"}"#).unwrap();
        let mut store = TodoStore::new(options);
        for number in 0..40 {
            store.add_multiple(&[&format!("todo {number}")]).unwrap();
            match number % 2 {
                0 => drop(store.skip(Id(1), "too slow").unwrap()),
                _ => store.remove(Id(1)).unwrap(),
            }
        }
        let tombstones: Vec<_> = store.provenance().tombstones().collect();
        assert_eq!(tombstones.len(), MAX_TOMBSTONES);
        assert_eq!(
            (tombstones[0].todo.content(), tombstones[31].todo.content()),
            ("todo 8", "todo 39")
        );
        assert!(
            matches ! ( & tombstones [ 0 ] . kind , RemovalKind :: Skipped ( skip ) if skip . reason . as_ref ( ) . is_some_and ( | reason | reason . as_str ( ) == "too slow" ) )
        );
        store.add_multiple(&["last"]).unwrap();
        store.reset().unwrap();
        assert_eq!(store.provenance().tombstones().last().unwrap().kind, RemovalKind::Cleared);
        assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
    }
}
