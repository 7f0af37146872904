//! `write_todos`: the tool of Gemini CLI, and of LangChain, which calls the description content.

use super::Vocabulary;
use crate::tools::rewrite::Mode;
use crate::tools::shape::{PLAIN, Shape};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "write_todos",
    tools: include_str!("write_todos.json"),
    list: "todos",
    read: |_, arguments| arguments.rewrite(Mode::Replace, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape = Shape {
    fields: ["description", "", "", "", ""],
    also: "content",
    statuses: Some(["pending", "in_progress", "completed", "cancelled", "blocked"]),
    ..PLAIN
};
