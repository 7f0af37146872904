//! What a person decided holds against models and runs, read or not.

use agent_todos::list::author::Author;
use agent_todos::list::options::Unfinished;
use agent_todos::tools::stateless;
use agent_todos::{Dialect, ErrorCode, Settings, TodoStore};
use serde_json::json;

use crate::scene::{
    Scene, actor, by, happen, has_no_list, has_statuses, list, list_call, parse_list, settings,
    show, tell, write_list,
};
use crate::snapshot::assert_snapshot;

/// What a person does to "a, b, c, d", where the model had them.
const DECIDES: &str = "skip 1: one is enough; word 2: b of mine; remove 4; add: e";

#[test]
fn a_note_names_the_author_who_emptied_the_list() {
    for (how, act) in [
        ("reset", TodoStore::reset as fn(&mut TodoStore) -> _),
        ("new task", |store| store.new_task(Unfinished::Archive).map(drop)),
    ] {
        let mut scene = tell(Dialect::TodoWrite, "a");
        scene.store.acting_as(Author::User, act).unwrap();
        scene.writes("a").noted();
        assert_eq!(scene.list(), "", "{how}");
    }
}

/// A list is emptied by the application, never by a model's handle.
#[test]
fn reset_and_new_task_refuse_a_model() {
    for act in [TodoStore::reset as fn(&mut TodoStore) -> _, |store| {
        store.new_task(Unfinished::Archive).map(drop)
    }] {
        let mut store = list("a");
        let before = store.clone();
        for who in ["model", "bob"] {
            let error = store.acting_as(actor(who), act).unwrap_err();
            assert_eq!((error.code(), &store), (ErrorCode::NotAllowed, &before), "{who}");
        }
        store.acting_as(Author::Agent, act).unwrap();
        assert_eq!(show(&store), "");
    }
}

#[test]
fn starting_or_completing_a_blocked_todo_adds_a_note() {
    for done in ["doing", "done"] {
        let mut scene = tell(Dialect::TodoWrite, "a, b");
        scene.user("block 2 by 1");
        scene.reminder();
        scene.writes(&format!("a, b {done}")).noted();
        // It is said once.
        let answer = scene.writes(&format!("a, b {done}")).ok();
        assert!(answer.notes.is_empty(), "{answer:?}");
    }
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.user("block 2 by 1");
    scene.reminder();
    scene.manages("mark_doing", &[2]).notes();
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    scene.user("block 2 by 1");
    scene.reminder();
    let answer = scene.writes("a done, b done").ok();
    assert!(answer.notes.is_empty(), "{answer:?}");
}

#[test]
fn starting_a_todo_that_stays_removed_demotes_no_other() {
    let mut scene = write_list("a doing, b");
    scene.user("remove 2");
    scene.writes("a doing, b doing").notes();
    assert_eq!(scene.list(), "a doing");
}

