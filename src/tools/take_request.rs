//! Reads requests that several dialects share from a call's arguments.

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::forms::checklist_line::read_box;
use crate::forms::item_schema::{Item, ItemSchema};
use crate::list::error::TodoError;
use crate::list::note::note;
use crate::list::todo::TextField;
use crate::text::content::trim;
use crate::text::decimal::parse_decimal;
use crate::text::json::{Document, Value};
use crate::text::message::FormatArg::Text;
use crate::text::message::excerpt;
use crate::tools::arguments::{Arguments, ListArgument, SingleItem, not_a_list};
use crate::tools::checklist::{is_checklist, read_checklist_text};
use crate::tools::plan;

/// Takes the list of items of a tool. Returns `None` if it is missing.
///
/// # Errors
/// `invalid_argument`, naming the first item that cannot be read.
pub(crate) fn take_items<'a>(
    arguments: &mut Arguments<'a>,
    schema: &ItemSchema,
    single: SingleItem,
) -> Result<Option<Vec<Item<'a>>>, TodoError> {
    match arguments.take_list(schema.list)? {
        None => Ok(None),
        Some(ListArgument::Value(value)) => read_items(arguments, schema, single, value).map(Some),
        // Factory's tool takes a text.
        Some(ListArgument::Text(text)) if is_checklist(&text) && Document::read(&text).is_err() => {
            note(arguments.notes, "{}: a checklist read as a list", &[Text(schema.list)]);
            read_checklist_text(&text, schema.list, arguments.notes).map(Some)
        }
        Some(ListArgument::Text(text)) if !trim(&text).starts_with(['[', '{']) => {
            Err(TodoError::invalid(
                "{} must be a list, got the characters of {}: send all todos as a list",
                &[Text(schema.list), excerpt(&text)],
            ))
        }
        Some(ListArgument::Text(text)) => {
            let inner = arguments.inner(schema.list, &text)?;
            // The existing list is cleared only by a list, not by a text.
            if single == SingleItem::ObjectForWhole && inner.root().parts().next().is_none() {
                return Err(not_a_list(schema.list, inner.root()));
            }
            let items = read_items(arguments, schema, single, inner.root())?;
            Ok(Some(items.into_iter().map(Item::into_owned).collect()))
        }
    }
}

/// Reads the items of a list.
fn read_items<'v>(
    arguments: &mut Arguments<'_>,
    schema: &ItemSchema,
    single: SingleItem,
    value: Value<'v>,
) -> Result<Vec<Item<'v>>, TodoError> {
    // Longer lists are rare.
    let mut items = Vec::with_capacity(32);
    arguments.each(schema.list, single, value, &mut |notes, number, value| {
        schema.read_item(notes, number, value, &mut items)
    })?;
    items.iter_mut().for_each(|item| item.is_alone = !value.is_array());
    Ok(items)
}

/// Takes the list that a call writes.
///
/// # Errors
/// `invalid_argument`, also if the list is missing.
pub(crate) fn take_rewrite<'a>(
    arguments: &mut Arguments<'a>,
    mode: Mode,
    schema: &'static ItemSchema,
) -> Result<Command<'a>, TodoError> {
    let single = match mode {
        Mode::Replace => SingleItem::ObjectForWhole,
        Mode::Merge => SingleItem::Object,
    };
    arguments.name_list(schema.list);
    let items = take_items(arguments, schema, single)?.ok_or_else(|| missing(schema))?;
    Ok(Command::Rewrite { items, mode, schema, sites: None })
}

/// Takes the word by which a call reads or writes the list, and the list that it writes.
///
/// # Errors
/// The errors of [`take_rewrite`]; `invalid_argument` if the word is missing or unknown, or if a
/// call that reads has a list.
pub(crate) fn take_read_or_write<'a>(
    arguments: &mut Arguments<'a>,
    key: &str,
    schema: &'static ItemSchema,
) -> Result<Command<'a>, TodoError> {
    if arguments.take_word(key, &[("read", false), ("write", true)], &[], "read or write")? {
        return take_rewrite(arguments, Mode::Replace, schema);
    }
    arguments.refuse_items(schema.list, "read", "to write it, use write")?;
    Ok(Command::Show)
}

/// Takes the items of a list that replaces another.
///
/// # Errors
/// `invalid_argument`, also when there is none.
pub(crate) fn take_whole<'a>(
    arguments: &mut Arguments<'a>,
    schema: &ItemSchema,
) -> Result<Vec<Item<'a>>, TodoError> {
    arguments.name_list(schema.list);
    take_items(arguments, schema, SingleItem::ObjectForWhole)?.ok_or_else(|| missing(schema))
}

/// Returns the error for a missing list.
pub(crate) fn missing(schema: &ItemSchema) -> TodoError {
    TodoError::invalid("{} is missing: send the whole list", &[Text(schema.list)])
}

/// Like [`take_rewrite`], but with the mode from the argument `merge`.
pub(crate) fn take_rewrite_or_merge<'a>(
    arguments: &mut Arguments<'a>,
    schema: &'static ItemSchema,
) -> Result<Command<'a>, TodoError> {
    match arguments.take_boolean("merge")? {
        Some(true) => take_rewrite(arguments, Mode::Merge, schema),
        Some(false) => take_rewrite(arguments, Mode::Replace, schema),
        None => {
            let items = take_whole(arguments, schema)?;
            // Items with content and status are a whole list. Items without them can only be
            // updates.
            let is_whole =
                |item: &Item<'_>| item.text(TextField::Content).is_some() && item.status.is_some();
            // An empty list clears.
            let mut mode = Mode::Replace;
            if !items.iter().all(is_whole) {
                mode = Mode::Merge;
                note(arguments.notes, "no merge, read as true", &[]);
            }
            Ok(Command::Rewrite { items, mode, schema, sites: None })
        }
    }
}

/// Drops the index before each item of a plan, which browser-use shows its models: `[x] 0: text`.
fn drop_indices(items: &mut [Item<'_>]) {
    let without_index = |(index, item): (usize, &Item<'_>)| {
        let text = item.text(TextField::Content)?;
        let (status, text) = read_box(text).map_or((None, text), |(said, text)| (Some(said), text));
        let (number, text) = text.split_once(':')?;
        let is_index = parse_decimal(trim(number)) == i64::try_from(index).ok();
        (is_index && !trim(text).is_empty()).then(|| (status, trim(text).to_owned()))
    };
    let all: Option<Vec<_>> = items.iter().enumerate().map(without_index).collect();
    for (item, (status, text)) in items.iter_mut().zip(all.unwrap_or_default()) {
        item.status = item.status.or(status);
        item.set_content(text.into());
    }
}

/// Takes the plan from the arguments of another tool. Returns `None` if they do not mention it.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn take_plan<'a>(
    arguments: &mut Arguments<'a>,
) -> Result<Option<Command<'a>>, TodoError> {
    // The schema of the other tool may require these, with null for an omitted one.
    for key in [plan::SHAPE.list, plan::CURRENT] {
        arguments.take_null(key);
    }
    let mut items =
        take_items(arguments, &plan::SHAPE, SingleItem::ObjectForWhole)?.unwrap_or_default();
    drop_indices(&mut items);
    let at = arguments.take_integer(plan::CURRENT)?.filter(|at| *at >= 0);
    if items.is_empty() {
        return Ok(at.map(Command::PlanItem));
    }
    if at.is_some_and(|at| at > 0) {
        note(arguments.notes, "current_plan_item: not used with plan_update", &[]);
    }
    Ok(Some(Command::Plan(items, &plan::SHAPE)))
}
