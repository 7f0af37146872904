//! `task_tracker`: OpenHands' tool.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape, Words};
use crate::sync::rewrite::Mode;
use crate::tools::request::{Request, take_rewrite};
use crate::tools::vocabulary::{ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "task_tracker",
    tools: include_str!("task_tracker.json"),
    list: "task_list",
    unused: &["task_list"],
    shows: ListShown::OnRequest,
    read: |_, arguments| {
        // Models leave the command out, whose default was to view the list, and mean the list that they send.
        let words = [("view", false), ("plan", true)];
        let is_plan = match arguments.has("command") {
            true => arguments.take_word("command", &words, "view or plan")?,
            false => arguments.has(SHAPE.list),
        };
        if is_plan { take_rewrite(arguments, Mode::Replace, &SHAPE) } else { Ok(Request::List) }
    },
    answer: |answer| {
        answer.json(|answer, done, json| answer.write_list_or_message(done, &SHAPE, json))
    },
};

const SHAPE: Shape = Shape {
    list: "task_list",
    name: Some("id"),
    is_name_optional: true,
    content: Some("title"),
    description: Some("notes"),
    statuses: Some(Words { todo: "todo", done: "done", skipped: "done", ..FEWER_STATUSES }),
    ..PLAIN
};
