//! A model that knows nothing but what it read: it keeps the list as the reminders and answers told it.

use std::collections::{BTreeMap, BTreeSet};

use agent_todos::forms::reminder::{Reminder, ReminderMode};
use agent_todos::{Conversation, Dialect, Outcome, Settings, Status, TodoStore};
use serde_json::Value;

use super::{State, word};
use crate::scene::{settings, text};

/// What the model knows of a todo.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    pub(super) content: String,
    pub(super) status: Status,
    /// The id that it gave it itself.
    pub(super) name: Option<String>,
}

impl Known {
    pub(super) fn new(content: &str) -> Self {
        Self { content: content.into(), status: Status::Todo, name: None }
    }

    pub(super) fn word(&self) -> &str {
        word(&self.content)
    }
}

/// The todo of a word.
pub(super) fn known<'a>(view: &'a mut [Known], named: &str) -> Option<&'a mut Known> {
    view.iter_mut().find(|known| known.word() == word(named))
}

/// One is started, so another is in progress no more.
pub(super) fn set_back(view: &mut [Known]) {
    for known in view.iter_mut().filter(|known| known.status == Status::Doing) {
        known.status = Status::Todo;
    }
}

/// Whether a model that speaks a dialect takes one status for another: most say of what was given up that it is completed.
pub(super) fn sound_the_same(dialect: Dialect, one: Status, other: Status) -> bool {
    let says_given_up = [
        Dialect::TodoManager,
        Dialect::XmlCall,
        Dialect::Merge,
        Dialect::CursorTodoWrite,
        Dialect::WriteTodos,
        Dialect::Todowrite,
    ];
    one == other || one.is_settled() && other.is_settled() && !says_given_up.contains(&dialect)
}

fn status_of(said: &str) -> Status {
    match said {
        "done" | "completed" => Status::Done,
        "doing" | "in_progress" | "in-progress" => Status::Doing,
        "skipped" | "cancelled" => Status::Skipped,
        _ => Status::Todo,
    }
}

/// The todos in XML in a text, by their ids.
fn elements(text: &str) -> Vec<(usize, Known)> {
    let element = |part: &str| {
        let (id, rest) = part.split_once("\" status=\"").unwrap();
        let (status, rest) = rest.split_once("\">").unwrap();
        let (content, _) = rest.split_once("</todo>").unwrap();
        (id.parse().unwrap(), Known { status: status_of(status), ..Known::new(content) })
    };
    text.split("<todo id=\"").skip(1).map(element).collect()
}

/// What the model knows, its conversation, and what persons did that it does not know of.
pub(super) struct Model {
    pub(super) dialect: Dialect,
    pub(super) conversation: Conversation,
    pub(super) view: Vec<Known>,
    /// What persons changed since: the words of todos, by what was changed.
    pub(super) status: BTreeSet<String>,
    pub(super) content: BTreeSet<String>,
    pub(super) presence: BTreeSet<String>,
    /// The todos that it saw with another content, and was not told how far they are: for all that it knows they
    /// are others.
    pub(super) strangers: BTreeSet<String>,
    /// Those that it went on naming and was told are off the list.
    pub(super) off: BTreeSet<String>,
}

impl Model {
    pub(super) fn new(dialect: Dialect, reminders: ReminderMode, every: u32) -> Self {
        Self {
            dialect,
            conversation: Conversation::new(Settings { reminders, every, ..settings(dialect) }),
            view: vec![],
            status: BTreeSet::new(),
            content: BTreeSet::new(),
            presence: BTreeSet::new(),
            strangers: BTreeSet::new(),
            off: BTreeSet::new(),
        }
    }

    fn changes(&mut self) -> [&mut BTreeSet<String>; 3] {
        [&mut self.presence, &mut self.content, &mut self.status]
    }

    fn forget(&mut self) {
        self.changes().into_iter().for_each(BTreeSet::clear);
    }

