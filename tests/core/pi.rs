//! A model whose tool only toggles todos.

use agent_todos::Dialect;
use serde_json::json;

use crate::scene::{ASKS, Scene, settings, tell};

/// Returns what it reads after a call that toggles a todo.
fn toggle(scene: &mut Scene, id: usize) -> String {
    scene.tool("todo", &json!({"action": "toggle", "id": id})).text.clone()
}

#[test]
fn a_toggle_completes_what_is_open_and_reopens_what_is_settled() {
    let mut scene = tell(Dialect::Pi, "a, b doing, c done, d");
    scene.by(agent_todos::list::author::Author::Model, "skip 4").unwrap();
    scene.reminder();
    for (id, answer) in [(1, "completed"), (2, "completed"), (3, "uncompleted"), (4, "uncompleted")]
    {
        assert_eq!(toggle(&mut scene, id), format!("Todo #{id} {answer}"));
    }
    assert_eq!(scene.list(), "a done, b done, c, d");
}

#[test]
fn a_toggle_means_the_todo_as_the_model_knows_it() {
    let mut scene = tell(Dialect::Pi, "a, b");
    scene.user("complete 1");
    assert!(toggle(&mut scene, 1).starts_with("Todo #1 completed"));
    assert_eq!(scene.list(), "a done, b");
}

#[test]
fn a_toggle_does_not_reopen_what_a_person_completed() {
    let mut scene = tell(Dialect::Pi, "a, b");
    scene.user("complete 1");
    scene.reminder();
    scene.tool("todo", &json!({"action": "toggle", "id": 1})).fails();
    assert_eq!(scene.list(), "a done, b");
}

#[test]
fn a_toggle_of_what_is_to_be_confirmed_claims_it() {
    let mut scene = Scene::new(settings(Dialect::Pi), ASKS, "a");
    scene.reminder();
    for _ in 0..2 {
        let answer = toggle(&mut scene, 1);
        assert!(answer.starts_with("Todo #1 reported as completed\n"), "{answer}");
        assert_eq!(scene.list(), "a doing claimed");
    }
}

#[test]
fn clearing_counts_only_what_left_the_list() {
    let mut scene = tell(Dialect::Pi, "a, b, c");
    scene.user("add: d");
    let answer = scene.tool("todo", &json!({"action": "clear"})).noted();
    assert!(answer.text.starts_with("Cleared 3 todos\n"), "{}", answer.text);
    assert_eq!(scene.list(), "d");
}

#[test]
fn a_list_of_several_todos_is_answered_with_the_list() {
    for (dialect, tool, named, list) in [
        (
            Dialect::Pi,
            "todo",
            json!({"action": "add", "todos": ["a", "b"]}),
            "[ ] #1: a\n[ ] #2: b\n",
        ),
        (
            Dialect::Rpiv,
            "todo",
            json!({"action": "create", "tasks": ["a", "b"]}),
            "#1 [pending] a\n#2 [pending] b\n",
        ),
        (
            Dialect::Task,
            "TaskCreate",
            json!({"todos": ["a", "b"]}),
            "#1 [pending] a\n#2 [pending] b\n",
        ),
    ] {
        let mut scene = tell(dialect, "");
        let answer = scene.tool(tool, &named).noted();
        assert!(answer.text.starts_with(list), "{}", answer.text);
    }
}

#[test]
fn a_list_beside_an_action_that_reads_names_the_one_that_writes() {
    for (dialect, list, writes) in
        [(Dialect::Pi, "todos", "use add"), (Dialect::Rpiv, "tasks", "use create")]
    {
        let mut scene = tell(dialect, "a");
        let answer = scene.tool("todo", &json!({"action": "list", list: ["b"]})).fails();
        assert!(answer.text.ends_with(writes), "{}", answer.text);
    }
}
