//! `Todo`: one item of the list, and the words for its parts.

use std::rc::Rc;

use serde::{Serialize, Serializer};
use tsify::Tsify;

use crate::list::data::Data;
use crate::list::waiting::WaitFor;
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
    /// Why it was given up, or sent back: a skipped or a pending todo may have it.
    Reason,
    /// The name of who has it in progress, or who is to have it.
    Owner,
    /// What shows that it is done, as who says so had it.
    Evidence,
    /// What it waits to be told.
    Question,
    /// What it was told when it waited.
    Answer,
}

impl Field {
    /// Every field.
    pub const ALL: [Self; 10] = [
        Self::Content,
        Self::Name,
        Self::Priority,
        Self::ActiveForm,
        Self::Description,
        Self::Reason,
        Self::Owner,
        Self::Evidence,
        Self::Question,
        Self::Answer,
    ];
    /// Those that a todo has in every state. The others belong to its [`State`].
    pub const OWN: [Self; 5] =
        [Self::Content, Self::Name, Self::Priority, Self::ActiveForm, Self::Description];
}

impl Field {
    /// The texts that a person approves.
    pub(crate) const APPROVED: [Self; 4] =
        [Self::Content, Self::Priority, Self::ActiveForm, Self::Description];

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
            Self::Question => " (question)",
            Self::Answer => " (answer)",
        }
    }
}

/// How much a todo may matter. Source: the original `xml_call`.
pub const PRIORITIES: [&str; 3] = ["low", "medium", "high"];
/// What counts where nobody said.
pub const USUAL_PRIORITY: &str = "medium";

/// How far a todo is, with what belongs to that. What belongs to a state leaves with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Not started.
    Todo {
        /// Who is to have it.
        owner: Option<Content>,
        /// Why it was sent back, if it was.
        sent_back: Option<Content>,
        /// What it was told when it waited.
        answer: Option<Content>,
    },
    /// Not started or interrupted, until somebody answers.
    Waiting {
        /// Who asked, or is to have it.
        owner: Option<Content>,
        /// What it waits for.
        on: WaitFor,
        /// What it waits to be told.
        question: Option<Content>,
    },
    /// In progress.
    Doing {
        /// Who has it in progress.
        owner: Option<Content>,
        /// What it was told when it waited.
        answer: Option<Content>,
    },
    /// A model or a run said that it is done, and nobody has confirmed it yet.
    Claimed {
        /// Who had it in progress.
        owner: Option<Content>,
        /// What shows that it is done.
        evidence: Option<Content>,
    },
    /// Finished.
    Done {
        /// Who had it in progress.
        owner: Option<Content>,
        /// What shows that it is done.
        evidence: Option<Content>,
    },
    /// Given up.
    Skipped {
        /// Why.
        reason: Option<Content>,
    },
}

impl State {
    /// The state of a new todo.
    pub const TODO: Self = Self::Todo { owner: None, sent_back: None, answer: None };

    /// The status that users see. A claimed todo reads as in progress, one that waits as not started.
    pub fn status(&self) -> Status {
        match self {
            Self::Todo { .. } | Self::Waiting { .. } => Status::Todo,
            Self::Doing { .. } | Self::Claimed { .. } => Status::Doing,
            Self::Done { .. } => Status::Done,
            Self::Skipped { .. } => Status::Skipped,
        }
    }

    /// The name of who has the todo in progress, had it, or is to have it.
    pub fn owner(&self) -> Option<&Content> {
        match self {
            Self::Todo { owner, .. }
            | Self::Waiting { owner, .. }
            | Self::Doing { owner, .. }
            | Self::Claimed { owner, .. }
            | Self::Done { owner, .. } => owner.as_ref(),
            Self::Skipped { .. } => None,
        }
    }

