//! `pi`: the `todo` of pi's own example of an extension. One action per call, and todos are done or
//! not.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{ItemSchema, PLAIN};
use crate::tools::dialect_spec::{ASKS, Act, Action, DialectSpec, PROSE, PromptParts, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Numbers,
    prompt: &PromptParts {
        plan: "action `add` for each step",
        settle: "action `toggle` with the `id` of one that is done; `list` returns the list",
        ..WHOLE
    },
    schema: SHAPE,
    listed: Some(&LISTED),
    takes_bare_list: false,
    word: Some("action"),
    actions: &[
        Action::new(&["list"], Act::Show),
        Action::new(&["add"], Act::Create).with_answer("Added todo #$id: $content"),
        Action::new(&["toggle"], Act::Toggle("id")).with_answer("Todo #$id $toggled"),
        Action::new(&["clear"], Act::Clear(None)).with_answer("Cleared $items todos"),
    ],
    give_up_hint: Some(ASKS),
    line: "[$box] #$id: $content",
    on_read: "$lines",
    on_empty: "No todos",
    on_write: "$lines",
    on_error: "Error: $error",
    ..PROSE
};

const SHAPE: ItemSchema = ItemSchema { content: Some("text"), ..PLAIN };
const LISTED: ItemSchema =
    ItemSchema { name: Some("id"), is_done: Some("done"), has_number_ids: true, ..SHAPE };
