//! `update_todo_list`: Roo Code's tool, whose list is a checklist in Markdown.

use std::borrow::Cow;

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::forms::item_schema::{Audience, FEWER_STATUSES, Item, ItemSchema, PLAIN};
use crate::list::error::TodoError;
use crate::list::note::note;
use crate::text::content::trim;
use crate::text::json::{Document, Value};
use crate::text::message::FormatArg::Text;
use crate::tools::arguments::{Arguments, joined_characters, note_json_text};
use crate::tools::checklist::{CHECKLIST, read_checklist, read_checklist_text};
use crate::tools::dialect_spec::{DialectSpec, LINES, PROSE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    answers: &["update_todo"],
    prompt: LINES,
    schema: CHECKLIST,
    takes_bare_list: false,
    read: |_, schema, arguments| take_checklist(arguments, schema),
    write_todos: |_, store, json| LISTED.write_items(json, store.list(), Audience::Program),
    ..PROSE
};

/// The form in which a program shows a checklist.
const LISTED: ItemSchema = ItemSchema { statuses: Some(FEWER_STATUSES), ..PLAIN };

/// Takes a checklist that is one text.
fn take_checklist<'a>(
    arguments: &mut Arguments<'a>,
    schema: &'static ItemSchema,
) -> Result<Command<'a>, TodoError> {
    let list = Text(schema.list);
    let Some(value) = arguments.take(schema.list) else {
        return Err(TodoError::invalid(
            "{} is missing: give the checklist, one todo per line",
            &[list],
        ));
    };
    let joined = joined_characters(value).map(Cow::Owned);
    let is_joined = joined.is_some();
    if is_joined {
        note(arguments.notes, "{}: a list of characters joined", &[list]);
    }
    let text = joined.or_else(|| value.as_string());
    let document = text.as_deref().filter(|text| trim(text).starts_with("[\"")).map(Document::read);
    let mut lines = Some(value).filter(|_| !is_joined);
    if let Some(Ok(document)) = &document {
        note_json_text(arguments.notes, schema.list);
        lines = Some(document.root());
    }
    let are_texts = |lines: &Value<'_>| {
        lines.is_array() && lines.parts().all(|line| line.as_string().is_some())
    };
    if let Some(lines) = lines.filter(are_texts)
        && lines.parts().next().is_some()
    {
        note(arguments.notes, "{}: an array read as lines", &[list]);
        let lines: Vec<_> = lines.parts().filter_map(Value::as_string).collect();
        let lines: Vec<&str> = lines.iter().map(|line| &**line).collect();
        return Ok(rewrite(read_checklist(&lines, schema.list, arguments.notes)?, schema));
    }
    match text {
        Some(text) if text.is_empty() => Ok(rewrite(Vec::new(), schema)),
        Some(text) if !trim(&text).starts_with("[{") => {
            Ok(rewrite(read_checklist_text(&text, schema.list, arguments.notes)?, schema))
        }
        Some(_) | None => Err(TodoError::invalid(
            "{} must be a checklist, one todo per line, got {}",
            &[list, value.excerpt()],
        )),
    }
}

fn rewrite(items: Vec<Item<'static>>, schema: &'static ItemSchema) -> Command<'static> {
    Command::Rewrite { items, mode: Mode::Replace, schema, sites: None }
}
