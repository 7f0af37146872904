//! `zed`: the `update_plan` of Zed's agent, with the entries of the Agent Client Protocol.

use crate::change::match_items::Mode;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::dialect_spec::{DialectSpec, PROSE, PromptParts, WHOLE};
use crate::tools::take_request::take_rewrite;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: PromptParts { settle: "send all `entries` again with the new `status`", ..WHOLE },
    writes: Some("update_plan"),
    written: "Plan updated",
    schema: SHAPE,
    read: |_, schema, arguments| {
        // The current form, with a title for the user.
        if arguments.has(STEPS.list) {
            arguments.take("title");
            return take_rewrite(arguments, Mode::Replace, &STEPS);
        }
        take_rewrite(arguments, Mode::Replace, schema)
    },
    ..PROSE
};

const SHAPE: ItemSchema = ItemSchema {
    list: "entries",
    priority: Some("priority"),
    statuses: Some(FEWER_STATUSES),
    ..PLAIN
};
const STEPS: ItemSchema =
    ItemSchema { list: "steps", content: Some("title"), priority: None, ..SHAPE };
