//! The order of a list that a write changes.

use std::rc::Rc;

use crate::list::history::List;
use crate::list::todo::{Key, Todo, find, place_of};

/// Puts the todos of a result in order: the writer's where it moved todos, but nothing that others `moved` since moves
/// back; otherwise today's. What only one side has stands after the todo that it followed there, or comes last where it
/// was added last.
pub(crate) fn arrange(
    base: &[Rc<Todo>],
    asked: &[Rc<Todo>],
    now: &[Rc<Todo>],
    moved: &[Key],
    result: List,
) -> List {
    let same_order = |list: &[Rc<Todo>]| {
        let mut pairs = list.iter().zip(&result);
        list.len() == result.len() && pairs.all(|(one, other)| one.key == other.key)
    };
    if [base, asked, now].into_iter().all(same_order) {
        return result;
    }
    let in_order_of = |list: &[Rc<Todo>]| -> List {
        list.iter().filter_map(|todo| find(&result, todo.key).cloned()).collect()
    };
    let (mut asked_order, now_order) = (in_order_of(asked), in_order_of(now));
    if is_moved(base, asked) {
        asked_order.retain(|todo| !moved.contains(&todo.key));
        interleave(asked_order, &now_order, base)
    } else {
        interleave(now_order, &asked_order, base)
    }
}

/// Returns whether two lists have the todos that both have in different orders.
fn is_moved(before: &[Rc<Todo>], after: &[Rc<Todo>]) -> bool {
    let mut common = before.iter().filter(|todo| find(after, todo.key).is_some());
    let mut same = after.iter().filter(|todo| find(before, todo.key).is_some());
    same.any(|todo| common.next().is_none_or(|before| before.key != todo.key))
}

/// Returns a list with the todos of another one that it has not.
fn interleave(mut list: List, other: &[Rc<Todo>], base: &[Rc<Todo>]) -> List {
    let known: Vec<Key> = list.iter().map(|todo| todo.key).collect();
    let already_listed = |todo: &Rc<Todo>| known.contains(&todo.key);
    if other.iter().all(already_listed) {
        return list;
    }
    // From here on the other list has nothing but what is new.
    let last = other.iter().rposition(already_listed).map_or(0, |place| place.wrapping_add(1));
    // What the other list leaves out and is kept stands after the todo that it followed.
    let left_out_but_kept =
        |todo: &Rc<Todo>| find(base, todo.key).is_some() && find(other, todo.key).is_none();
    let mut after = 0;
    for (place, todo) in other.iter().enumerate() {
        if let Some(stands) = place_of(&list, todo.key) {
            after = stands.wrapping_add(1);
            continue;
        }
        let is_added_last = place >= last && find(base, todo.key).is_none();
        while !is_added_last && list.get(after).is_some_and(left_out_but_kept) {
            after = after.wrapping_add(1);
        }
        let at = if is_added_last { list.len() } else { after.min(list.len()) };
        list.insert(at, Rc::clone(todo));
        after = at.wrapping_add(1);
    }
    list
}
