//! A model that knows nothing but what it read: it keeps the list as the reminders and answers told it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use agent_todos::forms::reminder::{Reminder, ReminderMode};
use agent_todos::{Conversation, Dialect, Outcome, Settings, Status, TodoStore};
use serde_json::Value;

use super::{State, word};
use crate::dice::sound_the_same;
use crate::scene::{has_ids, settings, shown_id, text};

/// What the model knows of a todo.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Known {
    pub(super) content: String,
    pub(super) status: Status,
    /// The id that it gave it itself.
    pub(super) name: Option<String>,
    /// The position that means it in this turn; none where it was only told of its text.
    pub(super) id: Option<usize>,
}

impl Known {
    pub(super) fn new(content: &str) -> Self {
        Self { content: content.into(), status: Status::Todo, name: None, id: None }
    }

    pub(super) fn word(&self) -> &str {
        word(&self.content)
    }
}

/// The todo of a word.
pub(super) fn known<'a>(view: &'a mut [Known], named: &str) -> Option<&'a mut Known> {
    view.iter_mut().find(|known| known.word() == word(named))
}

/// The todos are those that positions mean, in this order.
pub(super) fn number(view: &mut [Known]) {
    for (place, known) in view.iter_mut().enumerate() {
        known.id = Some(place + 1);
    }
}

