//! `todowrite`: opencode's tools.

use crate::forms::shape::{PLAIN, STATUSES, Shape};
use crate::sync::rewrite::Mode;
use crate::tools::request::{Request, take_rewrite};
use crate::tools::vocabulary::{ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "todowrite",
    tools: include_str!("todowrite.json"),
    list: "todos",
    unused: &["todos"],
    shows: ListShown::OnRequest,
    read: |tool, arguments| match tool {
        "todoread" => Ok(Request::List),
        _ => take_rewrite(arguments, Mode::Replace, &SHAPE),
    },
    answer: |answer| {
        answer.json(|answer, done, json| answer.write_list_or_message(done, &SHAPE, json))
    },
};

const SHAPE: Shape = Shape { priority: Some("priority"), statuses: Some(STATUSES), ..PLAIN };
