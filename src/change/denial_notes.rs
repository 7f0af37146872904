//! The notes about what a write did not change, and the errors of handles. They are made from
//! [`DeniedChange`].

use std::rc::Rc;

use crate::change::policy::DenyReason;
use crate::change::resolution::DeniedChange;
use crate::forms::id_map::IdMap;
use crate::list::author::{Actor, Author};
use crate::list::delta::Aspect;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::indexed_list::{List, find, find_content};
use crate::list::note::{Note, NoteKind};
use crate::list::provenance::{Provenance, RemovalKind, Tombstone};
use crate::list::sentences::{actor, past_tense};
use crate::list::todo::{Key, SkipDetails, Status, TextField, Todo};
use crate::list::waiting::WaitFor;
use crate::text::excerpt::sanitize_line;
use crate::text::message::FormatArg::{self, Text};
use crate::text::message::{bare_word, count, excerpt, fill, push};

/// The sentence for a todo that is said to be done. The gap is for its name.
pub(crate) const WAITS_TO_BE_CONFIRMED: &str = "{} waits to be confirmed";
/// The sentence for a todo that somebody opened again, with the reason.
pub(crate) const WAS_SENT_BACK: &str = "{} was sent back: {}";

/// Returns the error of a call whose change is denied. `id_map` is what the writer calls todos.
#[cold]
pub(crate) fn denial_error(id_map: &IdMap<'_>, denied: &DeniedChange) -> TodoError {
    let reason = denial_note(id_map, denied, "").map_or_else(String::new, |note| note.text);
    let template = if denied.reason == DenyReason::Owned { "{}: take another todo" } else { "{}" };
    TodoError::new(ErrorCode::NotAllowed, template, &[Text(&reason)])
}

/// Returns the error for starting a todo while `maxDoing` todos are already in progress. If the
/// writer knows that, the error says what to do, otherwise who started the other todo.
#[cold]
pub(crate) fn already_doing(
    id_map: &IdMap<'_>,
    denied: &DeniedChange,
    is_known: bool,
) -> TodoError {
    let store = id_map.store;
    let DenyReason::Doing(doing) = denied.reason else { return denial_error(id_map, denied) };
    let doing = find(store.list(), doing).or_else(|| find(&store.outside, doing));
    let name = doing.map_or_else(String::new, |todo| name(id_map, todo));
    let by = actor(denied.by.as_ref());
    let by = Text(&by);
    let (most, advice) = match store.options().max_doing() {
        1 => ("only one".to_owned(), "complete or skip it first"),
        max => (fill("at most {}", &[count(max)]), "complete or skip one first"),
    };
    let reason = if is_known { advice.to_owned() } else { fill("{} started it", &[by]) };
    let parts = [Text(&name), Text(&most), Text(&reason)];
    let template = "{} is in progress and {} may be: {}";
    TodoError::new(ErrorCode::AlreadyDoing, template, &parts)
}

