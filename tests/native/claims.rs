//! Who works on what, and what waits to be confirmed: sections 4 and 4a of the design.

use agent_todos::forms::reminder::Reminder;
use agent_todos::list::author::Actor;
use agent_todos::{
    Author, Call, Conversation, Dialect, ErrorCode, Id, Options, Outcome, Patch, Settings, Status,
    TodoStore,
};

fn of(options: &str, contents: &[&str]) -> TodoStore {
    let mut store = TodoStore::new(Options::from_json(options).unwrap());
    store.add_multiple(contents).unwrap();
    store
}

fn call(store: &mut TodoStore, dialect: Dialect, tool: usize, arguments: &str) -> Outcome {
    let tool = dialect.tool_names().nth(tool).unwrap();
    let outcome = dialect.call(store, &Call { tool, arguments });
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.list(), store.list(), "{arguments}");
    if store.list().iter().all(|todo| todo.text(agent_todos::Field::Owner).is_none()) {
        assert_eq!(TodoStore::from_xml(&store.xml(), *store.options()).unwrap().xml(), store.xml());
    }
    outcome
}

fn as_<T>(store: &mut TodoStore, name: &str, act: impl FnOnce(&mut TodoStore) -> T) -> T {
    store.acting_as(Actor::named(Author::Model, name).unwrap(), act)
}

use crate::scene::whole;

const WAITS: &str = "1 (\"a\") waits to be confirmed";

