//! `snapshot`: `todo_read` and `todo_write` of seed 001, over a list of strings of which every state
//! is kept.

use alloc::string::String;

use crate::tools::vocabulary::{Answer, Vocabulary};
use crate::list::error::TodoError;
use crate::tools::arguments::Arguments;
use crate::tools::request::{Action, Request, take_rewrite};
use crate::sync::rewrite::Mode;
use crate::forms::shape::{PLAIN, Shape};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "snapshot",
    tools: include_str!("snapshot.json"),
    list: "items",
    read,
    answer,
};

const SHAPE: Shape = Shape { list: "items", fields: [""; 5], ..PLAIN };

fn read<'a>(tool: usize, arguments: &mut Arguments<'a>) -> Result<Request<'a>, TodoError> {
    if tool == 0 { Ok(Request::new(Action::List, &["items"])) } else { take_rewrite(arguments, Mode::Replace, &SHAPE) }
}

/// `{"items":["…"]}` from both, as in the seed, or `{"error":"…"}`.
fn answer(answer: &Answer<'_>) -> String {
    answer.json(|answer, _, json| SHAPE.write(json, answer.store.list()))
}
