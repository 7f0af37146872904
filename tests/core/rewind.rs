//! `rewind`: what a conversation changed since a revision is taken back, and nothing of anybody
//! else's.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Author;
use agent_todos::list::edit_options::Approval;
use agent_todos::list::history::Revision;
use agent_todos::list::sites::Origins;
use agent_todos::{Call, Conversation, Dialect, ErrorCode, Settings, TextField, TodoStore};

use serde_json::json;

use crate::read_back::find_unreadable;
use crate::scene::{Scene, ann, by, happen, named, settings, show_all, store, tell, write_list};
use crate::sites::origin;
use crate::snapshot::assert_snapshot;

impl Scene {
    #[track_caller]
    fn rewind(&mut self, revision: Revision) {
        self.model.rewind(&mut self.store, i64::from(revision)).unwrap();
    }
}

/// The list, what happened before the cut of a model's chat, what happened since, and the list once
/// that model has rewound.
const REWINDS: &[(&str, &str, &str, &str)] = &[
    // What the model did alone is taken back.
    ("a, b", "", "model: complete 1; word 2: c; rank 2: high; add: d", "a, b"),
    ("a, b, c, d", "", "model: move 4 after 0; move 3 after 1", "a, b, c, d"),
    ("a, b", "", "model: remove 2 | user: add: c", "a, c, b"),
    ("a", "", "model: wait 1: Which code?", "a"),
    ("a, b, c", "user: block 1 by 2", "model: block 1 by 2+3", "a after b, b, c"),
    ("a, b, c", "", "model: put 3 under 1; remove 1 | user: word 1: d", "a, b, d"),
    // What others did stays.
    (
        "a, b, c",
        "",
        "model: start 1 | bob: start 2 | model: complete 1; complete 3",
        "a, b doing @bob, c",
    ),
    ("a doing, b", "", "model: complete 1 | user: start 2", "a doing, b doing"),
    ("a", "", "user: wait 1: Which code?", "a waits"),
    // So does what others decided of what the model did, each aspect by itself.
    ("a", "", "model: complete 1; add: b | user: complete 1; approve", "a done, b approved"),
    ("a doing", "", "model: complete 1; add: b; start 2 | user: word 2: c", "a doing, c"),
    ("a doing", "", "model: complete 1; add: b; start 2 | user: complete 2", "a doing, b done"),
    // What the model took away comes back only where nobody made that impossible.
    ("a, b", "model: block 1 by 2", "model: free 1 | user: block 2 by 1", "a, b after a"),
    ("a, b", "model: block 1 by 2", "model: free 1 | host: block 2 by 1", "a, b after a"),
    // A claim comes back with its text, and no "done" that somebody asks to confirm.
    ("a", "user: ask 1: yes | model: complete 1", "model: reopen 1", "a doing claimed"),
    ("a", "model: complete 1", "model: reopen 1 | user: ask 1: yes", "a doing claimed"),
    ("a", "user: ask 1: yes | model: word 1: b; complete 1", "model: word 1: c", "b doing claimed"),
    (
        "a",
        "user: ask 1: yes | model: word 1: b; complete 1; reopen 1; complete 1",
        "model: word 1: c; complete 1",
        "b doing claimed",
    ),
];

#[test]
fn a_rewind_reverts_only_the_changes_of_its_own_model() {
    for (list, before, since, rewound) in REWINDS {
        let mut scene = tell(Dialect::TodoManager, list);
        happen(&mut scene.store, before);
        scene.reminder();
        let then = scene.store.revision();
        happen(&mut scene.store, since);
        let (later, last) = (scene.store.revision(), show_all(&scene.store));
        scene.rewind(then);
        assert_eq!(show_all(&scene.store), *rewound, "{list} | {before} | {since}");
        assert_eq!(find_unreadable(&scene.store), None, "{list} | {before} | {since}");
        // And back again.
        scene.rewind(later);
        assert_eq!(show_all(&scene.store), last, "{list} | {before} | {since}");
    }
}

