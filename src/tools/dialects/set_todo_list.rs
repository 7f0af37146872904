//! `SetTodoList`: Kimi's tool.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape, Words};
use crate::sync::rewrite::Mode;
use crate::tools::request::{Request, take_rewrite};
use crate::tools::vocabulary::{ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "SetTodoList",
    tools: include_str!("set_todo_list.json"),
    list: "todos",
    unused: &[],
    shows: ListShown::OnRequest,
    // Without a list, it returns the one that there is.
    read: |_, arguments| match arguments.take_null(SHAPE.list) || !arguments.has(SHAPE.list) {
        true => Ok(Request::List),
        false => take_rewrite(arguments, Mode::Replace, &SHAPE),
    },
    answer: |answer| {
        answer.json(|answer, done, json| answer.write_list_or_message(done, &SHAPE, json))
    },
};

const SHAPE: Shape = Shape {
    content: Some("title"),
    statuses: Some(Words { done: "done", skipped: "done", ..FEWER_STATUSES }),
    ..PLAIN
};
