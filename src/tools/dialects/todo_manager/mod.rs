//! `todo_manager`: the tool of the original agent. Todos are numbered, and each call carries out
//! one action.

use std::borrow::Cow;

use crate::change::command::{Command, CommandResult, Target};
use crate::change::match_items::Mode;
use crate::change::update::TodoRefText;
use crate::forms::item_schema::{Audience, Item, ItemSchema, OWN_STATUSES, PLAIN};
use crate::list::error::TodoError;
use crate::list::note::note;
use crate::list::todo::{Id, Ref, joined};
use crate::text::excerpt::truncate_line;
use crate::text::message::FormatArg::{Number, Text};
use crate::text::message::{count, fill};
use crate::tools::arguments::{Arguments, SingleItem};
use crate::tools::ask_user;
use crate::tools::dialect_spec::{Answer, DialectSpec, PROSE, PromptParts, WHOLE};
use crate::tools::take_request::take_items;

pub(super) const SPEC: DialectSpec = DialectSpec {
    tools: include_str!("tool.json"),
    shows_claims: true,
    limits_lists: true,
    prompt: PromptParts {
        plan: "action `add_multiple` with the steps as `todos`, or `replace_all` to start over",
        settle: "action `mark_doing` with the one of the `ids` that you begin, `complete_multiple` with those that are done, `skip` with the one that is given up; `list` returns the list",
        ..WHOLE
    },
    takes_bare_list: false,
    unused: &["todos", "ids", "evidence", "question", "options"],
    give_up_hint: Some("skip it"),
    skips: true,
    read,
    sentence: sentence_of,
    answer,
    write_todos: |_, store, json| NUMBERED.write_items(json, store.list(), Audience::Program),
    wraps: true,
    ..PROSE
};

/// The form of its todos.
const NUMBERED: ItemSchema = ItemSchema { has_positions: true, ..PLAIN };

/// The form of the todos that a call adds. The tool has no status, but models send one.
const ADDED: ItemSchema = ItemSchema { statuses: Some(OWN_STATUSES), ..PLAIN };

/// The form of the todos that a call changes.
const UPDATED: ItemSchema = ItemSchema { has_positions: true, ..ADDED };

/// The maximum length of the ids that an error lists, in characters.
const MAX_IDS_LENGTH: usize = 40;

/// The actions that an error suggests: those of the schema, and the usual ones of the original.
const USUAL: &str = "list, add_multiple, add_after_position, get_next, mark_doing, complete_multiple, complete, skip, go_back or replace_all";

/// The action of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    List,
    Add,
    AddAfter,
    Complete,
    Skip,
    Fail,
    ReplaceAll,
    GetNext,
    GoBack,
    MarkDoing,
    Wait,
    Update,
    Clear,
}

/// Every name of an action: those that a model is shown, the longer ones that the original code
/// accepted, and those that its description names but its schema omitted.
const WORDS: [(&str, Action); 22] = [
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
    ("fail", Action::Fail),
    ("fail_todo", Action::Fail),
    ("replace_all", Action::ReplaceAll),
    ("replace_all_todos", Action::ReplaceAll),
    ("get_next", Action::GetNext),
    ("go_back", Action::GoBack),
    ("mark_doing", Action::MarkDoing),
    ("wait", Action::Wait),
    ("update", Action::Update),
    ("clear", Action::Clear),
];

/// What small models say, with the action that it means.
const OTHERS: [(&str, &str); 4] =
    [("add", "add_multiple"), ("create", "add_multiple"), ("remove", "skip"), ("delete", "skip")];