/// Returns the note about a denied change: what the aspect is instead, and who decided that.
/// `id_map` is what the writer calls todos. `give_up_hint` is the tool's way to give up a todo.
/// Returns `None` if it is not known what became of the todo.
pub(crate) fn denial_note(
    id_map: &IdMap<'_>,
    denied: &DeniedChange,
    give_up_hint: &str,
) -> Option<Note> {
    let store = id_map.store;
    let (list, provenance) = (store.list(), store.provenance());
    let Some(todo) = find(list, denied.key) else {
        let tombstone = provenance.tombstone(denied.key)?;
        return Some(stays_removed(list, &tombstone.todo, Some(tombstone)));
    };
    let name = name(id_map, todo);
    let (named, content) = (Text(&name), excerpt(todo.content()));
    let by = actor(denied.by.as_ref());
    let by = Text(&by);
    let note = |kind, text| Note::new(kind, &[denied.key], text).by(denied.by.as_ref());
    match denied.reason {
        DenyReason::Owned => return Some(owned(id_map, todo)),
        DenyReason::Doing(other) => {
            let doing = find(list, other).map(|todo| self::name(id_map, todo));
            let parts = [content, by, Text(doing.as_deref().unwrap_or_default())];
            let text = fill("{} is not in progress: {} started {}", &parts);
            let note = Note::new(NoteKind::NotStarted, &[denied.key, other], text);
            return Some(note.by(denied.by.as_ref()));
        }
        DenyReason::Open => {
            let parts = [named, Text(give_up_hint)];
            let text = fill("{} stays, as it is open: to give it up, {}", &parts);
            return Some(Note::new(NoteKind::StaysOpen, &[denied.key], text));
        }
        DenyReason::Since
        | DenyReason::Settled
        | DenyReason::Waits
        | DenyReason::Wrote
        | DenyReason::Gone
        | DenyReason::Wanted => {}
    }
    let verb_of_text = if todo.is_approved() { "approved" } else { "changed" };
    Some(match denied.because_of {
        because_of if denied.aspect == Aspect::Presence && because_of != Aspect::Presence => note(
            NoteKind::Stays,
            fill("{} stays, {}: {} changed it", &[named, Text(id_map.state_name(todo)), by]),
        ),
        Aspect::State => {
            let base = find(id_map.list, denied.key);
            let waited = base.is_some_and(|base| base.waiting().is_some());
            keeps_status(&name, (todo, id_map.state_name(todo)), denied.by.as_ref(), waited)
        }
        Aspect::Text(TextField::Content) => {
            // "Done" referred to the text before.
            let is_not_done = denied.aspect == Aspect::State && todo.status() != Status::Done;
            let not_done = Text(if is_not_done { ", not done" } else { "" });
            let text = match id_of(id_map, denied.key) {
                Some(id) => {
                    let parts = [bare_word(&id), content, not_done, by, Text(verb_of_text)];
                    fill("{} stays {}{}: {} {} it", &parts)
                }
                None => fill("{} stays{}: {} {} it", &[content, not_done, by, Text(verb_of_text)]),
            };
            note(NoteKind::KeepsText(TextField::Content), text)
        }
        Aspect::Text(field) => {
            let field_name = Text(field.of_item());
            let text = match todo.text(field) {
                Some(text) => fill(
                    "{} keeps its{} {}: {} {} that",
                    &[named, field_name, excerpt(text), by, Text(verb_of_text)],
                ),
                None => fill("{} stays without its{}: {} took that out", &[named, field_name, by]),
            };
            note(NoteKind::KeepsText(field), text)
        }
        Aspect::Blockers => note(
            NoteKind::KeepsBlockers,
            fill("{} keeps what it depends on: {} set that", &[named, by]),
        ),
        Aspect::Parent => {
            note(NoteKind::KeepsParent, fill("{} stays where it is: {} put it there", &[named, by]))
        }
        Aspect::Confirm => {
            let template = "{} is to be confirmed: only the user or the host may take that back";
            Note::new(NoteKind::KeepsConfirm, &[denied.key], fill(template, &[named]))
        }
        Aspect::Presence if denied.reason == DenyReason::Wanted && !denied.is_requested => {
            let template = "{} stays, {}: only the user or the host may take it off the list";
            let text = fill(template, &[named, Text(id_map.state_name(todo))]);
            Note::new(NoteKind::Stays, &[denied.key], text)
        }
        Aspect::Presence if !denied.is_requested => stays(todo, content, provenance.of(todo.key)),
        Aspect::Presence | Aspect::Place | Aspect::Data | Aspect::Approved => {
            stays(todo, named, provenance.of(todo.key))
        }
    })
}

/// Returns what the writer calls a todo, or `None` if its list does not have it.
fn id_of(id_map: &IdMap<'_>, key: Key) -> Option<String> {
    id_map.of(key).filter(|_| id_map.positions.contains(&key))
}

/// Returns how a sentence names a todo: by id and content, or by content if the writer has no id
/// for it.
pub(crate) fn name(id_map: &IdMap<'_>, todo: &Todo) -> String {
    let content = excerpt(todo.content());
    match id_of(id_map, todo.key) {
        Some(id) => fill("{} ({})", &[bare_word(&id), content]),
        None => fill("{}", &[content]),
    }
}

/// Returns the note about a status that stays, and who set it. `waited` is whether the todo waits
/// in the writer's list.
fn keeps_status(name: &str, (todo, word): (&Todo, &str), by: Option<&Actor>, waited: bool) -> Note {
    if todo.state.is_claimed() {
        let text = fill(WAITS_TO_BE_CONFIRMED, &[Text(name)]);
        return Note::new(NoteKind::WaitsForConfirm, &[todo.key], text);
    }
    if let Some(on) = todo.waiting() {
        return Note::new(NoteKind::Waits, &[todo.key], waits(name, on));
    }
    let is_pending = todo.status().is_pending();
    let done = if is_pending && todo.state.answer().is_some() {
        "answered it".to_owned()
    } else if is_pending && waited && todo.text(TextField::Reason).is_none() {
        "ended its wait".to_owned()
    } else {
        fill(past_tense(todo), &[Text("it"), Text(word)])
    };
    let who = actor(by);
    let mut text = fill("{} stays {}: {} {}", &[Text(name), Text(word), Text(&who), Text(&done)]);
    let reason = todo.text(TextField::Reason).map(sanitize_line);
    if let Some(reason) = &reason {
        push(&mut text, ": {}", &[Text(reason)]);
    }
    let kind = NoteKind::KeepsStatus(todo.status(), todo.is_failed());
    Note::new(kind, &[todo.key], text).by(by).with_reason(reason.as_deref())
}

/// Returns the note about a todo that waits to be confirmed.
pub(crate) fn claimed(id_map: &IdMap<'_>, todo: &Todo) -> Note {
    let text = fill(WAITS_TO_BE_CONFIRMED, &[Text(&name(id_map, todo))]);
    Note::new(NoteKind::WaitsForConfirm, &[todo.key], text)
}

/// Returns the sentence for a todo that waits, with what to do meanwhile.
fn waits(name: &str, on: WaitFor) -> String {
    let template = match on {
        WaitFor::User => "{} waits for {}: go on with the others, and do not guess the answer",
        WaitFor::Event => "{} waits for {}: go on with the others",
    };
    fill(template, &[Text(name), Text(on.named())])
}

