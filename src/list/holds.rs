//! A person's word: what a model or a run may not change.

use crate::list::author::Author;
use crate::list::delta::Aspect;
use crate::list::marks::{Mark, Marks};
use crate::list::todo::{Field, Key, Todo};

/// A part of a call that is not done, as somebody decided otherwise.
#[derive(Clone, Debug)]
pub(crate) enum Refusal {
    Status(Key),
    Text(Key, Field),
    /// It was changed since, and the call would have taken it off the list.
    Changed(Key, Option<Author>),
    /// It is open, and somebody added it, or a person wrote it.
    Presence(Key),
    /// It was taken off the list.
    Removed(Key),
    /// It would come back as another than a person made it.
    Rewritten(Key),
    /// It was left out, and nothing that is open leaves the list so. How to give it up follows.
    Open(Key, &'static str),
    /// It was to be in progress, and another one is.
    Doing(Todo),
}

impl Refusal {
    pub fn key(&self) -> Key {
        match self {
            Self::Status(key)
            | Self::Text(key, _)
            | Self::Changed(key, _)
            | Self::Presence(key)
            | Self::Removed(key)
            | Self::Rewritten(key)
            | Self::Open(key, _) => *key,
            Self::Doing(todo) => todo.key,
        }
    }

    /// Whether it is about the status of a todo.
    pub fn is_of_status(&self, key: Key) -> bool {
        matches!(self, Self::Status(refused) if *refused == key)
    }
}

/// Whether a person settled a todo.
pub(crate) fn is_settled(marks: &Marks, todo: &Todo) -> bool {
    todo.status.is_settled() && marks.is_persons(todo.key, Aspect::Status)
}

/// Whether a person wrote a text of a todo, or cleared it. What a model calls a todo is not a person's to say.
pub(crate) fn is_written(marks: &Marks, todo: &Todo, field: Field) -> bool {
    marks.of(todo.key).is_some_and(|mark| is_written_by(mark, todo, field))
}

/// As [`is_written`], by the marks of the todo.
pub(crate) fn is_written_by(mark: &Mark, todo: &Todo, field: Field) -> bool {
    let is_said = match field {
        Field::Name | Field::Reason | Field::Owner | Field::Evidence => return false,
        Field::Content | Field::Priority | Field::ActiveForm | Field::Description => {
            todo.text(field).is_some()
        }
    };
    let aspect = Aspect::Text(field);
    mark.is_persons(aspect) && (is_said || mark.others.iter().any(|(known, _)| *known == aspect))
}

/// Whether a todo stays on the list: it is open, and a person added or wrote it.
pub(crate) fn is_kept(marks: &Marks, todo: &Todo) -> bool {
    let is_persons = |todo: &Todo| {
        marks.is_persons(todo.key, Aspect::Presence)
            || Field::ALL.into_iter().any(|field| is_written(marks, todo, field))
    };
    !todo.status.is_settled() && is_persons(todo)
}
