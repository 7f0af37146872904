//! `TodoWrite`: Claude's tool.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape};
use crate::sync::rewrite::Mode;
use crate::tools::request::take_rewrite;
use crate::tools::vocabulary::{Shows, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "TodoWrite",
    tools: include_str!("todo_write.json"),
    list: "todos",
    unused: &[],
    shows: Shows::OnRequest,
    read: |_, arguments| take_rewrite(arguments, Mode::Replace, &SHAPE),
    answer: |answer| answer.prose(),
};

const SHAPE: Shape =
    Shape { active_form: Some("activeForm"), statuses: Some(FEWER_STATUSES), ..PLAIN };
