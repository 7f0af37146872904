use super::*;
use crate::list::options::Options;
use crate::tools::call::{Call, Outcome};
use crate::tools::dialects::Dialect;

/// Each todo as "key name content status", the statuses in our words or "blocked", no name as "-".
fn list(store: &TodoStore) -> Vec<String> {
    let lines = store.list().iter().map(|todo| {
        let name = todo.text(Field::Name).unwrap_or("-");
        let parts = [
            Text(&todo.key.to_word()),
            Text(name),
            Text(todo.content()),
            Text(if todo.waits_elsewhere() { "blocked" } else { todo.status.word() }),
        ]
        .map(|part| crate::text::message::fill("{}", &[part]));
        parts.join(" ")
    });
    lines.collect()
}

fn call(store: &mut TodoStore, dialect: Dialect, arguments: &str) -> Outcome {
    let tool = dialect.tool_names().last().unwrap();
    dialect.call(store, &Call { tool, arguments })
}

/// a (done), b and c, named 1, 2 and 3 or not at all.
fn abc(is_named: bool) -> TodoStore {
    let mut store = TodoStore::default();
    if is_named {
        let arguments = r#"{"merge":false,"todos":[{"id":"1","content":"a","status":"completed"},
                {"id":"2","content":"b","status":"pending"},{"id":"3","content":"c","status":"pending"}]}"#;
        assert!(call(&mut store, Dialect::Merge, arguments).notes.is_empty());
    } else {
        store.add_multiple(&["a", "b", "c"]).unwrap();
        store.complete(Id(1)).unwrap();
    }
    store
}

/// Carries out a call, and returns the list and the notes.
fn run(mut store: TodoStore, dialect: Dialect, arguments: &str) -> (Vec<String>, Notes) {
    let outcome = call(&mut store, dialect, arguments);
    assert!(outcome.ok, "{}", outcome.text);
    (list(&store), outcome.notes)
}

#[test]
fn replacing_goes_by_content_before_name() {
    // One came in at the front and all were numbered anew.
    let (list, notes) = run(
        abc(true),
        Dialect::CursorTodoWrite,
        r#"{"merge":false,"todos":[{"id":"1","content":"new","status":"in_progress"},{"id":"2","content":"a","status":"completed"},
                {"id":"3","content":"b","status":"pending"}]}"#,
    );
    assert_eq!(list, ["t4 1 new doing", "t1 2 a done", "t2 3 b todo"]);
    assert_eq!(notes, ["left out while still open, so off the list now: \"c\""]);
    // Who has another text and a known name was reworded.
    let (list, _) = run(
        abc(true),
        Dialect::CursorTodoWrite,
        r#"{"merge":false,"todos":[{"id":"2","content":"b, better","status":"pending"},{"id":"9","content":"d","status":"pending"}]}"#,
    );
    assert_eq!(list, ["t2 2 b, better todo", "t4 9 d todo"]);
}

#[test]
fn merging_goes_by_name_before_content() {
    let (list, notes) = run(
        abc(true),
        Dialect::Merge,
        r#"{"merge":true,"todos":[{"id":"3","content":"b","status":"completed"},{"id":"7","content":"a","status":"pending"}]}"#,
    );
    // 7 is another than 1, though it says the same.
    assert_eq!(list, ["t1 1 a done", "t2 2 b todo", "t3 3 b done", "t4 7 a todo"]);
    assert!(notes.is_empty());
    // Who has no name yet gets one.
    let (list, _) = run(
        abc(false),
        Dialect::Merge,
        r#"{"merge":true,"todos":[{"id":"x","content":"b","status":"completed"}]}"#,
    );
    assert_eq!(list, ["t1 - a done", "t2 x b done", "t3 - c todo"]);
}