#[test]
fn a_skip_does_not_end_what_the_host_started_since() {
    for wrote in [false, true] {
        let mut scene =
            Scene::new(settings(Dialect::TodoManager), r#"{"onSkip":"remove"}"#, "a, b");
        if wrote {
            scene.user("word 1: a of mine");
            scene.reminder();
        }
        scene.host("start 1");
        let list = scene.list();
        scene.manages("skip", &[1]).fails();
        assert_eq!(scene.list(), list);
    }
}

#[test]
fn a_todo_removed_by_the_host_stays_off_by_any_text() {
    for text in ["a", "c"] {
        let mut scene = write_list("a, b");
        scene.host("word 1: c");
        // The answer says that it is "c" now.
        scene.writes("a, b").notes();
        scene.host("remove 1");
        scene.writes(&format!("{text}, b")).noted();
        assert_eq!(scene.list(), "b", "{text}");
    }
}

#[test]
fn a_merged_item_means_a_removed_todo_by_number_and_text() {
    for (id, text, is_added) in
        [("3", "c", false), ("t3", "x", false), ("3", "x", true), ("n1", "c", true)]
    {
        let mut scene = tell(Dialect::Merge, "a, b, c");
        scene.user("remove 3");
        scene.reminder();
        let item = json!({ "id": id, "content": text, "status": "pending" });
        let answer = scene.call(&json!({ "merge": true, "todos": [item] }));
        assert_eq!(scene.list() == format!("a, b, {text}"), is_added, "{id} {text}: {answer:?}");
    }
}

/// No person has touched the list, and the model has read it as it is.
#[test]
fn what_others_have_holds_in_a_list_of_programs_alone() {
    for (steps, action, expected) in [
        ("bob: start 1", "complete_multiple", "a doing @bob, b"),
        ("bob: start 1", "skip", "a doing @bob, b"),
        ("bob: wait 1: Which one?", "complete_multiple", "a, b"),
        ("agent: ask 1: yes", "complete_multiple", "a doing claimed, b"),
    ] {
        let mut scene = tell(Dialect::TodoManager, "");
        happen(&mut scene.store, "agent: add: a; add: b");
        happen(&mut scene.store, steps);
        scene.reminder();
        scene.next_message();
        scene.manages(action, &[1]);
        assert_eq!(scene.list(), expected, "{steps}: {action}");
    }
}

#[test]
fn a_note_names_who_removed_a_todo_before_a_merge() {
    let base = tell(Dialect::TodoWrite, "a, b, c");
    let (mut scene, mut elsewhere) = (base.clone(), base.clone());
    scene.user("add: d");
    elsewhere.user("remove 2");
    scene.merge(&base, &elsewhere);
    scene.writes("a, b, c").notes();
}

/// Read or not, sent again ten times, after restarts, with a history of one revision.
#[test]
fn a_persons_decision_denies_changes_in_every_dialect() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| !has_no_list(*dialect)) {
        for is_read in [false, true] {
            let mut scene = Scene::new(settings(dialect), r#"{"maxSnapshots":1}"#, "");
            let mut list = list_call(dialect, &parse_list("a #a, b #b, c #c, d #d"));
            scene.call(&list).ok();
            scene.user(DECIDES);
            if is_read {
                scene.reminder();
            }
            if dialect == Dialect::TodoManager {
                list["action"] = "replace_all".into();
            }
            for round in 0..10 {
                let answer = scene.call(&list).ok();
                assert!(answer.dropped.is_empty(), "{dialect:?}: {}", answer.text);
                let decided = "a skipped, b of mine, c, e";
                let of = format!("{dialect:?} read: {is_read}, {round}: {}", answer.text);
                assert_eq!(scene.sorted(), decided, "{of}");
                let answer = answer.noted();
                if has_statuses(dialect) {
                    answer.noted();
                }
                if round % 3 == 0 {
                    scene.restart();
                }
            }
        }
    }
}

