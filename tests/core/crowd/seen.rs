//! A list as it was at some moment: what the model of this test compares.

use agent_todos::list::waiting::WaitFor;
use agent_todos::{Key, Status, TextField, Todo, TodoStore};

use crate::dice::random_word;

/// The texts that a person may hold.
pub(super) const TEXTS: [TextField; 4] =
    [TextField::Content, TextField::Priority, TextField::ActiveForm, TextField::Description];

/// How far a todo is.
pub(super) fn status(todo: &Todo) -> Status {
    todo.status()
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) key: Key,
    pub(super) status: Status,
    /// Whether it was tried and given up.
    pub(super) failed: bool,
    pub(super) waits_for_event: bool,
    /// Whether it is somebody else's turn: it is claimed, or waits.
    pub(super) is_on_hold: bool,
    /// Whether it is in progress and counts for `maxDoing`.
    pub(super) is_capped: bool,
    pub(super) approved: bool,
    pub(super) owner: Option<String>,
    pub(super) name: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) evidence: Option<String>,
    pub(super) question: Option<String>,
    pub(super) answer: Option<String>,
    pub(super) texts: [Option<String>; TEXTS.len()],
    /// Whether its priority was set, to the usual one perhaps.
    pub(super) has_priority: bool,
    pub(super) blockers: Vec<Key>,
    pub(super) data: Option<String>,
    pub(super) parent: Option<Key>,
}

impl Seen {
    pub(super) fn of(todo: &Todo) -> Self {
        let text = |field| {
            // Without one, it matters as much as most.
            let usual = Some("medium").filter(|_| field == TextField::Priority);
            todo.text(field).or(usual).map(str::to_owned)
        };
        Self {
            key: todo.key,
            status: status(todo),
            failed: todo.is_failed(),
            waits_for_event: todo.waiting() == Some(WaitFor::Event),
            is_on_hold: todo.is_claimed() || todo.waiting().is_some(),
            is_capped: todo.state().is_capped_work(),
            approved: todo.is_approved(),
            owner: text(TextField::Owner),
            name: text(TextField::Name),
            reason: text(TextField::Reason),
            evidence: text(TextField::Evidence),
            question: text(TextField::Question),
            answer: text(TextField::Answer),
            texts: TEXTS.map(text),
            has_priority: todo.text(TextField::Priority).is_some(),
            blockers: todo.blocked_by().to_vec(),
            data: todo.data().map(|data| data.as_json().to_owned()),
            parent: todo.parent(),
        }
    }

    pub(super) fn content(&self) -> &str {
        self.texts[0].as_deref().unwrap()
    }

    pub(super) fn label(&self) -> &str {
        random_word(self.content())
    }

    /// How far it is, and whether it is somebody else's turn.
    pub(super) fn state(&self) -> (Status, bool) {
        (self.status, self.is_on_hold)
    }

    pub(super) fn is_claimed(&self) -> bool {
        self.state() == (Status::Doing, true)
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.state() == (Status::Todo, true)
    }

    /// Takes the state of another form of it, with what was said for that, but the owner.
    pub(super) fn take_state(&mut self, after: &Self) {
        (self.status, self.is_on_hold) = after.state();
        self.failed = after.failed;
        self.reason.clone_from(&after.reason);
        self.evidence.clone_from(&after.evidence);
        self.waits_for_event = after.waits_for_event;
        self.question.clone_from(&after.question);
        self.answer.clone_from(&after.answer);
    }

    /// As it would be if nobody had begun it.
    pub(super) fn as_new(&self) -> Self {
        let (status, is_on_hold, failed) = (Status::Todo, false, false);
        let (reason, evidence, owner, question, answer) = (None, None, None, None, None);
        let own = Self { status, is_on_hold, failed, reason, evidence, owner, ..self.clone() };
        Self { question, answer, ..own }
    }

    /// Its state with what was said for it.
    pub(super) fn state_and_texts(&self) -> (Status, bool, bool, [Option<&str>; 5]) {
        let texts = [&self.reason, &self.evidence, &self.owner, &self.question, &self.answer];
        (self.status, self.is_on_hold, self.failed, texts.map(Option::as_deref))
    }

    pub(super) fn is_open(&self) -> bool {
        !self.status.is_settled()
    }

    pub(super) fn is_at_work(&self) -> bool {
        self.state() == (Status::Doing, false)
    }
}

pub(super) fn snapshot(store: &TodoStore) -> Vec<Seen> {
    store.list().iter().map(|todo| Seen::of(todo)).collect()
}

/// Whether a content is on a list twice, so that it does not say which one is meant.
pub(super) fn is_twice(list: &[Seen], content: &str) -> bool {
    list.iter().filter(|seen| seen.content() == content).count() > 1
}

pub(super) fn find(list: &[Seen], key: Key) -> Option<&Seen> {
    list.iter().find(|seen| seen.key == key)
}
