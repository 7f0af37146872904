//! The reminder: what a host puts into the conversation so that the model sees the list.
//!
//! It is a function of the list and of what the conversation was told already: the whole list, or what others
//! changed since, and who they are.
//!
//! Sources: the original agent for the whole list; the design (section 5) for the rest.

use alloc::string::String;
use alloc::vec::Vec;

use tsify::Tsify;

use crate::forms::xml::{self, write_todo};
use crate::list::author::{Author, Cause};
use crate::list::blockers::waits_on;
use crate::list::delta::{Aspect, Delta};
use crate::list::history::{List, Revision};
use crate::list::holds::capital;
use crate::list::marks::How;
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Status, Todo, find, joined};
use crate::text::escape::escape_text;
use crate::text::excerpt::said;
use crate::text::message::Part::Text;
use crate::text::message::{count, excerpt, fill};
use crate::text::words::words;

/// What stands before the list in a reminder.
pub const BEFORE_LIST: &str = "<browser-state>TODO list updated. Current state:\n";
/// What stands after it.
pub const AFTER_LIST: &str = "</browser-state>";

/// The whole list in a `<browser-state>` element: the original agent's text, to the letter.
pub fn system_reminder(list: &List) -> String {
    whole(BEFORE_LIST, list)
}

fn whole(before: &str, list: &List) -> String {
    let mut reminder = String::from(before);
    xml::write(&mut reminder, list);
    reminder.push_str(AFTER_LIST);
    reminder
}

words! {
    /// How much of the list a reminder contains: the whole list after each change (`"full"`), the whole
    /// list now and then and otherwise what others changed (`"changes"`), or nothing (`"off"`).
    #[derive(Tsify)]
    #[tsify(type_prefix = "Reminder")]
    pub enum Mode {
        /// The whole list after each change.
        Full = "full",
        /// The whole list once and now and then, and what others changed.
        Changes = "changes",
        /// Nothing.
        Off = "off",
    }
}

/// What to put into a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reminder {
    /// Nothing: nothing is new, or nothing is left to do.
    Silence,
    /// The text of [`system_reminder`].
    Full,
    /// What others changed.
    Changes {
        /// The text that says it.
        text: String,
        /// Whether that holds the whole list, as it does where ids moved and when it is due.
        is_whole: bool,
    },
}

impl TodoStore {
    /// The text a host puts into the conversation after a change.
    pub fn system_reminder(&self) -> String {
        system_reminder(self.list())
    }
}

/// What others changed of the list that a model was told.
pub(crate) struct News<'a> {
    pub told: &'a List,
    pub store: &'a TodoStore,
    /// The revision up to which the model knows what others did.
    pub since: Revision,
}

/// More sentences than these are no longer read: their number is said.
const MOST_SENTENCES: usize = 8;

