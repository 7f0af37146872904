//! The one rule, where a model writes the whole list: what it leaves out, brings back, moves and
//! starts.

use agent_todos::list::author::Author;
use agent_todos::{Dialect, Settings};
use serde_json::json;

use super::{BOUND, CallKind, as_model, whole_lists};
use crate::scene::{
    ASKS, REMOVES, Scene, TWO, actor, ann, by, list, lists_ids, named, settings, show, tell,
};

#[test]
fn a_new_text_under_an_id_leaves_the_todo_of_an_owner() {
    for dialect in Dialect::ALL.into_iter().filter(|dialect| lists_ids(*dialect)) {
        for is_assigned in [false, true] {
            for is_read in [false, true] {
                let mut scene = as_model("bob", dialect, "{}", "a, b, c");
                match is_assigned {
                    true => scene.by(named("lead"), "give 1: ann").unwrap(),
                    false => scene.by(ann(), "start 1").unwrap(),
                }
                if is_read {
                    scene.reminder();
                }
                let hers = if is_assigned { "a @ann" } else { "a doing @ann" };
                let answer = scene.writes("x #1, b #2, c #3");
                // Once it knows whose the todo is, its list is not about it.
                if is_read {
                    answer.ok()
                } else {
                    answer.noted()
                };
                let of = format!("{dialect:?} assigned: {is_assigned}, read: {is_read}");
                assert_eq!(scene.sorted(), format!("{hers}, b, c, x"), "{of}");
            }
        }
    }
}

#[test]
fn a_todo_to_be_confirmed_is_not_replaced_by_another_text() {
    for dialect in whole_lists() {
        for who in [Author::User, Author::Host] {
            for is_read in [false, true] {
                let of = format!("{dialect:?} {who:?} read: {is_read}");
                for (text, now) in
                    [("Pay Ann by card", "Pay Ann by card doing claimed"), ("Pay", "Pay done")]
                {
                    let mut scene = tell(dialect, "");
                    scene.writes("Pay Ann #p, b #b").ok();
                    scene.by(who, "ask 1: yes").unwrap();
                    if is_read {
                        scene.reminder();
                    }
                    scene.writes(&format!("{text} #p, b #b")).noted();
                    assert!(scene.sorted().contains("Pay Ann, "), "{of}: {}", scene.sorted());
                    scene.reminder();
                    scene.writes(&format!("{text} #p done, b #b")).ok();
                    assert!(scene.sorted().contains(now), "{of}: {}", scene.sorted());
                }
            }
        }
    }
}

#[test]
fn a_whole_list_does_not_add_a_todo_that_a_person_removed() {
    for dialect in whole_lists() {
        let mut scene = tell(dialect, "a, b");
        scene.user("remove 2");
        for round in 0..3 {
            scene.writes("a #1, b #2").noted();
            assert_eq!(scene.list(), "a", "{dialect:?} {round}");
            scene.reminder();
            scene.restart();
        }
        // Until a person adds it.
        scene.user("add: b");
        scene.reminder();
        let b = scene.store.list()[1].key.to_text()[1..].to_owned();
        scene.writes(&format!("a #1, b #{b} done")).ok();
        assert_eq!(scene.list(), "a, b done", "{dialect:?}");
    }
}

#[test]
fn a_call_that_creates_one_todo_adds_a_removed_text() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.user("remove 2");
    scene.call(&json!({"action": "add_multiple", "todos": [{"content": "b"}]})).ok();
    assert_eq!(scene.list(), "a, b");
    let mut scene = tell(Dialect::Task, "a, b");
    scene.user("remove 2");
    scene.tool("TaskCreate", &json!({"subject": "b", "description": "b"})).ok();
    assert_eq!(scene.list(), "a, b");
    // And stays when the next list says it.
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.user("remove 2");
    scene.call(&json!({"action": "add_multiple", "todos": [{"content": "b"}]})).ok();
    scene.reminder();
    scene
        .call(&json!({"action": "replace_all", "todos": [{"content": "a"}, {"content": "b"}]}))
        .ok();
    assert_eq!(scene.list(), "a, b");
    // By methods.
    let mut store = list("a, b");
    by(&mut store, Author::User, "remove 2").unwrap();
    for act in ["add: b", "add after 0: b"] {
        for who in BOUND {
            by(&mut store.clone(), actor(who), act).unwrap();
        }
    }
}

#[test]
fn an_item_with_the_id_of_a_removed_todo_adds_nothing() {
    for is_read in [false, true] {
        for dialect in [Dialect::Merge, Dialect::CursorTodoWrite] {
            for item in [
                json!({"id": "t2", "content": "b", "status": "pending"}),
                json!({"id": "t2", "status": "completed"}),
                json!({"id": "2", "content": "b", "status": "pending"}),
                json!({"id": "y", "content": "b", "status": "pending"}),
            ] {
                let mut scene = tell(dialect, "");
                let own = if item["id"] == "y" { "a, b #y" } else { "a #x, b #t2" };
                scene.writes(own).ok();
                scene.user("remove 2");
                if is_read {
                    scene.reminder();
                }
                let answer = scene.call(&json!({"merge": true, "todos": [item.clone()]}));
                assert_eq!(scene.list(), "a", "{dialect:?} {item} {is_read}: {}", answer.text);
                if !is_read {
                    answer.reports_a_difference();
                }
            }
        }
        let mut scene = tell(Dialect::Task, "a, b");
        scene.user("remove 2");
        if is_read {
            scene.reminder();
        }
        let answer = scene.tool("TaskUpdate", &json!({"taskId": "2", "status": "completed"}));
        assert!(!answer.ok && scene.list() == "a", "{is_read}: {}", answer.text);
    }
}

