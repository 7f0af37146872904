//! `qwen`: Qwen Code's `todo_write`, which always replaces the list.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::dialect_spec::{DialectSpec, PROSE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Names,
    schema: ItemSchema {
        name: Some("id"),
        blocked_by: Some("blockedBy"),
        statuses: Some(&FEWER_STATUSES),
        ..PLAIN
    },
    ..PROSE
};
