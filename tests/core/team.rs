//! Several models with names work on one list: each reads about its own part of it.

use agent_todos::list::author::{Actor, Author};
use agent_todos::list::waiting::Wait;
use agent_todos::{Call, Conversation, Dialect, Id, Outcome, Settings, TodoStore};

use crate::scene::{TWO, reminder_text, settings, show};
use crate::snapshot::assert_snapshot;

/// A conversation of a model with a name.
fn member(dialect: Dialect, name: &str) -> Conversation {
    let name = Actor::named(Author::Model, name).unwrap().name;
    Conversation::new(Settings { name, ..settings(dialect) })
}

/// The model with a name adds todos.
fn adds(store: &mut TodoStore, name: &str, todos: &[&str]) {
    acts(store, name, |store| drop(store.add_multiple(todos).unwrap()));
}

fn acts<T>(store: &mut TodoStore, name: &str, act: impl FnOnce(&mut TodoStore) -> T) -> T {
    store.acting_as(Actor::named(Author::Model, name).unwrap(), act)
}

fn reads(model: &mut Conversation, store: &TodoStore) -> String {
    let reminder = model.reminder(store);
    reminder_text(&reminder, store)
}

fn creates(model: &mut Conversation, store: &mut TodoStore, subjects: &[&str]) {
    for subject in subjects {
        let arguments = format!(r#"{{"subject":"{subject}","description":"As agreed."}}"#);
        assert!(model.call(store, &Call { tool: "TaskCreate", arguments: &arguments }).ok);
    }
}

fn updates(model: &mut Conversation, store: &mut TodoStore, arguments: &str) -> Outcome {
    model.call(store, &Call { tool: "TaskUpdate", arguments })
}

fn writes(model: &mut Conversation, store: &mut TodoStore, todos: &[(&str, &str)]) -> Outcome {
    let items = todos.iter().map(|(content, status)| {
        format!(r#"{{"content":"{content}","status":"{status}","activeForm":"{content}"}}"#)
    });
    let arguments = format!(r#"{{"todos":[{}]}}"#, items.collect::<Vec<_>>().join(","));
    model.call(store, &Call { tool: "TodoWrite", arguments: &arguments })
}

fn contents(store: &TodoStore) -> Vec<&str> {
    store.list().iter().map(|todo| todo.content()).collect()
}

#[test]
fn a_model_reads_its_own_todos_and_the_number_of_the_others() {
    let mut store = TodoStore::default();
    adds(&mut store, "bob", &["b1", "b2"]);
    let mut ann = member(Dialect::Task, "ann");
    creates(&mut ann, &mut store, &["a1", "a2"]);
    store.acting_as(Author::User, |store| store.add_multiple(&["for all"])).unwrap();
    let mut texts = vec![reads(&mut ann, &store)];
    acts(&mut store, "bob", |store| {
        store.mark_doing(Id(1)).unwrap();
        store.complete(Id(1)).unwrap();
        store.mark_doing(Id(2)).unwrap();
    });
    adds(&mut store, "cleo", &["c1"]);
    // What others do to their own todos is no reason for a reminder.
    assert_eq!(reads(&mut ann, &store), "");
    adds(&mut store, "cleo", &["c2"]);
    store.acting_as(Author::User, |store| store.skip(Id(3), "too slow")).unwrap();
    texts.push(reads(&mut ann, &store));
    assert_eq!(reads(&mut ann, &store), "");
    assert_snapshot(&texts.join("\n"));
}

#[test]
fn a_model_reads_what_a_person_does_to_the_todos_of_others() {
    let mut store = TodoStore::default();
    adds(&mut store, "bob", &["b1", "b2"]);
    let mut ann = member(Dialect::Task, "ann");
    creates(&mut ann, &mut store, &["a1"]);
    let _ = reads(&mut ann, &store);
    store.acting_as(Author::User, |store| store.skip(Id(2), "too slow")).unwrap();
    assert_snapshot(&reads(&mut ann, &store));
}

#[test]
fn a_model_without_work_is_shown_the_first_free_todos_of_others() {
    let mut store = TodoStore::default();
    adds(&mut store, "lead", &["1", "2", "3", "4", "5", "6", "7", "8"]);
    acts(&mut store, "bob", |store| store.mark_doing(Id(1))).unwrap();
    let mut ann = member(Dialect::Task, "ann");
    let mut texts = vec![reads(&mut ann, &store)];
    // Another takes one of them, so that the next one is shown.
    acts(&mut store, "cleo", |store| store.mark_doing(Id(2))).unwrap();
    texts.push(reads(&mut ann, &store));
    // With work of its own, it reads once more about those that it was shown.
    assert!(updates(&mut ann, &mut store, r#"{"taskId":"3","status":"in_progress"}"#).ok);
    acts(&mut store, "dan", |store| store.mark_doing(Id(4))).unwrap();
    texts.push(reads(&mut ann, &store));
    acts(&mut store, "eve", |store| store.mark_doing(Id(5))).unwrap();
    assert_eq!(reads(&mut ann, &store), "");
    // Once that is done, it is shown what is free.
    assert!(updates(&mut ann, &mut store, r#"{"taskId":"3","status":"completed"}"#).ok);
    texts.push(reads(&mut ann, &store));
    assert_snapshot(&texts.join("\n"));
}

#[test]
fn a_model_is_shown_on_what_its_own_todos_depend() {
    let mut store = TodoStore::default();
    adds(&mut store, "bob", &["b1", "b2"]);
    let mut ann = member(Dialect::Task, "ann");
    creates(&mut ann, &mut store, &["a1", "a2"]);
    let _ = reads(&mut ann, &store);
    assert!(updates(&mut ann, &mut store, r#"{"taskId":"3","addBlockedBy":["2"]}"#).ok);
    let mut texts = vec![reads(&mut ann, &store)];
    acts(&mut store, "bob", |store| store.mark_doing(Id(2))).unwrap();
    texts.push(reads(&mut ann, &store));
    assert_snapshot(&texts.join("\n"));
}

#[test]
fn an_answer_counts_what_others_did_since_the_last_news() {
    let mut store = TodoStore::default();
    let mut ann = member(Dialect::Task, "ann");
    creates(&mut ann, &mut store, &["a1", "a2", "a3"]);
    adds(&mut store, "bob", &["b1"]);
    let start = updates(&mut ann, &mut store, r#"{"taskId":"1","status":"in_progress"}"#);
    assert_eq!(start.notes, []);
    adds(&mut store, "cleo", &["c1"]);
    store.acting_as(Author::User, |store| store.skip(Id(2), "too slow")).unwrap();
    let done = updates(&mut ann, &mut store, r#"{"taskId":"1","status":"completed"}"#);
    assert_snapshot(&done.text);
}

#[test]
fn who_assigned_a_todo_reads_what_becomes_of_it() {
    let mut store = TodoStore::default();
    let mut lead = member(Dialect::Task, "lead");
    creates(&mut lead, &mut store, &["a"]);
    assert!(updates(&mut lead, &mut store, r#"{"taskId":"1","owner":"bob"}"#).ok);
    let _ = reads(&mut lead, &store);
    acts(&mut store, "bob", |store| store.mark_doing(Id(1))).unwrap();
    assert_snapshot(&reads(&mut lead, &store));
}

/// A strict schema sends an empty owner with each update, so it says nothing beside anything else.
#[test]
fn an_empty_owner_alone_takes_an_assignment_back_for_who_made_it() {
    let mut store = TodoStore::default();
    let [mut lead, mut cleo] = ["lead", "cleo"].map(|name| member(Dialect::Task, name));
    creates(&mut lead, &mut store, &["a"]);
    assert!(updates(&mut lead, &mut store, r#"{"taskId":"1","owner":"bob"}"#).ok);
    let _ = reads(&mut cleo, &store);
    let outcome = updates(&mut cleo, &mut store, r#"{"taskId":"1","owner":""}"#);
    assert_eq!((outcome.ok, show(&store).as_str()), (false, "a @bob"), "{}", outcome.text);
    let arguments = r#"{"taskId":"1","description":"By card","owner":"","addBlocks":[]}"#;
    assert!(updates(&mut lead, &mut store, arguments).ok);
    assert_eq!(show(&store), "a @bob");
    let outcome = updates(&mut lead, &mut store, r##"{"taskId":"#1","owner":" "}"##);
    assert_eq!((outcome.ok, show(&store).as_str()), (true, "a"), "{}", outcome.text);
}

#[test]
fn a_list_of_one_model_leaves_the_todos_of_the_others() {
    let mut store = TodoStore::default();
    let [mut ann, mut bob] = ["ann", "bob"].map(|name| member(Dialect::TodoWrite, name));
    assert!(writes(&mut ann, &mut store, &[("a1", "in_progress"), ("a2", "pending")]).ok);
    // Bob is shown what is free, and plans something else.
    assert!(reads(&mut bob, &store).contains("a2"));
    assert_eq!(writes(&mut bob, &mut store, &[("b1", "pending")]).dropped, []);
    let _ = (reads(&mut ann, &store), reads(&mut bob, &store));
    assert!(writes(&mut ann, &mut store, &[("a1", "completed"), ("a2", "in_progress")]).ok);
    assert_eq!(writes(&mut bob, &mut store, &[("b2", "pending")]).dropped.len(), 1);
    let mut left = contents(&store);
    left.sort_unstable();
    assert_eq!(left, ["a1", "a2", "b2"]);
}

#[test]
fn a_list_may_leave_out_what_its_model_finished_itself() {
    let mut store = TodoStore::default();
    adds(&mut store, "bob", &["b1", "b2"]);
    let mut ann = member(Dialect::TodoWrite, "ann");
    let _ = reads(&mut ann, &store);
    for status in ["in_progress", "completed"] {
        assert!(writes(&mut ann, &mut store, &[("b1", status)]).ok);
    }
    assert!(writes(&mut ann, &mut store, &[("a1", "pending")]).ok);
    let mut left = contents(&store);
    left.sort_unstable();
    assert_eq!(left, ["a1", "b2"]);
}

#[test]
fn a_model_reads_the_answer_to_a_question_of_another() {
    let mut store = TodoStore::default();
    adds(&mut store, "bob", &["b1"]);
    let mut ann = member(Dialect::Task, "ann");
    creates(&mut ann, &mut store, &["a1"]);
    let _ = reads(&mut ann, &store);
    let wait = Wait::from_json(r#"{"question":"Which?"}"#).unwrap();
    acts(&mut store, "bob", |store| store.wait(Id(1), &wait)).unwrap();
    store.acting_as(Author::User, |store| store.answer(Id(1), "green")).unwrap();
    acts(&mut store, "bob", |store| store.mark_doing(Id(1))).unwrap();
    assert!(reads(&mut ann, &store).contains("green"));
}

#[test]
fn a_nudge_is_about_the_todos_of_its_reader() {
    let mut store = TodoStore::default();
    adds(&mut store, "bob", &["b1", "b2"]);
    let mut ann = member(Dialect::Task, "ann");
    assert_eq!(ann.nudge(&store), None);
    creates(&mut ann, &mut store, &["a1"]);
    assert_snapshot(&ann.nudge(&store).unwrap());
}

/// A call in the branch of the first todo.
fn calls_under(model: &mut Conversation, store: &mut TodoStore, call: &Call<'_>) -> Outcome {
    let mut branch = model.open_branch(store).unwrap();
    let outcome = model.call(&mut branch, call);
    model.close_branch(store, branch);
    outcome
}

/// The model with a name in the branch of "Root", which has "a" and "b". "Pay" is outside.
fn under_root(options: &str, dialect: Dialect, name: &str) -> (TodoStore, Conversation) {
    let mut store = crate::scene::store(options, "Root, a, b, Pay, Ship");
    crate::scene::by(&mut store, Author::Host, "put 2 under 1; put 3 under 1").unwrap();
    let options = format!(r#"{{"under":"t1","dialect":"{}","name":"{name}"}}"#, dialect.as_str());
    let mut model = Conversation::new(Settings::from_json(&store, &options).unwrap());
    let branch = model.open_branch(&store).unwrap();
    let _ = model.reminder(&branch);
    (store, model)
}

#[test]
fn max_doing_counts_what_an_owner_has_outside_the_branch() {
    let starts = Call { tool: "todo_manager", arguments: r#"{"action":"mark_doing","ids":[1]}"# };
    let next = Call { tool: "todo_manager", arguments: r#"{"action":"get_next"}"# };
    for (options, owner, works_on, ok) in [
        ("{}", "dev", &[4][..], false),
        (TWO, "dev", &[4], true),
        (TWO, "dev", &[4, 5], false),
        // Another owner's todo does not count, and a step counts as one with what it is under.
        ("{}", "ann", &[4], true),
        ("{}", "dev", &[1], true),
    ] {
        for call in [&starts, &next] {
            let (mut store, mut dev) = under_root(options, Dialect::TodoManager, "dev");
            acts(&mut store, owner, |store| {
                works_on.iter().for_each(|id| store.mark_doing(Id(*id)).unwrap());
            });
            let outcome = calls_under(&mut dev, &mut store, call);
            let by = format!("{options} {owner} {works_on:?} {}", call.arguments);
            assert_eq!(outcome.ok, ok, "{by}: {}", outcome.text);
            assert_eq!(store.list()[1].state().is_at_work(), ok, "{by}");
            if !ok && options == "{}" {
                assert_snapshot(&outcome.text);
            }
        }
    }
}

#[test]
fn a_list_in_a_branch_counts_what_its_owner_has_outside() {
    let (mut store, mut dev) = under_root("{}", Dialect::Merge, "dev");
    acts(&mut store, "dev", |store| store.mark_doing(Id(4)).unwrap());
    let todos = r#"{"todos":[{"id":"1","content":"a","status":"in_progress"},{"id":"2","content":"b","status":"pending"}]}"#;
    let list = Call { tool: "todo", arguments: todos };
    let outcome = calls_under(&mut dev, &mut store, &list);
    assert_eq!(crate::scene::show(&store), "Root, a, b, Pay doing @dev, Ship");
    assert_snapshot(&outcome.text);
    acts(&mut store, "dev", |store| store.complete(Id(4)).unwrap());
    calls_under(&mut dev, &mut store, &list);
    assert_eq!(crate::scene::show(&store), "Root, a doing @dev, b, Pay done @dev, Ship");
}
