//! What a person does to the list that they were shown, when it has changed since.

use agent_todos::list::edit_options::Approval;
use agent_todos::{Author, ErrorCode, Id, Status};

use crate::scene::{ASKS, by, contents, happen, list, store};

const NEVER: u32 = 99;

#[test]
fn move_as_shown_puts_a_todo_after_the_one_that_was_shown() {
    let [model, user] = [Author::Model, Author::User];
    let cases = [
        (model, "complete 2", 3, Ok("bcad")),
        (model, "word 1: A", 3, Ok("bcAd")),
        (model, "add after 0: x", 3, Ok("xbcad")),
        (model, "add after 0: x", 0, Ok("axbcd")),
        (model, "remove 3", 3, Ok("bad")),
        (model, "remove 2; remove 2", 3, Ok("ad")),
        (model, "add after 1: x", 1, Ok("axbcd")),
        (user, "move 3 to 0", 3, Ok("cabd")),
        (model, "move 4 to 0", 3, Err(ErrorCode::Changed)),
        (model, "move 1 to 2", 3, Err(ErrorCode::Changed)),
        (model, "complete 2", 5, Err(ErrorCode::UnknownId)),
        (model, "add: x", 5, Err(ErrorCode::UnknownId)),
        (model, "complete 2", -1, Err(ErrorCode::UnknownId)),
    ];
    for (who, acts, position, expected) in cases {
        let mut store = list("a, b, c, d");
        let (shown, key) = (store.revision(), store.list()[0].key);
        by(&mut store, who, acts).unwrap();
        let before = store.xml();
        let moved = store.acting_as(user, |store| {
            store
                .move_as_shown(key.into(), position, Some(shown))
                .map_err(|error| error.code().unwrap())
        });
        match expected {
            Ok(order) => {
                assert_eq!((moved, &*contents(&store).concat()), (Ok(()), order), "{acts}")
            }
            Err(_) => assert_eq!((moved.err(), store.xml()), (expected.err(), before), "{acts}"),
        }
    }
    let mut store = list("a, b");
    let key = store.list()[0].key;
    let refused = store.move_as_shown(key.into(), 2, Some(NEVER)).unwrap_err();
    assert_eq!(refused.code(), Some(ErrorCode::Changed));
    store.move_as_shown(key.into(), 2, None).unwrap();
    assert_eq!(contents(&store).concat(), "ba");
}

#[test]
fn restore_as_shown_refuses_to_drop_changes_that_were_not_shown() {
    let [model, user] = [Author::Model, Author::User];
    for (who, acts, is_restored) in [
        (user, "add: c", true),
        (user, "complete 1; add: c", true),
        (model, "complete 1", false),
        (Author::Host, "add: c", false),
    ] {
        let mut store = list("a, b");
        let shown = store.revision();
        by(&mut store, who, acts).unwrap();
        let revision = store.revision();
        let expected = if is_restored { Ok(()) } else { Err(ErrorCode::Changed) };
        let restored =
            store.acting_as(user, |store| store.restore_as_shown(shown.into(), Some(shown)));
        assert_eq!(restored.map_err(|error| error.code()), expected, "{acts}");
        assert_eq!(store.revision() != revision, is_restored, "{acts}");
    }
    let mut store = list("a, b");
    store.acting_as(user, |store| {
        assert_eq!(store.restore_as_shown(1, Some(NEVER)).unwrap_err().code(), ErrorCode::Changed);
        store.restore_as_shown(0, None).unwrap();
    });
    assert_eq!(contents(&store).concat(), "");
}

/// What was done before a person was shown the first of "a, b", what was done since, and whether
/// their answer still counts for it: the same question, the same claim, a todo that nobody else
/// settled or reopened.
const ANSWERS: &[(&str, &str, bool)] = &[
    ("", "model: start 1", true),
    ("", "model: complete 1", false),
    ("", "model: skip 1", false),
    ("", "host: complete 1", false),
    ("", "user: complete 1", true),
    ("", "model: complete 2", true),
    ("host: complete 1", "model: start 2", true),
    ("host: complete 1", "model: reopen 1", false),
    ("model: complete 1", "model: start 2", true),
    ("model: complete 1", "user: move 1 to 2", true),
    ("model: complete 1", "user: word 1: a in blue", true),
    ("model: complete 1", "model: word 1: another", false),
    ("model: complete 1", "model: reopen 1; complete 1", false),
    ("model: wait 1: The code?", "model: start 2", true),
    ("model: wait 1: The code?", "user: word 1: a in blue", true),
    ("model: wait 1: The code?", "model: word 1: another", false),
    ("model: wait 1: The code?", "model: complete 1", false),
    ("model: wait 1: The code?", "model: wait 1: The code?", true),
    ("model: wait 1: The code?", "model: wait 1: Your card?", false),
];

