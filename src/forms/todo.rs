//! A todo in a checkpoint: an array of
//!
//! - the number of its key, its state, and its content
//! - if it has them, or null: the name that a model gave it, its priority, its active form, its
//!   description
//! - if there are any, an array of the numbers of the keys that it waits on
//! - a number, if it has to be confirmed (1), is approved (2), or both (3)
//! - after that number (which is then 0 if neither applies), the host's data as JSON text in a
//!   string
//!
//! ```json
//! [7,["todo","ann","The price is missing"],"Compare three",null,"high",[3,0],1]
//! ```
//!
//! A state is a word, or an array of the word and the texts that belong to it, each of which may be
//! null:
//!
//! | word | what belongs to it |
//! |---|---|
//! | `todo` | the owner, the reason why it was sent back, the answer |
//! | `waiting_user`, `waiting_event` | the owner, the question |
//! | `doing` | the owner, the answer |
//! | `claimed`, `done` | the owner, the evidence |
//! | `skipped` | the reason |

use std::rc::Rc;

use crate::list::author::MAX_NAME;
use crate::list::data::Data;
use crate::list::options::Options;
use crate::list::todo::{Details, Field, Flags, Key, PRIORITIES, State, Status, Texts, Todo};
use crate::list::waiting::WaitFor;
use crate::text::content::Content;
use crate::text::json::{Parts, Value, Writer};

/// Writes a todo.
pub(crate) fn write_todo(json: &mut Writer, todo: &Todo) {
    json.open('[').integer(todo.key.0.into());
    write_state(json, &todo.state);
    let last = todo.details.texts.iter().rposition(Option::is_some).unwrap_or_default();
    for text in todo.details.texts.iter().take(last.wrapping_add(1)) {
        json.optional(text.as_ref().map(Content::as_str));
    }
    if !todo.blocked_by().is_empty() {
        json.open('[');
        todo.blocked_by().iter().for_each(|key| {
            json.integer(key.0.into());
        });
        json.close(']');
    }
    let Flags { confirm, approved } = todo.details.flags;
    let flags = i64::from(confirm) | i64::from(approved) << 1;
    if flags != 0 || todo.data().is_some() {
        json.integer(flags);
    }
    if let Some(data) = todo.data() {
        json.string(data.as_json());
    }
    json.close(']');
}

/// The word for the state of a claimed todo. The other states have the words of their statuses.
const CLAIMED: &str = "claimed";

/// Returns the word for the state of a waiting todo.
const fn word_of(on: WaitFor) -> &'static str {
    match on {
        WaitFor::User => "waiting_user",
        WaitFor::Event => "waiting_event",
    }
}

/// Writes a state.
fn write_state(json: &mut Writer, state: &State) {
    let word = match state {
        State::Claimed { .. } => CLAIMED,
        State::Waiting { on, .. } => word_of(*on),
        State::Todo { .. } | State::Doing { .. } | State::Done { .. } | State::Skipped { .. } => {
            state.status().word()
        }
    };
    let payload = match state {
        State::Todo { owner, sent_back, answer } => {
            [owner.as_ref(), sent_back.as_ref(), answer.as_ref()]
        }
        State::Waiting { owner, question: text, .. }
        | State::Doing { owner, answer: text }
        | State::Claimed { owner, evidence: text }
        | State::Done { owner, evidence: text } => [owner.as_ref(), text.as_ref(), None],
        State::Skipped { reason } => [reason.as_ref(), None, None],
    };
    let Some(last) = payload.iter().rposition(Option::is_some) else {
        json.string(word);
        return;
    };
    json.open('[').string(word);
    for text in payload.iter().take(last.wrapping_add(1)) {
        json.optional(text.map(Content::as_str));
    }
    json.close(']');
}

