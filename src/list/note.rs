//! Notes: the lines of an answer that say what was repaired, and where the list is not as the call
//! asks for it.
//!
//! A note is data and its sentence: which kind it is, of which todos, who decided, and the reason.
//! Code asks the data. Only the model reads the sentence.

use serde::{Serialize, Serializer};

use crate::list::author::Actor;
use crate::list::todo::{Key, Status, TextField};
use crate::text::message::{FormatArg, fill};

/// The notes of a write or a call. Usually empty.
pub type Notes = Vec<Note>;

/// One line of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it says.
    pub kind: NoteKind,
    /// The todos that it is about.
    pub keys: Vec<Key>,
    /// Who decided what it says, if it names somebody.
    pub by: Option<Actor>,
    /// Their reason, if it repeats one.
    pub reason: Option<String>,
    /// The sentence.
    pub text: String,
}

/// What a note says. "It" is the first of its todos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// Something in the call was repaired or ignored.
    Repair,
    /// There are more notes than are said.
    More,
    /// The list.
    List,
    /// What others did.
    News,
    /// Somebody replied to it: they answered it, or settled it.
    Reply,
    /// They left the list, as the call omits them.
    LeftOut,
    /// They were merged into the last of its todos.
    Merged,
    /// It left the list, though a person had settled it.
    SettledLeft,
    /// It stays off the list. `has_twin` is whether another todo has its text.
    StaysOff {
        /// Whether another todo has its text.
        has_twin: bool,
    },
    /// That many todos stay off the list.
    ManyStayOff,
    /// That many todos stay on the list.
    ManyStay,
    /// It is on the list again, though a person skipped or removed its text.
    AddedAgain,
    /// It stays on the list.
    Stays,
    /// It stays open, as the list keeps open todos.
    StaysOpen,
    /// It keeps its status.
    KeepsStatus(Status, /** Whether it failed. */ bool),
    /// It keeps this text, or stays without one.
    KeepsText(TextField),
    /// It keeps its blockers.
    KeepsBlockers,
    /// It stays where it is in the tree.
    KeepsParent,
    /// It is to be confirmed.
    KeepsConfirm,
    /// Another owner has it in progress, or it is assigned to one.
    Owned,
    /// It was set back to "todo".
    SetBack,
    /// It is not in progress, as its second todo is.
    NotStarted,
    /// It is in progress, and no more may be.
    OnlyDoing,
    /// It waits to be confirmed.
    WaitsForConfirm,
    /// It waits.
    Waits,
    /// What came of its claim.
    Verdict,
    /// It was sent back.
    SentBack,
    /// It depends on its second todo, which is open.
    Blocked,
    /// Its second todo is under it, and open.
    OpenUnder,
    /// It has another id than the call says, which is that of its second todo.
    OtherId,
}

impl Note {
    /// Returns a note about todos.
    pub(crate) fn new(kind: NoteKind, keys: &[Key], text: String) -> Self {
        Self { kind, keys: keys.into(), by: None, reason: None, text }
    }

    /// Sets who decided.
    pub(crate) fn by(self, by: Option<&Actor>) -> Self {
        Self { by: by.cloned(), ..self }
    }

    /// Sets the reason that it repeats.
    pub(crate) fn with_reason(self, reason: Option<&str>) -> Self {
        Self { reason: reason.map(Into::into), ..self }
    }
}

impl AsRef<str> for Note {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

/// A model and a program read the sentence.
impl Serialize for Note {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// Adds a note about a repair, built like [`fill`].
pub(crate) fn note(notes: &mut Notes, template: &str, parts: &[FormatArg<'_>]) {
    notes.push(Note::new(NoteKind::Repair, &[], fill(template, parts)));
}

/// Returns the sentences of notes.
pub fn texts(notes: &[Note]) -> Vec<String> {
    notes.iter().map(|note| note.text.clone()).collect()
}
