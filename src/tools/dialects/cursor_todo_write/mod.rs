//! `todo_write`: Cursor's tool.

use crate::tools::dialect_spec::{DialectSpec, PROSE};
use crate::tools::dialects::merge;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: merge::SPEC.ids,
    prompt: &merge::PROMPT,
    schema: merge::SHAPE,
    takes_bare_list: false,
    actions: merge::SPEC.actions,
    ..PROSE
};
