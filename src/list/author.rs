//! `Actor`: who made a change, when, and by what kind of operation.

use tsify::Tsify;

use crate::list::error::TodoError;
use crate::text::content::Content;
use crate::text::message::excerpt;
use crate::text::words::words;

words! {
    /// Who made a change: a person (`"user"`), a model through its tools (`"model"`), the loop
    /// (`"run"`), or the program that holds the list (`"host"`), which is also the author if nobody
    /// else is known.
    #[derive(Tsify)]
    #[derive(Default)]
    pub enum Author {
        /// A person.
        User = "user",
        /// A model, through its tools.
        Model = "model",
        /// The loop.
        Run = "run",
        /// The program that holds the list, and the author where nobody else is known.
        #[default]
        Host = "host",
    }
}

/// The most characters that a name may have.
pub(crate) const MAX_NAME: usize = 64;

/// Who acts on a list: an author, with a name where several of them do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actor {
    /// What kind of actor it is.
    pub author: Author,
    /// Which one of them.
    pub name: Option<Content>,
}

impl Author {
    /// Whether a person's word holds against it.
    pub const fn is_bound(self) -> bool {
        match self {
            Self::Model | Self::Run => true,
            Self::User | Self::Host => false,
        }
    }
}

impl Actor {
    /// An actor with a name of 1 to 64 characters, which is cleaned as any text.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn named(author: Author, name: &str) -> Result<Self, TodoError> {
        match Content::new(name, MAX_NAME) {
            Ok((name, _)) => Ok(Self { author, name: Some(name) }),
            Err(_) => Err(TodoError::invalid(
                "name must have 1 to 64 characters, got {}",
                &[excerpt(name)],
            )),
        }
    }

    /// Whether it is a person, whose word holds against models and runs.
    pub fn is_person(&self) -> bool {
        self.author == Author::User
    }
}

impl From<Author> for Actor {
    fn from(author: Author) -> Self {
        Self { author, name: None }
    }
}

words! {
    /// The kind of operation that made a revision.
    #[derive(Default)]
    pub enum Cause {
        /// Todos came, left, moved or changed.
        #[default]
        Edit = "edit",
        /// A change was taken back.
        Undo = "undo",
        /// The list of an earlier revision was brought back.
        Restore = "restore",
        /// A new task began, and the list was archived.
        NewTask = "new_task",
        /// A todo was given up where such todos leave the list; the history has the reason.
        Skip = "skip",
    }
}

impl Cause {
    /// Whether an earlier list was brought back.
    pub(crate) const fn is_back(self) -> bool {
        match self {
            Self::Undo | Self::Restore => true,
            Self::Edit | Self::NewTask | Self::Skip => false,
        }
    }
}

/// What is known of a revision beside its list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Who made it.
    pub by: Actor,
    /// When, in milliseconds since 1970-01-01 00:00 UTC; 0 where nobody knows.
    pub at: i64,
    /// By what kind of operation.
    pub cause: Cause,
}

/// Returns the time as [`Stamp::at`] has it. The core reads no clock of its own.
#[derive(Clone, Copy, Debug)]
pub struct Clock(pub fn() -> i64);

impl Default for Clock {
    /// The clock of those who have none.
    fn default() -> Self {
        Self(|| 0)
    }
}

/// Two stores may hold the same list whatever clocks they go by.
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
    fn words_read_back() {
        for author in Author::ALL {
            assert_eq!(Author::from_word(author.word()), Some(author));
        }
        for cause in Cause::ALL {
            assert_eq!(Cause::from_word(cause.word()), Some(cause));
        }
        assert_eq!((Author::from_word("User"), Cause::from_word("")), (None, None));
    }
}
