//! What answers and reminders say: who did what, to which todo, and what to do next.

use std::fmt::Write;

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Author;
use agent_todos::list::note::texts;
use agent_todos::tools::xml_reader::{CallOptions, ToolCall};
use agent_todos::{Call, Dialect, Settings};
use serde_json::json;

use crate::dice::Dice;
use crate::scene::{
    Scene, list, named, reading_call, settings, tell, unread, write_list, writing_tool,
};
use crate::snapshot::assert_snapshot;

#[test]
fn a_reminder_reports_a_wait_that_ended_without_a_text() {
    for end in ["answer 1", "reopen 1"] {
        let mut scene = tell(Dialect::TodoManager, "a, b");
        scene.call(&json!({"action": "wait", "ids": [1], "question": "Which?"})).ok();
        scene.reminder();
        scene.user(end);
        scene.clone().is_reminded();
        scene.manages("complete_multiple", &[1]).fails();
    }
    let mut scene = write_list("a, b");
    scene.host("wait 1: Which?");
    scene.reminder();
    scene.user("answer 1");
    scene.writes("a doing, b").notes();
}

#[test]
fn an_answer_calls_no_list_empty_that_its_message_read() {
    let calls = [
        (
            Dialect::TodoManager,
            ("todo_manager", json!({"action": "list"})),
            ("todo_manager", json!({"action": "complete_multiple", "ids": [1]})),
        ),
        (
            Dialect::Task,
            ("TaskList", json!({})),
            ("TaskUpdate", json!({"taskId": "1", "status": "completed"})),
        ),
    ];
    for (dialect, read, complete) in calls {
        for awaited in [false, true] {
            let mut scene = unread(dialect, "a, b");
            scene.tool(read.0, &read.1).ok();
            if awaited {
                scene.model.begin_first_turn();
            } else {
                let answer = scene.tool(complete.0, &complete.1);
                answer.fails();
                scene.next_message();
            }
            scene.tool(complete.0, &complete.1).ok();
            assert_eq!(scene.list(), "a done, b", "{dialect:?}");
        }
    }
}

#[test]
fn an_answer_keeps_the_positions_that_the_model_has_seen() {
    let mut scene = unread(Dialect::TodoManager, "a, b");
    scene.call(&json!({"action": "list"})).ok();
    scene.model.begin_first_turn();
    scene.user("add after 0: x");
    scene.call(&json!({"action": "list"})).ok();
    // Of the same message.
    scene.model.begin_first_turn();
    scene.manages("complete_multiple", &[1]).ok();
    assert_eq!(scene.list(), "x, a done, b");
}

#[test]
fn an_error_about_a_single_todo_names_no_item_number() {
    let long = "x".repeat(10_001);
    let mut scene = tell(Dialect::Task, "a");
    let create =
        |subject: &str, description: &str| json!({"subject": subject, "description": description});
    scene.tool("TaskCreate", &create("b", &long)).refuses();
    scene.tool("TaskCreate", &create(&long, "")).refuses();
    let update = json!({"taskId": "1", "description": long});
    scene.tool("TaskUpdate", &update).refuses();
    let update = json!({"taskId": "1", "subject": "c\u{202e}"});
    scene.tool("TaskUpdate", &update).notes();
    let mut scene = tell(Dialect::TodoManager, "a, b");
    let complete = json!({"action": "complete_multiple", "ids": [2], "evidence": long});
    scene.call(&complete).refuses();
    let wait = json!({"action": "wait", "ids": [2], "question": long});
    scene.call(&wait).refuses();
    // Where there are items, they are counted.
    let add = json!({"action": "add_multiple", "todos": [{"content": "c"}, {"content": long}]});
    scene.call(&add).refuses();
}

#[test]
fn answers_and_reminders_use_one_word_for_skipped_todos() {
    let mut scene = write_list("a, b");
    scene.user("skip 1");
    scene.writes("a, b doing").answers();
    scene.user("add: c");
    scene.reads();
}

#[test]
fn a_reminder_counts_many_changes_and_lists_their_todos() {
    let mut scene = write_list("a, b, c, d, e, f, g, h, i, j, k, l");
    scene.reminder();
    for id in 1..=6 {
        scene.by(named("frontend"), &format!("complete {id}")).unwrap();
    }
    scene.user("remove 12; remove 11; remove 10; word 9: z");
    scene.reads();
    // Of very many, the first are named.
    let mut scene = tell(Dialect::TodoManager, "");
    for number in 1..=25 {
        scene.host(&format!("add: {number} of many"));
    }
    scene.reminder();
    for id in 1..=25 {
        scene.user(&format!("complete {id}"));
    }
    scene.reads();
}

