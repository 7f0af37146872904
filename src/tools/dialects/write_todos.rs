//! `write_todos`: the tool of Gemini CLI, and of LangChain, which calls the description content.

use crate::forms::shape::{PLAIN, STATUSES, Shape, Words};
use crate::sync::rewrite::Mode;
use crate::tools::request::take_rewrite;
use crate::tools::vocabulary::{ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "write_todos",
    tools: include_str!("write_todos.json"),
    list: "todos",
    unused: &[],
    shows: ListShown::OnRequest,
    read: |_, arguments| take_rewrite(arguments, Mode::Replace, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape = Shape {
    content: Some("description"),
    also: Some("content"),
    statuses: Some(Words { blocked: Some("blocked"), ..STATUSES }),
    ..PLAIN
};
