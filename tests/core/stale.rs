//! The line for a model that works on while nothing on the list changes.

use agent_todos::forms::reminder::{Reminder, ReminderMode};
use agent_todos::list::waiting::{Wait, WaitFor};
use agent_todos::{Conversation, Dialect, Id, Settings, TodoStore};

use crate::scene::{Scene, list, reminder_text, settings, tell};
use crate::snapshot::assert_snapshot;

/// A model that reads the line after three messages without a change.
fn stale(dialect: Dialect, todos: &str) -> Scene {
    Scene::new(Settings { stale: 3, ..settings(dialect) }, "{}", todos)
}

/// Reminds a model after each of so many messages, and returns what it reads.
fn after(scene: &mut Scene, messages: u32) -> Vec<String> {
    let remind = |scene: &mut Scene| {
        let reminder = scene.model.reminder_after(&scene.store, 1);
        reminder_text(&reminder, &scene.store)
    };
    (0..messages).map(|_| remind(scene)).filter(|text| !text.is_empty()).collect()
}

#[test]
fn a_list_on_which_nothing_changes_is_named_once() {
    let mut scene = stale(Dialect::TodoManager, "Find, Pay doing, Rate");
    assert_eq!(after(&mut scene, 2), [""; 0]);
    let reminders = after(&mut scene, 30);
    assert_eq!(reminders.len(), 1, "{reminders:?}");
    assert_snapshot(&reminders[0]);
    // A reminder reports what a person changed, and the count begins again.
    scene.user("skip 3");
    scene.reads();
    assert_eq!(after(&mut scene, 2), [""; 0]);
    assert_eq!(after(&mut scene, 30).len(), 1);
    // The model's own call, too.
    scene.manages("complete_multiple", &[2]).ok();
    assert_eq!(after(&mut scene, 3), [""; 0]);
    let reminders = after(&mut scene, 30);
    assert_eq!(reminders.len(), 1, "{reminders:?}");
    assert_snapshot(&reminders[0]);
}

#[test]
fn messages_that_a_host_counts_need_no_reminder_each() {
    let mut scene = stale(Dialect::TodoWrite, "Pay doing");
    let mut reads = |messages| {
        let reminder = scene.model.reminder_after(&scene.store, messages);
        reminder_text(&reminder, &scene.store)
    };
    // A request that is sent again has no new message.
    for messages in [0, 0, 2, 0, 0] {
        assert_eq!(reads(messages), "");
    }
    assert_snapshot(&reads(5));
    assert_eq!(reads(5), "");
}

#[test]
fn without_the_option_nothing_is_said() {
    let mut scene = tell(Dialect::TodoManager, "Pay doing");
    assert_eq!(after(&mut scene, 100), [""; 0]);
    let off = Settings { reminders: ReminderMode::Off, stale: 1, ..Settings::default() };
    let mut scene = Scene::new(off, "{}", "Pay doing");
    assert_eq!(after(&mut scene, 100), [""; 0]);
}

#[test]
fn nothing_is_said_while_all_that_is_open_waits_or_is_done() {
    for acts in ["complete 1; complete 2", "block 2 after 1"] {
        let mut scene = stale(Dialect::TodoManager, "Log in, Pay");
        scene.user(acts);
        if acts.starts_with("block") {
            scene.store.wait(Id(1), &Wait::new(WaitFor::User, "")).unwrap();
        }
        scene.reminder();
        assert_eq!(after(&mut scene, 30), [""; 0], "{acts}");
    }
    // Nor before the model has read a list.
    let mut scene = stale(Dialect::TodoManager, "");
    assert_eq!(after(&mut scene, 30), [""; 0]);
}

#[test]
fn the_line_joins_a_list_and_is_no_reason_for_one() {
    let mut scene = stale(Dialect::TodoManager, "Pay doing");
    after(&mut scene, 2);
    scene.model.compacted();
    let whole = scene.reminder();
    assert!(whole.contains("<todos>") && whole.contains("Nothing on the list"), "{whole}");
    assert_snapshot(&whole);
    assert_eq!(after(&mut scene, 30), [""; 0]);
    // In another element, too.
    let tag = r#"{"stale":2,"tag":"todo-state","reminders":"full"}"#;
    let store = list("Pay");
    let mut model = Conversation::new(Settings::from_json(&store, tag).unwrap());
    assert!(model.reminder(&store).is_whole());
    assert_eq!(model.reminder(&store), Reminder::Nothing);
    let Reminder::Text { text, is_whole: false } = model.reminder(&store) else { panic!() };
    assert_snapshot(&text);
}

#[test]
fn a_model_with_a_name_is_asked_about_its_own_todos() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a", "b"]).unwrap();
    let json = r#"{"stale":2,"name":"ann","dialect":"Task"}"#;
    let mut ann = Conversation::new(Settings::from_json(&store, json).unwrap());
    store.acting_as(crate::scene::named("bob"), |store| store.mark_doing(Id(1))).unwrap();
    let mut reads = |store: &TodoStore| reminder_text(&ann.reminder(store), store);
    reads(&store);
    assert_eq!(reads(&store), "");
    assert_snapshot(&reads(&store));
}

#[test]
fn the_count_survives_a_restart() {
    let mut scene = stale(Dialect::TodoManager, "Pay doing");
    after(&mut scene, 2);
    scene.restart();
    assert_snapshot(&after(&mut scene, 1).concat());
    scene.restart();
    scene.reminder();
    assert_eq!(after(&mut scene, 30), [""; 0]);
}

#[test]
fn stale_takes_two_to_a_thousand() {
    let store = list("a");
    for (stale, ok) in [("1", false), ("2", true), ("1000", true), ("1001", false)] {
        let options = format!(r#"{{"stale":{stale}}}"#);
        assert_eq!(Settings::from_json(&store, &options).is_ok(), ok, "{stale}");
    }
}
