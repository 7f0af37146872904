//! `task_tracker`: OpenHands' tool.

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN, StatusNames};
use crate::tools::dialect_spec::{DialectSpec, PromptParts, READABLE, WHOLE};
use crate::tools::take_request::take_rewrite;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Names,
    prompt: PromptParts {
        plan: "command `plan` with the whole list in `{}`, what is done before the new steps",
        settle: "`plan` with the whole list again and the new `status`; `view` returns the list",
        ..WHOLE
    },
    writes: Some("task_tracker"),
    schema: ItemSchema {
        list: "task_list",
        name: Some("id"),
        is_name_optional: true,
        content: Some("title"),
        description: Some("notes"),
        statuses: Some(StatusNames {
            todo: "todo",
            done: "done",
            skipped: "done",
            ..FEWER_STATUSES
        }),
        ..PLAIN
    },
    unused: &["task_list"],
    read: |_, schema, arguments| {
        // Models often omit the command. Its default was to view the list, but with a list they
        // mean to write it.
        arguments.name_list(schema.list);
        let words = [("view", false), ("plan", true)];
        let is_plan = match arguments.has("command") {
            true => arguments.take_word("command", &words, &[], "view or plan")?,
            false => arguments.has(schema.list),
        };
        if is_plan {
            return take_rewrite(arguments, Mode::Replace, schema);
        }
        arguments.refuse_items(schema.list, "view", "to write it, use plan")?;
        Ok(Command::Show)
    },
    ..READABLE
};
