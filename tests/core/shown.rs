//! What a person does to the list that they were shown, when it has changed since.

use agent_todos::list::edit_options::Approval;
use agent_todos::{Author, ErrorCode, Id};

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

#[test]
fn a_hosts_verdict_counts_only_for_the_claim_that_was_shown() {
    let [model, user] = [Author::Model, Author::User];
    for (who, acts, is_same) in [
        (model, "start 2", true),
        (user, "move 1 to 2", true),
        (user, "word 1: a in blue", false),
        (user, "complete 1", false),
        (user, "reopen 1", false),
        (model, "reopen 1; complete 1", false),
        (user, "remove 1", false),
    ] {
        let mut store = store(ASKS, "a, b");
        by(&mut store, model, "complete 1").unwrap();
        let (revision, key) = (store.revision(), store.list()[0].key);
        by(&mut store, who, acts).unwrap();
        assert_eq!(store.is_same_claim(key, "a", None, revision), is_same, "{acts}");
        assert!(!store.is_same_claim(key, "a", Some("receipt"), revision), "{acts}");
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
