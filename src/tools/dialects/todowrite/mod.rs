//! `todowrite`: opencode's tools.

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::forms::item_schema::{ItemSchema, PLAIN, STATUSES};
use crate::tools::dialect_spec::{DialectSpec, PromptParts, READABLE, WHOLE};
use crate::tools::take_request::take_rewrite;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: PromptParts {
        settle: "send the whole list again with the new `status`; `todoread` returns the list",
        ..WHOLE
    },
    writes: Some("todowrite"),
    schema: ItemSchema { priority: Some("priority"), statuses: Some(STATUSES), ..PLAIN },
    unused: &["todos"],
    read: |tool, schema, arguments| match tool {
        "todoread" => Ok(Command::Show),
        _ => take_rewrite(arguments, Mode::Replace, schema),
    },
    ..READABLE
};
