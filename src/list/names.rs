//! The ids that models' tools use for todos, which are unique on a list.

use std::rc::Rc;

use crate::list::indexed_list::{List, find_near};
use crate::list::todo::{TextField, Todo, is_at};

/// Removes each new name that another todo also has. `current` is the list before the change.
pub(crate) fn keep_names_apart(list: &mut List, current: &List) {
    for index in 0..list.len() {
        let Some(todo) = list.get(index).filter(|todo| !is_at(current, index, todo)) else {
            continue;
        };
        let Some(name) = todo.text(TextField::Name) else { continue };
        let has_it = |other: &Rc<Todo>| other.text(TextField::Name) == Some(name);
        let is_twice = || list.iter().any(|other| other.key != todo.key && has_it(other));
        let is_known = find_near(current, index, todo.key).is_some_and(has_it);
        if !is_known
            && is_twice()
            && let Some(todo) = list.get_mut(index)
        {
            Rc::make_mut(todo).set_text(TextField::Name, None);
        }
    }
}
