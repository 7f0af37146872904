//! `Todo`: one item of the list, and the types of its parts.

use std::rc::Rc;

use serde::{Serialize, Serializer};
use tsify::Tsify;

use crate::list::data::Data;
use crate::list::waiting::WaitFor;
use crate::text::content::Content;
use crate::text::decimal::{parse_decimal, push_decimal};
use crate::text::string_enum::string_enum;

string_enum! {
    /// The status of a todo: not started (`"todo"`), in progress (`"doing"`), finished (`"done"`),
    /// or given up (`"skipped"`).
    // Source: the original `todo_manager`.
    #[derive(Tsify)]
    pub enum Status {
        /// Not started.
        Todo = "todo",
        /// In progress.
        Doing = "doing",
        /// Finished.
        Done = "done",
        /// Given up, explicitly.
        Skipped = "skipped",
    }
}

impl Status {
    /// Returns every name of a status with the status, the package's own names first.
    pub(crate) fn words() -> impl Iterator<Item = (&'static str, Self)> {
        Self::NAMES.into_iter().chain(SYNONYMS)
    }

    /// Returns whether the status is not started, which `todo_manager` calls pending.
    pub const fn is_pending(self) -> bool {
        match self {
            Self::Todo => true,
            Self::Doing | Self::Done | Self::Skipped => false,
        }
    }

    /// Returns whether the status is done or skipped, so that nothing is left to do.
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Todo | Self::Doing => false,
            Self::Done | Self::Skipped => true,
        }
    }
}

/// The word for a todo that was tried and given up.
pub(crate) const FAILED: &str = "failed";

/// Returns whether a word of [`Status::words`] means that the todo was tried and given up.
pub(crate) fn means_failed(word: &str) -> bool {
    matches!(word, FAILED | "failure" | "error")
}

/// The words of other programs for the statuses.
const SYNONYMS: [(&str, Status); 19] = [
    (FAILED, Status::Skipped),
    ("failure", Status::Skipped),
    ("error", Status::Skipped),
    ("pending", Status::Todo),
    ("not_started", Status::Todo),
    ("open", Status::Todo),
    ("to_do", Status::Todo),
    ("in_progress", Status::Doing),
    ("active", Status::Doing),
    ("started", Status::Doing),
    ("running", Status::Doing),
    ("completed", Status::Done),
    ("complete", Status::Done),
    ("finished", Status::Done),
    ("closed", Status::Done),
    ("resolved", Status::Done),
    ("cancelled", Status::Skipped),
    ("canceled", Status::Skipped),
    ("abandoned", Status::Skipped),
];

/// A 1-based position in the list, as a caller names it. There may be no todo at that position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub i64);

impl Serialize for Id {
    /// Writes 32 bits, because 64 would bring `BigInt` into the package. The id of a todo has no
    /// more.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0 as u32)
    }
}

impl Id {
    /// Returns the id of an index.
    pub(crate) fn at(index: usize) -> Self {
        Self((index as i64).wrapping_add(1))
    }

    /// Returns the index. For an id below 1, it is an index that no list has.
    pub(crate) fn index(self) -> usize {
        usize::try_from(self.0.saturating_sub(1)).unwrap_or(usize::MAX)
    }
}

/// Returns the ids, joined as "1, 2".
pub(crate) fn joined(ids: &[Id]) -> String {
    let mut out = String::new();
    for (index, id) in ids.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        // No list has more todos than this.
        if index == 1000 {
            out.push('…');
            break;
        }
        push_decimal(&mut out, id.0);
    }
    out
}

/// A todo's stable name, such as "t7". It is never reused within a store, and renumbering does not
/// change it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub(crate) u32);

impl Key {
    /// Returns the written form.
    pub fn to_text(self) -> String {
        let mut word = "t".to_owned();
        push_decimal(&mut word, self.0.into());
        word
    }

    /// Reads the form that [`Key::to_text`] returns, and nothing else.
    pub fn parse_str(word: &str) -> Option<Self> {
        let number = parse_decimal(word.strip_prefix('t')?)?;
        let key = Self(u32::try_from(number).ok()?);
        (key.0 > 0 && key.to_text() == word).then_some(key)
    }
}

/// How a caller names a todo: by its position or by its stable key.
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
        serializer.serialize_str(&self.to_text())
    }
}

