//! Isolation: whatever users do, each sees what a store of their own would show, and nothing else.

use std::fmt::Write;

use std::collections::BTreeMap;

use crate::snapshot::assert_snapshot;
use agent_todos::list::note::texts;
use agent_todos::tasks::task_store::{Fields, Task, TaskStatus, TaskStore};
use agent_todos::tasks::task_tools;
use agent_todos::{ErrorCode, Outcome, TodoError};
use proptest::prelude::*;

const USERS: [&str; 4] = ["ann", "bob", "Ann", "bob "];

/// Not random, but never the same twice.
fn counting(bytes: &mut [u8]) {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let mut number = NEXT.fetch_add(1, Ordering::Relaxed);
    for byte in bytes {
        *byte = (number % 32) as u8;
        number /= 32;
    }
}

/// A task is named by its place among all ids that there ever were, also of others and of the
/// deleted.
#[derive(Clone, Debug)]
enum Operation {
    Add(Fields),
    Update(usize, Fields),
    Complete(usize),
    Delete(usize),
    /// Through a checkpoint and back.
    Checkpoint,
}

fn fields() -> impl Strategy<Value = Fields> {
    let text = |words: &'static [&'static str]| {
        prop::option::of(prop::sample::select(words).prop_map(str::to_owned))
    };
    let titles = text(&["a", " b ", "", "</task>", "\u{1}c"]);
    let priorities = text(&["low", "HIGH", "urgent"]);
    let dates = text(&["2024-02-29", "2025-02-29", "", "soon"]);
    (titles, priorities, dates).prop_map(|(title, priority, due_date)| Fields {
        title,
        priority,
        due_date,
    })
}

fn operation() -> impl Strategy<Value = (usize, Operation)> {
    let task = || 0..20_usize;
    let operation = prop_oneof![
        3 => fields().prop_map(Operation::Add),
        3 => (task(), fields()).prop_map(|(task, fields)| Operation::Update(task, fields)),
        2 => task().prop_map(Operation::Complete),
        2 => task().prop_map(Operation::Delete),
        1 => Just(Operation::Checkpoint),
    ];
    (0..USERS.len(), operation)
}

/// The obvious way: a list of each user's own, changed by what the operation gave.
type Model = BTreeMap<&'static str, Vec<Task>>;

fn run(
    store: &mut TaskStore,
    model: &mut Model,
    ids: &mut Vec<String>,
    user: &'static str,
    operation: &Operation,
) -> Result<(), TodoError> {
    let id = |index: &usize| ids.get(*index).cloned().unwrap_or("task_none".to_owned());
    match operation {
        Operation::Add(fields) => {
            let task = store.add(user, fields)?.clone();
            assert!(task.id.starts_with("task_") && task.id.len() == 29, "{}", task.id);
            ids.push(task.id.to_string());
            model.entry(user).or_default().push(task);
        }
        Operation::Update(index, fields) => {
            let (updated, is_changed) = store.update(user, &id(index), fields)?;
            let updated = updated.clone();
            let list = model.get_mut(user).unwrap();
            let task = list.iter_mut().find(|task| task.id == updated.id).unwrap();
            assert_eq!(is_changed, *task != updated);
            *task = updated;
        }
        Operation::Complete(index) => {
            let id = id(index);
            let was_completed = store.complete(user, &id)?;
            let list = model.get_mut(user).unwrap();
            let task = list.iter_mut().find(|task| *task.id == *id).unwrap();
            assert_eq!(task.is_completed(), was_completed);
            task.status = TaskStatus::Completed;
        }
        Operation::Delete(index) => {
            let deleted = store.delete(user, &id(index))?;
            model.get_mut(user).unwrap().retain(|task| *task != deleted);
        }
        Operation::Checkpoint => {
            *store = TaskStore::from_checkpoint(&store.checkpoint(), counting)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::cases(3000))]

    #[test]
    fn no_user_changes_or_reads_the_tasks_of_another_user(operations in prop::collection::vec(operation(), 0..40)) {
        let mut store = TaskStore::new(counting);
        let (mut model, mut ids) = (Model::default(), Vec::<String>::new());
        for (user, operation) in &operations {
            let user = USERS[*user];
            let before = store.checkpoint();
            let target = match operation {
                Operation::Update(index, _) | Operation::Complete(index) | Operation::Delete(index) => {
                    Some(ids.get(*index).cloned().unwrap_or_default())
                }
                Operation::Add(_) | Operation::Checkpoint => None,
            };
            let is_own = target.as_ref().is_none_or(|id| model.get(user).is_some_and(|list| list.iter().any(|task| *task.id == **id)));
            let result = run(&mut store, &mut model, &mut ids, user, operation);
            if user == "bob " {
                prop_assert!(result.is_err() || matches!(operation, Operation::Checkpoint));
            } else if !is_own {
                let error = result.clone().unwrap_err();
                prop_assert_eq!(error.code(), ErrorCode::TaskNotFound);
                prop_assert_eq!(error.message(), "Task not found");
            }
            if result.is_err() {
                prop_assert_eq!(store.checkpoint(), before, "a refusal changed something");
            }
            for user in &USERS[..3] {
                for is_completed in [None, Some(true), Some(false)] {
                    let list: Vec<Task> = store.list(user, is_completed).unwrap().cloned().collect();
                    let mut expected = model.get(user).cloned().unwrap_or_default();
                    expected.retain(|task| is_completed.is_none_or(|wanted| task.is_completed() == wanted));
                    prop_assert_eq!(list, expected);
                }
            }
            prop_assert_eq!(store.len(), model.values().map(Vec::len).sum::<usize>());
        }
    }
}

