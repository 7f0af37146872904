//! What a person needs to do to a list, and what the list keeps of who did it.

use agent_todos::run::{Report, Run, RunOptions};
use agent_todos::tools::progress;
use agent_todos::{
    Author, Call, Cause, Clock, Dialect, ErrorCode, Field, Id, Key, Options, Patch, Ref, Status,
    Todo, TodoStore,
};

fn store(contents: &[&str]) -> TodoStore {
    let mut store = TodoStore::default();
    store.add_multiple(contents).unwrap();
    store
}

fn key(word: &str) -> Key {
    Key::from_word(word).unwrap()
}

fn contents(store: &TodoStore) -> Vec<&str> {
    store.list().iter().map(Todo::content).collect()
}

fn reason(store: &TodoStore, place: usize) -> Option<&str> {
    store.list()[place].text(Field::Reason)
}

#[test]
fn a_key_that_is_gone_is_refused_by_every_method() {
    let mut store = store(&["a", "b", "c"]);
    store.remove(key("t3")).unwrap();
    assert_eq!(store.todo_xml(key("t2")).unwrap(), "<todo id=\"2\" status=\"todo\">b</todo>");
    assert_eq!(store.is_completed(key("t2")), Ok(false));
    let before = store.clone();
    for (gone, says) in [
        ("t3", "there is no todo t3 any more: it left the list"),
        ("t9", "there is no todo t9: none of this list has had that key"),
    ] {
        let gone = key(gone);
        for result in [
            store.complete_multiple(&[key("t1"), gone]),
            store.complete(gone),
            store.reopen(gone),
            store.skip(gone),
            store.remove(gone),
            store.go_back(gone),
            store.mark_doing(gone),
            store.move_to(gone, 0),
            store.edit(gone, &Patch::default()).map(drop),
            store.skip_with_reason(gone, "x").map(drop),
        ] {
            let error = result.unwrap_err();
            assert_eq!((error.code(), error.message()), (ErrorCode::UnknownId, says));
        }
    }
    assert_eq!(store, before);
}

