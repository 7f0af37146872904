//! Isolation: whatever users do, each sees what a store of their own would show, and nothing else.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test that panics has found something"
)]

use std::collections::BTreeMap;

use agent_todos::tasks::store::{Fields, Task, TaskStatus, TaskStore};
use agent_todos::{ErrorCode, TodoError};
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

/// A task is named by its place among all ids that there ever were, also of others and of the deleted.
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
#[derive(Default)]
struct Model {
    lists: BTreeMap<&'static str, Vec<Task>>,
}

impl Model {
    fn owns(&self, user: &str, id: &str) -> bool {
        self.lists.get(user).is_some_and(|list| list.iter().any(|task| &*task.id == id))
    }
}

fn run(
    store: &mut TaskStore,
    model: &mut Model,
    ids: &mut Vec<String>,
    user: &'static str,
    operation: &Operation,
) -> Result<(), TodoError> {
    let id = |place: &usize| ids.get(*place).cloned().unwrap_or("task_none".to_owned());
    match operation {
        Operation::Add(fields) => {
            let task = store.add(user, fields)?.clone();
            ids.push(task.id.to_string());
            model.lists.entry(user).or_default().push(task);
        }
        Operation::Update(place, fields) => {
            let changed = store.update(user, &id(place), fields)?.clone();
            let list = model.lists.get_mut(user).unwrap();
            let task = list.iter_mut().find(|task| task.id == changed.id).unwrap();
            *task = changed;
        }
        Operation::Complete(place) => {
            let id = id(place);
            let was_completed = store.complete(user, &id)?;
            let list = model.lists.get_mut(user).unwrap();
            let task = list.iter_mut().find(|task| *task.id == *id).unwrap();
            assert_eq!(task.is_completed(), was_completed);
            task.status = TaskStatus::Completed;
        }
        Operation::Delete(place) => {
            let deleted = store.delete(user, &id(place))?;
            model.lists.get_mut(user).unwrap().retain(|task| *task != deleted);
        }
        Operation::Checkpoint => {
            *store = TaskStore::from_checkpoint(&store.checkpoint(), counting)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_user_changes_or_learns_of_anothers_tasks(operations in prop::collection::vec(operation(), 0..40)) {
        let mut store = TaskStore::new(counting);
        let (mut model, mut ids) = (Model::default(), Vec::<String>::new());
        for (user, operation) in &operations {
            let user = USERS[*user];
            let before = store.checkpoint();
            let target = match operation {
                Operation::Update(place, _) | Operation::Complete(place) | Operation::Delete(place) => {
                    Some(ids.get(*place).cloned().unwrap_or_default())
                }
                Operation::Add(_) | Operation::Checkpoint => None,
            };
            let is_own = target.as_ref().is_none_or(|id| model.owns(user, id));
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
                let list: Vec<Task> = store.list(user, None).unwrap().cloned().collect();
                prop_assert_eq!(list, model.lists.get(user).cloned().unwrap_or_default());
            }
        }
    }
}
