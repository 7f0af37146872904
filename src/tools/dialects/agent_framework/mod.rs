//! `agent_framework`: the tools of Microsoft's Agent Framework. Each changes some todos, which are
//! complete or not.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{ItemSchema, PLAIN};
use crate::list::todo::StateKind;
use crate::tools::dialect_spec::{Act, Action, DialectSpec, IdArgument, PROSE, PromptParts, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    // Older versions.
    answers: &["add_todos", "complete_todos", "remove_todos", "get_remaining_todos", "get_all_todos"],
    ids: IdScheme::Numbers,
    prompt: &PromptParts {
        plan: "`todos_add` with the steps as `todos`",
        settle: "`todos_complete` with `id` and `reason`, or `todos_remove` with `ids`; `todos_get_all` returns the list, `todos_get_remaining` what is open",
        ..WHOLE
    },
    schema: SHAPE,
    listed: Some(&LISTED),
    takes_bare_list: false,
    actions: &[
        Action::new(&["todos_add", "add_todos"], Act::Add(None)).with_answer("$added"),
        Action::new(
            &["todos_complete", "complete_todos"],
            Act::Set(StateKind::Done, IdArgument::Each("items"), "reason"),
        )
        .with_answer(r#"{"completed":$items}"#),
        Action::new(&["todos_remove", "remove_todos"], Act::Remove(IdArgument::Each("ids")))
            .with_answer(r#"{"removed":$items}"#),
        Action::new(&["todos_get_remaining", "get_remaining_todos"], Act::Show).with_answer("$remaining"),
        Action::new(&["todos_get_all", "get_all_todos"], Act::Show),
    ],
    give_up_hint: Some("remove it"),
    on_read: "$list",
    ..PROSE
};

const SHAPE: ItemSchema =
    ItemSchema { content: Some("title"), description: Some("description"), ..PLAIN };
const LISTED: ItemSchema = ItemSchema {
    name: Some("id"),
    is_done: Some("is_complete"),
    has_number_ids: true,
    has_all_fields: true,
    ..SHAPE
};
