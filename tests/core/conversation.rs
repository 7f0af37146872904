//! What a call means, and what is answered, where others changed the list that it was meant for.

use std::fmt::Write;

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Author;
use agent_todos::list::edit_options::Patch;
use agent_todos::list::note::texts;
use agent_todos::{Conversation, Dialect, ErrorCode, Id, Settings, Status};
use serde_json::json;

use crate::scene::{REMOVES, Scene, ann, settings, tell, write_list};
use crate::snapshot::assert_snapshot;

#[test]
fn a_call_about_a_removed_todo_is_refused_and_says_by_whom() {
    let mut scene = tell(Dialect::TodoManager, "a, Find a kettle, c");
    scene.user("remove 2");
    scene.manages("complete_multiple", &[2]).refuses();
    // With another one, that is done.
    scene.manages("complete_multiple", &[1, 2]).notes();
    assert_eq!(scene.list(), "a done, c");
}

#[test]
fn a_whole_list_keeps_what_others_changed_since() {
    let mut scene = tell(Dialect::TodoWrite, "a, b, c");
    scene.user("add after 0: x; remove 4; skip 3: later");
    let answer = scene.writes("a done, b done, c done, d done").ok();
    assert_snapshot(&texts(&answer.notes).join("\n"));
}

#[test]
fn a_new_text_under_an_id_inherits_no_decision_of_a_person() {
    for dialect in
        [Dialect::ManageTodoList, Dialect::XmlCall, Dialect::Merge, Dialect::CursorTodoWrite]
    {
        let mut scene = tell(dialect, "");
        scene.writes("a #x, b #y, c #z").ok();
        scene.user("complete 2");
        let answer = scene.writes("a #x, Something else #y, c #z").ok();
        assert_eq!(scene.list(), "a, b done, Something else, c", "{dialect:?}");
        answer.noted();
        // The id is that of the new one from now on.
        scene.writes("a #x, b done, Something else #y done, c #z").ok();
        assert_eq!(scene.list(), "a, b done, Something else done, c", "{dialect:?}");
    }
    // Where a call says nothing of the rest of the list, it is refused.
    let mut scene = tell(Dialect::CursorTodoWrite, "");
    scene.writes("a #x, b #y").ok();
    scene.user("complete 2");
    let other = json!({"merge": true, "todos": [{"id": "y", "content": "Something else"}]});
    scene.call(&other).refuses();
}

/// A note says one thing of a todo; what else a person changed of it stays theirs through the
/// model's next list.
#[test]
fn a_note_on_one_aspect_leaves_the_others_unseen() {
    // Of a person's activeForm, and of their text nothing.
    let mut scene = write_list("a");
    let form = Patch { active_form: Some("Mine"), ..Patch::default() };
    scene.store.acting_as(Author::User, |store| store.edit(Id(1), &form)).unwrap();
    scene.user("word 1: a of mine");
    for _ in 0..2 {
        let item = json!({"content": "a", "status": "pending", "activeForm": "Other"});
        scene.call(&json!({ "todos": [item] })).ok();
        assert_eq!(scene.list(), "a of mine");
    }
    // Of who is in progress, and of a person's text nothing.
    let mut scene = write_list("a, b");
    scene.user("start 1; word 2: b of mine");
    scene.writes("a, b doing").answers();
    scene.writes("a, b");
    assert!(scene.list().ends_with("b of mine"), "{}", scene.list());
}

/// A todo that a person moved stays, in progress, when the model's list leaves it out.
#[test]
fn a_note_reports_the_list_after_the_call() {
    let mut scene = write_list("a, c, b doing");
    scene.user("move 3 after 0");
    scene.writes("a doing, c").notes();
    assert_eq!(scene.list(), "b doing, a doing, c");
}

#[test]
fn a_todo_that_a_person_restored_keeps_its_restored_state() {
    let mut scene = write_list("a doing, b");
    scene.by(Author::Agent, "abort").unwrap();
    scene.user("remove 1; undo");
    scene.writes("b").notes();
    assert_eq!(scene.list(), "a, b");
}

#[test]
fn add_blocked_by_adds_to_the_current_blockers() {
    let mut scene = tell(Dialect::Task, "a, b");
    let waits = json!({"taskId": "1", "addBlockedBy": ["2"]});
    scene.tool("TaskUpdate", &waits).ok();
    scene.host("undo");
    assert!(scene.store.list()[0].blocked_by().is_empty());
    scene.tool("TaskUpdate", &waits).ok();
    assert_eq!(scene.store.list()[0].blocked_by(), [scene.store.list()[1].key]);
}

