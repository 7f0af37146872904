//! What is shown of a call that a model is still writing.

use std::rc::Rc;

use agent_todos::list::history::List;
use agent_todos::tools::xml_reader::{CallOptions, ToolCall};
use agent_todos::{Call, Conversation, Dialect, Settings, Status, Todo, TodoStore};
use serde_json::{Value, json};

use crate::scene::{Scene, tell};

/// Writes a call byte by byte and checks each preview: nothing is shown that the whole call does
/// not make, nothing leaves before its end, and the last preview is what the call does.
pub(crate) fn check_growing(
    store: &TodoStore,
    dialect: Dialect,
    call: &Call<'_>,
) -> Result<(), String> {
    let mut after = store.clone();
    let outcome = Conversation::stateless(store, dialect).call(&mut after, call);
    let mut model = Conversation::stateless(store, dialect);
    let mut last = Rc::new(store.list().clone());
    for end in (1..=call.arguments.len()).filter(|end| call.arguments.is_char_boundary(*end)) {
        let begun = Call { arguments: &call.arguments[..end], ..*call };
        if !model.write(&begun, "a") {
            continue;
        }
        let shown = model.preview(store).ok_or("no preview of a call that is written")?;
        let is_whole = end == call.arguments.len();
        // Of a list that is written twice, the first one is taken back.
        let is_twice = outcome.notes.iter().any(|note| note.text.contains("given twice"));
        let is_made = outcome.ok && !is_whole && !is_twice;
        let fault = is_made.then(|| find_fault(store.list(), &shown, after.list())).flatten();
        if let Some(fault) = fault {
            return Err(format!("{fault}\n  of {}", begun.arguments));
        }
        last = shown;
    }
    if outcome.ok && is_readable(call.arguments) && *last != *after.list() {
        return Err(format!(
            "the last preview is not what the call does:\n  {last:?}\n  {:?}",
            after.list()
        ));
    }
    Ok(())
}

/// Whether a text is an object or an array. Others, such as JSON in a string, are not shown at all.
fn is_readable(text: &str) -> bool {
    text.contains(['{', '[']) && !text.trim_start().starts_with('"')
}

/// What is wrong with a preview of a part of a call.
fn find_fault(before: &List, shown: &List, after: &List) -> Option<String> {
    let find = |list: &List, key| list.iter().find(|todo| todo.key == key).cloned();
    if let Some(gone) = before.iter().find(|todo| find(shown, todo.key).is_none()) {
        return Some(format!("{:?} has left too early", gone.content()));
    }
    let is_changed = |todo: &&Rc<Todo>| find(before, todo.key).as_ref() != Some(*todo);
    let is_made = |todo: &&Rc<Todo>| {
        let same = |other: &Rc<Todo>| {
            // Only the last of several stays in progress.
            let is_set_back = todo.status() == Status::Doing && other.status() == Status::Todo;
            other.content() == todo.content() && (other.status() == todo.status() || is_set_back)
        };
        after.iter().any(same)
    };
    let wrong = shown.iter().filter(is_changed).find(|todo| !is_made(todo))?;
    Some(format!(
        "{:?} ({:?}) is shown, and the call does not make it",
        wrong.content(),
        wrong.status()
    ))
}

impl Scene {
    /// What is shown while the model writes this text: each todo with its status, those that change
    /// in brackets.
    fn writing(&mut self, id: &str, text: &str) -> String {
        let tool = self.model.settings().dialect.tool_names().next().unwrap();
        self.model.write(&Call { tool, arguments: text }, id);
        self.shown()
    }

    fn shown(&self) -> String {
        let Some(shown) = self.model.preview(&self.store) else { return "nothing".to_owned() };
        let known = |todo: &Rc<Todo>| self.store.list().contains(todo);
        let line = |todo: &Rc<Todo>| {
            let status = match todo.status() {
                Status::Todo => String::new(),
                status => format!(" {}", status.as_str()),
            };
            let text = format!("{}{status}", todo.content());
            if known(todo) { text } else { format!("[{text}]") }
        };
        shown.iter().map(line).collect::<Vec<_>>().join(", ")
    }
}

