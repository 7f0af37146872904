//! `task_write`: Mastra's tools, which write the whole list or name one todo.

use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN};
use crate::list::todo::StateKind;
use crate::tools::dialect_spec::{Act, Action, DialectSpec, IdArgument, PROSE, PromptParts, WHOLE};

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Names,
    prompt: &PromptParts {
        settle: "`task_complete` with the `id`, or `task_update` with the new `status`; `task_check` returns the list",
        ..WHOLE
    },
    schema: ItemSchema { is_name_optional: true, ..LISTED },
    listed: Some(&LISTED),
    actions: &[
        Action::new(&["task_write"], Act::Whole),
        Action::new(&["task_update"], Act::Update("id")),
        Action::new(&["task_complete"], Act::Set(StateKind::Done, IdArgument::Id("id"), "")),
        Action::new(&["task_check"], Act::Show),
    ],
    on_read: r#"{"content":$summary,"tasks":$list,"summary":{"total":$count,"completed":$closed,"inProgress":$doing,"pending":$pending,"incomplete":$open,"hasTasks":$any,"allCompleted":$finished},"isError":false}"#,
    on_write: r#"{"content":$summary,"isError":false}"#,
    on_error: r#"{"content":$error,"isError":true}"#,
    ..PROSE
};

/// The form in which its answers and programs show the items: each has an id.
const LISTED: ItemSchema = ItemSchema {
    list: "tasks",
    name: Some("id"),
    active_form: Some("activeForm"),
    statuses: Some(&FEWER_STATUSES),
    ..PLAIN
};
