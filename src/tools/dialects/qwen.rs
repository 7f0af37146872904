//! `qwen`: Qwen Code's `todo_write`, which always replaces the list.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape};
use crate::sync::rewrite::Mode;
use crate::tools::request::take_rewrite;
use crate::tools::vocabulary::{ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "qwen",
    tools: include_str!("qwen.json"),
    list: "todos",
    unused: &[],
    shows: ListShown::OnRequest,
    read: |_, arguments| take_rewrite(arguments, Mode::Replace, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape = Shape {
    name: Some("id"),
    blocked_by: Some("blockedBy"),
    statuses: Some(FEWER_STATUSES),
    ..PLAIN
};
