//! `write_todos`: the tool of Gemini CLI. LangChain has another tool of this name: see `langchain`.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{ItemSchema, PLAIN, STATUSES, StatusNames};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, PROSE, READABLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Names,
    answers: &["read_todos"],
    schema: ItemSchema {
        content: Some("description"),
        also: Some("content"),
        // Its schema has no id, but models send one.
        name: Some("id"),
        is_name_optional: true,
        statuses: Some(&StatusNames { blocked: Some("blocked"), ..STATUSES }),
        ..PLAIN
    },
    actions: &[
        Action::new(&["read_todos"], Act::Show),
        Action::new(&["write_todos"], Act::Whole),
    ],
    on_read: READABLE.on_read,
    ..PROSE
};