/// The texts that a todo may have. Only some dialects can set those after the first; the other
/// dialects leave them unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextField {
    /// What is to be done. Every todo has it.
    Content,
    /// The string id that a model gave the todo, in `xml_call`, `merge` and `todo_write`.
    Name,
    /// Its priority: one of [`PRIORITIES`].
    Priority,
    /// What to show while it is in progress: "Comparing kettles".
    ActiveForm,
    /// More details.
    Description,
    /// Why it was skipped or sent back. A skipped or a pending todo may have it.
    Reason,
    /// The name of who has it in progress, or to whom it is assigned.
    Owner,
    /// What shows that it is done, in the words of the one who said so.
    Evidence,
    /// The question that it waits for an answer to.
    Question,
    /// The answers to choose from, one per line: see `options`.
    Options,
    /// The answer to its question.
    Answer,
}

impl TextField {
    /// Every field.
    pub const ALL: [Self; 11] = [
        Self::Content,
        Self::Name,
        Self::Priority,
        Self::ActiveForm,
        Self::Description,
        Self::Reason,
        Self::Owner,
        Self::Evidence,
        Self::Question,
        Self::Options,
        Self::Answer,
    ];
    /// The texts that a todo can have in every state. The others belong to its [`State`].
    pub const OWN: [Self; 5] =
        [Self::Content, Self::Name, Self::Priority, Self::ActiveForm, Self::Description];
}

impl TextField {
    /// The texts that describe what is to be done. An approval ends when one of them changes. A
    /// priority and an active form do not count, because many tools send one with each todo.
    pub(crate) const MEANING: [Self; 2] = [Self::Content, Self::Description];
    /// The texts that are a person's once they approve them.
    pub(crate) const APPROVED: [Self; 4] =
        [Self::Content, Self::Priority, Self::ActiveForm, Self::Description];

    /// Returns the words after "item 3" in a message about this text of the item.
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
            Self::Options => " (options)",
            Self::Answer => " (answer)",
        }
    }
}

/// The priorities of a todo. Source: the original `xml_call`.
pub const PRIORITIES: [&str; 3] = ["low", "medium", "high"];
/// The default priority.
pub const USUAL_PRIORITY: &str = "medium";

/// The state of a todo, with the texts that belong to it. They are dropped when the state changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Not started.
    Todo {
        /// To whom it is assigned.
        owner: Option<Content>,
        /// Why it was sent back, if it was.
        return_reason: Option<Content>,
        /// The answer to its question, if it waited for one.
        answer: Option<Content>,
    },
    /// Not started or interrupted, until somebody answers.
    Waiting {
        /// Who asked, or to whom it is assigned.
        owner: Option<Content>,
        /// Whom or what it waits for.
        on: WaitFor,
        /// The question that it waits for an answer to.
        question: Option<Content>,
        /// The answers to choose from, one per line.
        options: Option<Content>,
    },
    /// In progress.
    Doing {
        /// Who has it in progress.
        owner: Option<Content>,
        /// The answer to its question, if it waited for one.
        answer: Option<Content>,
        /// Whether it counts for `maxDoing`. If it was started with a tool that may have any
        /// number in progress, it does not.
        is_capped: bool,
    },
    /// A model or an agent said that it is done, and nobody has confirmed it yet.
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
    Skipped(SkipDetails),
}

/// How a todo was given up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkipDetails {
    /// Why it was given up.
    pub reason: Option<Content>,
    /// Whether it was tried, and failed.
    pub failed: bool,
}

impl Default for State {
    fn default() -> Self {
        Self::TODO
    }
}

impl State {
    /// The state of a new todo.
    pub const TODO: Self = Self::Todo { owner: None, return_reason: None, answer: None };

    /// Returns the status that users see. A claimed todo counts as in progress, and a waiting one
    /// as not started.
    pub fn status(&self) -> Status {
        match self {
            Self::Todo { .. } | Self::Waiting { .. } => Status::Todo,
            Self::Doing { .. } | Self::Claimed { .. } => Status::Doing,
            Self::Done { .. } => Status::Done,
            Self::Skipped { .. } => Status::Skipped,
        }
    }

    /// Returns the name of who has or had the todo in progress, or to whom it is assigned.
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

