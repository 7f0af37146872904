//! `update_plan`: Codex's tool.

use crate::change::match_items::Mode;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::dialect_spec::{DialectSpec, PROSE, PromptParts, WHOLE};
use crate::tools::take_request::take_rewrite;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: PromptParts { settle: "send the whole `plan` again with the new `status`", ..WHOLE },
    writes: Some("update_plan"),
    written: "Plan updated",
    schema: ItemSchema {
        list: "plan",
        content: Some("step"),
        statuses: Some(FEWER_STATUSES),
        ..PLAIN
    },
    read: |_, schema, arguments| {
        // The explanation is for the user, who sees the call.
        arguments.take("explanation");
        take_rewrite(arguments, Mode::Replace, schema)
    },
    ..PROSE
};
