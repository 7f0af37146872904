//! Which todos depend on which others.
//!
//! A todo refers to its blockers by their keys. A blocker has an effect as long as it is on the
//! list and neither done nor skipped. A blocker that leaves the list or is settled no longer
//! blocks, and one that comes back or is reopened blocks again. No todos of a list depend on each
//! other in a cycle.

use std::rc::Rc;

use crate::list::cycles::Cycles;
use crate::list::error::TodoError;
use crate::list::indexed_list::{List, find, find_mut};
use crate::list::todo::{Key, Todo};
use crate::list::tree::{first_open_descendant, is_descendant};
use crate::text::message::FormatArg::Text;
use crate::text::message::{excerpt, fill, join};

/// Returns the open blockers of a todo, or none for a todo that is started or settled.
#[inline(never)]
pub(crate) fn open_blockers(list: &List, todo: &Todo) -> Vec<Key> {
    let mut keys = todo.blocked_by().to_vec();
    keys.retain(|key| todo.status().is_pending() && blocks(list, *key, todo));
    keys
}

/// Returns whether a todo that is not started depends on another one.
pub(crate) fn is_blocked(list: &List, todo: &Todo) -> bool {
    todo.blocked_by().iter().any(|key| blocks(list, *key, todo))
}

/// Returns whether a todo has to wait for a blocker, which is so while that is open. A todo does
/// not wait for one that it is under, because that one comes last.
fn blocks(list: &List, blocker: Key, todo: &Todo) -> bool {
    find(list, blocker).is_some_and(|blocker| !blocker.status().is_settled())
        && !is_descendant(list, todo, blocker)
}

/// Returns the index of the next todo: the first pending one without open blockers, without open
/// todos under it, and that `may_start` accepts.
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

/// Adds blockers to todos. Each link is a todo and its blocker, and the links of a todo are
/// adjacent.
///
/// # Errors
/// `invalid_argument` for the last link of a cycle, whose blocker already depends on the todo,
/// directly or not.
pub(crate) fn add_dependency(list: &mut List, links: &[(Key, Key)]) -> Result<(), TodoError> {
    let mut linked = list.clone();
    add_links(&mut linked, links);
    if let Some(cycle) = Cycles::new(&linked, Todo::blocked_by).next(&linked) {
        return Err(cycle_error(list, &links_of_cycle(&linked, &cycle), links));
    }
    *list = linked;
    Ok(())
}

/// Returns the links of a cycle, each a todo and its blocker. The blocker is the next todo.
fn links_of_cycle(list: &List, cycle: &[usize]) -> Vec<(Key, Key)> {
    let keys = || cycle.iter().filter_map(|index| Some(list.get(*index)?.key));
    keys().zip(keys().cycle().skip(1)).collect()
}

/// Adds blockers to todos, once each.
fn add_links(list: &mut List, links: &[(Key, Key)]) {
    for links in links.chunk_by(|(one, _), (other, _)| one == other) {
        let Some((key, _)) = links.first() else { continue };
        let known = find(list, *key).map_or(&[][..], |todo| todo.blocked_by()).iter();
        let mut blocked_by = Vec::with_capacity(known.len() + links.len());
        for blocker in known.chain(links.iter().map(|(_, blocker)| blocker)) {
            // Drops blockers that left the list, so that they do not accumulate.
            if !blocked_by.contains(blocker) && find(list, *blocker).is_some() {
                blocked_by.push(*blocker);
            }
        }
        set_blockers(list, *key, blocked_by);
    }
}

