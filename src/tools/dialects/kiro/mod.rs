//! `kiro`: the `todo_list` of Kiro's command line, one command per call. Its tasks are done or not.

use crate::change::command::Command;
use crate::change::match_items::Mode;
use crate::change::update::TodoRefText;
use crate::forms::item_schema::{ItemSchema, OWN_STATUSES, PLAIN};
use crate::list::error::TodoError;
use crate::list::history::List;
use crate::list::todo::Id;
use crate::text::json::Writer;
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::fill;
use crate::tools::arguments::{Arguments, SingleItem};
use crate::tools::dialect_spec::{DialectSpec, ListDetail, PROSE, PromptParts, WHOLE};
use crate::tools::progress::take_mentions;
use crate::tools::take_request::{take_items, take_whole};

/// It answers `{"tasks":[…]}` or `{"error":"…"}`.
pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    prompt: PromptParts {
        plan: "command `create` with the steps as `tasks`, `add` for more",
        settle: "command `complete` with the `completed_task_ids` of those that are done; `load` returns the list",
        ..WHOLE
    },
    schema: SHAPE,
    takes_bare_list: false,
    unused: &["tasks", "completed_task_ids", "removed_task_ids"],
    give_up_hint: Some("remove it"),
    read,
    shows: ListDetail::ContentsOnly,
    answer: |answer| answer.json(|answer, _, json| write(answer.store.list(), json.key("tasks"))),
    write_todos: |_, store, json| write(store.list(), json),
    ..PROSE
};

const SHAPE: ItemSchema = ItemSchema { list: "tasks", content: Some("task_description"), ..PLAIN };

/// The form of the tasks that a call adds. The tool has no status, but models send one.
const ADDED: ItemSchema = ItemSchema { statuses: Some(OWN_STATUSES), ..SHAPE };

#[derive(Clone, Copy)]
enum Action {
    Create,
    Add,
    Complete,
    Remove,
    Show,
}

const WORDS: [(&str, Action); 6] = [
    ("create", Action::Create),
    ("complete", Action::Complete),
    ("add", Action::Add),
    ("remove", Action::Remove),
    ("load", Action::Show),
    ("lookup", Action::Show),
];

fn read<'a>(
    _: &str,
    schema: &'static ItemSchema,
    arguments: &mut Arguments<'a>,
) -> Result<Command<'a>, TodoError> {
    // The list cannot store these arguments, which are about the list as a whole.
    for key in ["task_list_description", "modified_files", "__tool_use_purpose"] {
        arguments.take(key);
    }
    let evidence = arguments.take_text("context_update")?.unwrap_or_default();
    let settle = |done, skip| Ok(Command::Settle { done, skip, evidence });
    match arguments.take_word(
        "command",
        &WORDS,
        &[],
        "create, complete, add, remove, load or lookup",
    )? {
        Action::Create => {
            let items = take_whole(arguments, &ADDED)?;
            Ok(Command::Rewrite { items, mode: Mode::Replace, schema, sites: None })
        }
        Action::Add => {
            arguments.name_list(schema.list);
            let items = take_items(arguments, &ADDED, SingleItem::Anything)?;
            let missing = || TodoError::invalid("tasks is missing: give the tasks to add", &[]);
            Ok(Command::Add { items: items.ok_or_else(missing)?, after: None })
        }
        Action::Complete => settle(take_ids(arguments, "completed_task_ids")?, Vec::new()),
        Action::Remove => settle(Vec::new(), take_ids(arguments, "removed_task_ids")?),
        Action::Show => Ok(Command::Show),
    }
}

/// Takes the tasks that a command is about.
///
/// # Errors
/// `invalid_argument`, also if there are none.
fn take_ids(
    arguments: &mut Arguments<'_>,
    argument: &'static str,
) -> Result<Vec<TodoRefText>, TodoError> {
    let tasks = take_mentions(arguments, argument)?;
    let missing = || TodoError::invalid("{} is missing: give the ids of tasks", &[Text(argument)]);
    if tasks.is_empty() { Err(missing()) } else { Ok(tasks) }
}

/// Writes the tasks as the original tool returns them.
fn write(list: &List, json: &mut Writer) {
    json.open('[');
    for (index, todo) in list.iter().enumerate() {
        json.open('{').key("id").string(&fill("{}", &[Number(Id::at(index).0)]));
        json.key("task_description").string(todo.content());
        json.key("completed").boolean(todo.status().is_settled()).close('}');
    }
    json.close(']');
}
