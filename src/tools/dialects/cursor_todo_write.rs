//! `todo_write`: Cursor's tool.

use crate::sync::todos_json::SHAPE;
use crate::tools::request::take_rewrite_or_merge;
use crate::tools::vocabulary::{ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "todo_write",
    tools: include_str!("cursor_todo_write.json"),
    list: "",
    unused: &[],
    shows: ListShown::OnRequest,
    read: |_, arguments| take_rewrite_or_merge(arguments, &SHAPE),
    answer: |answer| answer.prose(),
};
