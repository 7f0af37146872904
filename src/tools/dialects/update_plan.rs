//! `update_plan`: Codex's tool.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape};
use crate::sync::rewrite::Mode;
use crate::tools::request::take_rewrite;
use crate::tools::vocabulary::{ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "update_plan",
    tools: include_str!("update_plan.json"),
    list: "plan",
    unused: &[],
    shows: ListShown::OnRequest,
    read: |_, arguments| {
        // It is for the user, who sees the call.
        arguments.take("explanation");
        take_rewrite(arguments, Mode::Replace, &SHAPE)
    },
    answer: |answer| answer.prose(),
};

const SHAPE: Shape =
    Shape { list: "plan", content: Some("step"), statuses: Some(FEWER_STATUSES), ..PLAIN };
