//! `snapshot`: `todo_read` and `todo_write`, over a list of strings of which every state
//! is kept.

use crate::forms::shape::{PLAIN, Shape};
use crate::list::error::TodoError;
use crate::sync::rewrite::Mode;
use crate::tools::arguments::Arguments;
use crate::tools::request::{Request, take_rewrite};
use crate::tools::vocabulary::{Answer, ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "snapshot",
    tools: include_str!("snapshot.json"),
    list: "items",
    unused: &["items"],
    shows: ListShown::ContentsOnly,
    read,
    answer,
};

const SHAPE: Shape = Shape { list: "items", content: None, ..PLAIN };

fn read<'a>(tool: &str, arguments: &mut Arguments<'a>) -> Result<Request<'a>, TodoError> {
    match tool {
        "todo_read" => Ok(Request::List),
        _ => take_rewrite(arguments, Mode::Replace, &SHAPE),
    }
}

/// `{"items":["…"]}` from both, as specified, or `{"error":"…"}`.
fn answer(answer: &Answer<'_>) -> String {
    answer.json(|answer, _, json| SHAPE.write(json, answer.store.list()))
}
