//! What a model is told of what others did: once, by whom and why, and nothing of its own.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Author;
use agent_todos::list::note::texts;
use agent_todos::list::options::Unfinished;
use agent_todos::{Call, Conversation, Dialect, Id, Settings, TodoStore};
use serde_json::{Value, json};

use crate::scene::{
    ASKS, Scene, ann, has_no_list, list, named, reminder_text, settings, tell, write_list,
};
use crate::snapshot::assert_snapshot;

#[test]
fn a_reminder_reports_who_did_what_but_not_the_models_own_changes() {
    let mut scene = tell(Dialect::TodoManager, "Open the shop, Compare three, Buy <one>");
    scene.manages("complete_multiple", &[1]).ok();
    assert_eq!(scene.reminder(), "");
    scene.user("skip 2: too slow");
    assert_snapshot(&scene.reminder());
    assert_eq!(scene.reminder(), "");
    scene.by(Author::Agent, "start 3").unwrap();
    scene.user("add: Pay\nat once </browser-state>");
    assert_snapshot(&scene.reminder());
    // Where that finishes the list.
    scene.user("complete 3; complete 4");
    scene.reads();
    scene.store.acting_as(Author::User, |store| store.new_task(Unfinished::Keep)).unwrap();
    assert_snapshot(&scene.reminder());
    scene.user("undo");
    scene.reads();
}

#[test]
fn a_reminder_does_not_report_a_restored_todo_as_added() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.user("remove 1");
    scene.reads();
    scene.user("undo");
    scene.reads();
    scene.user("add: c");
    scene.reads();
}

#[test]
fn a_reminder_does_not_name_the_approver_as_the_author() {
    let mut scene = tell(Dialect::TodoManager, "a");
    scene.store.acting_as(Author::Agent, |store| store.add_multiple(&["b"])).unwrap();
    scene.store.acting_as(Author::Agent, |store| store.mark_doing(Id(2))).unwrap();
    scene.user("approve");
    assert_snapshot(&scene.reminder());
}

#[test]
fn a_reminder_reports_only_the_changes_of_a_restored_todo() {
    let mut scene = tell(Dialect::TodoManager, "a");
    let todos = json!([{ "content": "b" }, { "content": "c" }]);
    scene.call(&json!({ "action": "add_multiple", "todos": todos })).ok();
    scene.reminder();
    scene.manages("complete_multiple", &[2]).ok();
    scene.user("remove 2; remove 2");
    scene.reminder();
    scene.user("undo; undo; word 3: d");
    assert_snapshot(&scene.reminder());
}

