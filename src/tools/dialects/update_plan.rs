//! `update_plan`: Codex's tool.

use super::Vocabulary;
use crate::tools::rewrite::Mode;
use crate::tools::shape::{FEWER_STATUSES, PLAIN, Shape};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "update_plan",
    tools: include_str!("update_plan.json"),
    list: "plan",
    read: |_, arguments| {
        // It is for the user, who sees the call.
        arguments.take("explanation");
        arguments.rewrite(Mode::Replace, &SHAPE)
    },
    answer: |answer| answer.prose(),
};

const SHAPE: Shape =
    Shape { list: "plan", fields: ["step", "", "", "", ""], statuses: Some(FEWER_STATUSES), ..PLAIN };
