//! `Past`: the histories of this context that a merge or a load replaced. Somebody may still hold
//! a number of theirs, and it keeps naming the list that it named when they got it.

use std::collections::VecDeque;

use crate::list::history::{Entry, History, Revision};
use crate::list::todo::Key;

/// The maximum number of histories that are kept.
const MAX_HISTORIES: usize = 8;
/// The maximum number of revisions of each.
const MAX_REVISIONS: usize = 100;

/// The histories that were replaced, oldest first. They are not stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past(VecDeque<History>);

/// It is no part of the list, so stores that differ only in it are equal.
impl PartialEq for Past {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Past {}

impl Past {
    /// Adds a history that is replaced. Revisions before `own_since` are another store's.
    pub fn add(&mut self, mut history: History, own_since: Revision) {
        let own = history.revision().saturating_sub(own_since) as usize + 1;
        history.show_at_most(own.min(MAX_REVISIONS));
        self.0.push_back(history);
        if self.0.len() > MAX_HISTORIES {
            self.0.pop_front();
        }
    }

    /// Returns the history with a revision.
    pub fn history_with(&self, revision: Revision) -> Option<&History> {
        self.0.iter().find(|history| history.entry(revision).is_some())
    }

    /// Returns the revisions after this one with their numbers, oldest first.
    pub fn entries_after(&self, revision: Revision) -> impl Iterator<Item = (Revision, &Entry)> {
        self.0.iter().flat_map(move |history| history.entries_from(revision + 1))
    }

    /// Changes the key of a todo.
    pub fn rename(&mut self, key: Key, new: Key) {
        self.0.iter_mut().for_each(|history| history.rename(key, new));
    }
}
