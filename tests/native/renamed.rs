//! The ids by which a model calls todos, when a merge gives a todo another id.

use agent_todos::forms::reminder::Reminder;
use agent_todos::{
    Call, Conversation, Dialect, Field, Options, Outcome, Settings, Status, TodoStore,
};

/// A list to which two models, each in its own tab, added a todo, under one key, after it was merged.
fn merged(dialect: Dialect) -> (TodoStore, Conversation) {
    let mut store = TodoStore::new(Options::default());
    store.add_multiple(&["a"]).unwrap();
    let base = store.checkpoint();
    let mut elsewhere = store.clone();
    let mut model = Conversation::new(Settings { dialect, ..Settings::default() });
    let _ = model.reminder(&store);
    let added = match dialect {
        Dialect::Task => r#"{"subject":"mine"}"#,
        _ => r#"{"merge":true,"todos":[{"id":"pay","content":"mine","status":"pending"}]}"#,
    };
    assert!(call(&mut model, &mut store, 0, added).ok);
    // There, too, a model calls its todo "pay", where it has ids of its own.
    let other = added.replace("mine", "theirs");
    let mut elsewhere_model = Conversation::new(Settings { dialect, ..Settings::default() });
    let _ = elsewhere_model.reminder(&elsewhere);
    assert!(call(&mut elsewhere_model, &mut elsewhere, 0, &other).ok);
    store.merge(&base, &elsewhere.checkpoint()).unwrap();
    assert_eq!(contents(&store), ["a", "theirs", "mine"]);
    (store, model)
}

fn call(model: &mut Conversation, store: &mut TodoStore, tool: usize, arguments: &str) -> Outcome {
    let tool = model.settings().dialect.tool_names().nth(tool).unwrap();
    model.call(store, &Call { tool, arguments })
}

fn contents(store: &TodoStore) -> Vec<&str> {
    store.list().iter().map(|todo| todo.content()).collect()
}

const COMPLETED: &str = r#"{"taskId":"t2","status":"completed"}"#;

#[test]
fn an_id_means_the_todo_that_the_model_gave_it_to_after_a_merge() {
    let (mut store, mut model) = merged(Dialect::Task);
    let outcome = call(&mut model, &mut store, 1, COMPLETED);
    assert!(outcome.ok, "{}", outcome.text);
    let statuses: Vec<Status> = store.list().iter().map(|todo| todo.status).collect();
    assert_eq!(statuses, [Status::Todo, Status::Todo, Status::Done], "{}", outcome.text);
    let note = r#"3 ("mine") has the id "t3", as "t2" is the id of 2 ("theirs")"#;
    assert!(outcome.notes.iter().any(|said| said == note), "{:?}", outcome.notes);
}

#[test]
fn a_reminder_says_which_ids_a_merge_changed() {
    let (mut store, mut model) = merged(Dialect::Task);
    let Reminder::Changes { text, .. } = model.reminder(&store) else {
        panic!("a reminder is due")
    };
    assert!(text.contains(r#"3 ("mine") has the id "t3" now."#), "{text}");
    assert!(call(&mut model, &mut store, 1, COMPLETED).ok);
    assert_eq!(store.list()[1].status, Status::Done, "from now on t2 is theirs");
}

#[test]
fn the_newcomer_of_two_todos_with_one_id_gets_another_and_the_model_is_told() {
    let (mut store, mut model) = merged(Dialect::Merge);
    assert_eq!(store.list()[1].text(Field::Name), Some("pay"));
    let mut reminded = model.clone();
    let Reminder::Changes { text, .. } = reminded.reminder(&store) else {
        panic!("a reminder is due")
    };
    assert!(text.contains(r#"3 ("mine") has the id "t3" now."#), "{text}");
    let outcome = call(
        &mut model,
        &mut store,
        0,
        r#"{"merge":true,"todos":[{"id":"pay","status":"completed"}]}"#,
    );
    assert!(outcome.ok, "{}", outcome.text);
    assert_eq!(store.list()[2].status, Status::Done, "{}", outcome.text);
    let note = r#"3 ("mine") has the id "t3", as "pay" is the id of 2 ("theirs")"#;
    assert!(outcome.notes.iter().any(|said| said == note), "{:?}", outcome.notes);
}
