//! `goose`: goose's `todo_write`, whose list is one text in Markdown.

use crate::forms::item_schema::ItemSchema;
use crate::tools::checklist::CHECKLIST;
use crate::tools::dialect_spec::DialectSpec;
use crate::tools::dialects::update_todo_list;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    answers: &[],
    schema: ItemSchema { list: "content", ..CHECKLIST },
    ..update_todo_list::SPEC
};
