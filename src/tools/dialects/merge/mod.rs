//! `merge`: a tool `todo`, which replaces the list or merges into it.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{ItemSchema, PLAIN, STATUSES};
use crate::tools::dialect_spec::{
    Act, Action, DialectSpec, ListDetail, PROSE, PromptParts, WHOLE,
};

/// What its prompts say, and those of other tools that replace or merge.
pub(super) const PROMPT: PromptParts = PromptParts {
    plan: "`merge` false for the first one, true to add to it, with the steps in `{}`",
    settle: "`merge` true, with the `id` and the new `status` of what changed",
    ..WHOLE
};

/// The schema of its items.
pub(super) const SHAPE: ItemSchema =
    ItemSchema { name: Some("id"), has_parents: true, statuses: Some(&STATUSES), ..PLAIN };

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    answers: &["todo_list", "update_todos"],
    ids: IdScheme::Names,
    limits_lists: true,
    prompt: &PROMPT,
    schema: SHAPE,
    takes_bare_list: false,
    actions: &[Action::always(Act::Merge)],
    shows: ListDetail::Always,
    on_write: r#"{"success":true,"content":$summary,"todos":$list,"metadata":{"merge":$merge,"count":$count}}"#,
    on_error: r#"{"success":false,"error":$error}"#,
    ..PROSE
};
