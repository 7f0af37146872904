//! `tasks`: five tools over the tasks of many users.
//!
//! They work on another kind of store, so they are not a
//! [`Dialect`](crate::tools::dialects::Dialect). They answer with exactly the JSON that is
//! specified for these tools.

use crate::list::error::TodoError;
use crate::list::note::{Notes, note};
use crate::list::todo::{PRIORITIES, Status};
use crate::tasks::task_store::{Fields, TaskStore, check_user};
use crate::text::clean::clean;
use crate::text::content::{eq_lenient, trim};
use crate::text::json::Writer;
use crate::text::message::FormatArg::Text;
use crate::text::message::{excerpt, fill};
use crate::text::string_enum::string_enum;
use crate::tools::arguments::Arguments;
use crate::tools::call::Outcome;

/// The name of these tools in `tools(store, name)`.
pub const NAME: &str = "tasks";

/// The tools as MCP describes them to a model, with output schema and annotations.
pub const TOOLS: &str = include_str!("tools.json");

/// The instructions for a model that has these tools, in addition to their descriptions.
pub const PROMPT: &str = "The tasks of users. Ids of tasks come from add_task and list_tasks.";

string_enum! {
    /// One of the tools, in the order of [`TOOLS`].
    pub enum Tool {
        /// Adds a task.
        Add = "add_task",
        /// Lists the tasks of a user.
        List = "list_tasks",
        /// Changes a task.
        Update = "update_task",
        /// Completes a task.
        Complete = "complete_task",
        /// Deletes a task.
        Delete = "delete_task",
    }
}

/// The action of a valid call.
enum Action {
    Add(Fields),
    List(Option<bool>),
    Update(String, Fields),
    Complete(String),
    Delete(String),
}

/// Runs one call of a tool and returns its answer, whatever the arguments are.
///
/// If `user` is given, the call acts for that user. It need not name a user, and must not name
/// another one.
pub fn call(
    store: &mut TaskStore,
    tool: Tool,
    arguments: Result<&str, &TodoError>,
    user: Option<&str>,
) -> Outcome {
    let mut notes = Notes::new();
    let mut json = Writer::default();
    json.open('{');
    let result = arguments
        .map_err(Clone::clone)
        .and_then(|arguments| read(tool, arguments, user, &mut notes))
        .and_then(|(user, action)| run(store, &user, &action, &mut json));
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
    Outcome { ok, text: json.finish(), notes, changed, ..Outcome::default() }
}

/// Returns the user whose tasks a call is about, without running it. If `user` is given, the call
/// must not name another one.
///
/// # Errors
/// `invalid_argument`, with the message that the model would get.
pub fn user_of(tool: Tool, arguments: &str, user: Option<&str>) -> Result<String, TodoError> {
    let (user, _) = read(tool, arguments, user, &mut Notes::new())?;
    check_user(&user)?;
    Ok(user)
}

/// Reads the user and the action of a call.
fn read(
    tool: Tool,
    arguments: &str,
    user: Option<&str>,
    notes: &mut Notes,
) -> Result<(String, Action), TodoError> {
    Arguments::read(arguments, "", notes, |arguments| {
        let user = match user {
            Some(user) => take_user(arguments, user)?,
            None => take_required(arguments, "user_id")?,
        };
        let action = match tool {
            Tool::Add => Action::Add(take_fields(arguments)?),
            Tool::List => Action::List(take_status(arguments)?),
            Tool::Update => {
                Action::Update(take_required(arguments, "task_id")?, take_changes(arguments)?)
            }
            Tool::Complete => Action::Complete(take_required(arguments, "task_id")?),
            Tool::Delete => Action::Delete(take_required(arguments, "task_id")?),
        };
        arguments.finish();
        Ok((user, action))
    })
}

/// Returns `user`, unless the call names another one.
///
/// # Errors
/// `invalid_argument`.
fn take_user(arguments: &mut Arguments<'_>, user: &str) -> Result<String, TodoError> {
    match arguments.take("user_id") {
        Some(named) if named.as_text().is_none_or(|named| named != user) => {
            Err(TodoError::invalid(
                "user_id names another user, and these are the tasks of one: leave user_id out",
                &[],
            ))
        }
        Some(_) | None => Ok(user.to_owned()),
    }
}

fn take_required(arguments: &mut Arguments<'_>, key: &str) -> Result<String, TodoError> {
    let text = arguments.take_text(key)?;
    text.ok_or_else(|| TodoError::invalid("{} is missing: give it", &[Text(key)]))
}

fn take_fields(arguments: &mut Arguments<'_>) -> Result<Fields, TodoError> {
    // Null clears the date.
    let has_no_date = arguments.take_null("due_date");
    Ok(Fields {
        title: take_title(arguments)?,
        priority: take_priority(arguments)?,
        due_date: arguments.take_text("due_date")?.or(has_no_date.then(String::new)),
    })
}

