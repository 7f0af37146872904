//! `Task`: Claude's later tools, which name one todo per call and let todos depend on others.

use std::rc::Rc;

use crate::change::command::{Command, CommandResult, Target};
use crate::change::match_items::Mode;
use crate::change::update::{TodoRefText, Update};
use crate::forms::checklist_line::read_box;
use crate::forms::id_map::{IdMap, IdScheme};
use crate::forms::item_schema::{FEWER_STATUSES, ItemSchema, PLAIN, ParsedStatus};
use crate::list::blockers::open_blockers;
use crate::list::error::{ErrorCode, TodoError};
use crate::list::indexed_list::{find, index_of};
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Status, TextField, Todo};
use crate::text::content::eq_lenient;
use crate::text::json::Writer;
use crate::text::message::FormatArg::Number;
use crate::text::message::{fill, note};
use crate::tools::arguments::Arguments;
use crate::tools::dialect_spec::{Answer, DialectSpec, PROSE};
use crate::tools::take_request::take_rewrite;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("task.json"),
    schema: SHAPE,
    takes_bare_list: false,
    give_up_hint: Some("set its status to deleted"),
    read,
    answer,
    write_todos: write_all,
    ..PROSE
};

const SHAPE: ItemSchema = ItemSchema {
    content: Some("subject"),
    active_form: Some("activeForm"),
    description: Some("description"),
    owner: Some("owner"),
    statuses: Some(FEWER_STATUSES),
    ..PLAIN
};

fn read<'a>(
    tool: &str,
    _: &ItemSchema,
    arguments: &mut Arguments<'a>,
) -> Result<Command<'a>, TodoError> {
    match tool {
        "TaskCreate" => {
            arguments.name_list(SHAPE.list);
            let is_list =
                arguments.has(SHAPE.list) && arguments.has_items(SHAPE.list) != Some(false);
            if !arguments.has("subject") && is_list {
                return create_many(arguments);
            }
            let change = Update::take(arguments, &SHAPE)?.with_links(arguments)?;
            if change.texts.iter().all(|(field, _)| *field != TextField::Content) {
                return Err(TodoError::invalid("subject is missing: say what is to be done", &[]));
            }
            Ok(Command::Create(change))
        }
        "TaskUpdate" => read_update(arguments),
        "TaskList" => Ok(Command::Show),
        _ => TodoRefText::take(arguments, "taskId").map(Command::ShowOne),
    }
}

/// Reads several tasks that a model sends in one call. They are pending unless they have another
/// status.
fn create_many<'a>(arguments: &mut Arguments<'a>) -> Result<Command<'a>, TodoError> {
    let mut request = take_rewrite(arguments, Mode::Merge, &SHAPE)?;
    if let Command::Rewrite { items, .. } = &mut request {
        for item in items {
            // The box of a checklist says it, too.
            if item.text(TextField::Content).and_then(read_box).is_none() {
                item.status.get_or_insert(ParsedStatus::of(Status::Todo));
            }
        }
    }
    Ok(request)
}

fn read_update<'a>(arguments: &mut Arguments<'a>) -> Result<Command<'a>, TodoError> {
    let name = TodoRefText::take(arguments, "taskId")?;
    let says_deleted = |text: &str| eq_lenient(text, "deleted");
    if arguments.peek("status").is_some_and(|text| says_deleted(&text)) {
        arguments.take("status");
        if !Update::take(arguments, &SHAPE)?.with_links(arguments)?.is_nothing() {
            note(arguments.notes, "status deleted: nothing else is used", &[]);
        }
        return Ok(Command::Remove(Target::Mention(name)));
    }
    let change = Update::take(arguments, &SHAPE)?.with_links(arguments)?;
    // In that tool metadata counts as an update, although the list does not store it.
    if change.is_nothing() && !arguments.has("metadata") {
        return Err(nothing_to_update());
    }
    Ok(Command::Update(name, change))
}

/// Returns the error for an update that changes nothing.
pub(super) fn nothing_to_update() -> TodoError {
    let template = "nothing to update: say at least one thing besides the id";
    TodoError::new(ErrorCode::NothingToUpdate, template, &[])
}