#[test]
fn keeps_open_keeps_todos_that_a_list_omits() {
    for dialect in whole_lists() {
        let keeps = Settings { keeps_open: true, ..settings(dialect) };
        let mut scene = Scene::new(keeps, "{}", "");
        scene.writes("a #x, b #y, c #z done").ok();
        for _ in 0..2 {
            let answer = scene.writes("a #x").noted();
            assert!(answer.dropped.is_empty(), "{dialect:?}");
            // What is settled may go.
            assert_eq!(scene.sorted(), "a, b", "{dialect:?}");
            scene.reminder();
        }
    }
}

#[test]
fn keeps_open_permits_an_explicit_skip_or_removal() {
    for (dialect, call) in [
        (Dialect::TodoManager, ("todo_manager", json!({ "action": "skip", "ids": [2] }))),
        (Dialect::Task, ("TaskUpdate", json!({ "taskId": "2", "status": "deleted" }))),
    ] {
        let keeps = Settings { keeps_open: true, ..settings(dialect) };
        let mut scene = Scene::new(keeps, REMOVES, "a, b");
        scene.tool(call.0, &call.1).ok();
        assert_eq!(scene.list(), "a", "{dialect:?}");
    }
    for dialect in [Dialect::XmlCall, Dialect::Merge, Dialect::WriteTodos, Dialect::Todowrite] {
        let keeps = Settings { keeps_open: true, ..settings(dialect) };
        let mut scene = Scene::new(keeps, "{}", "");
        scene.writes("a #x, b #y").ok();
        scene.writes("a #x, b #y skipped").ok();
        assert_eq!(scene.list(), "a, b skipped", "{dialect:?}");
        scene.writes("a #x").ok();
        assert_eq!(scene.list(), "a", "{dialect:?}");
    }
    // By methods it does not hold.
    let mut store = list("a, b");
    by(&mut store, Author::Model, "remove 2").unwrap();
    assert_eq!(show(&store), "a");
}

#[test]
fn a_whole_list_does_not_move_back_what_others_moved_since() {
    for dialect in whole_lists() {
        for (list, expected) in
            [("a #1 done, b #2, c #3", "c, a done, b"), ("b #2, a #1, c #3", "c, b, a")]
        {
            // Positions are what its items are called by.
            if dialect == Dialect::ManageTodoList && list.starts_with('b') {
                continue;
            }
            let mut scene = tell(dialect, "a, b, c");
            scene.user("move 3 after 0");
            scene.writes(list).ok();
            assert_eq!(scene.list(), expected, "{dialect:?}");
        }
    }
}

#[test]
fn an_omitted_todo_that_stays_follows_the_same_todo_as_before() {
    for dialect in whole_lists() {
        let mut scene = tell(dialect, "a, b, c");
        scene.user("describe 2: mine");
        scene.reminder();
        scene.writes("c #3, a #1").noted();
        assert_eq!(scene.list(), "c, a, b", "{dialect:?}");
    }
}

#[test]
fn a_single_call_starts_no_todo_beside_one_that_others_started_since() {
    for kind in CallKind::all().filter(|kind| kind.dialect() != Dialect::Task) {
        for who in ["host", "user", "model", "agent"] {
            let mut scene = tell(kind.dialect(), "a, b, c");
            scene.by(actor(who), "start 3").unwrap();
            let Some(answer) = kind.ask(&mut scene, "start 1") else { continue };
            // A list is taken as it says.
            let is_list = matches!(kind, CallKind::List(_));
            let a = if is_list { "a doing" } else { "a" };
            assert_eq!(scene.list(), format!("{a}, b, c doing"), "{kind:?} {who}: {}", answer.text);
            answer.reports_a_difference();
        }
    }
}

#[test]
fn a_refusal_to_start_says_how_many_may_be_in_progress() {
    for (options, acts) in [("{}", "start 1"), (TWO, "start 1; start 2")] {
        let mut scene = Scene::new(settings(Dialect::TodoManager), options, "a, b, c");
        scene.reminder();
        scene.user(acts);
        scene.manages("mark_doing", &[3]).refuses();
        // A model that knows of it learns what its tool can do.
        scene.reminder();
        scene.manages("mark_doing", &[3]).refuses();
    }
}

#[test]
fn a_model_may_leave_out_what_it_claims_itself() {
    for name in ["", "bob"] {
        let mut scene = as_model(name, Dialect::TodoWrite, ASKS, "a, b");
        scene.writes("a done, b").noted();
        scene.reminder();
        scene.writes("b").ok();
        assert_eq!(scene.list(), "b");
    }
}
