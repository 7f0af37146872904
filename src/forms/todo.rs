//! A todo as a checkpoint has it: an array of the number of its key, its status, its content, then as far as it has
//! them, or null: the name that a model gave it, its priority, its active form, its description, the reason for
//! giving it up. Where it waits on others, the numbers of their keys come last, in an array; 0 is something elsewhere. A number
//! may follow: 1 where it needs confirming, 2 where it is claimed, 4 where it is approved, or their sum.

use std::rc::Rc;

use crate::list::author::MAX_NAME;
use crate::list::options::Options;
use crate::list::todo::{Details, Field, Flags, Key, PRIORITIES, Status, Texts, Todo};
use crate::text::content::Content;
use crate::text::json::{Parts, Value, Writer};

/// Appends a todo.
pub(crate) fn write_todo(json: &mut Writer, todo: &Todo) {
    json.open('[').integer(todo.key.0.into()).string(todo.status.word());
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
    let Flags { confirm, claimed, approved } = todo.details.flags;
    let flags = i64::from(confirm) | i64::from(claimed) << 1 | i64::from(approved) << 2;
    if flags != 0 {
        json.integer(flags);
    }
    json.close(']');
}

/// Reads what [`write_todo`] wrote, checking each rule that a todo has by itself.
pub(crate) fn read_todo(value: Value<'_>, options: &Options) -> Option<Todo> {
    let mut parts = value.parts();
    let key = Key(integer(&mut parts)?);
    let (status, waits) = read_status(&parts.next()?.as_string()?)?;
    let mut texts = Texts::default();
    for (field, text) in Field::ALL.into_iter().zip(&mut texts) {
        let is_text = |value: Value<'_>| value.is_null() || value.as_string().is_some();
        if !parts.clone().next().is_some_and(is_text) {
            break;
        }
        if let Some(value) = parts.next().filter(|value| !value.is_null()) {
            *text = Some(read_text(field, &value.as_string()?, options)?);
        }
    }
    let mut blocked_by: Vec<Key> = waits.then_some(Key::ELSEWHERE).into_iter().collect();
    if let Some(keys) = parts.clone().next().filter(|keys| keys.is_array()) {
        parts.next();
        let mut keys = keys.parts();
        while keys.clone().next().is_some() {
            let blocker = Key(integer(&mut keys)?);
            let is_new = blocker != key && !blocked_by.contains(&blocker);
            blocked_by.extend(is_new.then_some(blocker));
            is_new.then_some(())?;
        }
    }
    let number = parts.next().map_or(Some(0), Value::as_integer).filter(|n| (0..8).contains(n))?;
    let flags =
        Flags { confirm: number & 1 != 0, claimed: number & 2 != 0, approved: number & 4 != 0 };
    let todo = Todo { key, status, details: Rc::new(Details { texts, blocked_by, flags }) };
    let priority = todo.text(Field::Priority);
    let is_valid = todo.text(Field::Content).is_some()
        && priority.is_none_or(|priority| PRIORITIES.contains(&priority))
        && (status == Status::Skipped || status.is_pending() || todo.text(Field::Reason).is_none())
        && (status == Status::Doing || !flags.claimed)
        && (status.is_pending() || !todo.waits_elsewhere())
        && parts.next().is_none()
        && key.0 > 0;
    is_valid.then_some(todo)
}

/// Reads a status, and whether the todo waits on something elsewhere: "blocked" was a status once.
pub(crate) fn read_status(word: &str) -> Option<(Status, bool)> {
    if word == "blocked" {
        return Some((Status::Todo, true));
    }
    Some((Status::from_word(word)?, false))
}

pub(crate) fn read_text(field: Field, text: &str, options: &Options) -> Option<Content> {
    let (content, _) = Content::new(text, options.max_length(field)).ok()?;
    // It was cleaned when it was accepted, so it has to be clean.
    (content.as_str() == text).then_some(content)
}

/// Reads the name of an actor.
pub(crate) fn read_name(text: &str) -> Option<Content> {
    let (name, _) = Content::new(text, MAX_NAME).ok()?;
    (name.as_str() == text).then_some(name)
}

/// The last number of a revision, and of the next key, that is read. No list comes near, but a text that somebody wrote
/// may say that it does; from here a thousand changes per second go on for 24 days.
pub(crate) const LAST_NUMBER: u32 = u32::MAX / 2;

/// A number of a revision or a key, a size or a place.
#[inline(never)]
pub(crate) fn integer(parts: &mut Parts<'_>) -> Option<u32> {
    u32::try_from(parts.next()?.as_integer()?).ok().filter(|number| *number <= LAST_NUMBER)
}
