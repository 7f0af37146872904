//! A person and a model on one list: a conversation beside what its texts say.
//!
//! The model here knows nothing but what it read: it keeps the list as the reminders and answers told it. Contents
//! begin with a word that no other todo has, by which todos are told apart whatever becomes of them.

use std::collections::{BTreeMap, BTreeSet};

use agent_todos::forms::reminder::{Reminder, ReminderMode};
use agent_todos::list::author::{Actor, Author};
use agent_todos::list::options::Unfinished;
use agent_todos::list::patch::Patch;
use agent_todos::{
    Call, Conversation, Dialect, Field, Id, Options, Outcome, Settings, Status, Todo, TodoStore,
};
use serde_json::{Value, json};

fn settings(dialect: Dialect) -> Settings {
    Settings { dialect, ..Settings::default() }
}

fn call(conversation: &mut Conversation, store: &mut TodoStore, arguments: &Value) -> Outcome {
    let arguments = &arguments.to_string();
    let tool = writer(conversation.settings().dialect);
    conversation.call(store, &Call { tool, arguments })
}

/// The tool that writes.
fn writer(dialect: Dialect) -> &'static str {
    dialect.tool_names().find(|name| *name != "todo_read").unwrap()
}

fn by_user<T>(store: &mut TodoStore, act: impl FnOnce(&mut TodoStore) -> T) -> T {
    store.acting_as(Author::User, act)
}

fn text(reminder: &Reminder, store: &TodoStore) -> String {
    match reminder {
        Reminder::Silence => String::new(),
        Reminder::Full => store.system_reminder(),
        Reminder::Changes { text, .. } => text.clone(),
    }
}

/// A person words a todo otherwise.
fn reword(store: &mut TodoStore, id: i64, content: &str) {
    let patch = Patch { content: Some(content), ..Patch::default() };
    by_user(store, |store| store.edit(Id(id), &patch)).unwrap();
}

/// A store of these todos, and a conversation that was told of it.
fn told(dialect: Dialect, contents: &[&str]) -> (TodoStore, Conversation) {
    let mut store = TodoStore::default();
    store.add_multiple(contents).unwrap();
    let mut conversation = Conversation::new(settings(dialect));
    assert_eq!(conversation.reminder(&store), Reminder::Full);
    (store, conversation)
}

/// What stands on the list, as content and status.
fn words(store: &TodoStore) -> Vec<(&str, Status)> {
    store.list().iter().map(|todo| (todo.content(), todo.status)).collect()
}

fn has_note(outcome: &Outcome, what: &str) {
    assert!(outcome.notes.iter().any(|note| note.contains(what)), "{what}: {}", outcome.text);
}

/// A store with the list that a model wrote in Claude's tool, and its conversation.
fn sent(items: &[(&str, Status)]) -> (TodoStore, Conversation) {
    let mut store = TodoStore::default();
    let mut model = Conversation::new(settings(Dialect::TodoWrite));
    assert!(send(&mut model, &mut store, items).ok);
    (store, model)
}

/// The model's list of these todos, in Claude's tool.
fn send(model: &mut Conversation, store: &mut TodoStore, items: &[(&str, Status)]) -> Outcome {
    let items: Vec<_> = items.iter().map(|(content, status)| (*content, *status, None)).collect();
    call(model, store, &whole(Dialect::TodoWrite, &items))
}

/// What a person does to "a" to "d", where the model had them: skips one, rewords one, takes one off, adds one.
fn decide(store: &mut TodoStore) {
    by_user(store, |store| store.skip_with_reason(Id(1), "one is enough")).unwrap();
    reword(store, 2, "b of mine");
    by_user(store, |store| store.remove(Id(4))).unwrap();
    by_user(store, |store| store.add_multiple(&["e"])).unwrap();
}

/// [`words`] in the order of the contents.
fn sorted(store: &TodoStore) -> Vec<(&str, Status)> {
    let mut list = words(store);
    list.sort_by_key(|(content, _)| *content);
    list
}

// Cases ------------------------------------------------------------------------------------------

