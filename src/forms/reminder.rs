//! The reminder: what a host puts into the conversation so that the model sees the list.
//!
//! It is a function of the list and of what the conversation was told already: the whole list, or what others
//! changed since, and who they are.
//!
//! Sources: seed 002 for the whole list; the design (section 5) for the rest.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;
use tsify::Tsify;

use crate::forms::xml::{self, write_todo};
use crate::list::author::{Author, Cause};
use crate::list::blame::{Aspect, Blame};
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Id, Key, Status, Todo, find};
use crate::text::decimal::push_decimal;
use crate::text::escape::escape_text;
use crate::text::excerpt::said;
use crate::text::message::Part::Text;
use crate::text::message::{count, excerpt, fill};

/// What stands before the list in a reminder.
pub const BEFORE_LIST: &str = "<browser-state>TODO list updated. Current state:\n";
/// What stands after it.
pub const AFTER_LIST: &str = "</browser-state>";

/// The whole list in a `<browser-state>` element: seed 002's text, to the letter.
pub fn system_reminder(list: &List) -> String {
    whole(BEFORE_LIST, list)
}

fn whole(before: &str, list: &List) -> String {
    let mut reminder = String::from(before);
    xml::write(&mut reminder, list);
    reminder.push_str(AFTER_LIST);
    reminder
}

/// How much of the list a reminder says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(type_prefix = "Reminder")]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The whole list after each change.
    Full,
    /// The whole list once and now and then, and what others changed.
    Changes,
    /// Nothing.
    Off,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Self; 3] = [Self::Full, Self::Changes, Self::Off];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Changes => "changes",
            Self::Off => "off",
        }
    }

    /// Finds a mode by name.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn from_name(name: &str) -> Result<Self, TodoError> {
        Self::ALL.into_iter().find(|mode| mode.word() == name).ok_or_else(|| {
            TodoError::invalid(
                "there is no reminder mode {}: use \"full\", \"changes\" or \"off\"",
                &[excerpt(name)],
            )
        })
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

    /// What to put into a conversation that last saw the list at a revision, or never.
    ///
    /// Silent when nothing that a reminder shows is new, and when the list is empty or finished. In mode
    /// `changes` the whole list comes where the conversation never saw it, where ids moved, where the
    /// history does not reach back or is that of another store which was taken over, and where it is
    /// shorter.
    pub fn reminder(&self, mode: Mode, seen: Option<Revision>) -> Reminder {
        if mode == Mode::Off || seen == Some(self.revision()) || !self.check_pending() {
            return Reminder::Silence;
        }
        let before = seen.and_then(|seen| self.list_at(seen));
        let (Mode::Changes, Some(before)) = (mode, before) else { return Reminder::Full };
        match changes(&before, self.list()) {
            None => Reminder::Full,
            Some(elements) if elements.is_empty() => Reminder::Silence,
            Some(elements) => {
                let text = fill(
                    "<browser-state>TODO list updated: {}. Changed:\n<todos>{}</todos></browser-state>",
                    &[Text(&counts(self.list())), Text(&elements)],
                );
                let is_shorter = text.len() < system_reminder(self.list()).len();
                if is_shorter {
                    Reminder::Changes { text, is_whole: false }
                } else {
                    Reminder::Full
                }
            }
        }
    }
}

