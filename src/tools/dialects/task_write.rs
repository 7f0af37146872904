//! `task_write`: Mastra's tools, which write the whole list or name one todo.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, SaidStatus, Shape};
use crate::list::error::TodoError;
use crate::list::todo::Status;
use crate::sync::rewrite::Mode;
use crate::text::json::Writer;
use crate::tools::arguments::Arguments;
use crate::tools::change::{Change, Name};
use crate::tools::dialects::task::nothing;
use crate::tools::request::{Done, Request, take_rewrite};
use crate::tools::vocabulary::{Answer, ListShown, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "task_write",
    tools: include_str!("task_write.json"),
    list: "tasks",
    unused: &[],
    shows: ListShown::OnRequest,
    read,
    answer,
};

const SHAPE: Shape = Shape {
    list: "tasks",
    name: Some("id"),
    active_form: Some("activeForm"),
    statuses: Some(FEWER_STATUSES),
    ..PLAIN
};

fn read<'a>(tool: &str, arguments: &mut Arguments<'a>) -> Result<Request<'a>, TodoError> {
    match tool {
        "task_write" => take_rewrite(arguments, Mode::Replace, &SHAPE),
        "task_update" => {
            let name = Name::take(arguments, "id")?;
            let change = Change::take(arguments, &SHAPE)?;
            if change.is_nothing() { Err(nothing()) } else { Ok(Request::Update(name, change)) }
        }
        "task_complete" => {
            let name = Name::take(arguments, "id")?;
            let status = Some(SaidStatus::of(Status::Done));
            let change = Change { status, ..Change::nothing(&SHAPE) };
            Ok(Request::Update(name, change))
        }
        _ => Ok(Request::List),
    }
}

/// `{"content":"…","isError":false}`; `task_check` has the list and its counts too.
fn answer(answer: &Answer<'_>) -> String {
    let mut json = Writer::default();
    json.open('{').key("content");
    match answer.result {
        Ok(_) => json.string(&answer.summary()),
        Err(error) => json.string(error.message()),
    };
    if let Ok(Done::List) = answer.result {
        let list = answer.store.list();
        SHAPE.write(&mut json, list);
        let count = |is: fn(&Status) -> bool| {
            let statuses = list.iter().map(|todo| todo.status);
            statuses.filter(is).count()
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
    answer.write_notes(&mut json);
    json.close('}');
    json.finish()
}
