//! What a person is shown when the agent asked to undo a decision of theirs, and how they let it.

use agent_todos::list::author::Author;
use agent_todos::list::delta::Aspect;
use agent_todos::list::held::HeldDecision;
use agent_todos::{Call, Conversation, Dialect, ErrorCode, Key, TextField, TodoStore, WriteError};
use serde_json::{Value, json};

use crate::scene::{Scene, contents, keys, settings, tell, write_list};

/// Returns the decisions that the latest write was denied, as JavaScript reads them.
fn held(store: &mut TodoStore) -> Value {
    HeldDecision::all_to_json(&store.take_held())
        .map_or(json!([]), |json| serde_json::from_str(&json).unwrap())
}

/// Returns how often each decision held, by key and aspect.
fn counts(store: &TodoStore) -> Vec<String> {
    let all: Value = serde_json::from_str(&store.decisions_json()).unwrap();
    let all = all.as_array().unwrap().iter();
    let held = all.filter(|decision| decision.get("held").is_some());
    held.map(|it| format!("{} {} {}", it["key"], it["aspect"], it["held"]).replace('"', ""))
        .collect()
}

fn key(store: &TodoStore, index: usize) -> Key {
    store.list()[index].key
}

/// Lets the agent, as a person.
fn let_agent(scene: &mut Scene, key: Key, aspect: Aspect) -> Result<(), WriteError> {
    scene.store.acting_as(Author::User, |store| store.let_agent(key, aspect))
}

#[test]
fn a_skip_holds_until_the_person_lets_the_agent() {
    let mut scene = write_list("a doing, b, c");
    scene.user("skip 2: too dear");
    scene.writes("a doing, b, c").noted();
    assert_eq!(
        held(&mut scene.store),
        json!([{ "key": "t2", "aspect": "state", "asked": { "status": "todo" },
            "by": "model", "times": 1 }])
    );
    scene.writes("a done, b doing, c").noted();
    assert_eq!(
        held(&mut scene.store),
        json!([{ "key": "t2", "aspect": "state", "asked": { "status": "doing" },
            "by": "model", "times": 2 }])
    );
    assert_eq!(held(&mut scene.store), json!([]), "once");
    assert_eq!(counts(&scene.store), ["t2 state 2"]);
    let skipped = key(&scene.store, 1);
    let_agent(&mut scene, skipped, Aspect::State).unwrap();
    assert_eq!(scene.list(), "a done, b doing, c");
    assert!(counts(&scene.store).is_empty());
    assert_eq!(scene.store.info().by.author, Author::User);
    // The model is told, and may go on.
    scene.is_reminded();
    assert!(scene.writes("a done, b done, c").ok().notes.is_empty());
    assert_eq!(scene.list(), "a done, b done, c");
    assert!(let_agent(&mut scene, skipped, Aspect::State).is_err(), "nothing holds any more");
}

#[test]
fn a_decision_that_the_person_keeps_counts_as_not_asked_about() {
    let mut scene = write_list("a, b");
    scene.user("skip 2");
    scene.writes("a, b").noted();
    let skipped = key(&scene.store, 1);
    let decisions: Value = serde_json::from_str(&scene.store.decisions_json()).unwrap();
    let asked = decisions.as_array().unwrap().iter().find_map(|it| it.get("asked"));
    assert_eq!(asked, Some(&json!({ "status": "todo" })));
    let keep = |scene: &mut Scene, by: Author| {
        scene.store.acting_as(by, |store| store.keep_decision(skipped, Aspect::State))
    };
    assert!(keep(&mut scene, Author::Model).is_err());
    assert_eq!(counts(&scene.store), ["t2 state 1"]);
    keep(&mut scene, Author::User).unwrap();
    assert!(counts(&scene.store).is_empty());
    assert!(keep(&mut scene, Author::User).is_err(), "nothing is held any more");
    assert_eq!(scene.list(), "a, b skipped");
    scene.writes("a, b").noted();
    assert_eq!(counts(&scene.store), ["t2 state 1"]);
}

#[test]
fn a_todo_is_started_for_the_agent_only_if_none_is() {
    let mut scene = write_list("a doing, b");
    scene.user("skip 2");
    scene.writes("a doing, b doing").noted();
    let skipped = key(&scene.store, 1);
    let_agent(&mut scene, skipped, Aspect::State).unwrap();
    assert_eq!(scene.list(), "a doing, b");
    scene.user("undo");
    assert_eq!(scene.list(), "a doing, b skipped");
}

