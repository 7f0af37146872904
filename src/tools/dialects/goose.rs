//! `goose`: goose's `todo_write`, whose list is one text in Markdown.

use crate::forms::shape::ItemSchema;
use crate::tools::dialects::update_todo_list;
use crate::tools::vocabulary::DialectSpec;

pub(super) const VOCABULARY: DialectSpec = DialectSpec {
    tools: include_str!("goose.json"),
    schema: ItemSchema { list: "content", ..update_todo_list::CHECKLIST },
    ..update_todo_list::VOCABULARY
};
