//! `todo_manager`: the tool of seed 002. Todos have numbers, and a call does one action.

use std::borrow::Cow;

use super::Tool;
use crate::error::TodoError;
use crate::json::Writer;
use crate::repair::Arguments;
use crate::schema::Schema;
use crate::store::{Notes, TodoStore};
use crate::todo::Id;

pub(super) const TOOLS: [Tool; 1] = [Tool {
    name: "todo_manager",
    description: "Keeps the numbered TODO list of a task with three or more steps. Make the list before you \
start, work on one TODO at a time, and complete or skip it as soon as it is settled. Not for a single quick \
step or a question.\n\
Actions:\n\
- list: gives the list as XML; each <todo> has an id and a status (todo, doing, done, skipped).\n\
- add_multiple: appends todos.\n\
- complete_multiple: marks ids as done.\n\
- skip: gives up the one TODO in ids; ids must hold exactly one id.\n\
- replace_all: clears the list and starts over with todos.\n\
Ids are positions: 1 is the first TODO.",
    input: Schema::Object(
        "",
        &[
            ("action", Schema::Word("What to do.", &ACTIONS)),
            (
                "todos",
                Schema::List(
                    "The TODOs to add, in order. For add_multiple and replace_all; else [].",
                    &Schema::Object(
                        "",
                        &[("content", Schema::Text("What is to be done, in a few words."))],
                    ),
                ),
            ),
            (
                "ids",
                Schema::List(
                    "The TODOs meant. For complete_multiple, and for skip exactly one; else [].",
                    &Schema::Integer("An id from the list."),
                ),
            ),
        ],
    ),
}];

/// The actions that a model is shown.
const ACTIONS: [&str; 5] = ["list", "add_multiple", "complete_multiple", "skip", "replace_all"];

#[derive(Clone, Copy)]
enum Action {
    List,
    Add,
    AddAfter,
    Complete,
    Skip,
    Replace,
    GetNext,
    GoBack,
    MarkDoing,
}

/// Every name an action goes by: those that a model is shown, the longer ones in the switch of seed
/// 002, and those that the seed describes and its schema left out.
const WORDS: [(&str, Action); 17] = [
    ("list", Action::List),
    ("list_todos", Action::List),
    ("add_multiple", Action::Add),
    ("add_multiple_todos", Action::Add),
    ("add_after_position", Action::AddAfter),
    ("complete_multiple", Action::Complete),
    ("complete_multiple_todos", Action::Complete),
    ("complete", Action::Complete),
    ("complete_todo", Action::Complete),
    ("skip", Action::Skip),
    ("skip_todo", Action::Skip),
    ("skip_multiple", Action::Skip),
    ("replace_all", Action::Replace),
    ("replace_all_todos", Action::Replace),
    ("get_next", Action::GetNext),
    ("go_back", Action::GoBack),
    ("mark_doing", Action::MarkDoing),
];

