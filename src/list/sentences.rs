//! The names of authors and the verbs for their changes, in reminders, notes and errors.

use crate::list::author::{Actor, Author};
use crate::list::todo::{Status, Todo};
use crate::text::message::{excerpt, fill};

/// Returns the author's name for the middle of a sentence.
pub(crate) const fn who(by: Option<Author>) -> &'static str {
    match by {
        Some(Author::User) => "the user",
        Some(Author::Model) => "a model",
        Some(Author::Agent) => "the app",
        Some(Author::Host) => "the host",
        None => "somebody",
    }
}

/// Returns an actor for the middle of a sentence: by name, if there is one.
pub(crate) fn actor(by: Option<&Actor>) -> String {
    match by.and_then(|by| by.name.as_ref()) {
        Some(name) => fill("{}", &[excerpt(name.as_str())]),
        None => who(by.map(|by| by.author)).to_owned(),
    }
}

/// Returns the author's name for the beginning of a sentence.
pub(crate) fn capitalized_author(by: Option<Author>) -> String {
    let mut name = String::from(who(by));
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

/// Returns the phrase for setting the status that a todo has, with a gap for the todo, and one for
/// the tool's word if it is open.
pub(crate) fn past_tense(todo: &Todo) -> &'static str {
    match todo.status() {
        Status::Skipped if todo.is_failed() => "marked {} as failed",
        Status::Todo => "set {} back to {}",
        Status::Doing => "started {}",
        Status::Done => "completed {}",
        Status::Skipped => "skipped {}",
    }
}