#[test]
fn is_as_shown_returns_whether_an_answer_still_fits_its_question() {
    for (before, since, counts) in ANSWERS {
        let mut store = store(ASKS, "a, b");
        happen(&mut store, before);
        let (shown, key) = (store.revision(), store.list()[0].key);
        assert!(store.is_as_shown(shown, Some(key.into())));
        happen(&mut store, since);
        assert_eq!(store.is_as_shown(shown, Some(key.into())), *counts, "{before} | {since}");
    }
}

#[test]
fn is_as_shown_checks_positions_plans_and_revisions() {
    let mut store = list("a, b");
    let shown = store.revision();
    assert!(!store.is_as_shown(shown + 1, Some(Id(1).into())), "nobody saw that");
    by(&mut store, Author::User, "move 1 to 2").unwrap();
    assert!(!store.is_as_shown(shown, Some(Id(1).into())), "the position means another todo");
    let shown = store.revision();
    by(&mut store, Author::User, "add: c").unwrap();
    assert!(store.is_as_shown(shown, None));
    by(&mut store, Author::Model, "add: d").unwrap();
    assert!(!store.is_as_shown(shown, None));
}

/// In another tab, revision 2 is another list. After a merge, a number names the list that it named
/// here. After a load of a list that does not go on from this one, it is refused.
#[test]
fn a_number_names_one_list_or_is_refused() {
    let [model, user] = [Author::Model, Author::User];
    let base = list("Pay 5 euros, Thank");
    let mut other = base.clone();
    by(&mut other, model, "word 1: Pay 5000 euros; start 1; complete 2").unwrap();
    let mut here = base.clone();
    by(&mut here, user, "add: Send me the receipt; add: Hurry").unwrap();
    let held = here.revision();
    assert!(held > base.revision() && held < other.revision());

    let mut merged = here.clone();
    merged.merge(&base.checkpoint(), &other.checkpoint()).unwrap();
    let mut loaded = here.clone();
    loaded.load(&other.checkpoint()).unwrap();
    let key = merged.list()[0].key;
    for revision in 0..=held {
        for store in [&mut merged, &mut loaded] {
            let approval = Approval { revision: Some(revision), ..Approval::default() };
            let refused = store.acting_as(user, |store| store.approve(&approval).unwrap_err());
            assert_eq!(refused.code(), Some(ErrorCode::Changed), "another text was shown");
            assert!(!store.is_as_shown(revision, None));
            assert!(!store.is_as_shown(revision, Some(key.into())));
        }
        let before = loaded.checkpoint();
        loaded.acting_as(user, |store| {
            let moved = store.move_as_shown(key.into(), 2, Some(revision)).unwrap_err();
            assert_eq!(moved.code(), Some(ErrorCode::Changed));
            for result in
                [store.undo_change(revision), store.restore_as_shown(revision.into(), None)]
            {
                assert_eq!(result.unwrap_err().code(), ErrorCode::UnknownRevision);
            }
        });
        assert_eq!(loaded.checkpoint(), before);
        let mut restored = merged.clone();
        restored.acting_as(user, |store| store.restore_as_shown(revision.into(), None)).unwrap();
        let named = here.snapshots();
        let named = named.iter().find(|snapshot| snapshot.revision == revision).unwrap();
        assert_eq!(restored.list(), &*named.todos, "{revision}");
    }
    // A list that goes on from the one here keeps its numbers.
    let mut store = base.clone();
    let mut ahead = base.clone();
    by(&mut ahead, user, "add: Send me the receipt").unwrap();
    store.load(&ahead.checkpoint()).unwrap();
    assert!(store.is_as_shown(base.revision(), None));
}

