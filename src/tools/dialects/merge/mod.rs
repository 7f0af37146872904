//! `merge`: a tool `todo`, which replaces the list or merges into it.

use crate::change::command::CommandResult;
use crate::change::match_items::Mode;
use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{ItemSchema, PLAIN, STATUSES};
use crate::tools::dialect_spec::{Answer, DialectSpec, ListDetail, PROSE, PromptParts, WHOLE};
use crate::tools::take_request::take_rewrite_or_merge;

/// What its prompts say, and those of other tools that replace or merge.
pub(super) const PROMPT: PromptParts = PromptParts {
    plan: "`merge` false for the first one, true to add to it, with the steps in `{}`",
    settle: "`merge` true, with the `id` and the new `status` of what changed",
    ..WHOLE
};

/// The schema of its items.
pub(super) const SHAPE: ItemSchema =
    ItemSchema { name: Some("id"), has_parents: true, statuses: Some(STATUSES), ..PLAIN };

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    answers: &["todo_list"],
    ids: IdScheme::Names,
    limits_lists: true,
    prompt: PROMPT,
    schema: SHAPE,
    takes_bare_list: false,
    shows: ListDetail::Always,
    read: |_, schema, arguments| take_rewrite_or_merge(arguments, schema),
    answer,
    ..PROSE
};

/// Answers `{"success":true,"content":"…","todos":[…],"metadata":{"merge":true,"count":3}}` or
/// `{"success":false,"error":"…"}`, as specified, with `notes` if there are any.
fn answer(answer: &Answer<'_>) -> String {
    answer.object(&|json| {
        json.key("success").boolean(answer.result.is_ok());
        match answer.result {
            Err(error) => {
                json.key("error").string(error.message());
            }
            Ok(result) => {
                let is_merge = matches!(result, CommandResult::Rewritten(Mode::Merge));
                json.key("content").string(&answer.summary());
                SHAPE.write(json, answer.store.list());
                json.key("metadata").open('{').key("merge").boolean(is_merge);
                json.key("count").integer(answer.store.list().len() as i64).close('}');
            }
        }
    })
}
