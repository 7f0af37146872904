//! `langchain`: the `write_todos` of LangChain and Deep Agents.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape};
use crate::tools::dialects::write_todos;
use crate::tools::vocabulary::Vocabulary;

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    tools: include_str!("langchain.json"),
    shape: Shape { statuses: Some(FEWER_STATUSES), ..PLAIN },
    ..write_todos::VOCABULARY
};
