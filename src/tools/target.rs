//! `Target`: what of the list a call is about.

use crate::list::todo::{Id, Key};

/// What of the list a call is about.
pub enum Target<'a> {
    /// Nothing that there is.
    Nothing,
    /// These todos, each of which it settles or opens.
    Todos(&'a [Id]),
    /// The place after a todo; 0 is the front.
    After(i64),
    /// Todos by what they are called, each with its id where that is the position. Where it says a status, that is
    /// the first one's.
    Named { named: &'a [(Key, Option<Id>)], has_status: bool },
    /// A part of the list.
    Part,
    /// The list as a whole.
    Whole,
}

impl Target<'_> {
    /// The ids that it says.
    pub fn ids(&self) -> Vec<Id> {
        match self {
            Self::Nothing | Self::Part | Self::Whole => Vec::new(),
            Self::Todos(ids) => ids.to_vec(),
            Self::After(position) => [Id(*position)].into(),
            Self::Named { named, .. } => named.iter().filter_map(|(_, id)| *id).collect(),
        }
    }
}
