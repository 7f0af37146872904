//! `TodoWrite`: Claude's tool.

use super::Vocabulary;
use crate::tools::rewrite::Mode;
use crate::tools::shape::{FEWER_STATUSES, PLAIN, Shape};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "TodoWrite",
    tools: include_str!("todowrite.json"),
    list: "todos",
    read: |_, arguments| arguments.rewrite(Mode::Replace, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape = Shape {
    fields: ["content", "", "", "activeForm", ""],
    statuses: Some(FEWER_STATUSES),
    ..PLAIN
};
