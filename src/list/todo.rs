//! `Todo`: one item of the list, and the words for its parts.

use std::rc::Rc;

use serde::{Serialize, Serializer};
use tsify::Tsify;

use crate::text::content::Content;
use crate::text::decimal::{parse_decimal, push_decimal};
use crate::text::message::{Part, fill};
use crate::text::words::words;

words! {
    /// The status of a todo: not started (`"todo"`), in progress (`"doing"`, at most one of a list), `"done"`, or `"skipped"`.
    // Source: the original `todo_manager`.
    #[derive(Tsify)]
    pub enum Status {
        /// Not started.
        Todo = "todo",
        /// In progress; at most one todo of a list is.
        Doing = "doing",
        /// Finished.
        Done = "done",
        /// Given up, and said so.
        Skipped = "skipped",
    }
}

impl Status {
    /// Every word that means a status, ours first.
    pub(crate) fn words() -> impl Iterator<Item = (&'static str, Self)> {
        Self::WORDS.into_iter().chain(SYNONYMS)
    }

    /// Not started: what `todo_manager` calls pending.
    pub const fn is_pending(self) -> bool {
        match self {
            Self::Todo => true,
            Self::Doing | Self::Done | Self::Skipped => false,
        }
    }

    /// Done or skipped: nothing is left to do.
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Todo | Self::Doing => false,
            Self::Done | Self::Skipped => true,
        }
    }
}

/// What other programs call the statuses.
const SYNONYMS: [(&str, Status); 13] = [
    ("pending", Status::Todo),
    ("not_started", Status::Todo),
    ("open", Status::Todo),
    ("to_do", Status::Todo),
    ("in_progress", Status::Doing),
    ("active", Status::Doing),
    ("started", Status::Doing),
    ("completed", Status::Done),
    ("complete", Status::Done),
    ("finished", Status::Done),
    ("closed", Status::Done),
    ("cancelled", Status::Skipped),
    ("canceled", Status::Skipped),
];

/// A 1-based position in the list, as a caller names it. Whether a todo stands there is for the
/// store to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Id(pub i64);

impl Id {
    /// The id of a 0-based place.
    pub(crate) fn at(place: usize) -> Self {
        Self((place as i64).wrapping_add(1))
    }

    /// The 0-based place; one that no list has for an id below 1.
    pub(crate) fn place(self) -> usize {
        usize::try_from(self.0.wrapping_sub(1)).unwrap_or(usize::MAX)
    }
}

/// Ids as "1, 2".
pub(crate) fn joined(ids: &[Id]) -> String {
    let mut out = String::new();
    for (place, id) in ids.iter().enumerate() {
        if place > 0 {
            out.push_str(", ");
        }
        // No list is longer.
        if place == 1000 {
            out.push('…');
            break;
        }
        push_decimal(&mut out, id.0);
    }
    out
}

/// A todo's stable name, "t7": never reused within a store, unchanged by reindexing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(crate) u32);

impl Key {
    /// Stands among those that a todo waits on for something that is no todo of the list. No todo has it.
    pub const ELSEWHERE: Self = Self(0);

    /// The written form.
    pub fn to_word(self) -> String {
        fill("t{}", &[Part::Number(self.0.into())])
    }

    /// Reads [`Key::to_word`] back; nothing else.
    pub fn from_word(word: &str) -> Option<Self> {
        let number = parse_decimal(word.strip_prefix('t')?)?;
        let key = Self(u32::try_from(number).ok()?);
        (key.0 > 0 && key.to_word() == word).then_some(key)
    }
}

/// How a caller names a todo: by where it stands, or by what it is called for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ref {
    /// By its position.
    Id(Id),
    /// By its key.
    Key(Key),
}

impl From<Id> for Ref {
    fn from(id: Id) -> Self {
        Self::Id(id)
    }
}

impl From<Key> for Ref {
    fn from(key: Key) -> Self {
        Self::Key(key)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_word())
    }
}

