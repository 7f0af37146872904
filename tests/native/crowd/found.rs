//! What the random histories found, each as short as it can be told.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Author;
use agent_todos::{Conversation, Dialect, Settings};
use expect_test::expect;
use serde_json::json;

use crate::scene::{Scene, ann, by, list, named, settings, show, store, tell, write_list};

#[test]
fn how_far_others_brought_what_they_added_since_holds() {
    let mut scene = write_list("a");
    scene.host("add: b; complete 2");
    scene.writes("a, b").notes(expect! {[r#"2 ("b") stays done: the host completed it"#]});
    scene.writes("a, b doing").notes(expect! {[r#"2 ("b") stays done: the host completed it"#]});
    assert_eq!(scene.list(), "a, b done");
    // As it was added, it is the model's to begin and to settle.
    scene.host("add: c");
    scene.writes("a, b done, c doing").ok();
    assert_eq!(scene.list(), "a, b done, c doing");
}

#[test]
fn the_text_of_a_claim_that_was_made_since_holds() {
    let mut scene = Scene::new(settings(Dialect::Task), r#"{"confirmDone":true}"#, "a");
    scene.by(named("bob"), "complete 1").unwrap();
    let reworded = json!({"taskId": "1", "subject": "b"});
    scene.tool("TaskUpdate", &reworded).refuses(expect! {[r#"{"error":"1 (\"a\") waits to be confirmed; nothing was done","notes":["\"bob\" completed 1 (\"a\"), which waits to be confirmed.","the list now: <todos><todo id=\"1\" status=\"doing\" claimed=\"true\">a</todo></todos>"]}"#]});
    assert!(scene.store.list()[0].is_claimed());
}

#[test]
fn who_is_to_have_a_todo_may_begin_it() {
    let name = ann().name;
    let of_ann = Settings { name, ..settings(Dialect::TodoManager) };
    let mut scene = Scene::new(of_ann, "{}", "a");
    let mut other = Scene::new(settings(Dialect::Task), "{}", "");
    other.store = scene.store.clone();
    let _ = other.reminder();
    other.tool("TaskUpdate", &json!({"taskId": "1", "owner": "ann"})).ok();
    scene.store = other.store;
    scene.manages("mark_doing", &[1]).ok();
    assert_eq!(scene.list(), "a doing @ann");
}

#[test]
fn who_takes_over_what_is_in_progress_starts_it() {
    let name = ann().name;
    let of_ann = Settings { name, ..settings(Dialect::Task) };
    let mut scene = Scene::new(of_ann, "{}", "a, b");
    scene.host("start 1");
    let _ = scene.reminder();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "status": "in_progress"})).ok();
    scene.tool("TaskUpdate", &json!({"taskId": "1", "owner": "ann"})).ok();
    assert_eq!(scene.list(), "a doing @ann, b doing @ann");
}

#[test]
fn a_model_that_skips_again_without_a_reason_leaves_the_hosts() {
    let mut scene = tell(Dialect::TodoManager, "a");
    scene.host("skip 1: no time");
    let _ = scene.reminder();
    scene.manages("skip", &[1]).ok();
    let todo = &scene.store.list()[0];
    assert_eq!(todo.text(agent_todos::Field::Reason), Some("no time"));
}

#[test]
fn a_text_that_came_back_is_not_said_to_be_off_the_list() {
    let mut scene = write_list("a, b");
    scene.host("remove 2; add: b");
    let answer = scene.writes("a, b").ok();
    assert!(!answer.text.contains("off the list"), "{answer:?}");
    assert_eq!(scene.list(), "a, b");
}

#[test]
fn what_is_gone_is_named_as_the_call_names_it() {
    let mut scene = write_list("a, b");
    scene.host("word 2: c; remove 2");
    scene
        .writes("a, b")
        .notes(expect! {[r#""b" stays off the list: it was "c", and the host removed it"#]});
}

#[test]
fn what_has_to_stay_and_is_skipped_is_known_to_be_there() {
    let skips_off = r#"{"onSkip":"remove"}"#;
    let mut scene = Scene::new(settings(Dialect::ManageTodoList), skips_off, "a, c");
    scene.user("add after 1: b");
    let _ = scene.reminder();
    scene.progress(r#"{"todo_skip":[2]}"#).ok();
    // At the position of the first, whose text is another.
    scene.writes("b doing, c").ok();
    assert_eq!(scene.list(), "b doing, c");
}

#[test]
fn a_merging_call_means_the_todo_of_today_that_has_its_text() {
    let mut scene = tell(Dialect::CursorTodoWrite, "a, b");
    scene.host("word 2: c");
    let item = json!({"merge": true, "todos": [{"content": "c", "status": "completed"}]});
    let _ = scene.call(&item);
    assert_eq!(scene.store.list().len(), 2, "{}", scene.list());
}

#[test]
fn to_ask_for_the_next_todo_in_vain_shows_nothing() {
    let mut scene = tell(Dialect::TodoManager, "a");
    scene.host("complete 1");
    scene.manages("get_next", &[]).ok();
    scene.manages("mark_doing", &[1]).refuses(expect! {[r#"{"ok":false,"error":"1 (\"a\") stays done: the host completed it; nothing was done","notes":["the list now: <todos><todo id=\"1\" status=\"done\">a</todo></todos>"]}"#]});
}

#[test]
fn to_limit_what_is_in_progress_in_two_tabs_opens_nothing_that_one_settled() {
    let base = store(r#"{"maxDoing":3}"#, "a doing, b, c, d, e");
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    by(&mut ours, Author::Host, "skip 1; start 2; start 5").unwrap();
    by(&mut theirs, Author::Host, "start 3; start 4").unwrap();
    ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
    assert_eq!(show(&ours), "a skipped, b doing, c, d doing, e doing");
}

#[test]
fn a_text_that_a_todo_has_today_means_that_one() {
    // Two texts that changed places, of which the model read one after the other.
    let mut scene = write_list("a, b");
    scene.host("word 1: c; word 2: a");
    scene.writes("a, c").ok();
    assert_eq!(scene.sorted(), "a, c");
    // Also where its position says another one.
    let mut scene = tell(Dialect::ManageTodoList, "a");
    scene.host("add: b");
    scene.writes("b").ok();
    assert_eq!(scene.list(), "b");
}

#[test]
fn what_a_person_reworded_and_took_off_stays_off() {
    let mut scene = write_list("a, b");
    scene.user("word 2: c; remove 2");
    scene
        .writes("a, c")
        .notes(expect! {[r#""b" stays off the list: it was "c", and the user removed it"#]});
    assert_eq!(scene.list(), "a");
}

#[test]
fn a_text_means_the_todo_that_has_it_before_one_that_had_it() {
    let mut scene = tell(Dialect::TodoWrite, "");
    scene.user("add: b; word 1: c; add: b");
    let _ = scene.reminder();
    scene.writes("b done, c").ok();
    assert_eq!(scene.sorted(), "b done, c");
}

#[test]
fn the_list_in_the_answer_to_a_refused_call_is_not_cut() {
    let off = ReminderMode::Off;
    let settings = Settings { reminders: off, ..settings(Dialect::Qwen) };
    let mut scene = Scene::new(settings, r#"{"maxTodos":12}"#, "a");
    let many = ('b'..='m').map(String::from).collect::<Vec<_>>().join(", ");
    scene.writes(&many).refuses(expect! {[r#"
        13 todos would be open, at most 12 may be: use fewer, broader todos, or complete one first, or leave it out. Open todos that the call does not have stay: "a"
        note: item 1: no id, 2
        note: item 2: no id, 3
        note: item 3: no id, 4
        note: item 4: no id, 5
        note: item 5: no id, 6
        note: item 6: no id, 7
        note: item 7: no id, 8
        note: item 8: no id, 9
        note: item 9: no id, 10
        note: item 10: no id, 11
        note: and 2 repairs more
        note: The host added 1 ("a").
        note: the list now: <todos><todo id="1" status="todo">a</todo></todos>"#]});
}

#[test]
fn a_turn_that_a_read_begins_has_what_the_same_message_did_later() {
    let mut scene = tell(Dialect::Task, "a");
    scene.tool("TaskList", &json!({})).ok();
    scene.tool("TaskCreate", &json!({"subject": "b", "description": ""})).ok();
    scene.next_message();
    scene.host("remove 2");
    scene
        .plan(r#"{"plan_update":["a","b"]}"#)
        .notes(expect! {[r#""b" stays off the list: the host removed it"#]});
    // Its positions mean the list that the message wrote, also after a restart.
    let mut scene = tell(Dialect::Todowrite, "a, b");
    scene.tool("todoread", &json!({})).ok();
    scene.writes("b, a").ok();
    scene.restart();
    scene.next_message();
    scene.progress(r#"{"todo_done":[1]}"#).ok();
    assert_eq!(scene.list(), "b done, a");
    // Ids are those of the todos, wherever they are.
    let mut scene = tell(Dialect::TaskWrite, "a, b");
    scene.writes("b, a").ok();
    scene.tool("task_complete", &json!({"id": "1"})).ok();
    assert_eq!(scene.list(), "b, a done");
}

#[test]
fn to_start_a_todo_for_another_owner_sets_back_none_of_theirs() {
    let mut scene = tell(Dialect::Task, "a, b");
    scene.by(ann(), "start 1").unwrap();
    let _ = scene.reminder();
    scene.tool("TaskUpdate", &json!({"taskId": "2", "owner": "ann"})).ok();
    let start = json!({"taskId": "2", "status": "in_progress"});
    scene.tool("TaskUpdate", &start).ok();
    assert_eq!(scene.list(), "a doing @ann, b doing @ann");
}

#[test]
fn what_another_has_begun_since_is_not_set_back_for_a_later_one() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    scene.by(named("bob"), "start 1").unwrap();
    let _ = scene.reminder();
    scene.host("abort; start 1");
    scene.writes("a, b doing").notes(expect! {[r#"
        1 ("a") stays doing: the host started it
        "b" is not in progress: the host started 1 ("a")"#]});
    assert_eq!(scene.list(), "a doing, b");
}

#[test]
fn what_gave_way_and_was_brought_back_is_not_known_to_be_in_progress() {
    let mut scene = Scene::new(settings(Dialect::TodoWrite), r#"{"maxDoing":2}"#, "a doing, b, c");
    scene.user("start 2");
    scene.writes("a doing, b, c doing").notes(expect! {[r#"
            2 ("b") stays doing: the user started it
            "a" is not in progress: the user started 2 ("b")"#]});
    scene.user("undo");
    scene.writes("a, b, c").notes(expect! {[r#"
        1 ("a") stays doing: the user started it
        1 ("a") stays without its (activeForm): the user took that out
        2 ("b") stays doing: the user started it
        2 ("b") stays without its (activeForm): the user took that out
        3 ("c") stays without its (activeForm): the user took that out"#]});
    assert_eq!(scene.list(), "a doing, b doing, c");
}

#[test]
fn what_the_model_says_otherwise_than_others_left_it_is_changed_since() {
    let mut scene = write_list("a");
    scene.host("add: b; complete 2");
    scene.writes("a, b doing").notes(expect! {[r#"2 ("b") stays done: the host completed it"#]});
    scene.host("reopen 2");
    scene.writes("a").notes(expect! {[r#""b" stays, todo: the host changed it"#]});
    assert_eq!(scene.list(), "a, b");
}

/// A model asks about the first todo, and a person answers.
fn ask_and_answer(scene: &mut Scene) {
    scene.by(Author::Model, "wait 1: Which code?").unwrap();
    let _ = scene.reminder();
    scene.user("answer 1: 1234");
}

#[test]
fn an_answer_is_told_though_much_else_is_only_counted() {
    let mut scene = tell(Dialect::TodoWrite, "a");
    ask_and_answer(&mut scene);
    let many = ('b'..='k').map(|c| format!("add: {c}")).collect::<Vec<_>>().join("; ");
    scene.host(&many);
    scene.reads(expect! {[r#"
        <browser-state>TODO list updated. The user answered 1 ("a"): 1234.
        The host changed 10 todos: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.
        Current state:
        <todos><todo id="1" status="todo">a</todo><todo id="2" status="todo">b</todo><todo id="3" status="todo">c</todo><todo id="4" status="todo">d</todo><todo id="5" status="todo">e</todo><todo id="6" status="todo">f</todo><todo id="7" status="todo">g</todo><todo id="8" status="todo">h</todo><todo id="9" status="todo">i</todo><todo id="10" status="todo">j</todo><todo id="11" status="todo">k</todo></todos></browser-state>"#]});
    // Where nobody reminds, the answer to a call tells it.
    let settings = Settings { reminders: ReminderMode::Off, ..settings(Dialect::Snapshot) };
    let mut scene = Scene::new(settings, "{}", "a");
    scene.tool("todo_read", &json!({})).ok();
    ask_and_answer(&mut scene);
    scene.host(&many);
    scene.next_message();
    scene.tool("todo_read", &json!({})).answers(expect! {[r#"{"items":["a","b","c","d","e","f","g","h","i","j","k"],"notes":["The user answered 1 (\"a\"): 1234. The host changed 10 todos: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.","the list now: <todos><todo id=\"1\" status=\"todo\">a</todo><todo id=\"2\" status=\"todo\">b</todo><todo id=\"3\" status=\"todo\">c</todo><todo id=\"4\" status=\"todo\">d</todo><todo id=\"5\" status=\"todo\">e</todo><todo id=\"6\" status=\"todo\">f</todo><todo id=\"7\" status=\"todo\">g</todo><todo id=\"8\" status=\"todo\">h</todo><todo id=\"9\" status=\"todo\">i</todo><todo id=\"10\" status=\"todo\">j</todo><todo id=\"11\" status=\"todo\">k</todo></todos>"]}"#]});
    scene.next_message();
    assert!(!scene.tool("todo_read", &json!({})).text.contains("1234"));
}

#[test]
fn an_answer_is_told_beside_whole_lists() {
    let full = ReminderMode::Full;
    let mut scene =
        Scene::new(Settings { reminders: full, ..settings(Dialect::TodoWrite) }, "{}", "a, b");
    ask_and_answer(&mut scene);
    scene.reads(expect! {[r#"
        <browser-state>TODO list updated. The user answered 1 ("a"): 1234.
        Current state:
        <todos><todo id="1" status="todo">a</todo><todo id="2" status="todo">b</todo></todos></browser-state>"#]});
    scene.host("start 2");
    assert!(!scene.reminder().contains("1234"));
    // So may the first list that a new conversation shows.
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    ask_and_answer(&mut scene);
    scene.model = Conversation::new(settings(Dialect::TodoWrite));
    scene.reads(expect! {[r#"
        <browser-state>TODO list updated. The user answered 1 ("a"): 1234.
        Current state:
        <todos><todo id="1" status="todo">a</todo><todo id="2" status="todo">b</todo></todos></browser-state>"#]});
    assert_eq!(scene.reminder(), "");
}

#[test]
fn who_is_told_that_a_todo_stays_is_told_the_answer() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    ask_and_answer(&mut scene);
    scene.writes("a done, b").notes(expect! {[r#"1 ("a") stays todo: the user answered it"#]});
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 2 todo. The user answered 1 ("a"): 1234.</browser-state>"#]});
    assert!(!scene.reminder().contains("1234"));
    // Where somebody else has begun it, the next reminder says it.
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    ask_and_answer(&mut scene);
    scene.by(Author::Agent, "start 1").unwrap();
    scene.writes("a, b doing").notes(expect! {[r#"
        1 ("a") stays doing: the app started it
        "b" is not in progress: the app started 1 ("a")"#]});
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 1 doing, 1 todo. The user answered 1 ("a"): 1234.</browser-state>"#]});
}

#[test]
fn who_is_handed_out_a_todo_is_still_told_the_answer() {
    let mut scene = tell(Dialect::TodoManager, "a");
    ask_and_answer(&mut scene);
    scene.manages("get_next", &[]).ok();
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 1 doing. The user answered 1 ("a"): 1234.</browser-state>"#]});
    // A look at it shows no answer either.
    let mut scene = tell(Dialect::Task, "a");
    ask_and_answer(&mut scene);
    scene.tool("TaskGet", &json!({"taskId": "1"})).ok();
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 1 todo. The user answered 1 ("a"): 1234.</browser-state>"#]});
}

#[test]
fn an_answer_is_not_told_again_for_a_later_change() {
    let mut scene = tell(Dialect::TodoManager, "a");
    ask_and_answer(&mut scene);
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 1 todo. The user answered 1 ("a"): 1234.</browser-state>"#]});
    scene.host("rank 1: high");
    scene.manages("complete_multiple", &[1]).ok();
    assert!(!scene.reminder().contains("1234"));
}

#[test]
fn each_answer_to_a_todo_that_asks_twice_is_told() {
    let mut scene = tell(Dialect::TodoManager, "a");
    ask_and_answer(&mut scene);
    scene.by(Author::Model, "wait 1: And the name?").unwrap();
    scene.user("answer 1: Ada");
    scene.reads(expect! {[r#"
        <browser-state>TODO list updated: 1 todo. The user answered 1 ("a"): 1234.
        The user answered 1 ("a"): Ada.</browser-state>"#]});
    assert!(!scene.reminder().contains("Ada"));
}

#[test]
fn nobody_is_said_to_have_answered_who_only_began_it() {
    let mut scene = Scene::new(settings(Dialect::TodoManager), r#"{"maxSnapshots":1}"#, "a");
    ask_and_answer(&mut scene);
    scene.by(named("bob"), "start 1").unwrap();
    scene.reads(expect! {[r#"
        <browser-state>TODO list updated: 1 doing. Somebody answered 1 ("a"): 1234.
        "bob" works on 1 ("a").</browser-state>"#]});
}

#[test]
fn an_answer_in_a_list_that_was_taken_over_is_told() {
    let off = ReminderMode::Off;
    let settings = Settings { reminders: off, ..settings(Dialect::TodoManager) };
    let mut scene = Scene::new(settings, "{}", "a, b");
    scene.by(Author::Model, "wait 1: Which code?").unwrap();
    scene.manages("list", &[]).ok();
    let mut other = list("a");
    by(&mut other, Author::Model, "wait 1: Which code?").unwrap();
    by(&mut other, Author::User, "answer 1: 1234").unwrap();
    scene.next_message();
    scene.store.load(&other.checkpoint()).unwrap();
    scene.manages("list", &[]).answers(expect! {[r#"{"ok":true,"output":"<todos><todo id=\"1\" status=\"todo\">a</todo></todos>","notes":["The user answered 1 (\"a\"): 1234."]}"#]});
    scene.next_message();
    assert!(!scene.manages("list", &[]).text.contains("1234"));
}

#[test]
fn what_waits_is_done_as_its_model_read_it() {
    let mut scene = tell(Dialect::TodoManager, "a");
    scene.by(Author::Model, "wait 1: Which code?").unwrap();
    let _ = scene.reminder();
    scene.host("word 1: b");
    scene.manages("complete_multiple", &[1]).refuses(expect! {[r#"{"ok":false,"error":"1 stays \"b\", not done: the host changed it; nothing was done","notes":["the list now: <todos><todo id=\"1\" status=\"todo\" waiting=\"user\">b</todo></todos>"]}"#]});
    // So is what a program of the same name asked since.
    let mut scene = tell(Dialect::TodoManager, "a");
    scene.by(Author::Model, "wait 1: Which code?").unwrap();
    scene.manages("complete_multiple", &[1]).refuses(expect! {[r#"{"ok":false,"error":"1 (\"a\") waits for the user: go on with the others, and do not guess the answer; nothing was done","notes":["the list now: <todos><todo id=\"1\" status=\"todo\" waiting=\"user\">a</todo></todos>"]}"#]});
}

#[test]
fn who_begins_what_was_answered_unread_is_still_told_the_answer() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    ask_and_answer(&mut scene);
    let mut other = scene.clone();
    // The list that a refusal shows has no answers, so a note has them.
    scene.manages("mark_doing", &[1]).refuses(expect! {[r#"{"ok":false,"error":"1 (\"a\") stays todo: the user answered it; nothing was done","notes":["The user answered 1 (\"a\"): 1234.","the list now: <todos><todo id=\"1\" status=\"todo\">a</todo><todo id=\"2\" status=\"todo\">b</todo></todos>"]}"#]});
    scene.next_message();
    scene.manages("mark_doing", &[1]).ok();
    assert_eq!(scene.reminder(), "");
    other.manages("complete_multiple", &[9]).refuses(expect! {[r#"{"ok":false,"error":"there is no todo 9: ids are 1 to 2","notes":["The user answered 1 (\"a\"): 1234.","the list now: <todos><todo id=\"1\" status=\"todo\">a</todo><todo id=\"2\" status=\"todo\">b</todo></todos>"]}"#]});
    assert_eq!(other.reminder(), "");
}

#[test]
fn who_says_what_was_added_since_is_still_told_the_answer_to_it() {
    let mut scene = write_list("a");
    scene.host("add: b");
    scene.by(Author::Model, "wait 2: Which code?").unwrap();
    scene.user("answer 2: 1234");
    scene.writes("a, b").ok();
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 2 todo. The user answered 2 ("b"): 1234.</browser-state>"#]});
    assert!(!scene.reminder().contains("1234"));
}

#[test]
fn what_one_tab_called_a_todo_means_it_where_the_other_tabs_text_stays() {
    let mut base = list("a");
    by(&mut base, Author::Model, "wait 1: Which code?").unwrap();
    let (mut ours, mut theirs) = (base.clone(), base.clone());
    by(&mut ours, Author::Host, "answer 1: 1234; word 1: b").unwrap();
    by(&mut theirs, Author::User, "word 1: c").unwrap();
    for (one, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let mut scene = tell(Dialect::TodoWrite, "");
        scene.store = ours.clone();
        scene.is_reminded();
        scene.store = one.clone();
        scene.store.merge(&base.checkpoint(), &other.checkpoint()).unwrap();
        scene.writes("b").noted();
        assert!(!scene.reminder().contains("1234"));
        assert_eq!(scene.list(), "c");
    }
}

#[test]
fn who_rewinds_did_not_answer() {
    let mut scene = tell(Dialect::TodoManager, "a");
    let name = ann().name;
    let mut other = Conversation::new(Settings { name, ..settings(Dialect::TodoManager) });
    scene.by(ann(), "wait 1: Which code?").unwrap();
    scene.user("answer 1: 1234");
    let answered = i64::from(scene.store.revision());
    scene.by(ann(), "complete 1").unwrap();
    let _ = scene.reminder();
    other.rewind(&mut scene.store, answered).unwrap();
    scene.reads(expect! {[r#"
        <browser-state>TODO list updated: 1 todo. Somebody answered 1 ("a"): 1234.
        "ann" reopened 1 ("a").</browser-state>"#]});
}

#[test]
fn an_answer_that_was_told_before_a_merge_is_not_told_again_after_a_restart() {
    let mut here = write_list("a");
    here.by(Author::Model, "wait 1: Which code?").unwrap();
    let _ = here.reminder();
    let (base, mut there) = (here.clone(), here.clone());
    here.user("answer 1: 1234");
    here.reads(expect! {[r#"<browser-state>TODO list updated: 1 todo. The user answered 1 ("a"): 1234.</browser-state>"#]});
    there.user("add: b");
    here.merge(&base, &there);
    here.restart();
    here.host("complete 1");
    here.writes("a, b").notes(expect! {[r#"1 ("a") stays done: the host completed it"#]});
    here.user("rank 1: high");
    let reminder = here.reminder();
    assert!(!reminder.contains("1234"), "{reminder}");
}

#[test]
fn who_asks_what_was_answered_since_is_told_the_answer_once() {
    let ask = json!({"action": "wait", "ids": [1], "question": "Which code?"});
    for reminders in [ReminderMode::Changes, ReminderMode::Off] {
        let settings = Settings { reminders, ..settings(Dialect::TodoManager) };
        let mut scene = Scene::new(settings, "{}", "a");
        scene.by(Author::Model, "wait 1: Which code?").unwrap();
        scene.manages("list", &[]).ok();
        scene.next_message();
        scene.user("answer 1: 1234");
        let answer = scene.call(&ask).ok();
        assert_eq!(answer.text.matches("1234").count(), 1, "{answer:?}");
        scene.next_message();
        let later = [scene.reminder(), scene.manages("list", &[]).text.clone()].concat();
        assert!(!later.contains("1234"), "{later}");
    }
}

#[test]
fn who_begins_what_was_added_and_answered_since_is_still_told_the_answer() {
    let mut scene = tell(Dialect::CursorTodoWrite, "a");
    scene.host("add: b");
    scene.by(Author::Model, "wait 2: Which code?").unwrap();
    scene.user("answer 2: 1234");
    let begin = json!({"merge": true, "todos": [{"content": "b", "status": "in_progress"}]});
    let answer = scene.call(&begin).refuses(expect! {[r#"
        "b" stays todo: the user answered it; nothing was done
        note: item 1: no id, 2
        note: The host added 2 ("b"). The user answered 2 ("b"): 1234.
        note: the list now: <todos><todo id="1" status="todo">a</todo><todo id="2" status="todo">b</todo></todos>"#]});
    answer.refuses(expect! {[r#"
        "b" stays todo: the user answered it; nothing was done
        note: item 1: no id, 2
        note: The host added 2 ("b"). The user answered 2 ("b"): 1234.
        note: the list now: <todos><todo id="1" status="todo">a</todo><todo id="2" status="todo">b</todo></todos>"#]});
    scene.next_message();
    scene.call(&begin).ok();
    assert_eq!(scene.list(), "a, b doing");
    assert!(!scene.reminder().contains("1234"));
}

#[test]
fn a_text_that_the_turn_knows_is_no_other_todo_that_was_once_called_so() {
    let mut scene = tell(Dialect::TodoWrite, "x");
    scene.user("word 1: y");
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 1 todo. The user changed 1 to <todo id="1" status="todo">y</todo>.</browser-state>"#]});
    scene.host("add: x");
    scene.reads(expect! {[r#"<browser-state>TODO list updated: 2 todo. The host added <todo id="2" status="todo">x</todo>.</browser-state>"#]});
    scene.by(Author::Model, "remove 2").unwrap();
    let list = json!({"todos": [
        {"content": "z", "status": "in_progress", "activeForm": "z"},
        {"content": "x", "status": "completed", "activeForm": "x"},
    ]});
    scene.call(&list).notes(expect! {[r#"
        "y" stays: the user wrote it
        "x" stays off the list: a model removed it"#]});
    assert!(!scene.list().contains("y done"), "{}", scene.list());
}

#[test]
fn a_note_of_what_is_off_the_list_says_that_another_todo_has_its_text() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.by(Author::Model, "remove 2; add: b").unwrap();
    scene.manages("complete_multiple", &[1, 2]).notes(
        expect! {[r#""b" stays off the list: a model removed it, and another todo has this text"#]},
    );
    assert_eq!(scene.list(), "a done, b");
}