    /// Why the todo was given up or sent back.
    pub fn reason(&self) -> Option<&Content> {
        match self {
            Self::Todo { sent_back: reason, .. } | Self::Skipped { reason } => reason.as_ref(),
            Self::Waiting { .. }
            | Self::Doing { .. }
            | Self::Claimed { .. }
            | Self::Done { .. } => None,
        }
    }

    /// What the todo waits for.
    pub fn waiting(&self) -> Option<WaitFor> {
        match self {
            Self::Waiting { on, .. } => Some(*on),
            Self::Todo { .. }
            | Self::Doing { .. }
            | Self::Claimed { .. }
            | Self::Done { .. }
            | Self::Skipped { .. } => None,
        }
    }

    /// What the todo waits to be told.
    pub fn question(&self) -> Option<&Content> {
        match self {
            Self::Waiting { question, .. } => question.as_ref(),
            Self::Todo { .. }
            | Self::Doing { .. }
            | Self::Claimed { .. }
            | Self::Done { .. }
            | Self::Skipped { .. } => None,
        }
    }

    /// What the todo was told when it waited.
    pub fn answer(&self) -> Option<&Content> {
        match self {
            Self::Todo { answer, .. } | Self::Doing { answer, .. } => answer.as_ref(),
            Self::Waiting { .. }
            | Self::Claimed { .. }
            | Self::Done { .. }
            | Self::Skipped { .. } => None,
        }
    }

    /// Whether the todo is open and it is somebody else's turn: it waits, or is to be confirmed.
    pub fn is_on_hold(&self) -> bool {
        self.is_claimed() || self.waiting().is_some()
    }

    /// What shows that the todo is done.
    pub fn evidence(&self) -> Option<&Content> {
        match self {
            Self::Claimed { evidence, .. } | Self::Done { evidence, .. } => evidence.as_ref(),
            Self::Todo { .. }
            | Self::Waiting { .. }
            | Self::Doing { .. }
            | Self::Skipped { .. } => None,
        }
    }

    /// Whether somebody said that the todo is done and nobody has confirmed it yet.
    pub fn is_claimed(&self) -> bool {
        matches!(self, Self::Claimed { .. })
    }

    /// Whether the todo is in progress and not claimed.
    pub fn is_at_work(&self) -> bool {
        matches!(self, Self::Doing { .. })
    }

    /// The state that setting a status leads to. The same status is no change, so "doing" leaves a claimed todo claimed,
    /// and "todo" one that waits waiting.
    pub fn to(&self, status: Status) -> Self {
        if self.status() == status {
            return self.clone();
        }
        match status {
            Status::Todo => {
                Self::Todo { owner: None, sent_back: None, answer: self.answer().cloned() }
            }
            Status::Doing => {
                let owner = match self {
                    Self::Todo { owner, .. } | Self::Waiting { owner, .. } => owner.clone(),
                    Self::Doing { .. }
                    | Self::Claimed { .. }
                    | Self::Done { .. }
                    | Self::Skipped { .. } => None,
                };
                Self::Doing { owner, answer: self.answer().cloned() }
            }
            Status::Done => {
                Self::Done { owner: self.owner().cloned(), evidence: self.evidence().cloned() }
            }
            Status::Skipped => Self::Skipped { reason: None },
        }
    }

    /// The claim that the todo is done. It keeps the owner and the evidence.
    pub(crate) fn claim(&self) -> Self {
        Self::Claimed { owner: self.owner().cloned(), evidence: self.evidence().cloned() }
    }

    /// This state, begun by who has a name if it was not in progress before: they own the todo.
    pub(crate) fn begun_by(&self, was: &Self, name: Option<Content>) -> Self {
        match self {
            Self::Doing { answer, .. } if name.is_some() && was.status() != Status::Doing => {
                Self::Doing { owner: name, answer: answer.clone() }
            }
            _ => self.clone(),
        }
    }

