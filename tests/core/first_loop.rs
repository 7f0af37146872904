//! The first loop that anybody writes, with a person who works on the same list: what a person
//! decides in mid-step holds, and no write of the loop is an error.

use agent_todos::{Author, Options, ShownTodo, Status, TodoStore, WriteError};

use crate::scene::{by, list, named, show};

/// What JavaScript passes for a todo.
fn shown(store: &TodoStore, index: usize) -> ShownTodo {
    let todo = &store.list()[index];
    let fields = serde_json::json!({
        "key": todo.key.to_text(),
        "content": todo.content(),
        "revision": store.revision(),
    });
    ShownTodo::from_json(&fields.to_string()).unwrap()
}

/// Works on each todo in turn, with `meanwhile` in the middle of the first step.
fn work(store: &mut TodoStore, mut meanwhile: impl FnMut(&mut TodoStore)) -> Vec<String> {
    let mut log = Vec::new();
    while let Some(id) = store.next_todo() {
        let todo = shown(store, id.0 as usize - 1);
        let content = store.list()[id.0 as usize - 1].content().to_owned();
        if log.is_empty() {
            meanwhile(store);
        }
        let result = store.check_todo(&todo).and_then(|()| store.complete(todo.key));
        match result {
            Ok(()) => log.push(format!("{content}: done")),
            Err(WriteError::Denied) => log.push(format!("{content}: held")),
            Err(WriteError::Error(error)) => panic!("{error}"),
        }
        assert!(log.len() < 9, "it ends");
    }
    log
}

#[test]
fn a_change_by_a_person_during_a_step_stays() {
    for (acts, log, after) in [
        ("skip 1: too expensive", "a: held, b: done", "a skipped, b done"),
        ("remove 1", "a: held, b: done", "b done"),
        ("word 1: a cheap one", "a: held, a cheap one: done, b: done", "a cheap one done, b done"),
        ("describe 1: red", "a: held, a: done, b: done", "a done, b done"),
        ("complete 1", "a: held, b: done", "a done, b done"),
        ("add after 0: first", "a: done, first: done, b: done", "first done, a done, b done"),
        ("move 1 to 2", "a: done, b: done", "b done, a done"),
        ("wait 1: which?", "a: held, b: done", "a, b done"),
        ("reopen 1: not yet", "a: held, a: done, b: done", "a done, b done"),
        ("skip 2", "a: done", "a done, b skipped"),
    ] {
        let mut store = list("a, b");
        let result = work(&mut store, |store| by(store, Author::User, acts).unwrap());
        assert_eq!(result.join(", "), log, "{acts}");
        assert_eq!(show(&store), after, "{acts}");
    }
}

#[test]
fn a_loop_does_not_repeat_a_reworded_step() {
    let mut store = list("a, b");
    // A model's rewording makes no loop repeat a step.
    let log = work(&mut store, |store| by(store, Author::Model, "word 1: A").unwrap());
    assert_eq!(log.join(", "), "a: done, b: done");
    // Nor does the loop's own.
    let mut store = list("a, b");
    let log = work(&mut store, |store| by(store, Author::Agent, "word 1: A").unwrap());
    assert_eq!(log.join(", "), "a: done, b: done");
    // Completing it twice is as asked.
    let mut store = list("a");
    store.next_todo();
    let todo = shown(&store, 0);
    for _ in 0..2 {
        assert_eq!(store.check_todo(&todo).and_then(|()| store.complete(todo.key)), Ok(()));
    }
    // What somebody put back is not done.
    let mut store = list("a");
    store.next_todo();
    let todo = shown(&store, 0);
    by(&mut store, Author::Host, "abort").unwrap();
    assert_eq!(store.check_todo(&todo), Err(WriteError::Denied));
}

#[test]
fn check_todo_denies_a_todo_of_another_list_with_the_same_key() {
    let other = list("x");
    let mut store = list("a");
    by(&mut store, Author::Agent, "word 1: b").unwrap();
    assert_eq!(store.check_todo(&shown(&other, 0)), Err(WriteError::Denied));
    let fits = list("a");
    assert_eq!(store.check_todo(&shown(&fits, 0)), Ok(()));
}

#[test]
fn check_todo_lets_a_person_answer_what_was_shown() {
    let mut store = list("a");
    by(&mut store, Author::Model, "wait 1: Which one?").unwrap();
    let asked = shown(&store, 0);
    by(&mut store, Author::User, "word 1: b").unwrap();
    store.acting_as(Author::User, |store| assert_eq!(store.check_todo(&asked), Ok(())));
    // Another question is not the one that was shown.
    let mut store = list("a");
    by(&mut store, Author::Model, "wait 1: Which one?").unwrap();
    let asked = shown(&store, 0);
    by(&mut store, Author::Model, "wait 1: How many?").unwrap();
    store.acting_as(Author::User, |store| {
        assert_eq!(store.check_todo(&asked), Err(WriteError::Denied));
    });
}

#[test]
fn check_todo_asks_the_stamps_once_the_history_dropped_the_revision() {
    let mut store = TodoStore::new(Options::from_json(r#"{"maxSnapshots":1}"#).unwrap());
    store.add_multiple(&["a", "b"]).unwrap();
    let [a, b] = [0, 1].map(|index| shown(&store, index));
    by(&mut store, Author::User, "describe 2: red").unwrap();
    assert_eq!(store.check_todo(&a), Ok(()));
    assert_eq!(store.check_todo(&b), Err(WriteError::Denied));
    // Nobody was shown a revision that the list has not reached.
    let mut ahead = store.clone();
    ahead.add_multiple(&["c"]).unwrap();
    assert_eq!(store.check_todo(&shown(&ahead, 0)), Err(WriteError::Denied));
}

#[test]
fn a_loop_takes_no_todo_of_another_owner() {
    let mut store = list("a, b");
    by(&mut store, named("ann"), "start 1").unwrap();
    let log = work(&mut store, |_| ());
    assert_eq!(log.join(", "), "b: done");
    assert_eq!(show(&store), "a doing @ann, b done");
    assert_eq!(store.complete(agent_todos::Id(1)), Err(WriteError::Denied));
    // An abort without a name sets back everything.
    store.abort();
    assert_eq!(store.list()[0].status(), Status::Todo);
}
