//! `manage_todo_list`: VS Code's tool.

use crate::forms::shape::{PLAIN, Shape, Words};
use crate::list::error::TodoError;
use crate::sync::rewrite::Mode;
use crate::tools::arguments::Arguments;
use crate::tools::request::{Request, take_rewrite};
use crate::tools::vocabulary::{Answer, ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "manage_todo_list",
    tools: include_str!("manage_todo_list.json"),
    list: "",
    unused: &["todoList"],
    shows: ListShown::OnRequest,
    read,
    answer,
};

const SHAPE: Shape = Shape {
    list: "todoList",
    content: Some("title"),
    description: Some("description"),
    has_positions: true,
    statuses: Some(Words {
        todo: "not-started",
        doing: "in-progress",
        done: "completed",
        skipped: "completed",
        blocked: None,
    }),
    ..PLAIN
};

fn read<'a>(_: &str, arguments: &mut Arguments<'a>) -> Result<Request<'a>, TodoError> {
    let words = [("read", false), ("write", true)];
    // Its older form had an operation, and could read.
    let is_write =
        !arguments.has("operation") || arguments.take_word("operation", &words, "read or write")?;
    if is_write {
        return take_rewrite(arguments, Mode::Replace, &SHAPE);
    }
    arguments.refuse_items(SHAPE.list, "read", "to write it, use write")?;
    Ok(Request::List)
}

/// `{"todoList":[…]}`, or `{"message":"…"}`, or `{"error":"…"}`.
fn answer(answer: &Answer<'_>) -> String {
    answer.json(|answer, done, json| answer.write_list_or_message(done, &SHAPE, json))
}