/// Returns the error for the last of the added links that is in a cycle.
#[cold]
fn cycle_error(list: &List, cycle: &[(Key, Key)], added: &[(Key, Key)]) -> TodoError {
    let (key, blocker) =
        added.iter().rfind(|link| cycle.contains(link)).copied().unwrap_or_default();
    let start = cycle.iter().position(|link| *link == (key, blocker)).unwrap_or_default();
    let path = cycle.iter().cycle().skip(start).take(cycle.len());
    let name = |key| fill("{}", &[excerpt(find(list, key).map_or("", |todo| todo.content()))]);
    let words: Vec<_> = path.map(|(_, blocker)| name(*blocker)).collect();
    TodoError::invalid(
        "{} cannot depend on {}, which would depend on itself then: {} -> {}",
        &[Text(&name(key)), Text(&name(blocker)), Text(&name(key)), Text(&join(&words, " -> "))],
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

/// Removes a blocker from each cycle, but none that is also in `before`, a list without cycles. A
/// merge closes a cycle if each side has half of it, and so does a rewind if the other half is new.
pub(crate) fn break_cycles(list: &mut List, before: &List, is_by_person: &dyn Fn(Key) -> bool) {
    let mut cycles = Cycles::new(list, Todo::blocked_by);
    while let Some(cycle) = cycles.next(list) {
        let rank = |(key, blocker): &&(Key, Key)| {
            let is_known =
                find(before, *key).is_some_and(|before| before.blocked_by().contains(blocker));
            (is_by_person(*key), is_known)
        };
        let links = links_of_cycle(list, &cycle);
        let Some((key, blocker)) = links.iter().min_by_key(rank) else { return };
        let known = find(list, *key).map_or(&[][..], |todo| todo.blocked_by()).iter().copied();
        let others = known.filter(|other| other != blocker).collect();
        set_blockers(list, *key, others);
    }
}

/// Returns whether any todos of a list depend on each other in a cycle.
pub(crate) fn has_cycle(list: &List) -> bool {
    Cycles::new(list, Todo::blocked_by).next(list).is_some()
}

/// Replaces the keys of todos, of blockers and of parents with new ones.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::author::Author;
    use crate::list::options::Options;
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
    fn next_todo_passes_over_blocked_todos() {
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
    fn a_blocker_off_the_list_does_not_block_until_it_is_restored() {
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
    fn add_dependency_refuses_a_cycle_and_names_its_todos() {
        let store = waiting(&[(2, 1), (3, 2), (4, 1)]);
        let mut list = store.list().clone();
        let error = add_dependency(&mut list, &[(Key(1), Key(3))]).unwrap_err();
        assert!(error.message().ends_with(r#""a" -> "c" -> "b" -> "a""#), "{}", error.message());
        let error = add_dependency(&mut list, &[(Key(1), Key(1))]).unwrap_err();
        assert!(error.message().ends_with(r#""a" -> "a""#), "{}", error.message());
        assert_eq!(&list, store.list());
        // Only somebody else can have written a checkpoint with a cycle.
        let checkpoint = store.checkpoint();
        let damaged = checkpoint.replace(r#"[1,"todo","a"]"#, r#"[1,"todo","a",[3]]"#);
        assert_ne!(damaged, checkpoint);
        assert!(TodoStore::from_checkpoint(&damaged).is_err());
    }

    #[test]
    fn add_dependency_drops_blockers_that_left_the_list() {
        let mut store = waiting(&[(1, 2)]);
        store.remove(Id(2)).unwrap();
        let mut list = store.list().clone();
        add_dependency(&mut list, &[(Key(1), Key(3))]).unwrap();
        assert_eq!(list[0].blocked_by(), [Key(3)]);
    }

    #[test]
    fn a_merge_drops_only_blockers_that_close_a_cycle() {
        let mut base = TodoStore::new(Options::from_json(r#"{"maxTodos":100}"#).unwrap());
        let texts: Vec<String> = (1..=30).map(|at| format!("todo {at}")).collect();
        base.add_multiple(&texts.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        let with = |is_link: &dyn Fn(u32, u32) -> bool| {
            let mut store = base.clone();
            let mut list = store.list().clone();
            let pairs = (1..=30).flat_map(|key| (1..=30).map(move |blocker| (key, blocker)));
            let links: Vec<_> = pairs.filter(|(key, blocker)| is_link(*key, *blocker)).collect();
            let links: Vec<_> = links.iter().map(|(one, other)| (Key(*one), Key(*other))).collect();
            add_dependency(&mut list, &links).unwrap();
            let next_key = store.next_key();
            store.set_list(list, next_key, Commit::default());
            store
        };
        // In each half of the list, the two sides have opposite links. Between the halves, all
        // links lead the same way.
        let same_half = |key: u32, blocker: u32| (key <= 15) == (blocker <= 15);
        let is_between = |key: u32, blocker: u32| key <= 15 && blocker > 15;
        let theirs = with(&|key, blocker| same_half(key, blocker) && blocker < key);
        let mut merged = with(&|key, blocker| {
            same_half(key, blocker) && blocker > key || is_between(key, blocker)
        });
        merged.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        assert!(!has_cycle(merged.list()));
        let links = merged.list().iter().map(|todo| (todo.key.0, todo.blocked_by()));
        let between =
            links.map(|(key, links)| links.iter().filter(|it| is_between(key, it.0)).count());
        assert_eq!(between.sum::<usize>(), 15 * 15);
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
