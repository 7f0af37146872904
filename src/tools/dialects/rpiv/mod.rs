//! `rpiv`: the `todo` of rpiv-todo, an extension of pi. One action per call, on one task.

use crate::forms::item_schema::ItemSchema;
use crate::tools::dialect_spec::{Act, Action, DialectSpec, IdArgument, PromptParts, WHOLE};
use crate::tools::dialects::task;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: &PromptParts {
        plan: "action `create` for each step, with `blockedBy` for a step that depends on others",
        settle: "action `update` with the `id` and the new `status`, or `delete`; `list` returns the list, `get` one of it",
        ..WHOLE
    },
    schema: ItemSchema { list: "tasks", blocked_by: Some("blockedBy"), ..task::SHAPE },
    listed: Some(&LISTED),
    word: Some("action"),
    actions: &[
        Action::new(&["create"], Act::Create).with_answer("Created #$id: $content (pending)"),
        Action::new(&["update"], Act::Update("id")).with_answer("Updated #$id$fields"),
        Action::new(&["list"], Act::Show),
        Action::new(&["get"], Act::ShowOne("id")).with_answer("$details"),
        Action::new(&["delete"], Act::Remove(IdArgument::Id("id"))).with_answer("Deleted #$id"),
        Action::new(&["clear"], Act::Clear(None)).with_answer("Cleared"),
    ],
    unstored: &["includeDeleted"],
    give_up_hint: Some("delete it"),
    on_error: "Error: $error",
    ..task::SPEC
};

const LISTED: ItemSchema = ItemSchema { has_number_ids: true, has_all_fields: false, ..task::LISTED };
