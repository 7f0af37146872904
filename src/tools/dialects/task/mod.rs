//! `Task`: Claude's later tools, which name one todo per call and let todos depend on others.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, PROSE, PromptParts, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Numbers,
    prompt: &PromptParts {
        plan: "one call for each step, and `TaskUpdate` with `addBlockedBy` for a step that depends on others",
        settle: "`TaskUpdate` with the `taskId` and the new `status`; `TaskList` returns the list, `TaskGet` one of it",
        ..WHOLE
    },
    schema: SHAPE,
    listed: Some(&LISTED),
    takes_bare_list: false,
    actions: &[
        Action::new(&["TaskCreate"], Act::Create).with_answer("Task #$id created successfully: $content"),
        Action::new(&["TaskUpdate"], Act::Update("taskId")).with_answer("Updated task #$id$fields"),
        Action::new(&["TaskList"], Act::Show),
        Action::new(&["TaskGet"], Act::ShowOne("taskId")).with_answer("$details"),
    ],
    give_up_hint: Some("set its status to deleted"),
    on_read: "$lines",
    on_empty: "No tasks found",
    on_write: "$lines",
    ..PROSE
};

/// The schema of its tasks.
pub(super) const SHAPE: ItemSchema = ItemSchema {
    content: Some("subject"),
    active_form: Some("activeForm"),
    description: Some("description"),
    owner: Some("owner"),
    statuses: Some(&FEWER_STATUSES),
    ..PLAIN
};
/// The form in which a program shows them.
pub(super) const LISTED: ItemSchema = ItemSchema {
    name: Some("id"),
    blocked_by: Some("blockedBy"),
    has_parents: true,
    has_all_fields: true,
    ..SHAPE
};
