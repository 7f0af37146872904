//! `List`: the todos in order, with lookup by key, name and content.
//!
//! Writes and reminders compare lists todo by todo, so they look up each todo in other lists.
//! Without an index, each lookup in a list of a thousand todos would take a thousand steps. A long
//! list that is searched repeatedly therefore builds an index, which is used until todos are added,
//! removed or moved.

use core::cell::{Cell, OnceCell};
use core::ops::{Deref, DerefMut};
use std::rc::Rc;

use crate::list::todo::{Key, TextField, Todo};
use crate::text::hash_index::{HashIndex, hash};

/// The length up to which a list has no index.
const SHORT: usize = 32;

/// The number of searches before a list builds an index, which would be wasted if the list changes
/// soon.
const FEW_SEARCHES: u8 = 8;

/// The whole list at one revision, in order. The lists of a history share their unchanged todos.
#[derive(Default)]
pub struct List {
    todos: Vec<Rc<Todo>>,
    /// How often the list was searched since it changed.
    searches: Cell<u8>,
    by_key: LazyIndex,
    by_name: LazyIndex,
    by_content: LazyIndex,
}

/// The indices of the todos by one of their values.
type LazyIndex = OnceCell<Box<HashIndex>>;

impl List {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty list with room for so many todos.
    pub fn with_capacity(capacity: usize) -> Self {
        Vec::with_capacity(capacity).into()
    }

    /// Returns the todo at an index. The caller may change all but its key.
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Rc<Todo>> {
        self.iter_mut().nth(index)
    }

    /// Returns the todos. The caller may change all but their keys.
    #[inline(never)]
    pub(crate) fn iter_mut(&mut self) -> core::slice::IterMut<'_, Rc<Todo>> {
        self.forget_indices(false);
        self.todos.iter_mut()
    }

    /// Drops the indexes of the texts, because these may change, and also that of the keys if todos
    /// may be added, removed or moved.
    fn forget_indices(&mut self, also_of_keys: bool) {
        // Until it is searched, a list has no index.
        if self.searches.get() > FEW_SEARCHES {
            self.by_name.take();
            self.by_content.take();
            if also_of_keys {
                self.by_key.take();
            }
        }
        if also_of_keys {
            self.searches.set(0);
        }
    }

    /// Returns the index of the first todo that `is_meant` accepts. `hash_of` returns the hash of a
    /// todo's value in `index`, or for `None` the hash of the value to find.
    #[inline(never)]
    fn search(
        &self,
        index: &LazyIndex,
        hash_of: &dyn Fn(Option<&Todo>) -> Option<u32>,
        is_meant: &dyn Fn(&Todo) -> bool,
    ) -> Option<usize> {
        let todos = &self.todos;
        let search = || todos.iter().position(|todo| is_meant(todo));
        let searches = self.searches.get();
        if searches <= FEW_SEARCHES {
            self.searches.set(searches + 1);
            return search();
        }
        let hash_at = |index: usize| hash_of(Some(todos.get(index)?));
        let hashes = index.get_or_init(|| Box::new(HashIndex::of(todos.len(), &hash_at)));
        let mut is_there = |index: usize| todos.get(index).is_some_and(|todo| is_meant(todo));
        let index = hashes.find(hash_of(None)?, &mut is_there);
        debug_assert_eq!(index, search(), "the index of a list is out of date");
        index
    }
}

/// Returns whether two lists have the same todos in the same order.
pub(crate) fn is_same_list(one: &[Rc<Todo>], other: &[Rc<Todo>]) -> bool {
    core::ptr::eq(one, other)
        || one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_same(other))
}

/// Returns the index of the todo with a key.
#[inline(never)]
pub(crate) fn index_of(list: &List, key: Key) -> Option<usize> {
    if list.len() <= SHORT {
        return list.iter().position(|todo| todo.key == key);
    }
    // Keys are consecutive numbers, which need no hash.
    let hash_of = |todo: Option<&Todo>| Some(todo.map_or(key, |todo| todo.key).0);
    list.search(&list.by_key, &hash_of, &|todo| todo.key == key)
}

