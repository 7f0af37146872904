//! Which todos depend on which others.
//!
//! A todo refers to its blockers by their keys. A blocker has an effect as long as it is on the
//! list and neither done nor skipped. A blocker that leaves the list or is settled no longer
//! blocks, and one that comes back or is reopened blocks again. No todos of a list depend on each
//! other in a cycle.

use std::rc::Rc;

use crate::list::error::TodoError;
use crate::list::todo::{Key, Todo, find, find_near};
use crate::list::tree::open_under;
use crate::text::message::Part::Text;
use crate::text::message::join;

/// Returns the open blockers of a todo. A todo that is started or settled depends on none.
#[inline(never)]
pub(crate) fn open_blockers(list: &[Rc<Todo>], todo: &Todo) -> Vec<Key> {
    let mut keys = todo.blocked_by().to_vec();
    keys.retain(|key| {
        let is_open = find(list, *key).is_some_and(|other| !other.status().is_settled());
        todo.status().is_pending() && is_open
    });
    keys
}

/// Returns the place of the next todo: the first pending one that depends on nothing, under which nothing is
/// open, and that `may_start` accepts.
pub(crate) fn next(list: &[Rc<Todo>], may_start: impl Fn(&Todo) -> bool) -> Option<usize> {
    let can_be_started = |todo: &Rc<Todo>| {
        todo.status().is_pending()
            && !todo.is_on_hold()
            && may_start(todo)
            && open_blockers(list, todo).is_empty()
            && open_under(list, todo.key).is_empty()
    };
    list.iter().position(can_be_started)
}

/// Adds a blocker to a todo.
///
/// # Errors
/// `invalid_argument` if the blocker already depends on this todo, directly or not.
pub(crate) fn block(list: &mut [Rc<Todo>], key: Key, blocker: Key) -> Result<(), TodoError> {
    if let Some(path) = find_path(list, blocker, key) {
        let words: Vec<_> = path.iter().map(|key| key.to_word()).collect();
        return Err(TodoError::invalid(
            "{} cannot depend on {}, which would depend on itself then: {} -> {}",
            &[
                Text(&key.to_word()),
                Text(&blocker.to_word()),
                Text(&key.to_word()),
                Text(&join(&words, " -> ")),
            ],
        ));
    }
    let Some(todo) = find(list, key).filter(|todo| !todo.blocked_by().contains(&blocker)) else {
        return Ok(());
    };
    // Drops blockers that left the list, so that they do not accumulate.
    let known = todo.blocked_by().iter().copied();
    let is_on_list = |key: &Key| find(list, *key).is_some();
    let mut blocked_by: Vec<Key> = known.filter(is_on_list).collect();
    blocked_by.push(blocker);
    set_blockers(list, key, blocked_by);
    Ok(())
}

/// Removes all blockers of a todo.
pub(crate) fn free(list: &mut [Rc<Todo>], key: Key) {
    set_blockers(list, key, Vec::new());
}

/// Removes each blocker that closes a cycle, except those in `before`, a list without cycles. A merge
/// closes one if each side has half of it, and so does a rewind if the other half is new.
pub(crate) fn break_cycles(list: &mut [Rc<Todo>], before: &[Rc<Todo>]) {
    for place in 0..list.len() {
        let Some(todo) = list.get(place).filter(|todo| !todo.blocked_by().is_empty()) else {
            continue;
        };
        let known = find_near(before, place, todo.key);
        while let Some((key, blocker)) =
            list.get(place).and_then(|todo| find_cycle(list, todo, known))
        {
            let known = find(list, key).map_or(&[][..], |todo| todo.blocked_by()).iter().copied();
            let others = known.filter(|other| *other != blocker).collect();
            set_blockers(list, key, others);
        }
    }
}

/// Replaces the blockers of a todo.
fn set_blockers(list: &mut [Rc<Todo>], key: Key, blocked_by: Vec<Key>) {
    if let Some(todo) = list.iter_mut().find(|todo| todo.key == key) {
        Rc::make_mut(&mut Rc::make_mut(todo).details).blocked_by = blocked_by;
    }
}

