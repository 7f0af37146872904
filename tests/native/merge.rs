//! Merging: two sides of one beginning, changed at random, must come together by the rules that
//! `src/sync/merge.rs` states. Each rule is checked on the three lists alone, without the merge's help.

use agent_todos::{
    Author, Call, Dialect, ErrorCode, Field, Id, Key, Options, Patch, Status, Todo, TodoStore,
};
use proptest::prelude::*;
use serde_json::json;

use crate::model::{Operation, operation};

const MAX_TODOS: usize = 8;

/// What a side does: anything that `model` tries, or a whole list of a model's: named todos, kept, moved and new.
#[derive(Clone, Debug)]
enum Step {
    Operation(Operation),
    Write(Vec<(u8, u8, usize)>),
}

fn step() -> impl Strategy<Value = Step> {
    let items = prop::collection::vec((0..6_u8, 0..20_u8, 0..4_usize), 0..5);
    prop_oneof![12 => operation().prop_map(Step::Operation), 1 => items.prop_map(Step::Write)]
}

/// Carries steps out; those that are refused change nothing.
fn carry_out(store: &mut TodoStore, steps: &[Step]) {
    for step in steps {
        match step {
            Step::Operation(operation) => drop(operation.run(store)),
            Step::Write(items) => {
                let words = ["pending", "in_progress", "completed", "cancelled"];
                let items = items.iter().map(|(name, number, status)| {
                    json!({"id": format!("n{name}"), "content": format!("todo {number}"), "status": words[*status]})
                });
                let arguments =
                    &json!({"merge": false, "todos": items.collect::<Vec<_>>()}).to_string();
                Dialect::Merge.call(store, &Call { tool: "todo", arguments });
            }
        }
    }
}

fn find(store: &TodoStore, key: Key) -> Option<&Todo> {
    store.list().iter().find(|todo| todo.key == key)
}

fn contents(store: &TodoStore) -> Vec<&str> {
    store.list().iter().map(Todo::content).collect()
}

