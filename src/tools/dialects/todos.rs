//! `todos`: Crush's tool.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape};
use crate::sync::rewrite::Mode;
use crate::tools::request::take_rewrite;
use crate::tools::vocabulary::{ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "todos",
    tools: include_str!("todos.json"),
    list: "todos",
    unused: &[],
    shows: ListShown::OnRequest,
    read: |_, arguments| take_rewrite(arguments, Mode::Replace, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape =
    Shape { active_form: Some("active_form"), statuses: Some(FEWER_STATUSES), ..PLAIN };