#[test]
fn an_error_names_no_ids_that_are_not_on_the_list() {
    for (dialect, tool, arguments) in [
        (Dialect::Task, "TaskUpdate", json!({"taskId": "7", "status": "completed"})),
        (Dialect::TodoManager, "todo_manager", json!({"action": "complete_multiple", "ids": [7]})),
    ] {
        let mut scene = tell(dialect, "a");
        scene.user("remove 1");
        scene.clone().tool(tool, &arguments).fails();
        scene.user("add: z");
        let answer = scene.tool(tool, &arguments).fails();
        assert!(!answer.text.contains("t1"), "{}", answer.text);
    }
}

#[test]
fn a_nudge_under_keeps_open_does_not_advise_to_omit_a_todo() {
    for keeps_open in [false, true] {
        let settings = Settings { keeps_open, ..settings(Dialect::TodoWrite) };
        let mut scene = Scene::new(settings, "{}", "a, b");
        scene.plan(r#"{"plan_update": ["a", "b"]}"#).ok();
        assert_snapshot(&scene.model.nudge(&scene.store).unwrap());
    }
}

#[test]
fn a_blocker_that_is_not_on_the_list_is_refused() {
    let mut scene = tell(Dialect::Task, "a");
    for id in ["x", "2", "90", "0"] {
        let waits = json!({"taskId": "1", "addBlockedBy": [id]});
        scene.tool("TaskUpdate", &waits).fails();
    }
}

#[test]
fn a_note_names_the_persons_todos_that_a_plan_passes_over() {
    let plan = |scene: &mut Scene, arguments: &str| scene.plan(arguments).ok();
    let mut scene = tell(Dialect::TodoWrite, "");
    plan(&mut scene, r#"{"plan_update": ["a", "b", "c"]}"#);
    let planned = scene.clone();
    scene.user("add after 1: u");
    plan(&mut scene, r#"{"current_plan_item": 2}"#).notes();
    assert_eq!(scene.list(), "a done, u, b done, c doing");
    scene.reads();
    // What it has read and passes counts as done, and it hears so.
    let mut scene = planned.clone();
    scene.user("add after 1: u");
    scene.reminder();
    plan(&mut scene, r#"{"current_plan_item": 2}"#).notes();
    assert_eq!(scene.list(), "a done, u done, b doing, c");
    // What stands behind is not passed.
    let mut scene = planned.clone();
    scene.user("add: u");
    plan(&mut scene, r#"{"current_plan_item": 2}"#).notes();
    // A plan that repeats what a person settled.
    for told in [false, true] {
        let mut scene = planned.clone();
        scene.user("skip 2: too slow");
        if told {
            scene.reminder();
        }
        let answer = plan(&mut scene, r#"{"plan_update": ["a", "b", "d"]}"#);
        answer.noted();
    }
    // What the model settled by itself needs no note.
    let mut scene = planned;
    plan(&mut scene, r#"{"current_plan_item": 1}"#);
    let answer = plan(&mut scene, r#"{"plan_update": ["a", "b", "d"]}"#);
    assert!(answer.notes.iter().all(|note| !note.text.contains("stays")), "{}", answer.text);
}

/// A host that never reminds, and a model that reads and writes as it likes: its answers tell what
/// others did, not what it did.
#[test]
fn an_answer_does_not_report_the_models_own_changes() {
    for dialect in Dialect::ALL {
        for seed in 0..60 {
            let mut dice = Dice::of_seed(seed);
            let mut scene = unread(dialect, "a, b");
            let mut log = vec![];
            for _ in 0..8 {
                let answer = match (dice.below(6), reading_call(dialect)) {
                    (0, Some((tool, arguments))) => scene.tool(tool, &arguments),
                    (1, _) => {
                        scene.next_message();
                        continue;
                    }
                    (2, _) => scene.progress(r#"{"todo_done":[1]}"#),
                    (3, _) => scene.plan(r#"{"current_plan_item":1}"#),
                    _ if writing_tool(dialect).is_empty() => continue,
                    _ => {
                        let lists =
                            ["a doing, b, c", "a done, b doing, d", "b, c doing", "d done, a, b"];
                        scene.writes(lists[dice.below(lists.len())])
                    }
                };
                log.push(answer.text.clone());
                log.extend(texts(&answer.notes));
                let is_reported = log.iter().any(|text| text.contains("A model"));
                assert!(!is_reported, "{dialect:?} {seed}: {log:#?}");
            }
        }
    }
}

#[test]
fn the_list_in_the_answer_to_a_refused_call_is_not_cut() {
    let off = ReminderMode::Off;
    let settings = Settings { reminders: off, ..settings(Dialect::Qwen) };
    let mut scene = Scene::new(settings, r#"{"maxTodos":12}"#, "a");
    let many = ('b'..='m').map(String::from).collect::<Vec<_>>().join(", ");
    scene.writes(&many).refuses();
}

#[test]
fn an_incomplete_call_in_xml_is_refused_with_what_is_missing() {
    let mut answers = String::new();
    for text in [
        "<tool_call></tool_call>",
        "<tool_call><tool_name></tool_name></tool_call>",
        "<tool_call name=\"todo\"><action>read</action></tool_call>",
        "<tool_call>",
        "<tool_call>read</tool_call>",
        "<tool_call><tool_name>todo</tool_name><action>read</action>",
        "<tool_call><tool_name>todo</tool_name><action>write",
        "<tool_call><tool_name>todo</tool_name><todos>[{\"id\":\"1\"",
        // The call is cut off after a text that only looks like its end, so its list is not JSON.
        "<tool_call><tool_name>todo</tool_name><action>write</action><todos>[\"a</todos></tool_call>\"]",
        "<tool_call><tool_name>todo</tool_name><action>read</tool_call>",
        "<tool_call><tool_name>todo</tool_name></action></tool_call>",
    ] {
        let [call] = &*ToolCall::find_all(text, CallOptions::default()) else { panic!("{text}") };
        let answer = call.run(&mut list("a"));
        assert!(!answer.ok, "{text}");
        writeln!(answers, "{text}\n  {}", answer.text).unwrap();
    }
    assert_snapshot(&answers);
}

#[test]
fn a_repeated_text_is_no_request_to_change_it_back() {
    let mut scene = tell(Dialect::Merge, "a");
    scene.user("word 1: b");
    let item = json!({"id": "1", "content": "a"});
    scene.call(&json!({"merge": true, "todos": [item]})).noted();
    assert_eq!(scene.list(), "b");
}

#[test]
fn anybody_may_add_blockers_to_those_of_a_person() {
    let mut scene = tell(Dialect::Task, "a, b, c");
    scene.user("block 2 after 1");
    scene.reminder();
    let adds = json!({"taskId": "2", "addBlockedBy": ["3"]});
    let answer = scene.tool("TaskUpdate", &adds).ok();
    assert!(answer.notes.is_empty(), "{:?}", answer.notes);
    assert_eq!(scene.store.list()[1].blocked_by().len(), 2);
    // One that left the list blocks nothing any more.
    let mut scene = tell(Dialect::Task, "a, b, c");
    scene.user("block 1 after 2; remove 2");
    scene.by(Author::Agent, "block 1 after 2").unwrap();
    assert!(scene.store.list()[0].blocked_by().contains(&scene.store.list()[1].key));
}

#[test]
fn an_error_about_texts_beside_ids_names_a_named_todo() {
    let mut scene = tell(Dialect::TodoManager, "a, b");
    let call = json!({"action": "complete", "ids": [99, 2], "todos": [{"content": "a"}]});
    scene.call(&call).refuses();
}

#[test]
fn a_refused_object_in_place_of_a_list_has_no_note() {
    let mut scene = tell(Dialect::TodoWrite, "a, b");
    let item = json!({"content": "a", "status": "completed"});
    let answer = scene.call(&json!({ "todos": item })).fails();
    assert!(!answer.text.contains("note: "), "{}", answer.text);
    let plan = scene.plan(r#"{"plan_update":{"content":"c"}}"#).fails();
    assert!(plan.text.contains("must be a list"), "{}", plan.text);
    assert_eq!(scene.list(), "a, b");
}

#[test]
fn an_error_of_a_call_that_breaks_off_says_that_it_ends() {
    let mut scene = tell(Dialect::TodoWrite, "a");
    let call = Call { tool: "TodoWrite", arguments: r#"{"todos":[{"content":"a","sta"# };
    let answer = scene.model.call(&mut scene.store, &call);
    assert!(answer.text.contains("where it ends"), "{}", answer.text);
}
