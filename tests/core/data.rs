//! What a host keeps with a todo: it goes where the todo goes, and no model reads it.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::data::Data;
use agent_todos::{Author, Dialect, ErrorCode, Id, Key, Patch, Settings, TodoStore};
use serde_json::json;

use crate::scene::{Scene, list, settings, tell};

fn set_data(store: &mut TodoStore, key: &str, data: &str) {
    let patch = Patch { data: Some(data), ..Patch::default() };
    store.edit(Key::parse_str(key).unwrap(), &patch).unwrap();
}

fn data_of(store: &TodoStore) -> Vec<Option<&str>> {
    store.list().iter().map(|todo| todo.data().map(Data::as_json)).collect()
}

const TAB: &str = r#"{"tab":7,"url":"https://shop.example/a?b=\"c\""}"#;

#[test]
fn a_todo_takes_4_kb_of_data_and_null_clears_it() {
    let mut store = list("a, b");
    set_data(&mut store, "t1", TAB);
    assert_eq!((data_of(&store), store.revision()), (vec![Some(TAB), None], 2));
    set_data(&mut store, "t1", TAB);
    assert_eq!(store.revision(), 2, "no change");
    set_data(&mut store, "t1", "null");
    assert_eq!(data_of(&store), [None, None]);
    store.acting_as(Author::Host, TodoStore::undo).unwrap();
    assert_eq!(data_of(&store), [Some(TAB), None]);
    let text = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
    for data in ["0", "false", "\"\"", "[]", "[[1,null],{\"\":\"\\ud800\"}]", &text(4_096)] {
        set_data(&mut store, "t2", data);
        assert_eq!(data_of(&store)[1], Some(data));
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
fn reminders_answers_and_forms_show_no_data() {
    for reminders in [ReminderMode::Changes, ReminderMode::Full] {
        let settings = Settings { reminders, ..settings(Dialect::TodoWrite) };
        let mut scene = Scene::new(settings, "{}", "a, b");
        set_data(&mut scene.store, "t1", TAB);
        assert_eq!(scene.reminder(), "");
        assert!(!scene.store.xml().contains("shop"));
        assert!(!agent_todos::tools::markdown::markdown(scene.store.list()).contains("shop"));
        let answer = scene.writes("a done, b").ok();
        assert_eq!((answer.text.contains("shop"), &answer.notes), (false, &vec![]));
    }
}

#[test]
fn data_stays_with_its_todo_through_whole_lists_and_undo() {
    for dialect in [Dialect::TodoWrite, Dialect::UpdatePlan, Dialect::TodoManager] {
        let mut scene = tell(dialect, "a, b");
        set_data(&mut scene.store, "t1", TAB);
        scene.restart();
        if dialect != Dialect::TodoManager {
            scene.writes("b doing, a, c").ok();
            assert_eq!(data_of(&scene.store), [None, Some(TAB), None], "{dialect:?}");
            scene.writes("b doing, c").ok();
            assert_eq!(data_of(&scene.store), [None, None], "{dialect:?}");
            scene.host("undo");
            assert_eq!(data_of(&scene.store), [None, Some(TAB), None], "{dialect:?}");
        }
        scene.host("complete 1");
        assert!(data_of(&scene.store).contains(&Some(TAB)), "{dialect:?}");
    }
    let mut scene = tell(Dialect::TodoManager, "a, b");
    set_data(&mut scene.store, "t2", TAB);
    scene.call(&json!({"action": "set", "contents": ["b", "c"]}));
    let index = scene.store.list().iter().position(|todo| todo.content() == "b").unwrap();
    assert_eq!(data_of(&scene.store)[index], Some(TAB));
}

#[test]
fn a_whole_list_may_omit_a_todo_whose_data_changed_since() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    set_data(&mut scene.store, "t2", TAB);
    let answer = scene.writes("a").ok();
    assert_eq!(scene.list(), "a");
    assert!(!answer.text.contains("changed"), "{}", answer.text);
}

#[test]
fn merge_takes_changed_data_and_prefers_a_persons() {
    let base = tell(Dialect::TodoWrite, "a, b, c");
    let (mut here, mut there) = (base.clone(), base.clone());
    set_data(&mut here.store, "t1", "1");
    set_data(&mut there.store, "t2", "2");
    here.store.acting_as(Author::Agent, |store| set_data(store, "t3", "3"));
    there.store.acting_as(Author::User, |store| set_data(store, "t3", "4"));
    for (mut one, other) in [(here.clone(), &there), (there.clone(), &here)] {
        one.merge(&base, other);
        assert_eq!(data_of(&one.store), [Some("1"), Some("2"), Some("4")]);
    }
}
