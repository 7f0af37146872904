//! `KnownList`: the list that somebody has in front of them.

use std::rc::Rc;

use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::Key;

/// The list that somebody has in front of them. Their calls refer to its todos, and later changes
/// by others are new to them.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownList {
    /// The revision up to which they know the changes of others, or `None` if it cannot be derived
    /// from the history.
    pub revision: Option<Revision>,
    /// The todos, as they know them.
    pub list: Rc<List>,
    /// The todos that positions refer to, in order.
    pub positions: Vec<Key>,
}

impl KnownList {
    /// Returns the list of somebody who sees the current one.
    pub fn of(store: &TodoStore) -> Self {
        Self::at(Some(store.revision()), store.shared_list())
    }

    /// Returns the list of somebody who sees it as it was at a revision.
    pub fn at(revision: Option<Revision>, list: &Rc<List>) -> Self {
        let positions = list.iter().map(|todo| todo.key).collect();
        Self { revision, list: list.clone(), positions }
    }
}