/// What a model says on the side is held as its own tools are.
#[test]
fn progress_and_plan_arguments_leave_what_a_person_decided() {
    for is_read in [false, true] {
        let mut scene = tell(Dialect::TodoManager, "a, b, c, d");
        scene.user(DECIDES);
        if is_read {
            scene.reminder();
        }
        scene.clone().progress(r#"{"todo_done":[1]}"#).fails();
        let answer = scene.progress(r#"{"todo_done":[1,3]}"#).noted();
        assert!(answer.changed, "{}", answer.text);
        scene.plan(r#"{"plan_update":["a","b","c","d","x"]}"#).noted();
        assert_eq!(scene.sorted(), "a skipped, b of mine doing, c done, e, x");
        // Nor by those who have no conversation.
        let outcome = stateless::apply_progress(&mut scene.store, Ok(r#"{"todo_done":[1]}"#));
        assert!(!outcome.ok, "{}", outcome.text);
        let outcome = stateless::apply_plan(&mut scene.store, Ok(r#"{"plan_update":["a"]}"#));
        assert!(!outcome.notes.is_empty(), "{}", outcome.text);
        assert!(scene.list().starts_with("a skipped"), "{}", scene.list());
    }
}

/// These tools have one word for what is done and what is skipped. In a call about one todo it is a
/// request; in a whole list it repeats what the list says.
#[test]
fn a_call_that_completes_a_skipped_todo_is_refused_with_the_reason() {
    for (dialect, tool, update) in [
        (Dialect::Task, "TaskUpdate", json!({"taskId": "2", "status": "completed"})),
        (Dialect::TaskWrite, "task_update", json!({"id": "2", "status": "completed"})),
        (Dialect::TaskWrite, "task_complete", json!({"id": "2"})),
    ] {
        let mut scene = tell(dialect, "a, b");
        scene.user("skip 2: too dear");
        scene.reminder();
        scene.tool(tool, &update).refuses();
        assert_eq!(scene.list(), "a, b skipped", "{tool}");
        // What else it asks for is done.
        if tool != "task_complete" {
            let field = if dialect == Dialect::Task { "description" } else { "activeForm" };
            let mut update = update.clone();
            update[field] = "For two".into();
            scene.tool(tool, &update).notes();
            assert_eq!(scene.list(), "a, b skipped", "{tool}");
        }
        // What no person decided may be completed.
        let mut scene = tell(dialect, "a, b");
        scene.by(Author::Model, "skip 2: too dear").unwrap();
        scene.reminder();
        scene.tool(tool, &update).ok();
        assert_eq!(scene.list(), "a, b done", "{tool}");
    }
    for dialect in [Dialect::TodoWrite, Dialect::UpdatePlan, Dialect::Langchain] {
        let mut scene = tell(dialect, "a, b");
        scene.user("skip 2: too dear");
        scene.reminder();
        let answer = scene.writes("a, b done").ok();
        assert!(answer.notes.is_empty(), "{dialect:?}: {answer:?}");
        assert_eq!(scene.list(), "a, b skipped", "{dialect:?}");
    }
}

#[test]
fn a_persons_todo_stays_as_skipped_when_a_model_skips_it() {
    let mut scene = Scene::new(Settings::default(), r#"{"onSkip":"remove"}"#, "a, b");
    scene.user("add: mine; add: mine too");
    scene.reminder();
    scene.manages("skip", &[4]).notes();
    assert!(scene.manages("skip", &[2]).ok().notes.is_empty());
    scene.progress(r#"{"todo_skip":[3]}"#).notes();
    assert_eq!(scene.list(), "a, mine skipped, mine too skipped");
    // So is one that somebody changed since.
    scene.reminder();
    scene.host("rank 1: high");
    let answer = scene.manages("skip", &[1]).notes();
    assert_snapshot(&answer.text);
    assert_eq!(scene.list(), "a skipped, mine skipped, mine too skipped");
}

#[test]
fn a_todo_that_a_person_settled_returns_as_settled() {
    let mut scene = tell(Dialect::Todowrite, "");
    scene.writes("a, b").ok();
    scene.user("skip 1: no time");
    scene.writes("a, b").notes();
    scene.reminder();
    scene.writes("b").ok();
    assert_eq!(scene.list(), "b");
    scene.writes("a, b").notes();
    assert_eq!(scene.list(), "a skipped, b");
}

/// Whoever made the latest change.
#[test]
fn only_a_person_or_a_host_restores_a_revision() {
    let before = tell(Dialect::TodoManager, "a, b").store;
    let restore = |store: &mut TodoStore| store.restore_revision(0);
    for last in [Author::User, Author::Model, Author::Agent, Author::Host] {
        let mut before = before.clone();
        by(&mut before, last, "complete 1").unwrap();
        for author in [Author::Model, Author::Agent] {
            let mut store = before.clone();
            let error = store.acting_as(author, restore).unwrap_err();
            assert_eq!((error.code(), &store), (ErrorCode::NotAllowed, &before));
        }
        for author in [Author::User, Author::Host] {
            before.clone().acting_as(author, restore).unwrap();
        }
    }
}
