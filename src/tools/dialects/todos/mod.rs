//! `todos`: Crush's tool.

use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::dialect_spec::{DialectSpec, PROSE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    schema: ItemSchema {
        active_form: Some("active_form"),
        statuses: Some(&FEWER_STATUSES),
        ..PLAIN
    },
    ..PROSE
};
