//! `todowrite`: opencode's tools.

use crate::forms::item_schema::{ItemSchema, PLAIN, STATUSES};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, PromptParts, READABLE, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: &PromptParts {
        settle: "send the whole list again with the new `status`; `todoread` returns the list",
        ..WHOLE
    },
    schema: ItemSchema { priority: Some("priority"), statuses: Some(&STATUSES), ..PLAIN },
    actions: &[
        Action::new(&["todoread"], Act::Show),
        Action::new(&["todowrite"], Act::Whole),
    ],
    ..READABLE
};
