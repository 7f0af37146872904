//! What was tried and given up: a skipped todo that says so.

use agent_todos::list::author::Author;
use agent_todos::run::{Event, Report, Run, RunOptions, Step};
use agent_todos::tools::markdown::{markdown, read_markdown};
use agent_todos::{Dialect, Options, Status, TextField, TodoStore};
use serde_json::{Value, json};

use crate::scene::{
    REMOVES, Scene, by, has_statuses, list, list_call, show, store, tell, write_list,
};
use crate::snapshot::assert_snapshot;

#[test]
fn a_person_marks_a_todo_as_failed() {
    let mut scene = tell(Dialect::TodoManager, "a, b done, c skipped, d");
    scene.user("fail 1: no network");
    scene.reads();
    assert_eq!(scene.list(), "a failed, b done, c skipped, d");
    // What was skipped may turn out to have failed, and the other way round.
    scene.user("fail 3; skip 1: no network");
    scene.reads();
    assert_eq!(scene.list(), "a skipped, b done, c failed, d");
    scene.user("reopen 3");
    assert_eq!(scene.list(), "a skipped, b done, c, d");
}

#[test]
fn a_list_that_removes_skipped_todos_removes_failed_ones() {
    let mut scene = Scene::new(crate::scene::settings(Dialect::TodoWrite), REMOVES, "a, b");
    scene.user("fail 1: no network");
    assert_eq!(scene.list(), "b");
    scene.restart();
    scene.reads();
    scene.writes("a, b").notes();
}

/// The field of a call with the list, and the name of the status of its items.
fn statuses(call: &mut Value) -> Option<&mut Value> {
    let lists = call.as_object_mut().unwrap().values_mut().filter_map(Value::as_array_mut);
    lists.flatten().next()?.get_mut("status")
}

#[test]
fn every_dialect_with_statuses_reads_the_words_for_failed() {
    let mut read = 0;
    for dialect in Dialect::ALL.into_iter().filter(|dialect| has_statuses(*dialect)) {
        for word in ["failed", "error", "failure", "FAILED"] {
            let mut scene = tell(dialect, "");
            let mut call =
                list_call(dialect, &[("a", Status::Skipped, None), ("b", Status::Todo, None)]);
            let Some(status) = statuses(&mut call) else { continue };
            *status = word.into();
            scene.call(&call).noted();
            assert_eq!(scene.list(), "a failed, b", "{dialect:?} {word}");
            // What the tool calls it means that it stays so.
            scene
                .call(&list_call(
                    dialect,
                    &[("a", Status::Skipped, None), ("b", Status::Done, None)],
                ))
                .ok();
            assert_eq!(scene.list(), "a failed, b done", "{dialect:?} {word}");
            read += 1;
        }
    }
    assert!(read > 40, "{read}");
    for (dialect, tool, arguments) in [
        (Dialect::Task, "TaskUpdate", json!({"taskId": "1", "status": "failed"})),
        (Dialect::TaskWrite, "task_update", json!({"id": "1", "status": "error"})),
        (Dialect::TodoManager, "todo_manager", json!({"action": "fail", "ids": [1]})),
        (Dialect::UpdateTodoList, "update_todo_list", json!({"todos": "- [failed] a\n- [ ] b"})),
        (Dialect::UpdateTodoList, "update_todo_list", json!({"todos": "- [❌] a\n- [ ] b"})),
    ] {
        let mut scene = tell(dialect, "a, b");
        scene.tool(tool, &arguments).ok();
        assert_eq!(scene.list(), "a failed, b", "{dialect:?} {arguments}");
    }
}

#[test]
fn a_model_cannot_reopen_a_todo_that_a_person_skipped_or_failed() {
    let mut scene = write_list("a, b");
    scene.user("skip 1: too slow; fail 2: no network");
    scene.is_reminded();
    scene
        .call(&json!({"todos": [
            {"content": "a", "status": "failed", "activeForm": "a"},
            {"content": "b", "status": "pending", "activeForm": "b"},
        ]}))
        .notes();
    assert_eq!(scene.list(), "a skipped, b failed");
    // A tool that cannot say that a todo failed does not take it back.
    let mut scene = tell(Dialect::TodoManager, "a");
    scene.host("fail 1: no network");
    scene.is_reminded();
    scene.manages("skip", &[1]).ok();
    assert_eq!(scene.list(), "a failed");
    assert_eq!(
        scene.store.xml(),
        "<todos><todo id=\"1\" status=\"skipped\" failed=\"true\">a</todo></todos>"
    );
}

