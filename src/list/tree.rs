//! Which todos are under which others.
//!
//! A todo refers to its parent by the key. On a list, each parent is there, none is under itself, and a
//! todo stands behind its parent and the todos that are already under that: the list reads as its tree
//! does.

use std::rc::Rc;

use crate::list::history::List;
use crate::list::todo::{Key, Todo, find, place_of};

/// Returns the todos above one, the nearest first. Of a list that is not in order, at most as many as it has.
fn above(list: &[Rc<Todo>], todo: &Todo) -> impl Iterator<Item = Key> {
    let parent_of = |key: &Key| find(list, *key)?.parent();
    core::iter::successors(todo.parent(), parent_of).take(list.len())
}

/// Returns whether a todo is under the one with a key, directly or not.
pub(crate) fn is_under(list: &[Rc<Todo>], todo: &Todo, key: Key) -> bool {
    above(list, todo).any(|above| above == key)
}

/// Returns the open todos under the one with a key.
pub(crate) fn open_under(list: &[Rc<Todo>], key: Key) -> impl Iterator<Item = &Rc<Todo>> {
    list.iter().filter(move |todo| {
        todo.parent().is_some() && !todo.status().is_settled() && is_under(list, todo, key)
    })
}

/// Returns whether each parent is on the list, and each todo stands where its parent says.
pub(crate) fn is_tree(list: &[Rc<Todo>]) -> bool {
    let mut path: Vec<Key> = Vec::new();
    list.iter().all(|todo| {
        let parent = todo.parent().map(|parent| path.iter().rposition(|above| *above == parent));
        path.truncate(parent.flatten().map_or(0, |place| place.wrapping_add(1)));
        path.push(todo.key);
        parent != Some(None)
    })
}

/// Puts each todo behind its parent and the todos already under that. If a parent left the list, its own parent
/// takes its place, as one of the lists in `known` has it. A parent that is not there is none, and neither is
/// one that closes a circle, unless the first of those lists has it, which is in order.
///
/// Returns the list in its previous order, if that was another one.
pub(crate) fn keep_tree(list: &mut List, known: [&[Rc<Todo>]; 3]) -> Option<List> {
    if list.iter().all(|todo| todo.parent().is_none()) {
        return None;
    }
    for place in 0..list.len() {
        let Some(todo) = list.get(place) else { break };
        let parent_of = |key: &Key| known.iter().find_map(|list| find(list, *key))?.parent();
        let mut stays = core::iter::successors(todo.parent(), parent_of).take(list.len());
        set_parent(list, place, stays.find(|parent| place_of(list, *parent).is_some()));
    }
    if is_tree(list) {
        return None;
    }
    let [before, ..] = known;
    for place in 0..list.len() {
        let Some(todo) = list.get(place) else { break };
        let was = find(before, todo.key).and_then(|todo| todo.parent());
        if todo.parent() != was && is_under(list, todo, todo.key) {
            set_parent(list, place, None);
        }
    }
    let said = list.clone();
    let under = |key: Option<Key>| said.iter().rev().filter(move |todo| todo.parent() == key);
    let mut next: Vec<&Rc<Todo>> = under(None).collect();
    list.clear();
    while let Some(todo) = next.pop() {
        list.push(Rc::clone(todo));
        next.extend(under(Some(todo.key)));
    }
    Some(said)
}

fn set_parent(list: &mut List, place: usize, parent: Option<Key>) {
    if let Some(todo) = list.get_mut(place).filter(|todo| todo.parent() != parent) {
        Rc::make_mut(todo).set_parent(parent);
    }
}
