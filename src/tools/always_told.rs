//! Calls of a host that has no conversation: each works as one that is always told. Positions mean today's list.

use crate::list::error::TodoError;
use crate::list::store::TodoStore;
use crate::tools::call::{Call, Outcome};
use crate::tools::conversation::Conversation;
use crate::tools::dialects::Dialect;
use crate::tools::xml_reader::ToolCall;

impl Dialect {
    /// Runs one call. Whatever the model sent, this answers: a call that cannot be understood or is refused is an
    /// outcome with `ok` false, and the store is as before.
    pub fn call(self, store: &mut TodoStore, call: &Call<'_>) -> Outcome {
        Conversation::always_told(store, self).call(store, call)
    }
}

impl ToolCall {
    /// Runs the call, or says why it cannot be. The outcome's text is for the next user message.
    pub fn run(&self, store: &mut TodoStore) -> Outcome {
        Conversation::always_told(store, Dialect::XmlCall).call_xml(store, self)
    }
}

/// As [`Conversation::apply_progress`].
pub fn apply_progress(store: &mut TodoStore, arguments: Result<&str, &TodoError>) -> Outcome {
    Conversation::always_told(store, Dialect::TodoManager).apply_progress(store, arguments)
}

/// As [`Conversation::apply_plan`].
pub fn apply_plan(store: &mut TodoStore, arguments: Result<&str, &TodoError>) -> Outcome {
    Conversation::always_told(store, Dialect::TodoManager).apply_plan(store, arguments)
}
