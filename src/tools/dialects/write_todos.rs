//! `write_todos`: the tool of Gemini CLI, and of LangChain, which calls the description content.

use crate::tools::request::take_rewrite;
use crate::tools::vocabulary::Vocabulary;
use crate::sync::rewrite::Mode;
use crate::forms::shape::{PLAIN, Shape};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "write_todos",
    tools: include_str!("write_todos.json"),
    list: "todos",
    read: |_, arguments| take_rewrite(arguments, Mode::Replace, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape = Shape {
    fields: ["description", "", "", "", ""],
    also: "content",
    statuses: Some(["pending", "in_progress", "completed", "cancelled", "blocked"]),
    ..PLAIN
};
