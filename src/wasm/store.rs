//! The `TodoStore` class.

use std::cell::{OnceCell, RefCell};

use js_sys::{Function, JsString};
use wasm_bindgen::prelude::*;

use super::boundary;
use super::error::TodoError;
use super::view::View;
use crate::error;
use crate::store::TodoStore as Store;
use crate::todo::Id;

#[wasm_bindgen(module = "/src/wasm/listeners.js")]
extern "C" {
    type Listeners;
    #[wasm_bindgen(constructor)]
    fn new() -> Listeners;
    #[wasm_bindgen(method)]
    fn add(this: &Listeners, listener: &Function) -> JsValue;
    #[wasm_bindgen(method)]
    fn notify(this: &Listeners, revision: f64);
}

/// The todo list of an agent: ordered, with ids 1 to n, stable keys and a history.
///
/// Every write is all or nothing: one that is refused throws a `TodoError` and leaves the list, the
/// revision and the history as they were. One that changes nothing makes no revision.
#[wasm_bindgen]
pub struct TodoStore {
    store: RefCell<Store>,
    view: RefCell<View>,
    listeners: OnceCell<Listeners>,
}

impl TodoStore {
    fn from_core(store: Store) -> Self {
        Self { store: RefCell::new(store), view: RefCell::default(), listeners: OnceCell::new() }
    }

    /// Runs something on the store and its view. No JavaScript of others runs in between.
    pub(super) fn with<T>(
        &self,
        run: impl FnOnce(&mut Store, &mut View) -> Result<T, TodoError>,
    ) -> Result<T, TodoError> {
        let (Ok(mut store), Ok(mut view)) =
            (self.store.try_borrow_mut(), self.view.try_borrow_mut())
        else {
            return Err(TodoError::invalid("the store is in the middle of another call"));
        };
        run(&mut store, &mut view)
    }

    fn read<T>(&self, read: impl FnOnce(&Store, &mut View) -> T) -> Result<T, TodoError> {
        self.with(|store, view| Ok(read(store, view)))
    }

    /// Runs a write and, when it changed something and nothing is borrowed any more, says so.
    pub(super) fn write<T>(
        &self,
        write: impl FnOnce(&mut Store, &mut View) -> Result<T, error::TodoError>,
    ) -> Result<T, TodoError> {
        let (result, before, after) = self.with(|store, view| {
            let before = store.revision();
            let result = write(store, view).map_err(TodoError::from);
            Ok((result, before, store.revision()))
        })?;
        if before != after
            && let Some(listeners) = self.listeners.get()
        {
            listeners.notify(after as f64);
        }
        result
    }
}

