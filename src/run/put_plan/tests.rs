use super::*;
use crate::list::author::{Actor, Author};
use crate::list::edit_options::Patch;
use crate::run::tests::{content, words};
use crate::run::{Event, Report, Run, RunOptions, Step};

/// Returns a named run on a store with other writers.
fn named(store: &mut TodoStore, name: &str, options: &str) -> Run {
    let actor = Actor::named(Author::Agent, name).unwrap();
    let options = RunOptions::from_json(options).unwrap();
    store.acting_as(actor, |store| Run::new(store, options))
}

fn owners(store: &TodoStore) -> Vec<(&str, Option<&str>)> {
    store.list().iter().map(|todo| (todo.content(), todo.text(TextField::Owner))).collect()
}

#[test]
fn two_named_runs_each_work_on_their_own_todos_of_one_list() {
    let mut store = TodoStore::default();
    store.add_multiple(&["shared"]).unwrap();
    let mut one = named(&mut store, "one", "{}");
    let mut two = named(&mut store, "two", "{}");
    one.next(&mut store);
    one.planned(&mut store, Some(&["a", "b"])).unwrap();
    assert_eq!(content(&mut store, &mut one), "a");
    two.next(&mut store);
    // What another run plans or works on stays, and is not planned again.
    let notes = two.planned(&mut store, Some(&["c", "a", "b"])).unwrap();
    assert!(
        notes.len() == 2 && notes.iter().all(|note| note.text.contains("\"one\"")),
        "{notes:?}"
    );
    let expected = [("a", Some("one")), ("b", Some("one")), ("c", Some("two")), ("shared", None)];
    assert_eq!(owners(&store), expected);
    assert_eq!(content(&mut store, &mut two), "c");
    assert_eq!(words(&store), ["doing", "todo", "doing", "todo"]);
    // Neither run gets events of the other's work, and an abort only puts back its own todo.
    two.executed(&mut store, Report::Done("")).unwrap();
    assert!(!one.refresh(&store));
    one.take_events();
    one.executed(&mut store, Report::Done("")).unwrap();
    assert_eq!(content(&mut store, &mut two), "shared");
    assert_eq!(content(&mut store, &mut one), "b");
    two.abort(&mut store);
    assert_eq!(words(&store), ["done", "doing", "done", "todo"]);
    one.executed(&mut store, Report::Done("")).unwrap();
    // A todo without an owner goes to the run that asks first.
    assert_eq!(content(&mut store, &mut one), "shared");
    two.resume(&mut store);
    assert_eq!(two.next(&mut store), Step::Validate { open: 0 });
    let done = |event: &Event| matches!(event, Event::Done { .. });
    assert_eq!(one.take_events().into_iter().filter(done).count(), 2);
    // A new plan of one run leaves the other's alone, also after a restart.
    two.validated(&mut store, false, "more", &[]).unwrap();
    two.next(&mut store);
    two.planned(&mut store, Some(&["d"])).unwrap();
    let text = two.checkpoint();
    let actor = Actor::named(Author::Agent, "two").unwrap();
    let mut again = store.acting_as(actor, |store| Run::from_checkpoint(store, &text)).unwrap();
    assert_eq!(content(&mut store, &mut again), "d");
    assert_eq!(words(&store), ["done", "done", "done", "doing", "doing"]);
}

#[test]
fn a_named_run_keeps_its_name_when_the_list_is_forgotten() {
    let mut store = TodoStore::default();
    let mut run = named(&mut store, "one", "{}");
    run.next(&mut store);
    store.forget().unwrap();
    run.forget_with(&store);
    run.next(&mut store);
    run.planned(&mut store, Some(&["a"])).unwrap();
    assert_eq!(owners(&store), [("a", Some("one"))]);
}

#[test]
fn a_person_who_sends_a_todo_back_ends_its_verification() {
    let mut store = TodoStore::new(crate::Options::from_json(r#"{"confirmDone":true}"#).unwrap());
    let mut run = Run::new(&mut store, RunOptions::from_json(r#"{"verify":true}"#).unwrap());
    run.next(&mut store);
    run.planned(&mut store, Some(&["Pay"])).unwrap();
    run.next(&mut store);
    run.executed(&mut store, Report::Done("")).unwrap();
    assert!(matches!(run.next(&mut store), Step::Verify { .. }));
    store.acting_as(Author::User, |store| store.reopen(Id(1), "too dear")).unwrap();
    assert!(run.refresh(&store));
    let Step::Execute { feedback, .. } = run.next(&mut store) else { panic!("it goes on") };
    assert_eq!(&*feedback, "too dear");
}

#[test]
fn a_run_waits_only_for_its_own_claims() {
    let mut store = TodoStore::new(crate::Options::from_json(r#"{"confirmDone":true}"#).unwrap());
    let mut one = named(&mut store, "one", "{}");
    let mut two = named(&mut store, "two", "{}");
    for (run, plan) in [(&mut one, "a"), (&mut two, "b")] {
        run.next(&mut store);
        run.planned(&mut store, Some(&[plan])).unwrap();
        run.next(&mut store);
    }
    one.executed(&mut store, Report::Done("")).unwrap();
    assert_eq!(one.next(&mut store), Step::Wait { waiting: 1 });
    two.executed(&mut store, Report::Failed("closed")).unwrap();
    assert_eq!(two.next(&mut store), Step::Validate { open: 0 });
    store.acting_as(Author::Host, |store| store.complete(Id(1))).unwrap();
    assert_eq!(one.next(&mut store), Step::Validate { open: 0 });
}

#[test]
fn a_run_without_a_name_leaves_todos_that_others_work_on() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a", "b"]).unwrap();
    let helper = Actor::named(Author::Model, "helper").unwrap();
    store.acting_as(helper, |store| store.mark_doing(Id(1))).unwrap();
    let options = RunOptions::from_json(r#"{"start":"execute"}"#).unwrap();
    store.acting_as(Author::Host, |store| assert_eq!(store.list().len(), 2));
    let mut run = Run::at(&store, options, crate::run::machine::Phase::Execute);
    assert_eq!(content(&mut store, &mut run), "b");
}

#[test]
fn a_plan_keeps_changes_that_others_made_while_it_was_written() {
    let mut store = TodoStore::default();
    store.add_multiple(&["Open the shop", "Find a kettle", "Pay"]).unwrap();
    let mut run = Run::new(&mut store, RunOptions::default());
    run.next(&mut store);
    store
        .acting_as(Author::User, |store| {
            store.add_multiple(&["Ask for a receipt"])?;
            let patch = Patch { content: Some("Find a red kettle"), ..Patch::default() };
            store.edit(Id(2), &patch)?;
            store.complete(Id(1))?;
            store.remove(Id(3))
        })
        .unwrap();
    let plan = ["Open the shop", "Find a kettle", "Pay", "Log out"];
    run.planned(&mut store, Some(&plan)).unwrap();
    let list: Vec<_> = store.list().iter().map(|it| (it.content(), it.status().as_str())).collect();
    let expected = [
        ("Open the shop", "done"),
        ("Find a red kettle", "todo"),
        ("Ask for a receipt", "todo"),
        ("Log out", "todo"),
    ];
    assert_eq!(list, expected);
}
