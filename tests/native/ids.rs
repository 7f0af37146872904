//! What reminders, answers and `todos()` call a todo is what a call calls it, in every dialect, after whatever others did.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Author;
use agent_todos::list::options::Unfinished;
use agent_todos::{Dialect, Field, Settings, Status};
use serde_json::{Value, json};

use crate::names::{find_misnamed, named_in, named_in_answer};
use crate::scene::{Scene, ann, has_ids, list_call, reading_call, settings, writing_tool};

type Act = fn(&mut Scene);

/// What others do to the list "a, b, c, d" of a model.
const ACTS: [(&str, Act); 24] = [
    ("a person adds in front", |scene| scene.user("add after 0: x")),
    ("a person adds in the middle", |scene| scene.user("add after 2: x")),
    ("a person adds at the end", |scene| scene.user("add: x")),
    ("a person moves the last to the front", |scene| scene.user("move 4 to 0")),
    ("a person moves the first to the end", |scene| scene.user("move 1 to 4")),
    ("a person removes the first", |scene| scene.user("remove 1")),
    ("a person removes one in the middle", |scene| scene.user("remove 3")),
    ("a person rewords", |scene| scene.user("word 2: another text")),
    ("a person completes", |scene| scene.user("complete 1")),
    ("a person skips", |scene| scene.user("skip 2: too slow")),
    ("a person starts", |scene| drop(scene.by(Author::User, "start 3"))),
    ("a person reopens", |scene| scene.user("complete 1; reopen 1")),
    ("a person lets one wait", |scene| scene.user("wait 2: which?")),
    ("a person does much", |scene| {
        scene.user("remove 1; add after 0: x; add after 0: y; move 4 to 1; word 2: z")
    }),
    ("a person adds many", |scene| {
        (0..12).for_each(|at| scene.user(&format!("add after 0: many {at}")))
    }),
    ("a host adds in front", |scene| scene.host("add after 0: x")),
    ("another model does what it adds", |scene| {
        scene.by(ann(), "add after 0: x; start 1; complete 1").unwrap()
    }),
    ("another model starts one", |scene| drop(scene.by(ann(), "start 3"))),
    ("another model is to do one", |scene| drop(scene.by(ann(), "start 2; reopen 2; start 2"))),
    ("a person takes it back", |scene| scene.user("add after 0: x; undo")),
    ("a person removes what was added", |scene| {
        scene.user("add after 0: x; remove 1; remove 1; add after 0: y")
    }),
    ("a new task begins", |scene| {
        scene.host("complete 1");
        let _ = scene.store.new_task(Unfinished::Keep).unwrap();
    }),
    ("another tab's list is merged", |scene| {
        let base = scene.clone();
        let mut other = base.clone();
        other.user("add after 0: theirs");
        scene.user("add after 0: ours");
        scene.merge(&base, &other);
    }),
    ("all is read back", |scene| {
        scene.user("add after 0: x");
        scene.restart();
    }),
];

/// A model that wrote "a, b, c, d", with ids of its own for some of them, where its tools have those.
fn written(settings: Settings) -> Scene {
    let dialect = settings.dialect;
    let mut scene = Scene::new(settings, "{}", "");
    let names = [Some("first"), None, Some("3"), None];
    let items: Vec<_> = ["a", "b", "c", "d"]
        .into_iter()
        .zip(names)
        .map(|(content, name)| (content, Status::Todo, name))
        .collect();
    if dialect == Dialect::Task {
        items.iter().for_each(|item| {
            scene.tool("TaskCreate", &list_call(dialect, &[*item])).ok();
        });
    } else {
        scene.tool(writing_tool(dialect), &list_call(dialect, &items)).ok();
    }
    assert_eq!(scene.list(), "a, b, c, d", "{dialect:?}");
    scene
}

