//! `todo_manager`: the tool of seed 002. Todos have numbers, and a call does one action.

use crate::error::TodoError;
use crate::json::Writer;
use crate::message::{Part, count, fill};
use crate::repair::Arguments;
use crate::store::{Notes, TodoStore};
use crate::todo::Id;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The tool as a model is shown it.
pub(super) const TOOLS: &str = include_str!("todo_manager.json");

/// The arguments that are lists.
const LISTS: [&str; 2] = ["todos", "ids"];
/// The actions in a sentence.
const USUAL: &str = "list, add_multiple, complete_multiple, skip or replace_all";

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

/// A call that was understood. What its action does not take is empty.
pub(super) struct Request {
    action: Action,
    todos: Vec<String>,
    ids: Vec<Id>,
    position: i64,
}

pub(super) fn call(
    store: &mut TodoStore,
    arguments: &str,
    notes: &mut Notes,
) -> Result<String, TodoError> {
    let request = request(arguments, notes)?;
    run(store, &request, notes)
}

/// Reads a call without running it.
pub(super) fn request(arguments: &str, notes: &mut Notes) -> Result<Request, TodoError> {
    Arguments::read(arguments, notes, |arguments| {
        let request = read(arguments)?;
        arguments.finish(&LISTS);
        Ok(request)
    })
}

/// `{"ok":true,"output":…}` or `{"ok":false,"error":…}`, as in the seed, with `notes` if any.
pub(super) fn answer(result: &Result<String, TodoError>, notes: &[String]) -> String {
    let (key, text) = match result {
        Ok(output) => ("output", output.as_str()),
        Err(error) => ("error", error.message()),
    };
    let mut json = Writer::default();
    json.open('{').key("ok").boolean(result.is_ok()).key(key).string(text);
    if !notes.is_empty() {
        json.key("notes").strings(notes);
    }
    json.close('}');
    json.finish()
}

fn read(arguments: &mut Arguments<'_>) -> Result<Request, TodoError> {
    let action = arguments.take_word("action", &WORDS, USUAL)?;
    let mut request = Request { action, todos: Vec::new(), ids: Vec::new(), position: 0 };
    if let Action::AddAfter = action {
        match arguments.take_integer("position")? {
            Some(position) => request.position = position,
            None => {
                return Err(TodoError::invalid(
                    "Position required: give position, 0 for the front",
                    &[],
                ));
            }
        }
    }
    match action {
        Action::List | Action::GetNext => {}
        Action::Add | Action::AddAfter | Action::Replace => {
            request.todos = arguments.take_texts("todos", "content")?;
            if request.todos.is_empty() {
                return Err(TodoError::invalid(
                    "Todos required: give todos, a list of {\"content\": \"…\"}",
                    &[],
                ));
            }
        }
        Action::Complete | Action::Skip | Action::GoBack | Action::MarkDoing => {
            request.ids = arguments.take_ids("ids")?;
            if request.ids.is_empty() {
                // As the switch of the seed has it.
                request.ids.extend(arguments.take_integer("id")?.map(Id));
            }
            let takes_many = matches!(action, Action::Complete);
            if request.ids.is_empty() || (request.ids.len() > 1 && !takes_many) {
                return Err(TodoError::invalid(
                    if takes_many {
                        "IDs required: give ids"
                    } else {
                        "ID required: give ids with exactly one id, got [{}]"
                    },
                    &[Part::Ids(&request.ids)],
                ));
            }
        }
    }
    Ok(request)
}

fn run(store: &mut TodoStore, request: &Request, notes: &mut Notes) -> Result<String, TodoError> {
    let Request { action, todos, ids, position } = request;
    let id = ids.first().copied().unwrap_or(Id(0));
    let mut texts: Vec<&str> = Vec::new();
    texts.extend(todos.iter().map(String::as_str));
    let (added, which) = (count(todos.len()), Part::Ids(ids));
    let (template, part) = match action {
        Action::List => return Ok(store.xml()),
        Action::Add => {
            notes.append(&mut store.add_multiple(&texts)?);
            ("Added {} TODOs", added)
        }
        Action::AddAfter => {
            notes.append(&mut store.add_after_position(*position, &texts)?);
            ("Added {} TODOs after position {}", added)
        }
        Action::Complete => {
            store.complete_multiple(ids)?;
            ("Completed TODOs: {}", which)
        }
        Action::Skip => {
            store.skip(id)?;
            ("Skipped TODO: {}", which)
        }
        Action::Replace => {
            notes.append(&mut store.replace_all(&texts)?);
            ("Replaced all TODOs with {} new items", added)
        }
        Action::GetNext => {
            return match store.next_todo() {
                Some(id) => store.todo_xml(id),
                None => Ok("No TODO is left to do".to_owned()),
            };
        }
        Action::GoBack => {
            store.go_back(id)?;
            ("Went back to TODO: {}", which)
        }
        Action::MarkDoing => {
            store.mark_doing(id)?;
            ("Doing TODO: {}", which)
        }
    };
    Ok(fill(template, &[part, Part::Number(*position)]))
}
