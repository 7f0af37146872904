//! `zed`: the `update_plan` of Zed's agent, with the entries of the Agent Client Protocol.

use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, PROSE, PromptParts, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: &PromptParts { settle: "send all `entries` again with the new `status`", ..WHOLE },
    written: "Plan updated",
    schema: SHAPE,
    // The current form, with a title for the user.
    actions: &[
        Action::always(Act::Whole).when(STEPS.list).with_schema(&STEPS),
        Action::always(Act::Whole),
    ],
    unstored: &["title"],
    ..PROSE
};

const SHAPE: ItemSchema = ItemSchema {
    list: "entries",
    priority: Some("priority"),
    statuses: Some(&FEWER_STATUSES),
    ..PLAIN
};
const STEPS: ItemSchema =
    ItemSchema { list: "steps", content: Some("title"), priority: None, ..SHAPE };
