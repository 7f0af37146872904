//! What is said of changes: reminders, notes and the store's errors choose what to say, and the words are these.

use crate::list::author::Author;
use crate::list::delta::Aspect;
use crate::list::holds::Refusal;
use crate::list::marks::{How, Left, Mark, Marks};
use crate::list::todo::{Field, Id, Key, Status, Todo, find, place_of};
use crate::text::excerpt::said;
use crate::text::message::Part::{Number, Text};
use crate::text::message::{count, excerpt, fill, push};

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
pub(crate) fn capital(by: Option<Author>) -> String {
    let mut name = String::from(who(by));
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

/// Who let a todo leave the list, and how: "the user skipped it: too slow".
pub(crate) fn leaving(left: &Left) -> String {
    let (verb, reason) = match &left.how {
        How::Skipped(Some(reason)) => ("skipped it: ", said(reason.as_str())),
        How::Skipped(None) => ("skipped it", String::new()),
        How::Removed | How::Cleared => ("removed it", String::new()),
    };
    fill("{} {}{}", &[Text(who(Some(left.by.author))), Text(verb), Text(&reason)])
}

/// Why a todo that a call has on its list is not on the list.
pub(crate) fn off(todo: &Todo, left: Option<&Left>) -> String {
    let by = left.map_or_else(|| fill("{} removed it", &[Text(who(None))]), leaving);
    match left.filter(|left| left.todo.content() != todo.content()) {
        Some(left) => {
            let parts = [excerpt(todo.content()), excerpt(left.todo.content()), Text(&by)];
            fill("{} stays off the list: it was {}, and {}", &parts)
        }
        None => fill("{} stays off the list: {}", &[excerpt(todo.content()), Text(&by)]),
    }
}

/// Why a todo that a call leaves out stays on the list.
pub(crate) fn stays(todo: &Todo, mark: Option<&Mark>) -> String {
    fill("{} stays: {}", &[excerpt(todo.content()), Text(&presence(todo, mark))])
}

/// Who has a todo on the list: "the user added it".
fn presence(todo: &Todo, mark: Option<&Mark>) -> String {
    let (by, verb) = match mark {
        _ if todo.is_approved() => (Author::User, "approved it"),
        Some(mark) if mark.has_person() && !mark.is_persons(Aspect::Presence) => {
            (Author::User, "wrote it")
        }
        Some(mark) => {
            let verb = if mark.is_back { "brought it back" } else { "added it" };
            (mark.by(Aspect::Presence).author, verb)
        }
        None => (Author::Host, "added it"),
    };
    fill("{} {}", &[Text(who(Some(by))), Text(verb)])
}

/// Todos by their texts: `"a", "b"`.
pub(crate) fn quoted<'t>(todos: impl Iterator<Item = &'t Todo>) -> String {
    let mut named = String::new();
    for todo in todos {
        let comma = if named.is_empty() { "" } else { ", " };
        push(&mut named, "{}{}", &[Text(comma), excerpt(todo.content())]);
    }
    named
}

/// Why the todo at a place of a list as it was stands at another place now; `moved` are those that were moved since.
pub(crate) fn elsewhere(
    (told, was): (&[Todo], usize),
    (list, now): (&[Todo], usize),
    marks: &Marks,
    moved: &[Key],
) -> String {
    let by = |key, aspect| marks.by(key, aspect).map(|by| by.author);
    let missing = |list: &[Todo], places: usize, other: &[Todo]| -> Vec<Key> {
        let keys = list.iter().take(places).map(|todo| todo.key);
        keys.filter(|key| find(other, *key).is_none()).collect()
    };
    let (added, removed) = (missing(list, now, told), missing(told, was, list));
    let keys = added.iter().chain(&removed);
    let mut authors: Vec<Option<Author>> = keys.map(|key| by(*key, Aspect::Presence)).collect();
    if authors.is_empty() {
        let key = told.get(was).map(|todo| todo.key);
        let this = moved.iter().find(|moved| Some(**moved) == key);
        let what = if this.is_some() { "{} moved it" } else { "{} moved todos" };
        let by = this.or(moved.first()).and_then(|key| by(*key, Aspect::Place));
        return fill(what, &[Text(who(by))]);
    }
    authors.dedup();
    let by = match authors.as_slice() {
        [by] => who(*by),
        _ => "others",
    };
    let (by, many) = (Text(by), |keys: &[Key]| Text(if keys.len() == 1 { "" } else { "s" }));
    match (added.len(), removed.len()) {
        (new, 0) => fill("{} added {} todo{} before it", &[by, count(new), many(&added)]),
        (0, gone) => fill("{} removed {} todo{} before it", &[by, count(gone), many(&removed)]),
        (new, gone) => fill(
            "{} added {} and removed {} todo{} before it",
            &[by, count(new), count(gone), many(&removed)],
        ),
    }
}

/// Why a todo is not as a call has it: what it is, and who made it so.
pub(crate) fn why(list: &[Todo], marks: &Marks, refusal: &Refusal) -> String {
    let key = refusal.key();
    let by = |aspect| Text(who(marks.by(key, aspect).map(|by| by.author)));
    match (refusal, marks.left(key)) {
        (Refusal::Removed(_), Some(left)) => return off(&left.todo, Some(left)),
        (Refusal::Rewritten(_), Some(left)) => {
            let parts = [excerpt(left.todo.content()), Text(who(Some(Author::User)))];
            return fill("{} stays off the list: {} changed it", &parts);
        }
        _ => {}
    }
    let Some(place) = place_of(list, key) else { return String::new() };
    let Some(todo) = list.get(place) else { return String::new() };
    let (id, content) = (count(place.wrapping_add(1)), excerpt(todo.content()));
    match refusal {
        Refusal::Doing(mine) => {
            let doing = list.iter().position(|other| other.status == Status::Doing);
            let Some((at, other)) = doing.and_then(|at| Some((at, list.get(at)?))) else {
                return String::new();
            };
            let starter = marks.by(other.key, Aspect::Status).map(|by| by.author);
            let (id, content) = (Number(Id::at(at).0), excerpt(other.content()));
            let parts = [excerpt(mine.content()), Text(who(starter)), id, content];
            fill("{} is not in progress: {} started {} ({})", &parts)
        }
        Refusal::Status(_) => {
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
        Refusal::Text(_, Field::Content) => {
            let verb = Text(if todo.is_approved() { "approved it" } else { "changed it" });
            let by = by(Aspect::Text(Field::Content));
            fill("{} stays {}: {} {}", &[id, content, by, verb])
        }
        Refusal::Text(_, field) => {
            let by = by(Aspect::Text(*field));
            let name = Text(field.of_item());
            let verb = Text(if todo.is_approved() { "approved" } else { "changed" });
            match todo.text(*field) {
                Some(text) => fill(
                    "{} ({}) keeps its{} {}: {} {} that",
                    &[id, content, name, excerpt(text), by, verb],
                ),
                None => {
                    fill("{} ({}) stays without its{}: {} took that out", &[id, content, name, by])
                }
            }
        }
        Refusal::Changed(_, by) => {
            let parts = [id, content, Text(todo.status.word()), Text(who(*by))];
            fill("{} ({}) stays, {}: {} changed it", &parts)
        }
        Refusal::Presence(_) => {
            fill("{} ({}) stays: {}", &[id, content, Text(&presence(todo, marks.of(key)))])
        }
        Refusal::Open(_, how) => {
            fill("{} ({}) stays, as it is open: {}", &[id, content, Text(how)])
        }
        Refusal::Removed(_) | Refusal::Rewritten(_) => String::new(),
    }
}
