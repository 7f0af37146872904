//! `Todo`: one item of the list, and the types of its parts.

mod reference;
mod state;
mod status;
mod text_field;

use std::rc::Rc;

use crate::list::data::Data;
use crate::list::waiting::WaitFor;
use crate::text::content::Content;

pub use reference::{Id, Key, Ref};
pub use state::{SkipDetails, State, StateKind};
pub use status::Status;
pub(crate) use status::{FAILED, means_failed};
pub use text_field::{PRIORITIES, TextField, USUAL_PRIORITY};

/// The texts that a todo has in every state, in the order of [`TextField::OWN`].
pub(crate) type OwnTexts = [Option<Content>; TextField::OWN.len()];

/// The parts of a todo that rarely change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Details {
    pub texts: OwnTexts,
    /// The keys of the todos that it depends on, see `list/blockers`. Each is there once, and
    /// never the todo itself.
    pub blocked_by: Vec<Key>,
    /// The todo that it is under, see `list/tree`.
    pub parent: Option<Key>,
    pub flags: Flags,
    pub data: Option<Data>,
}

/// The flags of a todo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    /// Whether "done" by a model or an agent has to be confirmed.
    pub confirm: bool,
    /// Whether a person approved the todo.
    pub approved: bool,
}

/// One item of the list. Its id is its position on the list, so the todo itself does not have it.
///
/// Cheap to clone, because the parts that rarely change are shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Todo {
    /// Its stable name.
    pub key: Key,
    pub(crate) state: State,
    pub(crate) details: Rc<Details>,
}

impl Todo {
    /// Creates a todo that is not started.
    pub(crate) fn new(key: Key, content: Content) -> Self {
        let mut todo = Self { key, state: State::default(), details: Rc::default() };
        todo.set_text(TextField::Content, Some(content));
        todo
    }

    /// Returns its status. A claimed todo counts as in progress.
    pub fn status(&self) -> Status {
        self.state.status()
    }

    /// Returns its state, with the texts that belong to it.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Sets or clears one of its texts. A text that belongs to another state is ignored.
    pub(crate) fn set_text(&mut self, field: TextField, text: Option<Content>) {
        if TextField::OWN.contains(&field) {
            if let Some(slot) = Rc::make_mut(&mut self.details).texts.get_mut(field as usize) {
                *slot = text;
            }
        } else {
            self.state.set_text(field, text);
        }
    }

    /// Returns one of its texts, if it has it.
    pub fn text(&self, field: TextField) -> Option<&str> {
        self.cleaned_text(field).map(Content::as_str)
    }

    /// Returns what is to be done.
    pub fn content(&self) -> &str {
        self.text(TextField::Content).unwrap_or_default()
    }

    pub(crate) fn cleaned_text(&self, field: TextField) -> Option<&Content> {
        match self.details.texts.get(field as usize) {
            Some(text) => text.as_ref(),
            None => self.state.text(field),
        }
    }

    /// Returns whether one of its texts of [`TextField::OWN`] is this one.
    pub(crate) fn has_own_text(&self, field: TextField, text: &str) -> bool {
        let known = self.details.texts.get(field as usize).and_then(Option::as_ref);
        known.is_some_and(|known| known.as_str() == text)
    }

    /// Returns its blockers. Some of them may be settled or gone.
    pub fn blocked_by(&self) -> &[Key] {
        &self.details.blocked_by
    }

    /// Returns the todo that it is under.
    pub fn parent(&self) -> Option<Key> {
        self.details.parent
    }

    /// Returns whom or what it waits for.
    pub fn waiting(&self) -> Option<WaitFor> {
        self.state.waiting()
    }

    /// Returns whether it is open but waits, or has to be confirmed, so that it is somebody else's
    /// turn.
    pub fn is_on_hold(&self) -> bool {
        self.state.is_on_hold()
    }

    /// Returns whether a model or an agent said that it is done, and nobody has confirmed it yet.
    pub fn is_claimed(&self) -> bool {
        self.state.is_claimed()
    }

    /// Returns whether it was tried and given up.
    pub fn is_failed(&self) -> bool {
        self.state.is_failed()
    }

    /// Returns the word for its status, which is "failed" for a skipped todo that was tried.
    pub(crate) fn state_name(&self) -> &'static str {
        if self.is_failed() { FAILED } else { self.status().as_str() }
    }

    /// Returns whether a person approved its texts.
    pub fn is_approved(&self) -> bool {
        self.details.flags.approved
    }

    /// Returns whether it is in progress and not claimed.
    pub fn is_at_work(&self) -> bool {
        self.state.is_at_work()
    }

    /// Changes its flags.
    pub(crate) fn set_flags(&mut self, change: impl FnOnce(&mut Flags)) {
        let mut flags = self.details.flags;
        change(&mut flags);
        if flags != self.details.flags {
            Rc::make_mut(&mut self.details).flags = flags;
        }
    }

    /// Returns the host's data.
    pub fn data(&self) -> Option<&Data> {
        self.details.data.as_ref()
    }

    /// Sets or clears the host's data.
    pub(crate) fn set_data(&mut self, data: Option<Data>) {
        if data != self.details.data {
            Rc::make_mut(&mut self.details).data = data;
        }
    }

    /// Replaces the todos that it depends on.
    pub(crate) fn set_blocked_by(&mut self, blocked_by: Vec<Key>) {
        if blocked_by != self.details.blocked_by {
            Rc::make_mut(&mut self.details).blocked_by = blocked_by;
        }
    }

    /// Moves it under another todo, or to the top level.
    pub(crate) fn set_parent(&mut self, parent: Option<Key>) {
        if parent != self.details.parent {
            Rc::make_mut(&mut self.details).parent = parent;
        }
    }

    /// Returns this todo with another status. Texts that belong to its previous state are dropped.
    pub(crate) fn with_status(&self, status: Status) -> Self {
        Self { state: self.state.to(status), ..self.clone() }
    }

    /// Returns whether the other todo is the same one with the same details. Its state may differ.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.key == other.key
            && (Rc::ptr_eq(&self.details, &other.details) || self.details == other.details)
    }

    /// Like [`Todo::says_the_same`], but also compares the states.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        core::ptr::eq(self, other) || self.state == other.state && self.says_the_same(other)
    }
}

/// Returns whether this very object is at an index of a list.
pub(crate) fn is_at(list: &[Rc<Todo>], index: usize, todo: &Rc<Todo>) -> bool {
    list.get(index).is_some_and(|known| Rc::ptr_eq(known, todo))
}
