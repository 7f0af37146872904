//! `xml_call`: a tool `todo` that is called in XML within a model's text (`xml_reader`), or like
//! any other tool.

use crate::forms::item_schema::{ItemSchema, PLAIN, STATUSES};
use crate::tools::dialect_spec::{DialectSpec, PROSE};
use crate::tools::take_request::take_read_or_write;

/// It answers `{"todos":[…],"count":3}`, `{"message":"…","count":3}` or `{"error":"…"}`.
pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("xml_call.json"),
    schema: ItemSchema {
        name: Some("id"),
        priority: Some("priority"),
        statuses: Some(STATUSES),
        ..PLAIN
    },
    takes_bare_list: false,
    unused: &["todos"],
    read: |_, schema, arguments| take_read_or_write(arguments, "action", schema),
    answer: |answer| {
        answer.json(|answer, done, json| {
            answer.write_list_or_message(done, json);
            json.key("count").integer(answer.store.list().len() as i64);
        })
    },
    ..PROSE
};
