//! `kiro`: the `todo_list` of Kiro's command line, one command per call. Its tasks are done or not.

use crate::forms::item_schema::{ItemSchema, PLAIN};
use crate::list::todo::StateKind;
use crate::tools::dialect_spec::{
    Act, Action, DialectSpec, ListDetail, IdArgument, PROSE, PromptParts, READABLE, WHOLE,
};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: &PromptParts {
        plan: "command `create` with the steps as `tasks`, `add` for more",
        settle: "command `complete` with the `completed_task_ids` of those that are done; `load` returns the list",
        ..WHOLE
    },
    schema: SHAPE,
    listed: Some(&LISTED),
    takes_bare_list: false,
    word: Some("command"),
    actions: &[
        Action::new(&["create"], Act::Whole),
        Action::new(&["add"], Act::Add(None)),
        Action::new(&["complete"], Act::Set(StateKind::Done, IdArgument::Each("completed_task_ids"), "context_update")),
        Action::new(&["remove"], Act::Set(StateKind::Skipped, IdArgument::Each("removed_task_ids"), "")),
        Action::new(&["load", "lookup"], Act::Show),
    ],
    unstored: &["task_list_description", "modified_files", "__tool_use_purpose"],
    give_up_hint: Some("remove it"),
    shows: ListDetail::ContentsOnly,
    on_read: r#"{"tasks":$list}"#,
    on_write: r#"{"tasks":$list}"#,
    on_error: READABLE.on_error,
    ..PROSE
};

const SHAPE: ItemSchema = ItemSchema { list: "tasks", content: Some("task_description"), ..PLAIN };
const LISTED: ItemSchema =
    ItemSchema { id_text: Some("id"), is_done: Some("completed"), ..SHAPE };