/// A call that was understood.
pub(super) enum Request<'a> {
    List,
    Add(Vec<Cow<'a, str>>),
    AddAfter(i64, Vec<Cow<'a, str>>),
    Complete(Vec<Id>),
    Skip(Id),
    Replace(Vec<Cow<'a, str>>),
    GetNext,
    GoBack(Id),
    MarkDoing(Id),
}

pub(super) fn call(store: &mut TodoStore, arguments: &str) -> (Result<String, TodoError>, Notes) {
    let mut arguments = match Arguments::read(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return (Err(error), Notes::new()),
    };
    match read(&mut arguments) {
        Ok(request) => {
            let mut notes = arguments.finish(&["todos", "ids"]);
            (run(store, request, &mut notes), notes)
        }
        Err(error) => (Err(error), arguments.into_notes()),
    }
}

/// `{"ok":true,"output":…}` or `{"ok":false,"error":…}`, as in the seed, with `notes` if any.
pub(super) fn answer(result: &Result<String, TodoError>, notes: &[String]) -> String {
    let mut json = Writer::default();
    json.open('{').key("ok").boolean(result.is_ok());
    match result {
        Ok(output) => json.key("output").string(output),
        Err(error) => json.key("error").string(error.message()),
    };
    if !notes.is_empty() {
        json.key("notes").open('[');
        notes.iter().for_each(|note| {
            json.string(note);
        });
        json.close(']');
    }
    json.close('}');
    json.finish()
}

pub(super) fn read<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, TodoError> {
    Ok(match arguments.take_word("action", &WORDS, &ACTIONS)? {
        Action::List => Request::List,
        Action::Add => Request::Add(some_todos(arguments)?),
        Action::AddAfter => {
            let position = arguments.take_integer("position")?.ok_or_else(|| {
                TodoError::invalid("Position required: give position, an id, or 0 for the front")
            })?;
            Request::AddAfter(position, some_todos(arguments)?)
        }
        Action::Complete => {
            let ids = ids(arguments)?;
            if ids.is_empty() {
                return Err(TodoError::invalid(
                    "IDs required: give ids, the numbers of the TODOs to complete",
                ));
            }
            Request::Complete(ids)
        }
        Action::Skip => Request::Skip(one_id(arguments)?),
        Action::Replace => Request::Replace(todos(arguments)?),
        Action::GetNext => Request::GetNext,
        Action::GoBack => Request::GoBack(one_id(arguments)?),
        Action::MarkDoing => Request::MarkDoing(one_id(arguments)?),
    })
}

fn todos<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<Cow<'a, str>>, TodoError> {
    arguments.take_texts("todos", "content")?.ok_or_else(|| {
        TodoError::invalid("Todos required: give todos, a list of objects like {\"content\": \"what is to be done\"}")
    })
}

fn some_todos<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<Cow<'a, str>>, TodoError> {
    let todos = todos(arguments)?;
    if todos.is_empty() {
        return Err(TodoError::invalid(
            "Todos required: todos is empty and there is nothing to add",
        ));
    }
    Ok(todos)
}

/// From `ids`, or from `id` as the seed's switch has it.
fn ids(arguments: &mut Arguments<'_>) -> Result<Vec<Id>, TodoError> {
    match arguments.take_ids("ids")? {
        Some(ids) if !ids.is_empty() => Ok(ids),
        _ => Ok(arguments.take_integer("id")?.map(Id).into_iter().collect()),
    }
}

fn one_id(arguments: &mut Arguments<'_>) -> Result<Id, TodoError> {
    let ids = ids(arguments)?;
    match ids.as_slice() {
        [id] => Ok(*id),
        [] => Err(TodoError::invalid("ID required: give ids with exactly one id")),
        _ => Err(TodoError::invalid(format!(
            "exactly one id at a time, got {}: make one call for each",
            join(&ids)
        ))),
    }
}

fn run(
    store: &mut TodoStore,
    request: Request<'_>,
    notes: &mut Notes,
) -> Result<String, TodoError> {
    Ok(match request {
        Request::List => store.xml(),
        Request::Add(todos) => {
            notes.extend(store.add_multiple(&todos)?);
            format!("Added {} TODOs", todos.len())
        }
        Request::AddAfter(position, todos) => {
            notes.extend(store.add_after_position(position, &todos)?);
            format!("Added {} TODOs after position {position}", todos.len())
        }
        Request::Complete(ids) => {
            store.complete_multiple(&ids)?;
            format!("Completed TODOs: {}", join(&ids))
        }
        Request::Skip(id) => {
            store.skip(id)?;
            format!("Skipped TODO: {id}")
        }
        Request::Replace(todos) => {
            notes.extend(store.replace_all(&todos)?);
            format!("Replaced all TODOs with {} new items", todos.len())
        }
        Request::GetNext => match store.next_todo() {
            Some(id) => store.todo_xml(id)?,
            None => "No TODO is left to do".to_owned(),
        },
        Request::GoBack(id) => {
            store.go_back(id)?;
            format!("Went back to TODO: {id}")
        }
        Request::MarkDoing(id) => {
            store.mark_doing(id)?;
            format!("Doing TODO: {id}")
        }
    })
}

fn join(ids: &[Id]) -> String {
    ids.iter().map(Id::to_string).collect::<Vec<_>>().join(", ")
}