impl News<'_> {
    /// The text that says it, if there is anything to say, and whether that holds the whole list, as it does where
    /// `is_whole` asks for it and where ids moved.
    pub fn reminder(&self, is_whole: bool) -> Option<(String, bool)> {
        let causes = self.causes();
        let keys = self.keys();
        let is_long = keys.len() > MOST_SENTENCES;
        let is_whole =
            is_whole || is_long || !causes.is_empty() || !is_aligned(self.told, self.store.list());
        let mut sentences = causes;
        if is_long {
            sentences.extend(self.counts(&keys));
        } else {
            for key in &keys {
                self.say(*key, is_whole, &mut sentences);
            }
        }
        if is_whole {
            let parts = [Text(&sentences.join("\n"))];
            let before = fill("<browser-state>TODO list updated. {}\nCurrent state:\n", &parts);
            return Some((whole(&before, self.store.list()), true));
        }
        if sentences.is_empty() {
            return None;
        }
        let parts =
            [Text(&counts(self.store.list())), Text(&sentences.join("\n")), Text(AFTER_LIST)];
        let template = match self.store.list().as_slice() {
            [] => "<browser-state>TODO list updated{}, it is empty. {}{}",
            _ => "<browser-state>TODO list updated: {}. {}{}",
        };
        Some((fill(template, &parts), false))
    }

    /// A sentence for each undo, restore and new task.
    fn causes(&self) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for stamp in self.store.history().stamps_after(self.since) {
            let what = match stamp.cause {
                Cause::Edit | Cause::Skip => continue,
                Cause::Undo => "{} took back the latest change.",
                Cause::Restore => "{} brought an earlier list back.",
                Cause::NewTask => "{} began a new task, and the list before it is archived.",
            };
            let sentence = fill(what, &[Text(capital(Some(stamp.by.author)))]);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences
    }

    /// The todos that are other than as they were told: those that left first.
    fn keys(&self) -> Vec<Key> {
        let delta = Delta::between(self.told, self.store.list());
        let moved = self.store.moved_since(self.told);
        let is_other = |todo: &&Todo| {
            moved.contains(&todo.key)
                || find(self.told, todo.key).is_none_or(|was| !was.is_same(todo))
        };
        let others = self.store.list().iter().filter(is_other);
        delta.left.iter().copied().chain(others).map(|todo| todo.key).collect()
    }

    fn by(&self, key: Key, aspect: Aspect) -> Option<Author> {
        self.store.marks().by(key, aspect).map(|by| by.author)
    }

    /// How many todos each author changed.
    fn counts(&self, keys: &[Key]) -> Vec<String> {
        let mut authors: Vec<(Option<Author>, usize)> = Vec::new();
        for key in keys {
            let marks = self.store.marks();
            let by = match marks.of(*key) {
                Some(mark) => Some(mark.latest().author),
                None => self.by(*key, Aspect::Presence),
            };
            match authors.iter_mut().find(|(author, _)| *author == by) {
                Some((_, number)) => *number = number.saturating_add(1),
                None => authors.push((by, 1)),
            }
        }
        let sentence = |(by, number): &(Option<Author>, usize)| {
            let s = if *number == 1 { "" } else { "s" };
            fill("{} changed {} todo{}.", &[Text(capital(*by)), count(*number), Text(s)])
        };
        authors.iter().map(sentence).collect()
    }

    /// What became of a todo, in sentences.
    fn say(&self, key: Key, is_whole: bool, sentences: &mut Vec<String>) {
        let mut add = |aspect, template: &str, parts: &[&str]| {
            let who = capital(self.by(key, aspect));
            let mut texts = [Text(who), Text(""), Text(""), Text("")];
            for (slot, part) in texts.iter_mut().skip(1).zip(parts) {
                *slot = Text(part);
            }
            sentences.push(fill(template, &texts));
        };
        let place = |list: &List| list.iter().position(|todo| todo.key == key);
        let list = self.store.list();
        let is_back = self.store.marks().of(key).is_some_and(|mark| mark.is_back);
        let (before, after) = (place(self.told), place(list));
        let (was, is) = (find(self.told, key), find(list, key));
        let id =
            |place: Option<usize>| fill("{}", &[count(place.unwrap_or_default().wrapping_add(1))]);
        let (Some(was), Some(is)) = (was, is) else {
            match (was, is, is_whole) {
                (Some(was), _, _) => {
                    let (template, reason) =
                        match self.store.marks().left(key).map(|left| &left.how) {
                            Some(How::Skipped(Some(reason))) => {
                                ("{} skipped and removed {} ({}): {}", sentence(reason.as_str()))
                            }
                            Some(How::Skipped(None)) => {
                                ("{} skipped and removed {} ({}).", String::new())
                            }
                            Some(How::Removed | How::Cleared) | None => {
                                ("{} removed {} ({}).", String::new())
                            }
                        };
                    let parts = [&*id(before), &short(was.content()), &reason];
                    add(Aspect::Presence, template, &parts);
                }
                (None, Some(is), true) => {
                    let template =
                        if is_back { "{} brought back {} ({})." } else { "{} added {} ({})." };
                    add(Aspect::Presence, template, &[&id(after), &short(is.content())])
                }
                (None, Some(is), false) => {
                    let template = if is_back { "{} brought back {}." } else { "{} added {}." };
                    add(Aspect::Presence, template, &[&element(after, is)]);
                }
                (None, None, _) => {}
            }
            return;
        };
        let (now, short) = (id(after), short(is.content()));
        if self.store.moved_since(self.told).contains(&key) {
            add(Aspect::Place, "{} moved {} ({}), which was {}.", &[&now, &short, &id(before)]);
        }
        let (reason, old_reason) = (is.text(Field::Reason), was.text(Field::Reason));
        if was.status != is.status || reason != old_reason {
            let template = match (is.status, reason) {
                (Status::Skipped, Some(_)) => "{} skipped {} ({}): {}",
                (Status::Skipped, None) => "{} skipped {} ({}).",
                (Status::Done, _) => "{} completed {} ({}).",
                (Status::Doing, _) => "{} started {} ({}).",
                (Status::Todo, _) if was.status.is_settled() => "{} reopened {} ({}).",
                (Status::Todo, _) => "{} set {} ({}) back to todo.",
            };
            let reason = reason.map(sentence).unwrap_or_default();
            add(Aspect::Status, template, &[&now, &short, &reason]);
        }
        for field in Field::ALL {
            let (text, before) = (is.text(field), was.text(field));
            if text == before {
                continue;
            }
            let what = match field {
                Field::Content if is_whole => {
                    add(Aspect::Text(field), "{} changed {} to {}.", &[&now, &short]);
                    continue;
                }
                Field::Content => {
                    add(Aspect::Text(field), "{} changed {} to {}.", &[&now, &element(after, is)]);
                    continue;
                }
                // What only the model's own tool says of it, and what is said with its status.
                Field::Name
                | Field::ActiveForm
                | Field::Reason
                | Field::Owner
                | Field::Evidence => continue,
                Field::Priority => "priority",
                Field::Description => "description",
            };
            let text = escaped(&said(text.unwrap_or("nothing")));
            add(Aspect::Text(field), "{} changed the {} of {} to {}.", &[what, &now, &text]);
        }
        if was.blocked_by() != is.blocked_by() {
            let mut ids = Vec::new();
            let blockers = waits_on(list, is);
            if blockers.contains(&Key::ELSEWHERE) {
                add(Aspect::Blockers, "{} blocked {} ({}).", &[&now, &short]);
                return;
            }
            for blocker in blockers {
                let place = list.iter().position(|todo| todo.key == blocker);
                ids.extend(place.map(Id::at));
            }
            let ids = if ids.is_empty() { "no other".into() } else { joined(&ids) };
            add(Aspect::Blockers, "{} made {} ({}) wait on {}.", &[&now, &short, &ids]);
        }
    }
}

