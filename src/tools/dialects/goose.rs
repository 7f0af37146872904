//! `goose`: goose's `todo_write`, whose list is one text in Markdown.

use crate::forms::shape::Shape;
use crate::tools::dialects::update_todo_list::{CHECKLIST, take_checklist};
use crate::tools::vocabulary::{ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "goose",
    tools: include_str!("goose.json"),
    list: "",
    unused: &[],
    shows: ListShown::OnRequest,
    read: |_, arguments| take_checklist(arguments, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape = Shape { list: "content", ..CHECKLIST };