    /// This state, which was made of `was`, made of `is` instead: who has the todo stays, unless this state says another.
    pub(crate) fn rebased(&self, was: &Self, is: &Self) -> Self {
        let mut state = self.clone();
        if self.status() == Status::Done && self.owner() == was.owner() {
            state.set_text(Field::Owner, is.owner().cloned());
        }
        state
    }

    /// This state without the reason for it.
    pub(crate) fn without_reason(&self) -> Self {
        let mut state = self.clone();
        state.set_text(Field::Reason, None);
        state
    }

    /// Sets or clears one of the texts that belong to this state. A text that this state cannot have is ignored.
    fn set_text(&mut self, field: Field, text: Option<Content>) {
        match (self, field) {
            (
                Self::Todo { owner: slot, .. }
                | Self::Waiting { owner: slot, .. }
                | Self::Doing { owner: slot, .. }
                | Self::Claimed { owner: slot, .. }
                | Self::Done { owner: slot, .. },
                Field::Owner,
            )
            | (
                Self::Todo { sent_back: slot, .. } | Self::Skipped { reason: slot },
                Field::Reason,
            )
            | (
                Self::Claimed { evidence: slot, .. } | Self::Done { evidence: slot, .. },
                Field::Evidence,
            )
            | (Self::Waiting { question: slot, .. }, Field::Question)
            | (Self::Todo { answer: slot, .. } | Self::Doing { answer: slot, .. }, Field::Answer) => {
                *slot = text
            }
            _ => {}
        }
    }
}

/// The texts that a todo has in every state, in the order of [`Field::OWN`].
pub(crate) type Texts = [Option<Content>; Field::OWN.len()];

/// What hardly ever changes of a todo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Details {
    pub texts: Texts,
    /// Those that it waits on, as `list/blockers` has it: each once, never itself.
    pub blocked_by: Vec<Key>,
    pub flags: Flags,
    pub data: Option<Data>,
}

/// What is so of a todo or not, as `list/claims` has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    /// Whether "done" by a model or a run is to be confirmed.
    pub confirm: bool,
    /// Whether a person approved it.
    pub approved: bool,
}

/// One item of the list. Its id is its position, so the list holds it and the todo does not.
///
/// Cheap to clone: what hardly ever changes is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// Stable name.
    pub key: Key,
    /// How far it is.
    pub(crate) state: State,
    /// What it says.
    pub(crate) details: Rc<Details>,
}

impl Todo {
    /// A new todo, not started.
    pub(crate) fn new(key: Key, content: Content) -> Self {
        let mut todo = Self { key, state: State::TODO, details: Rc::default() };
        todo.set_text(Field::Content, Some(content));
        todo
    }

    /// Its status: a claimed todo reads as in progress.
    pub fn status(&self) -> Status {
        self.state.status()
    }

    /// How far it is, with what belongs to that.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Sets or clears one of its texts. A text that belongs to another state than its own is ignored.
    pub(crate) fn set_text(&mut self, field: Field, text: Option<Content>) {
        if Field::OWN.contains(&field) {
            if let Some(slot) = Rc::make_mut(&mut self.details).texts.get_mut(field as usize) {
                *slot = text;
            }
        } else {
            self.state.set_text(field, text);
        }
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
        match field {
            Field::Reason => self.state.reason(),
            Field::Owner => self.state.owner(),
            Field::Evidence => self.state.evidence(),
            Field::Question => self.state.question(),
            Field::Answer => self.state.answer(),
            Field::Content
            | Field::Name
            | Field::Priority
            | Field::ActiveForm
            | Field::Description => self.details.texts.get(field as usize)?.as_ref(),
        }
    }

    /// The todos that it was said to wait on, some of which may be settled or gone.
    pub fn blocked_by(&self) -> &[Key] {
        &self.details.blocked_by
    }

    /// What it waits for.
    pub fn waiting(&self) -> Option<WaitFor> {
        self.state.waiting()
    }

