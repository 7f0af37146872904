//! A tool without ids sends the whole list again with one text corrected: that is the same todo, with its key, its priority and what else
//! the tool cannot say. What must not be taken for a correction is below.

use agent_todos::list::author::Author;
use agent_todos::tools::markdown::read_markdown;
use agent_todos::{Dialect, Field, Todo, TodoStore};
use serde_json::json;

use crate::scene::{Answer, Scene, by, told};

const BEFORE: &str = "Open the shop, Compare tree kettles, Pay";
const AFTER: &str = "Open the shop, Compare three kettles, Pay";

/// The checklist of a list such as "a, b".
fn checklist(list: &str) -> String {
    list.split(", ").map(|content| format!("- [ ] {content}\n")).collect()
}

/// A model that was told of [`BEFORE`], whose second todo has a priority, a description and is to be confirmed.
fn told_with_details(dialect: Dialect) -> Scene {
    let mut scene = told(dialect, BEFORE);
    scene.host("rank 2: high; describe 2: by price; ask 2: yes");
    scene.reminder();
    scene
}

fn sends(scene: &mut Scene, list: &str) -> Answer {
    match scene.model.settings().dialect {
        Dialect::UpdateTodoList => scene.call(&json!({ "todos": checklist(list) })),
        _ => scene.writes(list),
    }
}

fn second(store: &TodoStore) -> &Todo {
    store.list().get(1).unwrap()
}

#[track_caller]
fn assert_corrected(store: &TodoStore) {
    let todo = second(store);
    assert_eq!(todo.content(), "Compare three kettles");
    assert_eq!(todo.key.to_word(), "t2");
    assert_eq!(todo.text(Field::Priority), Some("high"));
    assert_eq!(todo.text(Field::Description), Some("by price"));
    let mut later = store.clone();
    by(&mut later, Author::Model, "complete 2").unwrap();
    assert!(second(&later).is_claimed(), "it is not to be confirmed any more");
}

#[test]
fn a_text_that_is_corrected_is_the_same_todo() {
    for dialect in [Dialect::UpdateTodoList, Dialect::TodoWrite, Dialect::UpdatePlan] {
        let mut scene = told_with_details(dialect);
        let answer = sends(&mut scene, AFTER).ok();
        assert_corrected(&scene.store);
        assert!(answer.dropped.is_empty(), "{answer:?}");
        // The answer says how it was read, so that a model that meant another todo can say so.
        answer.note("\"Compare three kettles\"");
    }
}

#[test]
fn a_person_who_corrects_a_line_of_markdown_corrects_that_todo() {
    let mut store = told_with_details(Dialect::UpdateTodoList).store;
    read_markdown(&mut store, &checklist(AFTER)).unwrap();
    assert_corrected(&store);
}

/// What is another todo stays another, with a new key and a note on what is off the list.
#[test]
fn what_only_looks_like_a_correction_is_another_todo() {
    for (before, after) in [
        // A number is what tells two todos apart.
        ("a, Pay invoice 17 today, b", "a, Pay invoice 18 today, b"),
        // So is a short text of which half is another.
        ("a, Email Ann, b", "a, Email Bob, b"),
        // And a "not".
        ("a, Accept the offer, b", "a, Do not accept the offer, b"),
        // Two that could each be meant.
        ("a, Find a red kettle, Find a blue kettle, b", "a, Find a green kettle, b"),
        ("a, Find a red kettle, b", "a, Find a blue kettle, Find a green kettle, b"),
        // It stands somewhere else.
        ("a, Compare tree kettles, b", "a, b, Compare three kettles"),
        // Its neighbours have changed as well.
        ("a, Compare tree kettles, b", "x, Compare three kettles, y"),
    ] {
        let mut scene = told(Dialect::UpdateTodoList, before);
        let keys: Vec<_> = scene.store.list().iter().map(|todo| todo.key).collect();
        let known: Vec<String> =
            scene.store.list().iter().map(|todo| todo.content().to_owned()).collect();
        let answer = sends(&mut scene, after).ok();
        for todo in scene.store.list().iter() {
            let is_known = known.iter().any(|content| content == todo.content());
            assert_eq!(keys.contains(&todo.key), is_known, "{after}: {}", todo.content());
        }
        assert!(!answer.dropped.is_empty(), "{after}: {answer:?}");
    }
}