#[test]
fn a_failed_todo_is_read_back_from_each_form() {
    let mut before = list("a, b skipped, c");
    by(&mut before, Author::User, "fail 1: no network; fail 3").unwrap();
    let read = TodoStore::from_checkpoint(&before.checkpoint()).unwrap();
    assert_eq!((show(&read), read.list()), ("a failed, b skipped, c failed".into(), before.list()));
    let xml = before.xml();
    let read = TodoStore::from_xml(&xml, Options::default()).unwrap();
    assert_eq!((show(&read), read.xml()), (show(&before), xml));
    let text = markdown(before.list());
    assert_eq!(text, "- [failed] a\n- [skipped] b\n- [failed] c\n");
    let mut read = list("");
    read_markdown(&mut read, &text).unwrap();
    assert_eq!(show(&read), show(&before));
    // How a todo left is known after a restart.
    let mut before = store(REMOVES, "a, b");
    by(&mut before, Author::User, "fail 1: no network; skip 1").unwrap();
    let read = TodoStore::from_checkpoint(&before.checkpoint()).unwrap();
    assert_eq!(read, before);
}

#[test]
fn merge_keeps_the_failed_state_of_a_todo() {
    let base = tell(Dialect::TodoWrite, "a, b");
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.user("skip 1");
    theirs.user("fail 2: no network");
    ours.merge(&base, &theirs);
    assert_eq!(ours.list(), "a skipped, b failed");
    // That a person says it of what a model skipped is a change of the state.
    let (mut ours, mut theirs) = (ours.clone(), ours.clone());
    let base = ours.clone();
    theirs.user("fail 1");
    ours.host("add: c");
    ours.merge(&base, &theirs);
    assert_eq!(ours.list(), "a failed, b failed, c");
}

#[test]
fn a_nudge_and_an_answer_name_the_failed_todo() {
    let mut scene = write_list("a, b, c");
    scene.user("fail 1: no network");
    scene.is_reminded();
    assert_snapshot(&scene.model.nudge(&scene.store).unwrap());
    scene.writes("a skipped, b done, c skipped").answers();
}

#[test]
fn a_run_marks_the_todo_that_it_gives_up_as_failed() {
    let mut store = TodoStore::default();
    let mut run = Run::new(&mut store, RunOptions::default());
    run.next(&mut store);
    run.planned(&mut store, Some(&["Open the shop", "Pay"])).unwrap();
    run.next(&mut store);
    run.executed(&mut store, Report::Failed("it is closed")).unwrap();
    // A todo that has used its budget was tried, too.
    run.next(&mut store);
    while let Ok(_left) = run.tool_called(&store) {}
    run.executed(&mut store, Report::Continue).unwrap();
    assert_eq!(show(&store), "Open the shop failed, Pay failed");
    // The planner of the next plan reads why.
    run.next(&mut store);
    run.validated(&mut store, false, "", &[]).unwrap();
    let Step::Plan(briefing) = run.next(&mut store) else { panic!("it does not plan") };
    let [closed, tried] = &briefing.failures[..] else { panic!("{:?}", briefing.failures) };
    assert_eq!((&*closed.content, &*closed.reason), ("Open the shop", "it is closed"));
    assert_eq!(&*tried.content, "Pay");
    assert_snapshot(&tried.reason);
    let skipped = |event| match event {
        Event::Skipped { failed, .. } => Some(failed),
        _ => None,
    };
    let events: Vec<bool> = run.take_events().into_iter().filter_map(skipped).collect();
    assert_eq!(events, [true, true]);
}

#[test]
fn open_todos_under_a_failed_todo_are_skipped() {
    let mut scene = tell(Dialect::TodoManager, "a, b, c, d");
    scene.user("put 2 under 1; put 3 under 2");
    scene.is_reminded();
    scene.user("fail 2: no network");
    assert_eq!(scene.list(), "a, b failed, c skipped, d");
}

#[test]
fn the_default_tool_keeps_the_reason_of_what_it_gives_up() {
    for (action, is_failed) in [("skip", false), ("fail", true)] {
        let mut scene = tell(Dialect::TodoManager, "a, b");
        scene.call(&json!({"action": action, "ids": [1], "reason": "sold out"})).ok();
        let todo = &scene.store.list()[0];
        assert_eq!(todo.text(TextField::Reason), Some("sold out"));
        assert_eq!(todo.is_failed(), is_failed);
    }
}
