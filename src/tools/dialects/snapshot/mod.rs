//! `snapshot`: `todo_read` and `todo_write`, over a list of strings. The history keeps every state
//! of the list.

use crate::forms::item_schema::{ItemSchema, PLAIN};
use crate::tools::dialect_spec::{
    Act, Action, DialectSpec, ListDetail, PROSE, PromptParts, READABLE, WHOLE,
};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: &PromptParts {
        plan: "`todo_read` first, then `todo_write` with all of them in `{}`",
        settle: "`todo_write` the list again",
        system: Some(READ_FIRST),
        ..WHOLE
    },
    schema: ItemSchema { list: "items", content: None, ..PLAIN },
    actions: &[
        Action::new(&["todo_read"], Act::Show),
        Action::new(&["todo_write"], Act::Whole),
    ],
    shows: ListDetail::ContentsOnly,
    on_read: r#"{"items":$list}"#,
    on_write: r#"{"items":$list}"#,
    on_error: READABLE.on_error,
    ..PROSE
};

/// The list may have other writers. Source: the original `snapshot`.
const READ_FIRST: &str = "Use `todo_read` before writing so you do not overwrite someone else's list.
- `todo_read` returns the latest todo list (empty when nothing is stored yet).
- `todo_write` replaces the list with the ordered items you supply. Items must be non-empty strings.";