/// Returns the note about a todo of another owner.
fn owned(id_map: &IdMap<'_>, todo: &Todo) -> Note {
    let template = match todo.is_at_work() {
        true => "{} stays in progress: {} works on it",
        false => "{} stays as it is: it is for {}",
    };
    let owner = todo.text(TextField::Owner).unwrap_or_default();
    let text = fill(template, &[Text(&name(id_map, todo)), excerpt(owner)]);
    Note::new(NoteKind::Owned, &[todo.key], text)
}

/// Returns the clause about who removed a todo, and how: "the user skipped it: too slow".
pub(crate) fn removal_clause(tombstone: &Tombstone) -> String {
    let (verb, reason) = match &tombstone.kind {
        RemovalKind::Skipped(SkipDetails { reason, failed }) => {
            (if *failed { "marked it as failed" } else { "skipped it" }, reason.as_ref())
        }
        RemovalKind::Removed => ("removed it", None),
        RemovalKind::Cleared => ("emptied the list", None),
    };
    let mut clause = fill("{} {}", &[Text(&actor(Some(&tombstone.by))), Text(verb)]);
    if let Some(reason) = reason {
        push(&mut clause, ": {}", &[Text(&sanitize_line(reason.as_str()))]);
    }
    clause
}

/// Returns the clause about who settled a todo, and how: "the user skipped it: too slow".
pub(crate) fn settled_by(todo: &Todo, by: &Actor) -> String {
    let mut clause = fill("{} ", &[Text(&actor(Some(by)))]);
    push(&mut clause, past_tense(todo), &[Text("it")]);
    if let Some(reason) = todo.text(TextField::Reason) {
        push(&mut clause, ": {}", &[Text(&sanitize_line(reason))]);
    }
    clause
}

/// Returns the note about a todo that a call states and that stays off the list.
pub(crate) fn stays_removed(list: &List, todo: &Todo, tombstone: Option<&Tombstone>) -> Note {
    let by = tombstone.map_or_else(|| fill("{} removed it", &[Text(&actor(None))]), removal_clause);
    let mut text = match tombstone.filter(|tombstone| tombstone.todo.content() != todo.content()) {
        Some(tombstone) => {
            let parts = [excerpt(todo.content()), excerpt(tombstone.todo.content()), Text(&by)];
            fill("{} stays off the list: it was {}, and {}", &parts)
        }
        None => fill("{} stays off the list: {}", &[excerpt(todo.content()), Text(&by)]),
    };
    let has_twin = find_content(list, todo.content()).is_some();
    if has_twin {
        text.push_str(", and another todo has this text");
    }
    let note = Note::new(NoteKind::StaysOff { has_twin }, &[todo.key], text);
    note.by(tombstone.map(|tombstone| &tombstone.by))
}

/// Returns the note about a todo that stays on the list. `name` is what the sentence calls it.
fn stays(todo: &Todo, name: FormatArg<'_>, provenance: Option<&Provenance>) -> Note {
    let (by, clause) = presence(todo, provenance);
    let text = fill("{} stays: {}", &[name, Text(&clause)]);
    Note::new(NoteKind::Stays, &[todo.key], text).by(by.as_ref())
}

/// Returns why a todo is on the list: who decided that, and a clause: "the user added it".
fn presence(todo: &Todo, provenance: Option<&Provenance>) -> (Option<Actor>, String) {
    if let Some(on) = todo.waiting().filter(|_| !todo.is_approved()) {
        return (None, fill("it waits for {}", &[Text(on.named())]));
    }
    let wrote = |provenance: &Provenance| {
        provenance.has_person() && !provenance.is_by_person(Aspect::Presence)
    };
    let (user, host) = (Author::User.into(), Author::Host.into());
    let (by, verb) = match provenance {
        _ if todo.is_approved() => (&user, "approved it"),
        _ if todo.state.is_claimed() => return (None, "it waits to be confirmed".to_owned()),
        Some(provenance) if provenance.is_wanted(todo) && wrote(provenance) => (&user, "wrote it"),
        Some(provenance) if !provenance.is_wanted(todo) && todo.details.flags.confirm => {
            return (None, "it is to be confirmed".to_owned());
        }
        Some(provenance) => {
            let verb = if provenance.is_restored { "brought it back" } else { "added it" };
            (provenance.by(Aspect::Presence), verb)
        }
        None => (&host, "added it"),
    };
    (Some(by.clone()), fill("{} {}", &[Text(&actor(Some(by))), Text(verb)]))
}

/// Returns the contents of todos, quoted: `"a", "b"`.
pub(crate) fn quoted<'t>(todos: impl Iterator<Item = &'t Rc<Todo>>) -> String {
    let mut named = String::new();
    for todo in todos {
        let comma = if named.is_empty() { "" } else { ", " };
        push(&mut named, "{}{}", &[Text(comma), excerpt(todo.content())]);
    }
    named
}
