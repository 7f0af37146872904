//! What a text calls each todo, and which todo a call by that name means.

use agent_todos::{Call, Conversation, TodoStore};
use serde_json::{Value, json};

/// The ids in a reminder with the contents that they belong to: of elements, and of sentences such
/// as `2 ("Pay") stays done`.
pub(crate) fn named_in(text: &str) -> Vec<(String, String)> {
    elements(text).chain(sentences(text)).collect()
}

/// As [`named_in`], of an answer. One that shows the list names todos by that; what else it says
/// names them as the call did.
pub(crate) fn named_in_answer(text: &str) -> Vec<(String, String)> {
    let answer = serde_json::from_str::<Value>(text).unwrap_or_default();
    let mut texts = if answer.is_null() { text.lines().collect() } else { vec![] };
    collect(&answer, &mut texts);
    if let Some(list) = texts.iter().find_map(|text| Some(&text[text.find("<todos>")?..])) {
        return elements(list).collect();
    }
    let lists = ["todos", "items", "todoList", "tasks", "task_list"];
    let list = lists.iter().find_map(|key| answer[*key].as_array());
    if let Some(list) = list {
        return list.iter().enumerate().filter_map(|(index, item)| item_of(index, item)).collect();
    }
    let mut named: Vec<_> = texts.iter().flat_map(|text| named_in(text)).collect();
    named.extend(item_of(0, &answer["task"]));
    // A note says that the name of the call is another one by now.
    let renamed: Vec<_> = texts.iter().filter_map(|text| renamed_in(text)).collect();
    named.retain(|(_, content)| renamed.iter().all(|(_, other)| other != content));
    named.extend(renamed);
    named
}

/// `"x4" has the id "7", as "3" is the id of "x5"`.
fn renamed_in(note: &str) -> Option<(String, String)> {
    let (content, rest) = note.trim_start_matches("note: ").split_once("\" has the id \"")?;
    let (id, _) = rest.split_once("\", as \"")?;
    Some((id.to_owned(), content.strip_prefix('"')?.to_owned()))
}

/// The id and the content of an item, which is at a place of its list. Without an id it is its
/// position.
fn item_of(index: usize, item: &Value) -> Option<(String, String)> {
    let content = ["content", "title", "subject"].iter().find_map(|key| item[*key].as_str());
    let id = match &item["id"] {
        Value::Null => (index + 1).to_string(),
        id => id.as_str().map_or(id.to_string(), str::to_owned),
    };
    Some((id, content.or(item.as_str())?.to_owned()))
}

fn elements(text: &str) -> impl Iterator<Item = (String, String)> {
    text.split("<todo id=\"").skip(1).filter_map(|part| {
        let (id, rest) = part.split_once("\" status=\"")?;
        let (content, _) = rest.split_once('>')?.1.split_once("</todo>")?;
        Some((unescaped(id), unescaped(content)))
    })
}

fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The texts of a JSON value.
fn collect<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(fields) => fields.values().for_each(|value| collect(value, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// `3 ("x4")` and `"n x4" ("x4")`, `changed 3 to "x4 v5"` and `3 stays "x4 v5"`. Of `3 ("x4") has
/// the id 5 now`, the new id. What was removed has no id any more.
fn sentences(text: &str) -> Vec<(String, String)> {
    let mut named = vec![];
    for (between, end) in [(" (\"", "\")"), (" to \"", "\""), (" stays \"", "\"")] {
        for (at, _) in text.match_indices(between) {
            let before = &text[..at];
            let Some((content, rest)) = text[at + between.len()..].split_once(end) else {
                continue;
            };
            let id = match rest.strip_prefix(" has the id ") {
                Some(rest) => first_word(rest),
                None => last_word(before),
            };
            let is_removed = |id| is_removed(before, id) || rest.starts_with(FAILED);
            let Some(id) = id.filter(|id| !id.is_empty() && !is_removed(id)) else {
                continue;
            };
            named.push((unescaped(id), unescaped(content)));
        }
    }
    named
}

/// What follows the name of a todo that left as failed.
const FAILED: &str = " as failed and removed it";

fn is_removed(before: &str, id: &str) -> bool {
    before
        .trim_end_matches('"')
        .strip_suffix(id)
        .is_some_and(|text| text.trim_end_matches('"').ends_with(" removed "))
}

/// The word at the beginning of a text, which may be in quotes.
fn first_word(text: &str) -> Option<&str> {
    match text.strip_prefix('"') {
        Some(text) => text.split('"').next(),
        None => text.split([' ', '.']).next(),
    }
}

/// The word at the end of a text, which may be in quotes.
fn last_word(text: &str) -> Option<&str> {
    match text.strip_suffix('"') {
        Some(text) => text.rsplit('"').next(),
        None => text.rsplit([' ', '\n', ',', '(']).next(),
    }
}

/// As [`find_misnamed`], of an answer after which the model's next message begins. What an answer
/// says of a call names todos as that call did.
pub(crate) fn find_misnamed_in_answer(
    named: &[(String, String)],
    store: &TodoStore,
    model: &Conversation,
) -> Option<String> {
    let mut next = model.clone();
    next.begin_turn();
    find_misnamed(named, store, &next).and_then(|_| find_misnamed(named, store, model))
}

/// Finds a todo that a text calls by a name which means another one in the model's next call.
pub(crate) fn find_misnamed(
    named: &[(String, String)],
    store: &TodoStore,
    model: &Conversation,
) -> Option<String> {
    let is_there =
        |content: &str| store.list().iter().filter(|todo| todo.content() == content).count() == 1;
    named.iter().filter(|(_, content)| is_there(content)).find_map(|(id, content)| {
        let answer = ask_about(id, store, model, content)?;
        Some(format!("{id} is not {content:?}: {answer}"))
    })
}

/// Asks the user about the todo that the model calls by an id. Returns the answer if it is about
/// another todo than that of a content.
fn ask_about(id: &str, store: &TodoStore, model: &Conversation, content: &str) -> Option<String> {
    let (mut store, mut model) = (store.clone(), model.clone().asking(true));
    let arguments = json!({"question": "Is it this one?", "id": id}).to_string();
    let outcome = model.call(&mut store, &Call { tool: "ask_user", arguments: &arguments });
    let mut asked = store.list().iter().filter(|todo| {
        todo.waiting().is_some()
            && todo.text(agent_todos::TextField::Question) == Some("Is it this one?")
    });
    let is_meant = match asked.next() {
        Some(todo) => todo.content() == content,
        // Of what is settled or held, the refusal names no other todo. It may have a text that the
        // model knows.
        None => {
            let why = outcome.text.lines().next().unwrap_or_default();
            let names_another = store.list().iter().any(|todo| {
                todo.content() != content && why.contains(&format!("\"{}\"", todo.content()))
            });
            !outcome.ok && !why.contains("there is no todo") && !names_another
        }
    };
    (!is_meant).then_some(outcome.text)
}
