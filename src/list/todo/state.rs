//! `State`: the status of a todo with what belongs to it.

use crate::list::todo::status::Status;
use crate::list::todo::text_field::TextField;
use crate::list::waiting::WaitFor;
use crate::text::content::Content;
use crate::text::string_enum::string_enum;

string_enum! {
    /// The kind of a state, with its word in checkpoints.
    #[derive(Default)]
    pub enum StateKind {
        /// Not started.
        #[default]
        Todo = "todo",
        /// Not started or interrupted, until a person answers.
        WaitingUser = "waiting_user",
        /// Not started or interrupted, until an event.
        WaitingEvent = "waiting_event",
        /// In progress.
        Doing = "doing",
        /// A model or an agent said that it is done, and nobody has confirmed it yet.
        Claimed = "claimed",
        /// Finished.
        Done = "done",
        /// Given up.
        Skipped = "skipped",
        /// Tried, and given up.
        Failed = "failed",
    }
}

/// The most texts that belong to a state.
const MAX_TEXTS: usize = 4;

/// The state of a todo, with the texts that belong to it. They are dropped when the state changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub(crate) kind: StateKind,
    /// The texts, in the order of [`StateKind::fields`].
    texts: [Option<Content>; MAX_TEXTS],
}

/// How a todo was given up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkipDetails {
    /// Why it was given up.
    pub reason: Option<Content>,
    /// Whether it was tried, and failed.
    pub failed: bool,
}

impl StateKind {
    /// Returns the status that users see. A claimed todo counts as in progress, and a waiting one
    /// as not started.
    pub const fn status(self) -> Status {
        match self {
            Self::Todo | Self::WaitingUser | Self::WaitingEvent => Status::Todo,
            Self::Doing | Self::Claimed => Status::Doing,
            Self::Done => Status::Done,
            Self::Skipped | Self::Failed => Status::Skipped,
        }
    }

    /// Returns the texts that belong to a state of this kind, each of which it may lack: a reason
    /// says why the todo was given up or sent back.
    pub const fn fields(self) -> &'static [TextField] {
        match self {
            Self::Todo => {
                &[TextField::Owner, TextField::Reason, TextField::Answer, TextField::LastOwner]
            }
            Self::WaitingUser | Self::WaitingEvent => {
                &[TextField::Owner, TextField::Question, TextField::Options]
            }
            Self::Doing => &[TextField::Owner, TextField::Answer],
            Self::Claimed | Self::Done => &[TextField::Owner, TextField::Evidence],
            Self::Skipped | Self::Failed => &[TextField::Reason],
        }
    }
}

impl From<WaitFor> for StateKind {
    fn from(on: WaitFor) -> Self {
        match on {
            WaitFor::User => Self::WaitingUser,
            WaitFor::Event => Self::WaitingEvent,
        }
    }
}

impl From<StateKind> for State {
    fn from(kind: StateKind) -> Self {
        Self { kind, texts: [const { None }; MAX_TEXTS] }
    }
}

impl From<SkipDetails> for State {
    fn from(SkipDetails { reason, failed }: SkipDetails) -> Self {
        let kind = if failed { StateKind::Failed } else { StateKind::Skipped };
        Self::from(kind).with(TextField::Reason, reason)
    }
}

impl State {
    /// Returns the status that users see.
    pub fn status(&self) -> Status {
        self.kind.status()
    }

    /// Returns the name of who has or had the todo in progress, or to whom it is assigned.
    pub fn owner(&self) -> Option<&Content> {
        self.text(TextField::Owner)
    }

    /// Returns the name of who had the todo until their lease ended, if nobody has it now.
    pub(crate) fn last_owner(&self) -> Option<&Content> {
        self.text(TextField::LastOwner).filter(|_| self.owner().is_none())
    }

    /// Returns why the todo was skipped or sent back.
    pub fn reason(&self) -> Option<&Content> {
        self.text(TextField::Reason)
    }

    /// Returns whom or what the todo waits for.
    pub fn waiting(&self) -> Option<WaitFor> {
        WaitFor::ALL.into_iter().find(|on| self.kind == StateKind::from(*on))
    }

    /// Returns the answer to the todo's question.
    pub fn answer(&self) -> Option<&Content> {
        self.text(TextField::Answer)
    }

    /// Returns whether the todo is open but waits, or has to be confirmed, so that it is somebody
    /// else's turn.
    pub fn is_on_hold(&self) -> bool {
        self.is_claimed() || self.waiting().is_some()
    }

    /// Returns whether somebody said that the todo is done, and nobody has confirmed it yet.
    pub fn is_claimed(&self) -> bool {
        self.kind == StateKind::Claimed
    }

    /// Returns whether the todo was tried and given up.
    pub fn is_failed(&self) -> bool {
        self.kind == StateKind::Failed
    }

