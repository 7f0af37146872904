//! Which todos depend on which others.
//!
//! A todo refers to its blockers by their keys. A blocker has an effect as long as it is on the
//! list and neither done nor skipped. A blocker that leaves the list or is settled no longer
//! blocks, and one that comes back or is reopened blocks again. No todos of a list depend on each
//! other in a cycle.

use std::rc::Rc;

use crate::list::error::TodoError;
use crate::list::indexed_list::{List, find, find_mut, find_near, index_of};
use crate::list::todo::{Key, Todo};
use crate::list::tree::first_open_descendant;
use crate::text::message::FormatArg::Text;
use crate::text::message::join;

/// Returns the open blockers of a todo. A todo that is started or settled depends on none.
#[inline(never)]
pub(crate) fn open_blockers(list: &List, todo: &Todo) -> Vec<Key> {
    let mut keys = todo.blocked_by().to_vec();
    keys.retain(|key| todo.status().is_pending() && is_open(list, *key));
    keys
}

/// Returns whether a todo that is not started depends on another one.
pub(crate) fn is_blocked(list: &List, todo: &Todo) -> bool {
    todo.blocked_by().iter().any(|key| is_open(list, *key))
}

fn is_open(list: &List, key: Key) -> bool {
    find(list, key).is_some_and(|todo| !todo.status().is_settled())
}

/// Returns the index of the next todo: the first pending one that depends on nothing, under which
/// nothing is open, and that `may_start` accepts.
pub(crate) fn next(list: &List, may_start: impl Fn(&Todo) -> bool) -> Option<usize> {
    let open_descendants = first_open_descendant(list);
    let can_be_started = |(index, todo): (usize, &Rc<Todo>)| {
        todo.status().is_pending()
            && !todo.is_on_hold()
            && open_descendants.get(index) == Some(&None)
            && may_start(todo)
            && !is_blocked(list, todo)
    };
    list.iter().enumerate().position(can_be_started)
}

/// Adds blockers to todos. Each link is a todo and its blocker, and those of a todo are side by
/// side.
///
/// # Errors
/// `invalid_argument` for the first link whose blocker already depends on the todo, directly or not.
pub(crate) fn add_dependency(list: &mut List, links: &[(Key, Key)]) -> Result<(), TodoError> {
    let with = |count: usize| {
        let mut linked = list.clone();
        add_links(&mut linked, links.get(..count).unwrap_or_default());
        linked
    };
    let linked = with(links.len());
    if !has_cycle(&linked) {
        *list = linked;
        return Ok(());
    }
    // The first link with which there is a cycle.
    let (mut least, mut most) = (0, links.len());
    while least < most {
        let middle = least.midpoint(most);
        match has_cycle(&with(middle.wrapping_add(1))) {
            true => most = middle,
            false => least = middle.wrapping_add(1),
        }
    }
    links.get(least).map_or(Ok(()), |(key, blocker)| Err(cycle(&with(least), *key, *blocker)))
}

/// Adds blockers to todos, once each.
fn add_links(list: &mut List, links: &[(Key, Key)]) {
    for links in links.chunk_by(|(one, _), (other, _)| one == other) {
        let Some((key, _)) = links.first() else { continue };
        let known = find(list, *key).map_or(&[][..], |todo| todo.blocked_by()).iter();
        let mut blocked_by = Vec::with_capacity(known.len().saturating_add(links.len()));
        for blocker in known.chain(links.iter().map(|(_, blocker)| blocker)) {
            // Drops blockers that left the list, so that they do not accumulate.
            if !blocked_by.contains(blocker) && find(list, *blocker).is_some() {
                blocked_by.push(*blocker);
            }
        }
        set_blockers(list, *key, blocked_by);
    }
}

/// Returns the error for a blocker that already depends on a todo.
#[cold]
fn cycle(list: &List, key: Key, blocker: Key) -> TodoError {
    let path = find_path(list, blocker, key).unwrap_or_default();
    let words: Vec<_> = path.iter().map(|key| key.to_text()).collect();
    TodoError::invalid(
        "{} cannot depend on {}, which would depend on itself then: {} -> {}",
        &[
            Text(&key.to_text()),
            Text(&blocker.to_text()),
            Text(&key.to_text()),
            Text(&join(&words, " -> ")),
        ],
    )
}

/// Removes all blockers of a todo.
pub(crate) fn clear_dependencies(list: &mut List, key: Key) {
    set_blockers(list, key, Vec::new());
}

/// Replaces the blockers of a todo.
fn set_blockers(list: &mut List, key: Key, blocked_by: Vec<Key>) {
    if let Some(todo) = find_mut(list, key) {
        Rc::make_mut(todo).set_blocked_by(blocked_by);
    }
}

/// How many links of a cycle are tried one by one, each of which may lead through the whole list.
const MAX_TRIED: usize = 100;

/// Removes each blocker that closes a cycle, except those in `before`, a list without cycles. A
/// merge closes one if each side has half of it, and so does a rewind if the other half is new.
/// Where that would take too long, a blocker leaves that only might close one.
pub(crate) fn break_cycles(list: &mut List, before: &List) {
    for (key, blocker) in links_in_cycles(list, before).into_iter().take(MAX_TRIED) {
        if find_path(list, blocker, key).is_some() {
            remove_blocker(list, key, blocker);
        }
    }
    for (key, blocker) in links_in_cycles(list, before) {
        remove_blocker(list, key, blocker);
    }
}

fn remove_blocker(list: &mut List, key: Key, blocker: Key) {
    let known = find(list, key).map_or(&[][..], |todo| todo.blocked_by()).iter().copied();
    let others = known.filter(|other| *other != blocker).collect();
    set_blockers(list, key, others);
}