#[test]
fn a_rewind_reverts_the_models_work_and_a_later_one_restores_it() {
    let mut scene = tell(Dialect::TodoManager, "a, b, c");
    let then = scene.store.revision();
    scene.manages("complete_multiple", &[1]).ok();
    scene.call(&json!({ "action": "skip", "ids": [2], "reason": "too slow" })).ok();
    scene.call(&json!({ "action": "add_multiple", "todos": [{ "content": "d" }] })).ok();
    let (later, list) = (scene.store.revision(), scene.store.list().clone());
    scene.rewind(then);
    assert_eq!(scene.list(), "a, b, c");
    assert_eq!(scene.store.revision(), later + 1);
    scene.rewind(later);
    assert_eq!(scene.store.list(), &list);
    // Nothing is left to take back.
    let before = scene.store.revision();
    scene.rewind(before);
    assert_eq!(scene.store.revision(), before);
}

#[test]
fn a_rewind_keeps_and_reports_decisions_by_others() {
    let mut scene = write_list("a doing, b, c, d");
    let then = scene.store.revision();
    scene.writes("a done, b doing, c, d, e, f").ok();
    scene.user("skip 3: too slow; word 4: dd; remove 2; add after 0: mine; describe 6: of mine");
    scene.reminder();
    scene.next_message();
    scene.rewind(then);
    // `f` has what the person wrote, so it stays; `e` was the model's alone.
    assert_eq!(scene.list(), "mine, a doing, c skipped, dd, f");
    scene.reads();
}

#[test]
fn a_second_rewind_keeps_decisions_on_a_todo_that_the_first_restored() {
    let mut scene = write_list("a, b, c");
    let with_all = scene.store.revision();
    scene.writes("a").ok();
    let without = scene.store.revision();
    scene.rewind(with_all);
    scene.reminder();
    scene.next_message();
    scene.writes("a, b done, c").ok();
    // It was done already: that the person says so, too, no list shows.
    scene.user("complete 2");
    scene.rewind(without);
    assert_eq!(scene.list(), "a, b done");
}

#[test]
fn a_rewind_restores_a_status_that_another_author_set_before_the_model() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    let then = scene.store.revision();
    scene.manages("mark_doing", &[1]).ok();
    scene.host("reopen 1: the page has changed");
    scene.reminder();
    scene.manages("complete_multiple", &[1]).ok();
    scene.rewind(then);
    let todo = &scene.store.list()[0];
    assert_eq!(todo.text(TextField::Reason), Some("the page has changed"));
    // That is what the host decided, and not the model.
    scene.reads();
}

#[test]
fn a_rewind_reverts_sites_that_the_model_proposed_and_no_others() {
    let sites = |store: &TodoStore| {
        let approved = store.sites().approved.as_ref();
        let approved = approved.map_or("-", |approved| approved.sites.as_str()).to_owned();
        (store.sites().proposed.as_str().to_owned(), approved)
    };
    let (shop, bank) = ("https://shop.example", "https://bank.example");
    let propose = |scene: &mut Scene, who: Author, site: &str| {
        let sites = [site.to_owned()];
        scene.store.acting_as(who, |store| store.propose(&sites)).unwrap();
    };
    let mut scene = tell(Dialect::ChromePlan, "a");
    scene.store.set_origins(Origins(origin));
    propose(&mut scene, Author::Model, shop);
    let then = scene.store.revision();
    propose(&mut scene, Author::Model, bank);
    let mut other = scene.clone();
    scene.rewind(then);
    assert_eq!(sites(&scene.store), (shop.into(), "-".into()));
    // What a person approved meanwhile stays, and so does what a host proposed.
    approve(&mut other.store, bank);
    propose(&mut other, Author::Model, shop);
    let mut hosts = other.clone();
    other.rewind(then);
    assert_eq!(sites(&other.store), (String::new(), bank.into()));
    propose(&mut hosts, Author::Host, "https://news.example");
    propose(&mut hosts, Author::Model, shop);
    hosts.rewind(then);
    assert_eq!(sites(&hosts.store), ("https://news.example".into(), bank.into()));
}

