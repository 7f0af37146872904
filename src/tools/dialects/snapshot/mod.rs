//! `snapshot`: `todo_read` and `todo_write`, over a list of strings. The history keeps every state
//! of the list.

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::forms::item_schema::{ItemSchema, PLAIN};
use crate::tools::dialect_spec::{DialectSpec, ListDetail, PROSE, PromptParts, WHOLE};
use crate::tools::take_request::take_rewrite;

/// Both tools answer `{"items":["…"]}`, as specified, or `{"error":"…"}`.
pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    writes: Some("todo_write"),
    prompt: PromptParts {
        plan: "`todo_read` first, then `todo_write` with all of them in `{}`",
        settle: "`todo_write` the list again",
        system: Some(READ_FIRST),
        ..WHOLE
    },
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

/// The list may have other writers. Source: the original `snapshot`.
const READ_FIRST: &str = "Use `todo_read` before writing so you do not overwrite someone else's list.
- `todo_read` returns the latest todo list (empty when nothing is stored yet).
- `todo_write` replaces the list with the ordered items you supply. Items must be non-empty strings.";
