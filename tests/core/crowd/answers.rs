//! The model reads a person's answer once, whatever else happens before it reads on, and once more
//! after each cut of its messages.

use agent_todos::forms::reminder::ReminderMode;
use agent_todos::list::author::Author;
use agent_todos::{Dialect, Settings, TextField};
use serde_json::json;

use crate::dice::{Dice, each_seed};
use crate::scene::{Scene, has_no_list, settings, writing_tool};

/// Counts how often a model reads an answer in a random history. An error says what is wrong.
fn history(seed: usize) -> Result<(), String> {
    let mut dice = Dice::of_seed(seed);
    let dialect = Dialect::ALL[dice.below(Dialect::ALL.len())];
    let reminders = [ReminderMode::Changes, ReminderMode::Full][dice.below(2)];
    let settings = Settings { reminders, ..settings(dialect) };
    let mut scene = Scene::new(settings, r#"{"maxTodos":60}"#, "a, b, c");
    let mut log = vec![format!("{dialect:?} {reminders:?}")];
    let _ = scene.reminder();
    scene.by(Author::Model, "wait 1: Which code?").unwrap();
    let _ = scene.reminder();
    scene.user("answer 1: 1234");
    let mut reports = 0;
    for _ in 0..dice.below(6) {
        let text = match dice.below(9) {
            0 => {
                scene.host(&["add: x"; 9].join("; "));
                "the host adds nine".into()
            }
            1 => {
                let _ = scene.by(Author::Agent, "start 1");
                "the run starts it".into()
            }
            2 => {
                scene.user("move 1 after 2; add after 0: y");
                "the user moves it".into()
            }
            3 => {
                scene.restart();
                "a restart".into()
            }
            4 if dialect == Dialect::TodoManager => scene.manages("get_next", &[]).text.clone(),
            4 if dialect == Dialect::Task => {
                scene.tool("TaskGet", &json!({"taskId": "1"})).text.clone()
            }
            5 => scene.progress(r#"{"todo_done":[2]}"#).text.clone(),
            6 => {
                // What it read before is no longer in its messages.
                scene.model.compacted();
                reports = 0;
                "a cut".into()
            }
            _ if !writing_tool(dialect).is_empty() && !has_no_list(dialect) => {
                scene.writes(["a, b, c", "a, b doing, c", "b, c"][dice.below(3)]).text.clone()
            }
            _ => scene.plan(r#"{"plan_update":["a","b","c","d"]}"#).text.clone(),
        };
        reports += usize::from(text.contains("1234"));
        log.push(text);
    }
    let is_there = scene.store.list().iter().any(|todo| todo.text(TextField::Answer).is_some());
    for _ in 0..2 {
        let reminder = scene.reminder();
        reports += usize::from(reminder.contains("1234"));
        log.push(reminder);
    }
    let is_right = if is_there { reports == 1 } else { reports <= 1 };
    is_right.then_some(()).ok_or_else(|| format!("reported {reports} times:\n{}", log.join("\n")))
}

#[test]
fn an_answer_is_reported_exactly_once() {
    let (failures, count) =
        each_seed("ANSWERS", 2000, |seed| history(seed).err().map(|it| (seed, it)));
    let shortest = failures.iter().min_by_key(|(_, log)| log.len());
    if let Some((seed, log)) = shortest {
        panic!("{} of {count}; FIRST={seed} ANSWERS=1: {log}", failures.len());
    }
}
