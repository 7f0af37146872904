//! A person's word: what a model or a run may not change, and the sentences that say so.
//!
//! Reminders, notes and the store's errors choose what to say; the words are these.

use alloc::string::String;

use crate::list::author::Author;
use crate::list::delta::Aspect;
use crate::list::marks::{How, Mark, Marks};
use crate::list::todo::{Field, Id, Key, Status, Todo};
use crate::text::excerpt::said;
use crate::text::message::Part::{Number, Text};
use crate::text::message::{count, excerpt, fill};

/// What is so because somebody decided it, though a call says otherwise.
#[derive(Clone, Debug)]
pub(crate) enum Held {
    Status(Key),
    Text(Key, Field),
    /// It was changed since, and the call would have taken it off the list.
    Changed(Key, Option<Author>),
    /// A person added or wrote it, and it is open.
    Presence(Key),
    /// A person removed it.
    Off(Key),
    /// It was left out, and nothing that is open leaves the list so. How to give it up follows.
    Open(Key, &'static str),
    /// It was to be in progress, and another one is.
    Doing(Todo),
}

impl Held {
    pub fn key(&self) -> Key {
        match self {
            Self::Status(key)
            | Self::Text(key, _)
            | Self::Changed(key, _)
            | Self::Presence(key)
            | Self::Off(key)
            | Self::Open(key, _) => *key,
            Self::Doing(todo) => todo.key,
        }
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

/// Who it is, in the middle of a sentence.
pub(crate) const fn who(by: Option<Author>) -> &'static str {
    match by {
        Some(Author::User) => "the user",
        Some(Author::Model) => "a model",
        Some(Author::Run) => "the run",
        Some(Author::Host) => "the host",
        None => "somebody",
    }
}

/// Who it is, at the beginning of a sentence.
pub(crate) const fn capital(by: Option<Author>) -> &'static str {
    match by {
        Some(Author::User) => "The user",
        Some(Author::Model) => "A model",
        Some(Author::Run) => "The run",
        Some(Author::Host) => "The host",
        None => "Somebody",
    }
}

/// Why a todo is not as a call has it: what it is, and who made it so.
pub(crate) fn why(list: &[Todo], marks: &Marks, held: &Held) -> String {
    let key = held.key();
    let by = |aspect| Text(who(marks.by(key, aspect).map(|by| by.author)));
    if let Held::Off(_) = held {
        let Some(left) = marks.left(key) else { return String::new() };
        let (verb, reason) = match &left.how {
            // It would come back as another than a person made it.
            _ if !left.by.is_person() => ("changed it", String::new()),
            How::Skipped(Some(reason)) => ("skipped it: ", said(reason.as_str())),
            How::Skipped(None) => ("skipped it", String::new()),
            How::Removed | How::Cleared => ("removed it", String::new()),
        };
        let parts = [
            excerpt(left.todo.content()),
            Text(who(Some(Author::User))),
            Text(verb),
            Text(&reason),
        ];
        return fill("{} stays off the list: {} {}{}", &parts);
    }
    let Some(place) = list.iter().position(|todo| todo.key == key) else { return String::new() };
    let Some(todo) = list.get(place) else { return String::new() };
    let (id, content) = (count(place.wrapping_add(1)), excerpt(todo.content()));
    match held {
        Held::Doing(mine) => {
            let doing = list.iter().position(|other| other.status == Status::Doing);
            let Some((at, other)) = doing.and_then(|at| Some((at, list.get(at)?))) else {
                return String::new();
            };
            let starter = marks.by(other.key, Aspect::Status).map(|by| by.author);
            let (id, content) = (Number(Id::at(at).0), excerpt(other.content()));
            let parts = [excerpt(mine.content()), Text(who(starter)), id, content];
            fill("{} is not in progress: {} started {} ({})", &parts)
        }
        Held::Status(_) => {
            let status = Text(todo.status.word());
            let verb = Text(match todo.status {
                Status::Todo => "set it back to todo",
                Status::Doing => "started it",
                Status::Done => "completed it",
                Status::Skipped => "skipped it",
            });
            let by = by(Aspect::Status);
            match todo.text(Field::Reason) {
                Some(reason) => fill(
                    "{} ({}) stays {}: {} {}: {}",
                    &[id, content, status, by, verb, Text(&said(reason))],
                ),
                None => fill("{} ({}) stays {}: {} {}", &[id, content, status, by, verb]),
            }
        }
        Held::Text(_, Field::Content) => {
            fill("{} stays {}: {} changed it", &[id, content, by(Aspect::Text(Field::Content))])
        }
        Held::Text(_, field) => {
            let by = by(Aspect::Text(*field));
            let name = Text(field.of_item());
            match todo.text(*field) {
                Some(text) => fill(
                    "{} ({}) keeps its{} {}: {} changed that",
                    &[id, content, name, excerpt(text), by],
                ),
                None => {
                    fill("{} ({}) stays without its{}: {} took that out", &[id, content, name, by])
                }
            }
        }
        Held::Changed(_, by) => {
            let parts = [id, content, Text(todo.status.word()), Text(who(*by))];
            fill("{} ({}) stays, {}: {} changed it", &parts)
        }
        Held::Presence(_) => {
            let verb = match marks.of(key) {
                _ if todo.details.flags.approved => "approved it",
                Some(mark) if !mark.is_persons(Aspect::Presence) => "wrote it",
                Some(mark) if mark.is_back => "brought it back",
                Some(_) | None => "added it",
            };
            let by = who(Some(Author::User));
            fill("{} ({}) stays: {} {}", &[id, content, Text(by), Text(verb)])
        }
        Held::Open(_, how) => fill("{} ({}) stays, as it is open: {}", &[id, content, Text(how)]),
        Held::Off(_) => String::new(),
    }
}
