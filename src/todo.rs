//! `Todo`: one item of the list, and the words for its parts.

use std::fmt;

use serde::Serialize;

use crate::content::Content;

/// How far a todo is. Source: seed 002.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
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
        [Self::Todo, Self::Doing, Self::Done, Self::Skipped]
            .into_iter()
            .find(|status| status.as_str() == word)
    }

    /// Done or skipped: nothing is left to do.
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Todo | Self::Doing => false,
            Self::Done | Self::Skipped => true,
        }
    }
}

/// How urgent a todo is, for the dialects that say so. Source: seed 000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Can wait.
    Low,
    /// The usual.
    Medium,
    /// First.
    High,
}

impl Priority {
    /// The word for it in every written form.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// Reads [`Priority::as_str`] back; nothing else.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Low, Self::Medium, Self::High].into_iter().find(|priority| priority.as_str() == word)
    }
}

/// A 1-based position in the list, as a caller names it. Whether a todo stands there is for the
/// store to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub i64);

impl Id {
    /// The 0-based place; none for an id below 1.
    pub fn place(self) -> Option<usize> {
        usize::try_from(self.0).ok()?.checked_sub(1)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A todo's stable name, "t7": never reused within a store, unchanged by reindexing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(crate) u32);

impl Key {
    /// Reads the written form back; nothing else ("t07" is no key).
    pub fn from_word(word: &str) -> Option<Self> {
        let key = Self(word.strip_prefix('t')?.parse().ok()?);
        (key.0 > 0 && key.to_string() == word).then_some(key)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// One item of the list. Its id is its position, so the list holds it and the todo does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// Stable name.
    pub key: Key,
    /// What is to be done.
    pub content: Content,
    /// How far it is.
    pub status: Status,
    /// How urgent it is, where a dialect said so.
    pub priority: Option<Priority>,
    /// The content in its "-ing" form, where a dialect said so.
    pub active_form: Option<Content>,
    /// A longer text, where a dialect said so.
    pub description: Option<Content>,
}

impl Todo {
    /// A new todo, not started.
    pub(crate) fn new(key: Key, content: Content) -> Self {
        Self {
            key,
            content,
            status: Status::Todo,
            priority: None,
            active_form: None,
            description: None,
        }
    }

    /// The same todo at another status.
    pub(crate) fn with_status(&self, status: Status) -> Self {
        Self { status, ..self.clone() }
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
        for priority in [Priority::Low, Priority::Medium, Priority::High] {
            assert_eq!(Priority::from_word(priority.as_str()), Some(priority));
        }
        assert_eq!(Status::from_word("Todo"), None);
    }

    #[test]
    fn keys_have_one_spelling() {
        assert_eq!(Key::from_word("t7"), Some(Key(7)));
        for word in ["7", "t0", "t07", "t+7", "t", "T7", "t99999999999"] {
            assert_eq!(Key::from_word(word), None, "{word}");
        }
    }
}