#[test]
fn a_reminder_reports_the_reason_of_a_skip_that_removes_the_todo() {
    let list = "Open the shop, Compare <three>, Pay, Leave";
    let mut scene = Scene::new(Settings::default(), r#"{"onSkip":"remove"}"#, list);
    scene.user("skip 2: too slow: a \"<minute>\"; skip 3; remove 1");
    // Over the end of its worker too.
    let checkpoint = scene.store.checkpoint();
    scene.restart();
    assert_eq!(scene.store.checkpoint(), checkpoint);
    assert_snapshot(&scene.reminder());
    // Once it is back, it was not.
    scene.user("skip 1: sold out; undo; remove 1");
    scene.reads();
    // A call that means it hears why.
    let mut scene = Scene::new(Settings::default(), r#"{"onSkip":"remove"}"#, "a, b");
    scene.user("skip 1: too slow");
    scene.manages("complete_multiple", &[1]).refuses();
    // The first of those that a checkpoint holds keeps its reason.
    scene.user("skip 1: too slow");
    let latest = scene.store.checkpoint_of(1);
    assert_eq!(TodoStore::from_checkpoint(&latest).unwrap().checkpoint(), latest);
    let damaged = checkpoint.replace("\"skip\"", "\"merge\"");
    assert_ne!(damaged, checkpoint);
    assert!(TodoStore::from_checkpoint(&damaged).is_err());
}

#[test]
fn a_reminder_shows_the_whole_list_first_after_compaction_and_regularly() {
    let mut scene = tell(Dialect::TodoManager, "");
    scene.model = Conversation::new(Settings { every: 3, ..Settings::default() });
    assert_eq!(scene.reminder(), "");
    let todos: Vec<Value> = (0..9).map(|n| json!({"content": format!("step {n}")})).collect();
    scene.call(&json!({"action": "add_multiple", "todos": todos})).ok();
    let mut wholes = vec![];
    for id in 1..=10 {
        let reminder = scene.reminder();
        wholes.push(reminder == scene.store.system_reminder());
        if id < 10 {
            scene.manages("complete_multiple", &[id]).ok();
        }
        if id == 5 {
            scene.model.compacted();
        }
    }
    // After compaction. After three changes of its own, only what is open is repeated: below.
    assert_eq!(wholes, [false, false, false, false, false, true, false, false, false, false]);
    // Of a list that others wrote it comes first.
    scene.store = list("a, b");
    scene.model = Conversation::new(settings(Dialect::TodoManager));
    assert_eq!(scene.reminder(), scene.store.system_reminder());
}

/// After many changes of its own, a model reads what is open, and why.
#[test]
fn a_list_changed_by_the_model_is_repeated_without_settled_todos() {
    for dialect in [Dialect::TodoManager, Dialect::Task] {
        let mut scene = tell(dialect, "a, b, c, d, e");
        scene.model = Conversation::new(Settings { every: 3, ..settings(dialect) });
        scene.reminder();
        let complete = |scene: &mut Scene, id: usize| match dialect {
            Dialect::Task => {
                scene.tool("TaskUpdate", &json!({"taskId": id.to_string(), "status": "completed"}))
            }
            _ => scene.manages("complete_multiple", &[id]),
        };
        for id in 1..=2 {
            complete(&mut scene, id).ok();
            assert_eq!(scene.reminder(), "");
        }
        complete(&mut scene, 3).ok();
        scene.restart();
        scene.reads();
        // It counts from there, and a compacted conversation needs the whole list.
        complete(&mut scene, 4).ok();
        assert_eq!(scene.reminder(), "");
        scene.model.compacted();
        assert_eq!(scene.reminder().matches("<todo ").count(), 5);
        // A finished list is not repeated.
        complete(&mut scene, 5).ok();
        assert_eq!(scene.reminder(), "");
    }
}

/// Whoever wrote or read the whole list knows it, whatever the tool and whether it was due.
#[test]
fn a_reminder_repeats_no_list_that_the_model_knows() {
    for dialect in Dialect::ALL {
        let mut scene = tell(dialect, "");
        scene.writes("a doing, b").ok();
        assert_eq!(scene.reminder(), "", "{dialect:?}");
        scene.model.compacted();
        scene.writes("a, c").ok();
        // Its answer shows the list.
        let is_shown = dialect == Dialect::Lobehub;
        let repeats = is_shown || dialect != Dialect::TodoManager && !has_no_list(dialect);
        assert_eq!(scene.reminder().is_empty(), repeats, "{dialect:?}");
    }
    for (dialect, tool, arguments) in [
        (Dialect::TodoManager, "todo_manager", json!({"action": "list"})),
        (Dialect::Task, "TaskList", json!({})),
        (Dialect::Todowrite, "todoread", json!({})),
    ] {
        let mut scene = tell(dialect, "a, b");
        scene.model.compacted();
        scene.tool(tool, &arguments).ok();
        assert_eq!(scene.reminder(), "", "{dialect:?}");
    }
    // The reminder reports what others added since, with the whole list if positions have changed.
    let mut scene = tell(Dialect::TodoWrite, "");
    scene.writes("a, b").ok();
    scene.user("add after 0: c");
    scene.reads();
    // In mode full it is told after each change.
    let full = Settings { reminders: ReminderMode::Full, ..settings(Dialect::TodoWrite) };
    let mut scene = Scene::new(full, "{}", "");
    scene.writes("a, b").ok();
    scene.reads();
}

/// A guard is nothing that a reminder says, but the list is not the one that the model was told.
#[test]
fn a_reminder_with_the_whole_list_begins_with_no_empty_sentence() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.model.compacted();
    scene.user("ask 1: yes");
    assert_eq!(scene.reminder(), scene.store.system_reminder());
}

#[test]
fn a_whole_list_after_each_change_follows_what_others_did() {
    let full = Settings { reminders: ReminderMode::Full, ..settings(Dialect::TodoManager) };
    let mut scene = Scene::new(full, "{}", "a, b, c, d");
    for (acts, said) in [
        ("skip 2: too slow", r#"The user skipped 2 ("b"): too slow."#),
        ("reopen 2: look again", r#"The user reopened 2 ("b"): look again."#),
        ("complete 1", r#"The user completed 1 ("a")."#),
    ] {
        scene.user(acts);
        let list = scene.store.xml();
        assert_eq!(
            scene.reminder(),
            format!(
                "<browser-state>TODO list updated. {said}\nCurrent state:\n{list}</browser-state>"
            )
        );
        assert_eq!(scene.reminder(), "");
    }
    // After its own changes it is the list alone.
    scene.manages("complete_multiple", &[3]).ok();
    assert_eq!(scene.reminder(), scene.store.system_reminder());
}

#[test]
fn an_empty_reminder_does_not_count_as_having_seen_the_list() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    scene.host("complete 1; complete 2");
    scene.model = Conversation::new(settings(Dialect::TodoWrite));
    assert_eq!(scene.reminder(), "");
    assert!(scene.model.seen_list().is_empty());
    scene.writes("c").notes();
    assert_eq!(scene.list(), "a done, b done, c");
}

/// The list in an answer has no reasons, descriptions or priorities. The answer's notes or the next
/// reminder report those.
#[test]
fn details_that_a_list_omits_are_in_a_note_or_reminder() {
    for reads in [json!({ "action": "list" }), json!({ "action": "mark_doing", "ids": [2] })] {
        let mut scene = tell(Dialect::TodoManager, "a, b, c");
        scene.user(
            "describe 2: blue; rank 2: high; skip 3: a fraud; complete 1; reopen 1: it is cold",
        );
        let answer = scene.call(&reads);
        let texts = format!("{} {}", texts(&answer.notes).join(" "), scene.reminder());
        for part in ["high", "blue", "a fraud", "it is cold"] {
            assert!(texts.contains(part), "{part}: {texts}");
        }
        assert_eq!(scene.reminder(), "");
    }
    let mut scene = tell(Dialect::TodoManager, "a, b, c");
    scene.manages("complete", &[1]).ok();
    scene.user("reopen 1: it is cold");
    scene.reads();
    // After a merge the marks say who, too.
    let (base, mut other) = (scene.clone(), scene.clone());
    other.user("skip 3: a fraud");
    scene.host("add: d");
    scene.merge(&base, &other);
    scene.reads();
}

/// An answer that shows the list says who took off what it shows no more; the next reminder need
/// not.
#[test]
fn an_answer_that_shows_the_list_names_who_removed_a_todo() {
    for (options, acts) in
        [("{}", "remove 3"), ("{}", "undo"), (r#"{"onSkip": "remove"}"#, "skip 3: a fraud")]
    {
        let mut scene = Scene::new(Settings::default(), options, "a, b, c");
        scene.reminder();
        scene.user(acts);
        let list = json!({ "action": "list" });
        scene.call(&list).notes();
        assert_eq!(scene.reminder(), "", "{acts}");
        assert!(scene.call(&list).notes.is_empty(), "{acts}");
    }
    // One that shows the texts alone does, too.
    let mut scene = tell(Dialect::Snapshot, "a, b, c");
    scene.user("remove 3");
    scene.tool("todo_read", &json!({})).notes();
    // So does a refusal; of what the call itself names, its error says it.
    let mut scene = tell(Dialect::TodoManager, "a, b, c");
    scene.user("remove 3; remove 2");
    scene.manages("complete", &[3]).refuses();
    assert_eq!(scene.reminder(), "");
}

/// What a refusal showed is what the model knows: what changes then is news, also where it goes
/// back to what it was.
#[test]
fn a_reminder_reports_changes_after_a_refusal_that_showed_the_list() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.user("remove 2");
    scene.manages("complete", &[2]).refuses();
    scene.user("undo");
    scene.reads();
    // Of a todo that came and left since, the refusal alone told.
    let mut scene = tell(Dialect::TodoManager, "a");
    scene.user("remove 1; add: b");
    scene.manages("complete", &[1]).refuses();
    scene.next_message();
    scene.user("remove 1");
    scene.reads();
}

/// Where a note says that a todo has another id than the call's, the news behind it need not.
#[test]
fn a_new_id_after_a_merge_is_reported_once() {
    let mut scene = tell(Dialect::TaskWrite, "a");
    let (base, mut other) = (scene.clone(), scene.clone());
    other.user("add: b");
    scene.user("add: c");
    scene.reminder();
    scene.merge(&base, &other);
    assert_snapshot(
        &texts(&scene.tool("task_complete", &json!({ "id": "1" })).ok().notes).join(" "),
    );
    scene.reads();
}

/// What left before a merge is the same todo after it, so that it is said once who took it off.
#[test]
fn a_removal_is_reported_once_after_a_merge() {
    let mut scene = tell(Dialect::UpdatePlan, "");
    let (base, mut other) = (scene.clone(), scene.clone());
    other.host("add: b");
    scene.by(Author::Agent, "add: a").unwrap();
    scene.writes("").notes();
    scene.merge(&base, &other);
    scene.user("remove 2");
    scene.writes("a doing, b").notes();
    let reminder = scene.reminder();
    assert!(!reminder.contains("removed"), "{reminder}");
}
/// What a model says of a text that is another by now does not count, and so tells it nothing of
/// how far the todo is.
#[test]
fn without_reminders_an_answer_after_a_loss_shows_the_list() {
    for restarts in [false, true] {
        let mut scene = tell(Dialect::TodoWrite, "");
        scene.model = Conversation::new(settings(Dialect::TodoWrite));
        scene.writes("a, b").ok();
        scene.next_message();
        scene.user("complete 1");
        scene.model.compacted();
        if restarts {
            scene.restart();
        }
        scene.user("add: c");
        let answer = scene.progress(r#"{"todo_done":[2]}"#).noted();
        assert!(answer.text.contains(">c</todo>"), "{}", answer.text);
    }
}

#[test]
fn a_reminder_names_who_completed_a_reworded_todo() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    scene.user("word 2: c; complete 2");
    scene.writes("a, b done").notes();
    scene.reads();
}

/// An update that says nothing of the status answers nothing of it, whatever others did to that
/// since.
#[test]
fn task_update_reports_only_its_own_change_of_status() {
    let mut scene = tell(Dialect::Task, "a, b");
    scene.user("complete 2");
    let update = json!({ "taskId": "2", "addBlockedBy": ["1"] });
    scene.tool("TaskUpdate", &update).answers();
    scene.reads();
}

/// What a person says of a todo while somebody else is asked to confirm it.
#[test]
fn a_verdict_reports_what_a_person_did_in_the_meantime() {
    for acts in ["skip 1: no need", "remove 1", "describe 1: blue"] {
        let confirms = Settings { confirms: true, ..Settings::default() };
        let mut scene = Scene::new(confirms, "{}", "a, b");
        let arguments = r#"{"action":"complete","ids":[1]}"#;
        let open = scene.model.begin(&mut scene.store, "todo_manager", Ok(arguments));
        let claims = scene.model.take_claims();
        scene.user(acts);
        let answer = scene.model.answer(&mut scene.store, open, Some(&claims));
        assert_snapshot(&texts(&answer.notes).join("\n"));
        scene.reads();
    }
}

#[test]
fn seen_revision_returns_the_revision_of_the_last_reminder() {
    let mut scene = tell(Dialect::TodoManager, "alpha, beta");
    let before = scene.store.revision();
    assert_eq!(scene.model.seen_revision(), Some(before));
    scene.user("skip 2");
    assert_eq!(scene.model.seen_revision(), Some(before));
    // A call that says nothing of it leaves it untold; a reminder tells it.
    assert!(scene.manages("complete", &[1]).changed);
    assert_eq!(scene.model.seen_revision(), Some(before));
    scene.reminder();
    assert_eq!(scene.model.seen_revision(), Some(scene.store.revision()));
}

/// A host compares the revision of each decision with the one that the model knows.
#[test]
fn decisions_of_a_loaded_list_are_not_yet_seen() {
    for others in ["add: b; remove 2", "add: b; remove 2; word 1: a again"] {
        let mut scene = tell(Dialect::TodoManager, "a");
        scene.host(others);
        scene.reminder();
        let mut other = tell(Dialect::TodoManager, "x");
        other.user("add: y; complete 1");
        scene.store.load(&other.store.checkpoint()).unwrap();
        let known = scene.model.seen_revision();
        let is_new = scene.store.decisions().all(|(.., revision)| Some(revision) > known);
        assert!(is_new, "{others}: {known:?} {}", scene.store.decisions_json());
        scene.is_reminded();
        let known = scene.model.seen_revision();
        assert!(scene.store.decisions().all(|(.., revision)| Some(revision) <= known));
    }
}

/// The next reminder reports what a person changed. It is not lost in the answer to a tool of the
/// host's own that the model called without a word about the list.
#[test]
fn a_call_without_progress_leaves_the_reminder_as_it_is() {
    let mut scene = tell(Dialect::TodoManager, "a, b, c");
    scene.user("move 3 after 0");
    for arguments in ["{}", r#"{"todo_done":[],"todo_skip":[]}"#] {
        assert_eq!(scene.progress(arguments).text, "");
    }
    assert_eq!(scene.plan("{}").text, "");
    scene.reads();
}

/// Two neighbours that changed places: the one that the person moved is named, and it was the
/// person. The model learns of the todo that was added from a note, and nowhere where it stands.
#[test]
fn a_reminder_reports_a_moved_todo_beside_an_added_one() {
    let mut scene = tell(Dialect::TodoWrite, "a, b, c");
    scene.user("move 1 to 3; add: d");
    scene.writes("a done, b, c").notes();
    assert_eq!(scene.list(), "b, c, a done, d");
    scene.reads();
}

#[test]
fn a_reminder_names_the_neighbour_that_was_moved() {
    for acts in ["move 4 after 2", "move 3 after 4"] {
        let mut scene = tell(Dialect::TodoManager, "a, b, c, d");
        scene.user(acts);
        scene.reads();
    }
}

#[test]
fn forget_removes_former_texts_from_every_checkpoint() {
    let mut scene = tell(Dialect::TodoManager, "");
    scene.writes("secret, secret too").ok();
    scene.reminder();
    scene.user("remove 1");
    let Scene { mut store, mut model } = scene;
    let revision = store.revision();
    store.forget().unwrap();
    model.forget_with(&store);
    let texts = [store.checkpoint(), model.checkpoint()];
    assert!(texts.iter().all(|text| !text.contains("secret")), "{texts:?}");
    assert_eq!((store.list().len(), store.snapshots().len()), (0, 1));
    assert_eq!(store.revision(), revision + 1);
    let undone = store.acting_as(Author::Host, TodoStore::undo);
    assert_eq!(undone, Ok(false), "there is nothing to go back to");
    // It goes on, also where it was read back.
    let scene = Scene { store, model };
    for is_restored in [false, true] {
        let mut scene = scene.clone();
        if is_restored {
            scene.restart();
        }
        assert_eq!(scene.store.revision(), revision + 1);
        scene.host("add: new");
        assert_eq!(scene.store.list()[0].key.to_text(), "t3");
        let reminder = scene.reminder();
        assert!(reminder.contains("new") && !reminder.contains("secret"), "{reminder}");
    }
}

#[test]
fn a_reminder_reports_authors_after_a_merge_changed_a_key() {
    let base = tell(Dialect::TodoManager, "a");
    let (mut scene, mut other) = (base.clone(), base.clone());
    scene.writes("mine").ok();
    other.user("skip 1: too slow; add: Pay");
    scene.merge(&base, &other);
    scene.reads();
}

/// One adds a todo, and another one changes it before the model reads of it.
#[test]
fn a_reminder_names_who_changed_a_todo_that_another_author_added() {
    for acts in ["skip 2: too slow", "complete 2", "word 2: c", "wait 2: Which?", "rank 2: high"] {
        let mut scene = tell(Dialect::TodoWrite, "a");
        scene.by(ann(), "add: b").unwrap();
        scene.user(acts);
        scene.model.compacted();
        scene.reads();
        assert_eq!(scene.reminder(), "", "{acts}: twice");
    }
    // Without the list, the element says the rest.
    let mut scene = tell(Dialect::TodoWrite, "a");
    scene.by(ann(), "add: b").unwrap();
    scene.user("skip 2: too slow");
    scene.reads();
    // Whoever adds and starts a todo is named once.
    let mut scene = tell(Dialect::TodoWrite, "a");
    scene.by(ann(), "add: b; start 2").unwrap();
    scene.model.compacted();
    scene.reads();
}

/// The person who added a todo skips it before the model has read of it.
#[test]
fn a_reminder_reports_why_the_adder_skipped_a_todo() {
    for acts in ["add: b; skip 2: too slow", "add: b; fail 2: too slow"] {
        for is_whole in [false, true] {
            let mut scene = tell(Dialect::TodoWrite, "a");
            scene.user(acts);
            if is_whole {
                scene.model.compacted();
            }
            let reminder = scene.reminder();
            assert_eq!(reminder.matches("too slow").count(), 1, "{reminder}");
            assert_snapshot(&reminder);
            assert_eq!(scene.reminder(), "", "{acts}: twice");
        }
    }
}

/// A model leaves out what a person rewords in another tab: it comes back with the merge, and
/// nobody has added it.
#[test]
fn a_reminder_names_who_restored_a_todo_by_a_merge() {
    let [ours, theirs] = [true, false].map(|is_ours| {
        let base = tell(Dialect::TodoWrite, "a, b");
        let (mut scene, mut other) = (base.clone(), base.clone());
        scene.writes("a").ok();
        scene.next_message();
        other.user("word 2: c");
        if is_ours {
            scene.merge(&base, &other);
        } else {
            other.merge(&base, &scene);
            scene.store = other.store;
        }
        assert_eq!(scene.list(), "a, c");
        scene.reminder()
    });
    assert_eq!(ours, theirs);
    assert_snapshot(&ours);
}

/// Where ids are not positions, "the user moved n-1" does not say where it is now.
#[test]
fn a_reminder_shows_a_new_order_if_ids_are_no_positions() {
    // A todo stays that the model left out. Others put one in front of it.
    let mut scene = tell(Dialect::Qwen, "");
    scene.user("add: a");
    scene.reminder();
    scene.call(&json!({ "todos": [] })).notes();
    scene.user("add after 0: b");
    scene.reads();
    // Without reminders, the answer says it.
    let mut scene = tell(Dialect::TaskTracker, "");
    scene.model = Conversation::new(settings(Dialect::TaskTracker));
    scene.writes("a, b").ok();
    scene.next_message();
    scene.user("word 1: a for two; move 1 to 2");
    scene.writes("b").notes();
}

#[test]
fn a_whole_list_shows_open_todos_and_the_latest_settled_ones() {
    for dialect in [Dialect::TodoManager, Dialect::Task] {
        let mut scene = Scene::new(settings(dialect), r#"{"maxTodos":100}"#, "");
        for number in 1..=45 {
            scene.host(&format!("add: x{number}"));
        }
        (6..=35).for_each(|id| scene.host(&format!("complete {id}")));
        // All of them are shown.
        scene.model.compacted();
        let reminder = scene.reminder();
        assert_eq!(reminder.matches("<todo ").count(), 45, "{reminder}");
        assert!(!reminder.contains(" more are "), "{reminder}");
        // The last of the list, which is settled first, and the first, which is settled last.
        scene.host("skip 45: too late; complete 1; complete 2");
        scene.reminder();
        scene.model.compacted();
        let reminder = scene.reminder();
        assert_eq!(reminder.matches("<todo ").count(), 42, "{reminder}");
        for number in [1, 2, 3, 4, 5, 9, 35, 36, 45] {
            assert!(reminder.contains(&format!(">x{number}<")), "{number}: {reminder}");
        }
        for number in [6, 7, 8] {
            assert!(!reminder.contains(&format!(">x{number}<")), "{number}: {reminder}");
        }
        let (tool, on_six, on_three) = match dialect {
            Dialect::Task => (
                "TaskUpdate",
                json!({"taskId": "6", "status": "in_progress"}),
                json!({"taskId": "3", "status": "completed"}),
            ),
            _ => (
                "todo_manager",
                json!({"action": "mark_doing", "ids": [6]}),
                json!({"action": "complete_multiple", "ids": [3]}),
            ),
        };
        // The list in an answer is as short, and the text of the original agent is whole.
        let mut unread = Scene { model: Conversation::new(settings(dialect)), ..scene.clone() };
        let answer = unread.tool(tool, &on_three).fails();
        assert_eq!(answer.text.matches("<todo ").count(), 42, "{}", answer.text);
        assert_eq!(scene.store.system_reminder().matches("<todo ").count(), 45);
        // What is not shown is still known.
        scene.tool(tool, &on_six).ok();
        assert!(scene.list().contains("x6 doing"), "{}", scene.list());
    }
}

#[test]
fn a_reminder_names_nobody_as_the_mover_of_a_todo_that_stayed() {
    let mut scene = write_list("a, b, c, d");
    scene.reminder();
    scene.user("remove 1; add after 0: x; add after 0: y; move 4 to 1");
    scene.writes("a, b, c, d").ok();
    assert_eq!(scene.list(), "y, c, x, b, d");
    let reminder = scene.reminder();
    assert!(!reminder.contains("model moved"), "{reminder}");
    assert!(reminder.contains("<todos>"), "{reminder}");
}

#[test]
fn a_model_that_resumes_a_reopened_claim_reads_the_reason() {
    for reminders in [ReminderMode::Changes, ReminderMode::Full, ReminderMode::Off] {
        let settings = Settings { reminders, ..settings(Dialect::TodoManager) };
        let mut scene = Scene::new(settings, ASKS, "a, b");
        scene.call(&json!({ "action": "list" })).ok();
        scene.next_message();
        scene.manages("complete_multiple", &[1]).ok();
        scene.user("reopen 1: no receipt");
        let answer = scene.call(&json!({ "action": "get_next" })).noted();
        assert!(answer.text.contains("no receipt"), "{}", answer.text);
        assert_eq!(scene.list(), "a doing, b");
        // Once.
        let again = scene.call(&json!({ "action": "get_next" })).ok();
        assert!(!again.text.contains("no receipt"), "{}", again.text);
        assert!(!scene.reminder().contains("no receipt"));
    }
}

#[test]
fn a_reminder_reports_why_a_todo_in_a_run_was_reopened() {
    for options in [ASKS, "{}"] {
        let mut scene = Scene::new(settings(Dialect::Task), options, "a, b");
        scene.tool("TaskUpdate", &json!({"taskId": "1", "status": "completed"})).ok();
        scene.user("reopen 1: no receipt");
        scene.tool("TaskGet", &json!({"taskId": "1"})).ok();
        scene.by(Author::Agent, "start 1").unwrap();
        scene.is_reminded();
    }
}

#[test]
fn a_change_that_the_model_requested_too_counts_as_seen() {
    let mut scene = tell(Dialect::SetTodoList, "a, b");
    scene.host("start 1");
    scene.writes("a doing, b").ok();
    scene.user("abort");
    scene.reads();
    // What it left out had been removed, and comes back.
    let mut scene = tell(Dialect::SetTodoList, "a, b");
    scene.host("remove 2");
    scene.writes("a").ok();
    scene.host("undo");
    scene.reads();
}

#[test]
fn a_reminder_reports_why_a_claim_was_reopened_after_another_began_it() {
    let begins = Call { tool: "todo_manager", arguments: r#"{"action":"mark_doing","ids":[1]}"# };
    for [name, another] in [[ann().name, named("bob").name], [None, None]] {
        for is_read in [false, true] {
            let mut scene =
                Scene::new(Settings { name: name.clone(), ..Settings::default() }, ASKS, "a, b");
            let mut other =
                Conversation::new(Settings { name: another.clone(), ..Settings::default() });
            scene.manages("complete_multiple", &[1]).ok();
            let _ = other.reminder(&scene.store);
            scene.user("reopen 1: no receipt");
            if is_read {
                let reminder = reminder_text(&other.reminder(&scene.store), &scene.store);
                assert!(reminder.contains("no receipt"), "{reminder}");
            }
            // It may begin the todo once it has read that.
            other.call(&mut scene.store, &begins);
            let _ = other.reminder(&scene.store);
            assert!(other.call(&mut scene.store, &begins).ok);
            let reminder = scene.reminder();
            assert!(reminder.contains("no receipt"), "{name:?} {is_read}: {reminder}");
        }
    }
}

#[test]
fn a_reminder_reports_no_reason_under_another_author() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    scene.by(ann(), "skip 1: broken").unwrap();
    scene.user("skip 1");
    // It is the person's skip now, and they gave no reason.
    let reminder = scene.reminder();
    assert!(!reminder.contains("The user skipped 1 (\"a\"): broken"), "{reminder}");
}
