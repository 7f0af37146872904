//! `TodoWrite`: Claude's tool.

use crate::tools::request::take_rewrite;
use crate::tools::vocabulary::Vocabulary;
use crate::sync::rewrite::Mode;
use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "TodoWrite",
    tools: include_str!("todowrite.json"),
    list: "todos",
    read: |_, arguments| take_rewrite(arguments, Mode::Replace, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape = Shape {
    fields: ["content", "", "", "activeForm", ""],
    statuses: Some(FEWER_STATUSES),
    ..PLAIN
};
