//! `TextField`: the texts that a todo may have.

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
    /// The name of who had it until their lease ended, if nobody has taken it since.
    LastOwner,
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
    pub const ALL: [Self; 12] = [
        Self::Content,
        Self::Name,
        Self::Priority,
        Self::ActiveForm,
        Self::Description,
        Self::Reason,
        Self::Owner,
        Self::LastOwner,
        Self::Evidence,
        Self::Question,
        Self::Options,
        Self::Answer,
    ];
    /// The texts that a todo can have in every state. The others belong to its `State`.
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
            Self::Owner | Self::LastOwner => " (owner)",
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
