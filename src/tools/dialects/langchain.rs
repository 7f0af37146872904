//! `langchain`: the `write_todos` of LangChain and Deep Agents.

use crate::forms::shape::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::dialects::write_todos;
use crate::tools::vocabulary::DialectSpec;

pub(super) const VOCABULARY: DialectSpec = DialectSpec {
    tools: include_str!("langchain.json"),
    schema: ItemSchema { statuses: Some(FEWER_STATUSES), ..PLAIN },
    ..write_todos::VOCABULARY
};
