//! The limits of a list: how long a text may be, and how many todos and links fit.

use std::rc::Rc;

use crate::list::error::{ErrorCode, TodoError};
use crate::list::indexed_list::{find, find_near};
use crate::list::note::{Notes, note};
use crate::list::store::TodoStore;
use crate::list::todo::{PRIORITIES, TextField, Todo};
use crate::text::clean::Cleaned;
use crate::text::content::{Content, ContentError};
use crate::text::message::FormatArg::Text;
use crate::text::message::{count, excerpt, fill};

/// The maximum number of todos on a list, settled ones included.
pub(crate) const MAX_TODOS: usize = 1000;

/// The advice in errors about a full list, for programs.
pub(crate) const MAKE_ROOM: &str = "complete, skip or remove some first";

/// Checks that a list may have so many todos, settled ones included.
///
/// # Errors
/// `too_many_todos`.
pub(crate) fn check_length(length: usize) -> Result<(), TodoError> {
    if length <= MAX_TODOS {
        return Ok(());
    }
    Err(TodoError::new(
        ErrorCode::TooManyTodos,
        "the list would have {} todos, at most {}: leave out or remove some that are settled",
        &[count(length), count(MAX_TODOS)],
    ))
}

/// The maximum number of links of a list: what all its todos together depend on.
pub(crate) const MAX_LINKS: usize = 10_000;

/// Returns how many links a list has.
pub(crate) fn count_links(list: &[Rc<Todo>]) -> usize {
    list.iter().fold(0, |links, todo| links + todo.blocked_by().len())
}

/// Checks that a list may have so many links.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn check_links(list: &[Rc<Todo>]) -> Result<(), TodoError> {
    let links = count_links(list);
    if links <= MAX_LINKS {
        return Ok(());
    }
    Err(TodoError::invalid(
        "the todos of the list would depend on others {} times, at most {}: let each one depend only on those right before it",
        &[count(links), count(MAX_LINKS)],
    ))
}

/// Returns how many todos are open.
pub(crate) fn count_open(list: &[Rc<Todo>]) -> usize {
    list.iter().filter(|todo| !todo.status().is_settled()).count()
}

impl TodoStore {
    /// Checks that there is room for the todos and links that a list adds to the present one. Only
    /// open todos count for `maxTodos`. A list may exceed it if it adds none, or has no more open
    /// todos than before. `advice` is the end of the error, about how to make room.
    ///
    /// # Errors
    /// `too_many_todos`; `invalid_argument` for too many links.
    pub(crate) fn check_room(&self, list: &[Rc<Todo>], advice: &str) -> Result<(), TodoError> {
        let links = count_links(list);
        if links > MAX_LINKS && links > count_links(self.list()) {
            check_links(list)?;
        }
        let max = self.options.max_todos();
        // Most lists are short.
        if list.len() <= max {
            return Ok(());
        }
        let adds =
            |(index, todo): (usize, &Rc<Todo>)| find_near(self.list(), index, todo.key).is_none();
        if !list.iter().enumerate().any(adds) {
            return Ok(());
        }
        if list.len() > self.list().len() {
            check_length(list.len())?;
        }
        let open = count_open(list);
        if open <= max || open <= count_open(self.list()) {
            return Ok(());
        }
        // There is nothing to settle where all that would be open is new.
        let open_before = |todo: &Rc<Todo>| {
            let is_open = |todo: &Todo| !todo.status().is_settled();
            is_open(todo) && find(self.list(), todo.key).is_some_and(|known| is_open(known))
        };
        let template = match list.iter().any(open_before) {
            true => "{} todos would be open, at most {} may be: use fewer, broader todos, or {}",
            false => "{} todos would be open, at most {} may be: use fewer, broader todos",
        };
        let parts = [count(open), count(max), Text(advice)];
        Err(TodoError::new(ErrorCode::TooManyTodos, template, &parts))
    }

    /// Cleans and checks the content of an item. Notes and errors refer to the item by `number`,
    /// which is 1-based.
    pub(crate) fn content(
        &self,
        text: &str,
        number: usize,
        notes: &mut Notes,
    ) -> Result<Content, TodoError> {
        match Content::new(text, self.options.max_content_length()) {
            Ok((content, cleaned)) => {
                note_cleaned(notes, number, cleaned);
                Ok(content)
            }
            Err(error) => Err(self.content_error(error, number, TextField::Content)),
        }
    }

    /// Cleans and checks a text of a call about one todo. Returns `None` if it is blank and the
    /// field is optional.
    pub(crate) fn text(
        &self,
        field: TextField,
        text: &str,
        notes: &mut Notes,
    ) -> Result<Option<Content>, TodoError> {
        let number = ALONE;
        match Content::new(text, self.options.max_length(field)) {
            Ok((content, cleaned)) => {
                if field == TextField::Priority && !PRIORITIES.contains(&content.as_str()) {
                    return Err(unknown_priority(text));
                }
                note_cleaned(notes, number, cleaned);
                Ok(Some(content))
            }
            Err(ContentError::Empty) if field != TextField::Content => Ok(None),
            Err(error) => Err(self.content_error(error, number, field)),
        }
    }

    /// Returns the error for a text that was rejected. It refers to the item by `number`, which is
    /// 1-based, or [`ALONE`].
    pub(crate) fn content_error(
        &self,
        error: ContentError,
        number: usize,
        field: TextField,
    ) -> TodoError {
        match error {
            ContentError::Empty => empty_content(number, field),
            ContentError::TooLong { length } => {
                let max = count(self.options.max_length(field));
                TodoError::new(
                    ErrorCode::ContentTooLong,
                    "{}{} has {} characters, at most {}: shorten it",
                    &[Text(&item(number)), Text(field.of_item()), count(length), max],
                )
            }
        }
    }
}

/// The number of the todo that a call is about, if it is about one alone.
pub(crate) const ALONE: usize = 0;

/// Returns the phrase for the item with this 1-based number, or for the only one.
fn item(number: usize) -> String {
    match number {
        ALONE => "the todo".to_owned(),
        number => fill("item {}", &[count(number)]),
    }
}

/// Returns the error for a blank text of the item with this 1-based number.
pub(crate) fn empty_content(number: usize, field: TextField) -> TodoError {
    TodoError::new(
        ErrorCode::EmptyContent,
        "{}{} is empty: say in a few words what is to be done",
        &[Text(&item(number)), Text(field.of_item())],
    )
}

/// Adds a note about what was cleaned out of the item with this 1-based number, if anything was.
pub(crate) fn note_cleaned(notes: &mut Notes, number: usize, cleaned: Cleaned) {
    if !cleaned.is_nothing() {
        note(notes, "{}: cleaned out {}", &[Text(&item(number)), Text(&cleaned.words())]);
    }
}

/// Returns the error for a priority that is none of [`PRIORITIES`].
#[cold]
pub(crate) fn unknown_priority(text: &str) -> TodoError {
    let template = "priority must be low, medium or high, got {}";
    TodoError::new(ErrorCode::InvalidPriority, template, &[excerpt(text)])
}
