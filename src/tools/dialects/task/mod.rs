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
use crate::list::note::note;
use crate::list::store::TodoStore;
use crate::list::todo::{Key, Status, TextField, Todo};
use crate::text::content::{eq_lenient, trim};
use crate::text::json::Writer;
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{fill, join, on_one_line, push};
use crate::tools::arguments::Arguments;
use crate::tools::dialect_spec::{Answer, DialectSpec, PROSE, PromptParts, WHOLE};
use crate::tools::take_request::take_rewrite;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    ids: IdScheme::Numbers,
    limits_doing: false,
    prompt: PromptParts {
        plan: "one call for each step, and `TaskUpdate` with `addBlockedBy` for a step that depends on others",
        settle: "`TaskUpdate` with the `taskId` and the new `status`; `TaskList` returns the list, `TaskGet` one of it",
        ..WHOLE
    },
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
            let mut change = Update::take(arguments, &SHAPE)?.with_links(arguments)?;
            if change.texts.iter().all(|(field, _)| *field != TextField::Content) {
                return Err(TodoError::invalid("subject is missing: say what is to be done", &[]));
            }
            if let Some(key) = ["taskId", "id"].into_iter().find(|key| arguments.has(key)) {
                let id = TodoRefText::take(arguments, key)?.name;
                change.texts.push((TextField::Name, trim(&id).trim_start_matches('#').to_owned()));
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

/// Answers in the words of the original tools.
fn answer(answer: &Answer<'_>) -> String {
    answer.text(|answer, result| {
        let id_map = &answer.id_map;
        match result {
            CommandResult::Created(key) => {
                let todo = find(answer.store.list(), *key);
                let subject = todo.map(|todo| on_one_line(todo.content()));
                let parts = [Text(&number(id_map, *key)), Text(&subject.unwrap_or_default())];
                fill("Task #{} created successfully: {}", &parts)
            }
            CommandResult::Updated { key, fields } => {
                let between = if fields.is_empty() { "" } else { " " };
                let fields = join(fields, ", ");
                let parts = [Text(&number(id_map, *key)), Text(between), Text(&fields)];
                fill("Updated task #{}{}{}", &parts)
            }
            CommandResult::Removed(id) => fill("Updated task #{} deleted", &[Text(id)]),
            CommandResult::Found(key) => {
                let todo = find(answer.store.list(), *key);
                todo.map(|todo| details(id_map, todo)).unwrap_or_default()
            }
            CommandResult::Shown
            | CommandResult::Written(_)
            | CommandResult::Rewritten(_)
            | CommandResult::Replaced(_)
            | CommandResult::Settled(_)
            | CommandResult::Started(_)
            | CommandResult::Waits(_) => {
                let list = answer.store.list();
                let lines: Vec<String> = list.iter().map(|todo| line(id_map, todo)).collect();
                if lines.is_empty() { "No tasks found".to_owned() } else { join(&lines, "\n") }
            }
        }
    })
}

/// Returns a task as a line of the list.
fn line(id_map: &IdMap<'_>, todo: &Todo) -> String {
    let subject = on_one_line(todo.content());
    let parts = [Text(&number(id_map, todo.key)), Text(id_map.state_name(todo)), Text(&subject)];
    let mut line = fill("#{} [{}] {}", &parts);
    if let Some(owner) = todo.text(TextField::Owner) {
        push(&mut line, " ({})", &[Text(&on_one_line(owner))]);
    }
    push_tasks(&mut line, " [under {}]", id_map, todo.parent().as_slice());
    push_tasks(&mut line, " [blocked by {}]", id_map, &open_blockers(id_map.store.list(), todo));
    line
}

/// Returns a task with all that is known of it, a line each.
fn details(id_map: &IdMap<'_>, todo: &Todo) -> String {
    let list = id_map.store.list();
    let subject = on_one_line(todo.content());
    let parts = [Text(&number(id_map, todo.key)), Text(&subject), Text(id_map.state_name(todo))];
    let mut text = fill("Task #{}: {}\nStatus: {}", &parts);
    for (template, field) in
        [("\nDescription: {}", TextField::Description), ("\nOwner: {}", TextField::Owner)]
    {
        if let Some(value) = todo.text(field) {
            // No line of it looks like one of ours.
            let lines: Vec<&str> = value.split(['\n', '\r', '\u{2028}', '\u{2029}']).collect();
            push(&mut text, template, &[Text(&join(&lines, "\n  "))]);
        }
    }
    push_tasks(&mut text, "\nUnder: {}", id_map, todo.parent().as_slice());
    push_tasks(&mut text, "\nBlocked by: {}", id_map, &open_blockers(list, todo));
    let depends = |other: &&Rc<Todo>| open_blockers(list, other).contains(&todo.key);
    let blocked: Vec<Key> = list.iter().filter(depends).map(|todo| todo.key).collect();
    push_tasks(&mut text, "\nBlocks: {}", id_map, &blocked);
    text
}

/// Appends the ids of tasks, if there are any.
fn push_tasks(text: &mut String, template: &str, id_map: &IdMap<'_>, keys: &[Key]) {
    let id = |key: &Key| fill("#{}", &[Text(&number(id_map, *key))]);
    let ids: Vec<String> = keys.iter().map(id).collect();
    if !ids.is_empty() {
        push(text, template, &[Text(&join(&ids, ", "))]);
    }
}

/// Writes the tasks for a program, with everything that the tools can express.
fn write_all(_: &ItemSchema, store: &TodoStore, json: &mut Writer) {
    let (ids, list) = (IdScheme::Numbers, store.list());
    let id_map = IdMap { ids, statuses: None, list, positions: &[], store };
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
