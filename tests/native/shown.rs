//! What a person does to the list that they were shown, when it has changed since.

use agent_todos::{Author, ErrorCode, TodoStore};

use crate::scene::{by, list};

const NEVER: u32 = 99;

fn contents(store: &TodoStore) -> String {
    store.list().iter().map(|todo| todo.content()).collect::<Vec<_>>().join("")
}

#[test]
fn a_todo_is_moved_behind_the_one_that_was_shown() {
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
            Ok(order) => assert_eq!((moved, &*contents(&store)), (Ok(()), order), "{acts}"),
            Err(_) => assert_eq!((moved.err(), store.xml()), (expected.err(), before), "{acts}"),
        }
    }
    let mut store = list("a, b");
    let key = store.list()[0].key;
    let refused = store.move_as_shown(key.into(), 2, Some(NEVER)).unwrap_err();
    assert_eq!(refused.code(), Some(ErrorCode::Changed));
    store.move_as_shown(key.into(), 2, None).unwrap();
    assert_eq!(contents(&store), "ba");
}

#[test]
fn nobody_goes_back_over_what_they_were_not_shown() {
    let [model, user] = [Author::Model, Author::User];
    for (who, acts, is_undone) in [
        (user, "add: c", true),
        (user, "complete 1; add: c", true),
        (model, "complete 1", false),
        (Author::Host, "add: c", false),
    ] {
        let mut store = list("a, b");
        let shown = store.revision();
        by(&mut store, who, acts).unwrap();
        let revision = store.revision();
        let undone = store.acting_as(user, |store| store.undo_as_shown(Some(shown)));
        let expected = if is_undone { Ok(true) } else { Err(ErrorCode::Changed) };
        assert_eq!(undone.map_err(|error| error.code()), expected, "{acts}");
        let restored =
            store.acting_as(user, |store| store.restore_as_shown(shown.into(), Some(shown)));
        assert_eq!(restored.map(|()| true).map_err(|error| error.code()), expected, "{acts}");
        assert_eq!(store.revision() != revision, is_undone, "{acts}");
        let undone = store.acting_as(Author::Host, |store| store.undo_as_shown(None));
        assert_eq!(undone, Ok(true), "{acts}");
    }
    let mut store = list("a, b");
    store.acting_as(user, |store| {
        assert_eq!(store.undo_as_shown(Some(NEVER)).unwrap_err().code(), ErrorCode::Changed);
        assert_eq!(store.restore_as_shown(1, Some(NEVER)).unwrap_err().code(), ErrorCode::Changed);
        store.restore_as_shown(0, None).unwrap();
    });
    assert_eq!(contents(&store), "");
}