#[test]
fn done_is_a_claim_in_every_dialect() {
    let items = [("a", Status::Done, Some("t1")), ("b", Status::Todo, Some("t2"))];
    for dialect in Dialect::ALL.iter().copied().filter(|dialect| *dialect != Dialect::Snapshot) {
        let (tool, arguments) = match dialect {
            Dialect::TodoManager => (0, r#"{"action":"complete_multiple","ids":[1]}"#.to_owned()),
            Dialect::Task => (1, r#"{"taskId":"1","status":"completed"}"#.to_owned()),
            Dialect::TaskWrite => (2, r#"{"id":"t1"}"#.to_owned()),
            _ => (0, whole(dialect, &items).to_string()),
        };
        let arguments = &*arguments;
        for options in [r#"{"confirmDone":true}"#, "{}"] {
            let mut store = of(options, &["a", "b"]);
            let patch = Patch { confirm: Some(true), ..Patch::default() };
            store.edit(Id(1), &patch).unwrap();
            let outcome = call(&mut store, dialect, tool, arguments);
            let todo = &store.list()[0];
            assert!(outcome.ok, "{}", outcome.text);
            assert_eq!((todo.status, todo.is_claimed()), (Status::Doing, true), "{arguments}");
            assert!(outcome.notes.iter().any(|note| note == WAITS), "{:?}", outcome.notes);
            assert!(store.xml().contains(r#"<todo id="1" status="doing" claimed="true">a</todo>"#));
            assert!(store.has_unfinished());
            // It is not in progress for anybody else: the next one is.
            assert_eq!(store.next_todo(), Some(Id(2)));
            store.abort();
            assert!(store.list()[0].is_claimed());
            // Said again it stays so, and that is said again.
            let before = store.list().clone();
            let again = call(&mut store, dialect, tool, arguments);
            assert_eq!(store.list(), &before, "{arguments}");
            assert!(again.notes.iter().any(|note| note == WAITS), "{arguments}: {:?}", again.notes);
            // A host confirms it.
            store.complete(Id(1)).unwrap();
            assert_eq!(
                (store.list()[0].status, store.list()[0].is_claimed()),
                (Status::Done, false)
            );
        }
    }
}

#[test]
fn a_claim_is_sent_back_kept_or_taken_back() {
    let mut store = of(r#"{"confirmDone":true}"#, &["a", "b"]);
    let write = |store: &mut TodoStore, status: &str| {
        let arguments = format!(
            r#"{{"plan":[{{"step":"a","status":"{status}"}},{{"step":"b","status":"pending"}}]}}"#
        );
        call(store, Dialect::UpdatePlan, 0, &arguments)
    };
    write(&mut store, "completed");
    assert!(write(&mut store, "in_progress").notes.is_empty());
    assert!(store.list()[0].is_claimed());
    write(&mut store, "pending");
    assert_eq!((store.list()[0].status, store.list()[0].is_claimed()), (Status::Todo, false));
    store
        .acting_as(Author::Model, |store| store.complete_with(&[Id(1).into()], "receipt 7"))
        .unwrap();
    assert_eq!(store.list()[0].text(agent_todos::Field::Evidence), Some("receipt 7"));
    store.acting_as(Author::User, |store| store.reopen_with_reason(Id(1), "no receipt")).unwrap();
    let todo = &store.list()[0];
    assert_eq!((todo.status, todo.is_claimed()), (Status::Todo, false));
    assert_eq!(todo.text(agent_todos::Field::Evidence), None);
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.snapshots(), store.snapshots());
    // Who confirms is not asked to be confirmed.
    store.acting_as(Author::User, |store| store.complete(Id(1))).unwrap();
    assert_eq!(store.list()[0].status, Status::Done);
}

#[test]
fn each_owner_has_so_many_in_progress() {
    let mut store = of(r#"{"maxDoing":2}"#, &["a", "b", "c", "d", "e"]);
    as_(&mut store, "ann", |store| {
        store.mark_doing(Id(1)).unwrap();
        store.mark_doing(Id(2)).unwrap();
        let error = store.mark_doing(Id(3)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::AlreadyDoing);
        assert!(error.message().contains("todo 1 (\"a\")"), "{}", error.message());
    });
    as_(&mut store, "bob", |store| {
        for refused in
            [store.mark_doing(Id(1)), store.complete(Id(1)), store.reopen(Id(2)), store.skip(Id(1))]
        {
            let error = refused.unwrap_err();
            assert_eq!(error.code(), ErrorCode::AlreadyOwned);
            assert!(error.message().contains("ann"), "{}", error.message());
        }
        assert_eq!(store.next_todo(), Some(Id(3)));
        assert_eq!(store.list()[2].text(agent_todos::Field::Owner), Some("bob"));
    });
    // So for a model without a name; a host may.
    let error = store.acting_as(Author::Model, |store| store.complete(Id(1))).unwrap_err();
    assert_eq!(error.code(), ErrorCode::AlreadyOwned);
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy.list(), store.list());
    as_(&mut store, "ann", TodoStore::abort);
    let statuses: Vec<Status> = store.list().iter().map(|todo| todo.status).collect();
    assert_eq!(statuses, [Status::Todo, Status::Todo, Status::Doing, Status::Todo, Status::Todo]);
    assert_eq!(store.list()[0].text(agent_todos::Field::Owner), None);
    store.complete(Id(3)).unwrap();
    assert_eq!(store.list()[2].text(agent_todos::Field::Owner), Some("bob"));
}

#[test]
fn a_whole_list_leaves_what_others_work_on() {
    let mut store = of("{}", &["a", "b"]);
    as_(&mut store, "ann", |store| store.mark_doing(Id(1))).unwrap();
    for plan in [
        r#"{"plan":[{"step":"a","status":"completed"},{"step":"b","status":"in_progress"}]}"#,
        r#"{"plan":[{"step":"b","status":"in_progress"}]}"#,
        r#"{"plan":[{"step":"a","status":"pending"},{"step":"b","status":"in_progress"}]}"#,
    ] {
        let outcome = as_(&mut store, "bob", |store| call(store, Dialect::UpdatePlan, 0, plan));
        assert!(outcome.ok, "{}", outcome.text);
        let statuses: Vec<Status> = store.list().iter().map(|todo| todo.status).collect();
        assert_eq!(statuses, [Status::Doing, Status::Doing], "{plan}");
        assert!(
            outcome.notes[0].contains("stays in progress: \"ann\" works on it"),
            "{:?}",
            outcome.notes
        );
    }
}

#[test]
fn only_a_person_approves() {
    let mut store = of("{}", &["a", "b"]);
    store.complete(Id(2)).unwrap();
    for author in [Author::Model, Author::Run, Author::Host] {
        let error = store.acting_as(author, TodoStore::approve).unwrap_err();
        assert_eq!(error.code(), ErrorCode::NotAllowed);
    }
    let before = store.revision();
    store.acting_as(Author::User, TodoStore::approve).unwrap();
    assert_eq!(store.revision(), before + 1);
    assert!(!store.xml().contains("approved"));
    let copy = TodoStore::from_checkpoint(&store.checkpoint()).unwrap();
    assert_eq!(copy, store);
}

#[test]
fn an_approval_holds_for_what_was_approved() {
    let mut store = of("{}", &["a"]);
    let before = store.revision();
    store.acting_as(Author::User, TodoStore::approve).unwrap();
    for author in [Author::Model, Author::Run] {
        let back = |store: &mut TodoStore| store.restore_revision(before.into());
        let error = store.acting_as(author, back).unwrap_err();
        assert_eq!(error.code(), ErrorCode::HeldByUser, "{error}");
    }
    assert!(store.list()[0].is_approved());
    store.edit(Id(1), &Patch { content: Some("another"), ..Patch::default() }).unwrap();
    assert!(!store.list()[0].is_approved());
}

/// The words of a tool have none for a claim: a model that reads "in progress" would do it again.
#[test]
fn an_answer_that_shows_the_list_says_which_wait() {
    for (dialect, tool, arguments) in [
        (Dialect::XmlCall, 0, r#"{"action":"read"}"#),
        (Dialect::Snapshot, 0, "{}"),
        (Dialect::Task, 2, "{}"),
        (Dialect::TaskWrite, 3, "{}"),
        (Dialect::Todowrite, 1, "{}"),
        (Dialect::TaskTracker, 0, r#"{"command":"view"}"#),
    ] {
        let mut store = of(r#"{"confirmDone":true}"#, &["a", "b"]);
        assert!(call(&mut store, dialect, tool, arguments).notes.is_empty(), "{arguments}");
        store.acting_as(Author::Model, |store| store.complete(Id(1))).unwrap();
        for _ in 0..2 {
            let shown = call(&mut store, dialect, tool, arguments);
            assert_eq!(shown.notes, [WAITS], "{arguments}: {}", shown.text);
        }
        store.complete(Id(1)).unwrap();
        assert!(call(&mut store, dialect, tool, arguments).notes.is_empty(), "{arguments}");
    }
}

#[test]
fn reminders_say_who_works_on_what_by_name() {
    let mut store = of(r#"{"confirmDone":true,"maxDoing":2}"#, &["a", "b", "c"]);
    let mut conversation = Conversation::new(Settings::default());
    let mut reminder = |store: &TodoStore| match conversation.reminder(store) {
        Reminder::Changes { text, .. } => text,
        Reminder::Full | Reminder::Silence => String::new(),
    };
    reminder(&store);
    as_(&mut store, "researcher", |store| store.mark_doing(Id(1))).unwrap();
    let reserve = Call { tool: "TaskUpdate", arguments: r#"{"taskId":"3","owner":"writer <b>"}"# };
    assert!(as_(&mut store, "lead", |store| Dialect::Task.call(store, &reserve)).ok);
    let text = reminder(&store);
    for said in
        ["\"researcher\" works on 1 (\"a\").", "\"lead\" left 3 (\"c\") to \"writer &lt;b&gt;\"."]
    {
        assert!(text.contains(said), "{text}");
    }
    as_(&mut store, "researcher", |store| store.complete(Id(1))).unwrap();
    let text = reminder(&store);
    assert!(
        text.contains("\"researcher\" completed 1 (\"a\"), which waits to be confirmed."),
        "{text}"
    );
    store
        .acting_as(Actor::named(Author::User, "Ann").unwrap(), |store| store.complete(Id(1)))
        .unwrap();
    assert!(reminder(&store).contains("\"Ann\" completed 1 (\"a\")."));
    let more: Vec<String> = (0..9).map(|number| format!("todo {number}")).collect();
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    as_(&mut store, "researcher", |store| store.add_multiple(&more)).unwrap();
    assert!(reminder(&store).contains("\"researcher\" changed 9 todos."));
}

#[test]
fn what_is_for_another_is_neither_taken_nor_left_out() {
    let mut store = of("{}", &["a", "b"]);
    let give = r#"{"taskId":"1","owner":"B"}"#;
    assert!(as_(&mut store, "lead", |store| call(store, Dialect::Task, 1, give)).ok);
    let take = r#"{"taskId":"1","owner":"D"}"#;
    let taken = as_(&mut store, "D", |store| call(store, Dialect::Task, 1, take));
    assert!(!taken.ok && taken.text.contains("is for"), "{}", taken.text);
    // A list that leaves it out.
    let list = r#"{"todos":[{"content":"b","status":"in_progress"}]}"#;
    let written = as_(&mut store, "D", |store| call(store, Dialect::TodoWrite, 0, list));
    assert!(written.ok && written.dropped.is_empty(), "{}", written.text);
    assert!(written.text.contains("is for \"B\""), "{}", written.text);
    let contents: Vec<_> = store.list().iter().map(|todo| todo.content()).collect();
    assert_eq!(contents, ["a", "b"]);
    // Who gave it may give it to somebody else, as long as it is not begun.
    let elsewhere = r#"{"taskId":"1","owner":"C"}"#;
    assert!(as_(&mut store, "lead", |store| call(store, Dialect::Task, 1, elsewhere)).ok);
    as_(&mut store, "C", |store| store.mark_doing(Id(1))).unwrap();
    let back = as_(&mut store, "lead", |store| call(store, Dialect::Task, 1, give));
    assert!(!back.ok && back.text.contains("works on it"), "{}", back.text);
    // In a conversation, too, which was told before it was given away.
    let settings = Settings { dialect: Dialect::Task, ..Settings::default() };
    let outcome =
        Conversation::new(settings).call(&mut store, &Call { tool: "TaskUpdate", arguments: take });
    assert!(!outcome.ok, "{}", outcome.text);
}

#[test]
fn a_model_gets_round_no_confirmation() {
    let mut store = of("{}", &["a"]);
    let confirm = |confirm| Patch { confirm: Some(confirm), ..Patch::default() };
    store.acting_as(Author::User, |store| store.edit(Id(1), &confirm(true))).unwrap();
    let error = as_(&mut store, "m", |store| store.edit(Id(1), &confirm(false)).unwrap_err());
    assert_eq!(error.code(), ErrorCode::HeldByUser);
    store.acting_as(Author::Host, |store| store.edit(Id(1), &confirm(false))).unwrap();

    let mut store = of(r#"{"confirmDone":true}"#, &["a"]);
    store.complete(Id(1)).unwrap();
    let done = store.revision();
    store.reopen(Id(1)).unwrap();
    as_(&mut store, "m", |store| store.restore_revision(done.into())).unwrap();
    let todo = &store.list()[0];
    assert_eq!((todo.status, todo.is_claimed()), (Status::Doing, true));
    assert_eq!(TodoStore::from_checkpoint(&store.checkpoint()).unwrap(), store);
}

#[test]
fn a_new_task_of_a_model_takes_nothing_of_a_persons_off_the_list() {
    use agent_todos::list::options::Unfinished;
    let mut store = of("{}", &[]);
    store.acting_as(Author::User, |store| store.add_multiple(&["a"])).unwrap();
    let error = as_(&mut store, "m", |store| store.new_task(Unfinished::Archive).unwrap_err());
    assert_eq!((error.code(), store.list().len()), (ErrorCode::HeldByUser, 1));
}

#[test]
fn a_note_says_that_the_user_approved_a_text() {
    let mut store = of("{}", &["Pay 10"]);
    store.acting_as(Author::User, TodoStore::approve).unwrap();
    let reworded = r#"{"taskId":"1","subject":"Pay 999"}"#;
    let outcome = as_(&mut store, "m", |store| call(store, Dialect::Task, 1, reworded));
    assert!(outcome.text.contains("the user approved it"), "{}", outcome.text);
}

#[test]
fn an_id_that_is_anothers_by_now_is_said() {
    let mut store = of("{}", &[]);
    let settings = || Settings { dialect: Dialect::CursorTodoWrite, ..Settings::default() };
    let (mut one, mut other) = (Conversation::new(settings()), Conversation::new(settings()));
    let add = |conversation: &mut Conversation, store: &mut TodoStore, content: &str| {
        let item = format!(r#"{{"id":"pay","content":"{content}","status":"pending"}}"#);
        let arguments = &format!(r#"{{"merge":true,"todos":[{item}]}}"#);
        conversation.call(store, &Call { tool: "todo_write", arguments })
    };
    assert!(add(&mut one, &mut store, "Pay the rent").notes.is_empty());
    let outcome = add(&mut other, &mut store, "Pay the kettle");
    let note = r#"2 ("Pay the kettle") has the id "t2", as "pay" is the id of 1 ("Pay the rent")"#;
    assert!(outcome.notes.iter().any(|said| said == note), "{:?}", outcome.notes);
    let arguments = r#"{"merge":true,"todos":[{"id":"t2","status":"completed"}]}"#;
    assert!(other.call(&mut store, &Call { tool: "todo_write", arguments }).ok);
    assert_eq!(store.list()[1].status, Status::Done);
}

#[test]
fn a_claimed_todo_that_is_marked_in_progress_stays_claimed() {
    let mut store = of(r#"{"confirmDone":true}"#, &["a", "b"]);
    let settings = Settings { dialect: Dialect::TodoManager, ..Settings::default() };
    let mut conversation = Conversation::new(settings);
    let _ = conversation.reminder(&store);
    for arguments in [r#"{"action":"complete","ids":[1]}"#, r#"{"action":"mark_doing","ids":[2]}"#]
    {
        assert!(conversation.call(&mut store, &Call { tool: "todo_manager", arguments }).ok);
    }
    let patch = Patch { priority: Some("high"), ..Patch::default() };
    store.acting_as(Author::User, |store| store.edit(Id(2), &patch)).unwrap();
    let (list, arguments) = (store.list().clone(), r#"{"action":"mark_doing","ids":[1]}"#);
    let outcome = conversation.call(&mut store, &Call { tool: "todo_manager", arguments });
    assert!(outcome.ok, "{}", outcome.text);
    as_(&mut store, "m", |store| store.mark_doing(Id(1))).unwrap();
    assert_eq!(*store.list(), list);
}