/// Whether each todo that both lists have stands at the same place, so that no id means another one.
pub(crate) fn is_aligned(told: &[Todo], now: &[Todo]) -> bool {
    told.iter().enumerate().all(|(place, todo)| {
        now.get(place).is_some_and(|other| other.key == todo.key) || find(now, todo.key).is_none()
    })
}

/// The beginning of a text from outside, in quotes, where XML stands.
fn short(text: &str) -> String {
    escaped(&fill("{}", &[excerpt(text)]))
}

/// A reason as the end of a sentence, where XML stands.
fn sentence(reason: &str) -> String {
    let reason = escaped(&said(reason));
    let end = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    reason + end
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    escape_text(&mut escaped, text);
    escaped
}

fn element(place: Option<usize>, todo: &Todo) -> String {
    let mut element = String::new();
    write_todo(&mut element, Id::at(place.unwrap_or_default()), todo);
    element
}

/// "3 done, 1 doing, 26 todo": what there is none of is left out.
fn counts(list: &List) -> String {
    let mut text = String::new();
    for status in [Status::Done, Status::Skipped, Status::Doing, Status::Todo] {
        let word = status.word();
        let number = list.iter().filter(|todo| todo.status == status).count();
        if number > 0 {
            let comma = if text.is_empty() { "" } else { ", " };
            text.push_str(&fill("{}{} {}", &[Text(comma), count(number), Text(word)]));
        }
    }
    text
}
