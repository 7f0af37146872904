//! What a person needs to do to a list, and what the list keeps of who did it.

use std::rc::Rc;

use agent_todos::list::author::Actor;
use agent_todos::list::note::texts;
use agent_todos::run::{Report, Run, RunOptions};
use agent_todos::tools::stateless;
use agent_todos::{
    Author, Call, ChangeKind, Clock, Dialect, ErrorCode, Id, Key, Outcome, Patch, Ref, TextField,
    Todo, TodoStore, WriteError,
};

use crate::scene::{by, list, list_call, parse_list, show, store};
use crate::snapshot::assert_snapshot;

fn key(word: &str) -> Key {
    Key::parse_str(word).unwrap()
}

fn reason(store: &TodoStore, index: usize) -> Option<&str> {
    store.list()[index].text(TextField::Reason)
}

/// Of what never was, the error is another.
#[test]
fn a_method_denies_a_removed_key_and_refuses_an_unknown_one() {
    let mut store = list("a, b, c");
    store.remove(key("t3")).unwrap();
    assert_eq!(store.todo_xml(key("t2")).unwrap(), "<todo id=\"2\" status=\"todo\">b</todo>");
    assert_eq!(store.is_completed(key("t2")), Ok(false));
    // A todo that left is no error, and one that never was is.
    assert_eq!(store.complete(key("t3")), Err(WriteError::Denied));
    assert_eq!(store.remove(key("t3")), Ok(()));
    let error = store.complete(key("t9")).unwrap_err();
    assert_eq!(error.code(), Some(ErrorCode::UnknownId));
    assert_snapshot(&error.to_string());
}