fn read<'a>(
    _: &str,
    schema: &ItemSchema,
    arguments: &mut Arguments<'a>,
) -> Result<Command<'a>, TodoError> {
    Ok(match arguments.take_word("action", &WORDS, &OTHERS, USUAL)? {
        Action::List => {
            arguments.refuse_items(schema.list, "list", "to add them, use add_multiple")?;
            Command::Show
        }
        Action::Add => Command::Add { items: take_todos(arguments)?, after: None },
        Action::AddAfter => {
            let position = arguments.take_integer("position")?.ok_or_else(|| {
                TodoError::invalid("Position required: give position, 0 for the front", &[])
            })?;
            Command::Add { items: take_todos(arguments)?, after: Some(position) }
        }
        Action::Complete => {
            let TakenIds { ids, contents } = take_named(arguments)?;
            if ids.is_empty() {
                return Err(TodoError::invalid(
                    "IDs required: give ids, the numbers of the todos",
                    &[],
                ));
            }
            let evidence = arguments.take_text("evidence")?.unwrap_or_default();
            let todos = ids.into_iter().map(Ref::Id).collect::<Vec<_>>().into();
            Command::Complete { todos, evidence: evidence.into(), alongside: contents }
        }
        action @ (Action::Skip | Action::Fail) => {
            let named = take_named(arguments)?;
            let todo = Ref::Id(one_id(&named)?);
            let failed = action == Action::Fail;
            Command::Skip { todo, reason: "", failed, alongside: named.contents }
        }
        // Like the original code: replacing all by nothing clears the list.
        Action::ReplaceAll => {
            arguments.name_list(PLAIN.list);
            let items = take_items(arguments, &ADDED, SingleItem::ObjectForWhole)?;
            Command::Replace(items.ok_or_else(todos_required)?)
        }
        Action::GetNext => Command::StartNext,
        Action::GoBack => Command::GoBack(Ref::Id(one_id(&take_named(arguments)?)?)),
        Action::Wait => {
            let id = one_id(&take_named(arguments)?)?;
            let question = arguments.take_text("question")?.unwrap_or_default();
            let reference = TodoRefText { argument: "ids", name: id.0.to_string() };
            let wait = ask_user::take_wait(arguments, &question)?;
            Command::Wait(Target::Mention(reference), Cow::Owned(wait))
        }
        Action::MarkDoing => Command::Start(Ref::Id(one_id(&take_named(arguments)?)?)),
        Action::Update => take_update(arguments)?,
        Action::Clear => {
            let parts = [Text("clear"), Text("replace_all")];
            note(arguments.notes, "action: {} read as {} without todos", &parts);
            Command::Replace(Vec::new())
        }
    })
}

fn take_todos<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<Item<'a>>, TodoError> {
    arguments.name_list(PLAIN.list);
    let mut items = take_items(arguments, &ADDED, SingleItem::Anything)?.unwrap_or_default();
    if items.is_empty() {
        items.extend(arguments.take_text("content")?.map(|content| Item::of(content.into())));
    }
    if items.is_empty() {
        return Err(todos_required());
    }
    Ok(items)
}

/// Takes what changes: in the items of `todos`, or of one todo in the call itself.
fn take_update<'a>(arguments: &mut Arguments<'a>) -> Result<Command<'a>, TodoError> {
    let mut items = take_items(arguments, &UPDATED, SingleItem::Anything)?.unwrap_or_default();
    let named = take_named(arguments)?;
    if items.is_empty() {
        let mut item = Item::default();
        if let Some(status) = arguments.take("status") {
            item.status = Some(UPDATED.read_status(arguments.notes, "status", status)?);
        }
        let [content, ..] = &mut item.texts;
        *content = arguments.take_text("content")?.map(Cow::Owned);
        if item.status.is_none() && content.is_none() {
            return Err(TodoError::invalid("Change required: give status or content", &[]));
        }
        item.position = Some(one_id(&named)?);
        items.push(item);
    }
    for (item, id) in items.iter_mut().zip(named.ids) {
        item.position.get_or_insert(id);
    }
    Ok(Command::Rewrite { items, mode: Mode::Merge, schema: &UPDATED, sites: None })
}

fn todos_required() -> TodoError {
    TodoError::invalid("Todos required: give todos, a list of objects with content", &[])
}

/// The todos that a call refers to.
struct TakenIds {
    ids: Vec<Id>,
    /// The texts of todos next to the ids.
    contents: Vec<String>,
}

/// Takes the ids of a call. Without ids of its own, they are read from its todos.
fn take_named(arguments: &mut Arguments<'_>) -> Result<TakenIds, TodoError> {
    let mut ids = arguments.take_ids("ids")?;
    if ids.is_empty() {
        // The original code accepted this.
        ids.extend(arguments.take_integer("id")?.map(Id));
    }
    let alongside = arguments.items_alongside("todos");
    let (mut others, mut contents) = (Vec::new(), Vec::new());
    for (id, content) in &alongside {
        others.extend(*id);
        contents.extend(content.clone());
    }
    if ids.is_empty() && others.len() == alongside.len() {
        ids.append(&mut others);
        if !ids.is_empty() {
            arguments.take("todos");
            note(arguments.notes, "ids: read out of todos", &[]);
        }
    }
    match others.into_iter().find(|other| !ids.contains(other)).filter(|_| !ids.is_empty()) {
        None => Ok(TakenIds { ids, contents }),
        Some(other) => Err(TodoError::invalid(
            "ids says {}, and todos says {}: send ids alone, with those that are meant",
            &[Text(&truncate_line(&joined(&ids), MAX_IDS_LENGTH)), Number(other.0)],
        )),
    }
}