/// The beginning of a whole list in Claude's tool: these items, and `more` of the text.
fn begun(items: &[(&str, &str)], more: &str) -> String {
    let items = items
        .iter()
        .map(|(content, status)| json!({"content": content, "status": status}).to_string());
    format!("{{\"todos\":[{}{more}", items.collect::<Vec<_>>().join(","))
}

fn whole(items: &[(&str, &str)]) -> String {
    begun(items, "]}")
}

#[test]
fn a_preview_keeps_the_place_of_todos_that_the_call_passes_over() {
    let mut scene = tell(Dialect::TodoWrite, "a, b, c, d");
    let items = [("a", "completed"), ("c", "pending")];
    assert_eq!(scene.writing("1", &begun(&items, ",")), "[a done], b, c, d");
    let items = [("a", "completed"), ("x", "pending"), ("c", "pending")];
    assert_eq!(scene.writing("1", &begun(&items, ",")), "[a done], [x], b, c, d");
    let items = [("c", "pending"), ("a", "pending")];
    assert_eq!(scene.writing("1", &begun(&items, ",")), "b, c, a, d");
}

#[test]
fn a_preview_shows_items_as_they_arrive_and_removes_none() {
    let mut scene = tell(Dialect::TodoWrite, "a done, b doing, c");
    assert_eq!(scene.shown(), "nothing");
    assert_eq!(scene.writing("1", "{\"to"), "a done, b doing, c");
    let mut items = vec![("x", "in_progress")];
    assert_eq!(
        scene.writing("1", &begun(&items, ",{\"content\":\"b")),
        "[x doing], a done, b doing, c"
    );
    items.push(("b", "completed"));
    assert_eq!(scene.writing("1", &begun(&items, "")), "[x doing], a done, [b done], c");
    assert_eq!(scene.writing("1", &whole(&items)), "[x doing], [b done]");
    // It is a preview: nothing is changed, also in the checkpoint.
    assert_eq!(scene.list(), "a done, b doing, c");
    assert!(!scene.model.checkpoint().contains('x'));
    scene.call(&serde_json::from_str::<Value>(&whole(&items)).unwrap()).ok();
    assert_eq!(scene.shown(), "nothing");
}

#[test]
fn a_preview_shows_rewordings_at_the_end() {
    let mut scene = tell(Dialect::TodoWrite, "Compare the prices of three kettles");
    let mut items =
        vec![("Compare the prices of three good kettles", "in_progress"), ("Pay", "in_progress")];
    assert_eq!(
        scene.writing("1", &begun(&items, "")),
        "[Compare the prices of three good kettles doing], [Pay doing], Compare the prices of three kettles"
    );
    assert_eq!(
        scene.writing("1", &whole(&items)),
        "[Compare the prices of three good kettles doing], [Pay doing]"
    );
    // The todo keeps its key, as it does when the call is carried out.
    let shown = scene.model.preview(&scene.store).unwrap();
    assert_eq!(shown[0].key, scene.store.list()[0].key);
    items.clear();
    assert_eq!(scene.writing("1", &begun(&items, "")), "Compare the prices of three kettles");
}

#[test]
fn a_preview_respects_a_persons_decision() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    scene.user("skip 1: no");
    let items = [("a", "completed"), ("b", "completed")];
    assert_eq!(scene.writing("1", &begun(&items, "")), "a skipped, [b done]");
    // They go on deciding while the model writes.
    scene.user("complete 2");
    assert_eq!(scene.shown(), "a skipped, b done");
}

