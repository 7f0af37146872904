//! Undo takes back what is one's own; what others did since stays.

use agent_todos::list::author::Actor;
use agent_todos::{Author, ErrorCode, TodoError, TodoStore};

use crate::scene::{TWO, actor, by, happen, list, show_all as shows};

/// A list, what happened to it, whether a person's undo takes anything back, and the list then.
const UNDONE: &[(&str, &str, bool, &str)] = &[
    (
        "a, b, c",
        "user: skip 3: no | model: start 1; complete 1; start 2",
        true,
        "a done, b doing, c",
    ),
    ("a, b, c", "user: remove 3 | model: start 1; complete 1; start 2", true, "a done, b doing, c"),
    ("a, b, c", "user: remove 2 | model: add: d; complete 1", true, "a done, b, c, d"),
    ("a, b, c", "user: remove 1 | model: remove 1", true, "a, c"),
    ("a, b", "user: add: c | model: start 1", true, "a doing, b"),
    ("a, b", "user: add: c | model: start 3", true, "a, b"),
    ("a, b", "user: add: c | model: complete 3", false, "a, b, c done"),
    ("a, b", "user: move 2 to 0 | model: add: c; start 1", true, "a, b doing, c"),
    ("a, b, c", "user: move 3 to 0 | model: move 2 to 3", true, "b, a, c"),
    ("a, b", "user: rank 1: high | model: complete 1", true, "a done, b"),
    ("a, b", "user: word 1: x | model: complete 1", true, "a done, b"),
    ("a, b", "user: word 1: x | host: word 1: y", false, "y, b"),
    ("a, b", "user: word 1: x | model: complete 2", true, "a, b done"),
    ("a, b", "user: start 1 | model: complete 1; start 2", false, "a done, b doing"),
    ("a, b", "model: complete 1 | user: reopen 1 | model: start 1", true, "a done, b"),
    (
        "a, b",
        "model: wait 1: which? | user: answer 1: x | model: start 2",
        true,
        "a waits, b doing",
    ),
    (
        "a, b",
        "model: wait 1: which? | user: answer 1: x | model: start 1",
        false,
        "a doing answered x, b",
    ),
    (
        "a, b",
        "host: ask 1: yes | model: complete 1 | user: complete 1 | model: start 2",
        true,
        "a doing claimed, b doing",
    ),
    ("a, b", "user: approve | model: start 1", true, "a doing, b"),
    ("a, b", "user: approve | host: word 1: x", true, "x, b"),
    ("a, b", "model: start 1", false, "a doing, b"),
    ("a, b, c", "user: skip 1; skip 2 | model: complete 3", true, "a skipped, b, c done"),
    ("a, b, c", "user: skip 1; skip 2; undo | model: complete 3", true, "a, b, c done"),
    ("a, b", "user: skip 1; undo", false, "a, b"),
    ("a, b", "user: put 2 under 1 | model: add: c", true, "a, b, c"),
    ("a, b", "user: block 2 by 1 | model: add: c", true, "a, b, c"),
    // What is left of an earlier change is taken back, if nothing is left of the latest.
    ("a, b, c", "user: skip 3; word 1: x | host: word 1: y", true, "y, b, c"),
    // What a person began again after others had begun it stays.
    ("a, b", "user: skip 1 | host: reopen 1; skip 1", true, "a, b"),
];

#[test]
fn undo_by_a_person_reverts_only_their_own_change() {
    for (before, steps, is_undone, after) in UNDONE {
        let mut store = crate::scene::store(TWO, before);
        happen(&mut store, steps);
        let before = store.revision();
        for restart in [false, true] {
            let mut store = store.clone();
            if restart {
                store = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
            }
            let undone = store.acting_as(Author::User, TodoStore::undo);
            assert_eq!((undone, &*shows(&store)), (Ok(*is_undone), *after), "{steps}");
            assert_eq!(store.revision() > before, *is_undone, "{steps}");
            assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store, "{steps}");
        }
    }
}

