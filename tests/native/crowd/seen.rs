//! A list as it was at some moment: what the model of this test compares.

use agent_todos::{Field, Key, Status, Todo, TodoStore};

use crate::dice::word;

/// The texts that a person may hold.
pub(super) const TEXTS: [Field; 4] =
    [Field::Content, Field::Priority, Field::ActiveForm, Field::Description];

/// How far a todo is.
pub(super) fn status(todo: &Todo) -> Status {
    todo.status()
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) key: Key,
    pub(super) status: Status,
    pub(super) claimed: bool,
    pub(super) approved: bool,
    pub(super) owner: Option<String>,
    pub(super) name: Option<String>,
    pub(super) reason: Option<String>,
    pub(super) evidence: Option<String>,
    pub(super) texts: [Option<String>; TEXTS.len()],
    /// Whether its priority was set, to the usual one perhaps.
    pub(super) has_priority: bool,
    pub(super) blockers: Vec<Key>,
}

impl Seen {
    fn of(todo: &Todo) -> Self {
        let text = |field| {
            // Without one, it matters as much as most.
            let usual = Some("medium").filter(|_| field == Field::Priority);
            todo.text(field).or(usual).map(str::to_owned)
        };
        Self {
            key: todo.key,
            status: status(todo),
            claimed: todo.is_claimed(),
            approved: todo.is_approved(),
            owner: text(Field::Owner),
            name: text(Field::Name),
            reason: text(Field::Reason),
            evidence: text(Field::Evidence),
            texts: TEXTS.map(text),
            has_priority: todo.text(Field::Priority).is_some(),
            blockers: todo.blocked_by().to_vec(),
        }
    }

    pub(super) fn content(&self) -> &str {
        self.texts[0].as_deref().unwrap()
    }

    pub(super) fn word(&self) -> &str {
        word(self.content())
    }

    pub(super) fn state(&self) -> (Status, bool) {
        (self.status, self.claimed)
    }

    /// As it would be if nobody had begun it.
    pub(super) fn as_new(&self) -> Self {
        let (status, claimed) = (Status::Todo, false);
        let (reason, evidence, owner) = (None, None, None);
        Self { status, claimed, reason, evidence, owner, ..self.clone() }
    }

    /// Its state with what was said for it.
    pub(super) fn said(&self) -> (Status, bool, [Option<&str>; 3]) {
        let texts = [&self.reason, &self.evidence, &self.owner];
        (self.status, self.claimed, texts.map(Option::as_deref))
    }

    pub(super) fn is_open(&self) -> bool {
        !self.status.is_settled()
    }

    pub(super) fn is_at_work(&self) -> bool {
        self.status == Status::Doing && !self.claimed
    }

    /// What a model calls it that calls todos by ids of their own.
    pub(super) fn id(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.key.to_word())
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
