//! `xml_call`: the tool `todo` of seed 000, called in XML within a model's text (`tool_call.rs`) or
//! as any other tool.

use alloc::string::String;

use crate::tools::vocabulary::{Answer, Vocabulary};
use crate::list::error::TodoError;
use crate::tools::arguments::Arguments;
use crate::tools::request::{Action, Request, take_rewrite};
use crate::sync::rewrite::Mode;
use crate::forms::shape::{PLAIN, STATUSES, Shape};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "xml_call",
    tools: include_str!("xml_call.json"),
    list: "",
    read,
    answer,
};

const SHAPE: Shape =
    Shape {
    fields: ["content", "id", "priority", "", ""],
    statuses: Some(STATUSES),
    ..PLAIN
};

fn read<'a>(_: usize, arguments: &mut Arguments<'a>) -> Result<Request<'a>, TodoError> {
    let words = [("read", Action::List), ("write", Action::Replace)];
    match arguments.take_word("action", &words, "read or write")? {
        Action::List => Ok(Request::new(Action::List, &["todos"])),
        _ => take_rewrite(arguments, Mode::Replace, &SHAPE),
    }
}

/// `{"todos":[…],"count":3}`, or `{"message":"…","count":3}`, or `{"error":"…"}`.
fn answer(answer: &Answer<'_>) -> String {
    answer.json(|answer, done, json| {
        answer.write_list_or_message(done, &SHAPE, json);
        json.key("count").integer(answer.store.list().len() as i64);
    })
}
