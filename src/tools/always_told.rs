//! Calls for a host without a conversation. The model is treated as if it knew the current list,
//! and positions refer to that list.

use crate::forms::reminder::counted;
use crate::list::author::Author;
use crate::list::error::TodoError;
use crate::list::store::TodoStore;
use crate::list::view::View;
use crate::tools::call::{Call, Outcome};
use crate::tools::conversation::settings::Settings;
use crate::tools::conversation::{Conversation, replies_to};
use crate::tools::dialects::Dialect;
use crate::tools::xml_reader::ToolCall;

impl Conversation {
    /// Creates a conversation for one call of a tool that a host uses without a conversation. Positions
    /// refer to today's list, and the model counts as told of everything.
    pub fn always_told(store: &TodoStore, dialect: Dialect) -> Self {
        let name = store.actor().name.clone().filter(|_| store.actor().author == Author::Model);
        let settings = Settings { dialect, name, ..Settings::default() };
        Self {
            is_begun: true,
            is_always_told: true,
            replies: replies_to(store, &settings, &[]),
            unshown: counted(store),
            forgotten: store.forgotten(),
            ..Self::with(settings, View::of(store))
        }
    }
}

impl Dialect {
    /// Runs one call and returns its answer, whatever the model sent. If the call is invalid or
    /// refused, the outcome has `ok` false, and the store is unchanged.
    pub fn call(self, store: &mut TodoStore, call: &Call<'_>) -> Outcome {
        Conversation::always_told(store, self).call(store, call)
    }
}

impl ToolCall {
    /// Runs the call, or returns the reason why it cannot be run. The text of the outcome is for
    /// the next user message.
    pub fn run(&self, store: &mut TodoStore) -> Outcome {
        Conversation::always_told(store, Dialect::XmlCall).call_xml(store, self)
    }
}

/// Like [`Conversation::apply_progress`].
pub fn apply_progress(store: &mut TodoStore, arguments: Result<&str, &TodoError>) -> Outcome {
    Conversation::always_told(store, Dialect::TodoManager).apply_progress(store, arguments)
}

/// Like [`Conversation::apply_plan`].
pub fn apply_plan(store: &mut TodoStore, arguments: Result<&str, &TodoError>) -> Outcome {
    Conversation::always_told(store, Dialect::TodoManager).apply_plan(store, arguments)
}
