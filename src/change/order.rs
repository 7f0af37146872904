//! The order of a list after a write.

use std::rc::Rc;

use crate::list::history::List;
use crate::list::indexed_list::{find, index_of};
use crate::list::todo::{Key, Todo};

/// Sorts the todos of a result. If the writer moved todos, they get the writer's order, except that
/// todos that others `moved` since stay where they are. Otherwise they keep today's order. A todo
/// that only one side has follows the same todo as there, or comes last if it was added last.
pub(crate) fn merge_order(
    base: &List,
    requested: &List,
    current: &List,
    moved: &[Key],
    result: List,
) -> List {
    let same_order = |list: &List| {
        let mut pairs = list.iter().zip(&result);
        list.len() == result.len() && pairs.all(|(one, other)| one.key == other.key)
    };
    if [base, requested, current].into_iter().all(same_order) {
        return result;
    }
    let in_order_of = |list: &List| -> List {
        list.iter().filter_map(|todo| find(&result, todo.key).cloned()).collect()
    };
    let (mut requested_order, current_order) = (in_order_of(requested), in_order_of(current));
    if is_moved(base, requested) {
        requested_order.retain(|todo| !moved.contains(&todo.key));
        interleave(requested_order, &current_order, base)
    } else {
        interleave(current_order, &requested_order, base)
    }
}

/// Returns whether the todos that two lists have in common are in different orders.
pub(super) fn is_moved(before: &List, after: &List) -> bool {
    let mut common = before.iter().filter(|todo| find(after, todo.key).is_some());
    let mut same = after.iter().filter(|todo| find(before, todo.key).is_some());
    same.any(|todo| common.next().is_none_or(|before| before.key != todo.key))
}

/// Adds the todos of another list that this one does not have.
fn interleave(mut list: List, other: &List, base: &List) -> List {
    let already_listed = |todo: &Rc<Todo>| find(&list, todo.key).is_some();
    if other.iter().all(already_listed) {
        return list;
    }
    // From this index on, all todos of the other list are new.
    let last = other.iter().rposition(already_listed).map_or(0, |index| index + 1);
    // A todo that the other list omits and that stays follows the same todo as before.
    let left_out_but_kept =
        |todo: &Rc<Todo>| find(base, todo.key).is_some() && find(other, todo.key).is_none();
    let mut after = 0;
    for (index, todo) in other.iter().enumerate() {
        if let Some(stands) = index_of(&list, todo.key) {
            after = stands + 1;
            continue;
        }
        let is_added_last = index >= last && find(base, todo.key).is_none();
        while !is_added_last && list.get(after).is_some_and(left_out_but_kept) {
            after += 1;
        }
        let at = if is_added_last { list.len() } else { after.min(list.len()) };
        list.insert(at, Rc::clone(todo));
        after = at + 1;
    }
    list
}
