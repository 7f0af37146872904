//! The order of a list that a write changes.

use std::rc::Rc;

use crate::list::history::List;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Todo, find, place_of};

/// Puts the todos of a result in order: the writer's where it moved todos and nobody else did since, otherwise
/// today's. What only one side has stands after the todo that it followed there, or comes last where it was added last.
pub(crate) fn arrange(
    base: &[Rc<Todo>],
    asked: &[Rc<Todo>],
    now: &TodoStore,
    result: List,
) -> List {
    let kept = |list: &[Rc<Todo>]| -> List {
        list.iter().filter_map(|todo| find(&result, todo.key).cloned()).collect()
    };
    let (asked_order, now_order) = (kept(asked), kept(now.list()));
    if is_moved(base, asked) && !is_moved(base, now.list()) {
        interleave(asked_order, &now_order, base)
    } else {
        interleave(now_order, &asked_order, base)
    }
}

/// Returns whether two lists have the todos that both have in different orders.
pub(crate) fn is_moved(before: &[Rc<Todo>], after: &[Rc<Todo>]) -> bool {
    let mut common = before.iter().filter(|todo| find(after, todo.key).is_some());
    let mut same = after.iter().filter(|todo| find(before, todo.key).is_some());
    same.any(|todo| common.next().is_none_or(|before| before.key != todo.key))
}

/// Returns a list with the todos of another one that it has not.
pub(crate) fn interleave(mut list: List, other: &[Rc<Todo>], base: &[Rc<Todo>]) -> List {
    let known: Vec<Key> = list.iter().map(|todo| todo.key).collect();
    let is_known = |todo: &Rc<Todo>| known.contains(&todo.key);
    if other.iter().all(is_known) {
        return list;
    }
    // From here on the other list has nothing but what is new.
    let last = other.iter().rposition(is_known).map_or(0, |place| place.wrapping_add(1));
    let mut after = 0;
    for (place, todo) in other.iter().enumerate() {
        let stands = place_of(&list, todo.key);
        let is_added_last = place >= last && find(base, todo.key).is_none();
        let at = stands.unwrap_or(if is_added_last { list.len() } else { after });
        if stands.is_none() {
            list.insert(at, Rc::clone(todo));
        }
        after = at.wrapping_add(1);
    }
    list
}