/// Redo is the same the other way, however often, and a change of one's own ends it.
#[test]
fn redo_reverts_an_undo() {
    let user = |store: &mut TodoStore, act: fn(&mut TodoStore) -> Result<bool, TodoError>| {
        store.acting_as(Author::User, act)
    };
    for (before, steps, _, after) in UNDONE.iter().filter(|(.., is_undone, _)| *is_undone) {
        let mut store = crate::scene::store(TWO, before);
        happen(&mut store, steps);
        let first = shows(&store);
        assert_eq!(user(&mut store, TodoStore::undo), Ok(true), "{steps}");
        for _ in 0..3 {
            assert_eq!(user(&mut store, TodoStore::redo), Ok(true), "{steps}");
            assert_eq!(shows(&store), first, "{steps}");
            assert_eq!(user(&mut store, TodoStore::undo), Ok(true), "{steps}");
            assert_eq!(shows(&store), *after, "{steps}");
        }
        by(&mut store, Author::Model, "add: other").unwrap();
        assert_eq!(user(&mut store.clone(), TodoStore::redo), Ok(true), "{steps}");
        by(&mut store, Author::User, "add: mine").unwrap();
        assert_eq!(user(&mut store, TodoStore::redo), Ok(false), "{steps}");
    }
    let mut store = list("a, b, c");
    happen(&mut store, "user: skip 1; skip 2; skip 3; undo; undo; undo; redo; redo");
    assert_eq!(shows(&store), "a skipped, b skipped, c");
    happen(&mut store, "user: undo; undo; redo; redo; redo");
    assert_eq!(shows(&store), "a skipped, b skipped, c skipped");
}

/// Of whom the latest change is, and what others may name.
#[test]
fn undo_reverts_the_latest_change_of_its_own_author() {
    let ann = Actor::named(Author::User, "Ann").unwrap();
    let mut store = list("a, b, c, d, e, f");
    by(&mut store, ann.clone(), "skip 1").unwrap();
    happen(&mut store, "user: skip 2 | model: complete 3 | agent: complete 4 | bob: complete 5");
    for (who, after) in [
        (ann, "a, b skipped, c done, d done, e done, f"),
        (actor("user"), "a skipped, b, c done, d done, e done, f"),
        (actor("model"), "a skipped, b skipped, c, d done, e done, f"),
        (actor("agent"), "a skipped, b skipped, c done, d, e done, f"),
        (actor("bob"), "a skipped, b skipped, c done, d done, e, f"),
        (actor("host"), "a skipped, b skipped, c done, d done, e, f"),
        (actor("eve"), "a skipped, b skipped, c done, d done, e done, f"),
    ] {
        let mut store = store.clone();
        let is_undone = store.acting_as(who.clone(), TodoStore::undo).unwrap();
        assert_eq!((is_undone, &*shows(&store)), (who != actor("eve"), after), "{who:?}");
    }
}

#[test]
fn undo_change_reverts_the_change_of_a_revision() {
    let mut store = list("a, b, c, d");
    let first = store.revision();
    happen(&mut store, "user: skip 1 | model: complete 2 | user: approve | agent: start 3");
    let [skipped, completed, approved, started] = [1, 2, 3, 4].map(|after| first + after);
    let undo = |who: &str, change| {
        let mut store = store.clone();
        let undone = store.acting_as(actor(who), |store| store.undo_change(change));
        undone.map_err(|error| error.code()).map(|()| shows(&store))
    };
    let not_allowed = Err(ErrorCode::NotAllowed);
    for who in ["user", "host"] {
        assert_eq!(undo(who, skipped), Ok("a, b done, c doing approved, d approved".into()));
        assert_eq!(undo(who, completed), Ok("a skipped, b, c doing approved, d approved".into()));
        assert_eq!(undo(who, started), Ok("a skipped, b done, c approved, d approved".into()));
        for unknown in [0, started + 1, u32::MAX] {
            assert_eq!(undo(who, unknown), Err(ErrorCode::UnknownRevision));
        }
    }
    assert_eq!(undo("host", approved), not_allowed);
    assert_eq!(undo("user", approved), Ok("a skipped, b done, c doing, d".into()));
    assert_eq!(undo("model", completed), Ok("a skipped, b, c doing approved, d approved".into()));
    assert_eq!(
        [undo("model", skipped), undo("agent", completed)],
        [not_allowed.clone(), not_allowed]
    );
    happen(&mut store, "user: undo");
    // It is taken back already, so nothing of it is left, also where the same was done again.
    let mut again = store.clone();
    again.acting_as(Author::User, |store| store.undo_change(skipped)).unwrap();
    happen(&mut again, "host: skip 1");
    let error = again.acting_as(Author::User, |store| store.undo_change(skipped)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Changed);
}

/// A model or an agent takes back its own, but nothing that a person decided meanwhile.
#[test]
fn undo_keeps_what_others_changed_since() {
    for (steps, after) in [
        ("agent: complete 1 | user: complete 1", "a done, b"),
        ("agent: word 1: x | user: word 1: y", "y, b"),
        ("agent: add: c | user: rank 3: high", "a, b, c high"),
        ("agent: add: c | user: describe 3: all of it", "a, b, c (all of it)"),
        ("agent: remove 1 | user: add: c", "a, b, c"),
        ("agent: remove 1 | host: remove 1", "a"),
    ] {
        let mut store = list("a, b");
        happen(&mut store, steps);
        store.acting_as(Author::Agent, TodoStore::undo).unwrap();
        assert_eq!(shows(&store), after, "{steps}");
    }
}

