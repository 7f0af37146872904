//! Takes over what somebody else stored.

use crate::list::error::TodoError;
use crate::list::store::TodoStore;
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
        let (loaded, _) = self.written_upon(text, self)?;
        self.go_on_from(loaded);
        Ok(())
    }

    /// The store that a stored text holds, and whether its keys were given there. A `todos.json` has none:
    /// it is taken for a write upon this one, whose new todos get keys that `ours` has not used either.
    pub(super) fn written_upon(&self, text: &str, ours: &Self) -> Result<(Self, bool), TodoError> {
        if is_todos_json(text) {
            return Ok((self.with_todos_json(text, ours)?, false));
        }
        Ok((Self::from_checkpoint(text)?, true))
    }

    /// Becomes another store, as one more change, with the options of this one but for limits that are
    /// larger there. Being the same already is no change.
    pub(super) fn go_on_from(&mut self, other: Self) {
        // When each began is no difference.
        let is_new = |store: &Self| store.revision() == 0 && store.list().is_empty();
        if is_new(self) && is_new(&other) {
            return;
        }
        let other = other.under_rules_of(self);
        // Comparing the texts is less code than comparing the stores. Theirs may hold fewer snapshots of the same history.
        let shown = other.revision().wrapping_sub(other.history().oldest()).wrapping_add(1);
        if other.checkpoint() != self.checkpoint_of(shown as usize) {
            self.go_on_as(other);
        }
    }
}