/// Returns the links that may be part of a cycle, each a todo and its blocker, without those in
/// `before`.
fn links_in_cycles(list: &List, before: &List) -> Vec<(Key, Key)> {
    let links = indices_of_blockers(list);
    let is_ahead = leave_cycles(&links);
    if !is_ahead.contains(&true) {
        return Vec::new();
    }
    let is_behind = leave_cycles(&reverse(&links));
    let is_in_cycle =
        |index: usize| is_ahead.get(index) == Some(&true) && is_behind.get(index) == Some(&true);
    let mut found = Vec::new();
    for (index, todo) in list.iter().enumerate().filter(|(index, _)| is_in_cycle(*index)) {
        let known = find_near(before, index, todo.key).map_or(&[][..], |todo| todo.blocked_by());
        let blockers = links.get(index).into_iter().flatten().filter(|at| is_in_cycle(**at));
        let blockers = blockers.filter_map(|at| Some(list.get(*at)?.key));
        found.extend(blockers.filter(|key| !known.contains(key)).map(|key| (todo.key, key)));
    }
    found
}

/// Returns the links the other way.
fn reverse(links: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut turned = vec![Vec::new(); links.len()];
    for (index, others) in links.iter().enumerate() {
        for other in others {
            if let Some(turned) = turned.get_mut(*other) {
                turned.push(index);
            }
        }
    }
    turned
}

/// Returns whether any todos of a list depend on each other in a cycle. It does not recurse, and
/// its cost is linear in the number of todos and blockers, because a list that is read from outside
/// may have many.
pub(crate) fn has_cycle(list: &List) -> bool {
    let has_blockers = list.iter().any(|todo| !todo.blocked_by().is_empty());
    has_blockers && leave_cycles(&indices_of_blockers(list)).contains(&true)
}

/// Returns the indices of the blockers of each todo.
fn indices_of_blockers(list: &List) -> Vec<Vec<usize>> {
    let blockers =
        |todo: &Rc<Todo>| todo.blocked_by().iter().filter_map(|key| index_of(list, *key)).collect();
    list.iter().map(blockers).collect()
}

/// Returns for each place whether it is left when those to which no place leads are taken away,
/// again and again: it is in a cycle, or a cycle leads to it.
fn leave_cycles(links: &[Vec<usize>]) -> Vec<bool> {
    let mut leading = vec![0_usize; links.len()];
    for index in links.iter().flatten() {
        if let Some(number) = leading.get_mut(*index) {
            *number = number.wrapping_add(1);
        }
    }
    let mut free: Vec<usize> =
        (0..links.len()).filter(|index| leading.get(*index) == Some(&0)).collect();
    let mut is_left = vec![true; links.len()];
    while let Some(index) = free.pop() {
        if let Some(is_left) = is_left.get_mut(index) {
            *is_left = false;
        }
        for index in links.get(index).into_iter().flatten() {
            if let Some(number) = leading.get_mut(*index) {
                *number = number.wrapping_sub(1);
                free.extend((*number == 0).then_some(*index));
            }
        }
    }
    is_left
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
fn find_path(list: &List, from: Key, to: Key) -> Option<Vec<Key>> {
    // The keys found so far, each with the index of the todo that depends on it. The first one has
    // its own index.
    let mut reached = Vec::from([(from, 0)]);
    let mut is_reached = vec![false; list.len()];
    let mut at = 0_usize;
    while let Some((key, _)) = reached.get(at).copied() {
        if key == to {
            break;
        }
        for blocker in find(list, key).map_or(&[][..], |todo| todo.blocked_by()) {
            let slot = index_of(list, *blocker).and_then(|index| is_reached.get_mut(index));
            if slot.is_some_and(|slot| !core::mem::replace(slot, true)) {
                reached.push((*blocker, at));
            }
        }
        at = at.wrapping_add(1);
    }
    let mut path = Vec::new();
    while let Some((key, before)) = reached.get(at).copied() {
        path.push(key);
        if at == 0 {
            path.reverse();
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
    use crate::list::write::Commit;

    /// Returns a store with t1 to t4. The first todo of each pair depends on the second.
    fn waiting(pairs: &[(u32, u32)]) -> TodoStore {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b", "c", "d"]).unwrap();
        let mut list = store.list().clone();
        for (key, blocker) in pairs {
            add_dependency(&mut list, &[(Key(*key), Key(*blocker))]).unwrap();
        }
        let next_key = store.next_key();
        store.set_list(list, next_key, Commit::default());
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
        let error = add_dependency(&mut list, &[(Key(1), Key(3))]).unwrap_err();
        assert!(error.message().ends_with("t1 -> t3 -> t2 -> t1"), "{}", error.message());
        let error = add_dependency(&mut list, &[(Key(1), Key(1))]).unwrap_err();
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
        add_dependency(&mut list, &[(Key(1), Key(3))]).unwrap();
        assert_eq!(list[0].blocked_by(), [Key(3)]);
    }

    #[test]
    fn a_merge_of_both_halves_has_no_cycle() {
        let base = waiting(&[]);
        let half = |key, blocker| {
            let mut store = base.clone();
            let mut list = store.list().clone();
            add_dependency(&mut list, &[(Key(key), Key(blocker))]).unwrap();
            let next_key = store.next_key();
            store.set_list(list, next_key, Commit::default());
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
        add_dependency(&mut list, &[(Key(1), Key(5))]).unwrap();
        let next_key = ours.next_key();
        ours.set_list(list, next_key, Commit::default());
        let mut theirs = base.clone();
        theirs.add_multiple(&["theirs"]).unwrap();
        ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        let mine = ours.list().iter().find(|todo| todo.content() == "ours").unwrap();
        let first = ours.list().iter().find(|todo| todo.content() == "a").unwrap();
        assert_eq!(first.blocked_by(), [mine.key]);
    }
}
