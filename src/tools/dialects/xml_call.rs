//! `xml_call`: a tool `todo` that is called in XML within a model's text (`xml_reader`) or
//! as any other tool.

use crate::forms::shape::{PLAIN, STATUSES, Shape};
use crate::list::error::TodoError;
use crate::sync::rewrite::Mode;
use crate::tools::arguments::Arguments;
use crate::tools::request::{Request, take_rewrite};
use crate::tools::vocabulary::{Answer, ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "xml_call",
    tools: include_str!("xml_call.json"),
    list: "",
    unused: &["todos"],
    shows: ListShown::OnRequest,
    read,
    answer,
};

const SHAPE: Shape =
    Shape { name: Some("id"), priority: Some("priority"), statuses: Some(STATUSES), ..PLAIN };

fn read<'a>(_: &str, arguments: &mut Arguments<'a>) -> Result<Request<'a>, TodoError> {
    let words = [("read", false), ("write", true)];
    if arguments.take_word("action", &words, "read or write")? {
        take_rewrite(arguments, Mode::Replace, &SHAPE)
    } else {
        arguments.refuse_items(SHAPE.list, "read", "to write it, use write")?;
        Ok(Request::List)
    }
}

/// `{"todos":[…],"count":3}`, or `{"message":"…","count":3}`, or `{"error":"…"}`.
fn answer(answer: &Answer<'_>) -> String {
    answer.json(|answer, done, json| {
        answer.write_list_or_message(done, &SHAPE, json);
        json.key("count").integer(answer.store.list().len() as i64);
    })
}
