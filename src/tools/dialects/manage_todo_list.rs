//! `manage_todo_list`: VS Code's tool.

use alloc::string::String;

use crate::tools::vocabulary::{Answer, Vocabulary};
use crate::list::error::TodoError;
use crate::tools::arguments::Arguments;
use crate::text::message::note;
use crate::tools::request::{Action, Request, take_rewrite};
use crate::sync::rewrite::Mode;
use crate::forms::shape::{PLAIN, Shape};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "manage_todo_list",
    tools: include_str!("manage_todo_list.json"),
    list: "",
    read,
    answer,
};

const SHAPE: Shape = Shape {
    list: "todoList",
    fields: ["title", "", "", "", "description"],
    has_positions: true,
    statuses: Some(["not-started", "in-progress", "completed", "completed", "not-started"]),
    ..PLAIN
};

fn read<'a>(_: usize, arguments: &mut Arguments<'a>) -> Result<Request<'a>, TodoError> {
    let words = [("read", Action::List), ("write", Action::Replace)];
    // Its older form had no operation and only wrote.
    let operation = if !arguments.has("operation") && arguments.has(SHAPE.list) {
        note(arguments.notes, "no operation, write", &[]);
        Action::Replace
    } else {
        arguments.take_word("operation", &words, "read or write")?
    };
    match operation {
        Action::List => Ok(Request::new(Action::List, &["todoList"])),
        _ => take_rewrite(arguments, Mode::Replace, &SHAPE),
    }
}

/// `{"todoList":[…]}`, or `{"message":"…"}`, or `{"error":"…"}`.
fn answer(answer: &Answer<'_>) -> String {
    answer.json(|answer, done, json| answer.write_list_or_message(done, &SHAPE, json))
}
