//! Applying a difference: an aspect, a todo or a list is changed as somebody changed another one.

use std::rc::Rc;

use crate::list::delta::{Aspect, Delta};
use crate::list::history::List;
use crate::list::indexed_list::{find, find_indexed, find_mut, index_of};
use crate::list::todo::{Key, Todo};

/// Applies the difference between `base` and `requested` in one aspect to a todo.
pub(super) fn copy_aspect(aspect: Aspect, base: &Todo, requested: &Todo, todo: &mut Todo) {
    match aspect {
        Aspect::State => todo.state = requested.state.rebased(&base.state, &todo.state),
        Aspect::Text(field) => {
            todo.set_text(field, requested.cleaned_text(field).cloned());
        }
        Aspect::Blockers => {
            let stays = |key: &&Key| {
                !base.blocked_by().contains(key) || requested.blocked_by().contains(key)
            };
            let blocked_by = todo.blocked_by().iter().filter(stays).copied().collect();
            todo.set_blocked_by(blocked_by);
            add_blockers(base, requested, todo);
        }
        Aspect::Confirm => todo.set_flags(|flags| flags.confirm = requested.details.flags.confirm),
        Aspect::Data => todo.set_data(requested.data().cloned()),
        Aspect::Parent => todo.set_parent(requested.parent()),
        Aspect::Approved => todo.set_flags(|flags| flags.approved = requested.is_approved()),
        Aspect::Presence | Aspect::Place => {}
    }
}

/// Applies the difference between `base` and `requested` to a todo, in each aspect that `selects`
/// accepts.
pub(super) fn copy_changes(
    base: &Todo,
    requested: &Todo,
    todo: &mut Rc<Todo>,
    selects: impl Fn(Aspect) -> bool,
) {
    for aspect in Aspect::OF_TODO {
        if aspect.differs(base, requested) && selects(aspect) {
            copy_aspect(aspect, base, requested, Rc::make_mut(todo));
        }
    }
}

/// Adds the blockers that `requested` has and `base` does not have.
pub(super) fn add_blockers(base: &Todo, requested: &Todo, todo: &mut Todo) {
    let mut blocked_by = todo.blocked_by().to_vec();
    for key in requested.blocked_by() {
        if !base.blocked_by().contains(key) && !blocked_by.contains(key) {
            blocked_by.push(*key);
        }
    }
    todo.set_blocked_by(blocked_by);
}

/// Applies a delta to a list. `after` is the list that the delta leads to. Todos that the delta
/// does not mention stay as they are.
pub(crate) fn apply_delta(list: &mut List, delta: &Delta<'_>, after: &List) {
    list.retain(|todo| !delta.removed.iter().any(|removed| removed.key == todo.key));
    for (base, current) in &delta.changed {
        if let Some(slot) = find_mut(list, current.key) {
            copy_changes(base, current, slot, |_| true);
        }
    }
    for todo in &delta.added {
        insert_as_in(list, after, todo.key);
    }
    for key in &delta.moved {
        if let (Some(index), Some(there)) = (index_of(list, *key), index_of(after, *key)) {
            let todo = list.remove(index);
            let at = index_in(list, after, there);
            list.insert(at, todo);
        }
    }
}

/// Inserts a todo of another list after the same todo as there, and returns true. Returns false if
/// the list already has it, or the other list does not.
pub(crate) fn insert_as_in(list: &mut List, other: &List, key: Key) -> bool {
    let Some((index, todo)) = find_indexed(other, key) else { return false };
    if find(list, key).is_some() {
        return false;
    }
    let at = index_in(list, other, index);
    list.insert(at, Rc::clone(todo));
    true
}

/// Returns the index after the todo that the one at `index` of another list follows there, or the
/// front.
fn index_in(list: &List, other: &List, index: usize) -> usize {
    let mut before = other.iter().take(index).rev();
    let after = before.find_map(|todo| index_of(list, todo.key));
    after.map_or(0, |index| index + 1)
}
