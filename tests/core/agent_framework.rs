//! A model that completes and removes several todos in one call.

use agent_todos::Dialect;
use agent_todos::list::todo::TextField;
use serde_json::json;

use crate::scene::{Scene, settings, tell};

#[test]
fn a_removal_counts_only_what_left_the_list() {
    let mut scene = tell(Dialect::AgentFramework, "a, b, c");
    scene.user("word 2: b by card");
    let answer = scene.tool("todos_remove", &json!({"ids": [1, 2]})).noted();
    assert!(answer.text.starts_with(r#"{"removed":1,"#), "{}", answer.text);
    assert_eq!(scene.list(), "b by card, c");
}

#[test]
fn a_completion_counts_only_what_nobody_has_to_confirm() {
    let mut scene = Scene::new(settings(Dialect::AgentFramework), "{}", "a, b");
    scene.host("ask 2: yes");
    scene.reminder();
    let items = json!([{"id": 1, "reason": "seen"}, {"id": 2, "reason": "paid"}]);
    let answer = scene.tool("todos_complete", &json!({ "items": items })).noted();
    assert!(answer.text.starts_with(r#"{"completed":1,"#), "{}", answer.text);
    assert_eq!(scene.list(), "a done, b doing claimed");
    let evidence = |index: usize| scene.store.list()[index].text(TextField::Evidence);
    assert_eq!([evidence(0), evidence(1)], [Some("seen"), Some("paid")]);
}

#[test]
fn an_addition_answers_with_the_new_todos_by_usable_ids() {
    let mut scene = tell(Dialect::AgentFramework, "a");
    scene.user("add: b");
    let answer = scene.tool("todos_add", &json!({"todos": [{"title": "c"}]})).ok();
    assert!(answer.text.starts_with(r#"[{"id":3,"title":"c","#), "{}", answer.text);
    assert!(!answer.text.contains(r#""title":"b""#), "{}", answer.text);
    scene.tool("todos_complete", &json!({"items": [{"id": 3, "reason": "seen"}]})).ok();
    assert_eq!(scene.list(), "a, b, c done");
}

#[test]
fn the_names_of_older_versions_do_the_same() {
    let mut scene = tell(Dialect::AgentFramework, "a, b, c");
    scene.tool("add_todos", &json!({"todos": [{"title": "d"}]})).ok();
    scene.tool("complete_todos", &json!({"ids": [1, 2]})).ok();
    scene.tool("remove_todos", &json!({"ids": [3]})).ok();
    assert_eq!(scene.list(), "a done, b done, d");
    let [remaining, all] = ["get_remaining_todos", "get_all_todos"]
        .map(|tool| scene.tool(tool, &json!({})).ok().text.matches("title").count());
    assert_eq!([remaining, all], [1, 3]);
}