/// Returns the key of a todo and that of a blocker which depends on it, if there is one that `before`, the
/// same todo, does not have.
fn find_cycle(list: &[Rc<Todo>], todo: &Todo, before: Option<&Rc<Todo>>) -> Option<(Key, Key)> {
    let is_new = |key: &&Key| !before.is_some_and(|todo| todo.blocked_by().contains(key));
    let mut new = todo.blocked_by().iter().filter(is_new);
    let blocker = new.find(|blocker| find_path(list, **blocker, todo.key).is_some())?;
    Some((todo.key, *blocker))
}

/// Returns whether any todos of a list depend on each other in a cycle. It does not recurse, and its cost is linear in the
/// number of todos and blockers, because a list that is read from outside may have many.
pub(crate) fn has_cycle(list: &[Rc<Todo>]) -> bool {
    if list.iter().all(|todo| todo.blocked_by().is_empty()) {
        return false;
    }
    let mut places: Vec<(Key, usize)> = Vec::with_capacity(list.len());
    for (place, todo) in list.iter().enumerate() {
        let at = places.partition_point(|(key, _)| *key < todo.key);
        places.insert(at, (todo.key, place));
    }
    let place_of = |key: &Key| {
        let at = places.partition_point(|(known, _)| known < key);
        places.get(at).filter(|(known, _)| known == key).map(|(_, place)| *place)
    };
    // For each todo, how many others depend on it. A todo on which none depends is in no cycle. Once
    // it is taken away, the same goes for its blockers.
    let mut waiting = vec![0_usize; list.len()];
    for place in list.iter().flat_map(|todo| todo.blocked_by()).filter_map(place_of) {
        if let Some(number) = waiting.get_mut(place) {
            *number = number.saturating_add(1);
        }
    }
    let blocks_nothing = |(_, number): &(usize, &usize)| **number == 0;
    let mut free: Vec<usize> =
        waiting.iter().enumerate().filter(blocks_nothing).map(|(place, _)| place).collect();
    let mut left = list.len();
    while let Some(todo) = free.pop().and_then(|place| list.get(place)) {
        left = left.saturating_sub(1);
        for place in todo.blocked_by().iter().filter_map(place_of) {
            if let Some(number) = waiting.get_mut(place) {
                *number = number.saturating_sub(1);
                free.extend((*number == 0).then_some(place));
            }
        }
    }
    left > 0
}

/// Replaces old keys with new ones, of todos, of blockers and of parents.
pub(crate) fn rename(list: &mut [Rc<Todo>], keys: &[(Key, Key)]) {
    let rename = |key: &mut Key| {
        if let Some((_, new)) = keys.iter().find(|(old, _)| old == key) {
            *key = *new;
        }
    };
    for todo in list {
        let in_todo = |(old, _): &(Key, Key)| {
            *old == todo.key || todo.blocked_by().contains(old) || todo.parent() == Some(*old)
        };
        if keys.iter().any(in_todo) {
            let todo = Rc::make_mut(todo);
            rename(&mut todo.key);
            let details = Rc::make_mut(&mut todo.details);
            details.blocked_by.iter_mut().chain(&mut details.parent).for_each(rename);
        }
    }
}

