//! The order of a list after a write.

use std::rc::Rc;

use crate::list::history::List;
use crate::list::keyed_list::{Keys, find, place_of};
use crate::list::todo::{Key, Todo};

/// Sorts the todos of a result. If the writer moved todos, they get the writer's order, except that
/// todos that others `moved` since stay where they are. Otherwise they keep today's order. A todo
/// that only one side has follows the same todo as there, or comes last if it was added last.
pub(crate) fn arrange(base: &List, asked: &List, now: &List, moved: &[Key], result: List) -> List {
    let same_order = |list: &List| {
        let mut pairs = list.iter().zip(&result);
        list.len() == result.len() && pairs.all(|(one, other)| one.key == other.key)
    };
    if [base, asked, now].into_iter().all(same_order) {
        return result;
    }
    let in_order_of = |list: &List| -> List {
        list.iter().filter_map(|todo| find(&result, todo.key).cloned()).collect()
    };
    let (mut asked_order, now_order) = (in_order_of(asked), in_order_of(now));
    if is_moved(base, asked) {
        let moved = Keys::of(moved.iter().copied());
        asked_order.retain(|todo| !moved.contains(todo.key));
        interleave(asked_order, &now_order, base)
    } else {
        interleave(now_order, &asked_order, base)
    }
}

/// Returns whether the todos that two lists have in common are in different orders.
pub(super) fn is_moved(before: &List, after: &List) -> bool {
    let mut common = before.iter().filter(|todo| find(after, todo.key).is_some());
    let mut same = after.iter().filter(|todo| find(before, todo.key).is_some());
    same.any(|todo| common.next().is_none_or(|before| before.key != todo.key))
}

/// Adds the todos of another list that this one does not have.
fn interleave(list: List, other: &List, base: &List) -> List {
    let already_listed = |todo: &Rc<Todo>| find(&list, todo.key).is_some();
    if other.iter().all(already_listed) {
        return list;
    }
    // From this place on, all todos of the other list are new.
    let last = other.iter().rposition(already_listed).map_or(0, |place| place.wrapping_add(1));
    // A todo that the other list omits and that is kept follows the same todo as before.
    let left_out_but_kept =
        |todo: &Rc<Todo>| find(base, todo.key).is_some() && find(other, todo.key).is_none();
    let (mut chain, mut after) = (Chain::of(&list), 0);
    for (place, todo) in other.iter().enumerate() {
        if let Some(stands) = place_of(&list, todo.key) {
            after = stands.wrapping_add(1);
            continue;
        }
        let is_added_last = place >= last && find(base, todo.key).is_none();
        if is_added_last {
            after = chain.last;
        } else {
            while let Some((behind, _)) =
                chain.behind(after).filter(|(_, todo)| left_out_but_kept(todo))
            {
                after = behind;
            }
        }
        after = chain.insert(after, todo);
    }
    chain.collect()
}

/// Todos of which each knows the one behind it, so that one may be inserted without a move of the
/// others.
struct Chain {
    todos: Vec<Rc<Todo>>,
    /// For the start and for each todo the number of the todo behind it, from 1, or 0 for none.
    next: Vec<usize>,
    /// The number of the last todo.
    last: usize,
}

impl Chain {
    fn of(list: &List) -> Self {
        let last = list.len();
        let mut next: Vec<usize> = (1..=last).collect();
        next.push(0);
        Self { todos: list.to_vec(), next, last }
    }

    /// Returns the todo behind one, with its number.
    fn behind(&self, number: usize) -> Option<(usize, &Rc<Todo>)> {
        let behind = *self.next.get(number)?;
        Some((behind, self.todos.get(behind.checked_sub(1)?)?))
    }

    /// Inserts a todo behind one, and returns its number.
    fn insert(&mut self, number: usize, todo: &Rc<Todo>) -> usize {
        self.todos.push(Rc::clone(todo));
        let new = self.todos.len();
        let behind = self.next.get_mut(number).map(|next| core::mem::replace(next, new));
        self.next.push(behind.unwrap_or_default());
        if number == self.last {
            self.last = new;
        }
        new
    }

    fn collect(&self) -> List {
        let mut list = Vec::with_capacity(self.todos.len());
        let mut number = 0;
        while let Some((behind, todo)) = self.behind(number) {
            list.push(Rc::clone(todo));
            number = behind;
        }
        list.into()
    }
}
