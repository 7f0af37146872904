//! `TodoWrite`: Claude's tool.

use crate::change::match_items::Mode;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN, STATUSES};
use crate::text::message::{FormatArg::Text, note};
use crate::tools::dialect_spec::{DialectSpec, PROSE};
use crate::tools::dialects::update_todo_list::{is_checklist, take_checklist};
use crate::tools::take_request::{take_rewrite, take_rewrite_or_merge};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("todo_write.json"),
    writes: Some("TodoWrite"),
    schema: SHAPE,
    read: |_, schema, arguments| {
        // Models of Cursor know a tool with this name that merges; those of Factory know one that
        // takes a text.
        if arguments.has("merge") {
            return take_rewrite_or_merge(arguments, &MERGED);
        }
        if arguments.peek(schema.list).is_some_and(|text| is_checklist(&text)) {
            note(arguments.notes, "{}: a checklist read as a list", &[Text(schema.list)]);
            return take_checklist(arguments, schema);
        }
        take_rewrite(arguments, Mode::Replace, schema)
    },
    ..PROSE
};

const SHAPE: ItemSchema =
    ItemSchema { active_form: Some("activeForm"), statuses: Some(FEWER_STATUSES), ..PLAIN };
const MERGED: ItemSchema = ItemSchema { name: Some("id"), statuses: Some(STATUSES), ..SHAPE };