#[test]
fn an_id_of_a_removed_todo_never_means_another() {
    let mut scene = Scene::new(Settings::default(), r#"{"maxSnapshots":1}"#, "Open, Pay");
    scene.user("remove 2; add: Pay");
    scene.clone().manages("complete_multiple", &[2]).refuses();
    scene.restart();
    scene.manages("complete_multiple", &[2]).refuses();
}

#[test]
fn an_item_with_the_text_of_a_newer_todo_means_that() {
    let mut scene = write_list("a");
    scene.user("add: b; add: c; word 3: c of mine");
    scene.writes("a, b done, c");
    assert_eq!(scene.list(), "a, b done, c of mine");
}

#[test]
fn a_call_prefers_the_models_own_todo_among_equal_texts() {
    for is_read in [false, true] {
        let mut scene = write_list("Pay");
        scene.user("add after 0: Pay");
        if is_read {
            scene.reminder();
        }
        scene.writes("Pay done").ok();
        let todo = scene.store.list().iter().find(|todo| todo.status() == Status::Done).unwrap();
        assert_eq!((scene.store.list().len(), todo.key.to_text().as_str()), (2, "t1"));
    }
}

/// Notes and refusals of a whole list say what is so.
#[test]
fn a_note_names_the_todo_that_stays_and_its_author() {
    // What another owner works on is not dropped, read or not.
    let mut scene = write_list("a, b");
    scene.by(ann(), "start 1").unwrap();
    let answer = scene.writes("b").notes();
    assert!(answer.dropped.is_empty() && !answer.text.contains("off the list"), "{answer:?}");
    // A status that somebody set since.
    let mut scene = write_list("a, b");
    scene.reminder();
    scene.user("start 1");
    scene.writes("a, b").notes();
    // What the model knew of the list was wrong, so it is shown.
    scene.reads();
    // Another text at the position of what a person removed is another todo.
    let mut scene = tell(Dialect::ManageTodoList, "a, b");
    scene.user("remove 1");
    scene.writes("teapot, b").ok();
    assert_eq!(scene.list(), "teapot, b");
    // What there is no room with.
    let keeps = Settings { keeps_open: true, ..settings(Dialect::TodoWrite) };
    let mut scene = Scene::new(keeps, r#"{"maxTodos":3}"#, "");
    scene.writes("a, b, c").ok();
    scene.writes("a, b, d").refuses();
}

/// A list that says what a todo says today, where it was told otherwise, means that todo; of one
/// that stays the model knows then how it is.
#[test]
fn a_list_with_a_text_from_a_note_means_that_todo() {
    let mut scene = write_list("a done, b");
    scene.user("rank 1: high");
    scene.reminder();
    scene.by(Author::Agent, "reopen 1; word 1: a again").unwrap();
    scene.writes("b").notes();
    let key = |scene: &Scene| {
        scene.store.list().iter().find(|todo| todo.content() == "a again").unwrap().key
    };
    let before = key(&scene);
    scene.reminder();
    scene.writes("a again done, b");
    assert_eq!((key(&scene), &*scene.list()), (before, "a again done, b"));
}

#[test]
fn a_model_that_has_not_read_the_list_removes_and_skips_nothing() {
    for dialect in Dialect::ALL {
        let mut scene = tell(dialect, "a, b");
        scene.model = Conversation::new(settings(dialect));
        scene.writes("new").ok();
        assert_eq!(scene.list(), "a, b, new", "{dialect:?}");
    }
    let mut scene = tell(Dialect::TodoManager, "a");
    scene.model = Conversation::new(Settings::default());
    scene.manages("skip", &[1]).refuses();
    scene.next_message();
    scene.manages("skip", &[1]).ok();
}

#[test]
fn a_call_does_not_match_keys_of_a_list_loaded_since() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    let mut copy = scene.clone();
    let other = tell(Dialect::TodoManager, "x, a").store.checkpoint();
    scene.store.load(&other).unwrap();
    scene.manages("complete_multiple", &[2]).refuses();
    copy.store.load(&other).unwrap();
    copy.restart();
    copy.manages("complete_multiple", &[1]).ok();
    assert_eq!(copy.list(), "x, a done");
}

#[test]
fn a_nudge_names_the_dialects_way_to_give_up_a_todo() {
    let mut log = String::new();
    for dialect in Dialect::ALL {
        for keeps_open in [false, true] {
            let mut scene = Scene::new(Settings { keeps_open, ..settings(dialect) }, "{}", "a");
            if dialect == Dialect::ChromePlan {
                scene.user("approve");
            }
            let nudge = scene.model.nudge(&scene.store).unwrap();
            let kept = if keeps_open { " (kept)" } else { "" };
            writeln!(log, "{}{kept}: {nudge}", dialect.as_str()).unwrap();
        }
    }
    assert_snapshot(&log);
}

/// It has no tool to skip a todo with: a plan without it does that, and the number of items
/// finishes the last one. Neither a nudge nor a refusal advises what the policy denies.
#[test]
fn a_nudge_advises_to_ask_where_giving_up_is_not_allowed() {
    for dialect in Dialect::ALL {
        let mut scene = tell(dialect, "");
        scene.user("add: a; add: b");
        scene.reminder();
        let asks = |text: &str| text.contains("ask the user");
        assert_eq!(
            scene.model.nudge(&scene.store).map(|nudge| asks(&nudge)),
            Some(!dialect.skips())
        );
        scene.host("add: c");
        scene.reminder();
        let may_leave_out = !matches!(dialect, Dialect::ChromePlan | Dialect::Pi);
        let nudge = scene.model.nudge(&scene.store);
        assert!(nudge.is_none_or(|nudge| asks(&nudge) != may_leave_out), "{dialect:?}");
    }
    let mut scene = Scene::new(settings(Dialect::TodoWrite), r#"{"maxTodos":2}"#, "");
    scene.user("add: a; add: b");
    scene.reminder();
    scene.writes("a, b, c").refuses();
}

#[test]
fn a_model_that_plans_in_other_calls_is_nudged_in_its_words() {
    let mut scene = tell(Dialect::TodoManager, "");
    scene.plan(r#"{"plan_update":["a","b"]}"#).ok();
    scene.plan(r#"{"current_plan_item":1}"#).ok();
    for _ in 0..2 {
        let nudge = scene.model.nudge(&scene.store).unwrap();
        assert!(nudge.contains("plan_update") && nudge.contains("current_plan_item"), "{nudge}");
        assert!(!nudge.contains("skip"), "{nudge}");
        // It goes on where it stood.
        scene.plan(r#"{"plan_update":["b","c"]}"#).ok();
        scene.restart();
    }
    scene.plan(r#"{"current_plan_item":2}"#).ok();
    assert_eq!(scene.list(), "b done, c done");
    assert_eq!(scene.model.nudge(&scene.store), None);
}

/// It has no tool of the list: the nudge names what its other tools take, a call of the list's tool
/// aside.
#[test]
fn a_model_that_reports_progress_is_nudged_in_its_words() {
    let mut scene = tell(Dialect::TodoManager, "a, b, c");
    let nudge = scene.model.nudge(&scene.store).unwrap();
    assert!(!nudge.contains("todo_done"), "{nudge}");
    scene.progress(r#"{"todo_done":[1]}"#).ok();
    scene.restart();
    let nudge = scene.model.nudge(&scene.store).unwrap();
    assert!(nudge.contains("todo_done") && nudge.contains("todo_skip"), "{nudge}");
    scene.manages("complete_multiple", &[2]).ok();
    let nudge = scene.model.nudge(&scene.store).unwrap();
    assert!(!nudge.contains("todo_done"), "{nudge}");
}

#[test]
fn a_plan_in_another_tools_arguments_means_the_list_that_was_seen() {
    let mut scene = tell(Dialect::TodoManager, "a, b, c, d");
    scene.user("add after 0: x");
    // It passes over what the model has not read, and says so.
    let answer = scene.plan(r#"{"current_plan_item":1}"#).ok();
    assert_snapshot(&texts(&answer.notes).join("\n"));
    assert_eq!(scene.list(), "x, a done, b doing, c, d");
    // What a person settled in the meantime stays so, and the rest is done.
    scene.reminder();
    scene.user("skip 4: too slow");
    scene.plan(r#"{"current_plan_item":4}"#).answers();
    assert_eq!(scene.list(), "x, a done, b done, c skipped, d doing");
    // A new plan is merged with what was added.
    scene.reminder();
    scene.user("add: y");
    scene.plan(r#"{"plan_update":["x","a","b","d","e"]}"#).ok();
    assert_eq!(scene.list(), "x, a done, b done, d doing, y, e");
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let Scene { store, model } = tell(Dialect::TodoManager, "a, b");
    let whole = model.checkpoint();
    let again = Conversation::from_checkpoint(&store, &whole).unwrap();
    assert_eq!(again.checkpoint(), whole);
    for (end, _) in whole.char_indices() {
        assert!(Conversation::from_checkpoint(&store, &whole[..end]).is_err(), "{end}");
    }
    let newer = whole.replace("\",1,", "\",2,");
    let error = Conversation::from_checkpoint(&store, &newer).unwrap_err();
    assert_eq!(error.code(), ErrorCode::NewerCheckpoint);
}

#[test]
fn absent_settings_keep_their_defaults() {
    let read = Settings::from_json(
        &agent_todos::TodoStore::default(),
        r#"{"dialect":"TodoWrite","reminders":"full","every":7}"#,
    );
    let (dialect, reminders) = (Dialect::TodoWrite, ReminderMode::Full);
    assert_eq!(read, Ok(Settings { dialect, reminders, every: 7, ..Settings::default() }));
    assert_eq!(
        Settings::from_json(&agent_todos::TodoStore::default(), "{}"),
        Ok(Settings::default())
    );
}

// The calls of one message
// ----------------------------------------------------------------------------

/// What the model of a todo_manager does in one message, and the list in the order of its contents
/// then: options, the list that it read, what a person did since, and its calls.
const MESSAGES: &[(&str, &str, &str, &[&str], &str)] = &[
    // All calls mean the list that it read.
    ("{}", "a, b, c, d", "remove 1", &["complete 2", "complete 3"], "b done, c done, d"),
    ("{}", "a, b, c, d", "remove 1", &["complete 2", "start 3"], "b done, c doing, d"),
    ("{}", "a, b, c", "add after 0: x", &["complete 1", "skip 3"], "a done, b, c skipped, x"),
    ("{}", "a, b, c", "move 3 after 0", &["complete 1", "skip 3"], "a done, b, c skipped"),
    ("{}", "a, b", "add after 1: x; add after 0: y", &["complete 2"], "a, b done, x, y"),
    (REMOVES, "a, b, c, d", "rank 4: high", &["skip 1", "skip 2", "complete 3"], "c done, d"),
    // A call that is refused does not move what the next one means.
    ("{}", "a, b, c", "remove 1", &["complete 1", "complete 2"], "b done, c"),
    ("{}", "a, b, c", "remove 1", &["start 1", "complete 2"], "b done, c"),
    ("{}", "a, b, c", "remove 1", &["skip 1", "complete 2"], "b done, c"),
    ("{}", "a, b, c", "remove 1", &["complete 77", "complete 2"], "b done, c"),
    ("{}", "a, b, c", "remove 1", &["fly 1", "complete 2"], "b done, c"),
    // Positions beyond that list are those of the todos that the message added, in its order.
    (
        "{}",
        "a, b",
        "add: x",
        &["add c", "add d", "complete 4", "start 3"],
        "a, b, c doing, d done, x",
    ),
    ("{}", "a, b", "add: x", &["add c after 1", "complete 2", "skip 3"], "a, b done, c skipped, x"),
    // After a whole list, positions are its own.
    (
        "{}",
        "a, b",
        "add after 0: x",
        &["write b, c", "complete 1", "skip 2"],
        "b done, c skipped, x",
    ),
    // What stands beside a read was written before it was answered.
    ("{}", "a, b, c", "remove 1", &["read", "complete 2"], "b done, c"),
];

#[test]
fn all_calls_of_a_message_mean_the_list_that_was_seen() {
    for (options, list, acts, calls, expected) in MESSAGES {
        for progresses in [false, true] {
            let mut scene = Scene::new(settings(Dialect::TodoManager), options, list);
            scene.user(acts);
            let of = format!("{list} | {acts} | {calls:?}, by progress: {progresses}");
            for call in *calls {
                let (verb, rest) = call.split_once(' ').unwrap_or((call, ""));
                let ids = [rest.parse::<usize>().unwrap_or_default()];
                let add = |content| json!([{ "content": content }]);
                let answer = match verb {
                    "complete" if progresses => scene.progress(&json!({ "todo_done": ids }).to_string()),
                    "skip" if progresses => scene.progress(&json!({ "todo_skip": ids }).to_string()),
                    "complete" => scene.manages("complete_multiple", &ids),
                    "start" => scene.manages("mark_doing", &ids),
                    "read" => scene.call(&json!({ "action": "list" })),
                    "write" => {
                        let todos: Vec<_> = rest.split(", ").map(|text| json!({ "content": text })).collect();
                        scene.call(&json!({ "action": "replace_all", "todos": todos }))
                    }
                    "add" => match rest.split_once(" after ") {
                        Some((content, id)) => scene.call(&json!({ "action": "add_after_position", "position": id, "todos": add(content) })),
                        None => scene.call(&json!({ "action": "add_multiple", "todos": add(rest) })),
                    },
                    verb => scene.manages(verb, &ids),
                };
                // No answer but a read shows other positions.
                assert!(
                    verb == "read" || !answer.text.contains("<todo id"),
                    "{of}: {}",
                    answer.text
                );
                // What a message means outlives its worker.
                scene.restart();
            }
            assert_eq!(scene.sorted(), *expected, "{of}");
            // Where positions have shifted, the whole list comes with the next turn.
            let reminder = scene.reminder();
            let is_shifted = acts.starts_with("remove") || acts.contains("after 0");
            let is_shifted = is_shifted && calls[0] != "read";
            assert!(!is_shifted || reminder.contains(&scene.store.xml()), "{of}: {reminder}");
        }
    }
}

#[test]
fn a_key_is_never_used_for_another_todo() {
    let mut scene = tell(Dialect::Task, "One, Two, Three, Four, Five");
    let update = |id: &str, status: &str| json!({ "taskId": id, "status": status });
    for (id, status) in [("1", "deleted"), ("2", "deleted"), ("3", "completed")] {
        scene.tool("TaskUpdate", &update(id, status)).ok();
    }
    assert_eq!(scene.list(), "Three done, Four, Five");
    scene.reminder();
    scene.tool("TaskUpdate", &update("2", "completed")).refuses();
    scene.tool("TaskUpdate", &update("4", "completed")).ok();
    assert_eq!(scene.list(), "Three done, Four done, Five");
}

/// Until a host reminds, each answer begins a turn, which begins when the message is over, and
/// tells what others changed.
#[test]
fn without_reminders_each_answer_reports_the_changes_of_others() {
    let mut scene = tell(Dialect::Task, "");
    scene.model = Conversation::new(settings(Dialect::Task));
    for subject in ["a", "b", "c", "d"] {
        scene.tool("TaskCreate", &json!({"subject": subject, "description": ""})).ok();
    }
    scene.next_message();
    scene.user("remove 1");
    let complete = |id| json!({"taskId": id, "status": "completed"});
    scene.tool("TaskUpdate", &complete("2")).answers();
    scene.tool("TaskUpdate", &complete("3")).ok();
    assert_eq!(scene.list(), "b done, c done, d");
    scene.next_message();
    scene.tool("TaskUpdate", &complete("4")).ok();
    assert_eq!(scene.list(), "b done, c done, d done");
}

#[test]
fn an_item_means_the_todo_that_has_its_text_now() {
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
fn an_item_prefers_the_current_text_to_a_former_one() {
    let mut scene = tell(Dialect::TodoWrite, "");
    scene.user("add: b; word 1: c; add: b");
    let _ = scene.reminder();
    scene.writes("b done, c").ok();
    assert_eq!(scene.sorted(), "b done, c");
}

#[test]
fn a_turn_begun_by_a_read_includes_later_calls_of_its_message() {
    let mut scene = tell(Dialect::Task, "a");
    scene.tool("TaskList", &json!({})).ok();
    scene.tool("TaskCreate", &json!({"subject": "b", "description": ""})).ok();
    scene.next_message();
    scene.host("remove 2");
    scene.plan(r#"{"plan_update":["a","b"]}"#).notes();
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
fn a_list_cannot_set_back_what_others_added_and_completed_since() {
    let mut scene = write_list("a");
    scene.host("add: b; complete 2");
    scene.writes("a, b").notes();
    scene.writes("a, b doing").notes();
    assert_eq!(scene.list(), "a, b done");
    // As it was added, it is the model's to begin and to settle.
    scene.host("add: c");
    scene.writes("a, b done, c doing").ok();
    assert_eq!(scene.list(), "a, b done, c doing");
}