    /// Whether it is open and it is somebody else's turn: it waits, or is to be confirmed.
    pub fn is_on_hold(&self) -> bool {
        self.state.is_on_hold()
    }

    /// Whether a model or a run said that it is done, and nobody confirmed it yet.
    pub fn is_claimed(&self) -> bool {
        self.state.is_claimed()
    }

    /// Whether a person approved what it says.
    pub fn is_approved(&self) -> bool {
        self.details.flags.approved
    }

    /// Whether it is in progress, and nobody says that it is done.
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

    /// What the host keeps with it.
    pub fn data(&self) -> Option<&Data> {
        self.details.data.as_ref()
    }

    /// Sets what the host keeps with it.
    pub(crate) fn set_data(&mut self, data: Option<Data>) {
        if data != self.details.data {
            Rc::make_mut(&mut self.details).data = data;
        }
    }

    /// Sets those that it waits on.
    pub(crate) fn set_blocked_by(&mut self, blocked_by: Vec<Key>) {
        if blocked_by != self.details.blocked_by {
            Rc::make_mut(&mut self.details).blocked_by = blocked_by;
        }
    }

    /// The same todo at another status. What belongs to the state that it had leaves with it.
    pub(crate) fn with_status(&self, status: Status) -> Self {
        Self { state: self.state.to(status), ..self.clone() }
    }

    /// Whether this is the same todo saying the same; its state may differ.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.key == other.key
            && (Rc::ptr_eq(&self.details, &other.details) || self.details == other.details)
    }

    /// As [`Todo::says_the_same`], and in the same state.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        core::ptr::eq(self, other) || self.state == other.state && self.says_the_same(other)
    }
}

/// The place of the todo of a list that has a key.
pub(crate) fn place_of(list: &[Rc<Todo>], key: Key) -> Option<usize> {
    list.iter().position(|todo| todo.key == key)
}

/// The todo of a list that has a key. Most stand where they stood, so that place is looked at first.
pub(crate) fn find_near(list: &[Rc<Todo>], place: usize, key: Key) -> Option<&Rc<Todo>> {
    list.get(place).filter(|todo| todo.key == key).or_else(|| find(list, key))
}

/// The todo of a list that has a key.
pub(crate) fn find(list: &[Rc<Todo>], key: Key) -> Option<&Rc<Todo>> {
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

    #[test]
    fn what_belongs_to_a_state_leaves_with_it() {
        let [ann, late, receipt] =
            ["ann", "too late", "receipt 7"].map(|text| Content::new(text, 20).unwrap().0);
        let (owner, some) = (Some(ann.clone()), |text: &Content| Some(text.clone()));
        let assigned = State::Todo { owner: owner.clone(), sent_back: some(&late), answer: None };
        let doing = State::Doing { owner: owner.clone(), answer: None };
        let claimed = State::Claimed { owner: owner.clone(), evidence: some(&receipt) };
        let done = State::Done { owner: owner.clone(), evidence: some(&receipt) };
        let skipped = State::Skipped { reason: some(&late) };
        let (todo, bare) = (State::TODO, |status| State::TODO.to(status));
        for (from, to) in [
            (
                &assigned,
                [
                    assigned.clone(),
                    doing.clone(),
                    State::Done { owner: owner.clone(), evidence: None },
                    bare(Status::Skipped),
                ],
            ),
            (
                &doing,
                [
                    todo.clone(),
                    doing.clone(),
                    State::Done { owner, evidence: None },
                    bare(Status::Skipped),
                ],
            ),
            (&claimed, [todo.clone(), claimed.clone(), done.clone(), bare(Status::Skipped)]),
            (&done, [todo.clone(), bare(Status::Doing), done.clone(), bare(Status::Skipped)]),
            (&skipped, [todo, bare(Status::Doing), bare(Status::Done), skipped.clone()]),
        ] {
            assert_eq!(Status::ALL.map(|status| from.to(status)), to);
        }
    }
}
