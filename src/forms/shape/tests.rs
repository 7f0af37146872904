use super::*;
use crate::list::store::TodoStore;
use crate::text::json::Document;
use crate::text::message::count;

const NAMED: Shape = Shape {
    name: Some("id"),
    priority: Some("priority"),
    active_form: Some("activeForm"),
    statuses: Some(STATUSES),
    ..PLAIN
};
const NUMBERED: Shape = Shape {
    content: Some("title"),
    description: Some("description"),
    has_positions: true,
    statuses: Some(FEWER_STATUSES),
    ..PLAIN
};
const STRINGS: Shape = Shape { content: None, ..PLAIN };

fn read(shape: &Shape, text: &str) -> (Result<Item<'static>, TodoError>, Notes) {
    let mut notes = Notes::new();
    let document = Document::read(text).unwrap();
    let item = shape.item(&mut notes, count(3), document.root());
    (item.map(Item::into_owned), notes)
}

#[test]
fn reads_what_a_tool_words() {
    let text = r#"{"id":"x","content":"a","status":"in_progress","priority":"high","activeForm":"doing a"}"#;
    let (item, notes) = read(&NAMED, text);
    let item = item.unwrap();
    let texts = Field::ALL.map(|field| item.text(field));
    assert_eq!(texts[..4], [Some("a"), Some("x"), Some("high"), Some("doing a")]);
    let doing = Some(SaidStatus::of(Status::Doing));
    assert_eq!((item.status, item.position, notes.len()), (doing, None, 0));

    let (item, notes) =
        read(&NUMBERED, r#"{"title":"a","description":"","id":2,"status":"completed"}"#);
    let item = item.unwrap();
    assert_eq!((item.text(Field::Content), item.text(Field::Description)), (Some("a"), Some("")));
    let done = Some(SaidStatus::of(Status::Done));
    assert_eq!((item.status, item.position, notes.len()), (done, Some(Id(2)), 0));

    let (item, notes) = read(&STRINGS, "\"a\"");
    assert_eq!((item.unwrap().text(Field::Content), notes.len()), (Some("a"), 0));
}

#[test]
fn repairs_with_receipts() {
    for (shape, text, content, notes) in [
        (&NAMED, "\"a\"", Some("a"), &["item 3: bare string read as its content"][..]),
        (&NAMED, r#"{"title":"a"}"#, Some("a"), &["item 3: title read as its content"]),
        (
            &NAMED,
            r#"{"title":"b","content":"a"}"#,
            Some("a"),
            &["item 3: extra key \"title\" ignored"],
        ),
        (
            &NAMED,
            r#"{"step":"a","task":"b"}"#,
            Some("a"),
            &["item 3: extra key \"task\" ignored", "item 3: step read as its content"],
        ),
        (
            &NAMED,
            r#"{"content":null,"text":"a"}"#,
            Some("a"),
            &["item 3: content null read as absent", "item 3: text read as its content"],
        ),
        (
            &NAMED,
            r#"{"content":"a","status":null,"":1}"#,
            Some("a"),
            &["item 3: status null read as absent", "item 3: extra key \"\" ignored"],
        ),
        (&NAMED, r#"{"id":7,"content":"a"}"#, Some("a"), &["item 3: id 7 read as a string"]),
        (
            &NAMED,
            r#"{"content":"a","priority":"HIGH"}"#,
            Some("a"),
            &["item 3: priority \"HIGH\" read as high"],
        ),
        (&STRINGS, r#"{"content":"a"}"#, Some("a"), &["item 3: content read as its content"]),
        (&NUMBERED, r#"{"title":"a","id":"2"}"#, Some("a"), &["item 3: id: \"2\" read as 2"]),
        // Here that is the description and nothing else.
        (&NUMBERED, r#"{"description":"a"}"#, None, &[]),
        (
            &PLAIN,
            r#"{"content":"a","status":"pending","id":1}"#,
            Some("a"),
            &["item 3: extra key \"status\" ignored", "item 3: extra key \"id\" ignored"],
        ),
    ] {
        let (item, got) = read(shape, text);
        assert_eq!(
            (item.unwrap().text(Field::Content), got),
            (content, notes.iter().map(|&note| note.into()).collect()),
            "{text}"
        );
    }
}

#[test]
fn refuses_what_cannot_be_told() {
    for (shape, text, says) in [
        (&NAMED, "7", "item 3 must be an object with content, got 7"),
        (&NAMED, "[]", "item 3 must be an object with content, got an array"),
        (&NAMED, "null", "item 3 must be an object with content, got null"),
        (&STRINGS, "[]", "item 3 must be a string, got an array"),
        (&STRINGS, "7", "item 3 must be a string, got 7"),
        (&NAMED, r#"{"content":["a"]}"#, "item 3: content must be a string, got an array"),
        (&NAMED, r#"{"title":7}"#, "item 3: title must be a string, got 7"),
        (&NAMED, r#"{"id":true}"#, "item 3: id must be a string, got true"),
        (&NAMED, r#"{"id":1.5}"#, "item 3: id must be a string, got 1.5"),
        (
            &NAMED,
            r#"{"priority":"urgent"}"#,
            "item 3: priority must be low, medium or high, got \"urgent\"",
        ),
        (
            &NAMED,
            r#"{"status":"maybe"}"#,
            "item 3: status must be one of pending, in_progress, completed, cancelled, got \"maybe\"",
        ),
        (
            &NUMBERED,
            r#"{"status":1}"#,
            "item 3: status must be one of pending, in_progress, completed, got 1",
        ),
        (&NUMBERED, r#"{"id":"one"}"#, "item 3: id must hold whole numbers, got \"one\""),
    ] {
        let error = read(shape, text).0.unwrap_err();
        assert!(error.message().starts_with(says), "{text}: {}", error.message());
    }
}

#[test]
fn statuses_go_by_many_words() {
    for (shape, word, status, note) in [
        (&NAMED, "pending", Status::Todo, ""),
        (&NAMED, "cancelled", Status::Skipped, ""),
        (&NAMED, "todo", Status::Todo, "pending"),
        (&NAMED, "Not Started", Status::Todo, "pending"),
        (&NAMED, "IN-PROGRESS", Status::Doing, "in_progress"),
        (&NAMED, " done ", Status::Done, "completed"),
        (&NAMED, "closed", Status::Done, "completed"),
        (&NAMED, "canceled", Status::Skipped, "cancelled"),
        (&NAMED, "skipped", Status::Skipped, "cancelled"),
        // What the tool has no word for is called by ours.
        (&NAMED, "blocked", Status::Todo, "blocked"),
        (&NUMBERED, "completed", Status::Done, ""),
        (&NUMBERED, "cancelled", Status::Skipped, "skipped"),
    ] {
        let (item, notes) = read(shape, &fill("{\"status\":\"{}\"}", &[Text(word)]));
        let waits = (word == "blocked").then_some(true);
        assert_eq!(item.unwrap().status, Some(SaidStatus { status, waits }), "{word}");
        let expected = fill("item 3: status \"{}\" read as {}", &[Text(word), Text(note)]);
        assert_eq!(notes.first(), Some(&expected).filter(|_| !note.is_empty()), "{word}");
    }
}

#[test]
fn writes_a_list_in_the_words_of_a_tool() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a \"b\"", "c"]).unwrap();
    store.skip(Id(2)).unwrap();
    let written = |shape: &Shape| {
        let mut json = Writer::default();
        shape.write(json.open('{'), store.list());
        json.close('}');
        json.finish()
    };
    assert_eq!(written(&STRINGS), r#"{"todos":["a \"b\"","c"]}"#);
    assert_eq!(
        written(&NAMED),
        r#"{"todos":[{"id":"t1","content":"a \"b\"","status":"pending","priority":"medium"},{"id":"t2","content":"c","status":"cancelled","priority":"medium"}]}"#
    );
    assert_eq!(
        written(&NUMBERED),
        r#"{"todos":[{"id":1,"title":"a \"b\"","status":"pending"},{"id":2,"title":"c","status":"completed"}]}"#
    );
}

#[test]
fn a_handle_is_nobody_elses_name() {
    let mut store = TodoStore::default();
    store.add_multiple(&["a"]).unwrap();
    let mut names = ["t1", "t1__", "t1_"].map(|name| Item {
        texts: Field::ALL.map(|field| {
            matches!(field, Field::Content | Field::Name).then_some(Cow::Borrowed(name))
        }),
        ..Item::default()
    });
    store.rewrite(&mut names, crate::sync::rewrite::Mode::Merge, &NAMED).unwrap();
    let handles: Vec<String> =
        store.list().iter().map(|todo| model_name(store.list(), todo)).collect();
    // The first item spoke of the todo whose key it named.
    assert_eq!(store.list().len(), 3);
    assert_eq!(handles, ["t1", "t1__", "t1_"]);
}