#[test]
fn each_kind_of_decision_is_let_go_as_it_was_asked() {
    for (acts, calls, aspect, asked, after) in [
        // Old plans.
        ("word 2: mine", "a, b", Aspect::Text(TextField::Content), json!({"content": "b"}), "a, b"),
        (
            "word 2: mine",
            "a, b done",
            Aspect::Text(TextField::Content),
            json!({"status": "done", "content": "b"}),
            "a, b done",
        ),
        ("remove 1", "a, b", Aspect::Presence, json!({"removed": false}), "a, b"),
        ("remove 2", "a, b", Aspect::Presence, json!({"removed": false}), "a, b"),
        ("complete 1", "a, b", Aspect::State, json!({"status": "todo"}), "a, b"),
        ("add: c", "a, b", Aspect::Presence, json!({"removed": true}), "a, b"),
        ("approve", "a", Aspect::Presence, json!({"removed": true}), "a"),
    ] {
        let mut scene = write_list("a, b");
        scene.user(acts);
        scene.writes(calls).noted();
        let all = held(&mut scene.store);
        assert_eq!(all.as_array().unwrap().len(), 1, "{acts}: {all}");
        assert_eq!(all[0]["asked"], asked, "{acts}");
        let key = Key::parse_str(all[0]["key"].as_str().unwrap()).unwrap();
        // It is not stored.
        let copy = TodoStore::from_checkpoint(&scene.store.checkpoint()).unwrap();
        assert!(counts(&copy).is_empty(), "{acts}");
        let_agent(&mut scene, key, aspect).unwrap();
        assert_eq!(scene.list(), after, "{acts}");
        // What the person let go holds no longer.
        scene.is_reminded();
        scene.writes(calls).ok();
        assert_eq!(held(&mut scene.store), json!([]), "{acts}");
    }
}

/// Every way to write reports what it was denied.
#[test]
fn single_calls_and_methods_are_denied_decisions_too() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.user("skip 2");
    scene.reminder();
    scene.manages("mark_doing", &[2]).fails();
    assert_eq!(held(&mut scene.store)[0]["asked"], json!({ "status": "doing" }));
    assert!(scene.by(Author::Agent, "complete 2").is_err());
    let all = held(&mut scene.store);
    assert_eq!((&all[0]["by"], &all[0]["times"]), (&json!("agent"), &json!(2)));
    scene.progress(r#"{"todo_done":[2]}"#);
    assert_eq!(held(&mut scene.store)[0]["times"], json!(3));
}

#[test]
fn a_preview_and_a_decision_of_nobody_report_nothing() {
    let mut scene = write_list("a, b");
    scene.user("skip 2");
    let arguments = r#"{"todos":[{"content":"a","status":"pending"},{"content":"b","status":"#;
    scene.model.write(&Call { tool: "TodoWrite", arguments }, "1");
    assert!(scene.model.preview(&scene.store).is_some());
    assert_eq!(held(&mut scene.store), json!([]));
    assert!(counts(&scene.store).is_empty());
    // What the host or another model decided is theirs.
    let mut scene = write_list("a, b");
    scene.host("skip 2");
    scene.writes("a, b").noted();
    assert_eq!(held(&mut scene.store), json!([]));
}

#[test]
fn a_new_decision_counts_from_the_beginning() {
    let mut scene = write_list("a, b");
    scene.user("skip 2");
    scene.writes("a, b").noted();
    scene.user("reopen 2");
    assert!(counts(&scene.store).is_empty());
    scene.user("complete 2");
    scene.writes("a, b").noted();
    assert_eq!(counts(&scene.store), ["t2 state 1"]);
}

#[test]
fn a_settled_todo_that_a_list_brings_back_holds() {
    let mut scene = write_list("a, b");
    scene.user("skip 1: no time");
    scene.writes("a, b").noted();
    scene.reminder();
    scene.writes("b").ok();
    drop(scene.store.take_held());
    scene.writes("a, b").noted();
    assert_eq!(held(&mut scene.store)[0]["aspect"], json!("state"));
    let skipped = key(&scene.store, 0);
    let_agent(&mut scene, skipped, Aspect::State).unwrap();
    assert_eq!(scene.list(), "a, b");
}

#[test]
fn a_branch_reports_what_held() {
    let mut scene = tell(Dialect::TodoWrite, "top, a, b");
    scene.host("put 2 under 1; put 3 under 1");
    let branch = Some(key(&scene.store, 0));
    let branched = agent_todos::Settings { branch, ..settings(Dialect::TodoWrite) };
    let mut model = Conversation::new(branched);
    let mut inner = model.open_branch(&scene.store).unwrap();
    let _ = model.reminder(&inner);
    scene.user("skip 3");
    inner = model.open_branch(&scene.store).unwrap();
    let todos = json!({"todos": [{"content": "a", "status": "pending"},
        {"content": "b", "status": "pending"}]});
    let call = Call { tool: "TodoWrite", arguments: &todos.to_string() };
    assert!(model.call(&mut inner, &call).ok);
    model.close_branch(&mut scene.store, inner);
    assert_eq!(held(&mut scene.store)[0]["key"], json!(keys(&scene.store)[2]));
    assert_eq!(contents(&scene.store), ["top", "a", "b"]);
}

#[test]
fn only_a_person_lets_the_agent() {
    let mut scene = write_list("a, b");
    scene.user("skip 2");
    scene.writes("a, b").noted();
    let skipped = key(&scene.store, 1);
    for author in [Author::Model, Author::Agent, Author::Host] {
        let result = scene.store.acting_as(author, |store| store.let_agent(skipped, Aspect::State));
        let Err(WriteError::Error(error)) = result else { panic!("{result:?}") };
        assert_eq!(error.code(), ErrorCode::NotAllowed);
    }
    let unknown = let_agent(&mut scene, Key::parse_str("t99").unwrap(), Aspect::State);
    assert!(
        matches!(unknown, Err(WriteError::Error(error)) if error.code() == ErrorCode::UnknownId)
    );
    assert!(matches!(let_agent(&mut scene, skipped, Aspect::Parent), Err(WriteError::Denied)));
}