/// Reads what [`write_state`] wrote.
fn read_state(value: Value<'_>, options: &Options) -> Option<State> {
    let mut parts = value.parts();
    let word = match value.as_string() {
        Some(word) => word,
        None if value.is_array() => parts.next()?.as_string()?,
        None => return None,
    };
    let mut text = |field| match parts.next().filter(|text| !text.is_null()) {
        Some(text) => Some(Some(read_text(field, &text.as_string()?, options)?)),
        None => Some(None),
    };
    let state = match Status::from_word(&word) {
        None if word == CLAIMED => {
            State::Claimed { owner: text(Field::Owner)?, evidence: text(Field::Evidence)? }
        }
        None => {
            let on = WaitFor::ALL.into_iter().find(|on| word == word_of(*on))?;
            let (owner, question) = (text(Field::Owner)?, text(Field::Question)?);
            State::Waiting { owner, on, question }
        }
        Some(Status::Todo) => {
            let (owner, sent_back) = (text(Field::Owner)?, text(Field::Reason)?);
            State::Todo { owner, sent_back, answer: text(Field::Answer)? }
        }
        Some(Status::Doing) => {
            State::Doing { owner: text(Field::Owner)?, answer: text(Field::Answer)? }
        }
        Some(Status::Done) => {
            State::Done { owner: text(Field::Owner)?, evidence: text(Field::Evidence)? }
        }
        Some(Status::Skipped) => State::Skipped { reason: text(Field::Reason)? },
    };
    parts.next().is_none().then_some(state)
}

/// Reads what [`write_todo`] wrote, and checks every rule for a single todo.
pub(crate) fn read_todo(value: Value<'_>, options: &Options) -> Option<Todo> {
    let mut parts = value.parts();
    let key = Key(integer(&mut parts)?);
    let state = read_state(parts.next()?, options)?;
    let mut texts = Texts::default();
    for (field, text) in Field::OWN.into_iter().zip(&mut texts) {
        let string_or_null = |value: Value<'_>| value.is_null() || value.as_string().is_some();
        if !parts.clone().next().is_some_and(string_or_null) {
            break;
        }
        if let Some(value) = parts.next().filter(|value| !value.is_null()) {
            *text = Some(read_text(field, &value.as_string()?, options)?);
        }
    }
    let mut blocked_by = Vec::new();
    if let Some(keys) = parts.clone().next().filter(|keys| keys.is_array()) {
        parts.next();
        let mut keys = keys.parts();
        while keys.clone().next().is_some() {
            let blocker = Key(integer(&mut keys)?);
            let is_new = blocker.0 > 0 && blocker != key && !blocked_by.contains(&blocker);
            blocked_by.extend(is_new.then_some(blocker));
            is_new.then_some(())?;
        }
    }
    let number = parts.next().map_or(Some(0), Value::as_integer).filter(|n| (0..4).contains(n))?;
    let flags = Flags { confirm: number & 1 != 0, approved: number & 2 != 0 };
    let data = match parts.next() {
        Some(value) => Some(Data::read(&value.as_string()?).ok()??),
        None => None,
    };
    let details = Details { texts, blocked_by, flags, data };
    let todo = Todo { key, state, details: Rc::new(details) };
    let priority = todo.text(Field::Priority);
    let is_valid = todo.text(Field::Content).is_some()
        && priority.is_none_or(|priority| PRIORITIES.contains(&priority))
        && parts.next().is_none()
        && key.0 > 0;
    is_valid.then_some(todo)
}

pub(crate) fn read_text(field: Field, text: &str, options: &Options) -> Option<Content> {
    let (content, _) = Content::new(text, options.max_length(field)).ok()?;
    // The text was cleaned when it was accepted, so a text that is not clean is an error.
    (content.as_str() == text).then_some(content)
}

/// Reads the name of an actor.
pub(crate) fn read_name(text: &str) -> Option<Content> {
    let (name, _) = Content::new(text, MAX_NAME).ok()?;
    (name.as_str() == text).then_some(name)
}

/// The highest number of a revision or of the next key that is accepted. No real list comes near
/// it, but an edited text may claim it. From here, a thousand changes per second can go on for 24
/// days.
pub(crate) const LAST_NUMBER: u32 = u32::MAX / 2;

/// Reads a number: of a revision or a key, a size or a place.
#[inline(never)]
pub(crate) fn integer(parts: &mut Parts<'_>) -> Option<u32> {
    u32::try_from(parts.next()?.as_integer()?).ok().filter(|number| *number <= LAST_NUMBER)
}