/// Returns the todo with a key, and its index.
pub(crate) fn find_indexed(list: &List, key: Key) -> Option<(usize, &Rc<Todo>)> {
    let index = index_of(list, key)?;
    Some((index, list.get(index)?))
}

/// Returns the todo with a key.
pub(crate) fn find(list: &List, key: Key) -> Option<&Rc<Todo>> {
    list.get(index_of(list, key)?)
}

/// Returns the todo with a key. Most todos keep their place, so `index` is tried first.
pub(crate) fn find_near(list: &List, index: usize, key: Key) -> Option<&Rc<Todo>> {
    list.get(index).filter(|todo| todo.key == key).or_else(|| find(list, key))
}

/// Returns the todo with a key. The caller may change all but the key.
pub(crate) fn find_mut(list: &mut List, key: Key) -> Option<&mut Rc<Todo>> {
    let index = index_of(list, key)?;
    list.get_mut(index)
}

/// Returns the first todo with a content.
pub(crate) fn find_content<'l>(list: &'l List, content: &str) -> Option<&'l Rc<Todo>> {
    find_by_text(list, &list.by_content, TextField::Content, content)
}

/// Returns the todo that a model gave a name.
pub(crate) fn find_named<'l>(list: &'l List, name: &str) -> Option<&'l Rc<Todo>> {
    find_by_text(list, &list.by_name, TextField::Name, name)
}

#[inline(never)]
fn find_by_text<'l>(
    list: &'l List,
    index: &LazyIndex,
    field: TextField,
    text: &str,
) -> Option<&'l Rc<Todo>> {
    if list.len() <= SHORT {
        return list.iter().find(|todo| todo.text(field) == Some(text));
    }
    let hash_of = |todo: Option<&Todo>| match todo {
        Some(todo) => todo.text(field).map(hash),
        None => Some(hash(text)),
    };
    list.get(list.search(index, &hash_of, &|todo| todo.text(field) == Some(text))?)
}

impl Deref for List {
    type Target = Vec<Rc<Todo>>;

    fn deref(&self) -> &Self::Target {
        &self.todos
    }
}

impl DerefMut for List {
    #[inline(never)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.forget_indices(true);
        &mut self.todos
    }
}

impl From<Vec<Rc<Todo>>> for List {
    fn from(todos: Vec<Rc<Todo>>) -> Self {
        Self { todos, ..Self::default() }
    }
}

impl Clone for List {
    fn clone(&self) -> Self {
        // Most copies are made to be changed.
        self.todos.clone().into()
    }
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        self.todos == other.todos
    }
}

impl Eq for List {}

impl core::fmt::Debug for List {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.todos.fmt(f)
    }
}

impl FromIterator<Rc<Todo>> for List {
    fn from_iter<T: IntoIterator<Item = Rc<Todo>>>(todos: T) -> Self {
        Vec::from_iter(todos).into()
    }
}

impl Extend<Rc<Todo>> for List {
    fn extend<T: IntoIterator<Item = Rc<Todo>>>(&mut self, todos: T) {
        Vec::extend(self, todos);
    }
}

impl IntoIterator for List {
    type Item = Rc<Todo>;
    type IntoIter = std::vec::IntoIter<Rc<Todo>>;

    fn into_iter(self) -> Self::IntoIter {
        self.todos.into_iter()
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = &'a Rc<Todo>;
    type IntoIter = core::slice::Iter<'a, Rc<Todo>>;

    fn into_iter(self) -> Self::IntoIter {
        self.todos.iter()
    }
}

impl<'a> IntoIterator for &'a mut List {
    type Item = &'a mut Rc<Todo>;
    type IntoIter = core::slice::IterMut<'a, Rc<Todo>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