/// One is started, so another is in progress no more.
pub(super) fn set_back(view: &mut [Known]) {
    for known in view.iter_mut().filter(|known| known.status == Status::Doing) {
        known.status = Status::Todo;
    }
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
fn elements(text: &str) -> Vec<(String, Known)> {
    let element = |part: &str| {
        let (id, rest) = part.split_once("\" status=\"").unwrap();
        let (status, rest) = rest.split_once('"').unwrap();
        let (_, rest) = rest.split_once('>').unwrap();
        let (content, _) = rest.split_once("</todo>").unwrap();
        (id.to_owned(), Known { status: status_of(status), ..Known::new(content) })
    };
    text.split("<todo id=\"").skip(1).map(element).collect()
}

/// Whether a note says what others changed, not what became of the call.
pub(super) fn is_news(note: &str) -> bool {
    note.starts_with(char::is_uppercase) || note.contains("\" now.")
}

/// What an answer shows of each todo of the list.
#[derive(PartialEq)]
enum Shown {
    Contents,
    Statuses,
}

/// What the model knows, its conversation, and what persons did that it does not know of.
pub(super) struct Model {
    pub(super) dialect: Dialect,
    pub(super) conversation: Conversation,
    /// The list as it knows it, in its order.
    pub(super) view: Vec<Known>,
    /// How many positions there are in this turn.
    pub(super) positions: usize,
    /// Whether its host asks for reminders, before each request. Otherwise each answer tells all that is new.
    pub(super) is_reminded: bool,
    /// Whether its host is to ask for one, as there are answers since.
    pub(super) is_answered: bool,
    /// What persons changed since: the words of todos, by what was changed.
    pub(super) status: BTreeSet<String>,
    pub(super) content: BTreeSet<String>,
    pub(super) presence: BTreeSet<String>,
    /// The todos that it saw with another content, and was not told how far they are: for all that it knows they
    /// are others.
    pub(super) strangers: BTreeSet<String>,
}

impl Model {
    pub(super) fn new(dialect: Dialect, reminders: ReminderMode, every: u32) -> Self {
        Self {
            dialect,
            conversation: Conversation::new(Settings { reminders, every, ..settings(dialect) }),
            view: vec![],
            positions: 0,
            is_reminded: false,
            is_answered: false,
            status: BTreeSet::new(),
            content: BTreeSet::new(),
            presence: BTreeSet::new(),
            strangers: BTreeSet::new(),
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
            self.forget();
        }
        for (id, mut is) in elements(text) {
            is.name = names.get(is.word()).cloned().flatten();
            // Ids of its tools say nothing of where a todo is: those that are new come last.
            let known_at = self.view.iter().position(|known| known.word() == is.word());
            let place = match has_ids(self.dialect) {
                true => known_at.unwrap_or(self.view.len()) + 1,
                false => id.parse().unwrap(),
            };
            is.id = Some(place);
            match known(&mut self.view, &is.content) {
                Some(known) => *known = is,
                None => self.view.insert(self.view.len().min(place - 1), is),
            }
            self.positions = self.positions.max(place);
        }
        if text.contains("<todos>") {
            self.positions = self.view.len();
        }
    }

    /// A turn begins. Where the list was not shown, positions mean what they meant.
    fn begin_turn(&mut self, text: &str) {
        if has_ids(self.dialect) {
            number(&mut self.view);
            self.positions = self.view.len();
            return;
        }
        // Of one that a note named by its text alone, it is not said where it stands: where no other does.
        let (placed, unplaced): (Vec<Known>, Vec<Known>) =
            self.view.drain(..).partition(|known| known.id.is_some());
        self.view = placed;
        for known in unplaced {
            let is_free = |place: &usize| self.view[*place].id != Some(place + 1);
            let free =
                (0..self.view.len()).find(|place| self.view[*place].id.is_some() && is_free(place));
            self.view.insert(free.unwrap_or(self.view.len()), known);
        }
        for (place, known) in self.view.iter().enumerate() {
            assert!(known.id.is_none_or(|id| id == place + 1), "{text} {:?}", self.view);
        }
        self.positions = self.view.len();
    }

    /// Takes in what is said in words: `The user completed 3 ("x3").` Beside a list, that is how far todos are.
    fn read_sentences(&mut self, text: &str, has_list: bool) {
        for sentence in text.split(". ").flat_map(|part| part.split('\n')) {
            if !has_list {
                self.read(sentence);
            }
            for (verb, status) in [
                (" completed ", Some(Status::Done)),
                (" skipped ", Some(Status::Skipped)),
                (" started ", Some(Status::Doing)),
                (" reopened ", Some(Status::Todo)),
                (" made ", Some(Status::Todo)),
                (" ended the wait of ", Some(Status::Todo)),
                (" set ", Some(Status::Todo)),
                (" added ", Some(Status::Todo)),
                (" brought back ", Some(Status::Todo)),
                (" removed ", None),
            ] {
                let Some((_, rest)) = sentence.split_once(verb) else { continue };
                let Some((id, rest)) = rest.split_once(" (\"") else { continue };
                let content = rest.split('"').next().unwrap();
                let place = self.view.iter().position(|known| known.word() == word(content));
                let id = match has_ids(self.dialect) {
                    true if id.contains(' ') => continue,
                    true => place.unwrap_or(self.view.len()) + 1,
                    false => match id.parse::<usize>() {
                        Ok(id) => id,
                        Err(_) => continue,
                    },
                };
                if rest.contains(" wait on ") {
                    continue;
                }
                let is_new = [" added ", " brought back "].contains(&verb);
                if has_list && status.is_none() {
                    continue;
                }
                if is_new {
                    // "The user added 3 ("x3"), done."
                    let status = rest.split_once("\"), ").map_or("", |(_, status)| status);
                    let status = status_of(status.trim_end_matches('.'));
                    let is = Known { id: Some(id), status, ..Known::new(content) };
                    match known(&mut self.view, content).filter(|_| has_list) {
                        Some(known) => known.status = status,
                        None => self.view.insert(self.view.len().min(id - 1), is),
                    }
                    continue;
                }
                let place = place.unwrap_or_else(|| panic!("{text} {:?}", self.view));
                // Another todo was called so since.
                if status.is_none() && self.view[place].content != content {
                    continue;
                }
                let known = *self.view[place].id.get_or_insert(id);
                assert!(known == id || has_ids(self.dialect), "{text} {:?}", self.view);
                match status {
                    Some(status) => self.view[place].status = status,
                    None => drop(self.view.remove(place)),
                }
            }
            // What no position means is named by its text alone.
            if let Some((_, content)) = sentence.split_once(" removed \"") {
                let content = content.split('"').next().unwrap();
                self.view.retain(|known| known.content != content);
            }
            if let Some((_, rest)) = sentence.split_once(" moved ").filter(|_| !has_list)
                && let Some((id, rest)) = rest.split_once(" (\"")
            {
                let (id, content) = (id.parse::<usize>().unwrap(), rest.split('"').next().unwrap());
                let place = self.view.iter().position(|known| known.word() == word(content));
                let moved = self.view.remove(place.unwrap());
                let place = self.view.len().min(id - 1);
                self.view.insert(place, Known { id: Some(id), ..moved });
            }
            if let Some((_, rest)) = sentence.split_once(" changed ")
                && let Some((_, rest)) = rest.split_once(" to \"")
            {
                let content = rest.split('"').next().unwrap();
                known(&mut self.view, content).unwrap().content = content.into();
            }
        }
    }

    pub(super) fn be_reminded(&mut self, store: &TodoStore) {
        let reminder = self.conversation.reminder(store);
        self.is_answered = false;
        self.is_reminded = self.conversation.settings().reminders != ReminderMode::Off;
        if !self.is_reminded {
            assert_eq!(reminder, Reminder::Silence);
            return;
        }
        let text = text(&reminder, store);
        if std::env::var("TRACE").is_ok() {
            println!("{text}");
        }
        if reminder == Reminder::Silence && self.view.is_empty() {
            // Nothing is left to do. Who was told nothing knows nothing; for others, a turn begins.
            assert!(!store.has_unfinished());
            self.positions = 0;
            return;
        }
        if !text.contains("<todos>") {
            self.read_sentences(&text, false);
        }
        self.read(&text);
        self.learn_ids(&text);
        self.forget();
        self.begin_turn(&text);
        self.learn_names(store);
    }

    /// Takes in what it calls each todo, as it was told.
    pub(super) fn learn_names(&mut self, store: &TodoStore) {
        let told = self.conversation.told();
        for todo in told.iter().filter(|_| has_ids(self.dialect)) {
            if let Some(known) = known(&mut self.view, todo.content()) {
                known.name = Some(shown_id(self.dialect, told, store, todo));
            }
        }
    }

    /// What an answer says of the list. It says who took off what it shows no more.
    pub(super) fn hear(&mut self, outcome: &Outcome) {
        self.is_answered = true;
        let news = self.presence.clone();
        let is_there = |view: &[Known], named: &str| view.iter().any(|known| known.word() == named);
        let there: Vec<String> =
            news.into_iter().filter(|word| is_there(&self.view, word)).collect();
        self.take_in(outcome);
        let notes = outcome.notes.join("\n");
        for word in there.iter().filter(|word| !is_there(&self.view, word)) {
            let ways = [&format!("\"{word}"), " todos stay off the list", " todos: "];
            // After a merge nobody may know who did.
            let says_who = |note: &String| is_news(note) && !note.contains(" answered ");
            let is_unknown = !outcome.notes.iter().any(says_who);
            let lists = [
                r#""items":["#,
                r#""todos":["#,
                r#""todoList":["#,
                r#""tasks":["#,
                r#""task_list":["#,
            ];
            let shows_list = notes.contains("the list now")
                || outcome.text.contains("<todos>")
                || lists.iter().any(|list| outcome.text.contains(list));
            let has_list = shows_list && is_unknown;
            let is_told = has_list
                || ways.iter().any(|way| outcome.text.contains(*way) || notes.contains(*way));
            assert!(is_told, "{word}: {} {notes}", outcome.text);
        }
        if self.conversation.is_turn_due() {
            self.conversation.begin_turn();
            self.begin_turn(&outcome.text);
        }
    }

    /// Where no reminder tells what is new, the answer did.
    pub(super) fn knows_all(&self, store: &TodoStore, of: &dyn Display) {
        if self.is_reminded {
            return;
        }
        let list = store.list().iter().map(|todo| (todo.content(), todo.status()));
        let is_same = self.view.len() == store.list().len()
            && self.view.iter().zip(list).all(|(known, (content, status))| {
                known.content == content && sound_the_same(self.dialect, known.status, status)
            });
        assert!(is_same, "it knows {:?} of {:?}: {of}", self.view, store.list());
    }

    fn take_in(&mut self, outcome: &Outcome) {
        outcome.notes.iter().for_each(|note| self.learn_ids(note));
        let answer = serde_json::from_str::<Value>(&outcome.text).unwrap_or_default();
        if let Some(list) = outcome.notes.iter().find(|note| note.starts_with("the list now")) {
            self.read(list);
            self.learn_id(&answer);
            return;
        }
        // What a note named, it knows of.
        let is_named =
            |word: &String| outcome.notes.iter().any(|note| note.contains(&format!("\"{word}")));
        self.changes().into_iter().for_each(|set| set.retain(|word| !is_named(word)));
        // Where the answer shows how far each is, the notes say the same.
        let list = self.read_answer(&answer);
        let shows_statuses = list == Some(Shown::Statuses);
        for note in &outcome.notes {
            let note = note.replace(" stays, ", " stays ");
            if let Some((what, _)) = note.split_once(" waits for ")
                && let Some(content) = what.split('"').nth(1)
                && let Some(known) = known(&mut self.view, content)
            {
                known.status = Status::Todo;
                continue;
            }
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
        // What is new comes last.
        let news = outcome.notes.iter().find(|note| is_news(note));
        if let Some(news) = news.filter(|_| !shows_statuses) {
            self.read_sentences(news, list.is_some());
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

    /// Takes in what an answer in JSON shows of the list, if it does.
    fn read_answer(&mut self, answer: &Value) -> Option<Shown> {
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
                let content = ["content", "title", "subject", "task_description"]
                    .iter()
                    .find_map(|key| item[*key].as_str());
                let content = content.or(item.as_str()).unwrap();
                let was = known(&mut old, content).cloned();
                if was.as_ref().is_some_and(|was| was.content != content) && item.is_string() {
                    self.strangers.insert(word(content).into());
                }
                let id = Some(self.view.len() + 1);
                let mut is = Known { content: content.into(), id, ..was.unwrap_or(Known::new("")) };
                is.status = item["status"].as_str().map_or(is.status, status_of);
                if item["subject"].is_string() {
                    is.name = item["id"].as_str().map(Into::into).or(is.name);
                }
                self.view.push(is);
            }
            self.positions = self.view.len();
            self.forget();
            let has_statuses = list.iter().all(|item| item["status"].is_string());
            return Some(if has_statuses { Shown::Statuses } else { Shown::Contents });
        }
        if let Some(list) = answer["output"].as_str().filter(|text| text.starts_with("<todo")) {
            self.read(list);
            return list.starts_with("<todos>").then_some(Shown::Statuses);
        }
        None
    }
}
