//! Takes over what somebody else stored.

use crate::list::error::TodoError;
use crate::list::store::TodoStore;
#[cfg(feature = "dialects")]
use crate::sync::todos_json::is_todos_json;

impl TodoStore {
    /// Takes over a checkpoint, or the text of a `todos.json`, in place of what is here: list, keys
    /// and history. The revision grows; where theirs is not higher, their history is numbered anew.
    /// The options stay, but for limits that are larger there. A `todos.json` has neither keys nor
    /// history, so it is one more revision here, in which todos that are known keep their keys.
    ///
    /// # Errors
    /// `invalid_checkpoint`, `newer_checkpoint`; for a `todos.json` `too_many_todos` and
    /// `content_too_long` too.
    pub fn load(&mut self, text: &str) -> Result<(), TodoError> {
        self.go_on_from(self.written_upon(text)?);
        Ok(())
    }

    /// The store that a stored text holds. A `todos.json`, which has no keys, is taken for a write
    /// upon this one.
    pub(super) fn written_upon(&self, text: &str) -> Result<Self, TodoError> {
        #[cfg(feature = "dialects")]
        if is_todos_json(text) {
            // As much as a clone, for less code.
            let mut store = Self::from_checkpoint(&self.checkpoint())?;
            store.load_todos_json(text)?;
            return Ok(store);
        }
        Self::from_checkpoint(text)
    }

    /// Becomes another store, as one more change, with the options of this one but for limits that are
    /// larger there. Being the same already is no change.
    pub(super) fn go_on_from(&mut self, other: Self) {
        let other = other.under_rules_of(self);
        // Comparing the texts is less code than comparing the stores.
        if other.checkpoint() != self.checkpoint() {
            self.go_on_as(other);
        }
    }
}