/// A beginning and what two sides made of it.
fn sides() -> impl Strategy<Value = [TodoStore; 3]> {
    let steps = || prop::collection::vec(step(), 0..8);
    (steps(), steps(), steps()).prop_map(|(first, ours, theirs)| {
        let options = Options::from_json(&format!(r#"{{"maxTodos":{MAX_TODOS}}}"#)).unwrap();
        let mut base = TodoStore::new(options);
        carry_out(&mut base, &first);
        let (mut one, mut other) = (base.clone(), base.clone());
        carry_out(&mut one, &ours);
        carry_out(&mut other, &theirs);
        [base, one, other]
    })
}

proptest! {
    #![proptest_config(crate::cases(1000))]

    #[test]
    fn the_rules_hold([base, ours, theirs] in sides()) {
        let mut merged = ours.clone();
        match merged.merge(&base.checkpoint(), &theirs.checkpoint()) {
            Err(error) => {
                prop_assert_eq!(error.code(), ErrorCode::TooManyTodos);
                prop_assert!(error.message().contains("at most 8"));
                prop_assert_eq!(&merged, &ours);
                return Ok(());
            }
            Ok(next_base) => {
                prop_assert_eq!(next_base, theirs.checkpoint());
                prop_assert!(merged.list().len() <= MAX_TODOS);
            }
        }
        // It is a list like any other: one in progress, no key and no name twice.
        let copy = TodoStore::from_checkpoint(&merged.checkpoint()).unwrap();
        prop_assert_eq!((copy.list(), copy.checkpoint()), (merged.list(), merged.checkpoint()));
        // What listeners hear never goes back; and a list that changed is heard of.
        prop_assert!(merged.revision() >= ours.revision());
        prop_assert!(merged.list() == ours.list() || merged.revision() > ours.revision());

        for todo in base.list() {
            let sides = (find(&ours, todo.key), find(&theirs, todo.key));
            let Some(now) = find(&merged, todo.key) else {
                prop_assert!(matches!(sides, (None, _) | (_, None)), "lost {todo:?}");
                continue;
            };
            let (Some(one), Some(other)) = sides else {
                return Err(TestCaseError::fail(format!("removed, and back: {now:?}")));
            };
            prop_assert!([one.status, other.status, Status::Todo].contains(&now.status));
            if other.status == todo.status && one.status != todo.status {
                prop_assert_eq!(now.status, one.status, "our change is lost");
            }
            let is_settled = one.status.is_settled() || other.status.is_settled();
            if is_settled && !now.status.is_settled() {
                let ours_reopened = todo.status.is_settled() && !one.status.is_settled();
                let theirs_reopened = todo.status.is_settled()
                    && !other.status.is_settled()
                    && one.status == todo.status;
                prop_assert!(ours_reopened || theirs_reopened, "finished, and open again: {now:?}");
            }
            for field in Field::ALL {
                let texts = [todo, one, other].map(|todo| todo.text(field));
                let expected = if texts[1] == texts[0] { texts[2] } else { texts[1] };
                let is_given_up = match field {
                    Field::Name => now.text(field).is_none(),
                    Field::Reason => now.status != Status::Skipped && now.text(field).is_none(),
                    _ => false,
                };
                prop_assert!(is_given_up || now.text(field) == expected, "{now:?}");
            }
        }
        for todo in theirs.list() {
            if find(&base, todo.key).is_none() {
                let now = find(&merged, todo.key);
                prop_assert!(now.is_some_and(|now| now.content() == todo.content() || find(&ours, todo.key).is_some()), "theirs is lost: {todo:?}");
            }
        }
        for todo in ours.list() {
            if find(&base, todo.key).is_none() {
                prop_assert!(contents(&merged).contains(&todo.content()), "ours is lost: {todo:?}");
            }
        }
        // Nothing comes from nowhere.
        for content in contents(&merged) {
            prop_assert!(contents(&ours).contains(&content) || contents(&theirs).contains(&content));
        }
        if let Some((_, todo)) = ours.current_doing()
            && find(&base, todo.key).is_some_and(|before| before.status != Status::Doing)
            && let Some(now) = find(&merged, todo.key)
        {
            prop_assert!(now.status == Status::Doing || now.status.is_settled(), "ours stopped");
        }
    }

    #[test]
    fn who_changed_nothing_takes_what_the_other_has([base, ours, theirs] in sides()) {
        let mut merged = base.clone();
        merged.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        prop_assert_eq!(merged.list(), theirs.list());
        let mut merged = ours.clone();
        merged.merge(&base.checkpoint(), &base.checkpoint()).unwrap();
        prop_assert_eq!(merged.list(), ours.list());
        // The same once more, as one does who did not hear that it was stored.
        if merged.merge(&base.checkpoint(), &theirs.checkpoint()).is_ok() {
            let stored = merged.clone();
            merged.merge(&theirs.checkpoint(), &stored.checkpoint()).unwrap();
            prop_assert_eq!(merged, stored);
        }
    }

    #[test]
    fn loading_gives_the_same_list_with_a_higher_revision([_, ours, theirs] in sides()) {
        let mut loaded = ours.clone();
        loaded.load(&theirs.checkpoint()).unwrap();
        prop_assert_eq!(loaded.list(), theirs.list());
        prop_assert!(loaded.list() == ours.list() || loaded.revision() > ours.revision());
        let lists = |store: &TodoStore| store.snapshots().into_iter().map(|snapshot| snapshot.todos).collect::<Vec<_>>();
        prop_assert_eq!(lists(&loaded), lists(&theirs));
        let copy = TodoStore::from_checkpoint(&loaded.checkpoint()).unwrap();
        prop_assert_eq!((copy.list(), copy.checkpoint()), (loaded.list(), loaded.checkpoint()));
        // Keys of both sides stay used.
        let (mut next, [one, other]) = (loaded, [&ours, &theirs]);
        next.reset().unwrap();
        next.add_multiple(&["new"]).unwrap();
        let key = next.list()[0].key;
        prop_assert!(one.list().iter().chain(other.list()).all(|todo| todo.key != key));
    }
}

fn store(contents: &[&str]) -> TodoStore {
    let mut store = TodoStore::default();
    store.add_multiple(contents).unwrap();
    store
}

#[test]
fn both_add_and_nothing_is_lost() {
    let base = store(&["a"]);
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.add_multiple(&["ours"]).unwrap();
    ours.add_after_position(0, &["ours first"]).unwrap();
    theirs.add_multiple(&["theirs"]).unwrap();
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(contents(&ours), ["ours first", "a", "theirs", "ours"]);
    let keys: Vec<_> = ours.list().iter().map(|todo| todo.key.to_word()).collect();
    // "theirs" is t2, as it was stored first.
    assert_eq!(keys, ["t3", "t1", "t2", "t4"]);
}

#[test]
fn nothing_in_common_is_put_together() {
    let mut ours = store(&["a", "b"]);
    let mut theirs = store(&["c", "b"]);
    theirs.complete(Id(2)).unwrap();
    ours.merge("", &theirs.checkpoint()).unwrap();
    // "b" is t2 on both sides and says the same.
    assert_eq!(contents(&ours), ["a", "c", "b"]);
    assert_eq!(ours.list()[2].status, Status::Done);
}

#[test]
fn two_in_progress_become_ours() {
    let base = store(&["a", "b"]);
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    ours.mark_doing(Id(1)).unwrap();
    theirs.mark_doing(Id(2)).unwrap();
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    let statuses: Vec<_> = ours.list().iter().map(|todo| todo.status).collect();
    assert_eq!(statuses, [Status::Doing, Status::Todo]);
}

#[test]
fn a_finished_todo_stays_finished_unless_ours_reopens_it() {
    let base = store(&["a"]);
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    theirs.complete(Id(1)).unwrap();
    ours.mark_doing(Id(1)).unwrap();
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(ours.list()[0].status, Status::Done);

    let done = theirs.checkpoint();
    let mut reopened = theirs.clone();
    reopened.go_back(Id(1)).unwrap();
    theirs.add_multiple(&["b"]).unwrap();
    let others = reopened.clone();
    reopened.merge(&done, &theirs.checkpoint()).unwrap();
    assert_eq!(reopened.list()[0].status, Status::Todo);

    // Both changed what was finished: ours is the newer one.
    theirs.skip(Id(1)).unwrap();
    let mut ours = others.clone();
    ours.merge(&done, &theirs.checkpoint()).unwrap();
    assert_eq!(ours.list()[0].status, Status::Todo);
    theirs.merge(&done, &others.checkpoint()).unwrap();
    assert_eq!(theirs.list()[0].status, Status::Skipped);
}

#[test]
fn what_a_person_decides_again_holds_against_a_models_change() {
    let mut base = store(&["a"]);
    base.complete(Id(1)).unwrap();
    let (mut model, mut user) = (base.clone(), base.clone());
    model.acting_as(Author::Model, |store| store.reopen(Id(1))).unwrap();
    user.acting_as(Author::User, |store| store.complete(Id(1))).unwrap();
    for (mut ours, theirs) in [(model.clone(), user.clone()), (user, model)] {
        ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        assert_eq!(ours.list()[0].status, Status::Done);
        ours.acting_as(Author::Model, |store| store.reopen(Id(1))).unwrap_err();
    }
}

#[test]
fn what_a_person_approved_holds_against_a_models_change() {
    let base = store(&["a", "b"]);
    let (mut model, mut user) = (base.clone(), base.clone());
    user.acting_as(Author::User, TodoStore::approve).unwrap();
    model
        .acting_as(Author::Model, |store| {
            store.edit(Id(1), &Patch { content: Some("dear"), ..Patch::default() })?;
            store.remove(Id(2))
        })
        .unwrap();
    for (mut ours, theirs) in [(model.clone(), user.clone()), (user, model)] {
        ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        assert_eq!(contents(&ours), ["a", "b"]);
        assert!(ours.list().iter().all(Todo::is_approved));
    }
}

#[test]
fn limits_are_the_larger_ones_of_both() {
    let options = |text| Options::from_json(text).unwrap();
    let mut small = TodoStore::new(options(r#"{"maxTodos":2,"onSkip":"remove"}"#));
    let large = store(&["a", "b", "c"]);
    small.load(&large.checkpoint()).unwrap();
    assert_eq!(small.options(), &options(r#"{"maxTodos":30,"onSkip":"remove"}"#));
    assert_eq!(TodoStore::from_checkpoint(&small.checkpoint()).unwrap(), small);
}

#[test]
fn what_cannot_be_read_changes_nothing() {
    let mut ours = store(&["a"]);
    let before = ours.clone();
    let text = before.checkpoint();
    let newer = text.replacen("agent-todos\",2", "agent-todos\",3", 1);
    for (bad, code) in [
        (newer.as_str(), ErrorCode::NewerCheckpoint),
        (&text[..text.len() - 1], ErrorCode::InvalidCheckpoint),
        ("", ErrorCode::InvalidCheckpoint),
        ("{}", ErrorCode::InvalidCheckpoint),
    ] {
        assert_eq!(ours.load(bad).unwrap_err().code(), code);
        assert_eq!(ours.merge(&text, bad).unwrap_err().code(), code);
        if !bad.is_empty() {
            assert_eq!(ours.merge(bad, &text).unwrap_err().code(), code);
        }
        assert_eq!(ours, before);
    }
}

#[test]
fn undo_ends_where_a_history_that_was_taken_over_begins() {
    let mut theirs = TodoStore::default();
    theirs.add_multiple(&["theirs"]).unwrap();
    for options in ["{}", r#"{"maxSnapshots":50}"#] {
        let mut store = TodoStore::new(Options::from_json(options).unwrap());
        for text in ["a", "b", "c"] {
            store.add_multiple(&[text]).unwrap();
        }
        store.load(&theirs.checkpoint()).unwrap();
        assert_eq!((store.undo(), store.undo()), (Ok(true), Ok(false)), "nothing fell away");
    }
}

#[test]
fn a_bounded_store_stays_bounded_whatever_it_takes_over() {
    let mut long = TodoStore::default();
    long.add_multiple(&["a", "b"]).unwrap();
    for _ in 0..50 {
        long.mark_doing(Id(1)).unwrap();
        long.abort();
    }
    let bounded = || TodoStore::new(Options::from_json(r#"{"maxSnapshots":5}"#).unwrap());
    let mut loaded = bounded();
    loaded.load(&long.checkpoint()).unwrap();
    assert_eq!((loaded.snapshots().len(), loaded.revision()), (5, 101));
    let mut merged = bounded();
    merged.add_multiple(&["c"]).unwrap();
    merged.merge("", &long.checkpoint()).unwrap();
    assert_eq!((merged.snapshots().len(), merged.list().len()), (5, 3));
    for store in [loaded, merged] {
        assert!(store.checkpoint().len() < 400, "{}", store.checkpoint());
        let read = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
        assert_eq!(read.snapshots(), store.snapshots());
    }
}

fn keys(store: &TodoStore) -> Vec<String> {
    store.list().iter().map(|todo| todo.key.to_word()).collect()
}

#[test]
fn a_new_item_of_a_todos_json_takes_no_key_that_was_used() {
    let file = |id: &str| format!(r#"[{{"id":"{id}","content":"b","status":"pending"}}]"#);
    let removed = |store: &TodoStore| {
        let mut store = store.clone();
        store.remove(Id(1)).unwrap();
        store
    };
    // Removed here, and its id taken for something else there.
    let base = store(&["a"]);
    for id in ["t1", "1", "b"] {
        let mut ours = removed(&base);
        ours.merge(&base.checkpoint(), &file(id)).unwrap();
        assert_eq!((contents(&ours), keys(&ours)), (vec!["b"], vec!["t2".to_owned()]), "{id}");
    }
    // Removed here and only settled there: it stays removed.
    let mut ours = removed(&base);
    ours.merge(&base.checkpoint(), &base.todos_json().replace("pending", "completed")).unwrap();
    assert_eq!(contents(&ours), [""; 0]);

    let empty = TodoStore::default();
    for base in [empty.checkpoint(), String::new()] {
        // A key that was given and taken back here since.
        let mut ours = removed(&store(&["x"]));
        ours.merge(&base, &file("1")).unwrap();
        assert_eq!((contents(&ours), keys(&ours)), (vec!["b"], vec!["t2".to_owned()]));
        // Ours keeps its key.
        let mut ours = store(&["x"]);
        ours.merge(&base, &file("t1")).unwrap();
        assert_eq!(contents(&ours), ["b", "x"]);
        assert_eq!(keys(&ours), ["t2", "t1"]);
        // What is there is ours, stored and not acknowledged.
        let mut ours = store(&["x", "y"]);
        let stored = ours.todos_json();
        ours.complete(Id(2)).unwrap();
        ours.merge(&base, &stored).unwrap();
        assert_eq!(
            (contents(&ours), keys(&ours)),
            (vec!["x", "y"], vec!["t1".to_owned(), "t2".to_owned()])
        );
        assert_eq!(ours.list()[1].status, Status::Done);
    }
}

#[test]
fn what_a_model_says_is_done_waits_where_the_other_side_asks_for_it_to_be_confirmed() {
    let base = store(&["a"]);
    let (mut asking, mut done) = (base.clone(), base.clone());
    let patch = Patch { confirm: Some(true), ..Patch::default() };
    asking.acting_as(Author::User, |store| store.edit(Id(1), &patch)).unwrap();
    done.acting_as(Author::Model, |store| store.complete(Id(1))).unwrap();
    for (ours, theirs) in [(&asking, &done), (&done, &asking)] {
        let mut merged = ours.clone();
        merged.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        let todo = &merged.list()[0];
        assert_eq!((todo.status, todo.is_claimed()), (Status::Doing, true));
        assert_eq!(TodoStore::from_checkpoint(&merged.checkpoint()).unwrap().list(), merged.list());
    }
}