/// What others changed of the list that a model was told.
pub(crate) struct News<'a> {
    pub told: &'a List,
    pub now: &'a List,
    pub blame: &'a Blame,
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
            is_whole || is_long || !causes.is_empty() || !is_aligned(self.told, self.now);
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
            return Some((whole(&before, self.now), true));
        }
        if sentences.is_empty() {
            return None;
        }
        let parts = [Text(&counts(self.now)), Text(&sentences.join("\n")), Text(AFTER_LIST)];
        let template = match self.now.as_slice() {
            [] => "<browser-state>TODO list updated{}, it is empty. {}{}",
            _ => "<browser-state>TODO list updated: {}. {}{}",
        };
        Some((fill(template, &parts), false))
    }

    /// A sentence for each undo, restore and new task.
    fn causes(&self) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        for stamp in self.blame.wholes() {
            let what = match stamp.cause {
                Cause::Edit => continue,
                Cause::Undo => "{} took back the latest change.",
                Cause::Restore => "{} brought an earlier list back.",
                Cause::NewTask => "{} began a new task, and the list before it is archived.",
            };
            let sentence = fill(what, &[Text(&capital(Some(stamp.by)))]);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences
    }

    /// The todos that are other than as they were told: those that left first.
    fn keys(&self) -> Vec<Key> {
        let moved = crate::list::blame::moved(self.told, self.now);
        let gone = self.told.iter().filter(|todo| find(self.now, todo.key).is_none());
        let others = self.now.iter().filter(|todo| {
            moved.contains(&todo.key)
                || find(self.told, todo.key).is_none_or(|was| !was.is_same(todo))
        });
        gone.chain(others).map(|todo| todo.key).collect()
    }

    /// How many todos each author changed.
    fn counts(&self, keys: &[Key]) -> Vec<String> {
        let mut authors: Vec<(Option<Author>, usize)> = Vec::new();
        for key in keys {
            let by = self.blame.of_any(*key);
            match authors.iter_mut().find(|(author, _)| *author == by) {
                Some((_, number)) => *number = number.saturating_add(1),
                None => authors.push((by, 1)),
            }
        }
        let sentence = |(by, number): &(Option<Author>, usize)| {
            fill("{} changed {} todos.", &[Text(&capital(*by)), count(*number)])
        };
        authors.iter().map(sentence).collect()
    }

    /// What became of a todo, in sentences.
    fn say(&self, key: Key, is_whole: bool, sentences: &mut Vec<String>) {
        let mut add = |aspect, template: &str, parts: &[&str]| {
            let who = capital(self.blame.of(key, aspect));
            let mut texts = [Text(&who), Text(""), Text(""), Text("")];
            for (slot, part) in texts.iter_mut().skip(1).zip(parts) {
                *slot = Text(part);
            }
            sentences.push(fill(template, &texts));
        };
        let place = |list: &List| list.iter().position(|todo| todo.key == key);
        let (before, after) = (place(self.told), place(self.now));
        let (was, is) = (find(self.told, key), find(self.now, key));
        let id =
            |place: Option<usize>| fill("{}", &[count(place.unwrap_or_default().wrapping_add(1))]);
        let (Some(was), Some(is)) = (was, is) else {
            match (was, is, is_whole) {
                (Some(was), _, _) => add(
                    Aspect::Presence,
                    "{} removed {} ({}).",
                    &[&id(before), &short(was.content())],
                ),
                (None, Some(is), true) => {
                    add(Aspect::Presence, "{} added {} ({}).", &[&id(after), &short(is.content())])
                }
                (None, Some(is), false) => {
                    add(Aspect::Presence, "{} added {}.", &[&element(after, is)]);
                }
                (None, None, _) => {}
            }
            return;
        };
        let (now, short) = (id(after), short(is.content()));
        let is_moved = crate::list::blame::moved(self.told, self.now).contains(&key);
        if is_moved {
            add(Aspect::Place, "{} moved {} ({}), which was {}.", &[&now, &short, &id(before)]);
        }
        let (reason, old_reason) = (is.text(Field::Reason), was.text(Field::Reason));
        if was.status != is.status || reason != old_reason {
            let template = match (is.status, reason) {
                (Status::Skipped, Some(_)) => "{} skipped {} ({}): {}",
                (Status::Skipped, None) => "{} skipped {} ({}).",
                (Status::Done, _) => "{} completed {} ({}).",
                (Status::Doing, _) => "{} started {} ({}).",
                (Status::Blocked, _) => "{} blocked {} ({}).",
                (Status::Todo, _) if was.status.is_settled() => "{} reopened {} ({}).",
                (Status::Todo, _) => "{} set {} ({}) back to todo.",
            };
            let reason = escaped(&said(reason.unwrap_or_default()));
            let end = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
            let reason = if reason.is_empty() { reason } else { reason + end };
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
                Field::Name | Field::ActiveForm | Field::Reason => continue,
                Field::Priority => "priority",
                Field::Description => "description",
            };
            let text = escaped(&said(text.unwrap_or("nothing")));
            add(Aspect::Text(field), "{} changed the {} of {} to {}.", &[what, &now, &text]);
        }
    }
}

