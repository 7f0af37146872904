//! `task_tracker`: OpenHands' tool.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN, StatusNames};
use crate::tools::dialect_spec::{Act, Action, DialectSpec, PromptParts, READABLE, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Names,
    prompt: &PromptParts {
        plan: "command `plan` with the whole list in `{}`, what is done before the new steps",
        settle: "`plan` with the whole list again and the new `status`; `view` returns the list",
        ..WHOLE
    },
    schema: ItemSchema {
        list: "task_list",
        name: Some("id"),
        is_name_optional: true,
        content: Some("title"),
        description: Some("notes"),
        statuses: Some(&StatusNames {
            todo: "todo",
            done: "done",
            skipped: "done",
            ..FEWER_STATUSES
        }),
        ..PLAIN
    },
    word: Some("command"),
    actions: &[
        Action::new(&["view"], Act::Show),
        Action::new(&["plan"], Act::Whole),
        // Models often omit the command. Its default was to view the list, but with a list they
        // mean to write it.
        Action::always(Act::Whole).when("task_list"),
        Action::always(Act::Show),
    ],
    on_read: r#"{"task_list":$list}"#,
    ..READABLE
};
