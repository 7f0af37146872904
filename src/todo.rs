//! `Todo`: one item of the list, and the words for its parts.

use alloc::rc::Rc;
use alloc::string::String;

use crate::content::Content;
use crate::message::{Part, fill};

/// How far a todo is. Source: seed 002.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "types",
    derive(serde::Serialize, tsify::Tsify),
    serde(rename_all = "lowercase")
)]
pub enum Status {
    /// Not started.
    Todo,
    /// In progress; at most one todo of a list is.
    Doing,
    /// Finished.
    Done,
    /// Given up, and said so.
    Skipped,
}

impl Status {
    /// Every status. None begins like another, so that a reader can try them in turn.
    pub const ALL: [Self; 4] = [Self::Todo, Self::Doing, Self::Done, Self::Skipped];

    /// The word for it in every written form of our own.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Todo => "todo",
            Self::Doing => "doing",
            Self::Done => "done",
            Self::Skipped => "skipped",
        }
    }

    /// Reads [`Status::as_str`] back; nothing else.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }

    /// Done or skipped: nothing is left to do.
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Todo | Self::Doing => false,
            Self::Done | Self::Skipped => true,
        }
    }
}

/// A 1-based position in the list, as a caller names it. Whether a todo stands there is for the
/// store to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub i64);

impl Id {
    /// The id of a 0-based place.
    pub(crate) fn at(place: usize) -> Self {
        Self((place as i64).wrapping_add(1))
    }

    /// The 0-based place; one that no list has for an id below 1.
    pub(crate) fn place(self) -> usize {
        usize::try_from(self.0.wrapping_sub(1)).unwrap_or(usize::MAX)
    }
}

/// A todo's stable name, "t7": never reused within a store, unchanged by reindexing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(crate) u32);

impl Key {
    /// The written form.
    pub fn to_word(self) -> String {
        fill("t{}", &[Part::Number(self.0.into())])
    }
}

/// One item of the list. Its id is its position, so the list holds it and the todo does not.
///
/// Cheap to clone: what never changes is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// Stable name.
    pub key: Key,
    /// How far it is.
    pub status: Status,
    /// What is to be done.
    pub content: Rc<Content>,
}

impl Todo {
    /// A new todo, not started.
    pub(crate) fn new(key: Key, content: Content) -> Self {
        Self { key, status: Status::Todo, content: Rc::new(content) }
    }

    /// The same todo at another status.
    pub(crate) fn with_status(&self, status: Status) -> Self {
        Self { status, ..self.clone() }
    }

    /// Whether this is the same todo saying the same; its status may differ.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.key == other.key && self.content == other.content
    }

    /// As [`Todo::says_the_same`], and at the same status.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.status == other.status && self.says_the_same(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for status in [Status::Todo, Status::Doing, Status::Done, Status::Skipped] {
            assert_eq!(Status::from_word(status.as_str()), Some(status));
        }
        assert_eq!(Status::from_word("Todo"), None);
    }
}