#[test]
fn a_reminder_after_a_rewind_shows_the_whole_list_and_later_changes() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    let then = scene.store.revision();
    scene.manages("complete_multiple", &[1]).ok();
    assert!(scene.model.nudge(&scene.store).is_some());
    assert_eq!(scene.model.nudge(&scene.store), None);
    scene.rewind(then);
    scene.reads();
    assert_eq!(scene.reminder(), "");
    scene.manages("complete_multiple", &[1]).ok();
    assert!(scene.model.nudge(&scene.store).is_some(), "it has not read the nudge of before");

    // An approval that it read after the cut is news again.
    let mut scene = tell(Dialect::ChromePlan, "a");
    scene.store.set_origins(Origins(origin));
    scene.user("approve");
    scene.reads();
    let then = scene.store.revision();
    approve(&mut scene.store, "https://shop.example");
    scene.reads();
    scene.rewind(then);
    scene.reads();
}

#[test]
fn a_rewind_does_not_restore_an_approval_that_the_model_ended() {
    let mut scene = tell(Dialect::TodoManager, "a");
    scene.store.set_origins(Origins(origin));
    approve(&mut scene.store, "https://shop.example");
    let then = scene.store.revision();
    scene.by(Author::Model, "skip 1").unwrap();
    scene.rewind(then);
    assert!(!scene.store.list()[0].is_approved());
}

#[test]
fn a_rewind_in_a_message_discards_the_state_of_its_turn() {
    // Positions mean the list of the cut, also where each answer begins a turn.
    let off = Settings { reminders: ReminderMode::Off, ..settings(Dialect::TodoManager) };
    let mut scene = Scene::new(off, "{}", "a, b");
    scene.call(&json!({ "action": "list" })).ok();
    scene.next_message();
    let then = scene.store.revision();
    let add = json!({ "action": "add_after_position", "position": 0, "todos": ["c"] });
    scene.call(&add).ok();
    scene.rewind(then);
    scene.next_message();
    scene.manages("complete_multiple", &[1]).ok();
    assert_eq!(scene.list(), "a done, b");

    // Nobody is asked about a claim that is none any more.
    let mut scene = Scene::new(settings(Dialect::TodoManager), r#"{"confirmDone":true}"#, "a");
    let then = scene.store.revision();
    scene.manages("complete_multiple", &[1]).ok();
    assert_eq!(scene.model.clone().take_claims().len(), 1);
    scene.rewind(then);
    assert!(scene.model.take_claims().is_empty());
}

/// A person approves a site.
fn approve(store: &mut TodoStore, site: &str) {
    let approval = Approval { sites: vec![site.to_owned()], ..Approval::default() };
    store.acting_as(Author::User, |store| store.approve(&approval)).unwrap();
}

#[test]
fn a_rewind_reverts_owners_that_only_the_model_wrote() {
    // It handed its own work over, and so is its new todo.
    let mut scene = Scene::new(settings(Dialect::Task), r#"{"maxDoing":2}"#, "a");
    let then = scene.store.revision();
    let hands = |id| json!({"taskId": id, "owner": "bob", "status": "in_progress"});
    scene.tool("TaskUpdate", &hands("1")).ok();
    scene.tool("TaskCreate", &json!({"subject": "b", "description": ""})).ok();
    scene.tool("TaskUpdate", &hands("2")).ok();
    assert_eq!(scene.list(), "a doing @bob, b doing @bob");
    assert_eq!(rewound(&scene, then), "a");
    // Once the other one has done anything with it, it is theirs.
    scene.by(named("bob"), "reopen 1; start 1").unwrap();
    assert_eq!(rewound(&scene, then), "a doing @bob");

    // What it put in place of a todo that is to be confirmed is to be confirmed, too.
    let mut scene = tell(Dialect::ManageTodoList, "a, b");
    scene.user("ask 1: yes");
    let _ = scene.reminder();
    let then = scene.store.revision();
    scene.writes("c, b").notes();
    assert_eq!(scene.list(), "a, c, b");
    assert_eq!(rewound(&scene, then), "a, b");
}

/// The list after a rewind.
fn rewound(scene: &Scene, revision: Revision) -> String {
    let mut scene = scene.clone();
    scene.rewind(revision);
    scene.list()
}

#[test]
fn a_reminder_reports_an_answer_that_was_unseen_before_the_rewind() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    by(&mut scene.store, Author::Model, "wait 1: Which code?").unwrap();
    scene.reminder();
    scene.user("answer 1: 1234");
    scene.manages("complete_multiple", &[2]).ok();
    let then = scene.store.revision();
    scene.manages("skip", &[2]).ok();
    scene.rewind(then);
    assert_eq!(scene.list(), "a, b done");
    let reminder = scene.reminder();
    assert_snapshot(&reminder);
    assert!(!reminder.contains("model"), "{reminder}");
    assert!(!scene.reminder().contains("1234"));
}

/// The model read it after the revision to which its chat goes back.
#[test]
fn a_reminder_repeats_an_answer_whose_message_the_rewind_removed() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    by(&mut scene.store, Author::Model, "wait 1: Which code?").unwrap();
    scene.reminder();
    scene.user("answer 1: 1234");
    let then = scene.store.revision();
    assert!(scene.reminder().contains("1234"));
    scene.manages("skip", &[2]).ok();
    scene.reminder();
    scene.rewind(then);
    let reminder = scene.reminder();
    assert!(reminder.contains("The user answered 1 (\"a\"): 1234."), "{reminder}");
    assert!(!scene.reminder().contains("1234"));
}

