//! Calls for a host without a conversation. The model is treated as if it knew the current list,
//! and positions refer to that list.

use crate::forms::reminder::counted;
use crate::list::author::{Actor, Author};
use crate::list::error::TodoError;
use crate::list::history::Revision;
use crate::list::known_list::KnownList;
use crate::list::store::TodoStore;
use crate::tools::call::{Call, Outcome};
use crate::tools::conversation::settings::Settings;
use crate::tools::conversation::{Conversation, replies_to};
use crate::tools::dialects::Dialect;
use crate::tools::xml_reader::ToolCall;

impl Conversation {
    /// Creates a conversation for one call of a tool that a host uses without a conversation.
    /// Positions refer to today's list, and the model counts as having seen everything. The author
    /// of the call is the model.
    pub fn stateless(store: &TodoStore, dialect: Dialect) -> Self {
        let Actor { author, name } = store.actor().clone();
        let name = name.filter(|_| author == Author::Model);
        let settings = Settings { dialect, name, ..Settings::default() };
        Self {
            has_seen_list: true,
            is_stateless: true,
            replies: replies_to(store, &settings, &[]),
            unshown: counted(store, &[]),
            forgotten: store.forgotten(),
            ..Self::with(settings, KnownList::of(store))
        }
    }

    /// Like [`Conversation::stateless`], but if the handle is a person's or the application's, so
    /// is the call: a person may have changed what the model asked for.
    pub fn of_handle(store: &TodoStore, dialect: Dialect) -> Self {
        let Actor { author, name } = store.actor().clone();
        let mut conversation = Self::stateless(store, dialect);
        if !author.is_restricted() {
            conversation.author = author;
            conversation.settings.name = name;
        }
        conversation
    }
}

impl Conversation {
    /// Sets the list that the caller has in front of it: that of a revision, if it is kept.
    pub fn reading(mut self, store: &TodoStore, since: Revision) -> Self {
        if let Some(list) = store.list_at(since) {
            self.turn_base = KnownList::at(Some(since), &list);
        }
        self
    }
}

impl Dialect {
    /// Runs one call and returns its answer, whatever the model sent. The change is the model's, or
    /// that of the person or the application whose handle it is. If the call is invalid or
    /// refused, the outcome has `ok` false, and the store is unchanged.
    pub fn call(self, store: &mut TodoStore, call: &Call<'_>) -> Outcome {
        Conversation::of_handle(store, self).call(store, call)
    }
}

impl ToolCall {
    /// Runs the call, or returns the reason why it cannot be run. The text of the outcome is for
    /// the next user message.
    pub fn run(&self, store: &mut TodoStore) -> Outcome {
        Conversation::stateless(store, Dialect::XML).call_xml(store, self)
    }
}

/// Like [`Conversation::apply_progress`].
pub fn apply_progress(store: &mut TodoStore, arguments: Result<&str, &TodoError>) -> Outcome {
    Conversation::stateless(store, Dialect::DEFAULT).apply_progress(store, arguments)
}

/// Like [`Conversation::apply_plan`].
pub fn apply_plan(store: &mut TodoStore, arguments: Result<&str, &TodoError>) -> Outcome {
    Conversation::stateless(store, Dialect::DEFAULT).apply_plan(store, arguments)
}