    /// Returns why the todo was skipped or sent back.
    pub fn reason(&self) -> Option<&Content> {
        match self {
            Self::Todo { return_reason: reason, .. }
            | Self::Skipped(SkipDetails { reason, .. }) => reason.as_ref(),
            Self::Waiting { .. }
            | Self::Doing { .. }
            | Self::Claimed { .. }
            | Self::Done { .. } => None,
        }
    }

    /// Returns whom or what the todo waits for.
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

    /// Returns the question that the todo waits for an answer to.
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

    /// Returns the answers to the todo's question to choose from, one per line.
    pub fn options(&self) -> Option<&Content> {
        match self {
            Self::Waiting { options, .. } => options.as_ref(),
            Self::Todo { .. }
            | Self::Doing { .. }
            | Self::Claimed { .. }
            | Self::Done { .. }
            | Self::Skipped { .. } => None,
        }
    }

    /// Returns the answer to the todo's question.
    pub fn answer(&self) -> Option<&Content> {
        match self {
            Self::Todo { answer, .. } | Self::Doing { answer, .. } => answer.as_ref(),
            Self::Waiting { .. }
            | Self::Claimed { .. }
            | Self::Done { .. }
            | Self::Skipped { .. } => None,
        }
    }

    /// Returns whether the todo is open but waits, or has to be confirmed, so that it is somebody
    /// else's turn.
    pub fn is_on_hold(&self) -> bool {
        self.is_claimed() || self.waiting().is_some()
    }

    /// Returns what shows that the todo is done.
    pub fn evidence(&self) -> Option<&Content> {
        match self {
            Self::Claimed { evidence, .. } | Self::Done { evidence, .. } => evidence.as_ref(),
            Self::Todo { .. }
            | Self::Waiting { .. }
            | Self::Doing { .. }
            | Self::Skipped { .. } => None,
        }
    }

    /// Returns whether somebody said that the todo is done, and nobody has confirmed it yet.
    pub fn is_claimed(&self) -> bool {
        matches!(self, Self::Claimed { .. })
    }

    /// Returns whether the todo was tried and given up.
    pub fn is_failed(&self) -> bool {
        matches!(self, Self::Skipped(SkipDetails { failed: true, .. }))
    }

    /// Returns whether the todo is in progress and not claimed.
    pub fn is_at_work(&self) -> bool {
        matches!(self, Self::Doing { .. })
    }

    /// Returns whether the todo is in progress and counts for `maxDoing`.
    pub fn is_capped_work(&self) -> bool {
        matches!(self, Self::Doing { is_capped: true, .. })
    }

    /// Returns this state so that it does not count for `maxDoing`.
    pub(crate) fn without_cap(&self) -> Self {
        match self {
            Self::Doing { owner, answer, .. } => {
                let (owner, answer) = (owner.clone(), answer.clone());
                Self::Doing { owner, answer, is_capped: false }
            }
            Self::Todo { .. }
            | Self::Waiting { .. }
            | Self::Claimed { .. }
            | Self::Done { .. }
            | Self::Skipped { .. } => self.clone(),
        }
    }

    /// Returns the state after setting a status. Setting the same status changes nothing, so
    /// "doing" leaves a claimed todo claimed, and "todo" leaves a waiting one waiting.
    pub fn to(&self, status: Status) -> Self {
        if self.status() == status {
            return self.clone();
        }
        match status {
            Status::Todo => {
                Self::Todo { owner: None, return_reason: None, answer: self.answer().cloned() }
            }
            Status::Doing => {
                let owner = match self {
                    Self::Todo { owner, .. } | Self::Waiting { owner, .. } => owner.clone(),
                    Self::Doing { .. }
                    | Self::Claimed { .. }
                    | Self::Done { .. }
                    | Self::Skipped { .. } => None,
                };
                Self::Doing { owner, answer: self.answer().cloned(), is_capped: true }
            }
            Status::Done => {
                Self::Done { owner: self.owner().cloned(), evidence: self.evidence().cloned() }
            }
            Status::Skipped => Self::Skipped(SkipDetails::default()),
        }
    }

    /// Returns the claim that the todo is done. It keeps the owner and the evidence.
    pub(crate) fn claim(&self) -> Self {
        Self::Claimed { owner: self.owner().cloned(), evidence: self.evidence().cloned() }
    }

