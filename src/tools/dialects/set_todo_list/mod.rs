//! `SetTodoList`: Kimi's tool, which is called `TodoList` by now.

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN, StatusNames};
use crate::tools::dialect_spec::{DialectSpec, READABLE};
use crate::tools::take_request::take_rewrite;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    answers: &["SetTodoList"],
    writes: Some("TodoList"),
    schema: ItemSchema {
        content: Some("title"),
        statuses: Some(StatusNames { done: "done", skipped: "done", ..FEWER_STATUSES }),
        ..PLAIN
    },
    // Without a list, it returns the current one.
    read: |_, schema, arguments| {
        arguments.name_list(schema.list);
        match arguments.take_null(schema.list) || !arguments.has(schema.list) {
            true => Ok(Command::Show),
            false => take_rewrite(arguments, Mode::Replace, schema),
        }
    },
    ..READABLE
};