fn one_id(TakenIds { ids, .. }: &TakenIds) -> Result<Id, TodoError> {
    match ids.as_slice() {
        [id] => Ok(*id),
        _ => Err(TodoError::invalid(
            "ID required: give ids with exactly one id, got [{}]: make one call for each",
            &[Text(&truncate_line(&joined(ids), MAX_IDS_LENGTH))],
        )),
    }
}

/// Returns the answer, in an object as specified.
fn answer(answer: &Answer<'_>) -> String {
    match answer.result {
        Ok(result) => output(answer, result),
        Err(error) => error.message().into(),
    }
}

fn output(answer: &Answer<'_>, result: &CommandResult) -> String {
    match result {
        CommandResult::Written(sentence) => sentence.clone(),
        CommandResult::Replaced(keys) => {
            fill("Replaced all TODOs with {} new items", &[count(keys.len())])
        }
        CommandResult::Started(Some(key)) => answer.element(*key),
        CommandResult::Started(None) => "No TODO is left to do".into(),
        CommandResult::Settled(settled) => settled.sentence(answer.is_asked),
        CommandResult::Waits(_) => ask_user::say_wait(answer, result),
        CommandResult::Shown
        | CommandResult::Found(_)
        | CommandResult::Rewritten(_)
        | CommandResult::Created(_)
        | CommandResult::Updated { .. }
        | CommandResult::Removed(_) => answer.store.xml(),
    }
}

/// Returns the answer to a command that is carried out as it is.
#[expect(clippy::wildcard_enum_match_arm, reason = "the tool has no sentence for the others")]
fn sentence_of(command: &Command<'_>) -> String {
    match command {
        Command::Add { items, after: None } => fill("Added {} TODOs", &[count(items.len())]),
        Command::Add { items, after: Some(position) } => {
            let parts = [count(items.len()), Number(*position)];
            fill("Added {} TODOs after position {}", &parts)
        }
        Command::Skip { todo, failed: true, .. } => about("Marked TODO as failed: {}", *todo),
        Command::Skip { todo, .. } => about("Skipped TODO: {}", *todo),
        Command::GoBack(todo) => about("Went back to TODO: {}", *todo),
        Command::Start(todo) => about("Doing TODO: {}", *todo),
        _ => String::new(),
    }
}

fn about(template: &str, todo: Ref) -> String {
    match todo {
        Ref::Id(id) => fill(template, &[Number(id.0)]),
        Ref::Key(key) => fill(template, &[Text(&key.to_text())]),
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::call::Call;
    use crate::tools::dialects::Dialect;

    #[test]
    fn the_error_for_an_unknown_action_lists_all_actions() {
        let call = Call { tool: "todo_manager", arguments: r#"{"action":"fly"}"# };
        let error = Dialect::TodoManager.check(&call).unwrap_err();
        let tools = Dialect::TodoManager.tools(1);
        let (_, list) = tools.split_once("\"enum\":[").unwrap();
        for action in list.split_once(']').unwrap().0.split(',') {
            let action = action.trim_matches('"');
            let is_named = error.message().split([',', ' ']).any(|word| word == action);
            assert!(is_named, "{action}: {}", error.message());
            // It is one that the tool reads, and its description says what it does.
            assert!(super::WORDS.iter().any(|(word, _)| *word == action), "{action}");
            assert!(tools.contains(&format!("- {action}: ")), "{action}");
        }
    }

    /// A check does not see the list, so it cannot know whether a todo exists.
    #[test]
    fn check_refuses_arguments_that_no_list_can_accept() {
        for (arguments, is_refused) in [
            (r#"{"action""#, true),
            (r#"{"action":7}"#, true),
            (r#"{"action":"add_multiple","todos":[]}"#, true),
            (r#"{"action":"add_multiple","todos":[{"content":7}]}"#, true),
            (r#"{"action":"complete_multiple","ids":["one"]}"#, true),
            (r#"{"action":"complete_multiple","ids":[9]}"#, false),
            (r#"{"action":"add_multiple","todos":["a"," "]}"#, true),
        ] {
            let checked = Dialect::TodoManager.check(&Call { tool: "todo_manager", arguments });
            assert_eq!(checked.is_err(), is_refused, "{arguments}");
        }
    }
}
