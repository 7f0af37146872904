//! `TodoWrite`: Claude's tool.

use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN, STATUSES};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, PROSE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    schema: SHAPE,
    // Models of Cursor know a tool with this name that merges.
    actions: &[
        Action::always(Act::Merge).when("merge").with_schema(&MERGED),
        Action::always(Act::Whole),
    ],
    ..PROSE
};

const SHAPE: ItemSchema =
    ItemSchema { active_form: Some("activeForm"), statuses: Some(&FEWER_STATUSES), ..PLAIN };
const MERGED: ItemSchema = ItemSchema { name: Some("id"), statuses: Some(&STATUSES), ..SHAPE };
