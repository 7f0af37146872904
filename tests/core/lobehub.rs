//! A model whose calls carry out several operations, on positions from 0.

use agent_todos::Dialect;
use agent_todos::tools::conversation::settings::Settings;
use serde_json::{Value, json};

use crate::scene::{Answer, Scene, settings, tell};

/// The model sends operations, each a type and an index.
fn operate(scene: &mut Scene, operations: &[(&str, usize)]) -> Answer {
    let operation = |(of_type, index): &(&str, usize)| json!({"type": of_type, "index": index});
    let operations: Vec<Value> = operations.iter().map(operation).collect();
    scene.tool("updateTodos", &json!({ "operations": operations }))
}

#[test]
fn an_index_means_the_list_that_the_operations_before_have_left() {
    let mut scene = tell(Dialect::Lobehub, "a, b, c");
    operate(&mut scene, &[("remove", 0), ("complete", 0), ("processing", 1)]).ok();
    assert_eq!(scene.list(), "b done, c doing");
}

#[test]
fn a_refused_operation_leaves_the_list_and_is_named() {
    let mut scene = tell(Dialect::Lobehub, "a, b");
    let answer = operate(&mut scene, &[("remove", 0), ("complete", 1)]).fails();
    assert!(answer.text.contains('1'), "{}", answer.text);
    let answer = operate(&mut scene, &[("remove", 0), ("finish", 0)]).fails();
    assert!(answer.text.starts_with("item 2: unknown type"), "{}", answer.text);
    assert_eq!(scene.list(), "a, b");
}

#[test]
fn operations_mean_the_list_as_the_model_knows_it() {
    let mut scene = tell(Dialect::Lobehub, "a, b, c");
    scene.user("remove 1");
    operate(&mut scene, &[("complete", 1)]).noted();
    assert_eq!(scene.list(), "b done, c");
}

#[test]
fn an_operation_does_not_reopen_what_a_person_skipped() {
    let mut scene = tell(Dialect::Lobehub, "a, b");
    scene.user("skip 1: too dear");
    scene.reminder();
    let answer = operate(&mut scene, &[("processing", 0), ("processing", 1)]).noted();
    assert!(answer.text.contains("too dear"), "{}", answer.text);
    assert_eq!(scene.list(), "a skipped, b doing");
}

#[test]
fn reminders_and_notes_count_from_0() {
    let mut scene = tell(Dialect::Lobehub, "a, b");
    scene.user("complete 1");
    let reminder = scene.reminder();
    assert!(reminder.contains("completed 0 (\"a\")"), "{reminder}");
}

#[test]
fn clearing_takes_what_is_completed_unless_it_says_all() {
    for (mode, list) in [("completed", "b"), ("", "b"), ("all", "")] {
        let mut scene = tell(Dialect::Lobehub, "a done, b");
        scene.tool("clearTodos", &json!({ "mode": mode }));
        assert_eq!(scene.list(), list, "{mode}");
    }
}

#[test]
fn a_question_names_its_todo_from_0() {
    let settings = Settings { asks: true, ..settings(Dialect::Lobehub) };
    assert!(settings.tools(1).contains("from 0. Without it"));
    let mut scene = Scene::new(settings, "{}", "a, b");
    scene.reminder();
    scene.tool("ask_user", &json!({"question": "Which?", "id": "0"})).ok();
    assert!(scene.store.list()[0].waiting().is_some());
}
