//! `TodoStore`: which todo is next, and what is open.

use js_sys::JSON;
use wasm_bindgen::prelude::*;

use super::todo_store::TodoStore;

#[wasm_bindgen]
impl TodoStore {
    /// Returns the todo that this handle has in progress: of a handle with a name its own,
    /// otherwise one without an owner. If there is none, the first todo that has not been
    /// started and depends on nothing becomes the one in progress. Returns null if there is
    /// nothing left to start.
    #[wasm_bindgen(js_name = getNextTodo, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_next_todo(&self) -> JsValue {
        self.write(|store, cache| match store.next_todo() {
            Some(id) => cache.todo(store, id),
            None => JsValue::NULL,
        })
    }

    /// Returns the todo in progress, or null.
    #[wasm_bindgen(js_name = getCurrentDoing, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_current_doing(&self) -> JsValue {
        self.read(|store, cache| cache.current_doing(store))
    }

    /// Returns the todos that have not been started (status todo), in order.
    #[wasm_bindgen(js_name = getPending, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn get_pending(&self) -> JsValue {
        self.read(|store, cache| cache.pending(store))
    }

    /// Returns whether every todo is done or skipped. True for an empty list.
    #[wasm_bindgen(js_name = isAllDoneOrSkipped)]
    pub fn is_all_done_or_skipped(&self) -> bool {
        self.read(|store, _| store.is_all_done_or_skipped())
    }

    /// A skipped todo counts: returns whether a todo is done or skipped. False for one that left
    /// the list.
    ///
    /// Throws `unknown_id` for an id that never was.
    #[wasm_bindgen(js_name = isCompleted)]
    pub fn is_completed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
    ) -> Result<bool, JsValue> {
        let target = self.target(todo, "todo")?;
        Ok(self.read(|store, _| store.is_completed(target.todo))?)
    }

    /// Sets what is in progress back to todo: the handle's own todos if it has a name, otherwise
    /// all of them (on a model's handle, those without an owner). Nothing else changes.
    pub fn abort(&self) {
        self.write(|store, _| store.abort());
    }

    /// Says that the actor of this handle, which has a name, is still at work, so that the lease of
    /// its todos does not end (option `lease`). Every write of the handle says so too. It makes no
    /// revision. At most once in a third of the lease, it calls the listeners with the revision
    /// that they know, so that the list is stored.
    pub fn heartbeat(&self) {
        if self.write(|store, _| store.heartbeat()) {
            self.notify_again();
        }
    }

    /// Returns for how many milliseconds each todo was in progress, by its key. A todo that never
    /// was is left out. The time runs while a todo is in progress, and rests while its "done"
    /// waits to be confirmed. Checkpoints contain it, however short the history is, also for the
    /// latest todos that left the list.
    #[wasm_bindgen(js_name = timeSpent, unchecked_return_type = "Readonly<Record<string, number>>")]
    pub fn time_spent(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| JSON::parse(&store.time_spent_json()))
    }
}