#[test]
fn only_a_person_undoes_or_redoes_an_approval() {
    let approval = |store: &TodoStore| {
        let approved = store.list().iter().map(|todo| todo.is_approved()).collect::<Vec<_>>();
        (store.sites().approved.is_some(), approved)
    };
    let mut store = list("a, b");
    happen(&mut store, "user: approve");
    let given = approval(&store);
    assert_eq!(given, (true, vec![true, true]));
    let mut ended = store.clone();
    happen(&mut ended, "user: undo");
    assert_eq!(approval(&ended), (false, vec![false, false]));
    let mut redone = ended.clone();
    happen(&mut redone, "host: redo");
    assert_eq!(approval(&redone), (false, vec![false, false]), "a host brings none back");
    happen(&mut ended, "user: redo");
    assert_eq!(approval(&ended), given);
    // A host's own changes before it can be taken back, and the approval stays.
    happen(&mut store, "host: undo");
    assert!(approval(&store).0, "a host ends none");
}

/// The person's part of a merge is theirs to take back.
#[test]
fn undo_reverts_only_the_persons_part_of_a_merge() {
    let mut ours = list("a, b, c");
    let base = ours.checkpoint();
    let mut theirs = TodoStore::from_checkpoint(&base).unwrap();
    happen(&mut ours, "user: skip 1; add: mine | model: complete 2");
    happen(&mut theirs, "model: start 3");
    ours.merge(&base, &theirs.checkpoint()).unwrap();
    happen(&mut ours, "model: add: d");
    assert_eq!(ours.acting_as(Author::User, TodoStore::undo), Ok(true));
    assert_eq!(shows(&ours), "a, b done, c doing, d");
}

#[test]
fn undo_of_a_new_task_keeps_todos_added_since() {
    let mut store = list("a done, b done");
    store
        .acting_as(Author::User, |store| {
            store.new_task(agent_todos::list::options::Unfinished::Archive)
        })
        .unwrap();
    happen(&mut store, "model: add: c");
    assert_eq!(store.acting_as(Author::User, TodoStore::undo), Ok(true));
    assert_eq!(shows(&store), "c, a done, b done");
}

/// What a person took off is remembered however much left since, until a new task.
#[test]
fn todos_that_a_person_removed_stay_removed_until_a_new_task() {
    use crate::scene::tell;
    use agent_todos::Dialect;
    let mut scene = tell(Dialect::TodoWrite, "");
    let mut first = String::new();
    for round in 0..8 {
        let texts: Vec<String> = (0..10).map(|at| format!("visit {round}{at}")).collect();
        let list = texts.join(", ");
        scene.next_message();
        scene.writes(&list).ok();
        scene.reminder();
        if round == 0 {
            first = list;
        }
        scene.user(&["remove 1"; 10].join("; "));
        scene.reminder();
    }
    scene.restart();
    scene.next_message();
    scene.writes(&first).noted();
    assert_eq!(scene.list(), "");
    scene.writes("z").ok();
    scene.store.acting_as(Author::User, |store| store.reset()).unwrap();
    scene.reminder();
    scene.next_message();
    scene.writes("z").noted();
    assert_eq!(scene.list(), "");
    // A new task begins anew, on an empty list, too.
    scene
        .store
        .acting_as(Author::User, |store| {
            store.new_task(agent_todos::list::options::Unfinished::Archive)
        })
        .unwrap();
    scene.reminder();
    scene.next_message();
    scene.writes(&format!("z, {first}")).ok();
    assert_eq!(scene.store.list().len(), 11);
}

#[test]
fn an_undo_starts_nothing_beside_what_was_started_since() {
    let mut store = list("a, b");
    happen(&mut store, "model: start 1 | user: skip 1: no | model: start 2");
    assert_eq!(store.acting_as(Author::User, TodoStore::undo), Ok(true));
    assert_eq!(shows(&store), "a, b doing");
}

#[test]
fn who_asked_takes_the_question_back() {
    for author in [Author::Agent, Author::Model] {
        let mut store = list("a, b");
        by(&mut store, author, "wait 1: which?").unwrap();
        assert_eq!(store.acting_as(author, TodoStore::undo), Ok(true));
        assert_eq!(shows(&store), "a, b");
    }
}