    /// Somebody else changed the list; a person holds it against what the model says without knowing.
    pub(super) fn others_changed(
        &mut self,
        before: &State,
        after: &State,
        last: &State,
        is_person: bool,
    ) {
        for word in before.keys().chain(after.keys()) {
            let (was, is) = (before.get(word), after.get(word));
            // Of one that came back, what is other than it was is theirs who brought it back.
            let last = last.get(word);
            let is_changed = [
                was.is_some() != is.is_some(),
                is.is_some_and(|is| last.is_none_or(|last| last.0 != is.0)),
                is.is_some_and(|is| last.is_none_or(|last| last.1 != is.1)),
            ];
            for (set, _) in self.changes().into_iter().zip(is_changed).filter(|(_, is)| *is) {
                if is_person {
                    set.insert(word.clone());
                } else {
                    set.remove(word);
                }
            }
        }
    }

    /// Takes in which todo has which id now: `3 ("x4") has the id "t5" now.`
    fn learn_ids(&mut self, text: &str) {
        let parts: Vec<&str> = text.split("\") has the id \"").collect();
        for pair in parts.windows(2) {
            let content = pair[0].rsplit("(\"").next().unwrap();
            if let Some(known) = known(&mut self.view, content) {
                known.name = pair[1].split('"').next().map(Into::into);
            }
        }
    }

    /// Takes in a text with todos in XML.
    fn read(&mut self, text: &str) {
        let names: BTreeMap<String, Option<String>> =
            self.view.iter().map(|known| (known.word().into(), known.name.clone())).collect();
        if text.contains("<todos>") {
            self.view.clear();
            self.strangers.clear();
            self.off.clear();
            self.forget();
        }
        for (id, mut known) in elements(text) {
            known.name = names.get(known.word()).cloned().flatten();
            if id <= self.view.len() {
                self.view[id - 1] = known;
            } else {
                assert_eq!(id, self.view.len() + 1, "{text}");
                self.view.push(known);
            }
        }
    }

    pub(super) fn be_reminded(&mut self, store: &TodoStore) {
        let reminder = self.conversation.reminder(store);
        if self.conversation.settings().reminders == ReminderMode::Off {
            assert_eq!(reminder, Reminder::Silence);
            return;
        }
        let text = text(&reminder, store);
        if std::env::var("TRACE").is_ok() {
            println!("{text}");
        }
        if reminder == Reminder::Silence && self.view.is_empty() {
            // Nothing is left to do. Who was told nothing knows nothing.
            assert!(!store.has_unfinished());
            return;
        }
        // What is said in words: "The user completed 3 ("x3")."
        for line in text.split('\n').filter(|_| !text.contains("<todos>")) {
            for (verb, status) in [
                (" completed ", Some(Status::Done)),
                (" skipped ", Some(Status::Skipped)),
                (" started ", Some(Status::Doing)),
                (" reopened ", Some(Status::Todo)),
                (" set ", Some(Status::Todo)),
                (" removed ", None),
            ] {
                let Some((_, rest)) = line.split_once(verb) else { continue };
                let Some((id, rest)) = rest.split_once(" (\"") else { continue };
                let Ok(id) = id.parse::<usize>() else { continue };
                let known = &mut self.view[id - 1];
                assert_eq!(known.word(), word(rest.split('"').next().unwrap()));
                match status {
                    Some(status) => known.status = status,
                    None => known.content = "gone".into(),
                }
            }
        }
        self.read(&text);
        self.learn_ids(&text);
        self.forget();
        while self.view.last().is_some_and(|known| known.content == "gone") {
            self.view.pop();
        }
    }

    /// What an answer says of the list. It says who took off what it shows no more.
    pub(super) fn hear(&mut self, outcome: &Outcome) {
        let news = self.presence.clone();
        let is_there = |view: &[Known], named: &str| view.iter().any(|known| known.word() == named);
        let there: Vec<String> =
            news.into_iter().filter(|word| is_there(&self.view, word)).collect();
        self.take_in(outcome);
        let notes = outcome.notes.join("\n");
        for word in there.iter().filter(|word| !is_there(&self.view, word)) {
            let ways = [&format!("\"{word}"), " todos stay off the list"];
            let is_told =
                ways.iter().any(|way| outcome.text.contains(*way) || notes.contains(*way));
            assert!(is_told, "{word}: {} {notes}", outcome.text);
        }
    }

