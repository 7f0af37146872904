//! Which todos are under which others.
//!
//! A todo refers to its parent by the key. On a list, each parent is there, none is under itself,
//! and a todo stands behind its parent and the todos that are already under that: the list reads as
//! its tree does.

use std::rc::Rc;

use crate::list::indexed_list::{List, find, index_of};
use crate::list::limits::MAX_TODOS;
use crate::list::todo::{Key, Todo};

/// Returns the keys of the todos above one, the nearest first. Of a todo that left the first list,
/// the parent is that in the next list which has it.
fn ancestors<'a>(lists: &'a [&'a List], todo: &Todo) -> impl Iterator<Item = Key> + 'a {
    let parent_of = |key: &Key| lists.iter().find_map(|list| find(list, *key))?.parent();
    // Only a list that is not in order yet has a cycle.
    core::iter::successors(todo.parent(), parent_of).take(MAX_TODOS)
}

/// Returns whether a todo is under the one with a key, directly or not.
pub(crate) fn is_descendant(list: &List, todo: &Todo, key: Key) -> bool {
    ancestors(&[list], todo).any(|above| above == key)
}

/// Calls `see` with each todo of a list in order, and how many todos are above it.
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

/// Returns the todos under the one at an index of a list in order, which stand right behind it.
pub(crate) fn descendants(list: &[Rc<Todo>], index: usize) -> &[Rc<Todo>] {
    let Some(from) = list.get(index..) else { return &[] };
    let mut count = 0_usize;
    walk(from, |_, depth| {
        let is_under = count == 0 || depth > 0;
        count = count.wrapping_add(usize::from(is_under));
        is_under
    });
    from.get(1..count).unwrap_or_default()
}

/// Returns the first open todo under each todo of a list.
pub(crate) fn first_open_descendant(list: &List) -> Vec<Option<Key>> {
    first_descendant(list, &|todo| !todo.status().is_settled())
}

/// Returns the first todo under each todo of a list that `is_meant` accepts.
pub(crate) fn first_descendant(list: &List, is_meant: &dyn Fn(&Todo) -> bool) -> Vec<Option<Key>> {
    let mut first: Vec<Option<Key>> = vec![None; list.len()];
    for todo in list.iter().filter(|todo| is_meant(todo)) {
        let mut parent = todo.parent();
        while let Some(index) = parent.and_then(|parent| index_of(list, parent)) {
            // What is above one that has such a todo under it has that, too.
            let Some(slot) = first.get_mut(index).filter(|slot| slot.is_none()) else { break };
            *slot = Some(todo.key);
            parent = list.get(index).and_then(|todo| todo.parent());
        }
    }
    first
}

/// Returns for each todo of a list whether it is under the one with a key, directly or not.
pub(crate) fn are_descendants(list: &List, key: Key) -> Vec<bool> {
    // Whether each todo is under it, as far as that is known.
    let mut known: Vec<Option<bool>> = vec![None; list.len()];
    let mut path = Vec::new();
    for index in 0..list.len() {
        let mut at = Some(index);
        let is_under = loop {
            let Some((index, slot)) = at.and_then(|at| Some((at, known.get_mut(at)?))) else {
                break false;
            };
            if let Some(known) = *slot {
                break known;
            }
            // Only a list that is not in order yet has a cycle.
            *slot = Some(false);
            path.push(index);
            let parent = list.get(index).and_then(|todo| todo.parent());
            if parent == Some(key) {
                break true;
            }
            at = parent.and_then(|parent| index_of(list, parent));
        };
        for index in path.drain(..) {
            if let Some(slot) = known.get_mut(index) {
                *slot = Some(is_under);
            }
        }
    }
    known.into_iter().map(|known| known == Some(true)).collect()
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

/// Returns whether each parent is on the list, and each todo stands where its parent says.
pub(crate) fn is_tree(list: &[Rc<Todo>]) -> bool {
    let mut is_tree = true;
    walk(list, |todo, depth| {
        is_tree = todo.parent().is_some() == (depth > 0);
        is_tree
    });
    is_tree
}

/// Puts each todo behind its parent and the todos already under that. If a parent left the list,
/// its own parent takes its place, as `before` or `other` has it. A parent that is on neither is
/// none, and so is one that closes a cycle, unless `before` has it, which is in order.
///
/// Returns the list in its previous order, if that was another one.
pub(crate) fn restore_tree_order(list: &mut List, before: &List, other: &List) -> Option<List> {
    if list.iter().all(|todo| todo.parent().is_none()) {
        return None;
    }
    for index in 0..list.len() {
        let Some(todo) = list.get(index) else { break };
        let lists = [&*list, before, other];
        let parent = ancestors(&lists, todo).find(|parent| find(list, *parent).is_some());
        set_parent(list, index, parent);
    }
    if is_tree(list) {
        return None;
    }
    for cycle in cycles(list) {
        let is_new = |index: &&usize| {
            list.get(**index).is_some_and(|todo| {
                todo.parent() != find(before, todo.key).and_then(|before| before.parent())
            })
        };
        if let Some(index) = cycle.iter().filter(is_new).min().copied() {
            set_parent(list, index, None);
        }
    }
    let unordered = core::mem::take(list);
    // The indices of the todos under each todo, and at the end of those under none, the last first.
    let mut under: Vec<Vec<usize>> = vec![Vec::new(); unordered.len().wrapping_add(1)];
    for (index, todo) in unordered.iter().enumerate().rev() {
        let parent = todo.parent().and_then(|parent| index_of(&unordered, parent));
        if let Some(under) = under.get_mut(parent.unwrap_or(unordered.len())) {
            under.push(index);
        }
    }
    let mut next = under.pop().unwrap_or_default();
    while let Some(index) = next.pop() {
        list.extend(unordered.get(index).cloned());
        next.append(&mut under.get_mut(index).map(core::mem::take).unwrap_or_default());
    }
    Some(unordered)
}

/// Returns the indices of each cycle of parents.
pub(crate) fn cycles(list: &List) -> Vec<Vec<usize>> {
    let mut cycles = Vec::new();
    let mut is_reached = vec![false; list.len()];
    for first in 0..list.len() {
        let mut path = Vec::new();
        let mut at = Some(first);
        while let Some((index, slot)) = at.and_then(|at| Some((at, is_reached.get_mut(at)?))) {
            if core::mem::replace(slot, true) {
                break;
            }
            path.push(index);
            at = list.get(index).and_then(|todo| index_of(list, todo.parent()?));
        }
        // A path that ends on itself ends in a cycle.
        if let Some(start) = path.iter().position(|index| Some(*index) == at) {
            cycles.push(path.split_off(start));
        }
    }
    cycles
}

fn set_parent(list: &mut List, index: usize, parent: Option<Key>) {
    if let Some(todo) = list.get_mut(index).filter(|todo| todo.parent() != parent) {
        Rc::make_mut(todo).set_parent(parent);
    }
}