    /// Returns whether the todo is in progress and not claimed.
    pub fn is_at_work(&self) -> bool {
        self.kind == StateKind::Doing
    }

    /// Returns the state after setting a status. Setting the same status changes nothing, so
    /// "doing" leaves a claimed todo claimed, and "todo" leaves a waiting one waiting.
    pub fn to(&self, status: Status) -> Self {
        if self.status() == status {
            return self.clone();
        }
        let (kind, kept): (_, &[_]) = match status {
            Status::Todo => (StateKind::Todo, &[TextField::Answer]),
            Status::Doing => (StateKind::Doing, &[TextField::Owner, TextField::Answer]),
            Status::Done => (StateKind::Done, &[TextField::Owner, TextField::Evidence]),
            Status::Skipped => (StateKind::Skipped, &[]),
        };
        self.change(kind, if self.status().is_settled() { &[] } else { kept })
    }

    /// Returns a state of another kind that keeps these texts, as far as they belong to it.
    pub(crate) fn change(&self, kind: StateKind, kept: &[TextField]) -> Self {
        let kept = kept.iter().map(|field| (*field, self.text(*field).cloned()));
        kept.fold(kind.into(), |state: Self, (field, text)| state.with(field, text))
    }

    /// Returns the claim that the todo is done. It keeps the owner and the evidence.
    pub(crate) fn claim(&self) -> Self {
        self.change(StateKind::Claimed, &[TextField::Owner, TextField::Evidence])
    }

    /// Returns this state with one of the texts that belong to it.
    pub(crate) fn with(mut self, field: TextField, text: Option<Content>) -> Self {
        self.set_text(field, text);
        self
    }

    /// Returns this state with `name` as its owner, if the todo was just started.
    pub(crate) fn started_by(&self, base: &Self, name: Option<Content>) -> Self {
        let is_started = self.is_at_work() && base.status() != Status::Doing;
        let owner = name.filter(|_| is_started).or_else(|| self.owner().cloned());
        self.clone().with(TextField::Owner, owner)
    }

    /// Returns this state, which was derived from `base`, as if it were derived from `current`:
    /// with the texts of `current`, except those that differ from `base`.
    pub(crate) fn rebased(&self, base: &Self, current: &Self) -> Self {
        let mut state = self.clone();
        for field in self.kind.fields() {
            if self.text(*field) == base.text(*field) {
                state.set_text(*field, current.text(*field).cloned());
            }
        }
        state
    }

    /// Returns one of the texts that belong to this state.
    pub(crate) fn text(&self, field: TextField) -> Option<&Content> {
        self.texts.get(self.place_of(field)?)?.as_ref()
    }

    /// Sets or clears one of the texts that belong to this state. Any other text is ignored.
    pub(crate) fn set_text(&mut self, field: TextField, text: Option<Content>) {
        if let Some(slot) = self.place_of(field).and_then(|place| self.texts.get_mut(place)) {
            *slot = text;
        }
    }

    fn place_of(&self, field: TextField) -> Option<usize> {
        self.kind.fields().iter().position(|known| *known == field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_status_drops_the_texts_of_the_old_state() {
        let [ann, late, receipt] =
            ["ann", "too late", "receipt 7"].map(|text| Content::new(text, 20).unwrap().0);
        let of = |kind, texts: &[(TextField, &Content)]| {
            let texts = texts.iter().map(|(field, text)| (*field, Some(Content::clone(text))));
            texts.fold(State::from(kind), |state, (field, text)| state.with(field, text))
        };
        let (owner, reason) = ((TextField::Owner, &ann), (TextField::Reason, &late));
        let evidence = (TextField::Evidence, &receipt);
        let assigned = of(StateKind::Todo, &[owner, reason]);
        let doing = of(StateKind::Doing, &[owner]);
        let claimed = of(StateKind::Claimed, &[owner, evidence]);
        let done = of(StateKind::Done, &[owner, evidence]);
        let failed = of(StateKind::Failed, &[reason]);
        let [todo, bare_doing, bare_done, skipped] =
            [StateKind::Todo, StateKind::Doing, StateKind::Done, StateKind::Skipped]
                .map(State::from);
        let done_by_ann = of(StateKind::Done, &[owner]);
        for (from, to) in [
            (&assigned, [&assigned, &doing, &done_by_ann, &skipped]),
            (&doing, [&todo, &doing, &done_by_ann, &skipped]),
            (&claimed, [&todo, &claimed, &done, &skipped]),
            (&done, [&todo, &bare_doing, &done, &skipped]),
            (&failed, [&todo, &bare_doing, &bare_done, &failed]),
        ] {
            assert_eq!(Status::ALL.map(|status| from.to(status)).each_ref(), to);
        }
    }
}