/// What another handle of the model starts is its own, and brings no answer along that it did not
/// read.
#[test]
fn a_reminder_after_a_rewind_reports_an_answer_from_elsewhere() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    by(&mut scene.store, Author::Model, "wait 1: Which code?").unwrap();
    scene.reminder();
    scene.user("answer 1: 1234");
    by(&mut scene.store, Author::Model, "start 1").unwrap();
    let then = scene.store.revision();
    scene.manages("skip", &[2]).ok();
    scene.rewind(then);
    assert_eq!(scene.list(), "a doing, b");
    let reminder = scene.reminder();
    assert!(reminder.contains("The user answered 1 (\"a\"): 1234."), "{reminder}");
    assert!(!scene.reminder().contains("1234"));
}

#[test]
fn a_reminder_reports_a_rewound_change_that_another_author_made_too() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.user("add: c");
    let then = scene.store.revision();
    scene.manages("complete_multiple", &[2]).ok();
    scene.user("complete 2");
    scene.rewind(then);
    assert_eq!(scene.list(), "a, b done, c");
    scene.reads();
}

#[test]
fn positions_after_a_rewind_mean_the_list_that_was_seen() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.user("start 1; complete 1; reopen 1");
    scene.reminder();
    // Its revisions are lower than the one that the model was told last.
    scene.store = store("{}", "x, a, b");
    let then = scene.store.revision();
    scene.rewind(then);
    scene.manages("complete_multiple", &[1]).ok();
    assert_eq!(scene.list(), "x, a done, b");
}

