//! For how long nothing on the list has changed while the model went on.

use crate::forms::codec::record;
use crate::list::history::Revision;

/// For how long nothing on the list has changed.
#[derive(Clone, Debug, Default)]
pub(in crate::tools) struct Unchanged {
    /// The revision of the list at the last reminder.
    revision: Revision,
    /// How many messages the model has written since that revision came.
    messages: u32,
    /// Whether the model has read that since.
    pub is_said: bool,
}

record!(Unchanged { revision: "revision", messages: "messages", is_said: "whether that was said" });

impl Unchanged {
    /// Counts new messages of the model. Returns for how many messages nothing has changed, if that
    /// are `after` or more, which is not 0, and the model does not know it.
    pub fn count(&mut self, revision: Revision, messages: u32, after: u32) -> Option<u32> {
        if self.revision != revision {
            *self = Self { revision, ..Self::default() };
            return None;
        }
        self.messages = self.messages.saturating_add(messages);
        let is_due = after > 0 && self.messages >= after && !self.is_said;
        is_due.then_some(self.messages)
    }
}
