//! The ids by which a model calls todos, when a merge gives a todo another id.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::{Dialect, Settings, TextField};
use serde_json::json;

use crate::scene::{Scene, ann, by, settings};
use crate::snapshot::assert_snapshot;

/// A list to which two models, each in its own tab, added a todo, under one key, after it was
/// merged.
fn merged(dialect: Dialect, reminders: ReminderMode) -> Scene {
    let base = Scene::new(Settings { reminders, ..settings(dialect) }, "{}", "a");
    let (mut scene, mut elsewhere) = (base.clone(), base.clone());
    // There, too, a model calls its todo "pay", where it has ids of its own.
    for (scene, content) in [(&mut scene, "mine"), (&mut elsewhere, "theirs")] {
        let added = match dialect {
            Dialect::Task => json!({ "subject": content }),
            _ => json!({"merge": true, "todos": [{"id": "pay", "content": content}]}),
        };
        scene.call(&added).ok();
    }
    scene.merge(&base, &elsewhere);
    assert_eq!(scene.list(), "a, theirs, mine");
    scene
}

#[test]
fn an_id_means_the_models_todo_after_a_merge_renamed_it() {
    let mut scene = merged(Dialect::Task, ReminderMode::Changes);
    let completes = json!({"taskId": "t2", "status": "completed"});
    let mut reminded = scene.clone();
    scene.tool("TaskUpdate", &completes).notes();
    assert_eq!(scene.list(), "a, theirs, mine done");
    // The new id is known from then on.
    scene.tool("TaskUpdate", &json!({"taskId": "t3", "status": "pending"})).ok();
    assert_eq!(scene.list(), "a, theirs, mine");
    // A reminder says which ids changed: from now on t2 is theirs.
    reminded.reads();
    reminded.tool("TaskUpdate", &completes).ok();
    assert_eq!(reminded.list(), "a, theirs done, mine");
    // So does one that is the whole list, and nothing else where no id changed.
    let mut full = merged(Dialect::Task, ReminderMode::Full);
    full.reads();
    full.user("add: b");
    full.reads();
}

#[test]
fn an_answer_uses_the_number_that_the_model_has_seen() {
    let mut scene = merged(Dialect::Task, ReminderMode::Changes);
    scene.tool("TaskGet", &json!({"taskId": "2"})).answers();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "status": "completed"})).ok();
    assert_eq!(scene.list(), "a, theirs, mine done");
}

#[test]
fn a_name_means_the_todo_that_has_it_now() {
    let mut scene = Scene::new(settings(Dialect::Merge), "{}", "");
    let writes = |scene: &mut Scene, merge: bool, content: &str, status: &str| {
        let item = json!({"id": "pay", "content": content, "status": status});
        scene.call(&json!({"merge": merge, "todos": [item]}))
    };
    writes(&mut scene, false, "Pay by card", "in_progress").ok();
    scene.user("complete 1");
    scene.reminder();
    scene.call(&json!({"merge": false, "todos": []}));
    writes(&mut scene, false, "Book the train", "pending").ok();
    by(&mut scene.store, ann(), "start 1").unwrap();
    scene.reminder();
    writes(&mut scene, true, "Rate the shop", "cancelled");
    assert!(!scene.list().contains("Pay by card"), "{}", scene.list());
}

/// The text of a side that another one won over is a former text of the todo, which is no other
/// todo for that.
#[test]
fn an_item_matches_a_todo_by_a_text_that_a_merge_dropped() {
    let base = Scene::new(settings(Dialect::TodoWrite), "{}", "a");
    let (mut scene, mut other) = (base.clone(), base.clone());
    scene.host("word 1: b");
    scene.reads();
    other.user("word 1: c");
    scene.merge(&base, &other);
    assert_eq!(scene.list(), "c");
    let reminder = scene.reminder();
    assert_snapshot(&reminder);
    assert!(!reminder.contains("removed") && !reminder.contains("added"), "{reminder}");
}

#[test]
fn an_id_of_a_todo_that_others_reworded_still_means_that_todo() {
    let mut scene = merged(Dialect::Task, ReminderMode::Changes);
    scene.host("word 3: mine in other words");
    let completes = json!({"taskId": "t2", "status": "completed"});
    scene.tool("TaskUpdate", &completes).refuses();
    scene.reminder();
    scene.tool("TaskUpdate", &json!({"taskId": "t3", "status": "completed"})).ok();
    assert_eq!(scene.list(), "a, theirs, mine in other words done");
}

#[test]
fn a_merge_renames_the_newer_todo_and_a_reminder_says_so() {
    let mut scene = merged(Dialect::Merge, ReminderMode::Changes);
    assert_eq!(scene.store.list()[1].text(TextField::Name), Some("pay"));
    scene.clone().reads();
    scene.call(&json!({"merge": true, "todos": [{"id": "pay", "status": "completed"}]})).notes();
    assert_eq!(scene.list(), "a, theirs, mine done");
}
