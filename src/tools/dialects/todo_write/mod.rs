//! `TodoWrite`: Claude's tool.

use crate::change::match_items::Mode;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN, STATUSES};
use crate::tools::dialect_spec::{DialectSpec, PROSE};
use crate::tools::take_request::{take_rewrite, take_rewrite_or_merge};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    writes: Some("TodoWrite"),
    schema: SHAPE,
    read: |_, schema, arguments| {
        // Models of Cursor know a tool with this name that merges.
        if arguments.has("merge") {
            return take_rewrite_or_merge(arguments, &MERGED);
        }
        take_rewrite(arguments, Mode::Replace, schema)
    },
    ..PROSE
};

const SHAPE: ItemSchema =
    ItemSchema { active_form: Some("activeForm"), statuses: Some(FEWER_STATUSES), ..PLAIN };
const MERGED: ItemSchema = ItemSchema { name: Some("id"), statuses: Some(STATUSES), ..SHAPE };