#[test]
fn a_key_or_a_position_names_who_has_no_name() {
    let (list, notes) = run(
        abc(false),
        Dialect::CursorTodoWrite,
        r#"{"merge":true,"todos":[{"id":"t3","status":"in_progress"},{"id":"2","status":"completed"}]}"#,
    );
    assert_eq!(list, ["t1 - a done", "t2 - b done", "t3 - c doing"]);
    assert_eq!(notes, ["item 2: id 2 read as t2"]);
    // With a content, a number is the name of a new one.
    let (list, notes) = run(
        abc(false),
        Dialect::CursorTodoWrite,
        r#"{"merge":true,"todos":[{"id":"2","content":"d","status":"pending"}]}"#,
    );
    assert_eq!(list, ["t1 - a done", "t2 - b todo", "t3 - c todo", "t4 2 d todo"]);
    assert!(notes.is_empty());
}

#[test]
fn positions_count_where_contents_do_not() {
    let (list, notes) = run(
        abc(false),
        Dialect::ManageTodoList,
        r#"{"operation":"write","todoList":[{"id":1,"title":"c","status":"not-started"},{"id":2,"title":"b, better","status":"in-progress"},
                {"id":3,"title":"d","status":"not-started"}]}"#,
    );
    // The third took no place over, as the one that stood there is now the first.
    assert_eq!(list, ["t3 - c todo", "t2 - b, better doing", "t4 - d todo"]);
    assert!(notes.is_empty());
    let (_, notes) = run(
        abc(false),
        Dialect::ManageTodoList,
        r#"{"operation":"write","todoList":[{"id":5,"title":"a","status":"completed"},{"title":"b","status":"completed"}]}"#,
    );
    assert_eq!(
        notes,
        [
            "item 1: id 5 read as 1",
            "item 2: id none read as 2",
            "left out while still open, so off the list now: \"c\""
        ]
    );
}

