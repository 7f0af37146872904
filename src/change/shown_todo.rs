//! A todo as the caller of a method has it: an object that the store returned earlier. The call
//! only has an effect if the todo is still as it was then, as `If-Match` has it in HTTP.

use crate::list::error::{TodoError, WriteError};
use crate::list::history::Revision;
use crate::list::indexed_list::find;
use crate::list::option_table::document;
use crate::list::store::TodoStore;
use crate::list::todo::Key;

/// A todo as an object of the caller describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownTodo {
    /// The key of the todo.
    pub key: Key,
    /// The revision at which the store returned it.
    revision: Revision,
    /// The content at that time. A key and a revision do not tell two lists apart.
    content: String,
}

impl ShownTodo {
    /// Reads a todo from a JSON object with its key, revision and content. `todoText` in
    /// `wasm/json.js` sends these.
    ///
    /// # Errors
    /// `invalid_argument` if one of them is missing or is no value of a todo.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let (mut key, mut revision, mut content) = (None, None, None);
        for (name, value) in document(text)?.root().fields() {
            match &*name {
                "key" => key = value.as_string().and_then(|key| Key::parse_str(&key)),
                "revision" => revision = value.as_integer().and_then(|it| it.try_into().ok()),
                "content" => content = value.as_string().map(Into::into),
                _ => {}
            }
        }
        match (key, revision, content) {
            (Some(key), Some(revision), Some(content)) => Ok(Self { key, revision, content }),
            _ => Err(TodoError::invalid(
                "an object must be a todo of the list, with its key, content and revision: pass it as getAll() or an event has it",
                &[],
            )),
        }
    }
}

impl TodoStore {
    /// Refuses a write about a todo that is not as its caller has it. What the caller itself
    /// decided since does not count. To a person, every person's decision is their own; to a
    /// model or an agent, so is a text of any other model or agent. The method itself decides
    /// about a todo that left.
    ///
    /// # Errors
    /// [`WriteError::Denied`].
    pub fn check_todo(&self, shown: &ShownTodo) -> Result<(), WriteError> {
        let is_as_shown = find(self.list(), shown.key).is_none()
            || self.is_todo_of(shown) && self.is_unchanged(shown.key, shown.revision, self.actor());
        is_as_shown.then_some(()).ok_or(WriteError::Denied)
    }

    /// Returns whether the todo with the key of an object has or had the content of the object. A
    /// merge may have given the key to another todo, and another list may have it, too.
    pub fn is_todo_of(&self, shown: &ShownTodo) -> bool {
        let had_content = || {
            let provenance = self.provenance().of(shown.key);
            provenance.is_some_and(|provenance| provenance.had_content(&shown.content))
        };
        find(self.list(), shown.key)
            .is_none_or(|current| current.content() == shown.content || had_content())
    }
}
