//! `tasks`: the five tools of seed 003, over the tasks of many users.
//!
//! They work on a store of another kind, so they are no [`Dialect`](crate::tools::dialects::Dialect); what they answer
//! is the seed's JSON, to the letter.

use alloc::string::String;

use crate::list::error::TodoError;
use crate::list::store::Notes;
use crate::tasks::store::{Fields, TaskStore};
use crate::text::json::Writer;
use crate::text::message::Part::Text;
use crate::text::message::fill;
use crate::tools::arguments::Arguments;
use crate::tools::dialects::Outcome;

/// What `tools(store, name)` takes.
pub const NAME: &str = "tasks";

/// The tools as a model is shown them, and as MCP wants them: with output schema and annotations.
pub const TOOLS: &str = include_str!("tools.json");

/// A call that was understood.
enum Request {
    Add(String, Fields),
    List(String, Option<bool>),
    Update(String, String, Fields),
    Complete(String, String),
    Delete(String, String),
}

/// Runs one call of the tool at a place of [`TOOLS`]. Whatever was sent, this answers. With a user, the call is about
/// that one's tasks, and is refused when it names another.
pub fn call(
    store: &mut TaskStore,
    tool: usize,
    arguments: Result<&str, &TodoError>,
    user: Option<&str>,
) -> Outcome {
    let mut notes = Notes::new();
    let mut json = Writer::default();
    json.open('{');
    let result = arguments
        .map_err(Clone::clone)
        .and_then(|arguments| read(tool, arguments, user, &mut notes))
        .and_then(|request| run(store, &request, &mut json));
    let (ok, changed) = (result.is_ok(), result == Ok(true));
    if let Err(error) = result {
        json = Writer::default();
        json.open('{').key("success").boolean(false).key("error").open('{');
        json.key("code").string(error.code().as_str());
        json.key("message").string(error.message()).close('}');
    }
    if !notes.is_empty() {
        json.key("notes").strings(&notes);
    }
    json.close('}');
    Outcome { ok, text: json.finish(), notes, changed }
}

/// Reads a call without running it.
///
/// # Errors
/// `invalid_argument`, with the sentence that the model would be given.
pub fn check(tool: usize, arguments: &str, user: Option<&str>) -> Result<(), TodoError> {
    read(tool, arguments, user, &mut Notes::new()).map(drop)
}

fn read(
    tool: usize,
    arguments: &str,
    user: Option<&str>,
    notes: &mut Notes,
) -> Result<Request, TodoError> {
    Arguments::read(arguments, "", notes, |arguments| {
        let user = match user {
            None => required(arguments, "user_id")?,
            Some(user) => the_one_user(arguments, user)?,
        };
        let request = match tool {
            0 => Request::Add(user, fields(arguments)?),
            1 => Request::List(user, status(arguments)?),
            2 => Request::Update(user, required(arguments, "task_id")?, fields(arguments)?),
            3 => Request::Complete(user, required(arguments, "task_id")?),
            _ => Request::Delete(user, required(arguments, "task_id")?),
        };
        arguments.finish(&[]);
        Ok(request)
    })
}

fn the_one_user(arguments: &mut Arguments<'_>, user: &str) -> Result<String, TodoError> {
    let is_null = arguments.take_null("user_id");
    let named = if is_null { None } else { arguments.take_text("user_id")? };
    match named {
        Some(named) if named != user => Err(TodoError::invalid(
            "user_id names another user, and these are the tasks of one: leave user_id out",
            &[],
        )),
        Some(_) | None => Ok(user.into()),
    }
}

fn required(arguments: &mut Arguments<'_>, key: &str) -> Result<String, TodoError> {
    let text = arguments.take_text(key)?;
    text.ok_or_else(|| TodoError::invalid("{} is missing: give it", &[Text(key)]))
}

fn fields(arguments: &mut Arguments<'_>) -> Result<Fields, TodoError> {
    // Null takes a date away.
    let has_no_date = arguments.take_null("due_date");
    Ok(Fields {
        title: arguments.take_text("title")?,
        priority: arguments.take_text("priority")?,
        due_date: arguments.take_text("due_date")?.or(has_no_date.then(String::new)),
    })
}

/// Fields as a program gives them, as JSON text: whatever would have to be repaired is refused.
///
/// # Errors
/// `invalid_argument`.
#[cfg(target_arch = "wasm32")]
pub(crate) fn strict_fields(text: &str) -> Result<Fields, TodoError> {
    let mut notes = Notes::new();
    let fields = Arguments::read(text, "", &mut notes, |arguments| {
        let fields = fields(arguments)?;
        arguments.finish(&[]);
        Ok(fields)
    })?;
    match notes.first() {
        None => Ok(fields),
        Some(note) => Err(TodoError::invalid(
            "unknown or ill-typed field, {}: there is title, priority and due_date",
            &[Text(note)],
        )),
    }
}

fn status(arguments: &mut Arguments<'_>) -> Result<Option<bool>, TodoError> {
    if !arguments.has("status") || arguments.take_null("status") {
        return Ok(None);
    }
    let words = [("pending", Some(false)), ("completed", Some(true)), ("all", None), ("", None)];
    arguments.take_word("status", &words, "pending or completed")
}

/// Says whether anything changed.
fn run(store: &mut TaskStore, request: &Request, json: &mut Writer) -> Result<bool, TodoError> {
    let done = |json: &mut Writer, template: &str, id: &str| {
        json.key("success").boolean(true).key("message").string(&fill(template, &[Text(id)]));
    };
    match request {
        Request::Add(user, fields) => {
            let task = store.add(user, fields)?;
            task.write(json.key("success").boolean(true).key("task"));
        }
        Request::List(user, status) => {
            let tasks = store.list(user, *status)?;
            json.key("success").boolean(true).key("tasks").open('[');
            tasks.for_each(|task| task.write(json));
            json.close(']');
            return Ok(false);
        }
        Request::Update(user, id, fields) => {
            let task = store.update(user, id, fields)?;
            task.write(json.key("success").boolean(true).key("task"));
        }
        Request::Complete(user, id) => {
            if store.complete(user, id)? {
                done(json, "Task '{}' was already completed.", id);
                return Ok(false);
            }
            done(json, "Task '{}' marked as completed.", id);
        }
        Request::Delete(user, id) => {
            store.delete(user, id)?;
            done(json, "Task '{}' successfully deleted.", id);
        }
    }
    Ok(true)
}