/// Checks what a text calls todos, and returns how many it names.
fn check(scene: &Scene, named: &[(String, String)], of: &str) -> usize {
    assert_eq!(find_misnamed(named, &scene.store, &scene.model), None, "{of}");
    named.len()
}

#[test]
fn a_call_by_what_a_reminder_calls_a_todo_means_it() {
    let mut named = 0;
    for dialect in Dialect::ALL {
        for reminders in [ReminderMode::Changes, ReminderMode::Full] {
            for (what, act) in ACTS {
                let of = format!("{dialect:?}, {reminders:?}, {what}");
                let mut scene = written(Settings { reminders, ..settings(dialect) });
                scene.reminder();
                for _ in 0..2 {
                    act(&mut scene);
                    let reminder = scene.reminder();
                    named += check(&scene, &named_in(&reminder), &format!("{of}: {reminder}"));
                    // It also does once messages were cut.
                    scene.model.compacted();
                    let whole = scene.reminder();
                    if scene.store.has_unfinished() {
                        assert!(whole.contains("<todos>"), "{of}: {whole}");
                    }
                    named += check(&scene, &named_in(&whole), &format!("{of}: {whole}"));
                    if scene.store.list().len() < 4 {
                        break;
                    }
                }
            }
        }
    }
    assert!(named > 2_000, "{named}");
}

#[test]
fn progress_by_what_a_reminder_calls_a_todo_settles_it() {
    let mut settled = 0;
    for dialect in Dialect::ALL {
        for (what, act) in ACTS {
            let mut scene = written(settings(dialect));
            scene.reminder();
            act(&mut scene);
            scene.reminder();
            scene.model.compacted();
            for (id, content) in named_in(&scene.reminder()) {
                let mut scene = scene.clone();
                let find = |scene: &Scene| {
                    let list = scene.store.list();
                    list.iter().find(|todo| todo.content() == content).cloned()
                };
                let is_free = find(&scene).is_some_and(|todo| {
                    todo.status() == Status::Todo
                        && todo.waiting().is_none()
                        && todo.text(Field::Owner).is_none()
                });
                if !is_free {
                    continue;
                }
                let arguments = json!({"todo_done": [id]}).to_string();
                let answer = scene.progress(&arguments).text.clone();
                let of = format!("{dialect:?}, {what}, {arguments}: {answer}");
                let now = find(&scene).map(|todo| todo.status());
                assert_eq!(now, Some(Status::Done), "{of}");
                settled += 1;
            }
        }
    }
    assert!(settled > 1_000, "{settled}");
}

#[test]
fn a_call_by_what_an_answer_calls_a_todo_means_it() {
    let mut named = 0;
    for dialect in Dialect::ALL {
        for reminders in [ReminderMode::Off, ReminderMode::Changes] {
            for (what, act) in ACTS {
                let mut scene = written(Settings { reminders, ..settings(dialect) });
                scene.reminder();
                scene.next_message();
                act(&mut scene);
                for (call, scene, answer) in answers(&scene) {
                    let of = format!("{dialect:?}, {reminders:?}, {what}, {call}: {answer}");
                    named += check(&scene, &named_in_answer(&answer), &of);
                }
            }
        }
    }
    assert!(named > 2_000, "{named}");
}