/// Returns the path from one todo to another, each todo on it depending on the next one.
fn find_path(list: &[Rc<Todo>], from: Key, to: Key) -> Option<Vec<Key>> {
    // The keys found so far, each with the index of the todo that depends on it. The first one has
    // its own index.
    let mut reached = Vec::from([(from, 0)]);
    let mut at = 0_usize;
    while let Some((key, _)) = reached.get(at).copied() {
        if key == to {
            break;
        }
        for blocker in find(list, key).map_or(&[][..], |todo| todo.blocked_by()) {
            if !reached.iter().any(|(known, _)| known == blocker) {
                reached.push((*blocker, at));
            }
        }
        at = at.wrapping_add(1);
    }
    let mut path = Vec::new();
    while let Some((key, before)) = reached.get(at).copied() {
        path.insert(0, key);
        if at == 0 {
            return Some(path);
        }
        at = before;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::author::Author;
    use crate::list::store::TodoStore;
    use crate::list::todo::Id;
    use crate::list::write::Change;

    /// Returns a store with t1 to t4. The first todo of each pair depends on the second.
    fn waiting(pairs: &[(u32, u32)]) -> TodoStore {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b", "c", "d"]).unwrap();
        let mut list = store.list().clone();
        for (key, blocker) in pairs {
            block(&mut list, Key(*key), Key(*blocker)).unwrap();
        }
        let next_key = store.next_key();
        store.set_list(list, next_key, Change::default());
        store
    }

    #[test]
    fn a_blocked_todo_is_not_next() {
        let mut store = waiting(&[(1, 3), (2, 1), (3, 4)]);
        let mut order = Vec::new();
        while let Some(id) = store.next_todo() {
            order.push(id.0);
            store.complete(id).unwrap();
        }
        assert_eq!(order, [4, 3, 1, 2]);
        // A reopened todo blocks again.
        store.go_back(Id(1)).unwrap();
        assert_eq!(store.next_todo(), Some(Id(4)));
    }

    #[test]
    fn what_leaves_the_list_blocks_nothing_until_it_comes_back() {
        let mut store = waiting(&[(1, 3), (2, 1)]);
        assert_eq!(next(store.list(), |_| true), Some(2));
        store.remove(Id(3)).unwrap();
        assert_eq!(next(store.list(), |_| true), Some(0));
        // Blockers refer to keys, so they survive moves.
        store.move_to(Id(1), 3).unwrap();
        assert_eq!(open_blockers(store.list(), &store.list()[0]).len(), 1);
        assert_eq!(next(store.list(), |_| true), Some(1));
        store.acting_as(Author::Host, TodoStore::undo).unwrap();
        store.acting_as(Author::Host, TodoStore::undo).unwrap();
        assert_eq!(next(store.list(), |_| true), Some(2));
        let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
        assert_eq!(copy.list(), store.list());
        assert_eq!(copy.checkpoint(), store.checkpoint());
    }

    #[test]
    fn a_cycle_is_refused_with_its_todos() {
        let store = waiting(&[(2, 1), (3, 2), (4, 1)]);
        let mut list = store.list().clone();
        let error = block(&mut list, Key(1), Key(3)).unwrap_err();
        assert!(error.message().ends_with("t1 -> t3 -> t2 -> t1"), "{}", error.message());
        let error = block(&mut list, Key(1), Key(1)).unwrap_err();
        assert!(error.message().ends_with("t1 -> t1"), "{}", error.message());
        assert_eq!(&list, store.list());
        // Only somebody else can have written a checkpoint with a cycle.
        let checkpoint = store.checkpoint();
        let damaged = checkpoint.replace(r#"[1,"todo","a"]"#, r#"[1,"todo","a",[3]]"#);
        assert_ne!(damaged, checkpoint);
        assert!(TodoStore::from_checkpoint(&damaged).is_err());
    }

    #[test]
    fn what_left_does_not_pile_up() {
        let mut store = waiting(&[(1, 2)]);
        store.remove(Id(2)).unwrap();
        let mut list = store.list().clone();
        block(&mut list, Key(1), Key(3)).unwrap();
        assert_eq!(list[0].blocked_by(), [Key(3)]);
    }

    #[test]
    fn a_merge_of_both_halves_has_no_cycle() {
        let base = waiting(&[]);
        let half = |key, blocker| {
            let mut store = base.clone();
            let mut list = store.list().clone();
            block(&mut list, Key(key), Key(blocker)).unwrap();
            let next_key = store.next_key();
            store.set_list(list, next_key, Change::default());
            store
        };
        let (mut ours, theirs) = (half(1, 2), half(2, 1));
        ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        let links: usize = ours.list().iter().map(|todo| todo.blocked_by().len()).sum();
        assert_eq!(links, 1);
        // The blockers of both sides are combined.
        let (mut ours, theirs) = (half(1, 2), half(1, 3));
        ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        assert_eq!(ours.list()[0].blocked_by(), [Key(3), Key(2)]);
        // A todo with a new key is referred to by the new key.
        let mut ours = base.clone();
        ours.add_multiple(&["ours"]).unwrap();
        let mut list = ours.list().clone();
        block(&mut list, Key(1), Key(5)).unwrap();
        let next_key = ours.next_key();
        ours.set_list(list, next_key, Change::default());
        let mut theirs = base.clone();
        theirs.add_multiple(&["theirs"]).unwrap();
        ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        let mine = ours.list().iter().find(|todo| todo.content() == "ours").unwrap();
        let first = ours.list().iter().find(|todo| todo.content() == "a").unwrap();
        assert_eq!(first.blocked_by(), [mine.key]);
    }
}