/// The texts that a todo may have. Those but the first only some dialects can say; the others leave
/// them as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// What is to be done; every todo has it.
    Content,
    /// The name that a model gave it: the string ids of `xml_call`, `merge` and `todo_write`.
    Name,
    /// How much it matters: one of [`PRIORITIES`].
    Priority,
    /// What to show while it is in progress: "Comparing kettles".
    ActiveForm,
    /// More about it.
    Description,
    /// Why it was given up, or sent back; only a skipped or a pending todo has it.
    Reason,
    /// The name of who has it in progress, or who is to have it.
    Owner,
    /// What shows that it is done, as who says so had it.
    Evidence,
}

impl Field {
    /// Every field.
    pub const ALL: [Self; 8] = [
        Self::Content,
        Self::Name,
        Self::Priority,
        Self::ActiveForm,
        Self::Description,
        Self::Reason,
        Self::Owner,
        Self::Evidence,
    ];
}

impl Field {
    /// The words that follow "item 3" where a message is about this text of it.
    pub(crate) const fn of_item(self) -> &'static str {
        match self {
            Self::Content | Self::Priority => "",
            Self::Name => " (id)",
            Self::ActiveForm => " (activeForm)",
            Self::Description => " (description)",
            Self::Reason => " (reason)",
            Self::Owner => " (owner)",
            Self::Evidence => " (evidence)",
        }
    }
}

/// How much a todo may matter. Source: the original `xml_call`.
pub const PRIORITIES: [&str; 3] = ["low", "medium", "high"];
/// What counts where nobody said.
pub const USUAL_PRIORITY: &str = "medium";

/// The texts of a todo, by [`Field`].
pub(crate) type Texts = [Option<Content>; Field::ALL.len()];

/// What hardly ever changes of a todo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Details {
    pub texts: Texts,
    /// Those that it waits on, as `list/blockers` has it: each once, never itself.
    pub blocked_by: Vec<Key>,
    pub flags: Flags,
}

/// What is so of a todo or not, as `list/claims` has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    /// Whether "done" by a model or a run is to be confirmed.
    pub confirm: bool,
    /// Whether a model or a run said that it is done, and nobody confirmed it yet. It is in progress then.
    pub claimed: bool,
    /// Whether a person approved it.
    pub approved: bool,
}

/// Changes one of the texts of a todo, and of none that shares them.
pub(crate) fn set_text(details: &mut Rc<Details>, field: Field, text: Option<Content>) {
    if let Some(slot) = Rc::make_mut(details).texts.get_mut(field as usize) {
        *slot = text;
    }
}

/// One item of the list. Its id is its position, so the list holds it and the todo does not.
///
/// Cheap to clone: what hardly ever changes is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// Stable name.
    pub key: Key,
    /// How far it is.
    pub status: Status,
    /// What it says.
    pub(crate) details: Rc<Details>,
}

impl Todo {
    /// A new todo, not started.
    pub(crate) fn new(key: Key, content: Content) -> Self {
        let mut details = Rc::default();
        set_text(&mut details, Field::Content, Some(content));
        Self { key, status: Status::Todo, details }
    }

    /// One of its texts, if it has it.
    pub fn text(&self, field: Field) -> Option<&str> {
        self.cleaned_text(field).map(Content::as_str)
    }

    /// What is to be done.
    pub fn content(&self) -> &str {
        self.text(Field::Content).unwrap_or_default()
    }

    pub(crate) fn cleaned_text(&self, field: Field) -> Option<&Content> {
        self.details.texts.get(field as usize)?.as_ref()
    }

    /// The todos that it was said to wait on, some of which may be settled or gone, and [`Key::ELSEWHERE`].
    pub fn blocked_by(&self) -> &[Key] {
        &self.details.blocked_by
    }

    /// Whether it was said to wait on something that is no todo of the list.
    pub fn waits_elsewhere(&self) -> bool {
        self.blocked_by().contains(&Key::ELSEWHERE)
    }

