//! What every random test asks after each step: whatever wrote the list, it can be stored and read
//! back.

use agent_todos::TodoStore;

/// Returns why the list of a store cannot be read back as it is. It leaves out the earlier
/// revisions, each of which was the latest one before, so that it costs little.
pub(crate) fn find_unreadable(store: &TodoStore) -> Option<String> {
    let text = store.checkpoint_of(1);
    match TodoStore::from_checkpoint(&text) {
        Ok(read) if read.list() == store.list() && read.checkpoint() == text => None,
        Ok(read) => Some(format!("{text} is read as {}", read.checkpoint())),
        Err(error) => Some(format!("{text}: {}", error.message())),
    }
}