    fn take_in(&mut self, outcome: &Outcome) {
        outcome.notes.iter().for_each(|note| self.learn_ids(note));
        let answer = serde_json::from_str::<Value>(&outcome.text).unwrap_or_default();
        if let Some(list) = outcome.notes.iter().find(|note| note.starts_with("the list now: ")) {
            self.read(list);
            self.learn_id(&answer);
            return;
        }
        // What a note named, it knows of.
        let is_named =
            |word: &String| outcome.notes.iter().any(|note| note.contains(&format!("\"{word}")));
        self.changes().into_iter().for_each(|set| set.retain(|word| !is_named(word)));
        // Where the answer shows how far each is, the notes say the same.
        let shows_statuses = self.read_answer(&answer);
        for note in &outcome.notes {
            if let Some((what, _)) = note.split_once("\" stays off the list: ") {
                self.off.insert(word(&what[1..]).into());
            }
            let note = note.replace(" stays, ", " stays ");
            let Some((what, rest)) = note.split_once(" stays ") else { continue };
            if rest.starts_with("off the list") || rest.starts_with("without ") {
                continue;
            }
            // "2 ("x3") stays done: …" and "2 stays "x3 v1": …"
            let quoted = |text: &str| text.split('"').nth(1).map(str::to_owned);
            let (content, status) = match quoted(what) {
                Some(content) => {
                    (content, rest.split_once(':').map(|(status, _)| status_of(status)))
                }
                None => (quoted(rest).unwrap(), None),
            };
            let is_known = known(&mut self.view, &content).is_some();
            if shows_statuses {
                let known = known(&mut self.view, &content).unwrap();
                let sounds = |said| sound_the_same(self.dialect, known.status, said);
                assert!(status.is_none_or(sounds), "{note}: {}", outcome.text);
                continue;
            }
            if status == Some(Status::Doing) && is_known {
                set_back(&mut self.view);
            }
            if let Some(known) = known(&mut self.view, &content) {
                known.status = status.unwrap_or(known.status);
                known.content = content;
            }
        }
    }

    /// Takes in the id of the todo that an answer is about.
    fn learn_id(&mut self, answer: &Value) {
        let task = &answer["task"];
        if let (Some(id), Some(content)) = (task["id"].as_str(), task["subject"].as_str())
            && let Some(known) = known(&mut self.view, content)
        {
            known.name = Some(id.into());
        }
    }

    /// Takes in what an answer in JSON shows of the list, and says whether it shows how far each todo is.
    fn read_answer(&mut self, answer: &Value) -> bool {
        self.learn_id(answer);
        if let Some(task) = answer["task"].as_object() {
            let content = task["subject"].as_str().unwrap();
            if let Some(known) = known(&mut self.view, content)
                && let Some(status) = task.get("status")
            {
                known.content = content.into();
                known.status = status_of(status.as_str().unwrap());
                self.status.remove(word(content));
                self.content.remove(word(content));
            }
        }
        let keys = ["todos", "items", "todoList", "tasks", "task_list"];
        if let Some(list) = keys.iter().find_map(|key| answer[*key].as_array()) {
            let mut old = std::mem::take(&mut self.view);
            for item in list {
                let content =
                    ["content", "title", "subject"].iter().find_map(|key| item[*key].as_str());
                let content = content.or(item.as_str()).unwrap();
                let was = known(&mut old, content).cloned();
                if was.as_ref().is_some_and(|was| was.content != content) && item.is_string() {
                    self.strangers.insert(word(content).into());
                }
                let mut is = Known { content: content.into(), ..was.unwrap_or(Known::new("")) };
                is.status = item["status"].as_str().map_or(is.status, status_of);
                if item["subject"].is_string() {
                    is.name = item["id"].as_str().map(Into::into).or(is.name);
                }
                self.view.push(is);
            }
            self.forget();
            return list.iter().all(|item| item["status"].is_string());
        }
        if let Some(list) = answer["output"].as_str().filter(|text| text.starts_with("<todos>")) {
            self.read(list);
        }
        false
    }
}
