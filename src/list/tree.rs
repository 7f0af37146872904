//! Which todos are under which others.
//!
//! A todo refers to its parent by key. On a list, each parent exists, no todo is under itself, and
//! the todos are in depth-first order.

use std::rc::Rc;

use crate::list::cycles::Cycles;
use crate::list::indexed_list::{List, find, index_of};
use crate::list::todo::{Key, Todo};

/// Returns the keys of the todos above one, the nearest first. For a todo that left the first list,
/// the parent is looked up in the next list that has the todo.
fn ancestors<'a>(lists: &'a [&'a List], todo: &Todo) -> impl Iterator<Item = Key> + 'a {
    let parent_of = |key: &Key| lists.iter().find_map(|list| find(list, *key))?.parent();
    // Only a list that is not in order yet has a cycle.
    let most = lists.iter().fold(0, |sum: usize, list| sum + list.len());
    core::iter::successors(todo.parent(), parent_of).take(most)
}

/// Returns whether a todo is under the one with a key, directly or not.
pub(crate) fn is_descendant(list: &List, todo: &Todo, key: Key) -> bool {
    ancestors(&[list], todo).any(|above| above == key)
}

/// Calls `see` with each todo of an ordered list, and how many todos are above it.
pub(crate) fn walk<'l>(list: &'l [Rc<Todo>], mut see: impl FnMut(&'l Rc<Todo>, usize) -> bool) {
    let mut path: Vec<Key> = Vec::new();
    for todo in list {
        while !path.is_empty() && path.last().copied() != todo.parent() {
            path.pop();
        }
        if !see(todo, path.len()) {
            return;
        }
        path.push(todo.key);
    }
}

/// Returns the todos under the one at an index of an ordered list, which directly follow it.
pub(crate) fn descendants(list: &[Rc<Todo>], index: usize) -> &[Rc<Todo>] {
    let Some(from) = list.get(index..) else { return &[] };
    let mut count = 0_usize;
    walk(from, |_, depth| {
        let is_under = count == 0 || depth > 0;
        count += usize::from(is_under);
        is_under
    });
    from.get(1..count).unwrap_or_default()
}

/// Returns for each todo of a list the first open todo under it.
pub(crate) fn first_open_descendant(list: &List) -> Vec<Option<Key>> {
    first_descendant(list, &|todo| !todo.status().is_settled())
}

/// Returns for each todo of a list the first todo under it that `is_meant` accepts.
pub(crate) fn first_descendant(list: &List, is_meant: &dyn Fn(&Todo) -> bool) -> Vec<Option<Key>> {
    let mut first: Vec<Option<Key>> = vec![None; list.len()];
    for todo in list.iter().filter(|todo| todo.parent().is_some() && is_meant(todo)) {
        let mut parent = todo.parent();
        while let Some(index) = parent.and_then(|parent| index_of(list, parent)) {
            // If this one already has such a todo, so have all above it.
            let Some(slot) = first.get_mut(index).filter(|slot| slot.is_none()) else { break };
            *slot = Some(todo.key);
            parent = list.get(index).and_then(|todo| todo.parent());
        }
    }
    first
}

/// Returns for each todo of a list whether it is under the one with a key, directly or not.
pub(crate) fn are_descendants(list: &List, key: Key) -> Vec<bool> {
    let mut are_descendants = vec![false; list.len()];
    let mut is_complete = false;
    // In an ordered list, one pass finds all.
    while !is_complete {
        is_complete = true;
        for (index, todo) in list.iter().enumerate() {
            let Some(parent) = todo.parent() else { continue };
            let above = || index_of(list, parent).and_then(|above| are_descendants.get(above));
            let is_under = parent == key || above() == Some(&true);
            if let Some(known) = are_descendants.get_mut(index).filter(|known| **known != is_under)
            {
                *known = is_under;
                is_complete = false;
            }
        }
    }
    are_descendants
}

/// Returns the todos under the one with a key as a list of their own, in which those right under it
/// are under none.
pub(crate) fn descendants_of(list: &List, root: Key) -> List {
    let mut branch = List::new();
    for (todo, _) in list.iter().zip(are_descendants(list, root)).filter(|(_, is_under)| *is_under)
    {
        let mut todo: Rc<Todo> = Rc::clone(todo);
        if todo.parent() == Some(root) {
            Rc::make_mut(&mut todo).set_parent(None);
        }
        branch.push(todo);
    }
    branch
}

/// Returns the keys of the open todos under the one with a key.
pub(crate) fn open_descendants(list: &List, key: Key) -> Vec<Key> {
    if list.iter().all(|todo| todo.parent().is_none()) {
        return Vec::new();
    }
    let under = list.iter().zip(are_descendants(list, key));
    let is_open = |(todo, is_under): &(&Rc<Todo>, bool)| *is_under && !todo.status().is_settled();
    under.filter(is_open).map(|(todo, _)| todo.key).collect()
}

/// Returns whether each parent is on the list, and the todos are in depth-first order.
pub(crate) fn is_tree(list: &[Rc<Todo>]) -> bool {
    let mut is_tree = true;
    walk(list, |todo, depth| {
        is_tree = todo.parent().is_some() == (depth > 0);
        is_tree
    });
    is_tree
}

/// Reorders the list depth-first. A todo whose parent is gone moves to the nearest ancestor that is
/// left, looked up in `before`, then in `other`, otherwise to the top level. A new parent that
/// would close a cycle is dropped.
pub(crate) fn restore_tree_order(list: &mut List, before: &List, other: &List) {
    if list.iter().all(|todo| todo.parent().is_none()) {
        return;
    }
    for index in 0..list.len() {
        let Some(todo) = list.get(index) else { break };
        let lists = [&*list, before, other];
        let parent = ancestors(&lists, todo).find(|parent| find(list, *parent).is_some());
        set_parent(list, index, parent);
    }
    if is_tree(list) {
        return;
    }
    let mut cycles = cycles_of_parents(list);
    while let Some(cycle) = cycles.next(list) {
        let is_new = |index: &&usize| {
            list.get(**index).is_some_and(|todo| {
                todo.parent() != find(before, todo.key).and_then(|before| before.parent())
            })
        };
        let index = cycle.iter().filter(is_new).min().or(cycle.first());
        set_parent(list, index.copied().unwrap_or_default(), None);
    }
    let unordered = core::mem::take(list);
    // The indices of the todos directly under each todo, and those of the top level, each in
    // reverse.
    let mut under: Vec<Vec<usize>> = vec![Vec::new(); unordered.len()];
    let mut next = Vec::new();
    for (index, todo) in unordered.iter().enumerate().rev() {
        let parent = todo.parent().and_then(|parent| index_of(&unordered, parent));
        parent.and_then(|parent| under.get_mut(parent)).unwrap_or(&mut next).push(index);
    }
    while let Some(index) = next.pop() {
        list.extend(unordered.get(index).cloned());
        next.append(&mut under.get_mut(index).map(core::mem::take).unwrap_or_default());
    }
}

/// Returns a search for the cycles of parents.
pub(crate) fn cycles_of_parents(list: &List) -> Cycles {
    Cycles::new(list, |todo| todo.details.parent.as_slice())
}

fn set_parent(list: &mut List, index: usize, parent: Option<Key>) {
    if let Some(todo) = list.get_mut(index).filter(|todo| todo.parent() != parent) {
        Rc::make_mut(todo).set_parent(parent);
    }
}
