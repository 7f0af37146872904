//! `todo_write`: Cursor's tool.

use crate::forms::id_map::IdScheme;
use crate::tools::dialect_spec::{DialectSpec, PROSE};
use crate::tools::dialects::merge::{PROMPT, SHAPE};
use crate::tools::take_request::take_rewrite_or_merge;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Names,
    prompt: PROMPT,
    schema: SHAPE,
    takes_bare_list: false,
    read: |_, schema, arguments| take_rewrite_or_merge(arguments, schema),
    ..PROSE
};
