//! `update_todo_list`: Roo Code's tool, whose list is a checklist in Markdown.

use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::checklist::CHECKLIST;
use crate::tools::dialect_spec::{DialectSpec, PROSE, PromptParts, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    answers: &["update_todo"],
    prompt: &PromptParts {
        plan: "send the whole list in `{}`, a line each, what is done before the new steps",
        settle: "send the whole list again with [-] before what is in progress and [x] before what is done",
        ..WHOLE
    },
    schema: CHECKLIST,
    listed: Some(&LISTED),
    takes_bare_list: false,
    ..PROSE
};

/// The form in which a program shows a checklist.
const LISTED: ItemSchema = ItemSchema { statuses: Some(&FEWER_STATUSES), ..PLAIN };
