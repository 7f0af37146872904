//! Loading a list that another context stored.

use crate::list::error::TodoError;
use crate::list::indexed_list::is_same_list;
use crate::list::store::TodoStore;

impl TodoStore {
    /// Replaces list, keys and history with those of a checkpoint. The revision grows. The options
    /// stay, except for limits that are larger there.
    ///
    /// # Errors
    /// `not_allowed` for a model; `invalid_checkpoint`, `newer_checkpoint`.
    pub fn load(&mut self, text: &str) -> Result<(), TodoError> {
        self.check_is_no_model("load")?;
        let mut loaded = Self::from_checkpoint(text)?;
        let at_this_revision = loaded.history().list_at(self.revision());
        let has_this_list = at_this_revision.is_some_and(|list| is_same_list(list, self.list()));
        if loaded.revision() <= self.revision() && !has_this_list {
            // A model may know this list up to one of the numbers that the loaded revisions get.
            loaded.date_merged_decisions();
        }
        let goes_on = loaded.history().goes_on_from(self.history());
        self.replace_contents(loaded, goes_on);
        Ok(())
    }

    /// Replaces this store's content with that of another one, as one more change. The options
    /// stay, except for limits that are larger there. If both are equal, nothing changes.
    /// `goes_on` is whether the keys of both mean the same todos.
    pub(super) fn replace_contents(&mut self, other: Self, goes_on: bool) {
        // Two empty lists without a history differ at most in their time, which does not count.
        let never_written = |store: &Self| store.revision() == 0 && store.list().is_empty();
        if never_written(self) && never_written(&other) {
            return;
        }
        let other = other.with_options_of(self);
        // A sign of life alone is no change of the list.
        self.take_signs_of(&other);
        // Comparing checkpoints takes less code than comparing stores. The other store may have
        // fewer snapshots of the same history.
        if other.checkpoint() != self.checkpoint_of(other.history().len()) {
            self.replace_with(other, goes_on);
        }
    }
}