/// Answers with the JSON that the tools' own types describe, or `{"error":"…"}`.
fn answer(answer: &Answer<'_>) -> String {
    answer.json(|answer, result, json| match result {
        CommandResult::Created(key) | CommandResult::Found(key) => {
            json.key("task");
            write_task(answer, *key, matches!(result, CommandResult::Found(_)), json);
        }
        CommandResult::Updated { key, was: before, fields } => {
            // The answer only reports the model's own change of the status.
            let is_said = fields.contains(&"status");
            let current = find(answer.store.list(), *key).filter(|_| is_said);
            let to = SHAPE.status_name(current.map_or(*before, |current| current.status()));
            write_update(fields, SHAPE.status_name(*before), to, json);
        }
        CommandResult::Removed(before) => {
            write_update(&["deleted"], SHAPE.status_name(*before), "deleted", json);
        }
        CommandResult::Shown
        | CommandResult::Written(_)
        | CommandResult::Rewritten(_)
        | CommandResult::Replaced(_)
        | CommandResult::Settled(_)
        | CommandResult::Started(_)
        | CommandResult::Waits(_) => write_tasks(answer, json),
    })
}

fn write_update(fields: &[&str], from: &str, to: &str, json: &mut Writer) {
    json.key("success").boolean(true);
    json.key("updatedFields").strings(fields);
    if from != to {
        json.key("statusChange").open('{').key("from").string(from);
        json.key("to").string(to).close('}');
    }
}

fn write_tasks(answer: &Answer<'_>, json: &mut Writer) {
    let list = answer.store.list();
    json.key("tasks").open('[');
    for todo in list {
        json.open('{');
        write_head(&answer.id_map, todo, json);
        json.key("status").string(SHAPE.status_name(todo.status()));
        write_links(&answer.id_map, todo, json);
        json.close('}');
    }
    json.close(']');
}

fn write_task(answer: &Answer<'_>, key: Key, is_whole: bool, json: &mut Writer) {
    let list = answer.store.list();
    let Some(todo) = find(list, key) else {
        json.optional(None);
        return;
    };
    json.open('{');
    write_head(&answer.id_map, todo, json);
    if is_whole {
        let depends = |other: &&Rc<Todo>| open_blockers(list, other).contains(&todo.key);
        let blocked: Vec<Key> = list.iter().filter(depends).map(|todo| todo.key).collect();
        write_details(&answer.id_map, todo, &blocked, json);
    }
    json.close('}');
}

/// Writes the tasks for a program, with everything that the tools can express.
fn write_all(_: &ItemSchema, store: &TodoStore, json: &mut Writer) {
    let id_map = IdMap { ids: IdScheme::Numbers, list: store.list(), positions: &[], store };
    let list = store.list();
    let mut blocked: Vec<Vec<Key>> = vec![Vec::new(); list.len()];
    for todo in list {
        for index in open_blockers(list, todo).iter().filter_map(|key| index_of(list, *key)) {
            if let Some(blocked) = blocked.get_mut(index) {
                blocked.push(todo.key);
            }
        }
    }
    json.open('[');
    for (todo, blocked) in list.iter().zip(&blocked) {
        json.open('{');
        write_head(&id_map, todo, json);
        if let Some(text) = todo.text(TextField::ActiveForm) {
            json.key("activeForm").string(text);
        }
        write_details(&id_map, todo, blocked, json);
        json.close('}');
    }
    json.close(']');
}

fn write_head(id_map: &IdMap<'_>, todo: &Todo, json: &mut Writer) {
    json.key("id").string(&number(id_map, todo.key));
    json.key("subject").string(todo.content());
    if let Some(owner) = todo.text(TextField::Owner) {
        json.key("owner").string(owner);
    }
}

fn write_details(id_map: &IdMap<'_>, todo: &Todo, blocked: &[Key], json: &mut Writer) {
    json.key("description").string(todo.text(TextField::Description).unwrap_or_default());
    json.key("status").string(SHAPE.status_name(todo.status())).key("blocks").open('[');
    for other in blocked {
        json.string(&number(id_map, *other));
    }
    json.close(']');
    write_links(id_map, todo, json);
}

/// Returns what the model calls a todo, or the number of its key if the todo is new to the model.
fn number(id_map: &IdMap<'_>, key: Key) -> String {
    id_map.of(key).unwrap_or_else(|| fill("{}", &[Number(key.0.into())]))
}

/// Writes the todo that a todo is under, and those that it depends on now.
fn write_links(id_map: &IdMap<'_>, todo: &Todo, json: &mut Writer) {
    if let Some(parent) = todo.parent() {
        json.key("parent").string(&number(id_map, parent));
    }
    json.key("blockedBy").open('[');
    for key in open_blockers(id_map.store.list(), todo) {
        json.string(&number(id_map, key));
    }
    json.close(']');
}
