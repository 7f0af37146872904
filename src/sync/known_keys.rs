//! Brings a list that another store had into the keys of this one.

use std::borrow::Cow;

use crate::forms::shape::Item;
use crate::list::blockers;
use crate::list::history::List;
use crate::list::marks::Mark;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Todo};
use crate::sync::rewrite::{By, Mode};

/// Todos of a list that is not known to be of this store, with the keys of those here that say the same, or
/// that left and said it; the others get keys that nothing here has.
pub(crate) fn with_known_keys(told: &List, store: &TodoStore, next_key: &mut u32) -> List {
    let text = |text: &str| Some(Cow::Owned(text.to_owned()));
    let named = |todo: &Todo| {
        let mut item = Item::default();
        let [content, name, ..] = &mut item.texts;
        (*content, *name) = (text(todo.content()), text(&todo.key.to_word()));
        item
    };
    let items: Vec<Item<'_>> = told.iter().map(named).collect();
    let names: Vec<String> = store.list().iter().map(|todo| todo.key.to_word()).collect();
    let mut keys = Vec::with_capacity(told.len());
    // One that has its key too is the first choice.
    let mut found =
        store.matches(&items, &names, Mode::Replace, &[By::Both, By::Content, By::Persons]);
    for (place, was) in told.iter().enumerate() {
        // Whoever worded it otherwise since.
        let is_it = |(at, todo): (usize, &Todo)| {
            let mark = store.marks().of(todo.key);
            let was_called =
                |mark: &Mark| mark.former.iter().any(|text| text.as_str() == was.content());
            !found.contains(&Some(at)) && mark.is_some_and(was_called)
        };
        let former = || store.list().iter().enumerate().position(is_it);
        let at = found.get(place).copied().flatten().or_else(former);
        if let Some(slot) = found.get_mut(place) {
            *slot = at;
        }
        let known = at.and_then(|at| store.list().get(at));
        let left = store.marks().left(was.key).map(|left| &left.todo);
        let known = known.or_else(|| left.filter(|left| left.content() == was.content()));
        keys.push((was.key, known.map_or(Key(*next_key), |todo| todo.key)));
        *next_key = next_key.wrapping_add(u32::from(known.is_none()));
    }
    let mut list = told.clone();
    blockers::rename(&mut list, &keys);
    list
}
