//! `State`: the status of a todo with what belongs to it.

use crate::list::todo::status::Status;
use crate::list::todo::text_field::TextField;
use crate::list::waiting::WaitFor;
use crate::text::content::Content;

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
                Self::Doing { owner, answer: self.answer().cloned() }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_status_drops_the_texts_of_the_old_state() {
        let [ann, late, receipt] =
            ["ann", "too late", "receipt 7"].map(|text| Content::new(text, 20).unwrap().0);
        let (owner, some) = (Some(ann.clone()), |text: &Content| Some(text.clone()));
        let assigned =
            State::Todo { owner: owner.clone(), return_reason: some(&late), answer: None };
        let doing = State::Doing { owner: owner.clone(), answer: None };
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
