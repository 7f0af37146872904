//! How many todos a list may have: what is settled takes no room.

use agent_todos::{Call, Conversation, Dialect, ErrorCode, Id, Options, Settings, TodoStore};
use serde_json::{Value, json};

use crate::scene::{Scene, settings, store};
use crate::snapshot::assert_snapshot;

/// A list of so many todos of which the last ones are open, as a model of `TodoWrite` sends it.
fn many(done: usize, open: usize) -> Value {
    let item = |number: usize| {
        let status = if number <= done { "completed" } else { "pending" };
        json!({"content": format!("Read page {number}"), "status": status, "activeForm": ""})
    };
    json!({ "todos": (1..=done + open).map(item).collect::<Vec<_>>() })
}

#[test]
fn task_create_does_not_count_settled_todos_for_the_limit() {
    let mut scene = Scene::new(settings(Dialect::Task), "{}", "");
    for number in 1..=40 {
        let subject = format!("Read page {number}");
        scene.tool("TaskCreate", &json!({"subject": subject, "description": ""})).ok();
        let key = scene.store.list().last().unwrap().key.to_text();
        scene.tool("TaskUpdate", &json!({"taskId": key, "status": "completed"})).ok();
    }
    assert_eq!(scene.store.list().len(), 40);
}

#[test]
fn the_refusal_of_a_full_list_uses_the_words_of_the_tool() {
    let mut scene = Scene::new(settings(Dialect::Task), "{}", "");
    let mut create =
        |subject: String| scene.tool("TaskCreate", &json!({"subject": subject, "description": ""}));
    for number in 1..=30 {
        create(format!("Read page {number}")).ok();
    }
    let answer = create("Write".into());
    assert!(!answer.text.contains("t2"), "{answer:?}");
    answer.refuses();
}

#[test]
fn max_todos_counts_only_open_todos_of_a_long_list() {
    let mut scene = Scene::new(settings(Dialect::TodoWrite), "{}", "");
    scene.call(&many(35, 5)).ok();
    scene.call(&many(35, 31)).refuses();
    assert_eq!(scene.store.list().len(), 40);
    // It is written and read back whole.
    let copy = TodoStore::from_checkpoint(&scene.store.checkpoint()).unwrap();
    assert_eq!(copy.list(), scene.store.list());
    let copy = TodoStore::from_xml(&scene.store.xml(), Options::default()).unwrap();
    assert_eq!(copy.xml(), scene.store.xml());
}

#[test]
fn max_todos_refuses_only_writes_that_add_and_leave_more_open() {
    let mut store = store(r#"{"maxTodos":2}"#, "a, b");
    store.complete_multiple(&[Id(1).into(), Id(2).into()], "").unwrap();
    store.add_multiple(&["c", "d"]).unwrap();
    assert_eq!(store.add_multiple(&["e"]).unwrap_err().code(), ErrorCode::TooManyTodos);
    // Opening again adds none.
    store.go_back(Id(1)).unwrap();
    // Fewer are open than before.
    store.replace_all(&["e", "f", "g"]).unwrap();
    assert_eq!(
        store.replace_all(&["h", "i", "j", "k"]).unwrap_err().code(),
        ErrorCode::TooManyTodos
    );
}

#[test]
fn a_list_has_at_most_a_thousand_todos() {
    let mut scene = Scene::new(settings(Dialect::TodoWrite), "{}", "");
    scene.call(&many(1000, 0)).ok();
    scene.call(&many(1000, 1)).refuses();
}

#[test]
fn the_advice_about_a_full_list_names_no_todo_of_another_owner() {
    let mut store = TodoStore::new(Options::from_json(r#"{"maxTodos":2}"#).unwrap());
    let mut talk = |name: &str, calls: &[(&str, &str)]| {
        let settings = format!(r#"{{"dialect":"Task","name":"{name}"}}"#);
        let mut conversation = Conversation::new(Settings::from_json(&store, &settings).unwrap());
        conversation.reminder(&store);
        let mut texts = calls
            .iter()
            .map(|(tool, arguments)| conversation.call(&mut store, &Call { tool, arguments }).text);
        texts.next_back().unwrap()
    };
    let create = |subject: &str| format!(r#"{{"subject":"{subject}","description":"d"}}"#);
    talk("ann", &[("TaskCreate", &create("Search")), ("TaskCreate", &create("Compare"))]);
    talk("ann", &[("TaskUpdate", r#"{"taskId":"1","status":"in_progress"}"#)]);
    assert_snapshot(&talk("dev", &[("TaskCreate", &create("Pay"))]));
    talk("ann", &[("TaskUpdate", r#"{"taskId":"2","status":"in_progress"}"#)]);
    assert_snapshot(&talk("dev", &[("TaskCreate", &create("Pay"))]));
}
