//! `write_todos`: the tool of Gemini CLI. LangChain has another tool of this name: see `langchain`.

use crate::change::command::{Command, CommandResult};
use crate::change::match_items::Mode;
use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{ItemSchema, PLAIN, STATUSES, StatusNames};
use crate::tools::dialect_spec::{DialectSpec, PROSE};
use crate::tools::take_request::take_rewrite;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Names,
    answers: &["read_todos"],
    writes: Some("write_todos"),
    schema: ItemSchema {
        content: Some("description"),
        also: Some("content"),
        // Its schema has no id, but models send one.
        name: Some("id"),
        is_name_optional: true,
        statuses: Some(StatusNames { blocked: Some("blocked"), ..STATUSES }),
        ..PLAIN
    },
    read: |tool, schema, arguments| match tool {
        "read_todos" => Ok(Command::Show),
        _ => take_rewrite(arguments, Mode::Replace, schema),
    },
    answer: |answer| match answer.result {
        Ok(CommandResult::Shown) => {
            answer.object(&|json| answer.schema.write(json, answer.store.list()))
        }
        Ok(_) | Err(_) => answer.prose(),
    },
    ..PROSE
};