#[test]
fn what_cannot_be_edited_is_refused_whole() {
    let options = Options::from_json(r#"{"maxContentLength":5}"#).unwrap();
    let mut store = TodoStore::new(options);
    store.add_multiple(&["a", "b"]).unwrap();
    let before = store.clone();
    let all = Patch {
        content: Some("c"),
        priority: Some("high"),
        active_form: Some("doing"),
        description: Some("more"),
        blocked_by: Some(&[Ref::Id(Id(1))]),
        confirm: None,
    };
    for (patch, code, says) in [
        (Patch { content: Some("abcdef"), ..all }, ErrorCode::ContentTooLong, "item 2 has 6"),
        (
            Patch { priority: Some("HIGH"), ..all },
            ErrorCode::InvalidPriority,
            "low, medium or high",
        ),
        (
            Patch { active_form: Some("abcdef"), ..all },
            ErrorCode::ContentTooLong,
            "item 2 (activeForm) has 6 characters, at most 5",
        ),
        (
            Patch { description: Some("abcdef"), ..all },
            ErrorCode::ContentTooLong,
            "item 2 (description) has 6",
        ),
        (
            Patch { blocked_by: Some(&[Ref::Id(Id(1)), Ref::Id(Id(3))]), ..all },
            ErrorCode::UnknownId,
            "there is no todo 3",
        ),
        (
            Patch { blocked_by: Some(&[Ref::Id(Id(2))]), ..all },
            ErrorCode::InvalidArgument,
            "t2 cannot wait on t2",
        ),
    ] {
        let error = store.edit(Id(2), &patch).unwrap_err();
        assert_eq!(error.code(), code);
        assert!(error.message().contains(says), "{}", error.message());
    }
    // A reason may be longer than a content.
    let error = store.skip_with_reason(Id(1), &"x".repeat(2001)).unwrap_err();
    assert!(error.message().contains("item 1 (reason) has 2001 characters, at most 2000"));
    assert_eq!(store, before);

    assert_eq!(store.edit(Id(2), &all), Ok(vec![]));
    let revision = store.revision();
    store.edit(Id(2), &all).unwrap();
    assert_eq!(store.revision(), revision, "no change");
    store.skip_with_reason(Id(1), &"x".repeat(2000)).unwrap();
    assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
}

/// Each time they are those that it waits on instead of those before; the others stay as they were.
#[test]
fn what_a_todo_waits_on_can_be_changed_and_cleared() {
    let mut store = store(&["a", "b", "c"]);
    let waits_on = |store: &TodoStore| -> Vec<Vec<String>> {
        let words = |todo: &Todo| todo.blocked_by().iter().map(|key| key.to_word()).collect();
        store.list().iter().map(words).collect()
    };
    let none = Vec::<String>::new;
    let edit = |store: &mut TodoStore, id, todos: &[Ref]| {
        store.edit(Id(id), &Patch { blocked_by: Some(todos), ..Patch::default() })
    };
    edit(&mut store, 3, &[Ref::Id(Id(1)), Ref::Key(key("t2"))]).unwrap();
    assert_eq!(waits_on(&store), [none(), none(), vec!["t1".into(), "t2".into()]]);
    // A circle is refused, and nothing changes.
    let before = store.clone();
    let error = edit(&mut store, 1, &[Ref::Id(Id(2)), Ref::Id(Id(3))]).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidArgument);
    assert!(error.message().contains("t1 -> t3 -> t1"), "{}", error.message());
    assert_eq!(store, before);
    edit(&mut store, 3, &[Ref::Id(Id(2))]).unwrap();
    assert_eq!(waits_on(&store), [none(), none(), vec!["t2".into()]]);
    // Now the other way round.
    edit(&mut store, 1, &[Ref::Id(Id(3)), Ref::Id(Id(3))]).unwrap();
    assert_eq!(waits_on(&store), [vec!["t3".into()], none(), vec!["t2".into()]]);
    let revision = store.revision();
    store.edit(Id(1), &Patch { priority: Some("low"), ..Patch::default() }).unwrap();
    edit(&mut store, 1, &[]).unwrap();
    edit(&mut store, 3, &[]).unwrap();
    edit(&mut store, 2, &[]).unwrap();
    assert_eq!(waits_on(&store), [none(), none(), none()]);
    assert_eq!(store.revision(), revision + 3, "the last one is no change");
    assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
}

/// A person decides what is so already, too: that is a revision, once, and no step of undo.
#[test]
fn a_persons_decision_is_a_revision_where_it_changes_nothing() {
    let mut begun = store(&["a", "b", "c", "d"]);
    begun.skip(Id(2)).unwrap();
    begun.mark_doing(Id(3)).unwrap();
    begun.complete(Id(1)).unwrap();
    type Act = fn(&mut TodoStore);
    let acts: [Act; 8] = [
        |store| store.complete_multiple(&[Id(1)]).unwrap(),
        |store| store.skip(Id(2)).unwrap(),
        |store| store.mark_doing(Id(3)).unwrap(),
        |store| store.reopen(Id(4)).unwrap(),
        |store| store.go_back(Id(4)).unwrap(),
        |store| store.move_to(Id(4), 4).unwrap(),
        |store| drop(store.edit(Id(4), &Patch { content: Some("d"), ..Patch::default() }).unwrap()),
        |store| drop(store.edit(Id(4), &Patch { priority: Some(""), ..Patch::default() }).unwrap()),
    ];
    for (place, act) in acts.iter().enumerate() {
        let mut store = begun.clone();
        act(&mut store);
        assert_eq!(store, begun, "{place}: a host decided nothing");
        for _ in 0..2 {
            store.acting_as(Author::User, act);
            assert_eq!(store.revision(), begun.revision() + 1, "{place}");
            assert_eq!(items(&store), items(&begun), "{place}");
        }
        store.acting_as(Author::User, |store| store.undo().unwrap());
        assert_eq!(store.list()[0].status, Status::Todo, "{place}");
    }
}

