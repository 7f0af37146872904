//! `Statement`: what a write states of a todo in addition to the requested list.

use crate::list::delta::Aspect;
use crate::list::todo::{Key, SkipDetails, Status, TextField};

/// One statement of a write about a todo. A write states things in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    pub key: Key,
    pub what: Stated,
}

/// What is stated of a todo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stated {
    /// The write refers to the todo one by one.
    Name,
    /// The todo has this status, even if it had it before. `waits` is whether an item of a list
    /// states that the todo waits.
    Status { status: Status, waits: bool },
    /// The todo has the text in the requested list, even if it had it before.
    Text(TextField),
    /// A person decides this aspect, even if its value does not change.
    Decision(Aspect),
    /// The todo was skipped, and therefore left the list.
    Skip(SkipDetails),
    /// The todo was moved. If two neighbours change places, the lists alone do not show which one
    /// moved.
    Move,
}

impl Statement {
    /// Returns the status that is stated.
    pub fn status(&self) -> Option<Status> {
        if let Stated::Status { status, .. } = self.what { Some(status) } else { None }
    }

    /// Returns the todo and its aspect that a person decides.
    pub fn decision(&self) -> Option<(Key, Aspect)> {
        if let Stated::Decision(aspect) = self.what { Some((self.key, aspect)) } else { None }
    }

    /// Returns the todo that was skipped.
    pub fn skip(&self) -> Option<(Key, &SkipDetails)> {
        if let Stated::Skip(skip) = &self.what { Some((self.key, skip)) } else { None }
    }
}
