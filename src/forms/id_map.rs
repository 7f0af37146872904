//! The ids by which models refer to todos, in reminders, lists, answers and calls.

use crate::forms::item_schema::{StatusNames, model_name};
use crate::list::indexed_list::{List, find, find_named};
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, TextField, Todo};
use crate::text::decimal::{parse_decimal, push_decimal};
use crate::text::escape::escape_attribute;

/// The kind of ids that a tool has for todos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdScheme {
    /// Their positions in the list, the first of which is this number.
    Positions(u8),
    /// The names that the models give them. A todo without one has a derived name.
    Names,
    /// The numbers of their keys, which never change and are never reused.
    Numbers,
}

/// The ids and words that a model has for the todos of a list.
#[derive(Clone, Copy)]
pub(crate) struct IdMap<'a> {
    pub ids: IdScheme,
    /// The words for the statuses, or `None` for our own.
    pub statuses: Option<&'static StatusNames>,
    /// The list to which the ids refer.
    pub list: &'a List,
    /// The todos that positions refer to, in order.
    pub positions: &'a [Key],
    pub store: &'a TodoStore,
}

impl IdMap<'_> {
    /// Returns the model's id of a todo of the list, or `None` if it has none.
    pub fn of(&self, key: Key) -> Option<String> {
        match self.ids {
            IdScheme::Positions(first) => {
                let index = self.positions.iter().position(|known| *known == key)?;
                Some(decimal(Id::at(index).0 - 1 + i64::from(first)))
            }
            IdScheme::Names => find(self.list, key).map(|todo| model_name(self.list, todo)),
            IdScheme::Numbers => {
                find(self.list, key).map(|todo| number_of(self.store, self.list, todo))
            }
        }
    }

    /// Appends the id of a todo, which is at an index of the list. If it is a name, it is escaped
    /// as the value of an attribute.
    pub fn write(&self, out: &mut String, index: usize, todo: &Todo) {
        match self.ids {
            IdScheme::Positions(first) => push_decimal(out, Id::at(index).0 - 1 + i64::from(first)),
            IdScheme::Names => escape_attribute(out, &model_name(self.list, todo)),
            IdScheme::Numbers => escape_attribute(out, &number_of(self.store, self.list, todo)),
        }
    }

    /// Returns the word for the state of a todo.
    pub fn state_name(&self, todo: &Todo) -> &'static str {
        match self.statuses {
            Some(names) if !todo.is_failed() => names.shown(todo),
            Some(_) | None => todo.state_name(),
        }
    }

    /// Returns the key of the todo with this id. A leading `#` is ignored. The key itself is
    /// accepted too, unless it is the name of another todo.
    pub fn key_named(&self, name: &str) -> Option<Key> {
        let bare = name.strip_prefix('#').unwrap_or(name);
        let on_list = |key: Key| find(self.list, key).map(|todo| todo.key);
        let of_key = || on_list(Key::parse_str(bare)?);
        match self.ids {
            IdScheme::Positions(first) => {
                let id = || Some(Id(parse_decimal(bare)?.saturating_sub(i64::from(first) - 1)));
                let at_position = || self.positions.get(id()?.index()).copied();
                at_position().or_else(of_key)
            }
            IdScheme::Names => {
                let called = |name| find_called(self.list, name);
                called(name).or_else(|| called(bare)).or_else(of_key)
            }
            IdScheme::Numbers => {
                let has_id = |id: &str, todo: &Todo| number_of(self.store, self.list, todo) == id;
                let shown = |id: &str| {
                    let by_key = || find(self.list, derived_key(id)?);
                    let found = find_named(self.list, id).filter(|todo| has_id(id, todo));
                    found.or_else(|| by_key().filter(|todo| has_id(id, todo)))
                };
                let number = || shown(&decimal(derived_key(bare)?.0.into()));
                let found = shown(bare).or_else(number);
                found.or_else(|| find_named(self.list, bare)).map(|todo| todo.key)
            }
        }
    }
}

/// Calls `use_it` with the positions of today's list as ids.
pub(crate) fn with_positions<T>(store: &TodoStore, use_it: impl FnOnce(&IdMap<'_>) -> T) -> T {
    let positions: Vec<Key> = store.list().iter().map(|todo| todo.key).collect();
    use_it(&IdMap {
        ids: IdScheme::Positions(1),
        statuses: None,
        list: store.list(),
        positions: &positions,
        store,
    })
}

/// Returns the todo for which a model uses this name.
pub(crate) fn find_called(list: &List, name: &str) -> Option<Key> {
    let unnamed = || find(list, derived_key(name)?).filter(|todo| model_name(list, todo) == name);
    find_named(list, name).or_else(unnamed).map(|todo| todo.key)
}

/// Returns the key from which an id was derived: its number, or the key with underscores behind it.
fn derived_key(id: &str) -> Option<Key> {
    let number = || u32::try_from(parse_decimal(id)?).ok().map(Key);
    number().or_else(|| Key::parse_str(id.trim_end_matches('_')))
}

/// Returns the id by which a model knows a todo: its name, the number of its key, or the number
/// that it had before a merge gave it another key.
fn number_of(store: &TodoStore, list: &List, todo: &Todo) -> String {
    match name_before_merge(store, todo) {
        Some(name) => name.to_owned(),
        None => model_name(list, todo),
    }
}

/// Returns the name by which a model knew a todo before a merge, if the conversation's list still
/// has it and the store does not.
pub(crate) fn name_before_merge<'t>(store: &TodoStore, todo: &'t Todo) -> Option<&'t str> {
    let name = todo.text(TextField::Name)?;
    let removed = || store.provenance().tombstone(todo.key).map(|tombstone| &tombstone.todo);
    let current = find(store.list(), todo.key).or_else(removed);
    Some(name)
        .filter(|name| current.and_then(|current| current.text(TextField::Name)) != Some(name))
}

fn decimal(number: i64) -> String {
    let mut word = String::new();
    push_decimal(&mut word, number);
    word
}