    /// The same todo, which waits on something that is no todo of the list, or does not.
    pub(crate) fn waiting_elsewhere(mut self, waits: bool) -> Self {
        if waits != self.waits_elsewhere() {
            let blocked_by = &mut Rc::make_mut(&mut self.details).blocked_by;
            blocked_by.retain(|key| *key != Key::ELSEWHERE);
            if waits {
                blocked_by.push(Key::ELSEWHERE);
            }
        }
        self
    }

    /// Whether a model or a run said that it is done, and nobody confirmed it yet.
    pub fn is_claimed(&self) -> bool {
        self.details.flags.claimed
    }

    /// Whether a person approved what it says.
    pub fn is_approved(&self) -> bool {
        self.details.flags.approved
    }

    /// Whether it is in progress, and nobody says that it is done.
    pub fn is_at_work(&self) -> bool {
        self.status == Status::Doing && !self.is_claimed()
    }

    /// The same todo with what `change` makes of its flags.
    pub(crate) fn flagged(mut self, change: impl FnOnce(&mut Flags)) -> Self {
        let mut flags = self.details.flags;
        change(&mut flags);
        if flags != self.details.flags {
            Rc::make_mut(&mut self.details).flags = flags;
        }
        self
    }

    /// The same todo, said to be done by somebody who has to be confirmed.
    pub(crate) fn claimed(&self) -> Self {
        Self { status: Status::Doing, ..self.clone() }.flagged(|flags| flags.claimed = true)
    }

    /// Whether more than the status changes when the status does.
    pub(crate) fn has_more_than_status(&self) -> bool {
        self.is_claimed()
            || self.waits_elsewhere()
            || [Field::Reason, Field::Owner, Field::Evidence]
                .iter()
                .any(|field| self.text(*field).is_some())
    }

    /// The same todo at another status. What goes with the one that it had is left out: the reason for giving it up, its
    /// owner once it goes back, a claim and its evidence, and that it waits on something elsewhere.
    pub(crate) fn with_status(&self, status: Status) -> Self {
        let mut todo = Self { status, ..self.clone() };
        if !self.has_more_than_status() {
            return todo;
        }
        let is_new = self.status != status;
        let goes_back = status.is_pending() && is_new;
        for (field, is_left_out) in [
            (Field::Reason, status != Status::Skipped && (is_new || !status.is_pending())),
            (Field::Owner, goes_back),
            (Field::Evidence, status.is_pending() || status == Status::Skipped),
        ] {
            if is_left_out && todo.text(field).is_some() {
                set_text(&mut todo.details, field, None);
            }
        }
        let waits = todo.waits_elsewhere() && status.is_pending();
        let is_claimed = todo.is_claimed() && status == Status::Doing;
        todo.waiting_elsewhere(waits).flagged(|flags| flags.claimed = is_claimed)
    }

    /// Whether this is the same todo saying the same; its status may differ.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.key == other.key && self.details == other.details
    }

    /// As [`Todo::says_the_same`], and at the same status.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.status == other.status && self.says_the_same(other)
    }
}

/// The place of the todo of a list that has a key.
pub(crate) fn place_of(list: &[Todo], key: Key) -> Option<usize> {
    list.iter().position(|todo| todo.key == key)
}

/// The todo of a list that has a key.
pub(crate) fn find(list: &[Todo], key: Key) -> Option<&Todo> {
    list.get(place_of(list, key)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for (place, status) in Status::ALL.into_iter().enumerate() {
            assert_eq!((Status::from_word(status.word()), status as usize), (Some(status), place));
        }
        assert_eq!(Status::from_word("Todo"), None);
        for key in [1, 7, 4_294_967_295] {
            assert_eq!(Key::from_word(&Key(key).to_word()), Some(Key(key)));
        }
        for word in ["", "t", "t0", "t01", "t-1", "t4294967296", "T1", "1", " t1", "t1 ", "t１"] {
            assert_eq!(Key::from_word(word), None, "{word}");
        }
    }
}