/// Whether each todo that both lists have stands at the same place, so that no id means another one.
pub(crate) fn is_aligned(told: &[Todo], now: &[Todo]) -> bool {
    told.iter().enumerate().all(|(place, todo)| {
        now.get(place).is_some_and(|other| other.key == todo.key) || find(now, todo.key).is_none()
    })
}

/// Who it is, in the middle of a sentence.
pub(crate) const fn who(by: Option<Author>) -> &'static str {
    match by {
        Some(Author::User) => "the user",
        Some(Author::Model) => "another model",
        Some(Author::Run) => "the run",
        Some(Author::Host) => "the host",
        None => "somebody",
    }
}

/// Who it is, at the beginning of a sentence.
fn capital(by: Option<Author>) -> String {
    let mut letters = who(by).chars();
    let mut word: String = letters.next().into_iter().map(|c| c.to_ascii_uppercase()).collect();
    word.push_str(letters.as_str());
    word
}

/// The beginning of a text from outside, in quotes, where XML stands.
fn short(text: &str) -> String {
    escaped(&fill("{}", &[excerpt(text)]))
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
        // Who is blocked is not started.
        let word = status.as_str();
        let number = list.iter().filter(|todo| todo.status.as_str() == word).count();
        if number > 0 {
            let comma = if text.is_empty() { "" } else { ", " };
            text.push_str(&fill("{}{} {}", &[Text(comma), count(number), Text(word)]));
        }
    }
    text
}

/// The elements of the todos that changed, without text where that is as before; none when todos moved.
fn changes(before: &List, now: &List) -> Option<String> {
    let mut elements = String::new();
    for (place, todo) in now.iter().enumerate() {
        let id = Id::at(place);
        match before.get(place) {
            Some(known) if known.key == todo.key && known.content() == todo.content() => {
                if known.status.as_str() != todo.status.as_str() {
                    write_bare(&mut elements, id, todo.status.as_str());
                }
            }
            Some(known) if known.key == todo.key => write_todo(&mut elements, id, todo),
            _ if before.iter().any(|known| known.key == todo.key) => return None,
            _ => write_todo(&mut elements, id, todo),
        }
    }
    for (place, known) in before.iter().enumerate().skip(now.len()) {
        if now.iter().any(|todo| todo.key == known.key) {
            return None;
        }
        write_bare(&mut elements, Id::at(place), "removed");
    }
    Some(elements)
}

