//! `manage_todo_list`: VS Code's tool.

use crate::change::match_items::Mode;
use crate::forms::item_schema::{ItemSchema, PLAIN, StatusNames};
use crate::tools::dialect_spec::{DialectSpec, READABLE};
use crate::tools::take_request::{take_read_or_write, take_rewrite};

/// It answers `{"todoList":[…]}`, `{"message":"…"}` or `{"error":"…"}`.
pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    writes: Some("manage_todo_list"),
    schema: ItemSchema {
        list: "todoList",
        content: Some("title"),
        description: Some("description"),
        has_positions: true,
        statuses: Some(StatusNames {
            todo: "not-started",
            doing: "in-progress",
            done: "completed",
            skipped: "completed",
            blocked: None,
        }),
        ..PLAIN
    },
    takes_bare_list: false,
    unused: &["todoList"],
    // Its older form had an operation, and could also read.
    read: |_, schema, arguments| match arguments.has("operation") {
        true => take_read_or_write(arguments, "operation", schema),
        false => take_rewrite(arguments, Mode::Replace, schema),
    },
    ..READABLE
};