#[test]
fn an_edit_with_an_invalid_part_changes_nothing() {
    let mut store = store(r#"{"maxContentLength":5}"#, "a, b");
    let before = store.clone();
    let all = Patch {
        content: Some("c"),
        priority: Some("high"),
        active_form: Some("doing"),
        description: Some("more"),
        blocked_by: Some(&[Ref::Id(Id(1))]),
        parent: Some(Some(Ref::Id(Id(1)))),
        confirm: None,
        data: Some("{\"tab\":7}"),
    };
    let (long, gone, itself) = (Some("abcdef"), [Id(1).into(), Id(3).into()], [Id(2).into()]);
    for (patch, code) in [
        (Patch { content: long, ..all }, "content_too_long"),
        (Patch { priority: Some("HIGH"), ..all }, "invalid_priority"),
        (Patch { active_form: long, ..all }, "content_too_long"),
        (Patch { description: Some(&"x".repeat(10_001)), ..all }, "content_too_long"),
        (Patch { blocked_by: Some(&gone), ..all }, "unknown_id"),
        (Patch { blocked_by: Some(&itself), ..all }, "invalid_argument"),
        (Patch { parent: Some(Some(Ref::Id(Id(3)))), ..all }, "unknown_id"),
        (Patch { parent: Some(Some(Ref::Id(Id(2)))), ..all }, "invalid_argument"),
    ] {
        let error = store.edit(Id(2), &patch).unwrap_err();
        assert_eq!(error.code().map(ErrorCode::as_str), Some(code));
    }
    // A reason may be longer than a content.
    let error = store.skip(Id(1), &"x".repeat(2001)).unwrap_err();
    assert_snapshot(&error.to_string());
    assert_eq!(store, before);

    assert_eq!(store.edit(Id(2), &all), Ok(vec![]));
    let revision = store.revision();
    store.edit(Id(2), &all).unwrap();
    assert_eq!(store.revision(), revision, "no change");
    store.skip(Id(1), &"x".repeat(2000)).unwrap();
    assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
}

/// Each time they are those that it depends on instead of those before; the others stay as they
/// were.
#[test]
fn edit_replaces_and_clears_the_blockers_of_a_todo() {
    let mut store = list("a, b, c");
    let waits = |store: &TodoStore| {
        let blockers =
            |todo: &Rc<Todo>| todo.blocked_by().iter().map(|key| key.to_text()).collect();
        store.list().iter().map(blockers).collect::<Vec<Vec<_>>>()
    };
    let edit = |store: &mut TodoStore, id, todos: &[Ref]| {
        store.edit(Id(id), &Patch { blocked_by: Some(todos), ..Patch::default() })
    };
    edit(&mut store, 3, &[Ref::Id(Id(1)), Ref::Key(key("t2"))]).unwrap();
    assert_eq!(waits(&store), [&[][..], &[], &["t1", "t2"]]);
    // A circle is refused, and nothing changes.
    let before = store.clone();
    let error = edit(&mut store, 1, &[Ref::Id(Id(2)), Ref::Id(Id(3))]).unwrap_err();
    assert_eq!(error.code(), Some(ErrorCode::InvalidArgument));
    assert!(error.to_string().contains(r#""a" -> "c" -> "a""#), "{error}");
    assert_eq!(store, before);
    edit(&mut store, 3, &[Ref::Id(Id(2))]).unwrap();
    assert_eq!(waits(&store), [&[][..], &[], &["t2"]]);
    // Now the other way round.
    edit(&mut store, 1, &[Ref::Id(Id(3)), Ref::Id(Id(3))]).unwrap();
    assert_eq!(waits(&store), [&["t3"][..], &[], &["t2"]]);
    let revision = store.revision();
    by(&mut store, Author::Host, "rank 1: low").unwrap();
    for id in [1, 3, 2] {
        edit(&mut store, id, &[]).unwrap();
    }
    assert_eq!(waits(&store), [&[] as &[&str], &[], &[]]);
    assert_eq!(store.revision(), revision + 3, "the last one is no change");
    assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
}

/// A person decides what is so already, too: that is a revision, once, and no step of undo.
#[test]
fn a_persons_decision_without_a_change_is_one_revision() {
    let begun = list("a done, b skipped, c doing, d");
    for acts in [
        "complete 1",
        "skip 2",
        "start 3",
        "reopen 4",
        "go back to 4",
        "move 4 after 4",
        "word 4: d",
        "rank 4: ",
    ] {
        let mut store = begun.clone();
        by(&mut store, Author::Host, acts).unwrap();
        assert_eq!(store, begun, "{acts}: a host decided nothing");
        for _ in 0..2 {
            by(&mut store, Author::User, acts).unwrap();
            assert_eq!(store.revision(), begun.revision() + 1, "{acts}");
            assert_eq!(show(&store), show(&begun), "{acts}");
        }
        by(&mut store, Author::Host, "undo").unwrap();
        assert_eq!(show(&store), "a done, b skipped, c, d", "{acts}");
    }
}

#[test]
fn edit_returns_notes_about_what_was_cleaned() {
    let mut store = list("a, b");
    let patch = Patch { description: Some("more\u{0}"), ..Patch::default() };
    let notes = store.edit(Id(2), &patch).unwrap();
    assert_snapshot(&texts(&notes).join("\n"));
    let notes = store.skip(Id(1), "sold\u{e0041} out").unwrap();
    assert_snapshot(&texts(&notes).join("\n"));
    assert_eq!(reason(&store, 0), Some("sold out"));
}

#[test]
fn a_reason_lasts_as_long_as_the_todo_is_skipped() {
    let write = |store: &mut TodoStore, list: &str| {
        let arguments = &list_call(Dialect::Merge, &parse_list(list)).to_string();
        Dialect::Merge.call(store, &Call { tool: "todo", arguments })
    };
    type Act<'a> = &'a dyn Fn(&mut TodoStore) -> Outcome;
    let acts: [Act<'_>; 2] =
        [&|store| stateless::apply_progress(store, Ok(r#"{"todo_done":[1]}"#)), &|store| {
            write(store, "a #t1 done, b #t2")
        }];
    for (index, act) in acts.into_iter().enumerate() {
        let mut store = list("a, b");
        // Saying it again without a reason leaves the one that there is.
        by(&mut store, Author::Host, "skip 1:  sold out ; skip 1").unwrap();
        assert_eq!((reason(&store, 0), store.revision()), (Some("sold out"), 2));
        assert!(act(&mut store).ok);
        assert_eq!(reason(&store, 0), None, "{index}");
        assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store, "{index}");
        store.acting_as(Author::Host, TodoStore::undo).unwrap();
        assert_eq!(reason(&store, 0), Some("sold out"), "{index}");
    }
    // A write that leaves it skipped keeps the reason, which few dialects can say.
    let mut store = list("a, b");
    by(&mut store, Author::Host, "skip 1: sold out").unwrap();
    assert!(write(&mut store, "b #t2 done, a #t1 skipped").ok);
    assert_eq!((&*show(&store), reason(&store, 1)), ("b done, a skipped", Some("sold out")));
}

#[test]
fn from_checkpoint_refuses_texts_that_do_not_belong_to_the_state() {
    let mut store = list("a");
    by(&mut store, Author::Host, "skip 1: sold out").unwrap();
    let text = store.checkpoint();
    let skipped = r#"[1,["skipped","sold out"],"a"]"#;
    assert!(text.contains(skipped), "{text}");
    for other in [
        r#"[1,["skipped","sold out","a"],"a"]"#,
        r#"[1,["skipped",3],"a"]"#,
        r#"[1,["skipped","sold  out "],"a"]"#,
        r#"[1,["doing","ann","told","receipt"],"a"]"#,
        r#"[1,["open"],"a"]"#,
        r#"[1,[],"a"]"#,
        r#"[1,{"done":"ann"},"a"]"#,
    ] {
        let error = TodoStore::from_checkpoint(&text.replace(skipped, other)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidCheckpoint, "{other}");
    }
}

/// Who made each change.
fn authors(store: &TodoStore) -> Vec<Author> {
    let snapshots = store.snapshots();
    snapshots.iter().skip(1).map(|snapshot| snapshot.info.by.author).collect()
}

#[test]
fn the_author_of_a_tools_changes_is_the_model() {
    let mut store = list("a, b");
    let call = Call { tool: "todo_manager", arguments: r#"{"action":"skip","ids":[2]}"# };
    store.acting_as(Author::Agent, |store| assert!(Dialect::TodoManager.call(store, &call).ok));
    store.acting_as(Author::User, |store| {
        assert!(stateless::apply_progress(store, Ok(r#"{"todo_done":[2]}"#)).ok);
        assert!(stateless::apply_plan(store, Ok(r#"{"plan_update":["a","b","c"]}"#)).ok);
        store.complete(Id(1)).unwrap();
    });
    let model = Author::Model;
    assert_eq!(authors(&store), [Author::Host, model, model, model, Author::User]);
    assert!(store.snapshots().iter().all(|snapshot| snapshot.info.kind == ChangeKind::Edit));
}

/// A person may change what a model asked for, before it is carried out.
#[test]
fn the_author_of_a_tool_on_a_persons_handle_is_the_person() {
    let skip = Call { tool: "todo_manager", arguments: r#"{"action":"skip","ids":[2]}"# };
    let complete =
        Call { tool: "todo_manager", arguments: r#"{"action":"complete_multiple","ids":[2]}"# };
    for (author, name) in [(Author::User, "Ann"), (Author::User, ""), (Author::Host, "shop")] {
        let mut store = list("a, b");
        let actor = Actor::named(author, name).unwrap_or_else(|_| author.into());
        store.acting_as(actor.clone(), |store| Dialect::TodoManager.call(store, &skip));
        assert_eq!(store.snapshots().last().unwrap().info.by, actor);
        // What a person decides holds against a model, and what they ask for is no claim.
        let outcome =
            store.acting_as(Author::Model, |store| Dialect::TodoManager.call(store, &complete));
        assert_eq!(outcome.ok, author == Author::Host);
        store.acting_as(author, |store| Dialect::TodoManager.call(store, &complete));
        assert_eq!(show(&store), "a, b done");
    }
}

#[test]
fn the_author_of_a_runs_changes_is_the_agent() {
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
    let snapshots = store.snapshots();
    assert!(snapshots.iter().skip(1).all(|snapshot| snapshot.info.by.author == Author::Agent));
    assert_eq!((&*show(&store), reason(&store, 1)), ("a done, b failed, c", Some("sold out")));
}

#[test]
fn a_merge_keeps_the_authors_of_todos_added_under_one_key() {
    let base = list("a");
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.set_clock(Clock(|| 7));
    by(&mut ours, Author::User, "add: mine; add: gone").unwrap();
    let acts = "complete 1; start 2; complete 2; start 3; complete 3; remove 3";
    by(&mut ours, Author::Host, acts).unwrap();
    by(&mut theirs, Author::Model, "add: theirs; add: more").unwrap();
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    let keys: Vec<_> = ours.list().iter().map(|todo| todo.key).collect();
    assert_eq!(show(&ours), "a done, theirs, more, mine done");
    assert_eq!(keys, ["t1", "t2", "t3", "t4"].map(key));
    assert_eq!(ours.time_spent().collect::<Vec<_>>(), [(key("t4"), 0)]);
    // The user's stays while it is open, and the model's does not.
    by(&mut ours, Author::Host, "reopen 4").unwrap();
    let call = Call { tool: "TodoWrite", arguments: r#"{"todos":[]}"# };
    let outcome = Dialect::TodoWrite.call(&mut ours, &call);
    assert_eq!(show(&ours), "mine", "{outcome:?}");
}

#[test]
fn a_merge_has_the_author_and_the_time_of_ours() {
    let base = list("a, b");
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.set_clock(Clock(|| 7));
    by(&mut ours, Author::User, "complete 1").unwrap();
    by(&mut theirs, Author::Model, "skip 2").unwrap();
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(authors(&ours), [Author::Host, Author::Model, Author::User]);
    assert_eq!((ours.info().kind, ours.info().at), (ChangeKind::Merge, 7));
    // What is changed later is not theirs, and goes by our clock.
    by(&mut ours, Author::Host, "add: c").unwrap();
    assert_eq!((ours.info().by.author, ours.info().at), (Author::Host, 7));
    // When an empty list began is no difference.
    let (mut empty, mut other) = (TodoStore::default(), TodoStore::default());
    other.set_clock(Clock(|| 9));
    empty.load(&other.checkpoint()).unwrap();
    assert_eq!(empty.revision(), 0);
}

#[test]
fn has_unfinished_returns_false_when_no_todo_is_open() {
    for (todos, is_finished) in
        [("", true), ("a done, b skipped", true), ("a done, b", false), ("a doing", false)]
    {
        let store = list(todos);
        assert_eq!(store.is_all_done_or_skipped(), is_finished, "{todos}");
        assert_eq!(store.has_unfinished(), !is_finished, "{todos}");
    }
}