    /// Returns this state with `name` as its owner, if the todo was just started.
    pub(crate) fn started_by(&self, base: &Self, name: Option<Content>) -> Self {
        let mut state = self.clone();
        if let Self::Doing { owner, .. } = &mut state
            && name.is_some()
            && base.status() != Status::Doing
        {
            *owner = name;
        }
        state
    }

    /// Returns this state, which was derived from `base`, as if it were derived from `current`:
    /// with the owner of `current`, unless this state has a new one.
    pub(crate) fn rebased(&self, base: &Self, current: &Self) -> Self {
        let mut state = self.clone();
        if self.owner() == base.owner() {
            state.set_text(TextField::Owner, current.owner().cloned());
        }
        state
    }

    /// Returns this state without the reason and the answer that `known` does not have.
    pub(crate) fn without_news(&self, known: &Self) -> Self {
        let mut state = self.clone();
        if self.reason() != known.reason() {
            state.set_text(TextField::Reason, None);
        }
        if self.answer() != known.answer() {
            state.set_text(TextField::Answer, None);
        }
        state
    }

    /// Returns one of the texts that belong to this state.
    pub(crate) fn text(&self, field: TextField) -> Option<&Content> {
        match field {
            TextField::Reason => self.reason(),
            TextField::Owner => self.owner(),
            TextField::Evidence => self.evidence(),
            TextField::Question => self.question(),
            TextField::Options => self.options(),
            TextField::Answer => self.answer(),
            TextField::Content
            | TextField::Name
            | TextField::Priority
            | TextField::ActiveForm
            | TextField::Description => None,
        }
    }

    /// Sets or clears one of the texts that belong to this state. Any other text is ignored.
    pub(crate) fn set_text(&mut self, field: TextField, text: Option<Content>) {
        match (self, field) {
            (
                Self::Todo { owner: slot, .. }
                | Self::Waiting { owner: slot, .. }
                | Self::Doing { owner: slot, .. }
                | Self::Claimed { owner: slot, .. }
                | Self::Done { owner: slot, .. },
                TextField::Owner,
            )
            | (
                Self::Todo { return_reason: slot, .. }
                | Self::Skipped(SkipDetails { reason: slot, .. }),
                TextField::Reason,
            )
            | (
                Self::Claimed { evidence: slot, .. } | Self::Done { evidence: slot, .. },
                TextField::Evidence,
            )
            | (Self::Waiting { question: slot, .. }, TextField::Question)
            | (Self::Waiting { options: slot, .. }, TextField::Options)
            | (
                Self::Todo { answer: slot, .. } | Self::Doing { answer: slot, .. },
                TextField::Answer,
            ) => *slot = text,
            _ => {}
        }
    }
}

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
        let mut todo = Self { key, state: State::TODO, details: Rc::default() };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_str_reads_back_each_status_and_key() {
        for (index, status) in Status::ALL.into_iter().enumerate() {
            assert_eq!(
                (Status::parse_str(status.as_str()), status as usize),
                (Some(status), index)
            );
        }
        assert_eq!(Status::parse_str("Todo"), None);
        for key in [1, 7, 4_294_967_295] {
            assert_eq!(Key::parse_str(&Key(key).to_text()), Some(Key(key)));
        }
        for word in ["", "t", "t0", "t01", "t-1", "t4294967296", "T1", "1", " t1", "t1 ", "t１"] {
            assert_eq!(Key::parse_str(word), None, "{word}");
        }
    }

    #[test]
    fn a_change_of_status_drops_the_texts_of_the_old_state() {
        let [ann, late, receipt] =
            ["ann", "too late", "receipt 7"].map(|text| Content::new(text, 20).unwrap().0);
        let (owner, some) = (Some(ann.clone()), |text: &Content| Some(text.clone()));
        let assigned =
            State::Todo { owner: owner.clone(), return_reason: some(&late), answer: None };
        let doing = State::Doing { owner: owner.clone(), answer: None, is_capped: true };
        let claimed = State::Claimed { owner: owner.clone(), evidence: some(&receipt) };
        let done = State::Done { owner: owner.clone(), evidence: some(&receipt) };
        let skipped = State::Skipped(SkipDetails { reason: some(&late), failed: true });
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