#[wasm_bindgen]
impl TodoStore {
    /// Makes an empty store.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Partial<TodoStoreOptions>")]
        options: JsValue,
    ) -> Result<TodoStore, TodoError> {
        Ok(Self::from_core(Store::new(boundary::options(&options)?)))
    }

    /// Reads back what `checkpoint()` wrote: options, list, keys and history.
    ///
    /// Throws `invalid_checkpoint`, saying whether the text is no checkpoint, damaged, or newer than
    /// this version of the package.
    #[wasm_bindgen(js_name = fromCheckpoint)]
    pub fn from_checkpoint(
        #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    ) -> Result<TodoStore, TodoError> {
        Ok(Self::from_core(Store::from_checkpoint(&boundary::text(&text, "text")?)?))
    }

    /// Makes a store whose list is the one that the XML holds (the form of `getXml()`), with keys of
    /// its own.
    ///
    /// Throws `invalid_xml`, `empty_content`, `content_too_long` or `too_many_todos`.
    #[wasm_bindgen(js_name = fromXml)]
    pub fn from_xml(
        #[wasm_bindgen(unchecked_param_type = "string")] xml: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Partial<TodoStoreOptions>")]
        options: JsValue,
    ) -> Result<TodoStore, TodoError> {
        let options = boundary::options(&options)?;
        Ok(Self::from_core(Store::from_xml(&boundary::text(&xml, "xml")?, options)?))
    }

    /// The list: frozen, the same array until the next change. A todo that a change left alone stays
    /// the same object.
    #[wasm_bindgen(js_name = getAll, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn get_all(&self) -> Result<JsValue, TodoError> {
        self.read(|store, view| view.list(store))
    }

    /// Appends todos, in order; each content is trimmed. Gives one note for each thing that had to be
    /// cleaned out of a content (forbidden or invisible characters), usually none.
    ///
    /// Throws `empty_content`, `content_too_long` or `too_many_todos`, naming the item.
    #[wasm_bindgen(js_name = addMultiple)]
    pub fn add_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: JsValue,
    ) -> Result<Vec<String>, TodoError> {
        let contents = boundary::contents(&contents)?;
        self.write(|store, _| store.add_multiple(&contents))
    }

    /// Inserts todos after a position, 0 being the front; the rest reindex. Notes as in `addMultiple`.
    ///
    /// Throws `unknown_id` for a position that is not 0 to n, or as `addMultiple` does.
    #[wasm_bindgen(js_name = addAfterPosition)]
    pub fn add_after_position(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] position: JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: JsValue,
    ) -> Result<Vec<String>, TodoError> {
        let position = boundary::integer(&position, "position")?;
        let contents = boundary::contents(&contents)?;
        self.write(|store, _| store.add_after_position(position, &contents))
    }

    /// Clears the list and adds todos, none of them started. Notes as in `addMultiple`.
    ///
    /// Throws as `addMultiple` does.
    #[wasm_bindgen(js_name = replaceAll)]
    pub fn replace_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: JsValue,
    ) -> Result<Vec<String>, TodoError> {
        let contents = boundary::contents(&contents)?;
        self.write(|store, _| store.replace_all(&contents))
    }

    /// Marks todos done, from any status.
    ///
    /// Throws `unknown_id`; then none of them is marked.
    #[wasm_bindgen(js_name = completeMultiple)]
    pub fn complete_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly number[]")] ids: JsValue,
    ) -> Result<(), TodoError> {
        let ids = boundary::ids(&ids)?;
        self.write(|store, _| store.complete_multiple(&ids))
    }

    /// Marks one todo done, from any status.
    ///
    /// Throws `unknown_id`.
    pub fn complete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<(), TodoError> {
        self.write_one(&id, Store::complete)
    }

    /// Gives one todo up. With `onSkip: "mark"` it stays in place as skipped; with `"remove"` it leaves
    /// the list and the rest reindex.
    ///
    /// Throws `unknown_id`.
    pub fn skip(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<(), TodoError> {
        self.write_one(&id, Store::skip)
    }

    /// Takes one todo off the list; the rest reindex.
    ///
    /// Throws `unknown_id`.
    pub fn remove(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<(), TodoError> {
        self.write_one(&id, Store::remove)
    }

    /// Sets a todo and all after it back to todo.
    ///
    /// Throws `unknown_id`.
    #[wasm_bindgen(js_name = goBack)]
    pub fn go_back(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<(), TodoError> {
        self.write_one(&id, Store::go_back)
    }

    /// Marks a todo as in progress, from any status. Marking the current one again is no change.
    ///
    /// Throws `unknown_id`, or `already_doing`, naming the one in progress.
    #[wasm_bindgen(js_name = markDoing)]
    pub fn mark_doing(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<(), TodoError> {
        self.write_one(&id, Store::mark_doing)
    }

    /// The todo in progress, else the first one not started, which becomes the one in progress; null
    /// when nothing is left to start.
    #[wasm_bindgen(js_name = getNextTodo, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_next_todo(&self) -> Result<JsValue, TodoError> {
        self.write(|store, view| {
            store.next_todo();
            Ok(current_doing(store, view))
        })
    }

    /// The todo in progress, or null.
    #[wasm_bindgen(js_name = getCurrentDoing, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_current_doing(&self) -> Result<JsValue, TodoError> {
        self.read(current_doing)
    }

    /// The todos not started, in order.
    #[wasm_bindgen(js_name = getPending, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn get_pending(&self) -> Result<JsValue, TodoError> {
        self.read(|store, view| view.pending(store))
    }

    /// Whether any todo is neither done nor skipped.
    #[wasm_bindgen(js_name = checkPending)]
    pub fn check_pending(&self) -> Result<bool, TodoError> {
        self.read(|store, _| store.check_pending())
    }

    /// Whether every todo is done or skipped; so an empty list is.
    #[wasm_bindgen(js_name = isAllDoneOrSkipped)]
    pub fn is_all_done_or_skipped(&self) -> Result<bool, TodoError> {
        self.read(|store, _| store.is_all_done_or_skipped())
    }

    /// Whether a todo is done or skipped.
    ///
    /// Throws `unknown_id`.
    #[wasm_bindgen(js_name = isCompleted)]
    pub fn is_completed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<bool, TodoError> {
        let id = boundary::id(&id)?;
        Ok(self.read(|store, _| store.is_completed(id))??)
    }

    /// Puts the todo in progress back to todo; nothing else changes.
    pub fn abort(&self) -> Result<(), TodoError> {
        self.write(|store, _| {
            store.abort();
            Ok(())
        })
    }

    /// Empties the list. Keys go on counting, so none is ever reused.
    pub fn reset(&self) -> Result<(), TodoError> {
        self.write(|store, _| {
            store.reset();
            Ok(())
        })
    }

    /// The list as XML: `<todos><todo id="1" status="doing">text</todo></todos>`, escaped so that no
    /// content can end an element.
    #[wasm_bindgen(js_name = getXml)]
    pub fn get_xml(&self) -> Result<JsString, TodoError> {
        self.read(|store, view| view.xml(store))
    }

    /// What to put into the conversation after a change: the XML in a `<browser-state>` element.
    #[wasm_bindgen(js_name = systemReminder)]
    pub fn system_reminder(&self) -> Result<JsString, TodoError> {
        self.read(|store, view| view.reminder(store))
    }

    /// Every snapshot of the session, oldest first. Built when asked for: keep it if you need it twice.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<Readonly<Snapshot>>")]
    pub fn history(&self) -> Result<JsValue, TodoError> {
        self.read(|store, view| view.history(store))
    }

    /// Takes back the latest change that is not taken back yet, as a new revision; again, the one
    /// before it. Gives false when nothing is left to take back.
    pub fn undo(&self) -> Result<bool, TodoError> {
        self.write(|store, _| Ok(store.undo()))
    }

    /// Brings the list of an earlier revision back, as a new revision.
    ///
    /// Throws `unknown_revision`.
    #[wasm_bindgen(js_name = restoreRevision)]
    pub fn restore_revision(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] revision: JsValue,
    ) -> Result<(), TodoError> {
        let revision = boundary::integer(&revision, "revision")?;
        self.write(|store, _| store.restore_revision(revision))
    }

    /// The whole store as text, for `fromCheckpoint`: options, list, keys and history.
    pub fn checkpoint(&self) -> Result<String, TodoError> {
        self.read(|store, _| store.checkpoint())
    }

    /// Calls `listener` once after each change, with the new revision. The store is then consistent and
    /// may be called, changed or freed. What a listener throws is reported as an event listener's error
    /// is. Gives the function that unsubscribes.
    #[wasm_bindgen(unchecked_return_type = "() => void")]
    pub fn subscribe(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(revision: number) => void")] listener: JsValue,
    ) -> Result<JsValue, TodoError> {
        match listener.dyn_ref::<Function>() {
            Some(listener) => Ok(self.listeners.get_or_init(Listeners::new).add(listener)),
            None => Err(boundary::wrong_type("listener", "a function", &listener)),
        }
    }

    /// Grows by one with each change that changed something; 0 is a new store's.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> Result<f64, TodoError> {
        self.read(|store, _| store.revision() as f64)
    }

    /// How many todos the list holds.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> Result<usize, TodoError> {
        self.read(|store, _| store.list().len())
    }

    fn write_one(
        &self,
        id: &JsValue,
        write: fn(&mut Store, Id) -> Result<(), error::TodoError>,
    ) -> Result<(), TodoError> {
        let id = boundary::id(id)?;
        self.write(|store, _| write(store, id))
    }
}

fn current_doing(store: &Store, view: &mut View) -> JsValue {
    store.current_doing().map_or(JsValue::NULL, |(id, todo)| view.todo(id, todo))
}
