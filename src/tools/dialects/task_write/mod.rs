//! `task_write`: Mastra's tools, which write the whole list or name one todo.

use crate::change::command::{Command, CommandResult};
use crate::change::match_items::Mode;
use crate::change::update::{TodoRefText, Update};
use crate::forms::id_map::IdScheme;
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN, ParsedStatus};
use crate::list::error::TodoError;
use crate::list::todo::Status;
use crate::text::json::Writer;
use crate::tools::arguments::Arguments;
use crate::tools::dialect_spec::{Answer, DialectSpec, PROSE, PromptParts, WHOLE};
use crate::tools::dialects::task::nothing_to_update;
use crate::tools::take_request::take_rewrite;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Names,
    prompt: PromptParts {
        settle: "`task_complete` with the `id`, or `task_update` with the new `status`; `task_check` returns the list",
        ..WHOLE
    },
    writes: Some("task_write"),
    schema: ItemSchema {
        list: "tasks",
        name: Some("id"),
        active_form: Some("activeForm"),
        statuses: Some(FEWER_STATUSES),
        ..PLAIN
    },
    read,
    answer: |answer| answer.object(&|json| write_answer(answer, json)),
    ..PROSE
};

fn read<'a>(
    tool: &str,
    schema: &'static ItemSchema,
    arguments: &mut Arguments<'a>,
) -> Result<Command<'a>, TodoError> {
    match tool {
        "task_write" => take_rewrite(arguments, Mode::Replace, schema),
        "task_update" => {
            let name = TodoRefText::take(arguments, "id")?;
            let change = Update::take(arguments, schema)?;
            if change.is_nothing() {
                Err(nothing_to_update())
            } else {
                Ok(Command::Update(name, change))
            }
        }
        "task_complete" => {
            let name = TodoRefText::take(arguments, "id")?;
            let status = Some(ParsedStatus::of(Status::Done));
            let change = Update { status, ..Update::nothing(schema) };
            Ok(Command::Update(name, change))
        }
        _ => Ok(Command::Show),
    }
}

/// Answers `{"content":"…","isError":false}`. `task_check` also answers with the list and its
/// counts.
fn write_answer(answer: &Answer<'_>, json: &mut Writer) {
    json.key("content");
    match answer.result {
        Ok(_) => json.string(&answer.summary()),
        Err(error) => json.string(error.message()),
    };
    if let Ok(CommandResult::Shown) = answer.result {
        let list = answer.store.list();
        answer.schema.write(json, list);
        let count = |after: fn(&Status) -> bool| {
            let statuses = list.iter().map(|todo| todo.status());
            statuses.filter(after).count()
        };
        let incomplete = count(|status| !status.is_settled());
        json.key("summary").open('{');
        for (key, number) in [
            ("total", list.len()),
            ("completed", count(|status| status.is_settled())),
            ("inProgress", count(|status| *status == Status::Doing)),
            ("pending", count(|status| status.is_pending())),
            ("incomplete", incomplete),
        ] {
            json.key(key).integer(number as i64);
        }
        json.key("hasTasks").boolean(!list.is_empty());
        json.key("allCompleted").boolean(!list.is_empty() && incomplete == 0).close('}');
    }
    json.key("isError").boolean(answer.result.is_err());
}