#[test]
fn an_id_means_the_todo_that_was_told_under_it() {
    let (mut store, mut model) = told(Dialect::TodoManager, &["Open the shop", "Read the price"]);
    by_user(&mut store, |store| store.add_after_position(1, &["Find a kettle"])).unwrap();
    let outcome = call(&mut model, &mut store, &json!({"action": "complete_multiple", "ids": [2]}));
    assert_eq!(
        outcome.notes,
        [
            "2 is \"Read the price\", which is 3 now: the user added 1 todo before it",
            "the list now: <todos><todo id=\"1\" status=\"todo\">Open the shop</todo>\
             <todo id=\"2\" status=\"todo\">Find a kettle</todo>\
             <todo id=\"3\" status=\"done\">Read the price</todo></todos>",
        ]
    );
    assert!(outcome.text.starts_with(r#"{"ok":true,"output":"Completed TODOs: 2","notes":["#));
    // It knows the list now: 2 is the kettle, and there is nothing to be told.
    assert_eq!(model.reminder(&store), Reminder::Silence);
    let outcome = call(&mut model, &mut store, &json!({"action": "complete_multiple", "ids": [2]}));
    assert_eq!(outcome.text, r#"{"ok":true,"output":"Completed TODOs: 2"}"#);
    assert_eq!(store.list()[1].status, Status::Done);
}

#[test]
fn a_todo_that_is_gone_is_refused_with_who_removed_it() {
    let (mut store, mut model) = told(Dialect::TodoManager, &["a", "Find a kettle", "c"]);
    by_user(&mut store, |store| store.remove(Id(2))).unwrap();
    let before = store.clone();
    let outcome =
        call(&mut model, &mut store, &json!({"action": "complete_multiple", "ids": [1, 2]}));
    assert!(!outcome.ok && !outcome.changed);
    assert!(
        outcome.text.contains(r#"2 was \"Find a kettle\": the user removed it"#),
        "{}",
        outcome.text
    );
    assert!(outcome.notes[0].starts_with("the list now: <todos>"));
    assert_eq!(store, before);
}

#[test]
fn what_a_person_did_since_is_not_overwritten() {
    let (mut store, mut model) = told(Dialect::TodoManager, &["a", "b", "c"]);
    by_user(&mut store, |store| store.skip_with_reason(Id(2), "too slow")).unwrap();
    let outcome = call(&mut model, &mut store, &json!({"action": "complete_multiple", "ids": [2]}));
    assert!(!outcome.ok);
    let says = r#"2 (\"b\") stays skipped: the user skipped it: too slow; nothing was done"#;
    assert!(outcome.text.contains(says), "{}", outcome.text);
    // Now that it knows, it may not either; with another one, that is done.
    let again = json!({"action": "complete_multiple", "ids": [2, 3]});
    let outcome = call(&mut model, &mut store, &again);
    assert!(outcome.text.starts_with(r#"{"ok":true,"output":"Completed TODOs: 3","notes":["#));
    assert_eq!(outcome.notes, ["2 (\"b\") stays skipped: the user skipped it: too slow"]);
    assert_eq!((store.list()[1].status, store.list()[2].status), (Status::Skipped, Status::Done));
    by_user(&mut store, |store| store.reopen(Id(2))).unwrap();
    let _ = model.reminder(&store);
    assert!(call(&mut model, &mut store, &json!({"action": "complete_multiple", "ids": [2]})).ok);
    assert_eq!(store.list()[1].status, Status::Done);
}

#[test]
fn a_whole_list_is_merged_with_what_others_did() {
    let (mut store, mut model) = told(Dialect::TodoWrite, &["a", "b", "c"]);
    by_user(&mut store, |store| {
        store.add_after_position(0, &["x"])?;
        store.remove(Id(4))?;
        store.skip_with_reason(Id(3), "later")
    })
    .unwrap();
    let todos: Vec<Value> = ["a", "b", "c", "d"]
        .iter()
        .map(|content| json!({"content": content, "status": "completed", "activeForm": content}))
        .collect();
    let outcome = call(&mut model, &mut store, &json!({ "todos": todos }));
    assert!(outcome.ok);
    assert_eq!(
        outcome.notes,
        [
            "\"x\" stays: the user added it",
            "\"c\" stays off the list: the user removed it",
            "3 (\"b\") stays skipped: the user skipped it: later",
            "the list now: <todos><todo id=\"1\" status=\"todo\">x</todo>\
             <todo id=\"2\" status=\"done\">a</todo><todo id=\"3\" status=\"skipped\">b</todo>\
             <todo id=\"4\" status=\"done\">d</todo></todos>",
        ]
    );
}

#[test]
fn a_new_text_under_an_id_does_not_take_over_what_a_person_said_of_the_old_one() {
    for dialect in
        [Dialect::ManageTodoList, Dialect::XmlCall, Dialect::Merge, Dialect::CursorTodoWrite]
    {
        let (mut store, mut model) = (TodoStore::default(), Conversation::new(settings(dialect)));
        let write = |contents: [&'static str; 3]| {
            let names = ["x", "y", "z"];
            let items = contents.iter().zip(names);
            let items: Vec<_> =
                items.map(|(content, name)| (*content, Status::Todo, Some(name))).collect();
            whole(dialect, &items)
        };
        assert!(call(&mut model, &mut store, &write(["a", "b", "c"])).ok);
        by_user(&mut store, |store| store.complete(Id(2))).unwrap();
        let outcome = call(&mut model, &mut store, &write(["a", "Something else", "c"]));
        assert!(outcome.ok, "{dialect:?}: {}", outcome.text);
        let list = [
            ("a", Status::Todo),
            ("b", Status::Done),
            ("Something else", Status::Todo),
            ("c", Status::Todo),
        ];
        assert_eq!(words(&store), list, "{dialect:?}");
        has_note(&outcome, "2 (\"b\") stays, done: the user changed it");
        // The id is that of the new one from now on.
        let mut items = vec![("a", Status::Todo, Some("x")), ("b", Status::Done, None)];
        items.extend([("Something else", Status::Done, Some("y")), ("c", Status::Todo, Some("z"))]);
        let outcome = call(&mut model, &mut store, &whole(dialect, &items));
        assert!(outcome.ok, "{dialect:?}: {}", outcome.text);
        assert_eq!(store.list().len(), 4, "{dialect:?}");
        assert_eq!(store.list()[2].status, Status::Done, "{dialect:?}");
        assert_eq!(store.list()[1].content(), "b", "{dialect:?}");
    }
    // Where a call says nothing of the rest of the list, it is refused.
    let mut store = TodoStore::default();
    let mut model = Conversation::new(settings(Dialect::CursorTodoWrite));
    let items = [("a", Status::Todo, Some("x")), ("b", Status::Todo, Some("y"))];
    assert!(call(&mut model, &mut store, &whole(Dialect::CursorTodoWrite, &items)).ok);
    by_user(&mut store, |store| store.complete(Id(2))).unwrap();
    let other = json!({"merge": true, "todos": [{"id": "y", "content": "Something else"}]});
    let outcome = call(&mut model, &mut store, &other);
    assert!(!outcome.ok && outcome.text.contains("nothing was done"), "{}", outcome.text);
    assert_eq!(store.list()[1].content(), "b");
}

/// A note says one thing of a todo; what else a person changed of it stays theirs through the model's next list.
#[test]
fn a_note_on_one_thing_tells_no_other() {
    // Of a person's activeForm, and of their text nothing.
    let (mut store, mut model) = sent(&[("a", Status::Todo)]);
    by_user(&mut store, |store| {
        store.edit(Id(1), &Patch { active_form: Some("Mine"), ..Patch::default() })
    })
    .unwrap();
    reword(&mut store, 1, "a of mine");
    for _ in 0..2 {
        let other =
            json!({"todos": [{"content": "a", "status": "pending", "activeForm": "Other"}]});
        let outcome = call(&mut model, &mut store, &other);
        assert!(outcome.ok, "{}", outcome.text);
        assert_eq!(store.list()[0].content(), "a of mine", "{}", outcome.text);
    }

    // Of who is in progress, and of a person's text nothing.
    let both = [("a", Status::Todo), ("b", Status::Todo)];
    let (mut store, mut model) = sent(&both);
    by_user(&mut store, |store| store.mark_doing(Id(1))).unwrap();
    reword(&mut store, 2, "b of mine");
    let outcome = send(&mut model, &mut store, &[("a", Status::Todo), ("b", Status::Doing)]);
    assert!(outcome.text.contains("is not in progress"), "{}", outcome.text);
    let outcome = send(&mut model, &mut store, &both);
    assert_eq!(store.list()[1].content(), "b of mine", "{}", outcome.text);
}

/// A todo that a person moved stays when the model's list leaves it out, but not in progress where that list starts another one.
#[test]
fn a_note_says_what_is_so_after_the_call() {
    let (mut store, mut model) =
        sent(&[("a", Status::Todo), ("c", Status::Todo), ("b", Status::Doing)]);
    by_user(&mut store, |store| store.move_to(Id(3), 0)).unwrap();
    let outcome = send(&mut model, &mut store, &[("a", Status::Doing), ("c", Status::Todo)]);
    has_note(&outcome, "(\"b\") stays, todo: the user changed it");
    assert_eq!(state(&store)["b"].1, Status::Todo);
    assert_eq!(state(&store)["a"].1, Status::Doing);
}

#[test]
fn a_todo_that_a_person_brought_back_is_as_they_have_it() {
    let (mut store, mut model) = sent(&[("a", Status::Doing), ("b", Status::Todo)]);
    store.acting_as(Author::Run, TodoStore::abort);
    by_user(&mut store, |store| store.remove(Id(1))).unwrap();
    by_user(&mut store, TodoStore::undo).unwrap();
    has_note(
        &send(&mut model, &mut store, &[("b", Status::Todo)]),
        "stays: the user brought it back",
    );
    assert_eq!(store.list()[0].content(), "a");
}

#[test]
fn what_a_todo_waits_on_is_todays_when_a_call_adds_to_it() {
    let (mut store, mut model) = told(Dialect::Task, &["a", "b"]);
    let waits = json!({"taskId": "1", "addBlockedBy": ["2"]}).to_string();
    let update = Call { tool: "TaskUpdate", arguments: &waits };
    assert!(model.call(&mut store, &update).ok);
    by_user(&mut store, TodoStore::undo).unwrap();
    assert!(store.list()[0].blocked_by().is_empty());
    let outcome = model.call(&mut store, &update);
    assert!(outcome.ok, "{}", outcome.text);
    assert_eq!(store.list()[0].blocked_by(), [store.list()[1].key], "{}", outcome.text);
}

/// Read or not, sent again ten times, after restarts, with a history of one revision.
#[test]
fn what_a_person_decided_holds_in_every_dialect() {
    for dialect in Dialect::ALL.iter().copied().filter(|dialect| *dialect != Dialect::Task) {
        for is_read in [false, true] {
            let options = r#"{"maxSnapshots":1}"#;
            let mut store = TodoStore::new(Options::from_json(options).unwrap());
            let mut model = Conversation::new(settings(dialect));
            let names = ["a", "b", "c", "d"].map(|name| (name, Status::Todo, Some(name)));
            if dialect == Dialect::TodoManager {
                store
                    .acting_as(Author::Model, |store| store.add_multiple(&["a", "b", "c", "d"]))
                    .unwrap();
                let _ = model.reminder(&store);
            } else {
                assert!(call(&mut model, &mut store, &whole(dialect, &names)).ok);
            }
            decide(&mut store);
            if is_read {
                let _ = model.reminder(&store);
            }
            let decided = [
                ("a", Status::Skipped),
                ("b of mine", Status::Todo),
                ("c", Status::Todo),
                ("e", Status::Todo),
            ];
            for round in 0..10 {
                let mut list = whole(dialect, &names);
                if dialect == Dialect::TodoManager {
                    list["action"] = "replace_all".into();
                }
                let outcome = call(&mut model, &mut store, &list);
                assert!(outcome.ok && outcome.dropped.is_empty(), "{dialect:?}: {}", outcome.text);
                let list = sorted(&store);
                assert_eq!(list, decided, "{dialect:?} read: {is_read}, {round}: {}", outcome.text);
                has_note(&outcome, "\"b of mine\": the user changed it");
                has_note(&outcome, "\"d\" stays off the list: the user removed it");
                has_note(&outcome, "\"e\"");
                if !matches!(dialect, Dialect::Snapshot) {
                    has_note(&outcome, "(\"a\") stays skipped: the user skipped it: one is enough");
                }
                if round % 3 == 0 {
                    store = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
                    let text = model.checkpoint();
                    model = Conversation::from_checkpoint(&store, &text).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_reminder_that_says_nothing_tells_nothing() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a", "b"]).unwrap();
    store.complete_multiple(&[Id(1), Id(2)]).unwrap();
    let mut model = Conversation::new(settings(Dialect::TodoWrite));
    assert_eq!(model.reminder(&store), Reminder::Silence);
    assert!(model.told().is_empty());
    let outcome = send(&mut model, &mut store, &[("c", Status::Todo)]);
    assert_eq!(words(&store), [("a", Status::Done), ("b", Status::Done), ("c", Status::Todo)]);
    has_note(&outcome, "\"a\" stays: the host added it");
}

#[test]
fn an_id_is_never_another_todo_with_the_same_text() {
    let options = Options::from_json(r#"{"maxSnapshots":1}"#).unwrap();
    let mut store = TodoStore::new(options);
    store.add_multiple(&["Open", "Pay"]).unwrap();
    let mut model = Conversation::new(Settings::default());
    let _ = model.reminder(&store);
    by_user(&mut store, |store| {
        store.remove(Id(2))?;
        store.add_multiple(&["Pay"]).map(drop)
    })
    .unwrap();
    for is_restored in [false, true] {
        if is_restored {
            store = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
        }
        let mut model = match is_restored {
            true => Conversation::from_checkpoint(&store, &model.checkpoint()).unwrap(),
            false => model.clone(),
        };
        let complete = json!({"action": "complete_multiple", "ids": [2]});
        let outcome = call(&mut model, &mut store, &complete);
        assert!(!outcome.ok && outcome.text.contains("the user removed it"), "{}", outcome.text);
        assert_eq!(words(&store), [("Open", Status::Todo), ("Pay", Status::Todo)]);
    }
}

/// What a model says on the side is held as its own tools are.
#[test]
fn progress_and_plan_on_the_side_leave_what_a_person_decided() {
    for is_read in [false, true] {
        let (mut store, mut model) = told(Dialect::TodoManager, &["a", "b", "c", "d"]);
        decide(&mut store);
        if is_read {
            let _ = model.reminder(&store);
        }
        let before = store.clone();
        let progress = |model: &mut Conversation, store: &mut TodoStore, arguments: &str| {
            model.apply_progress(store, Ok(arguments))
        };
        let outcome = progress(&mut model.clone(), &mut store, r#"{"todo_done":[1]}"#);
        let says = "1 (\"a\") stays skipped: the user skipped it: one is enough";
        assert!(!outcome.ok && outcome.text.contains(says), "{}", outcome.text);
        assert_eq!(store, before);
        let outcome = progress(&mut model, &mut store, r#"{"todo_done":[1,3]}"#);
        assert!(outcome.text.starts_with("Completed TODOs: 3\n"), "{}", outcome.text);
        has_note(&outcome, says);
        let plan = r#"{"plan_update":["a","b","c","d","x"]}"#;
        let outcome = model.apply_plan(&mut store, Ok(plan));
        assert!(outcome.ok, "{}", outcome.text);
        let decided = [
            ("a", Status::Skipped),
            ("b of mine", Status::Doing),
            ("c", Status::Done),
            ("e", Status::Todo),
            ("x", Status::Todo),
        ];
        assert_eq!(sorted(&store), decided, "read: {is_read}: {}", outcome.text);
        has_note(&outcome, "\"d\" stays off the list: the user removed it");
        has_note(&outcome, "\"b of mine\": the user changed it");
        // Nor by those who have no conversation.
        let outcome = agent_todos::tools::progress::apply(&mut store, Ok(r#"{"todo_done":[1]}"#));
        assert!(!outcome.ok && outcome.text.contains("stays skipped"), "{}", outcome.text);
        let outcome = agent_todos::tools::plan::apply(&mut store, Ok(r#"{"plan_update":["a"]}"#));
        has_note(&outcome, "the user wrote it");
        assert_eq!(words(&store)[0], ("a", Status::Skipped));
    }
}

#[test]
fn among_equal_texts_a_call_means_the_models_own() {
    for is_read in [false, true] {
        let (mut store, mut model) = sent(&[("Pay", Status::Todo)]);
        by_user(&mut store, |store| store.add_after_position(0, &["Pay"])).unwrap();
        let own = store.list()[1].key;
        if is_read {
            let _ = model.reminder(&store);
        }
        let outcome = send(&mut model, &mut store, &[("Pay", Status::Done)]);
        assert!(outcome.ok, "{}", outcome.text);
        let status = |key| store.list().iter().find(|todo| todo.key == key).unwrap().status;
        assert_eq!((store.list().len(), status(own)), (2, Status::Done), "{}", outcome.text);
    }
}

#[test]
fn what_a_person_removed_may_come_back_by_itself() {
    let (mut store, mut model) = told(Dialect::TodoManager, &["a", "b"]);
    by_user(&mut store, |store| store.remove(Id(2))).unwrap();
    let b = json!([{"content": "b"}]);
    let outcome = call(
        &mut model,
        &mut store,
        &json!({"action": "replace_all", "todos": [{"content": "a"}, {"content": "b"}]}),
    );
    has_note(&outcome, "\"b\" stays off the list: the user removed it");
    let outcome = call(&mut model, &mut store, &json!({"action": "add_multiple", "todos": b}));
    assert!(outcome.ok, "{}", outcome.text);
    assert_eq!(words(&store), [("a", Status::Todo), ("b", Status::Todo)]);
}

#[test]
fn a_persons_todo_is_marked_when_a_model_skips_it() {
    let mut store = TodoStore::new(Options::from_json(r#"{"onSkip":"remove"}"#).unwrap());
    store.add_multiple(&["a", "b"]).unwrap();
    by_user(&mut store, |store| store.add_multiple(&["mine", "mine too"])).unwrap();
    let mut model = Conversation::new(Settings::default());
    let _ = model.reminder(&store);
    // From the end, so that the ids stay.
    for id in [4, 2] {
        let skip = json!({"action": "skip", "ids": [id]});
        assert!(call(&mut model, &mut store, &skip).ok);
    }
    assert!(model.apply_progress(&mut store, Ok(r#"{"todo_skip":[2]}"#)).ok);
    let list = [("a", Status::Todo), ("mine", Status::Skipped), ("mine too", Status::Skipped)];
    assert_eq!(words(&store), list);
}

#[test]
fn what_a_person_settled_comes_back_as_they_settled_it() {
    let mut store = TodoStore::default();
    let mut model = Conversation::new(settings(Dialect::Todowrite));
    let mut send = |store: &mut TodoStore, contents: &[&str]| {
        let items: Vec<_> = contents.iter().map(|content| (*content, Status::Todo, None)).collect();
        call(&mut model, store, &whole(Dialect::Todowrite, &items))
    };
    assert!(send(&mut store, &["a", "b"]).ok);
    by_user(&mut store, |store| store.skip_with_reason(Id(1), "no time")).unwrap();
    has_note(
        &send(&mut store, &["a", "b"]),
        "1 (\"a\") stays skipped: the user skipped it: no time",
    );
    assert!(send(&mut store, &["b"]).ok);
    assert_eq!(words(&store), [("b", Status::Todo)]);
    has_note(
        &send(&mut store, &["a", "b"]),
        "1 (\"a\") stays skipped: the user skipped it: no time",
    );
    assert_eq!(words(&store), [("a", Status::Skipped), ("b", Status::Todo)]);
}

#[test]
fn a_persons_word_holds_after_two_lists_were_merged() {
    let all = [("a", Status::Todo), ("b", Status::Todo), ("c", Status::Todo)];
    let (mut store, mut model) = sent(&all);
    let base = store.checkpoint();
    let mut other = TodoStore::from_checkpoint(&base).unwrap();
    by_user(&mut other, |store| {
        store.skip_with_reason(Id(1), "no time")?;
        store.edit(Id(2), &Patch { content: Some("b of mine"), ..Patch::default() })
    })
    .unwrap();
    assert!(send(&mut model, &mut store, &[("a", Status::Done), ("c", Status::Todo)]).ok);
    store.merge(&base, &other.checkpoint()).unwrap();
    let merged = [("a", Status::Skipped), ("b of mine", Status::Todo), ("c", Status::Todo)];
    assert_eq!(words(&store), merged);
    for _ in 0..2 {
        let outcome = send(&mut model, &mut store, &[("a", Status::Todo), ("c", Status::Todo)]);
        has_note(&outcome, "(\"a\") stays skipped: the user skipped it: no time");
        assert_eq!(sorted(&store), merged, "{}", outcome.text);
        let _ = model.reminder(&store);
    }
}

/// An answer that shows the list says no reasons, descriptions and priorities: those are still told.
#[test]
fn what_an_answer_does_not_show_is_still_told() {
    let list = json!({ "action": "list" });
    let edited = |store: &mut TodoStore| {
        let patch = Patch { description: Some("blue"), priority: Some("high"), ..Patch::default() };
        store.edit(Id(2), &patch).unwrap();
        store.skip_with_reason(Id(3), "a fraud").unwrap();
        store.complete(Id(1)).unwrap();
        store.reopen_with_reason(Id(1), "it is cold").unwrap();
    };
    for reads in [list.clone(), json!({ "action": "mark_doing", "ids": [2] })] {
        let (mut store, mut model) = told(Dialect::TodoManager, &["a", "b", "c"]);
        by_user(&mut store, edited);
        assert!(call(&mut model, &mut store, &reads).ok);
        let reminder = text(&model.reminder(&store), &store);
        for said in ["high", "blue", "skipped 3 (\"c\"): a fraud", "back to todo: it is cold"] {
            assert!(reminder.contains(said), "{said}: {reminder}");
        }
        assert_eq!(model.reminder(&store), Reminder::Silence);
    }
    let (mut store, mut model) = told(Dialect::TodoManager, &["a", "b", "c"]);
    assert!(call(&mut model, &mut store, &json!({ "action": "complete", "ids": [1] })).ok);
    by_user(&mut store, |store| store.reopen_with_reason(Id(1), "it is cold")).unwrap();
    let reminder = text(&model.reminder(&store), &store);
    assert!(reminder.contains("The user reopened 1 (\"a\"): it is cold."), "{reminder}");
    // After a merge the marks say who, too.
    let (base, mut other) = (store.checkpoint(), store.clone());
    by_user(&mut other, |store| store.skip_with_reason(Id(3), "a fraud")).unwrap();
    store.add_multiple(&["d"]).unwrap();
    store.merge(&base, &other.checkpoint()).unwrap();
    let reminder = text(&model.reminder(&store), &store);
    for said in ["The user skipped 3 (\"c\"): a fraud.", "The host added <todo id=\"4\""] {
        assert!(reminder.contains(said), "{said}: {reminder}");
    }
}

/// What a person says of a todo while somebody else is asked to confirm it.
#[test]
fn a_verdict_says_what_a_person_did_meanwhile() {
    let asked = |act: fn(&mut TodoStore)| {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b"]).unwrap();
        let mut model =
            Conversation::new(Settings { confirms: true, ..settings(Dialect::TodoManager) });
        let _ = model.reminder(&store);
        assert!(call(&mut model, &mut store, &json!({ "action": "complete", "ids": [1] })).ok);
        let claims = model.take_claims();
        by_user(&mut store, act);
        let verdicts = model.verdicts(&store, &claims);
        let reminder = text(&model.reminder(&store), &store);
        (verdicts, reminder)
    };
    let (verdicts, reminder) = asked(|store| {
        store.skip_with_reason(Id(1), "no need").unwrap();
    });
    assert_eq!((&*verdicts, &*reminder), (&["1 (\"a\") was skipped: no need".into()][..], ""));
    let (verdicts, _) = asked(|store| store.remove(Id(1)).unwrap());
    assert_eq!(verdicts, ["\"a\" stays off the list: the user removed it"]);
    let (_, reminder) = asked(|store| {
        store.edit(Id(1), &Patch { description: Some("blue"), ..Patch::default() }).unwrap();
    });
    assert!(reminder.contains("changed the description of 1 to blue"), "{reminder}");
}

/// Notes and refusals of a whole list say what is so.
#[test]
fn a_note_names_what_stays_and_what_was_meant() {
    // What another owner works on is not dropped, read or not.
    let (mut store, mut model) = sent(&[("a", Status::Todo), ("b", Status::Todo)]);
    let researcher = Actor::named(Author::Model, "researcher").unwrap();
    store.acting_as(researcher, |store| store.mark_doing(Id(1))).unwrap();
    let outcome = send(&mut model, &mut store, &[("b", Status::Todo)]);
    has_note(&outcome, "(\"a\") stays in progress: \"researcher\" works on it");
    assert!(
        outcome.dropped.is_empty() && !outcome.text.contains("off the list"),
        "{}",
        outcome.text
    );
    // A status that somebody set since.
    let (mut store, mut model) = sent(&[("a", Status::Todo), ("b", Status::Todo)]);
    assert_eq!(model.reminder(&store), Reminder::Full);
    by_user(&mut store, |store| store.mark_doing(Id(1))).unwrap();
    let outcome = send(&mut model, &mut store, &[("a", Status::Todo), ("b", Status::Todo)]);
    has_note(&outcome, "1 (\"a\") stays doing: the user started it");
    assert_eq!(model.reminder(&store), Reminder::Silence);
    // What an item was before it was reworded, when a person had removed it.
    let (mut store, mut model) = told(Dialect::ManageTodoList, &["a", "b"]);
    by_user(&mut store, |store| store.remove(Id(1))).unwrap();
    let items = [(1, "teapot"), (2, "b")]
        .map(|(id, title)| json!({ "id": id, "title": title, "status": "not-started" }));
    let outcome = call(&mut model, &mut store, &json!({ "todoList": items }));
    has_note(&outcome, "\"teapot\" stays off the list: it was \"a\", and the user removed it");
    // What there is no room with.
    let options = Options::from_json(r#"{"maxTodos":3}"#).unwrap();
    let mut store = TodoStore::new(options);
    let keeps = Settings { keeps_open: true, ..settings(Dialect::TodoWrite) };
    let mut model = Conversation::new(keeps);
    let all = ["a", "b", "c"].map(|content| (content, Status::Todo));
    assert!(send(&mut model, &mut store, &all).ok);
    let outcome = send(&mut model, &mut store, &[all[0], all[1], ("d", Status::Todo)]);
    let room = "with what stays that the call does not have (\"c\"), the list would have 4 todos, at most 3";
    assert!(!outcome.ok && outcome.text.contains(room), "{}", outcome.text);
}

/// A list that says what a todo says today, where it was told otherwise, means that todo; of one that stays the model
/// knows then how it is.
#[test]
fn a_list_means_the_todo_that_a_note_named() {
    let (mut store, mut model) = sent(&[("a", Status::Done), ("b", Status::Todo)]);
    by_user(&mut store, |store| {
        store.edit(Id(1), &Patch { priority: Some("high"), ..Patch::default() })
    })
    .unwrap();
    let _ = model.reminder(&store);
    store
        .acting_as(Author::Run, |store| {
            store.reopen(Id(1))?;
            store.edit(Id(1), &Patch { content: Some("a again"), ..Patch::default() })
        })
        .unwrap();
    let outcome = send(&mut model, &mut store, &[("b", Status::Todo)]);
    has_note(&outcome, "(\"a again\") stays: the user wrote it");
    let key = store.list().iter().find(|todo| todo.content() == "a again").unwrap().key;
    let outcome = send(&mut model, &mut store, &[("a again", Status::Done), ("b", Status::Todo)]);
    let todo = store.list().iter().find(|todo| todo.content() == "a again").unwrap();
    assert_eq!(
        (todo.key, todo.status, store.list().len()),
        (key, Status::Done, 2),
        "{}",
        outcome.text
    );
}

#[test]
fn a_run_brings_nothing_back_otherwise_than_a_person_wrote_it() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a"]).unwrap();
    let before = i64::from(store.revision());
    reword(&mut store, 1, "a of mine");
    store.skip(Id(1)).unwrap();
    store.remove(Id(1)).unwrap();
    let error = store.acting_as(Author::Run, |store| store.restore_revision(before)).unwrap_err();
    assert_eq!(error.code(), agent_todos::ErrorCode::HeldByUser);
    assert_eq!(error.message(), "\"a of mine\" stays off the list: the user changed it");
    assert!(store.restore_revision(before).is_ok());
}

#[test]
fn a_stale_call_by_id_leaves_what_another_owner_has() {
    use agent_todos::list::author::Actor;
    for dialect in [Dialect::TodoManager, Dialect::Task] {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b", "c"]).unwrap();
        let name = Actor::named(Author::Model, "bob").unwrap().name;
        let mut bob = Conversation::new(Settings { name, ..settings(dialect) });
        let _ = bob.reminder(&store);
        let ann = Actor::named(Author::Model, "ann").unwrap();
        store.acting_as(ann, |store| store.mark_doing(Id(1))).unwrap();
        let before = store.list().clone();
        let calls = match dialect {
            Dialect::Task => [
                (1, json!({"taskId": "1", "status": "completed"})),
                (1, json!({"taskId": "1", "status": "in_progress"})),
                (1, json!({"taskId": "1", "status": "deleted"})),
            ],
            _ => [
                (0, json!({"action": "complete_multiple", "ids": [1, 2]})),
                (0, json!({"action": "mark_doing", "ids": [1]})),
                (0, json!({"action": "skip", "ids": [1]})),
            ],
        };
        for (tool, arguments) in calls {
            let arguments = &arguments.to_string();
            let mut bob = bob.clone();
            let tool = bob.settings().dialect.tool_names().nth(tool).unwrap();
            let outcome = bob.call(&mut store, &Call { tool, arguments });
            let says = "stays in progress: \\\"ann\\\" works on it: take another todo";
            assert!(!outcome.ok && outcome.text.contains(says), "{arguments}: {}", outcome.text);
            assert_eq!(store.list(), &before);
        }
        let outcome = bob.apply_progress(&mut store, Ok(r#"{"todo_done":[1]}"#));
        assert!(!outcome.ok && outcome.text.contains("take another todo"), "{}", outcome.text);
    }
}

/// A store method of a model or a run is refused and does nothing; a person and a host may do anything.
#[test]
fn a_method_of_a_model_or_a_run_is_held_by_the_user() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a", "b"]).unwrap();
    by_user(&mut store, |store| {
        store.complete(Id(1))?;
        store.add_multiple(&["c"]).map(drop)
    })
    .unwrap();
    let before = store.clone();
    type Act = fn(&mut TodoStore) -> Result<(), agent_todos::TodoError>;
    let acts: [Act; 11] = [
        |store| store.reopen(Id(1)),
        |store| store.reopen_with_reason(Id(1), "x").map(drop),
        |store| store.skip(Id(1)),
        |store| store.mark_doing(Id(1)),
        |store| store.go_back(Id(1)),
        |store| store.remove(Id(3)),
        |store| store.reset(),
        |store| store.undo().map(drop),
        |store| store.replace_all(&["x"]).map(drop),
        |store| store.restore_revision(0),
        |store| store.edit(Id(3), &Patch { content: Some("x"), ..Patch::default() }).map(drop),
    ];
    for (place, act) in acts.into_iter().enumerate() {
        for author in [Author::Model, Author::Run] {
            let error = store.acting_as(author, act).unwrap_err();
            assert_eq!(error.code(), agent_todos::ErrorCode::HeldByUser, "{place}");
            assert_eq!(store, before, "{place}");
        }
        for author in [Author::User, Author::Host] {
            let mut store = before.clone();
            store.acting_as(author, act).unwrap();
        }
    }
    // A text that no person decided may be added, and the todo be done; a new task begins anew.
    store
        .acting_as(Author::Model, |store| {
            store.edit(Id(3), &Patch { description: Some("more"), ..Patch::default() })?;
            store.complete(Id(3))
        })
        .unwrap();
    assert!(store.acting_as(Author::Run, |store| store.new_task(Unfinished::Archive).unwrap()));
}

#[test]
fn a_reminder_says_who_did_what_and_nothing_of_the_models_own() {
    let (mut store, mut model) =
        told(Dialect::TodoManager, &["Open the shop", "Compare three", "Buy <one>"]);
    call(&mut model, &mut store, &json!({"action": "complete_multiple", "ids": [1]}));
    assert_eq!(model.reminder(&store), Reminder::Silence);
    by_user(&mut store, |store| store.skip_with_reason(Id(2), "too slow")).unwrap();
    let text_of = |model: &mut Conversation, store: &TodoStore| text(&model.reminder(store), store);
    assert_eq!(
        text_of(&mut model, &store),
        "<browser-state>TODO list updated: 1 done, 1 skipped, 1 todo. \
         The user skipped 2 (\"Compare three\"): too slow.</browser-state>"
    );
    assert_eq!(model.reminder(&store), Reminder::Silence);
    store.acting_as(Author::Run, |store| store.mark_doing(Id(3))).unwrap();
    by_user(&mut store, |store| store.add_multiple(&["Pay\nat once </browser-state>"])).unwrap();
    assert_eq!(
        text_of(&mut model, &store),
        "<browser-state>TODO list updated: 1 done, 1 skipped, 1 doing, 1 todo. \
         The run started 3 (\"Buy &lt;one&gt;\").\n\
         The user added <todo id=\"4\" status=\"todo\">Pay&#10;at once &lt;/browser-state&gt;</todo>.</browser-state>"
    );
    // Where that finishes the list.
    by_user(&mut store, |store| store.complete_multiple(&[Id(3), Id(4)])).unwrap();
    assert!(text_of(&mut model, &store).contains("The user completed 3 ("));
    by_user(&mut store, |store| store.new_task(Unfinished::Keep).unwrap());
    assert_eq!(
        text_of(&mut model, &store),
        "<browser-state>TODO list updated. The user began a new task, and the list before it is archived.\n\
         The user removed 1 (\"Open the shop\").\nThe user removed 2 (\"Compare three\").\n\
         The user removed 3 (\"Buy &lt;one&gt;\").\nThe user removed 4 (\"Pay at once &lt;/browser-state&gt;\").\n\
         Current state:\n<todos></todos></browser-state>"
    );
    by_user(&mut store, TodoStore::undo).unwrap();
    assert!(
        text_of(&mut model, &store).starts_with(
            "<browser-state>TODO list updated. The user took back the latest change.\n"
        )
    );
}

#[test]
fn why_a_todo_was_given_up_is_said_where_it_leaves_the_list_too() {
    let options = Options::from_json(r#"{"onSkip":"remove"}"#).unwrap();
    let mut store = TodoStore::new(options);
    store.add_multiple(&["Open the shop", "Compare <three>", "Pay", "Leave"]).unwrap();
    let mut model = Conversation::new(Settings::default());
    assert_eq!(model.reminder(&store), Reminder::Full);
    by_user(&mut store, |store| store.skip_with_reason(Id(2), "too slow: a \"<minute>\"")).unwrap();
    by_user(&mut store, |store| store.skip(Id(3))).unwrap();
    by_user(&mut store, |store| store.remove(Id(1))).unwrap();
    // Over the end of its worker too.
    let checkpoint = store.checkpoint();
    let store = TodoStore::from_checkpoint(&checkpoint).unwrap();
    assert_eq!(store.checkpoint(), checkpoint);
    let mut model = Conversation::from_checkpoint(&store, &model.checkpoint()).unwrap();
    assert_eq!(
        text(&model.reminder(&store), &store),
        "<browser-state>TODO list updated. The user removed 1 (\"Open the shop\").\n\
         The user skipped and removed 2 (\"Compare &lt;three&gt;\"): too slow: a \"&lt;minute&gt;\".\n\
         The user skipped and removed 4 (\"Leave\").\nCurrent state:\n\
         <todos><todo id=\"1\" status=\"todo\">Pay</todo></todos></browser-state>"
    );
    // Once it is back, it was not.
    let mut store = store;
    let mut model = Conversation::new(Settings::default());
    let _ = model.reminder(&store);
    by_user(&mut store, |store| store.skip_with_reason(Id(1), "sold out")).unwrap();
    by_user(&mut store, TodoStore::undo).unwrap();
    by_user(&mut store, |store| store.remove(Id(1))).unwrap();
    assert!(text(&model.reminder(&store), &store).contains("The user removed 1 (\"Pay\")."));
    // A call that means it hears why.
    let mut store = TodoStore::new(options);
    store.add_multiple(&["a", "b"]).unwrap();
    let mut model = Conversation::new(Settings::default());
    let _ = model.reminder(&store);
    by_user(&mut store, |store| store.skip_with_reason(Id(1), "too slow")).unwrap();
    let outcome = call(&mut model, &mut store, &json!({"action": "complete_multiple", "ids": [1]}));
    let says = r#"1 was \"a\": the user skipped it: too slow; nothing was done"#;
    assert!(outcome.text.contains(says), "{}", outcome.text);
    // The first of those that a checkpoint holds has no reason any more.
    by_user(&mut store, |store| store.skip_with_reason(Id(1), "too slow")).unwrap();
    let latest = store.checkpoint_of(1);
    assert_eq!(TodoStore::from_checkpoint(&latest).unwrap().checkpoint(), latest);
    let damaged = checkpoint.replace("user skip: too slow", "user undo: too slow");
    assert_ne!(damaged, checkpoint);
    assert!(TodoStore::from_checkpoint(&damaged).is_err());
}

#[test]
fn the_whole_list_comes_first_after_compaction_and_now_and_then() {
    let mut store = TodoStore::default();
    let mut model = Conversation::new(Settings { every: 3, ..Settings::default() });
    assert_eq!(model.reminder(&store), Reminder::Silence);
    let todos: Vec<Value> = (0..9).map(|n| json!({"content": format!("step {n}")})).collect();
    call(&mut model, &mut store, &json!({"action": "add_multiple", "todos": todos}));
    let mut wholes = vec![];
    for id in 1..=9 {
        wholes.push(model.reminder(&store));
        call(&mut model, &mut store, &json!({"action": "complete_multiple", "ids": [id]}));
        if id == 5 {
            model.compacted();
        }
    }
    wholes.push(model.reminder(&store));
    let is_whole: Vec<bool> = wholes.iter().map(|reminder| *reminder == Reminder::Full).collect();
    // First; after three; after compaction, from where it counts anew; a finished list is none.
    assert_eq!(
        is_whole,
        [true, false, false, true, false, true, false, false, true, false],
        "{wholes:?}"
    );
}

#[test]
fn one_that_was_told_nothing_touches_nothing() {
    for dialect in &Dialect::ALL {
        let mut store = TodoStore::default();
        store.add_multiple(&["a", "b"]).unwrap();
        let before = store.list().clone();
        let mut model = Conversation::new(settings(*dialect));
        let outcome =
            call(&mut model, &mut store, &whole(*dialect, &[("new", Status::Todo, None)]));
        assert!(outcome.ok, "{dialect:?}: {}", outcome.text);
        assert_eq!(store.list()[..2], before[..], "{dialect:?}");
        assert_eq!(store.list().len(), 3, "{dialect:?}");
    }
    let (mut store, _) = told(Dialect::TodoManager, &["a"]);
    let mut model = Conversation::new(Settings::default());
    let outcome = call(&mut model, &mut store, &json!({"action": "skip", "ids": [1]}));
    assert!(!outcome.ok && outcome.text.contains("you had not read the list"));
    assert!(call(&mut model, &mut store, &json!({"action": "skip", "ids": [1]})).ok);
}

#[test]
fn another_list_that_was_taken_over_is_no_list_of_these_keys() {
    let (mut store, mut model) = told(Dialect::TodoManager, &["a", "b"]);
    let mut other = TodoStore::default();
    other.add_multiple(&["x", "a"]).unwrap();
    store.load(&other.checkpoint()).unwrap();
    let outcome = call(&mut model, &mut store, &json!({"action": "complete_multiple", "ids": [2]}));
    assert!(
        !outcome.ok && outcome.text.contains(r#"2 was \"b\", which is not on the list any more"#)
    );
    let (_, model) = told(Dialect::TodoManager, &["a", "b"]);
    let mut copy = Conversation::from_checkpoint(&store, &model.checkpoint()).unwrap();
    let outcome = call(&mut copy, &mut store, &json!({"action": "complete_multiple", "ids": [1]}));
    assert!(outcome.ok && outcome.notes[0].starts_with("1 is \"a\", which is 2 now"));
    assert_eq!(store.list()[1].status, Status::Done);
}

#[test]
fn a_plan_in_another_tools_arguments_means_the_list_that_was_told() {
    let (mut store, mut model) = told(Dialect::TodoManager, &["a", "b", "c", "d"]);
    by_user(&mut store, |store| store.add_after_position(0, &["x"])).unwrap();
    let outcome = model.apply_plan(&mut store, Ok(r#"{"current_plan_item":1}"#));
    assert!(outcome.ok && outcome.changed, "{outcome:?}");
    assert_eq!(
        outcome.notes[..2],
        [
            "1 is \"a\", which is 2 now: the user added 1 todo before it",
            "2 is \"b\", which is 3 now: the user added 1 todo before it",
        ]
    );
    assert!(outcome.notes[2].starts_with("the list now: <todos>"), "{outcome:?}");
    let list = |store: &TodoStore| -> Vec<String> {
        let words = |todo: &agent_todos::Todo| format!("{} {}", todo.content(), todo.status.word());
        store.list().iter().map(words).collect()
    };
    assert_eq!(list(&store), ["x todo", "a done", "b doing", "c todo", "d todo"]);
    // What a person settled in the meantime stays so, and the rest is done.
    by_user(&mut store, |store| store.skip_with_reason(Id(4), "too slow")).unwrap();
    let outcome = model.apply_plan(&mut store, Ok(r#"{"current_plan_item":4}"#));
    assert!(outcome.ok && outcome.text.contains("the user skipped it: too slow"), "{outcome:?}");
    assert_eq!(list(&store), ["x todo", "a done", "b done", "c skipped", "d doing"]);
    // A new plan is merged with what was added.
    by_user(&mut store, |store| store.add_multiple(&["y"])).unwrap();
    let plan = r#"{"plan_update":["x","a","b","d","e"]}"#;
    let outcome = model.apply_plan(&mut store, Ok(plan));
    assert!(outcome.ok, "{}", outcome.text);
    assert_eq!(list(&store), ["x todo", "a done", "b done", "d doing", "y todo", "e todo"]);
    assert_eq!(model.reminder(&store), Reminder::Silence);
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let (store, model) = told(Dialect::TodoManager, &["a", "b"]);
    let whole = model.checkpoint();
    let again = Conversation::from_checkpoint(&store, &whole).unwrap();
    assert_eq!(again.checkpoint(), whole);
    for (end, _) in whole.char_indices() {
        assert!(Conversation::from_checkpoint(&store, &whole[..end]).is_err(), "{end}");
    }
    let newer = whole.replace("\",1,", "\",2,");
    let error = Conversation::from_checkpoint(&store, &newer).unwrap_err();
    assert_eq!(error.code(), agent_todos::ErrorCode::NewerCheckpoint);
}

#[test]
fn settings_are_ours_or_an_error() {
    let read = Settings::from_json(r#"{"dialect":"TodoWrite","reminders":"full","every":7}"#);
    let (dialect, reminders) = (Dialect::TodoWrite, ReminderMode::Full);
    assert_eq!(read, Ok(Settings { dialect, reminders, every: 7, ..Settings::default() }));
    assert_eq!(Settings::from_json("{}"), Ok(Settings::default()));
    for wrong in [
        "",
        "[]",
        "null",
        r#"{"every":0}"#,
        r#"{"every":1.5}"#,
        r#"{"every":"5"}"#,
        r#"{"modes":"full"}"#,
        r#"{"dialect":"x"}"#,
    ] {
        assert!(Settings::from_json(wrong).is_err(), "{wrong}");
    }
}

// Interleavings -----------------------------------------------------------------------------------

/// A random number generator that anybody can run again.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// What the model knows of a todo.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    content: String,
    status: Status,
    /// The id that it gave it itself.
    name: Option<String>,
}

impl Known {
    fn new(content: &str) -> Self {
        Self { content: content.into(), status: Status::Todo, name: None }
    }
}

/// The word by which a todo is told apart.
fn word(content: &str) -> &str {
    content.split(' ').next().unwrap()
}

/// What there is to a todo: what it says, how far it is.
type State = BTreeMap<String, (String, Status)>;

fn state(store: &TodoStore) -> State {
    let of = |todo: &agent_todos::Todo| {
        (word(todo.content()).to_owned(), (todo.content().to_owned(), todo.status))
    };
    store.list().iter().map(of).collect()
}

/// The keys that each todo waits on, settled and gone ones too.
fn links(store: &TodoStore) -> BTreeMap<String, Vec<String>> {
    let of = |todo: &agent_todos::Todo| {
        let keys = todo.blocked_by().iter().map(|key| key.to_word());
        (word(todo.content()).to_owned(), keys.collect())
    };
    store.list().iter().map(of).collect()
}

fn status_of(said: &str) -> Status {
    match said {
        "done" | "completed" => Status::Done,
        "doing" | "in_progress" | "in-progress" => Status::Doing,
        "skipped" | "cancelled" => Status::Skipped,
        _ => Status::Todo,
    }
}

/// Whether a model that speaks a dialect takes one status for another: most say of what was given up that it is completed.
fn sound_the_same(dialect: Dialect, one: Status, other: Status) -> bool {
    let says_given_up = [
        Dialect::TodoManager,
        Dialect::XmlCall,
        Dialect::Merge,
        Dialect::CursorTodoWrite,
        Dialect::WriteTodos,
        Dialect::Todowrite,
    ];
    one == other || one.is_settled() && other.is_settled() && !says_given_up.contains(&dialect)
}

/// The call that writes the whole list in a dialect; todo_manager and Task only know to add.
pub(crate) fn whole(dialect: Dialect, items: &[(&str, Status, Option<&str>)]) -> Value {
    match dialect {
        Dialect::TodoManager => {
            let todo = |(content, ..): &(&str, _, _)| json!({ "content": content });
            json!({"action": "add_multiple", "todos": items.iter().map(todo).collect::<Vec<_>>()})
        }
        Dialect::Task => json!({"subject": items[0].0, "description": "", "activeForm": ""}),
        _ => crate::dialects::whole(dialect, items),
    }
}

/// The todos in XML in a text, by their ids.
fn elements(text: &str) -> Vec<(usize, Known)> {
    let mut found = vec![];
    for part in text.split("<todo id=\"").skip(1) {
        let (id, rest) = part.split_once("\" status=\"").unwrap();
        let (status, rest) = rest.split_once("\">").unwrap();
        let (content, _) = rest.split_once("</todo>").unwrap();
        let status = status_of(status);
        found.push((id.parse().unwrap(), Known { content: content.into(), status, name: None }));
    }
    found
}

/// A model that knows what it read, its conversation, and what persons did that it does not know of.
struct Model {
    dialect: Dialect,
    conversation: Conversation,
    view: Vec<Known>,
    /// What persons changed since: the words of todos, by what was changed.
    status: BTreeSet<String>,
    content: BTreeSet<String>,
    presence: BTreeSet<String>,
    /// The todos that it saw with another content, and was not told how far they are: for all that it knows they
    /// are others.
    strangers: BTreeSet<String>,
    /// Those that it went on naming and was told are off the list.
    off: BTreeSet<String>,
}

/// One is started, so another is in progress no more.
fn set_back(view: &mut [Known]) {
    for known in view.iter_mut().filter(|known| known.status == Status::Doing) {
        known.status = Status::Todo;
    }
}

impl Model {
    fn new(dialect: Dialect, reminders: ReminderMode, every: u32) -> Self {
        Self {
            dialect,
            conversation: Conversation::new(Settings { reminders, every, ..settings(dialect) }),
            view: vec![],
            status: BTreeSet::new(),
            content: BTreeSet::new(),
            presence: BTreeSet::new(),
            strangers: BTreeSet::new(),
            off: BTreeSet::new(),
        }
    }

    fn forget(&mut self) {
        self.status.clear();
        self.content.clear();
        self.presence.clear();
    }

    /// Somebody else changed the list; a person holds it against what the model says without knowing.
    fn others_changed(&mut self, before: &State, after: &State, last: &State, is_person: bool) {
        for word in before.keys().chain(after.keys()) {
            let (was, is) = (before.get(word), after.get(word));
            let mut put = |set: fn(&mut Self) -> &mut BTreeSet<String>, is_changed: bool| {
                if is_changed && is_person {
                    set(self).insert(word.clone());
                } else if is_changed {
                    set(self).remove(word);
                }
            };
            put(|model| &mut model.presence, was.is_some() != is.is_some());
            // Of one that came back, what is other than it was is theirs who brought it back.
            if let Some(is) = is {
                let was = last.get(word);
                put(|model| &mut model.content, was.is_none_or(|was| was.0 != is.0));
                put(|model| &mut model.status, was.is_none_or(|was| was.1 != is.1));
            }
        }
    }

    /// Takes in a text with todos in XML.
    fn read(&mut self, text: &str) {
        let names: BTreeMap<String, Option<String>> = self
            .view
            .iter()
            .map(|known| (word(&known.content).into(), known.name.clone()))
            .collect();
        let is_whole = text.contains("<todos>");
        if is_whole {
            self.view.clear();
            self.strangers.clear();
            self.off.clear();
            self.forget();
        }
        for (id, mut known) in elements(text) {
            known.name = names.get(word(&known.content)).cloned().flatten();
            if id <= self.view.len() {
                self.view[id - 1] = known;
            } else {
                assert_eq!(id, self.view.len() + 1, "{text}");
                self.view.push(known);
            }
        }
    }

    fn be_reminded(&mut self, store: &TodoStore) {
        let reminder = self.conversation.reminder(store);
        if self.conversation.settings().reminders == ReminderMode::Off {
            assert_eq!(reminder, Reminder::Silence);
            return;
        }
        let text = text(&reminder, store);
        if std::env::var("TRACE").is_ok() {
            println!("{text}");
        }
        if reminder == Reminder::Silence && self.view.is_empty() {
            // Nothing is left to do. Who was told nothing knows nothing.
            assert!(!store.has_unfinished());
            return;
        }
        // What is said in words: "The user completed 3 ("x3")."
        for line in text.split('\n') {
            for (verb, status) in [
                (" completed ", Some(Status::Done)),
                (" skipped ", Some(Status::Skipped)),
                (" started ", Some(Status::Doing)),
                (" reopened ", Some(Status::Todo)),
                (" set ", Some(Status::Todo)),
                (" removed ", None),
            ] {
                let Some((_, rest)) = line.split_once(verb) else { continue };
                let Some((id, rest)) = rest.split_once(" (\"") else { continue };
                let Ok(id) = id.parse::<usize>() else { continue };
                if text.contains("<todos>") {
                    continue;
                }
                assert_eq!(word(&self.view[id - 1].content), word(rest.split('"').next().unwrap()));
                match status {
                    Some(status) => self.view[id - 1].status = status,
                    None => self.view[id - 1].content = "gone".into(),
                }
            }
        }
        self.read(&text);
        self.forget();
        while self.view.last().is_some_and(|known| known.content == "gone") {
            self.view.pop();
        }
    }

    /// What an answer says of the list.
    fn hear(&mut self, outcome: &Outcome, before: &[Known]) {
        if let Some(list) = outcome.notes.iter().find(|note| note.starts_with("the list now: ")) {
            self.read(list);
            return;
        }
        // What a note named, it knows of.
        for set in [&mut self.status, &mut self.content, &mut self.presence] {
            set.retain(|word| {
                !outcome.notes.iter().any(|note| note.contains(&format!("\"{word}")))
            });
        }
        let answer = serde_json::from_str::<Value>(&outcome.text);
        // Where the answer shows how far each is, the notes say the same.
        let shows_statuses = answer.is_ok_and(|answer| self.read_answer(&answer));
        for note in &outcome.notes {
            if let Some((what, _)) = note.split_once("\" stays off the list: ") {
                self.off.insert(word(&what[1..]).into());
            }
            // What "x3" was before the call, it is still.
            if let Some((what, _)) = note.split_once("\" is not in progress: ") {
                let is_it = |known: &&Known| word(&known.content) == word(&what[1..]);
                let was = before.iter().find(is_it).map_or(Status::Todo, |known| known.status);
                let known = self.view.iter_mut().find(|known| is_it(&&**known)).unwrap();
                if shows_statuses {
                    assert_ne!(known.status, Status::Doing, "{note}: {}", outcome.text);
                } else {
                    known.status = was;
                }
            }
            let note = note.replace(" stays, ", " stays ");
            let Some((what, rest)) = note.split_once(" stays ") else { continue };
            if rest.starts_with("off the list") || rest.starts_with("without ") {
                continue;
            }
            let quoted = |text: &str| {
                text.split_once('"').and_then(|(_, rest)| Some(rest.split_once('"')?.0.to_owned()))
            };
            // "2 ("x3") stays done: …" and "2 stays "x3 v1": …"
            let (content, status) = match quoted(what) {
                Some(content) => {
                    (content, rest.split_once(':').map(|(status, _)| status_of(status)))
                }
                None => (quoted(rest).unwrap(), None),
            };
            let is_it = |known: &&mut Known| word(&known.content) == word(&content);
            if shows_statuses {
                let known = self.view.iter_mut().find(is_it).unwrap();
                let sounds = |said| sound_the_same(self.dialect, known.status, said);
                assert!(status.is_none_or(sounds), "{note}: {}", outcome.text);
                continue;
            }
            if status == Some(Status::Doing) && self.view.iter_mut().any(|known| is_it(&known)) {
                set_back(&mut self.view);
            }
            if let Some(known) = self.view.iter_mut().find(is_it) {
                known.status = status.unwrap_or(known.status);
                known.content = content;
            }
        }
    }

    /// Takes in what an answer in JSON shows of the list, and says whether it shows how far each todo is.
    fn read_answer(&mut self, answer: &Value) -> bool {
        if let Some(task) = answer["task"].as_object() {
            let (id, content) = (task["id"].as_str().unwrap(), task["subject"].as_str().unwrap());
            let known = self.view.iter_mut().find(|known| word(&known.content) == word(content));
            if let Some(known) = known {
                known.name = Some(id.into());
                if let Some(status) = task.get("status") {
                    known.content = content.into();
                    known.status = status_of(status.as_str().unwrap());
                    self.status.remove(word(content));
                    self.content.remove(word(content));
                }
            }
        }
        let keys = ["todos", "items", "todoList", "tasks", "task_list"];
        let list = keys.iter().find_map(|key| answer[*key].as_array());
        if let Some(list) = list {
            let old = std::mem::take(&mut self.view);
            for item in list {
                let content =
                    ["content", "title", "subject"].iter().find_map(|key| item[*key].as_str());
                let content = content.or(item.as_str()).unwrap();
                let was = old.iter().find(|known| word(&known.content) == word(content));
                if was.is_some_and(|was| was.content != content) && item.is_string() {
                    self.strangers.insert(word(content).into());
                }
                self.view.push(Known {
                    content: content.into(),
                    status: item["status"]
                        .as_str()
                        .map_or_else(|| was.map_or(Status::Todo, |known| known.status), status_of),
                    name: match item["id"].as_str().filter(|_| item["subject"].is_string()) {
                        Some(id) => Some(id.into()),
                        None => was.and_then(|known| known.name.clone()),
                    },
                });
            }
            self.forget();
            return list.iter().all(|item| item["status"].is_string());
        }
        if answer["output"].as_str().is_some_and(|output| output.starts_with("<todos>")) {
            let output = answer["output"].as_str().unwrap().to_owned();
            self.read(&output);
        }
        false
    }
}

/// What persons decided, by the words of todos. It is kept beside the store, by what was so before and after each act.
#[derive(Clone, Debug, Default)]
struct Ledger {
    settled: BTreeMap<String, Status>,
    wrote: BTreeMap<String, String>,
    /// What persons added or brought back.
    added: BTreeSet<String>,
    /// What persons took off.
    off: BTreeSet<String>,
    /// Every word that was ever on the list.
    seen: BTreeSet<String>,
    /// Those that left, oldest first: no more than these are remembered.
    left: Vec<String>,
    /// Those of which it does not know who decided what, as two lists were merged.
    unsure: BTreeSet<String>,
}

impl Ledger {
    fn forget(&mut self, word: &str) {
        self.settled.remove(word);
        self.wrote.remove(word);
        self.added.remove(word);
        self.off.remove(word);
    }

    /// Somebody acted.
    fn learn(&mut self, before: &State, after: &State, author: Author) {
        let is_user = author == Author::User;
        for (word, (content, status)) in after {
            let Some(was) = before.get(word) else {
                self.left.retain(|left| left != word);
                self.off.remove(word);
                let is_new = self.seen.insert(word.clone());
                if is_user {
                    self.added.insert(word.clone());
                } else {
                    self.added.remove(word);
                }
                if is_user && is_new {
                    self.wrote.insert(word.clone(), content.clone());
                }
                // Who brings it back with something else than it had decides that.
                self.settled.retain(|settled, held| settled != word || held == status);
                self.wrote.retain(|wrote, held| wrote != word || held == content);
                continue;
            };
            if was.0 != *content {
                self.wrote.remove(word);
                if is_user {
                    self.wrote.insert(word.clone(), content.clone());
                }
            }
            if was.1 != *status {
                self.settled.remove(word);
                if is_user && status.is_settled() {
                    self.settled.insert(word.clone(), *status);
                }
            }
        }
        for word in before.keys().filter(|word| !after.contains_key(*word)) {
            self.left.push(word.clone());
            if is_user {
                self.off.insert(word.clone());
            }
        }
        for word in self.left.drain(..self.left.len().saturating_sub(32)).collect::<Vec<_>>() {
            self.forget(&word);
        }
    }

    /// A new task began, and nothing of the one before holds.
    fn begin_anew(&mut self) {
        let (seen, unsure) = (std::mem::take(&mut self.seen), std::mem::take(&mut self.unsure));
        *self = Self { seen, unsure, ..Self::default() };
    }

    /// What a model or a run did changed nothing that a person decided.
    fn check(&self, before: &State, after: &State, is_part: bool, context: &dyn Fn() -> String) {
        for (word, status) in &self.settled {
            let is = after.get(word).map(|(_, status)| *status);
            assert!(is.is_none_or(|is| is == *status), "{word} was settled: {}", context());
        }
        for (word, content) in &self.wrote {
            let is = after.get(word).map(|(content, _)| content);
            assert!(is.is_none_or(|is| is == content), "{word} was written: {}", context());
        }
        for word in self.added.iter().chain(self.wrote.keys()) {
            let is_open = before.get(word).is_some_and(|(_, status)| !status.is_settled());
            assert!(!is_open || after.contains_key(word), "{word} was added: {}", context());
        }
        for word in &self.off {
            assert!(is_part || !after.contains_key(word), "{word} was removed: {}", context());
        }
    }

    /// The model learns from notes what was not done as it said.
    fn be_told(
        &self,
        (known_before, view, is_whole, told): (&[Known], &mut Vec<Known>, bool, &[Todo]),
        dialect: Dialect,
        store: &TodoStore,
        outcome: &Outcome,
        context: &dyn Fn() -> String,
    ) {
        let is_noted = |word: &str| {
            outcome.notes.iter().any(|note| {
                note.contains(&format!("\"{word}\""))
                    || note.contains(&format!("\"{word} v"))
                    || note.contains(&format!(">{word}<"))
                    || note.contains(&format!(">{word} v"))
            })
        };
        let has_note = |text: &str| outcome.notes.iter().any(|note| note.contains(text));
        for (place, todo) in store.list().iter().enumerate() {
            let known = word(todo.content());
            // Who is told by its id where it stands knows that it is there.
            let is_placed =
                has_note(&format!("(\"{known}\") stays: ")) || has_note(&format!("(\"{known} v"));
            if !self.holds(known) && !self.unsure.contains(known) && !is_placed {
                continue;
            }
            match view.iter_mut().find(|other| word(&other.content) == known) {
                Some(other) => {
                    let sounds = sound_the_same(dialect, other.status, todo.status);
                    // A call by id says nothing of the others.
                    let was = known_before.iter().find(|was| word(&was.content) == known);
                    let says_status = is_whole && dialect != Dialect::Snapshot;
                    let is_said = says_status || was.is_none_or(|was| was.status != other.status);
                    let is_held = self.settled.contains_key(known) && !sounds && is_said;
                    let is_said = is_noted(known) || has_note("todos stay off the list");
                    assert!(!is_held || is_said, "{known} is not noted: {}", context());
                    if is_held && is_noted(known) {
                        other.status = todo.status;
                    }
                }
                None => {
                    let is_skipped_again = todo.status == Status::Skipped
                        && (self.holds(known) || !is_whole)
                        && known_before.iter().any(|was| word(&was.content) == known);
                    if is_placed && !todo.status.is_settled() || is_skipped_again {
                        let (content, status) = (todo.content().to_owned(), todo.status);
                        view.insert(place.min(view.len()), Known { content, status, name: None });
                    }
                }
            }
        }
        view.retain(|other| {
            let known = word(&other.content);
            let is_off = self.off.contains(known)
                && !store.list().iter().any(|todo| word(todo.content()) == known);
            let is_said = is_noted(known) || has_note("todos stay off the list");
            assert!(!is_off || !is_whole || is_said, "{known} is not noted: {}", context());
            // Of one that it had known it goes on to think that it is there.
            let is_told = told.iter().any(|todo| word(todo.content()) == known);
            !is_off || !is_noted(known) || is_told
        });
    }

    fn holds(&self, word: &str) -> bool {
        self.settled.contains_key(word)
            || self.wrote.contains_key(word)
            || self.added.contains(word)
            || self.off.contains(word)
    }
}

struct World {
    dice: Dice,
    ledger: Ledger,
    store: TodoStore,
    removes_skipped: bool,
    next: usize,
    counts: Counts,
}

#[derive(Debug, Default)]
struct Counts {
    calls: usize,
    stale: usize,
    refused: usize,
    held: usize,
}

impl World {
    fn new_content(&mut self) -> String {
        self.next += 1;
        format!("x{}", self.next)
    }

    fn any_id(&mut self) -> Id {
        Id(1 + self.dice.below(self.store.list().len()) as i64)
    }

    /// Somebody changes the list: a person, the run, or another tab.
    fn others_act(&mut self) -> bool {
        let is_person = !self.dice.one_in(4);
        let author = match (is_person, self.dice.one_in(3)) {
            (true, false) => Author::User,
            (true, true) => Author::Host,
            (false, _) => Author::Run,
        };
        let (id, content) = (self.any_id(), self.new_content());
        let position = self.dice.below(self.store.list().len() + 1) as i64;
        let what = self.dice.below(16);
        let revision = self.dice.below(self.store.revision() as usize + 1) as i64;
        let edited = self
            .store
            .list()
            .get(id.0 as usize - 1)
            .map(|todo| format!("{} v{}", word(todo.content()), self.next));
        let before = state(&self.store);
        let named =
            self.store.list().get(id.0 as usize - 1).map(|todo| word(todo.content()).to_owned());
        self.store.acting_as(author, |store| {
            // What is refused changed nothing.
            let _ = match what {
                0..4 => store.add_after_position(position, &[&content]).map(drop),
                4 => store.remove(id),
                5 | 6 => store.move_to(id, position),
                7 => store.complete(id),
                8 => store.skip_with_reason(id, "no time").map(drop),
                9 => store.reopen(id),
                10 => store.mark_doing(id),
                11 => edited.map_or(Ok(()), |content| {
                    let patch = Patch { content: Some(&content), ..Patch::default() };
                    store.edit(id, &patch).map(drop)
                }),
                12 => store.undo().map(drop),
                13 => store.restore_revision(revision),
                14 => {
                    store.new_task(Unfinished::Keep).unwrap();
                    Ok(())
                }
                _ => {
                    store.abort();
                    Ok(())
                }
            };
        });
        let after = state(&self.store);
        if what == 14 && before != after {
            self.ledger.begin_anew();
            return is_person;
        }
        if author == Author::Run {
            self.ledger.check(&before, &after, false, &|| {
                format!("the run: {what} {id:?} {before:?} {after:?}")
            });
        }
        self.ledger.learn(&before, &after, author);
        // A person decides what is so already, too.
        if let (Author::User, 7 | 8, Some(word)) = (author, what, named)
            && let Some((_, status)) = after.get(&word)
        {
            assert!(status.is_settled(), "{what} {id:?} {before:?} {after:?}");
            self.ledger.settled.insert(word, *status);
        }
        is_person
    }

    /// Another tab writes first, and what is here is merged with what it stored.
    fn merge(&mut self) {
        let base = self.store.checkpoint();
        let (before, ledger) = (state(&self.store), self.ledger.clone());
        let mut other = self.store.clone();
        std::mem::swap(&mut self.store, &mut other);
        self.others_act();
        std::mem::swap(&mut self.store, &mut other);
        let theirs = state(&self.store);
        self.ledger = ledger.clone();
        self.others_act();
        let ours = state(&self.store);
        let _ = self.store.merge(&base, &other.checkpoint());
        // Of what nobody touched, all is as it was.
        self.ledger = ledger;
        let after = state(&self.store);
        for list in [&theirs, &ours, &after, &state(&other)] {
            for word in before.keys().chain(list.keys()) {
                self.ledger.seen.insert(word.clone());
                if before.get(word) != list.get(word) {
                    self.ledger.forget(word);
                    self.ledger.unsure.insert(word.clone());
                }
            }
            if list.is_empty() {
                self.ledger.begin_anew();
            }
        }
    }

    /// The model calls a tool, and whatever becomes of it must be what it meant.
    fn model_acts(&mut self, model: &mut Model) {
        let before = state(&self.store);
        let order_before = self.store.list().clone();
        let is_stale = {
            let (told, now) = (model.conversation.told(), self.store.list());
            told.len() != now.len()
                || told.iter().zip(now).any(|(was, todo)| {
                    (was.key, was.content(), was.status) != (todo.key, todo.content(), todo.status)
                })
        };
        let mut meant: BTreeSet<String> = BTreeSet::new();
        let mut wants: Vec<(String, Option<Status>)> = vec![];
        let mut starts = false;
        let known_before = model.view.clone();
        let mut view = model.view.clone();
        let mut tool = model.dialect.tool_names().next().unwrap();
        let mut is_whole = false;
        let links_before = links(&self.store);
        let mut waits: Option<(String, String)> = None;
        let reads = self.dice.one_in(12);
        let arguments = if model.dialect == Dialect::TodoManager && !reads {
            let ids: Vec<usize> = (0..view.len()).filter(|_| self.dice.one_in(3)).collect();
            let one = self.dice.below(view.len());
            let words = |places: &[usize]| -> Vec<String> {
                places.iter().map(|place| word(&view[*place].content).to_owned()).collect()
            };
            match self.dice.below(8) {
                0 if !ids.is_empty() => {
                    for known in words(&ids) {
                        meant.insert(known.clone());
                        wants.push((known, Some(Status::Done)));
                    }
                    for place in &ids {
                        view[*place].status = Status::Done;
                    }
                    let ids: Vec<usize> = ids.iter().map(|place| place + 1).collect();
                    json!({"action": "complete_multiple", "ids": ids})
                }
                1 | 2 if !view.is_empty() => {
                    let known = words(&[one]).remove(0);
                    meant.insert(known.clone());
                    let (action, status) = match self.dice.below(3) {
                        0 => ("skip", Status::Skipped),
                        1 => ("mark_doing", Status::Doing),
                        _ => ("complete", Status::Done),
                    };
                    let removes = action == "skip" && self.removes_skipped;
                    wants.push((known, Some(status).filter(|_| !removes)));
                    if status == Status::Doing {
                        starts = true;
                        set_back(&mut view);
                    }
                    view[one].status = status;
                    if removes {
                        view.remove(one);
                    }
                    json!({"action": action, "ids": [one + 1]})
                }
                3 if !view.is_empty() => {
                    for known in view.iter_mut().skip(one) {
                        meant.insert(word(&known.content).to_owned());
                        known.status = Status::Todo;
                    }
                    wants.push((word(&view[one].content).to_owned(), Some(Status::Todo)));
                    json!({"action": "go_back", "ids": [one + 1]})
                }
                4 => {
                    starts = true;
                    let open = |todo: &&agent_todos::Todo| todo.status == Status::Doing;
                    let is_open = |key| {
                        let settled = [Status::Done, Status::Skipped];
                        let mut others = order_before.iter();
                        others.any(|todo| todo.key == key && !settled.contains(&todo.status))
                    };
                    let todo = |todo: &&agent_todos::Todo| {
                        todo.status == Status::Todo
                            && !todo.blocked_by().iter().any(|key| is_open(*key))
                    };
                    let next = order_before.iter().find(open).or(order_before.iter().find(todo));
                    if let Some(next) = next {
                        meant.insert(word(next.content()).to_owned());
                        let known = word(next.content());
                        if let Some(known) =
                            view.iter_mut().find(|other| word(&other.content) == known)
                        {
                            known.status = Status::Doing;
                        }
                    }
                    json!({"action": "get_next"})
                }
                5 => {
                    let content = self.new_content();
                    let position = self.dice.below(view.len() + 1);
                    meant.insert(content.clone());
                    wants.push((content.clone(), Some(Status::Todo)));
                    view.insert(position, Known::new(&content));
                    json!({"action": "add_after_position", "position": position, "todos": [{"content": content}]})
                }
                6 if self.dice.one_in(3) => {
                    meant.extend(view.iter().map(|known| word(&known.content).to_owned()));
                    let content = self.new_content();
                    meant.insert(content.clone());
                    view = vec![Known::new(&content)];
                    is_whole = true;
                    json!({"action": "replace_all", "todos": [{"content": content}]})
                }
                _ => {
                    let content = self.new_content();
                    meant.insert(content.clone());
                    wants.push((content.clone(), Some(Status::Todo)));
                    view.push(Known::new(&content));
                    json!({"action": "add_multiple", "todos": [{"content": content}]})
                }
            }
        } else if reads {
            tool = match model.dialect {
                Dialect::Todowrite => "todoread",
                Dialect::Task => "TaskList",
                Dialect::TaskWrite => "task_check",
                _ => tool,
            };
            match model.dialect {
                Dialect::TodoManager => json!({"action": "list"}),
                Dialect::XmlCall => json!({"action": "read"}),
                Dialect::ManageTodoList => json!({"operation": "read"}),
                Dialect::TaskTracker => json!({"command": "view"}),
                Dialect::Snapshot | Dialect::Todowrite | Dialect::Task | Dialect::TaskWrite => {
                    json!({})
                }
                _ => return,
            }
        } else if model.dialect == Dialect::Task && (view.is_empty() || self.dice.one_in(3)) {
            let content = self.new_content();
            meant.insert(content.clone());
            wants.push((content.clone(), Some(Status::Todo)));
            view.push(Known::new(&content));
            whole(model.dialect, &[(&content, Status::Todo, None)])
        } else if model.dialect == Dialect::Task
            || model.dialect == Dialect::TaskWrite && !view.is_empty() && self.dice.one_in(2)
        {
            // One todo, by the id that an answer said or by the one that the reminder says.
            let one = self.dice.below(view.len());
            let known = word(&view[one].content).to_owned();
            let is_named = self.dice.one_in(2);
            let id = |place: usize| match &view[place].name {
                Some(name) if is_named || model.dialect == Dialect::TaskWrite => name.clone(),
                _ => (place + 1).to_string(),
            };
            let name = id(one);
            let is_task = model.dialect == Dialect::Task;
            match self.dice.below(if is_task { 6 } else { 3 }) {
                5 => {
                    tool = "TaskGet";
                    json!({"taskId": name})
                }
                4 => {
                    tool = "TaskUpdate";
                    let other = self.dice.below(view.len());
                    let (blocker, key) = (word(&view[other].content).to_owned(), id(other));
                    meant.insert(known.clone());
                    waits = Some((known, blocker));
                    json!({"taskId": name, "addBlockedBy": [key]})
                }
                3 => {
                    tool = "TaskUpdate";
                    meant.insert(known.clone());
                    wants.push((known, None));
                    view.remove(one);
                    json!({"taskId": name, "status": "deleted"})
                }
                what => {
                    // What was given up is completed in these words.
                    let status = match (what, view[one].status) {
                        (0, Status::Skipped) => Status::Skipped,
                        (0, _) => Status::Done,
                        (1, _) => Status::Doing,
                        _ => Status::Todo,
                    };
                    meant.insert(known.clone());
                    // Completed is said of what was given up, too.
                    if !(status.is_settled() && view[one].status.is_settled()) {
                        wants.push((known, Some(status)));
                    }
                    if status == Status::Doing {
                        starts = true;
                        set_back(&mut view);
                    }
                    view[one].status = status;
                    let said = ["completed", "in_progress", "pending"][what];
                    tool = match (is_task, what) {
                        (true, _) => "TaskUpdate",
                        (false, 0) => "task_complete",
                        (false, _) => "task_update",
                    };
                    match (is_task, what) {
                        (true, _) => json!({"taskId": name, "status": said, "subject": ""}),
                        (false, 0) => json!({ "id": name }),
                        (false, _) => json!({"id": name, "status": said, "content": ""}),
                    }
                }
            }
        } else if matches!(model.dialect, Dialect::Merge | Dialect::CursorTodoWrite)
            && !view.is_empty()
            && self.dice.one_in(2)
        {
            // A part of the list, by name or by the id that the reminder says.
            let one = self.dice.below(view.len());
            let known = word(&view[one].content).to_owned();
            meant.insert(known.clone());
            let status = [Status::Done, Status::Skipped][self.dice.below(2)];
            let said = if status == Status::Done { "completed" } else { "cancelled" };
            let item = match &view[one].name {
                Some(name) => json!({"id": name, "status": said}),
                None => json!({"content": view[one].content, "status": said}),
            };
            if view[one].status != status {
                wants.push((known, Some(status)));
            }
            view[one].status = status;
            json!({"merge": true, "todos": [item]})
        } else {
            tool = writer(model.dialect);
            is_whole = true;
            let old = view.clone();
            if !view.is_empty() && self.dice.one_in(3) {
                let gone = self.dice.below(view.len());
                view.remove(gone);
            }
            // An item with the id of one that is not said would be that one with another title.
            let is_other = model.dialect == Dialect::ManageTodoList && view.len() < old.len();
            if self.dice.one_in(3) && !is_other {
                let content = self.new_content();
                let position = self.dice.below(view.len() + 1);
                let name = self.dice.one_in(2).then(|| format!("n-{content}"));
                view.insert(position, Known { content, status: Status::Todo, name });
            }
            if view.len() > 1 && self.dice.one_in(4) {
                let moved = self.dice.below(view.len());
                let moved = view.remove(moved);
                let position = self.dice.below(view.len() + 1);
                view.insert(position, moved);
            }
            if !view.is_empty() && self.dice.one_in(2) && model.dialect != Dialect::Snapshot {
                let one = self.dice.below(view.len());
                view[one].status = [Status::Todo, Status::Doing, Status::Done][self.dice.below(3)];
                if view[one].status == Status::Doing {
                    starts = true;
                    set_back(&mut view);
                    view[one].status = Status::Doing;
                }
            }
            // Those that it says as it knows them it does not mean to change, but for those that it knows to be gone.
            for known in &view {
                if model.off.contains(word(&known.content)) {
                    meant.insert(word(&known.content).to_owned());
                }
                let same = old.iter().any(|was| {
                    word(&was.content) == word(&known.content) && was.status == known.status
                });
                if !same {
                    meant.insert(word(&known.content).to_owned());
                }
            }
            for was in &old {
                if !view.iter().any(|known| word(&known.content) == word(&was.content)) {
                    meant.insert(word(&was.content).to_owned());
                }
            }
            let items: Vec<(&str, Status, Option<&str>)> = view
                .iter()
                .map(|known| (known.content.as_str(), known.status, known.name.as_deref()))
                .collect();
            whole(model.dialect, &items)
        };
        let outcome = model
            .conversation
            .call(&mut self.store, &Call { tool, arguments: &arguments.to_string() });
        let after = state(&self.store);
        let context = || {
            format!(
                "{:?} {arguments}\n before {before:?}\n after {after:?}\n view {:?}\n {}",
                model.dialect, model.view, outcome.text
            )
        };
        self.counts.calls += 1;
        self.counts.stale += usize::from(is_stale);
        self.counts.refused += usize::from(!outcome.ok);
        let is_part = arguments["merge"] == true;
        self.ledger.check(&before, &after, is_part, &context);
        // Nothing but what it meant is touched.
        for word in before.keys().chain(after.keys()) {
            let (was, is) = (before.get(word), after.get(word));
            let is_set_back = starts
                && matches!((was, is), (Some((a, Status::Doing)), Some((b, Status::Todo))) if a == b);
            assert!(was == is || is_set_back || meant.contains(word), "{word}: {}", context());
        }
        let links_after = links(&self.store);
        for (word, was) in &links_before {
            let is_same = links_after.get(word).is_none_or(|is| is == was);
            assert!(is_same || meant.contains(word), "{word}: {}", context());
        }
        if let Some((waiting, blocker)) = waits.filter(|_| outcome.ok) {
            let key = self.store.list().iter().find(|todo| word(todo.content()) == blocker);
            let is_said = links_after[&waiting].contains(&key.unwrap().key.to_word());
            assert!(is_said, "{waiting} {blocker}: {}", context());
        }
        // No change of a person is lost, unless the model knew of it. What came back to what it was is none.
        let known: BTreeMap<&str, &Known> =
            model.view.iter().map(|known| (word(&known.content), known)).collect();
        for word in &model.presence {
            let is_news = known.contains_key(word.as_str()) != before.contains_key(word);
            let is_kept = before.contains_key(word) == after.contains_key(word);
            assert!(!is_news || is_kept, "{word}: {}", context());
        }
        // The next one is the next one of today.
        let is_next = arguments["action"] == "get_next";
        for (word, (content, status)) in before.iter().filter(|_| !is_next) {
            let (now, was) = (after.get(word), known.get(word.as_str()));
            if model.content.contains(word) && was.is_some_and(|was| was.content != *content) {
                assert_eq!(Some(content), now.map(|(content, _)| content), "{word}: {}", context());
            }
            let is_known = model.status.contains(word) && !model.strangers.contains(word);
            let sounds_other = |was: &&Known| !sound_the_same(model.dialect, was.status, *status);
            if is_known && was.is_some_and(sounds_other) {
                assert_eq!(Some(status), now.map(|(_, status)| status), "{word}: {}", context());
            }
        }
        if outcome.ok {
            for (word, status) in &wants {
                let is = after.get(word).map(|(_, status)| *status);
                // What a person settled stays so, and a skip leaves on the list what a person wants there.
                let is_held = self.ledger.settled.get(word).is_some_and(|held| is == Some(*held))
                    || (self.ledger.holds(word) || self.ledger.unsure.contains(word))
                        && status.is_none()
                        && is == Some(Status::Skipped)
                    // It was told that this one is off the list.
                    || model.off.contains(word) && is.is_none()
                    // After a merge the ledger does not know who decided it; the note does.
                    || outcome.notes.iter().any(|note| {
                        note.contains(&format!("(\"{word}")) && (note.contains(": the user ") || note.contains(": the host "))
                    });
                assert!(is == *status || is_held, "{word} {status:?}: {}", context());
            }
            if !reads {
                let told = model.conversation.told();
                let said = (&known_before[..], &mut view, is_whole, &told[..]);
                self.ledger.be_told(said, model.dialect, &self.store, &outcome, &context);
            }
            model.view = view;
        } else {
            assert_eq!(order_before, *self.store.list(), "{}", context());
            // It was told why, and by whom; other refusals are those of any list.
            let names = ["the user", "the host", "the run", "a model", "somebody", "nobody knows"];
            let is_usual = [
                "one is in progress",
                "in progress and only one",
                "too many",
                "at most",
                "there is no",
                "had not been told",
                "had not read",
                "Todos required",
                "wait on itself",
                "ID",
            ]
            .iter()
            .any(|usual| outcome.text.contains(usual));
            assert!(
                is_usual || names.iter().any(|name| outcome.text.contains(name)),
                "{}",
                context()
            );
            self.counts.held += usize::from(!is_usual);
        }
        if std::env::var("TRACE").is_ok() {
            println!("{arguments}\n{}", outcome.text);
        }
        model.hear(&outcome, &known_before);
        self.ledger.learn(&before, &after, Author::Model);
    }
}

/// What there is, when one interleaving is looked at.
fn trace(store: &TodoStore, models: &[Model]) {
    if std::env::var("TRACE").is_err() {
        return;
    }
    println!("\n{} {}", store.revision(), store.xml());
    for model in models {
        let view: Vec<&str> = model.view.iter().map(|known| known.content.as_str()).collect();
        println!("{:?} {view:?}\n  {}", model.dialect, model.conversation.checkpoint());
    }
}

fn interleave(seed: usize, counts: &mut Counts) {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ ((seed as u64 + 1) * 0x1234_5679));
    dice.below(9);
    let removes_skipped = dice.one_in(3);
    let on_skip = if removes_skipped { "remove" } else { "mark" };
    let most = [3, 8, 1000][dice.below(3)];
    let options = format!(r#"{{"maxTodos":14,"onSkip":"{on_skip}","maxSnapshots":{most}}}"#);
    let store = TodoStore::new(Options::from_json(&options).unwrap());
    let mut models: Vec<Model> = (0..1 + usize::from(dice.one_in(4)))
        .map(|_| {
            let dialect = Dialect::ALL[dice.below(Dialect::ALL.len())];
            let mode = [
                ReminderMode::Changes,
                ReminderMode::Changes,
                ReminderMode::Full,
                ReminderMode::Off,
            ][dice.below(4)];
            Model::new(dialect, mode, 1 + dice.below(6) as u32)
        })
        .collect();
    let mut world = World {
        dice,
        ledger: Ledger::default(),
        store,
        removes_skipped,
        next: 0,
        counts: std::mem::take(counts),
    };
    for content in 0..world.dice.below(5) {
        world.store.add_multiple(&[&format!("y{content}")]).unwrap();
    }
    world.ledger.seen.extend(state(&world.store).into_keys());
    let mut last = State::new();
    for _ in 0..40 {
        let before = state(&world.store);
        last.extend(before.clone());
        trace(&world.store, &models);
        let one = world.dice.below(models.len());
        match world.dice.below(20) {
            0..7 => {
                let is_person = world.others_act();
                let after = state(&world.store);
                for model in &mut models {
                    model.others_changed(&before, &after, &last, is_person);
                }
            }
            7 => {
                world.merge();
                let after = state(&world.store);
                // Whoever it was: nobody knows.
                for model in &mut models {
                    model.others_changed(&before, &after, &last, false);
                }
            }
            8..10 => {
                world.store = TodoStore::from_checkpoint(&world.store.checkpoint()).unwrap();
                for model in &mut models {
                    let text = model.conversation.checkpoint();
                    model.conversation =
                        Conversation::from_checkpoint(&world.store, &text).unwrap();
                    assert_eq!(model.conversation.settings().dialect, model.dialect);
                }
            }
            10..12 => {
                models[one].be_reminded(&world.store);
            }
            12 => models[one].conversation.compacted(),
            _ => {
                let mut model = models.swap_remove(one);
                world.model_acts(&mut model);
                let after = state(&world.store);
                for other in &mut models {
                    other.others_changed(&before, &after, &last, false);
                }
                models.push(model);
            }
        }
    }
    // Once each is told, all know the same.
    for model in &mut models {
        model.be_reminded(&world.store);
        if model.conversation.settings().reminders == ReminderMode::Off {
            continue;
        }
        assert_eq!(model.conversation.told(), world.store.list());
        if world.store.has_unfinished()
            || model.conversation.settings().reminders == ReminderMode::Changes
        {
            let view: Vec<&str> = model.view.iter().map(|known| word(&known.content)).collect();
            let list: Vec<&str> =
                world.store.list().iter().map(|todo| word(todo.content())).collect();
            if !model.view.is_empty() {
                assert_eq!(view, list, "{:?}", model.dialect);
            }
        }
    }
    *counts = world.counts;
}

/// As many as CONVERSATIONS says.
#[test]
fn no_call_touches_a_todo_that_it_does_not_mean_and_no_persons_change_is_lost() {
    let runs = std::env::var("CONVERSATIONS")
        .map_or_else(|_| crate::times(1000) as usize, |text| text.parse().unwrap());
    let first = std::env::var("FIRST").map_or(0, |text| text.parse().unwrap());
    let mut counts = Counts::default();
    for seed in first..first + runs {
        let result = std::panic::catch_unwind(|| {
            let mut counts = Counts::default();
            interleave(seed, &mut counts);
            counts
        });
        let of = result.unwrap_or_else(|_| panic!("the interleaving with FIRST={seed}"));
        counts.calls += of.calls;
        counts.stale += of.stale;
        counts.refused += of.refused;
        counts.held += of.held;
    }
    println!("{runs} interleavings: {counts:?}");
    // One that is looked at alone need not have met everything.
    assert!(runs < 100 || counts.stale > runs && counts.held > runs / 100, "{counts:?}");
}

#[test]
fn texts_of_todos_are_read() {
    // The reader of this test is right about what the library writes.
    let (store, _) = told(Dialect::TodoManager, &["a", "b c"]);
    let known: Vec<String> =
        elements(&store.xml()).into_iter().map(|(_, known)| known.content).collect();
    assert_eq!(known, ["a", "b c"]);
    assert_eq!(store.list()[0].text(Field::Content), Some("a"));
}

#[test]
fn it_says_up_to_which_revision_its_model_knows_what_others_changed() {
    let (mut store, mut conversation) = told(Dialect::TodoManager, &["alpha", "beta"]);
    assert_eq!(conversation.told_revision(), Some(store.revision()));

    let before = store.revision();
    by_user(&mut store, |store| store.skip(Id(2))).unwrap();
    assert_eq!(conversation.told_revision(), Some(before));
    // A call that says nothing of it leaves it untold; a reminder tells it.
    let outcome = call(&mut conversation, &mut store, &json!({"action": "complete", "ids": [1]}));
    assert!(outcome.changed);
    assert_eq!(conversation.told_revision(), Some(before));
    let _ = conversation.reminder(&store);
    assert_eq!(conversation.told_revision(), Some(store.revision()));
}

/// The next reminder reports what a person changed. It is not lost in the answer to a tool of the host's own that the model called
/// without a word about the list.
#[test]
fn a_call_without_progress_leaves_the_reminder_as_it_is() {
    let (mut store, mut conversation) = told(Dialect::TodoManager, &["a", "b", "c"]);
    by_user(&mut store, |store| store.move_to(Id(3), 0)).unwrap();
    for arguments in ["{}", r#"{"todo_done":[],"todo_skip":[]}"#] {
        let outcome = conversation.apply_progress(&mut store, Ok(arguments));
        assert_eq!(outcome.text, "");
    }
    assert_eq!(conversation.apply_plan(&mut store, Ok("{}")).text, "");
    let reminder = conversation.reminder(&store);
    assert!(text(&reminder, &store).contains("The user moved 1"), "{}", text(&reminder, &store));
}

/// Two neighbours that changed places: the one that the person moved is named, and it was the person.
#[test]
fn of_two_neighbours_the_one_that_was_moved_is_said_to_be() {
    for (moved, position, expected) in [(4, 2, "moved 3 (\"d\")"), (3, 4, "moved 4 (\"c\")")] {
        let (mut store, mut conversation) = told(Dialect::TodoManager, &["a", "b", "c", "d"]);
        by_user(&mut store, |store| store.move_to(Id(moved), position)).unwrap();
        let reminder = conversation.reminder(&store);
        let text = text(&reminder, &store);
        assert!(text.contains(&format!("The user {expected}")), "{text}");
    }
}

#[test]
fn what_a_store_forgot_is_in_no_checkpoint() {
    let mut store = TodoStore::default();
    let mut conversation = Conversation::new(settings(Dialect::TodoManager));
    let add = json!({"action": "add_multiple", "todos": [{"content": "secret"}, {"content": "secret too"}]});
    assert!(call(&mut conversation, &mut store, &add).ok);
    conversation.reminder(&store);
    by_user(&mut store, |store| store.remove(Id(1)).unwrap());
    let revision = store.revision();
    store.forget();
    conversation.forget_with(&store);
    let texts = [store.checkpoint(), conversation.checkpoint()];
    assert!(texts.iter().all(|text| !text.contains("secret")), "{texts:?}");
    assert_eq!((store.list().len(), store.snapshots().len()), (0, 1));
    assert_eq!(store.revision(), revision + 1);
    assert!(!store.undo().unwrap(), "there is nothing to go back to");
    // It goes on, also where it was read back.
    let mut copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.revision(), revision + 1);
    for store in [&mut store, &mut copy] {
        store.add_multiple(&["new"]).unwrap();
        assert_eq!(store.list()[0].key.to_word(), "t3");
    }
    let reminder = conversation.reminder(&store);
    assert!(text(&reminder, &store).contains("new") && !text(&reminder, &store).contains("secret"));
}

#[test]
fn a_merge_that_gives_a_todo_another_key_does_not_hide_who_did_what() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a"]).unwrap();
    let base = store.checkpoint();
    let mut elsewhere = store.clone();
    let mut model = Conversation::new(settings(Dialect::TodoManager));
    let _ = model.reminder(&store);
    let added = json!({ "action": "add_multiple", "todos": [{ "content": "mine" }] });
    assert!(call(&mut model, &mut store, &added).ok);
    by_user(&mut elsewhere, |store| {
        store.skip_with_reason(Id(1), "too slow").unwrap();
        store.add_multiple(&["Pay"]).unwrap();
    });
    store.merge(&base, &elsewhere.checkpoint()).unwrap();
    let said = text(&model.reminder(&store), &store);
    for part in ["skipped 1 (\"a\"): too slow", "The user added", "(\"Pay\")", "<todos>"] {
        assert!(said.contains(part), "{said}");
    }
    assert!(!said.contains("(\"mine\")"), "{said}");
}
