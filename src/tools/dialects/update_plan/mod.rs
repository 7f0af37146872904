//! `update_plan`: Codex's tool.

use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::dialect_spec::{DialectSpec, PROSE, PromptParts, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: &PromptParts { settle: "send the whole `plan` again with the new `status`", ..WHOLE },
    written: "Plan updated",
    schema: ItemSchema {
        list: "plan",
        content: Some("step"),
        statuses: Some(&FEWER_STATUSES),
        ..PLAIN
    },
    unstored: &["explanation"],
    ..PROSE
};
