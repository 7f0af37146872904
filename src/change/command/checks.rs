//! The guards of commands: what a confused model sends instead of what it means is refused, with a
//! sentence that says what to send.

use std::rc::Rc;

use crate::change::draft::Draft;
use crate::change::target::ReportedTodo;
use crate::forms::item_schema::{Item, ItemSchema};
use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::indexed_list::{find, find_content};
use crate::list::limits::empty_content;
use crate::list::note::{Notes, note};
use crate::list::todo::{TextField, Todo};
use crate::text::clean::is_blank;
use crate::text::content::trim;
use crate::text::escape::decoded;
use crate::text::excerpt::truncate_line;
use crate::text::message::FormatArg::Text;
use crate::text::message::{bare_word, count, excerpt};

/// The maximum length of a number in an error, in characters.
const MAX_NUMBER_LENGTH: usize = 12;
/// What models copy from an example or a schema in place of a text.
const PLACEHOLDERS: [&str; 5] = ["…", "...", "string", "<string>", "<content>"];

/// Refuses a text that is blank, a placeholder or a description from the tools' schemas.
///
/// # Errors
/// `empty_content` and `invalid_argument`, naming the item.
pub(super) fn check_is_meant(
    index: usize,
    text: &str,
    may_be_blank: bool,
    is_description: &mut dyn FnMut(&str) -> bool,
) -> Result<(), TodoError> {
    let is_visible = matches!(text.as_bytes(), [b'!'..=b'~', ..]);
    if !is_visible && !may_be_blank && is_blank(text) {
        return Err(empty_content(index + 1, TextField::Content));
    }
    let text = trim(text);
    if PLACEHOLDERS.contains(&text) || is_description(text) {
        return Err(TodoError::invalid(
            "item {} is a placeholder, {}: say what is to be done in this task",
            &[count(index + 1), excerpt(text)],
        ));
    }
    Ok(())
}

/// Refuses a list of numbers for a tool whose todos are known by their texts. The model means
/// existing todos, but the list would replace them.
///
/// # Errors
/// `invalid_argument`.
pub(super) fn check_texts(items: &[Item<'_>], list: &List) -> Result<(), TodoError> {
    let only_a_number = |item: &Item<'_>| {
        let text = item.text(TextField::Content).unwrap_or_default();
        let digits = text.trim_end_matches('.');
        !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
            && find_content(list, text).is_none()
    };
    match (items.first(), list.first()) {
        (Some(item), Some(known)) if items.iter().all(only_a_number) => {
            let text = item.text(TextField::Content).unwrap_or_default();
            Err(TodoError::invalid(
                "item 1 is only the number {}: send the text of each todo, such as {}",
                &[Text(&truncate_line(text, MAX_NUMBER_LENGTH)), excerpt(known.content())],
            ))
        }
        _ => Ok(()),
    }
}

/// Refuses a single object in place of a list if an open todo would leave the list: the model means
/// one todo, not all. Otherwise adds a note.
///
/// # Errors
/// `invalid_argument`.
pub(super) fn check_alone(
    items: &[Item<'_>],
    list: &List,
    schema: &ItemSchema,
    notes: &mut Notes,
) -> Result<(), TodoError> {
    let Some(item) = items.first().filter(|item| item.is_alone) else { return Ok(()) };
    let content = item.text(TextField::Content).map(trim);
    let leaves = |todo: &Rc<Todo>| !todo.status().is_settled() && Some(todo.content()) != content;
    match list.iter().any(leaves) {
        false => {
            note(notes, "{}: an object read as a list of one", &[Text(schema.list)]);
            Ok(())
        }
        true => Err(TodoError::invalid(
            "{} must be a list, got an object: send all todos as a list",
            &[Text(schema.list)],
        )),
    }
}

/// Refuses ids if a text next to them belongs to another todo.
///
/// # Errors
/// `invalid_argument`.
pub(super) fn check_alongside(
    todos: &[ReportedTodo],
    texts: &[String],
    draft: &Draft<'_>,
) -> Result<(), TodoError> {
    let Some(first) = todos.first() else { return Ok(()) };
    for content in texts {
        let same_text =
            |todo: &&Rc<Todo>| decoded(todo.content(), false) == decoded(trim(content), false);
        let Some(other) = draft.requested.iter().find(same_text) else { continue };
        let mut meant = todos.iter().filter_map(|todo| find(&draft.requested, todo.key));
        if meant.any(|todo| same_text(&todo)) {
            continue;
        }
        let known = find(&draft.requested, first.key).map_or("", |todo| todo.content());
        let other_id = draft.id_of(other.key).unwrap_or_default();
        return Err(TodoError::invalid(
            "{} is {}, and the text beside it, {}, is that of {}: send the id of the one that is meant, and no text",
            &[bare_word(&first.id), excerpt(known), excerpt(content), bare_word(&other_id)],
        ));
    }
    Ok(())
}