#[test]
fn a_preview_applies_several_calls_in_order_until_each_is_run() {
    let mut scene = tell(Dialect::CursorTodoWrite, "");
    let item = |id: &str, text: &str| {
        format!(
            "{{\"merge\":true,\"todos\":[{{\"id\":\"{id}\",\"content\":\"{text}\",\"status\":\"pending\"}}"
        )
    };
    scene.writing("1", &format!("{}]}}", item("1", "a")));
    assert_eq!(scene.writing("2", &item("2", "b")), "[a], [b]");
    let call: Value = serde_json::from_str(&format!("{}]}}", item("1", "a"))).unwrap();
    scene.call(&call).ok();
    assert_eq!(scene.shown(), "a, [b]");
    // An empty text ends a call that is not carried out, and so does the next message.
    assert_eq!(scene.writing("2", ""), "nothing");
    assert_eq!(scene.writing("3", &item("3", "c")), "a, [c]");
    scene.reminder();
    assert_eq!(scene.shown(), "nothing");
}

#[test]
fn a_call_in_xml_ends_its_preview() {
    let mut scene = tell(Dialect::XmlCall, "");
    let todos = r#"[{"id":"1","content":"a","status":"pending"}"#;
    let writing = format!(r#"{{"action":"write","todos":{todos}"#);
    assert_eq!(scene.writing("1", &writing), "[a]");
    let text = format!(
        "<tool_call><tool_name>todo</tool_name><parameters><action>write</action><todos>{todos}]</todos></parameters></tool_call>"
    );
    let call = &ToolCall::find_all(&text, CallOptions::default())[0];
    assert!(scene.model.call_xml(&mut scene.store, call).ok);
    assert_eq!(scene.shown(), "nothing");
}

#[test]
fn a_preview_of_a_conversation_on_a_branch_shows_the_whole_list() {
    let mut scene = tell(Dialect::TodoManager, "Plan, Search, Pay");
    let options = r#"{"under":"t2","name":"dev","dialect":"TodoWrite"}"#;
    let settings = Settings::from_json(&scene.store, options).unwrap();
    scene.model = Conversation::new(settings);
    let items = [("Find shops", "in_progress"), ("Compare", "pending")];
    let shown = "Plan, Search, [Find shops doing], [Compare], Pay";
    assert_eq!(scene.writing("1", &begun(&items, "")), shown);
    let call = Call { tool: "TodoWrite", arguments: &whole(&items) };
    let written = scene.model.preview(&scene.store).unwrap();
    let search = scene.store.list()[1].key;
    assert!(written[2..4].iter().all(|todo| todo.parent() == Some(search)));
    assert_eq!(scene.store.list().len(), 3);
    let mut branch = scene.model.open_branch(&scene.store).unwrap();
    assert!(scene.model.call(&mut branch, &call).ok);
    scene.model.close_branch(&mut scene.store, branch);
    assert_eq!(scene.shown(), "nothing");
    // What is left out leaves at the end, and nothing outside does.
    assert_eq!(
        scene.writing("2", &begun(&items[1..], "")),
        "Plan, Search, Find shops doing, Compare, Pay"
    );
    assert_eq!(scene.writing("2", &whole(&items[1..])), "Plan, Search, Compare, Pay");
}

#[test]
fn a_call_with_one_value_is_previewed_when_complete() {
    let mut scene = tell(Dialect::UpdateTodoList, "");
    assert_eq!(scene.writing("1", "{\"todos\":\"[ ] a\\n[ ] b"), "");
    assert_eq!(scene.writing("1", "{\"todos\":\"[ ] a\\n[ ] b\"}"), "[a], [b]");
    let mut scene = tell(Dialect::TodoManager, "a, b");
    assert_eq!(scene.writing("1", "{\"action\":\"skip\",\"ids\":[1,"), "a, b");
    assert_eq!(scene.writing("1", "{\"action\":\"skip\",\"ids\":[1]}"), "[a skipped], b");
}

#[test]
fn a_call_that_is_refused_shows_nothing() {
    let mut scene = tell(Dialect::TodoWrite, "a");
    assert_eq!(scene.writing("1", &begun(&[("b", "pending"), ("", "pending")], "")), "a");
    let many: Vec<String> = (0..31).map(|number| format!("Todo {number}")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|text| (&**text, "pending")).collect();
    assert!(scene.writing("1", &begun(&many, "")).contains("[Todo 30]"));
    assert_eq!(scene.writing("1", &whole(&many)), "a");
    assert_eq!(scene.writing("1", "]]}}\"\\"), "a");
}
