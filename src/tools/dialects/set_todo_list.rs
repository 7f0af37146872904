//! `SetTodoList`: Kimi's tool.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape, Words};
use crate::sync::rewrite::Mode;
use crate::tools::request::take_rewrite;
use crate::tools::vocabulary::{Shows, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "SetTodoList",
    tools: include_str!("set_todo_list.json"),
    list: "todos",
    unused: &[],
    shows: Shows::OnRequest,
    read: |_, arguments| take_rewrite(arguments, Mode::Replace, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape = Shape {
    content: Some("title"),
    statuses: Some(Words { done: "done", skipped: "done", ..FEWER_STATUSES }),
    ..PLAIN
};
