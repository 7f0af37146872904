//! The ids that models' tools use for todos: each is one todo's on a list.

use std::rc::Rc;

use crate::list::keyed_list::{List, find_near};
use crate::list::todo::{Field, Todo, is_at};
use crate::text::places::{Places, hash};

/// Removes each new name that another todo also has. `now` is the list before the change.
pub(crate) fn keep_names_apart(list: &mut List, now: &List) {
    let mut names = None;
    for place in 0..list.len() {
        let Some(todo) = list.get(place).filter(|todo| !is_at(now, place, todo)) else { continue };
        let Some(name) = todo.text(Field::Name) else { continue };
        let has_it = |other: &Rc<Todo>| other.text(Field::Name) == Some(name);
        if find_near(now, place, todo.key).is_some_and(has_it) {
            continue;
        }
        let names = names.get_or_insert_with(|| {
            Places::of_texts(list.len(), &|place| list.get(place)?.text(Field::Name))
        });
        let mut is_another =
            |at: usize| list.get(at).is_some_and(|other| has_it(other) && other.key != todo.key);
        if names.find(hash(name), &mut is_another).is_some()
            && let Some(todo) = list.get_mut(place)
        {
            Rc::make_mut(todo).set_text(Field::Name, None);
        }
    }
}
