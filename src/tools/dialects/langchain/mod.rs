//! `langchain`: the `write_todos` of LangChain and Deep Agents.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::dialect_spec::DialectSpec;
use crate::tools::dialects::write_todos;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Positions(1),
    schema: ItemSchema { statuses: Some(&FEWER_STATUSES), ..PLAIN },
    ..write_todos::SPEC
};