/// Like [`take_fields`], but for an existing task: a value that means "unchanged" counts as
/// omitted. In the schema every field is required, because the strict modes of providers demand
/// that.
fn take_changes(arguments: &mut Arguments<'_>) -> Result<Fields, TodoError> {
    let Fields { title, priority, due_date } = take_fields(arguments)?;
    let says_value = |text: &String| !eq_lenient(text, "unchanged");
    Ok(Fields {
        title: title.filter(|title| !trim(title).is_empty()),
        priority: priority.filter(says_value),
        due_date: due_date.filter(says_value),
    })
}

fn take_title(arguments: &mut Arguments<'_>) -> Result<Option<String>, TodoError> {
    let Some(title) = arguments.take_text("title")? else { return Ok(None) };
    // The title is trimmed first, as the store does, because XML forbids two of the white space
    // characters.
    let Some((clean, cleaned)) = clean(trim(&title)) else { return Ok(Some(title)) };
    note(arguments.notes, "title: cleaned out {}", &[Text(&cleaned.words())]);
    Ok(Some(clean))
}

/// Takes the priority, normalised to one of its words. The store refuses any other text.
fn take_priority(arguments: &mut Arguments<'_>) -> Result<Option<String>, TodoError> {
    let Some(text) = arguments.take_text("priority")? else { return Ok(None) };
    let Some(word) = PRIORITIES.into_iter().find(|word| eq_lenient(&text, word)) else {
        return Ok(Some(text));
    };
    if text != word {
        note(arguments.notes, "priority: {} read as {}", &[excerpt(&text), Text(word)]);
    }
    Ok(Some(word.to_owned()))
}

/// Reads fields that a program passes as JSON text. Input that would need repair is refused.
///
/// # Errors
/// `invalid_argument`.
pub fn strict_fields(text: &str) -> Result<Fields, TodoError> {
    let mut notes = Notes::new();
    let fields = Arguments::read(text, "", &mut notes, |arguments| {
        // Only a model may write a number for a text.
        for field in ["title", "priority", "due_date"] {
            if arguments.is_integer(field) {
                let parts = [Text(field)];
                return Err(TodoError::invalid("{} must be a string, got a number", &parts));
            }
        }
        let fields = take_fields(arguments)?;
        arguments.finish();
        Ok(fields)
    })?;
    match notes.first() {
        None => Ok(fields),
        Some(note) => Err(TodoError::invalid(
            "unknown or ill-typed field, {}: the fields are title, priority and due_date",
            &[Text(&note.text)],
        )),
    }
}

/// Takes the status filter: whether to list completed or pending tasks, or `None` for all.
fn take_status(arguments: &mut Arguments<'_>) -> Result<Option<bool>, TodoError> {
    const WORDS: [(&str, Option<bool>); 4] =
        [("pending", Some(false)), ("completed", Some(true)), ("all", None), ("", None)];
    if arguments.take_null("status") {
        return Ok(None);
    }
    let Some(value) = arguments.take("status") else { return Ok(None) };
    let text = value.as_string().unwrap_or_else(|| value.as_written().into());
    let synonyms = Status::words().filter_map(|(word, status)| match status {
        Status::Todo => Some((word, Some(false))),
        Status::Done => Some((word, Some(true))),
        Status::Doing | Status::Skipped => None,
    });
    let same_word = |(word, _): &(&str, Option<bool>)| eq_lenient(&text, word);
    let Some((_, is_completed)) = WORDS.into_iter().chain(synonyms).find(same_word) else {
        return Err(TodoError::invalid(
            "unknown status {}: use pending, completed or all",
            &[value.excerpt()],
        ));
    };
    if WORDS.iter().all(|(word, _)| text != *word) {
        let word = WORDS.iter().find(|(_, wanted)| *wanted == is_completed);
        let word = word.map_or("all", |(word, _)| *word);
        note(arguments.notes, "status: {} read as {}", &[excerpt(&text), Text(word)]);
    }
    Ok(is_completed)
}

/// Runs the action and writes the answer. Returns whether anything changed.
fn run(
    store: &mut TaskStore,
    user: &str,
    action: &Action,
    json: &mut Writer,
) -> Result<bool, TodoError> {
    let write_message = |json: &mut Writer, template: &str, id: &str| {
        json.key("success").boolean(true).key("message").string(&fill(template, &[Text(id)]));
    };
    match action {
        Action::Add(fields) => {
            let task = store.add(user, fields)?;
            task.write(json.key("success").boolean(true).key("task"));
        }
        Action::List(status) => {
            let tasks = store.list(user, *status)?;
            json.key("success").boolean(true).key("tasks").open('[');
            tasks.for_each(|task| task.write(json));
            json.close(']');
            return Ok(false);
        }
        Action::Update(id, fields) => {
            let (task, is_changed) = store.update(user, id, fields)?;
            task.write(json.key("success").boolean(true).key("task"));
            return Ok(is_changed);
        }
        Action::Complete(id) => {
            if store.complete(user, id)? {
                write_message(json, "Task '{}' was already completed.", id);
                return Ok(false);
            }
            write_message(json, "Task '{}' marked as completed.", id);
        }
        Action::Delete(id) => {
            store.delete(user, id)?;
            write_message(json, "Task '{}' successfully deleted.", id);
        }
    }
    Ok(true)
}
