//! `manage_todo_list`: VS Code's tool.

use crate::forms::item_schema::{ItemSchema, PLAIN, StatusNames};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, READABLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    schema: ItemSchema {
        list: "todoList",
        content: Some("title"),
        description: Some("description"),
        has_positions: true,
        statuses: Some(&StatusNames {
            todo: "not-started",
            doing: "in-progress",
            done: "completed",
            skipped: "completed",
            blocked: None,
        }),
        ..PLAIN
    },
    takes_bare_list: false,
    // Its older form had an operation, and could also read.
    word: Some("operation"),
    actions: &[
        Action::new(&["read"], Act::Show),
        Action::new(&["write"], Act::Whole),
        Action::always(Act::Whole),
    ],
    on_read: r#"{"todoList":$list}"#,
    ..READABLE
};
