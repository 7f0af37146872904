//! `SetTodoList`: Kimi's tool, which is called `TodoList` by now.

use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN, StatusNames};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, READABLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    answers: &["SetTodoList"],
    schema: ItemSchema {
        content: Some("title"),
        statuses: Some(&StatusNames { done: "done", skipped: "done", ..FEWER_STATUSES }),
        ..PLAIN
    },
    actions: &[Action::always(Act::Whole).when(PLAIN.list), Action::always(Act::Show)],
    ..READABLE
};
