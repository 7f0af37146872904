//! Dialects: the todo tools that models already know, all over one store.
//!
//! A dialect maps the words of one tool onto the store and its answers back. To add one: a file in
//! `dialect/`, a variant here, and what the compiler then asks for.

use alloc::string::String;
mod todo_manager;

use crate::error::TodoError;
use crate::message::Part;
use crate::store::{Notes, TodoStore};

/// One tool vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(serde::Serialize, tsify::Tsify), tsify(type_suffix = "Name"))]
pub enum Dialect {
    /// `todo_manager` of seed 002: numbered todos, one action per call. The default.
    #[cfg_attr(feature = "types", serde(rename = "todo_manager"))]
    TodoManager,
}

/// What one call did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the call was carried out.
    pub ok: bool,
    /// Exactly what the model is given as the tool's result, notes included.
    pub text: String,
    /// One line for each repair, each naming the item; none when the call was well-formed.
    pub notes: Notes,
    /// Whether the call changed the list; then a reminder is due.
    pub changed: bool,
}

impl Dialect {
    /// Every dialect, the default first.
    pub const ALL: [Self; 1] = [Self::TodoManager];

    /// The name that `tools(store, name)` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TodoManager => "todo_manager",
        }
    }

    /// Finds a dialect by name.
    ///
    /// # Errors
    /// `invalid_argument`, listing the names.
    pub fn from_name(name: &str) -> Result<Self, TodoError> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name).ok_or_else(|| {
            TodoError::invalid(
                "unknown dialect \"{}\": there is todo_manager",
                &[Part::Excerpt(name)],
            )
        })
    }

    /// The tools, in the order a model is shown them, as JSON text: an array of objects with name,
    /// description and inputSchema.
    pub const fn tools(self) -> &'static str {
        match self {
            Self::TodoManager => todo_manager::TOOLS,
        }
    }

    /// Runs one call. Whatever the model sent, this answers: a call that cannot be understood or is
    /// refused is an outcome with `ok` false, and the store is as before.
    pub fn call(self, store: &mut TodoStore, arguments: &str) -> Outcome {
        let before = store.revision();
        let mut notes = Notes::new();
        let result = match self {
            Self::TodoManager => todo_manager::call(store, arguments, &mut notes),
        };
        Outcome {
            ok: result.is_ok(),
            text: match self {
                Self::TodoManager => todo_manager::answer(&result, &notes),
            },
            notes,
            changed: store.revision() != before,
        }
    }

    /// Reads a call's arguments without running it: whether [`Dialect::call`] would understand them.
    ///
    /// # Errors
    /// `invalid_argument`, with the sentence that the model would be given.
    pub fn check(self, arguments: &str) -> Result<(), TodoError> {
        match self {
            Self::TodoManager => todo_manager::request(arguments, &mut Notes::new()).map(drop),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_an_unknown_one_is_told_all() {
        let error = Dialect::from_name("sticky notes").unwrap_err();
        for dialect in Dialect::ALL {
            assert_eq!(Dialect::from_name(dialect.name()), Ok(dialect));
            assert_eq!(Dialect::ALL.get(dialect as usize), Some(&dialect));
            assert!(error.message().contains(dialect.name()));
        }
    }
}