#[test]
fn rewind_refuses_a_revision_outside_the_history() {
    let mut scene = Scene::new(settings(Dialect::TodoManager), r#"{"maxSnapshots":2}"#, "a, b");
    scene.manages("complete_multiple", &[1]).ok();
    scene.manages("complete_multiple", &[2]).ok();
    let before = scene.store.clone();
    for revision in [0, -1, 99, i64::MAX] {
        let error = scene.model.rewind(&mut scene.store, revision).unwrap_err();
        assert_eq!(error.code(), ErrorCode::UnknownRevision);
    }
    assert_eq!(scene.store, before);

    let base = tell(Dialect::TodoManager, "a, b");
    let (mut here, mut there) = (base.clone(), base.clone());
    let then = here.store.revision();
    here.manages("complete_multiple", &[1]).ok();
    there.user("add: c");
    here.merge(&base, &there);
    for _ in 0..2 {
        let error = here.model.rewind(&mut here.store, i64::from(then)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::UnknownRevision);
        assert!(error.message().contains(&here.store.revision().to_string()), "{error}");
        here.restart();
    }
    // Nor can a tab that took the merged list over go back to before it.
    let mut third = base.clone();
    third.merge(&base, &here);
    assert_eq!(third.list(), here.list());
    let error = third.model.rewind(&mut third.store, i64::from(then)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::UnknownRevision);
    // What was done since the merge can be taken back.
    let _ = here.reminder();
    let merged = here.store.revision();
    here.manages("complete_multiple", &[2]).ok();
    here.model.rewind(&mut here.store, i64::from(merged)).unwrap();
    assert_eq!(here.list(), "a done, b, c");
}

#[test]
fn rewind_needs_room_for_the_todos_that_come_back() {
    let mut scene = Scene::new(settings(Dialect::TodoWrite), r#"{"maxTodos":2}"#, "");
    scene.writes("a, b").ok();
    let then = scene.store.revision();
    scene.writes("a").ok();
    scene.user("add: c");
    let error = scene.model.rewind(&mut scene.store, i64::from(then)).unwrap_err();
    assert_eq!((error.code(), scene.list()), (ErrorCode::TooManyTodos, "a, c".to_owned()));
}

#[test]
fn a_rewind_takes_no_name_from_the_todo_that_has_it_now() {
    let mut scene = tell(Dialect::CursorTodoWrite, "");
    scene.writes("a #n1, b #n2").ok();
    let then = scene.store.revision();
    scene.writes("b #n2").ok();
    // Another conversation gives the name to another todo.
    let mut other =
        Conversation::new(Settings { name: ann().name, ..settings(Dialect::CursorTodoWrite) });
    let _ = other.reminder(&scene.store);
    let arguments = crate::scene::list_call(
        Dialect::CursorTodoWrite,
        &crate::scene::parse_list("b #n2, c #n1"),
    )
    .to_string();
    let call = Call { tool: "todo_write", arguments: &arguments };
    assert!(other.call(&mut scene.store, &call).ok);
    scene.rewind(then);
    assert_eq!(find_unreadable(&scene.store), None);
    let names = scene.store.list().iter().map(|todo| (todo.content(), todo.text(TextField::Name)));
    assert_eq!(names.collect::<Vec<_>>(), [("a", None), ("b", Some("n2")), ("c", Some("n1"))]);
}

#[test]
fn rewind_leaves_a_conversation_that_has_seen_nothing_without_a_list() {
    let mut store = crate::scene::list("a");
    let mut model = Conversation::new(settings(Dialect::TodoManager));
    model.rewind(&mut store, 0).unwrap();
    assert_eq!(model.seen_revision(), None);
    // What stood on the list then is news to it, also after a restart.
    by(&mut store, Author::Model, "wait 1: Which code?").unwrap();
    by(&mut store, Author::User, "answer 1: 1234").unwrap();
    let revision = store.revision();
    model.rewind(&mut store, revision.into()).unwrap();
    let checkpoint = model.checkpoint();
    let mut model = Conversation::from_checkpoint(&store, &checkpoint).unwrap();
    let call =
        Call { tool: "todo_manager", arguments: r#"{"action":"complete_multiple","ids":[9]}"# };
    let answer = model.call(&mut store, &call);
    assert!(answer.text.contains("1234"), "{}", answer.text);
}
