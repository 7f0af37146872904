//! What a host keeps with a todo: it goes where the todo goes, and no model reads it.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::data::Data;
use agent_todos::{Author, Dialect, ErrorCode, Id, Key, Patch, Settings, TodoStore};
use serde_json::json;

use crate::scene::{Scene, list, settings, tell};

fn keep(store: &mut TodoStore, key: &str, data: &str) {
    let patch = Patch { data: Some(data), ..Patch::default() };
    store.edit(Key::parse_str(key).unwrap(), &patch).unwrap();
}

fn kept(store: &TodoStore) -> Vec<Option<&str>> {
    store.list().iter().map(|todo| todo.data().map(Data::as_json)).collect()
}

const TAB: &str = r#"{"tab":7,"url":"https://shop.example/a?b=\"c\""}"#;

#[test]
fn data_is_a_value_of_4_kb_that_null_clears() {
    let mut store = list("a, b");
    keep(&mut store, "t1", TAB);
    assert_eq!((kept(&store), store.revision()), (vec![Some(TAB), None], 2));
    keep(&mut store, "t1", TAB);
    assert_eq!(store.revision(), 2, "no change");
    keep(&mut store, "t1", "null");
    assert_eq!(kept(&store), [None, None]);
    store.acting_as(Author::Host, TodoStore::undo).unwrap();
    assert_eq!(kept(&store), [Some(TAB), None]);
    let text = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
    for data in ["0", "false", "\"\"", "[]", "[[1,null],{\"\":\"\\ud800\"}]", &text(4_096)] {
        keep(&mut store, "t2", data);
        assert_eq!(kept(&store)[1], Some(data));
        assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
    }
    let before = store.clone();
    for data in [&*text(4_097), "", "{", "undefined", "{'a':1}", "1 2", &"[".repeat(4_000)] {
        let patch = Patch { data: Some(data), ..Patch::default() };
        assert_eq!(store.edit(Id(2), &patch).unwrap_err().code(), Some(ErrorCode::InvalidArgument));
    }
    assert_eq!(store, before);
}

#[test]
fn a_model_reads_no_data() {
    for reminders in [ReminderMode::Changes, ReminderMode::Full] {
        let settings = Settings { reminders, ..settings(Dialect::TodoWrite) };
        let mut scene = Scene::new(settings, "{}", "a, b");
        keep(&mut scene.store, "t1", TAB);
        assert_eq!(scene.reminder(), "");
        assert!(!scene.store.xml().contains("shop"));
        assert!(!agent_todos::tools::markdown::markdown(scene.store.list()).contains("shop"));
        let answer = scene.writes("a done, b").ok();
        assert_eq!((answer.text.contains("shop"), &answer.notes), (false, &vec![]));
    }
}

#[test]
fn data_goes_where_the_todo_goes() {
    for dialect in [Dialect::TodoWrite, Dialect::UpdatePlan, Dialect::TodoManager] {
        let mut scene = tell(dialect, "a, b");
        keep(&mut scene.store, "t1", TAB);
        scene.restart();
        if dialect != Dialect::TodoManager {
            scene.writes("b doing, a, c").ok();
            assert_eq!(kept(&scene.store), [None, Some(TAB), None], "{dialect:?}");
            scene.writes("b doing, c").ok();
            assert_eq!(kept(&scene.store), [None, None], "{dialect:?}");
            scene.host("undo");
            assert_eq!(kept(&scene.store), [None, Some(TAB), None], "{dialect:?}");
        }
        scene.host("complete 1");
        assert!(kept(&scene.store).contains(&Some(TAB)), "{dialect:?}");
    }
    let mut scene = tell(Dialect::TodoManager, "a, b");
    keep(&mut scene.store, "t2", TAB);
    scene.call(&json!({"action": "set", "contents": ["b", "c"]}));
    let index = scene.store.list().iter().position(|todo| todo.content() == "b").unwrap();
    assert_eq!(kept(&scene.store)[index], Some(TAB));
}

#[test]
fn data_that_a_host_set_since_does_not_hold_the_todo_on_the_list() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    keep(&mut scene.store, "t2", TAB);
    let answer = scene.writes("a").ok();
    assert_eq!(scene.list(), "a");
    assert!(!answer.text.contains("changed"), "{}", answer.text);
}

#[test]
fn merged_data_is_the_latest_of_the_side_that_changed_it_and_a_persons_first() {
    let base = tell(Dialect::TodoWrite, "a, b, c");
    let (mut here, mut there) = (base.clone(), base.clone());
    keep(&mut here.store, "t1", "1");
    keep(&mut there.store, "t2", "2");
    here.store.acting_as(Author::Agent, |store| keep(store, "t3", "3"));
    there.store.acting_as(Author::User, |store| keep(store, "t3", "4"));
    for (mut one, other) in [(here.clone(), &there), (there.clone(), &here)] {
        one.merge(&base, other);
        assert_eq!(kept(&one.store), [Some("1"), Some("2"), Some("4")]);
    }
}