fn write_bare(out: &mut String, id: Id, status: &str) {
    out.push_str("<todo id=\"");
    push_decimal(out, id.0);
    out.push_str("\" status=\"");
    out.push_str(status);
    out.push_str("\"/>");
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    fn store(size: usize) -> TodoStore {
        let mut store = TodoStore::default();
        for number in 1..=size {
            store.add_multiple(&[&format!("Step {number} of <many>")]).unwrap();
        }
        store
    }

    fn changes_since(store: &TodoStore, seen: Revision) -> String {
        let reminder = store.reminder(Mode::Changes, Some(seen));
        if let Reminder::Changes { text, .. } = reminder { text } else { format!("{reminder:?}") }
    }

    #[test]
    fn says_what_changed_and_the_counts() {
        let mut store = store(5);
        let seen = store.revision();
        assert_eq!(store.reminder(Mode::Changes, None), Reminder::Full);
        store.complete(Id(1)).unwrap();
        store.mark_doing(Id(2)).unwrap();
        assert_eq!(
            changes_since(&store, seen),
            "<browser-state>TODO list updated: 1 done, 1 doing, 3 todo. Changed:\n\
             <todos><todo id=\"1\" status=\"done\"/><todo id=\"2\" status=\"doing\"/></todos></browser-state>"
        );
        let seen = store.revision();
        store.remove(Id(5)).unwrap();
        store.skip(Id(2)).unwrap();
        assert_eq!(
            changes_since(&store, seen),
            "<browser-state>TODO list updated: 1 done, 1 skipped, 2 todo. Changed:\n\
             <todos><todo id=\"2\" status=\"skipped\"/><todo id=\"5\" status=\"removed\"/></todos></browser-state>"
        );
        let seen = store.revision();
        store.add_multiple(&["<new>"]).unwrap();
        assert!(changes_since(&store, seen).contains(
            "<todos><todo id=\"5\" status=\"todo\">&lt;new&gt;</todo></todos></browser-state>"
        ));
    }

    #[test]
    fn is_silent_when_nothing_is_new_or_left() {
        let mut store = store(2);
        let seen = Some(store.revision());
        for mode in [Mode::Full, Mode::Changes, Mode::Off] {
            assert_eq!(store.reminder(mode, seen), Reminder::Silence);
            assert_eq!(TodoStore::default().reminder(mode, None), Reminder::Silence);
        }
        // There and back again is nothing new.
        store.mark_doing(Id(1)).unwrap();
        store.abort();
        assert_eq!(store.reminder(Mode::Changes, seen), Reminder::Silence);
        assert_eq!(store.reminder(Mode::Full, seen), Reminder::Full);
        store.complete_multiple(&[Id(1), Id(2)]).unwrap();
        assert_eq!(store.reminder(Mode::Changes, seen), Reminder::Silence);
        assert_eq!(store.reminder(Mode::Full, None), Reminder::Silence);
    }

    #[test]
    fn what_was_taken_over_is_told_whole_unless_it_goes_on_from_here() {
        let mut theirs = store(5);
        theirs.complete_multiple(&[Id(1), Id(2)]).unwrap();
        theirs.complete(Id(3)).unwrap();
        // Theirs began as ours; then another list stood here at their revision; then theirs is the same
        // revision, and a lower one.
        let mut another = store(4);
        another.complete(Id(4)).unwrap();
        for (mut store, goes_on) in
            [(store(5), true), (another, false), (store(7), false), (store(9), false)]
        {
            let seen = Some(store.revision());
            store.load(&theirs.checkpoint()).unwrap();
            let reminder = store.reminder(Mode::Changes, seen);
            assert_eq!(
                matches!(reminder, Reminder::Changes { .. }),
                goes_on,
                "{seen:?}: {reminder:?}"
            );
            let before = seen.map(|seen| seen - 1);
            assert_eq!(store.reminder(Mode::Changes, before), Reminder::Full, "{before:?}");
            let seen = store.revision();
            store.mark_doing(Id(4)).unwrap();
            assert!(changes_since(&store, seen).contains("<todo id=\"4\" status=\"doing\"/>"));
        }
        // Merging gives their history, with ours as one revision more.
        let base = store(5);
        let (mut ours, mut theirs) = (base.clone(), base.clone());
        for id in [3, 4, 5] {
            theirs.complete(Id(id)).unwrap();
        }
        ours.complete(Id(1)).unwrap();
        ours.mark_doing(Id(2)).unwrap();
        let seen = Some(ours.revision());
        ours.merge(&base.checkpoint(), &theirs.checkpoint()).unwrap();
        assert_eq!(ours.reminder(Mode::Changes, seen), Reminder::Full);
    }

    #[test]
    fn the_whole_list_comes_where_ids_moved_or_it_is_shorter() {
        let mut store = store(4);
        let seen = Some(store.revision());
        store.add_after_position(0, &["first"]).unwrap();
        assert_eq!(store.reminder(Mode::Changes, seen), Reminder::Full);
        let seen = Some(store.revision());
        store.remove(Id(2)).unwrap();
        assert_eq!(store.reminder(Mode::Changes, seen), Reminder::Full);
        let seen = Some(store.revision());
        store.replace_all(&["other", "things"]).unwrap();
        assert_eq!(store.reminder(Mode::Changes, seen), Reminder::Full);
        // A revision that there never was, or that fell away.
        assert_eq!(store.reminder(Mode::Changes, Some(9999)), Reminder::Full);
    }
}
