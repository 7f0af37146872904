//! `snapshot`: `todo_read` and `todo_write`, over a list of strings. The history keeps every state
//! of the list.

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::forms::item_schema::{ItemSchema, PLAIN};
use crate::tools::dialect_spec::{DialectSpec, ListDetail, PROSE};
use crate::tools::take_request::take_rewrite;

/// Both tools answer `{"items":["…"]}`, as specified, or `{"error":"…"}`.
pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("snapshot.json"),
    schema: ItemSchema { list: "items", content: None, ..PLAIN },
    unused: &["items"],
    shows: ListDetail::ContentsOnly,
    read: |tool, schema, arguments| match tool {
        "todo_read" => Ok(Command::Show),
        _ => take_rewrite(arguments, Mode::Replace, schema),
    },
    answer: |answer| answer.json(|answer, _, json| answer.schema.write(json, answer.store.list())),
    ..PROSE
};
