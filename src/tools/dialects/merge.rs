//! `merge`: a tool `todo`, which replaces the list or merges into it.

use crate::sync::rewrite::Mode;
use crate::sync::todos_json::SHAPE;
use crate::text::json::Writer;
use crate::tools::request::{Done, take_rewrite_or_merge};
use crate::tools::vocabulary::{Answer, ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "merge",
    tools: include_str!("merge.json"),
    list: "",
    unused: &[],
    shows: ListShown::Always,
    read: |_, arguments| take_rewrite_or_merge(arguments, &SHAPE),
    answer,
};

/// `{"success":true,"content":"…","todos":[…],"metadata":{"merge":true,"count":3}}`,
/// or `{"success":false,"error":"…"}`, as specified, with `notes` if any.
fn answer(answer: &Answer<'_>) -> String {
    let mut json = Writer::default();
    json.open('{').key("success").boolean(answer.result.is_ok());
    match answer.result {
        Err(error) => {
            json.key("error").string(error.message());
        }
        Ok(done) => {
            let is_merge = matches!(done, Done::Rewrite(Mode::Merge));
            json.key("content").string(&answer.summary());
            SHAPE.write(&mut json, answer.store.list());
            json.key("metadata").open('{').key("merge").boolean(is_merge);
            json.key("count").integer(answer.store.list().len() as i64).close('}');
        }
    }
    answer.write_notes(&mut json);
    json.close('}');
    json.finish()
}
