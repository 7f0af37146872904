//! Which todos are under which others.
//!
//! A todo refers to its parent by the key. On a list, each parent is there, none is under itself, and a
//! todo stands behind its parent and the todos that are already under that: the list reads as its tree
//! does.

use std::rc::Rc;

use crate::list::history::List;
use crate::list::limits::MOST_TODOS;
use crate::list::todo::{Key, Todo, find};

/// Returns the keys of the todos above one, the nearest first. Of a todo that left the first list, the parent is that in the
/// next list which has it.
fn above(lists: [&[Rc<Todo>]; 3], todo: &Todo) -> impl Iterator<Item = Key> {
    let parent_of = move |key: &Key| lists.iter().find_map(|list| find(list, *key))?.parent();
    // Only a list that is not in order yet has a cycle.
    core::iter::successors(todo.parent(), parent_of).take(MOST_TODOS)
}

/// Returns how many todos are above one.
pub(crate) fn depth(list: &[Rc<Todo>], todo: &Todo) -> usize {
    above([list, &[], &[]], todo).count()
}

/// Returns whether a todo is under the one with a key, directly or not.
pub(crate) fn is_under(list: &[Rc<Todo>], todo: &Todo, key: Key) -> bool {
    above([list, &[], &[]], todo).any(|above| above == key)
}

/// Returns the todos under the one at a place of a list in order, which stand right behind it.
pub(crate) fn under(list: &[Rc<Todo>], place: usize) -> &[Rc<Todo>] {
    let Some((todo, behind)) = list.get(place..).and_then(<[_]>::split_first) else { return &[] };
    let end = behind.iter().position(|other| !is_under(list, other, todo.key));
    behind.get(..end.unwrap_or(behind.len())).unwrap_or_default()
}

/// Returns the keys of the open todos under the one with a key.
pub(crate) fn open_under(list: &[Rc<Todo>], key: Key) -> Vec<Key> {
    let mut open = Vec::new();
    for todo in list {
        if todo.parent().is_some() && !todo.status().is_settled() && is_under(list, todo, key) {
            open.push(todo.key);
        }
    }
    open
}

/// Returns whether each parent is on the list, and each todo stands where its parent says.
pub(crate) fn is_tree(list: &[Rc<Todo>]) -> bool {
    let mut path: Vec<Key> = Vec::new();
    list.iter().all(|todo| {
        while !path.is_empty() && path.last().copied() != todo.parent() {
            path.pop();
        }
        let is_there = path.last().copied() == todo.parent();
        path.push(todo.key);
        is_there
    })
}

/// Puts each todo behind its parent and the todos already under that. If a parent left the list, its own parent
/// takes its place, as `before` or `other` has it. A parent that is on neither is none, and so is one that closes a
/// cycle, unless `before` has it, which is in order.
///
/// Returns the list in its previous order, if that was another one.
pub(crate) fn keep_tree(list: &mut List, before: &[Rc<Todo>], other: &[Rc<Todo>]) -> Option<List> {
    if list.iter().all(|todo| todo.parent().is_none()) {
        return None;
    }
    for place in 0..list.len() {
        let Some(todo) = list.get(place) else { break };
        let mut above = above([list, before, other], todo);
        let parent = above.find(|parent| find(list, *parent).is_some());
        drop(above);
        set_parent(list, place, parent);
    }
    if is_tree(list) {
        return None;
    }
    for place in 0..list.len() {
        let Some(todo) = list.get(place) else { break };
        let was = find(before, todo.key).and_then(|todo| todo.parent());
        if todo.parent() != was && is_under(list, todo, todo.key) {
            set_parent(list, place, None);
        }
    }
    let stated = core::mem::take(list);
    let mut next: Vec<Option<&Rc<Todo>>> = vec![None];
    while let Some(todo) = next.pop() {
        list.extend(todo.cloned());
        let key = todo.map(|todo| todo.key);
        next.extend(stated.iter().rev().filter(|todo| todo.parent() == key).map(Some));
    }
    Some(stated)
}

fn set_parent(list: &mut List, place: usize, parent: Option<Key>) {
    if let Some(todo) = list.get_mut(place).filter(|todo| todo.parent() != parent) {
        Rc::make_mut(todo).set_parent(parent);
    }
}
