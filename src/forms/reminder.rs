//! The reminder: what a host puts into the conversation so that the model sees the list.
//!
//! It is a function of the list and of what the conversation has seen already, so nothing that was said
//! is ever said again or taken back: the whole list once, then what changed and the counts.
//!
//! Sources: seed 002 for the whole list; the design (section 7) for the rest.

use alloc::string::String;

use serde::Serialize;
use tsify::Tsify;

use crate::forms::xml::{self, write_todo};
use crate::list::error::TodoError;
use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Status};
use crate::text::decimal::push_decimal;
use crate::text::message::Part::Text;
use crate::text::message::{count, excerpt, fill};

/// What stands before the list in a reminder.
pub const BEFORE_LIST: &str = "<browser-state>TODO list updated. Current state:\n";
/// What stands after it.
pub const AFTER_LIST: &str = "</browser-state>";

/// The whole list in a `<browser-state>` element: seed 002's text, to the letter.
pub fn system_reminder(list: &List) -> String {
    let mut reminder = String::from(BEFORE_LIST);
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
    /// The whole list once, then what changed since the conversation last saw it.
    Changes,
    /// Nothing.
    Off,
}

impl Mode {
    /// Finds a mode by name.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn from_name(name: &str) -> Result<Self, TodoError> {
        match name {
            "full" => Ok(Self::Full),
            "changes" => Ok(Self::Changes),
            "off" => Ok(Self::Off),
            _ => Err(TodoError::invalid(
                "there is no reminder mode {}: use \"full\", \"changes\" or \"off\"",
                &[excerpt(name)],
            )),
        }
    }
}

/// What to put into a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reminder {
    /// Nothing: nothing is new, or nothing is left to do.
    Silence,
    /// The text of [`system_reminder`].
    Full,
    /// What changed, and how far the list is.
    Changes(String),
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
                if is_shorter { Reminder::Changes(text) } else { Reminder::Full }
            }
        }
    }
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
        if let Reminder::Changes(text) = reminder { text } else { format!("{reminder:?}") }
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
            assert_eq!(matches!(reminder, Reminder::Changes(_)), goes_on, "{seen:?}: {reminder:?}");
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
