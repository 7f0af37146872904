//! Takes over what somebody else stored.

use crate::change::todos_json::is_todos_json;
use crate::list::author::Author;
use crate::list::error::TodoError;
use crate::list::history::are_same;
use crate::list::store::TodoStore;

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
        let mut loaded = self.read_stored(text)?;
        let at_this_revision = loaded.history().list_at(self.revision());
        let has_this_list = at_this_revision.is_some_and(|list| are_same(list, self.shared_list()));
        if loaded.revision() <= self.revision() && !has_this_list {
            // Its revisions get the numbers of others, up to which a model may know this list.
            loaded.gather_decisions();
        }
        self.go_on_from(loaded);
        Ok(())
    }

    /// Returns the store that a stored text holds. A `todos.json` has no history: it is taken for a write of the whole list
    /// upon this one.
    pub(super) fn read_stored(&self, text: &str) -> Result<Self, TodoError> {
        if is_todos_json(text) {
            let mut written = self.clone();
            written.act_like(self, Author::Host.into());
            written.import_todos_json(text)?;
            return Ok(written);
        }
        Self::from_checkpoint(text)
    }

    /// Becomes another store, as one more change, with the options of this one but for limits that are
    /// larger there. Being the same already is no change.
    pub(super) fn go_on_from(&mut self, other: Self) {
        // When each began is no difference.
        let never_written = |store: &Self| store.revision() == 0 && store.list().is_empty();
        if never_written(self) && never_written(&other) {
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