fn items(store: &TodoStore) -> Vec<(&str, Status)> {
    store.list().iter().map(|todo| (todo.content(), todo.status)).collect()
}

#[test]
fn what_is_cleaned_out_of_an_edit_is_noted() {
    let mut store = store(&["a", "b"]);
    let patch = Patch { description: Some("more\u{0}"), ..Patch::default() };
    let notes = store.edit(Id(2), &patch).unwrap();
    assert!(matches!(&*notes, [note] if note.starts_with("item 2: ")), "{notes:?}");
    let notes = store.skip_with_reason(Id(1), "sold\u{e0041} out").unwrap();
    assert!(matches!(&*notes, [note] if note.starts_with("item 1: ")), "{notes:?}");
    assert_eq!(reason(&store, 0), Some("sold out"));
}

#[test]
fn a_reason_lasts_as_long_as_the_todo_is_skipped() {
    type Act = fn(&mut TodoStore);
    // The methods are in `model`.
    let acts: [(&str, Act); 2] = [
        ("progress", |store| assert!(progress::apply(store, Ok(r#"{"todo_done":[1]}"#)).ok)),
        ("a model's write", |store| {
            let arguments = r#"{"todos":[{"id":"t1","content":"a","status":"completed"},{"id":"t2","content":"b","status":"pending"}],"merge":false}"#;
            let call = Call { tool: "todo", arguments };
            assert!(Dialect::from_name("merge").unwrap().call(store, &call).ok);
        }),
    ];
    for (name, act) in acts {
        let mut store = store(&["a", "b"]);
        store.skip_with_reason(Id(1), " sold out ").unwrap();
        assert_eq!(reason(&store, 0), Some("sold out"));
        // Saying it again without a reason leaves the one that there is.
        store.skip(Id(1)).unwrap();
        assert_eq!((reason(&store, 0), store.revision()), (Some("sold out"), 2));
        act(&mut store);
        assert_eq!(reason(&store, 0), None, "{name}");
        assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store, "{name}");
        store.undo().unwrap();
        assert_eq!(reason(&store, 0), Some("sold out"), "{name}");
    }
    // A write that leaves it skipped keeps the reason, which few dialects can say.
    let mut kept = store(&["a", "b"]);
    kept.skip_with_reason(Id(1), "sold out").unwrap();
    let arguments = r#"{"todos":[{"id":"t2","content":"b","status":"completed"},{"id":"t1","content":"a","status":"cancelled"}],"merge":false}"#;
    let call = Call { tool: "todo", arguments };
    assert!(Dialect::from_name("merge").unwrap().call(&mut kept, &call).ok);
    assert_eq!((contents(&kept), reason(&kept, 1)), (vec!["b", "a"], Some("sold out")));
}

#[test]
fn a_checkpoint_with_a_reason_for_what_is_not_given_up_is_refused() {
    let mut store = store(&["a"]);
    store.skip_with_reason(Id(1), "sold out").unwrap();
    let text = store.checkpoint();
    assert!(text.contains(r#"[1,"skipped","a",null,null,null,null,"sold out"]"#), "{text}");
    let damaged = text.replace(r#""skipped""#, r#""done""#);
    let error = TodoStore::from_checkpoint(&damaged).unwrap_err();
    assert_eq!(error.code(), ErrorCode::InvalidCheckpoint);
}

fn authors(store: &TodoStore) -> Vec<(Author, Cause)> {
    let snapshots = store.snapshots();
    snapshots
        .iter()
        .skip(1)
        .map(|snapshot| (snapshot.stamp.by.author, snapshot.stamp.cause))
        .collect()
}

/// Whoever's handle it was made for. Who makes the other changes is in `model`.
#[test]
fn what_a_tool_does_is_the_models() {
    let mut store = store(&["a", "b"]);
    let call = Call { tool: "todo_manager", arguments: r#"{"action":"skip","ids":[2]}"# };
    store.acting_as(Author::User, |store| {
        assert!(Dialect::TodoManager.call(store, &call).ok);
        assert!(progress::apply(store, Ok(r#"{"todo_done":[2]}"#)).ok);
        store.complete(Id(1)).unwrap();
    });
    let (model, user) = (Author::Model, Author::User);
    let expected = [Author::Host, model, model, user].map(|by| (by, Cause::Edit));
    assert_eq!(authors(&store), expected);
}

#[test]
fn what_a_run_does_is_the_runs() {
    let mut store = TodoStore::default();
    let mut run = Run::new(&mut store, RunOptions::default());
    run.next(&mut store);
    store.acting_as(Author::User, |store| {
        run.planned(store, Some(&["a", "b", "c"])).unwrap();
        for report in [Report::Done(""), Report::Failed("sold out")] {
            run.next(store);
            run.executed(store, report).unwrap();
        }
        run.next(store);
        run.abort(store);
    });
    assert!(authors(&store).iter().all(|(by, _)| *by == Author::Run), "{:?}", authors(&store));
    assert_eq!((store.list()[1].status, reason(&store, 1)), (Status::Skipped, Some("sold out")));
}

#[test]
fn what_both_sides_add_under_one_key_stays_whose_it_is() {
    let base = store(&["a"]);
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.set_clock(Clock(|| 7));
    ours.acting_as(Author::User, |store| store.add_multiple(&["mine", "gone"]).unwrap());
    ours.complete(Id(1)).unwrap();
    for id in [Id(2), Id(3)] {
        ours.mark_doing(id).unwrap();
        ours.complete(id).unwrap();
    }
    ours.remove(Id(3)).unwrap();
    theirs.acting_as(Author::Model, |store| store.add_multiple(&["theirs", "more"]).unwrap());
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    let keys: Vec<_> = ours.list().iter().map(|todo| (todo.key, todo.content())).collect();
    let expected = [("t1", "a"), ("t2", "theirs"), ("t3", "more"), ("t4", "mine")];
    assert_eq!(keys, expected.map(|(word, content)| (key(word), content)));
    assert_eq!(ours.time_spent().collect::<Vec<_>>(), [(key("t4"), 0)]);
    // The user's stays while it is open, and the model's does not.
    ours.reopen(Id(4)).unwrap();
    let call = Call { tool: "TodoWrite", arguments: r#"{"todos":[]}"# };
    let outcome = Dialect::TodoWrite.call(&mut ours, &call);
    assert_eq!(contents(&ours), ["mine"], "{outcome:?}");
}

#[test]
fn what_a_merge_brings_has_the_author_of_ours() {
    let base = store(&["a", "b"]);
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.set_clock(Clock(|| 7));
    ours.acting_as(Author::User, |store| store.complete(Id(1)).unwrap());
    theirs.acting_as(Author::Model, |store| store.skip(Id(2)).unwrap());
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(
        authors(&ours),
        [(Author::Host, Cause::Edit), (Author::Model, Cause::Edit), (Author::User, Cause::Edit)]
    );
    assert_eq!(ours.stamp().at, 7);
    // What is changed later is not theirs, and goes by our clock.
    ours.add_multiple(&["c"]).unwrap();
    assert_eq!((ours.stamp().by.author, ours.stamp().at), (Author::Host, 7));
    // When an empty list began is no difference.
    let mut empty = TodoStore::default();
    let mut other = TodoStore::default();
    other.set_clock(Clock(|| 9));
    empty.load(&other.checkpoint()).unwrap();
    assert_eq!(empty.revision(), 0);
}