/// What "ann" is answered who calls the tool of a name with these fields and has one task, and the
/// store.
fn called(name: &str, fields: &str) -> (TaskStore, Outcome) {
    let mut store = TaskStore::new(counting);
    let title = Some("Buy milk".to_owned());
    let id = store.add("ann", &Fields { title, ..Fields::default() }).unwrap().id.to_string();
    let arguments = format!(r#"{{"user_id":"ann",{}}}"#, fields.replace("ID", &id));
    let outcome = call(&mut store, name, &arguments, None);
    (store, outcome)
}

fn call(store: &mut TaskStore, name: &str, arguments: &str, user: Option<&str>) -> Outcome {
    let names = ["add_task", "list_tasks", "update_task", "complete_task", "delete_task"];
    let tool = names.iter().position(|known| *known == name).unwrap();
    task_tools::call(store, task_tools::Tool::ALL[tool], Ok(arguments), user)
}

#[test]
fn every_repair_of_a_call_is_noted() {
    let mut log = String::new();
    for (name, fields) in [
        ("add_task", r#""title":"a","priority":"HIGH""#),
        ("add_task", r#""title":"a\u0000b""#),
        ("update_task", r#""task_id":"ID","priority":" Low ""#),
        ("list_tasks", r#""status":"done""#),
        ("list_tasks", r#""status":"to-do""#),
        ("list_tasks", r#""status":"Completed""#),
        ("list_tasks", r#""status":"all""#),
        ("list_tasks", r#""status":"""#),
        ("add_task", r#""title":"a","priority":"low","due_date":"""#),
    ] {
        let (_, outcome) = called(name, fields);
        assert!(outcome.ok, "{fields}: {}", outcome.text);
        writeln!(log, "{fields}: {:?}", texts(&outcome.notes)).unwrap();
    }
    assert_snapshot(&log);
    for word in ["doing", "skipped", "urgent"] {
        let (_, outcome) = called("list_tasks", &format!(r#""status":"{word}""#));
        assert!(!outcome.ok, "{word}");
        assert_snapshot(&outcome.text);
    }
}

#[test]
fn update_task_with_equal_values_changes_nothing() {
    for (fields, is_change) in [
        (r#""title":"Buy milk""#, false),
        (r#""title":" Buy milk ","priority":"medium","due_date":"""#, false),
        (r#""title":"Buy tea""#, true),
        (r#""priority":"high""#, true),
        (r#""due_date":"2026-02-05""#, true),
    ] {
        let (_, outcome) = called("update_task", &format!(r#""task_id":"ID",{fields}"#));
        assert!(outcome.ok && outcome.text.contains(r#""task":{"#), "{}", outcome.text);
        assert_eq!(outcome.changed, is_change, "{fields}");
    }
}

#[test]
fn update_task_in_the_strict_form_leaves_omitted_fields() {
    let all = r#""task_id":"ID","title":"","priority":"unchanged","due_date":"unchanged""#;
    let (_, outcome) = called("update_task", all);
    assert!(outcome.text.contains("nothing_to_update"), "{}", outcome.text);
    let dated = all.replace(r#""due_date":"unchanged""#, r#""due_date":"2026-02-05""#);
    let (store, outcome) = called("update_task", &dated);
    assert_eq!((outcome.ok, outcome.changed, outcome.notes), (true, true, vec![]));
    let task = store.list("ann", None).unwrap().next().unwrap();
    let now = (&*task.title, task.priority, task.due_date.as_deref());
    assert_eq!(now, ("Buy milk", "medium", Some("2026-02-05")));
    // A new task has nothing to keep.
    let (_, outcome) = called("add_task", r#""title":"a","priority":"unchanged""#);
    assert!(outcome.text.contains("invalid_priority"), "{}", outcome.text);
}

#[test]
fn a_caller_bound_to_a_user_cannot_name_another() {
    let mut store = TaskStore::new(counting);
    for arguments in [
        r#"{"title":"a"}"#,
        r#"{"title":"a","user_id":"ann"}"#,
        r#"{"title":"a","user_id":null}"#,
        r#""{\"title\":\"a\"}""#,
        r#"[{"title":"a"}]"#,
    ] {
        let outcome = call(&mut store, "add_task", arguments, Some("ann"));
        assert!(outcome.ok, "{arguments}: {}", outcome.text);
    }
    assert_eq!(store.list("ann", None).unwrap().count(), 5);
    // A model may write a number for a text.
    let numbered = call(&mut store, "add_task", r#"{"title":"a","user_id":7}"#, Some("7"));
    assert!(numbered.ok, "{}", numbered.text);
    let before = store.checkpoint();
    for user in [r#""bob""#, r#""""#, "7", r#"["ann"]"#, r#""ann","user_id":"bob""#] {
        for name in ["add_task", "list_tasks", "update_task", "complete_task", "delete_task"] {
            let arguments = format!(r#"{{"title":"a","task_id":"x","user_id":{user}}}"#);
            let outcome = call(&mut store, name, &arguments, Some("ann"));
            assert!(!outcome.ok, "{}", outcome.text);
        }
    }
    assert_eq!(store.checkpoint(), before);
}
