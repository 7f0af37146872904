//! Following: a list changes as another one did.

use std::rc::Rc;

use crate::change::rule::take;
use crate::change::table::Forms;
use crate::list::delta::{Aspect, Delta};
use crate::list::history::List;
use crate::list::todo::{Key, Todo, find, place_of};

/// Changes a list as somebody changed another one, which is `after` now. What that one never had stays as it is.
pub(crate) fn follow(list: &mut List, delta: &Delta<'_>, after: &List) {
    list.retain(|todo| !delta.left.iter().any(|left| left.key == todo.key));
    for (was, is) in &delta.changed {
        match list.iter_mut().find(|todo| todo.key == is.key) {
            Some(slot) => {
                let known = Rc::clone(slot);
                for aspect in Aspect::OF_TODO {
                    if aspect.differs(was, is) {
                        let forms = Forms { was, says: is, is: &known, mark: None };
                        take(aspect, forms, Rc::make_mut(slot));
                    }
                }
            }
            None => insert(list, after, is.key),
        }
    }
    for todo in &delta.came {
        insert(list, after, todo.key);
    }
    for key in &delta.moved {
        if let (Some(place), Some(there)) = (place_of(list, *key), place_of(after, *key)) {
            let todo = list.remove(place);
            let at = place_in(list, after, there);
            list.insert(at, todo);
        }
    }
}

/// Inserts a todo of another list, unless the list has it.
fn insert(list: &mut List, other: &List, key: Key) {
    if let Some(place) = place_of(other, key) {
        insert_as_in(list, other, place);
    }
}

pub(super) fn insert_as_in(list: &mut List, other: &List, place: usize) {
    let Some(todo) = other.get(place) else { return };
    if find(list, todo.key).is_none() {
        let at = place_in(list, other, place);
        list.insert(at, Rc::clone(todo));
    }
}

/// Returns the place after the todo that the one at `place` of another list follows there, or the
/// front.
fn place_in(list: &[Rc<Todo>], other: &[Rc<Todo>], place: usize) -> usize {
    let mut before = other.iter().take(place).rev();
    let after = before.find_map(|todo| place_of(list, todo.key));
    after.map_or(0, |place| place.wrapping_add(1))
}
