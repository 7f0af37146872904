//! `Actor`: who made a change, when, and by what kind of operation.

use tsify::Tsify;

use crate::list::error::TodoError;
use crate::text::content::Content;
use crate::text::message::excerpt;
use crate::text::string_enum::string_enum;

string_enum! {
    /// Who made a change: a person (`"user"`), a model through its tools (`"model"`), the program
    /// that works on the list (`"agent"`: a new store, or a run), or the application with full
    /// authority (`"host"`). Models and agents cannot undo what a person decided.
    #[derive(Tsify)]
    #[derive(Default)]
    pub enum Author {
        /// A person.
        User = "user",
        /// A model, through its tools.
        Model = "model",
        /// The program that works on the list: a new store, or a run. The default.
        #[default]
        Agent = "agent",
        /// The application, with full authority.
        Host = "host",
    }
}

/// The maximum number of characters in a name.
pub(crate) const MAX_NAME: usize = 64;

/// Who acts on a list: an author, with a name if several actors share that author.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actor {
    /// The kind of actor.
    pub author: Author,
    /// The name of the actor, if it has one.
    pub name: Option<Content>,
}

impl Author {
    /// Returns whether the policy is asked about the changes of this author.
    pub const fn is_restricted(self) -> bool {
        match self {
            Self::Model | Self::Agent => true,
            Self::User | Self::Host => false,
        }
    }
}

impl Actor {
    /// Creates an actor with a name of 1 to 64 characters. The name is cleaned like any text.
    ///
    /// # Errors
    /// `invalid_argument` if the name is empty or too long.
    pub fn named(author: Author, name: &str) -> Result<Self, TodoError> {
        match Content::new(name, MAX_NAME) {
            Ok((name, _)) => Ok(Self { author, name: Some(name) }),
            Err(_) => Err(TodoError::invalid(
                "name must have 1 to 64 characters, got {}",
                &[excerpt(name)],
            )),
        }
    }

    /// Returns whether the actor is a person.
    pub fn is_person(&self) -> bool {
        self.author == Author::User
    }
}

impl From<Author> for Actor {
    fn from(author: Author) -> Self {
        Self { author, name: None }
    }
}

string_enum! {
    /// The kind of operation that made a revision.
    #[derive(Default)]
    pub enum ChangeKind {
        /// Todos were added, removed, moved or changed.
        #[default]
        Edit = "edit",
        /// A change was undone.
        Undo = "undo",
        /// The list of an earlier revision was restored.
        Restore = "restore",
        /// A new task began, and the list was archived.
        NewTask = "new_task",
        /// A todo was skipped in a list that removes skipped todos. The history has the reason.
        Skip = "skip",
        /// The changes of two contexts were merged. The earlier revisions of the two differ.
        Merge = "merge",
    }
}

impl ChangeKind {
    /// Returns whether an earlier list was brought back.
    pub(crate) const fn is_restoring(self) -> bool {
        match self {
            Self::Undo | Self::Restore => true,
            Self::Edit | Self::NewTask | Self::Skip | Self::Merge => false,
        }
    }
}

/// The author, the time and the kind of a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RevisionInfo {
    /// Who made it.
    pub by: Actor,
    /// When, in milliseconds since 1970-01-01 00:00 UTC, or 0 if the time is unknown.
    pub at: i64,
    /// The kind of operation.
    pub kind: ChangeKind,
}

/// A function that returns the time as in [`RevisionInfo::at`]. The core itself reads no clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock(pub fn() -> i64);

impl Default for Clock {
    /// Returns a clock that always returns 0: the time is unknown.
    fn default() -> Self {
        Self(|| 0)
    }
}

/// All clocks are equal, so that stores with different clocks can be equal.
impl PartialEq for Clock {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Clock {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_str_reads_back_each_author_and_change_kind() {
        for author in Author::ALL {
            assert_eq!(Author::parse_str(author.as_str()), Some(author));
        }
        for kind in ChangeKind::ALL {
            assert_eq!(ChangeKind::parse_str(kind.as_str()), Some(kind));
        }
        assert_eq!((Author::parse_str("User"), ChangeKind::parse_str("")), (None, None));
    }
}