/// Two tabs conflict between a person's press and Undo. The press is taken back in the tab in which
/// it was made, whichever of the two merges, and nothing else is.
#[test]
fn a_press_can_be_taken_back_after_a_merge() {
    let [model, user] = [Author::Model, Author::User];
    let base = list("a, b, c");
    for is_first in [true, false] {
        let mut here = base.clone();
        by(&mut here, user, "skip 2").unwrap();
        let press = here.revision();
        by(&mut here, user, "add: Tell me").unwrap();
        let mut other = base.clone();
        by(&mut other, model, "complete 1; add: Thank").unwrap();
        match is_first {
            // The other tab finds what is stored, merges, and stores that.
            true => {
                other.merge(&base.checkpoint(), &here.checkpoint()).unwrap();
                here.load(&other.checkpoint()).unwrap();
            }
            false => drop(here.merge(&base.checkpoint(), &other.checkpoint()).unwrap()),
        }
        assert!(contents(&here).contains(&"Thank") && contents(&here).contains(&"Tell me"));
        assert!(here.list()[1].status().is_settled());
        let mut again = here.clone();
        here.acting_as(user, |store| store.undo_change(press)).unwrap();
        assert!(!here.list()[1].status().is_settled() && here.list()[0].status().is_settled());
        assert!(contents(&here).contains(&"Thank") && contents(&here).contains(&"Tell me"));
        let twice = here.acting_as(user, |store| store.undo_change(press)).unwrap_err();
        assert_eq!(twice.code(), ErrorCode::Changed);
        here.acting_as(user, |store| assert!(store.redo().unwrap()));
        assert!(here.list()[1].status().is_settled());
        here.acting_as(user, |store| store.undo_change(press)).unwrap();
        assert!(!here.list()[1].status().is_settled());
        // Somebody else decided meanwhile.
        again.acting_as(Author::Host, |store| store.reopen(Id(2), "now")).unwrap();
        let late = again.acting_as(user, |store| store.undo_change(press)).unwrap_err();
        assert_eq!(late.code(), ErrorCode::Changed);
        // A second merge on top of the first keeps the number, too.
        let mut third = agent_todos::TodoStore::from_checkpoint(&again.checkpoint()).unwrap();
        let stored = again.checkpoint();
        by(&mut third, model, "add: More").unwrap();
        by(&mut again, user, "skip 2").unwrap();
        let later = again.revision();
        again.merge(&stored, &third.checkpoint()).unwrap();
        again.acting_as(user, |store| store.undo_change(later)).unwrap();
        assert!(!again.list()[1].status().is_settled());
    }
}

/// Both tabs added a todo under the same key, so the one of this tab has another key now.
#[test]
fn an_undo_after_a_merge_means_the_todo_and_not_its_key() {
    let [model, user] = [Author::Model, Author::User];
    let base = list("a");
    let mut here = base.clone();
    by(&mut here, user, "add: Pay; skip 2").unwrap();
    let press = here.revision();
    let mut other = base.clone();
    by(&mut other, model, "add: Refund; skip 2").unwrap();
    here.merge(&base.checkpoint(), &other.checkpoint()).unwrap();
    here.acting_as(user, |store| store.undo_change(press)).unwrap();
    let open = here.list().iter().filter(|todo| !todo.status().is_settled());
    assert_eq!(open.map(|todo| todo.content()).collect::<Vec<_>>(), ["a", "Pay"]);
}

/// A person answered once. What they took back since is asked about anew.
#[test]
fn an_approval_is_not_given_twice_for_one_question() {
    let mut store = list("Pay");
    let revision = Some(store.revision());
    let approval = Approval { revision, ..Approval::default() };
    store.acting_as(Author::User, |store| {
        store.approve(&approval).unwrap();
        // The second press says the same.
        store.approve(&approval).unwrap();
        store.revoke().unwrap();
        let refused = store.approve(&approval).unwrap_err();
        assert_eq!(refused.code(), Some(ErrorCode::Changed));
        assert_eq!(store.sites().approved, None);
        store.approve(&Approval::default()).unwrap();
    });
}

#[test]
fn a_hosts_verdict_counts_only_for_the_claim_that_was_shown() {
    let [model, user] = [Author::Model, Author::User];
    for (who, acts, is_same) in [
        (model, "start 2", true),
        (user, "move 1 to 2", true),
        (user, "word 1: a in blue", false),
        (user, "describe 1: in blue", false),
        (user, "complete 1", false),
        (user, "reopen 1", false),
        (model, "reopen 1; complete 1", false),
        (user, "remove 1", false),
    ] {
        let mut store = store(ASKS, "a, b");
        by(&mut store, model, "complete 1").unwrap();
        let (revision, key) = (store.revision(), store.list()[0].key);
        by(&mut store, who, acts).unwrap();
        for (reason, status) in [(None, Status::Done), (Some("no receipt"), Status::Todo)] {
            let mut store = store.clone();
            let before = store.revision();
            store.settle_claim(key, revision, reason);
            assert_eq!(store.revision() > before, is_same, "{acts}");
            let todo = store.list().iter().find(|todo| todo.key == key);
            assert!(!is_same || todo.is_some_and(|todo| todo.status() == status), "{acts}");
        }
    }
}

#[test]
fn approve_accepts_only_the_plan_that_was_shown() {
    let [model, user] = [Author::Model, Author::User];
    for (who, acts, is_same) in [
        (model, "start 1", true),
        (user, "word 1: a in blue", true),
        (user, "add: c", true),
        (model, "word 1: another", false),
        (model, "add: c", false),
        (model, "remove 2", false),
    ] {
        let mut store = store("{}", "a, b");
        let approval = Approval { revision: Some(store.revision()), ..Approval::default() };
        by(&mut store, who, acts).unwrap();
        let before = store.clone();
        let result = store.acting_as(user, |store| store.approve(&approval));
        let code = (!is_same).then_some(ErrorCode::Changed);
        assert_eq!(result.err().and_then(|error| error.code()), code, "{acts}");
        assert_eq!(store == before, !is_same, "{acts}");
    }
}