/// What calls of all kinds are answered in the next message of the model of a scene, each with the scene after it.
fn answers(scene: &Scene) -> Vec<(String, Scene, String)> {
    let dialect = scene.model.settings().dialect;
    let mut calls: Vec<(&str, Value)> = vec![];
    calls.extend(reading_call(dialect));
    match dialect {
        Dialect::TodoManager => {
            for action in ["complete_multiple", "skip", "mark_doing", "go_back"] {
                calls.push((writing_tool(dialect), json!({"action": action, "ids": [2]})));
            }
            calls.push((writing_tool(dialect), json!({"action": "get_next"})));
            calls
                .push((writing_tool(dialect), json!({"action": "complete_multiple", "ids": [99]})));
            calls
                .push((writing_tool(dialect), json!({"action": "add_multiple", "todos": ["new"]})));
        }
        Dialect::Task => {
            for status in ["completed", "in_progress", "pending"] {
                calls.push(("TaskUpdate", json!({"taskId": "2", "status": status})));
            }
            calls.push(("TaskUpdate", json!({"taskId": "99", "status": "completed"})));
            calls.push(("TaskGet", json!({"taskId": "4"})));
            calls.push(("TaskCreate", json!({"subject": "new"})));
        }
        _ => {
            for status in [Status::Todo, Status::Doing, Status::Done] {
                let names = if has_ids(dialect) {
                    [Some("first"), None, Some("3"), None]
                } else {
                    [None; 4]
                };
                let items =
                    [("a", Status::Todo), ("b", status), ("c", status), ("d", Status::Todo)];
                let items: Vec<_> = items
                    .into_iter()
                    .zip(names)
                    .map(|((content, status), name)| (content, status, name))
                    .collect();
                calls.push((writing_tool(dialect), list_call(dialect, &items)));
                calls.push((writing_tool(dialect), list_call(dialect, &items[1..3])));
            }
            calls.push((writing_tool(dialect), json!({"no": "list"})));
        }
    }
    if dialect == Dialect::TaskWrite {
        calls.push(("task_complete", json!({"id": "3"})));
        calls.push(("task_update", json!({"id": "99", "status": "completed"})));
    }
    let answered = |(tool, arguments): (&str, Value)| {
        let mut scene = scene.clone();
        let answer = scene.tool(tool, &arguments).text.clone();
        (format!("{tool} {arguments}"), scene, answer)
    };
    let mut all: Vec<_> = calls.into_iter().map(answered).collect();
    for arguments in [r#"{"todo_done": [2], "todo_skip": [4]}"#, r#"{"todo_done": [99]}"#] {
        let mut scene = scene.clone();
        let answer = scene.progress(arguments).text.clone();
        all.push((format!("progress {arguments}"), scene, answer));
    }
    all.iter_mut().for_each(|(_, scene, _)| scene.next_message());
    all
}

/// A list with one todo in each state, with all that a dialect may say of it.
fn filled(dialect: Dialect) -> Scene {
    let mut scene =
        Scene::new(settings(dialect), r#"{"maxDoing": 2}"#, "a doing, b, c skipped, d done");
    scene.user("add: e; describe 5: of e; rank 5: high; block 5 by 2");
    scene.host("wait 2: which?");
    scene
}

#[test]
fn the_todos_of_a_conversation_are_those_of_the_tool() {
    let expected: Value = serde_json::from_str(include_str!("listed.json")).unwrap();
    let mut written = serde_json::Map::new();
    for dialect in Dialect::ALL {
        let listed: Value = serde_json::from_str(&dialect.todos(&filled(dialect).store)).unwrap();
        written.insert(dialect.word().to_owned(), listed);
    }
    assert_eq!(Value::from(written), expected);
}

#[test]
fn the_todos_of_a_conversation_have_the_ids_that_reminders_show() {
    for dialect in Dialect::ALL {
        for (what, act) in ACTS {
            let mut scene = written(settings(dialect));
            act(&mut scene);
            scene.reminder();
            scene.model.compacted();
            let mut shown = named_in(&scene.reminder());
            let listed: Vec<Value> = serde_json::from_str(&dialect.todos(&scene.store)).unwrap();
            assert_eq!(listed.len(), scene.store.list().len(), "{dialect:?}, {what}");
            shown.retain(|(_, content)| {
                scene.store.list().iter().any(|todo| todo.content() == content)
            });
            for (item, (id, _)) in listed.iter().zip(shown) {
                let is_same = match &item["id"] {
                    Value::Null => true,
                    said => said.as_str().map_or(said.to_string(), str::to_owned) == id,
                };
                assert!(is_same, "{dialect:?}, {what}: {item}, {id}");
            }
        }
    }
}
