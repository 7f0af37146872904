//! Previews: the effect of calls that a model is still writing.
//!
//! A preview is the list after running the calls on a copy of the store. The last call runs with
//! the complete items of its first list, with three differences as long as it is not complete:
//!
//! - No todo leaves the list, and those that the call omits so far keep their places.
//! - An item matches a todo only by its exact text (or, if items are merged, its id), because a
//!   later item may fit better.
//! - Nothing is demoted for `maxDoing`, because a later item may be the one that stays in progress.
//!
//! So the preview does not flicker while the call grows. Calls that do not write a list are run
//! once they are complete.

use std::rc::Rc;

use crate::list::history::List;
use crate::list::store::TodoStore;
use crate::tools::call::Call;
use crate::tools::conversation::Conversation;

impl Conversation {
    /// Takes the beginning of a call that the model is writing: `call.arguments` are what it has
    /// written so far. An empty text ends the call. `id` tells apart the calls of one message.
    /// Returns whether the preview may have changed.
    pub fn write(&mut self, call: &Call<'_>, id: &str) -> bool {
        self.writing.take(id, call.tool, call.arguments)
    }

    /// Returns the whole list as it would be after the calls that are being streamed, or `None` if
    /// there are none. This is the whole list even if the conversation is confined to a branch. A
    /// streamed call ends when a call of the same tool is carried out, and all end with the
    /// message, that is, with the next [`Conversation::reminder`].
    pub fn preview(&self, whole: &TodoStore) -> Option<Rc<List>> {
        let calls = &self.writing.0;
        if calls.is_empty() {
            return None;
        }
        let mut model = Self {
            turn_base: self.turn_base.clone(),
            next_key: self.next_key,
            ..Self::with(self.settings.clone(), self.seen.clone())
        };
        let mut store = self.open_branch(whole).unwrap_or_else(|| whole.clone());
        for call in calls.iter().filter(|call| !call.arguments.text.is_empty()) {
            model.is_partial = !call.arguments.is_whole;
            // A call that is refused changes nothing.
            model.begin(&mut store, &call.tool, Ok(&call.arguments.text));
        }
        let shown = store.shared_list();
        Some(
            self.settings
                .branch
                .map_or_else(|| Rc::clone(shown), |root| Rc::new(whole.with_branch(root, shown))),
        )
    }
}