#[test]
fn among_equals_the_one_in_its_place_is_meant() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a", "a", "a"]).unwrap();
    let (list, _) = run(store.clone(), Dialect::Snapshot, r#"{"items":["b","a","a","a"]}"#);
    assert_eq!(list, ["t4 - b todo", "t2 - a todo", "t3 - a todo", "t1 - a todo"]);
    let (list, _) = run(store, Dialect::Snapshot, r#"{"items":["a","b","a"]}"#);
    assert_eq!(list, ["t1 - a todo", "t4 - b todo", "t3 - a todo"]);
}

#[test]
fn of_several_in_progress_the_last_stays() {
    let both = r#"{"todos":[{"content":"a","status":"in_progress"},{"content":"b","status":"pending"},{"content":"c","status":"in_progress"}]}"#;
    let (list, notes) = run(abc(false), Dialect::TodoWrite, both);
    assert_eq!(list, ["t1 - a todo", "t2 - b todo", "t3 - c doing"]);
    assert_eq!(notes, ["todo 1 (\"a\"): set back to pending, as only the last may be in_progress"]);
    // A todo that the call does not name is set back, too.
    let mut store = abc(true);
    store.mark_doing(Id(2)).unwrap();
    let one = r#"{"merge":true,"todos":[{"id":"1","status":"in_progress"}]}"#;
    let (list, notes) = run(store.clone(), Dialect::Merge, one);
    assert_eq!(list, ["t1 1 a doing", "t2 2 b todo", "t3 3 c todo"]);
    assert_eq!(notes.len(), 1);
    // And stays where none takes its place.
    let (list, notes) =
        run(store, Dialect::Merge, r#"{"merge":true,"todos":[{"id":"3","status":"completed"}]}"#);
    assert_eq!(list, ["t1 1 a done", "t2 2 b doing", "t3 3 c done"]);
    assert!(notes.is_empty());
}

#[test]
fn of_several_in_progress_the_strict_take_none() {
    let mut store = TodoStore::new(Options::from_json(r#"{"oneDoing":"strict"}"#).unwrap());
    let outcome = call(
        &mut store,
        Dialect::TodoWrite,
        r#"{"todos":[{"content":"a","status":"in_progress"},{"content":"b","status":"in_progress"}]}"#,
    );
    assert_eq!(outcome.text, "todo 1 (\"a\") is in_progress and so is another: only one may be");
    assert_eq!((store.revision(), store.next_key(), store.list().len()), (0, 1, 0));
    // Handing it on in one call is no doubt.
    for (a, b) in [("in_progress", "pending"), ("pending", "in_progress")] {
        let items = [("a", a), ("b", b)].map(|(content, status)| {
            crate::text::message::fill(
                "{\"content\":\"{}\",\"status\":\"{}\"}",
                &[Text(content), Text(status)],
            )
        });
        let arguments = crate::text::message::fill("{\"todos\":[{}]}", &[Text(&items.join(","))]);
        assert!(call(&mut store, Dialect::TodoWrite, &arguments).ok);
    }
    assert_eq!(list(&store), ["t1 - a todo", "t2 - b doing"]);
}

#[test]
fn two_items_with_one_name_are_refused() {
    let mut store = abc(true);
    for name in ["2", " 2\\n"] {
        let arguments = crate::text::message::fill(
            "{\"merge\":true,\"todos\":[{\"id\":\"2\",\"status\":\"completed\"},{\"id\":\"{}\",\"status\":\"pending\"}]}",
            &[Text(name)],
        );
        let outcome = call(&mut store, Dialect::CursorTodoWrite, &arguments);
        assert_eq!(outcome.text, "item 2 has the id of item 1, \"2\": give each its own");
    }
    assert_eq!((list(&store), store.revision()), (list(&abc(true)), 1));
}

#[test]
fn a_name_goes_over_to_the_one_that_gets_it() {
    // The first is matched by content and says no name; the second is given that name.
    let (list, notes) = run(
        abc(true),
        Dialect::CursorTodoWrite,
        r#"{"merge":false,"todos":[{"content":"a","status":"completed"},{"id":"1","content":"d","status":"pending"}]}"#,
    );
    assert_eq!(list, ["t1 - a done", "t4 1 d todo"]);
    let dropped = "left out while still open, so off the list now: \"b\", \"c\"";
    assert_eq!(notes, ["item 1: no id, t1", dropped]);
}

#[test]
fn what_an_item_leaves_out_stays() {
    // Merging, it is as it should be.
    let (list, notes) = run(
        abc(true),
        Dialect::Merge,
        r#"{"merge":true,"todos":[{"id":"1","content":"a, again"},{"id":"2","status":"cancelled"},{"id":"3","content":"","status":"completed"}]}"#,
    );
    assert_eq!(list, ["t1 1 a, again done", "t2 2 b skipped", "t3 3 c done"]);
    assert!(notes.is_empty());
    // In a whole list, it is said.
    let (list, notes) =
        run(abc(true), Dialect::Merge, r#"{"merge":false,"todos":[{"id":"1"},{"content":"d"}]}"#);
    assert_eq!(list, ["t1 1 a done", "t4 - d todo"]);
    assert_eq!(
        notes,
        [
            "item 1: no content, kept",
            "item 1: no status, completed",
            "item 2: no status, pending",
            "item 2: no id, t4",
            "left out while still open, so off the list now: \"b\", \"c\""
        ]
    );
}

#[test]
fn what_a_tool_cannot_say_stays() {
    let mut store = TodoStore::default();
    for (dialect, arguments) in [
        (
            Dialect::WriteTodos,
            r#"{"todos":[{"description":"a","status":"blocked"},{"description":"b","status":"cancelled"}]}"#,
        ),
        (
            Dialect::XmlCall,
            r#"{"action":"write","todos":[{"id":"x","content":"a","status":"pending","priority":"high"},
                {"id":"y","content":"b","status":"cancelled","priority":"low"}]}"#,
        ),
        (
            Dialect::TodoWrite,
            r#"{"todos":[{"content":"a","status":"pending","activeForm":"doing a"},
                {"content":"b","status":"completed","activeForm":""}]}"#,
        ),
        (
            Dialect::ManageTodoList,
            r#"{"operation":"write","todoList":[{"id":1,"title":"a","description":"about a","status":"not-started"},
                {"id":2,"title":"b","description":"","status":"completed"}]}"#,
        ),
        (
            Dialect::UpdatePlan,
            r#"{"plan":[{"step":"a","status":"pending"},{"step":"b","status":"completed"}]}"#,
        ),
        (Dialect::UpdateTodoList, r#"{"todos":"[ ] a\n[x] b"}"#),
        (Dialect::Snapshot, r#"{"items":["a","b"]}"#),
        (
            Dialect::Merge,
            r#"{"merge":false,"todos":[{"id":"x","content":"a","status":"pending"},{"id":"y","content":"b","status":"cancelled"}]}"#,
        ),
    ] {
        let outcome = call(&mut store, dialect, arguments);
        assert!(outcome.ok && outcome.notes.is_empty(), "{}", outcome.text);
    }
    assert_eq!(list(&store), ["t1 x a blocked", "t2 y b skipped"]);
    let texts = [Field::Priority, Field::ActiveForm, Field::Description]
        .map(|field| store.list()[0].text(field));
    assert_eq!(texts, [Some("high"), Some("doing a"), Some("about a")]);
    // Only the first four calls said anything new.
    assert_eq!(store.revision(), 4);
}

#[test]
fn there_is_room_or_there_is_an_error() {
    let options = Options::from_json(r#"{"maxTodos":3}"#).unwrap();
    let mut store = TodoStore::new(options);
    assert!(call(&mut store, Dialect::Snapshot, r#"{"items":["a","b","c"]}"#).ok);
    for (dialect, arguments, says) in [
        (
            Dialect::Snapshot,
            r#"{"items":["a","b","c","d"]}"#,
            "item 4 is one too many: 4 given, 0 on the list, at most 3",
        ),
        (
            Dialect::CursorTodoWrite,
            r#"{"merge":true,"todos":[{"id":"t1","status":"completed"},{"id":"d","content":"d","status":"pending"}]}"#,
            "1 given, 3 on the list, at most 3",
        ),
        (
            Dialect::CursorTodoWrite,
            r#"{"merge":true,"todos":[{"id":"d","status":"pending"}]}"#,
            "item 1 is one too many",
        ),
    ] {
        let outcome = call(&mut store, dialect, arguments);
        assert!(!outcome.ok && outcome.text.contains(says), "{}", outcome.text);
    }
    // Who is on the list needs no room; who leaves makes some.
    assert!(
        call(
            &mut store,
            Dialect::CursorTodoWrite,
            r#"{"merge":true,"todos":[{"id":"t1","status":"completed"}]}"#
        )
        .ok
    );
    assert!(call(&mut store, Dialect::Snapshot, r#"{"items":["d","e","c"]}"#).ok);
    assert_eq!(list(&store), ["t4 - d todo", "t5 - e todo", "t3 - c todo"]);
}

#[test]
fn an_item_of_nobody_without_a_content_is_refused() {
    for (dialect, arguments, says) in [
        (
            Dialect::CursorTodoWrite,
            r#"{"merge":true,"todos":[{"id":"9","status":"completed"}]}"#,
            "item 1 has no content",
        ),
        (
            Dialect::CursorTodoWrite,
            r#"{"merge":true,"todos":[{"id":"9","content":"","status":"completed"}]}"#,
            "item 1 has no content",
        ),
        (
            Dialect::CursorTodoWrite,
            r#"{"merge":false,"todos":[{"id":"1","content":"","status":"completed"}]}"#,
            "item 1 is empty",
        ),
        (
            Dialect::UpdatePlan,
            r#"{"plan":[{"step":"a","status":"pending"},{"status":"pending"}]}"#,
            "item 2 must be an object with step",
        ),
    ] {
        let mut store = abc(true);
        let outcome = call(&mut store, dialect, arguments);
        assert!(!outcome.ok && outcome.text.starts_with(says), "{}", outcome.text);
        assert_eq!((list(&store), store.revision()), (list(&abc(true)), 1));
    }
}
