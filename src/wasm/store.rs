//! The `TodoStore` class.

use alloc::rc::{Rc, Weak};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{RefCell, RefMut};

use wasm_bindgen::prelude::*;

use super::boundary;
use super::error::Checked;
use super::view::{self, View};
use crate::forms::reminder::{Mode, Reminder};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::options::{CheckpointOptions, Options, Unfinished};
use crate::list::store::TodoStore as Store;
use crate::list::todo::Id;
use crate::text::message::Notes;

#[wasm_bindgen(module = "/src/wasm/listeners.js")]
extern "C" {
    #[derive(Clone)]
    type Listeners;
    #[wasm_bindgen(constructor)]
    fn new() -> Listeners;
    #[wasm_bindgen(method)]
    fn add(this: &Listeners, listener: &JsValue) -> JsValue;
    #[wasm_bindgen(method)]
    fn notify(this: &Listeners, revision: u32);
}

/// The todo list of an agent: ordered, with ids 1 to n, stable keys and a history.
///
/// Every write is all or nothing: one that is refused throws a `TodoError` and leaves the list, the
/// revision and the history as they were. One that changes nothing makes no revision.
#[wasm_bindgen]
pub struct TodoStore {
    inner: Rc<RefCell<Inner>>,
}

/// A store that somebody else holds, and may free.
pub struct Borrowed(Weak<RefCell<Inner>>);

impl Borrowed {
    /// The store, for one call.
    ///
    /// # Errors
    /// `freed`.
    pub fn store(&self) -> Result<TodoStore, TodoError> {
        let inner = self.0.upgrade().ok_or_else(|| {
            TodoError::new(ErrorCode::Freed, "the store of this run was freed", &[])
        })?;
        Ok(TodoStore { inner })
    }
}

#[derive(Default)]
struct Inner {
    store: Store,
    view: View,
    /// None before the first one came.
    listeners: Option<Listeners>,
}

/// A write of several texts.
type WriteTexts<'a> = &'a dyn Fn(&mut Store, &[&str]) -> Result<Notes, TodoError>;

impl TodoStore {
    fn from_core(store: Store) -> Self {
        Self { inner: Rc::new(RefCell::new(Inner { store, ..Inner::default() })) }
    }

    #[cfg(feature = "run")]
    pub(super) fn borrowed(&self) -> Borrowed {
        Borrowed(Rc::downgrade(&self.inner))
    }

    /// The core and its view, for as long as no JavaScript of others runs.
    #[inline(always)]
    fn inner(&self) -> Result<RefMut<'_, Inner>, TodoError> {
        self.inner
            .try_borrow_mut()
            .map_err(|_| TodoError::invalid("the store is in another call", &[]))
    }

    pub(super) fn read<T>(&self, read: impl FnOnce(&Store, &mut View) -> T) -> Checked<T> {
        Checked(self.inner().map(|mut inner| {
            let Inner { store, view, .. } = &mut *inner;
            read(store, view)
        }))
    }

    /// Runs a write and, when it changed something and nothing is borrowed any more, says so.
    pub(super) fn write(
        &self,
        write: &mut dyn FnMut(&mut Store, &mut View) -> Result<(), TodoError>,
    ) -> Result<(), TodoError> {
        self.write_at_once(write)
    }

    /// As [`TodoStore::write`], for the calls that are so quick that calling them would be half of
    /// their time.
    #[inline(always)]
    fn write_at_once(
        &self,
        write: impl FnOnce(&mut Store, &mut View) -> Result<(), TodoError>,
    ) -> Result<(), TodoError> {
        let mut inner = self.inner()?;
        let Inner { store, view, listeners } = &mut *inner;
        let before = store.revision();
        let result = write(store, view);
        let after = store.revision();
        if before != after
            && let Some(listeners) = listeners.clone()
        {
            drop(inner);
            listeners.notify(after);
        }
        result
    }

    #[inline(always)]
    fn write_one(
        &self,
        id: f64,
        write: impl Fn(&mut Store, Id) -> Result<(), TodoError>,
    ) -> Checked<()> {
        Checked(self.write_at_once(|store, _| write(store, Id(id as i64))))
    }

    fn write_texts(&self, contents: &str, write: WriteTexts<'_>) -> Result<JsValue, TodoError> {
        let contents = boundary::contents(contents);
        let mut texts = Vec::new();
        for content in &contents {
            texts.push(content.as_str());
        }
        let mut notes = Notes::new();
        self.write(&mut |store, _| {
            notes = write(store, &texts)?;
            Ok(())
        })?;
        Ok(view::notes(&notes))
    }
}

#[wasm_bindgen]
impl TodoStore {
    /// Makes an empty store.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "Partial<TodoStoreOptions>")] options: &str,
    ) -> Checked<TodoStore> {
        let options = Options::from_json(options);
        Checked(options.map(|options| Self::from_core(Store::new(options))))
    }

    /// Reads back what `checkpoint()` wrote: options, list, keys and history. With
    /// `maxSnapshots` the history holds so many snapshots at most from then on.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed, `invalid_checkpoint` for a text that is no checkpoint or damaged, `newer_checkpoint` for one
    /// that a newer version of the package wrote.
    #[wasm_bindgen(js_name = fromCheckpoint)]
    pub fn from_checkpoint(
        #[wasm_bindgen(unchecked_param_type = "string")] text: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "CheckpointOptions")] options: &str,
    ) -> Checked<TodoStore> {
        let options = CheckpointOptions::from_json(options);
        let store = options.and_then(|options| Store::from_checkpoint_with(text, options));
        Checked(store.map(Self::from_core))
    }

    /// Makes a store whose list is the one that the XML holds (the form of `getXml()`), with keys of
    /// its own.
    ///
    /// Throws `invalid_xml`, `empty_content`, `content_too_long` or `too_many_todos`.
    #[wasm_bindgen(js_name = fromXml)]
    pub fn from_xml(
        #[wasm_bindgen(unchecked_param_type = "string")] xml: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Partial<TodoStoreOptions>")] options: &str,
    ) -> Checked<TodoStore> {
        let options = Options::from_json(options);
        let store = options.and_then(|options| Store::from_xml(xml, options));
        Checked(store.map(Self::from_core))
    }

    /// The list: frozen, the same array until the next change. A todo that a change left alone stays
    /// the same object.
    #[wasm_bindgen(js_name = getAll, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn get_all(&self) -> Checked<JsValue> {
        self.read(|store, view| view.list(store))
    }

    /// Appends todos, in order; each content is trimmed. Gives one note for each thing that had to be
    /// cleaned out of a content (forbidden or invisible characters), usually none.
    ///
    /// Throws `empty_content`, `content_too_long` or `too_many_todos`, naming the item.
    #[wasm_bindgen(js_name = addMultiple, unchecked_return_type = "string[]")]
    pub fn add_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &str,
    ) -> Checked<JsValue> {
        Checked(self.write_texts(contents, &|store, contents| store.add_multiple(contents)))
    }

    /// Inserts todos after a position, 0 being the front; the rest reindex. Notes as in `addMultiple`.
    ///
    /// Throws `unknown_id` for a position that is not 0 to n, or as `addMultiple` does.
    #[wasm_bindgen(js_name = addAfterPosition, unchecked_return_type = "string[]")]
    pub fn add_after_position(
        &self,
        position: f64,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &str,
    ) -> Checked<JsValue> {
        Checked(self.write_texts(contents, &|store, contents| {
            store.add_after_position(position as i64, contents)
        }))
    }

    /// Clears the list and adds todos, none of them started. Notes as in `addMultiple`.
    ///
    /// Throws as `addMultiple` does.
    #[wasm_bindgen(js_name = replaceAll, unchecked_return_type = "string[]")]
    pub fn replace_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &str,
    ) -> Checked<JsValue> {
        Checked(self.write_texts(contents, &|store, contents| store.replace_all(contents)))
    }

    /// Marks todos done, from any status.
    ///
    /// Throws `unknown_id`; then none of them is marked.
    #[wasm_bindgen(js_name = completeMultiple)]
    pub fn complete_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly number[]")] ids: &str,
    ) -> Checked<()> {
        let ids = boundary::ids(ids);
        Checked(self.write(&mut |store, _| store.complete_multiple(&ids)))
    }

    /// Marks one todo done, from any status.
    ///
    /// Throws `unknown_id`.
    pub fn complete(&self, id: f64) -> Checked<()> {
        self.write_one(id, Store::complete)
    }

    /// Gives one todo up. With `onSkip: "mark"` it stays in place as skipped; with `"remove"` it leaves
    /// the list and the rest reindex.
    ///
    /// Throws `unknown_id`.
    pub fn skip(&self, id: f64) -> Checked<()> {
        self.write_one(id, Store::skip)
    }

    /// Takes one todo off the list; the rest reindex.
    ///
    /// Throws `unknown_id`.
    pub fn remove(&self, id: f64) -> Checked<()> {
        self.write_one(id, Store::remove)
    }

    /// Sets a todo and all after it back to todo.
    ///
    /// Throws `unknown_id`.
    #[wasm_bindgen(js_name = goBack)]
    pub fn go_back(&self, id: f64) -> Checked<()> {
        self.write_one(id, Store::go_back)
    }

    /// Marks a todo as in progress, from any status. Marking the current one again is no change.
    ///
    /// Throws `unknown_id`, or `already_doing`, naming the one in progress.
    #[wasm_bindgen(js_name = markDoing)]
    pub fn mark_doing(&self, id: f64) -> Checked<()> {
        self.write_one(id, Store::mark_doing)
    }

    /// The todo in progress, else the first one not started, which becomes the one in progress; null
    /// when nothing is left to start.
    #[wasm_bindgen(js_name = getNextTodo, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_next_todo(&self) -> Checked<JsValue> {
        let mut next = JsValue::NULL;
        let result = self.write(&mut |store, view| {
            store.next_todo();
            next = view.current_doing(store);
            Ok(())
        });
        Checked(result.map(|()| next))
    }

    /// The todo in progress, or null.
    #[wasm_bindgen(js_name = getCurrentDoing, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_current_doing(&self) -> Checked<JsValue> {
        self.read(|store, view| view.current_doing(store))
    }

    /// The todos not started, in order.
    #[wasm_bindgen(js_name = getPending, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn get_pending(&self) -> Checked<JsValue> {
        self.read(|store, view| view.pending(store))
    }

    /// Whether any todo is neither done nor skipped.
    #[wasm_bindgen(js_name = checkPending)]
    pub fn check_pending(&self) -> Checked<bool> {
        self.read(|store, _| store.check_pending())
    }

    /// Whether every todo is done or skipped; so an empty list is.
    #[wasm_bindgen(js_name = isAllDoneOrSkipped)]
    pub fn is_all_done_or_skipped(&self) -> Checked<bool> {
        self.read(|store, _| store.is_all_done_or_skipped())
    }

    /// Whether a todo is done or skipped.
    ///
    /// Throws `unknown_id`.
    #[wasm_bindgen(js_name = isCompleted)]
    pub fn is_completed(&self, id: f64) -> Checked<bool> {
        let Checked(result) = self.read(|store, _| store.is_completed(Id(id as i64)));
        Checked(result.and_then(|is_completed| is_completed))
    }

    /// Puts the todo in progress back to todo; nothing else changes.
    pub fn abort(&self) -> Checked<()> {
        Checked(self.write_at_once(|store, _| {
            store.abort();
            Ok(())
        }))
    }

    /// Empties the list. Keys go on counting, so none is ever reused.
    pub fn reset(&self) -> Checked<()> {
        Checked(self.write(&mut |store, _| {
            store.reset();
            Ok(())
        }))
    }

    /// The list as XML: `<todos><todo id="1" status="doing">text</todo></todos>`, escaped so that no
    /// content can end an element.
    #[wasm_bindgen(js_name = getXml, unchecked_return_type = "string")]
    pub fn get_xml(&self) -> Checked<JsValue> {
        self.read(|store, view| view.xml(store))
    }

    /// What to put into the conversation after a change: the XML in a `<browser-state>` element.
    #[wasm_bindgen(js_name = systemReminder, unchecked_return_type = "string")]
    pub fn system_reminder(&self) -> Checked<JsValue> {
        self.read(|store, view| view.reminder(store))
    }

    /// Makes room for a new task: a finished list (each todo done or skipped) is archived, which is to say
    /// that the list is emptied as one revision, and its snapshots stay in the history; keys go on
    /// counting. An unfinished one is kept, unless told otherwise. Gives whether a list was archived: false
    /// for one that is kept, and for an empty one.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed.
    #[wasm_bindgen(js_name = newTask)]
    pub fn new_task(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "NewTaskOptions")] options: &str,
    ) -> Checked<bool> {
        let mut is_archived = false;
        let result = Unfinished::from_json(options).and_then(|unfinished| {
            self.write(&mut |store, _| {
                is_archived = store.new_task(unfinished);
                Ok(())
            })
        });
        Checked(result.map(|()| is_archived))
    }

    /// What to put into a conversation that last saw the list at a revision, or never: with mode `"full"` the
    /// whole list, with `"changes"` what changed since, with `"off"` nothing. Nothing is undefined: when nothing
    /// is new, and when the list is empty or finished. `Reminders` keeps the revision for you.
    ///
    /// Throws `invalid_argument` for a mode that does not exist.
    #[wasm_bindgen(unchecked_return_type = "string | undefined")]
    pub fn reminder(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ReminderMode")] mode: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] seen: f64,
    ) -> Checked<JsValue> {
        let seen = if seen < 0.0 { None } else { Some(seen as u32) };
        let Checked(result) = self.read(|store, view| {
            Ok(match store.reminder(Mode::from_name(mode)?, seen) {
                Reminder::Silence => JsValue::UNDEFINED,
                Reminder::Full => view.reminder(store),
                Reminder::Changes { text, .. } => JsValue::from_str(&text),
            })
        });
        Checked(result.and_then(|text| text))
    }

    /// Every snapshot of the session, oldest first, or as many of the latest as `maxSnapshots` keeps.
    /// Built when asked for: keep it if you need it twice.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<Readonly<Snapshot>>")]
    pub fn history(&self) -> Checked<JsValue> {
        self.read(|store, _| view::history(store))
    }

    /// Takes back the latest change that is not taken back yet, as a new revision; again, the one
    /// before it. Gives false when nothing is left to take back.
    ///
    /// Throws `unknown_revision` when what came before fell away (`maxSnapshots`).
    pub fn undo(&self) -> Checked<bool> {
        let mut is_undone = false;
        let result = self.write(&mut |store, _| {
            is_undone = store.undo()?;
            Ok(())
        });
        Checked(result.map(|()| is_undone))
    }

    /// Brings the list of an earlier revision back, as a new revision.
    ///
    /// Throws `unknown_revision`, also for one that fell away (`maxSnapshots`).
    #[wasm_bindgen(js_name = restoreRevision)]
    pub fn restore_revision(&self, revision: f64) -> Checked<()> {
        Checked(self.write(&mut |store, _| store.restore_revision(revision as i64)))
    }

    /// The whole store as text, for `fromCheckpoint`: options, list, keys and history; of that, with
    /// `maxSnapshots`, so many of the latest snapshots at most.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed.
    #[wasm_bindgen(unchecked_return_type = "string")]
    pub fn checkpoint(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "CheckpointOptions")] options: &str,
    ) -> Checked<JsValue> {
        let options = CheckpointOptions::from_json(options);
        let Checked(text) =
            self.read(|store, _| options.map(|options| store.checkpoint_with(options)));
        Checked(text.and_then(|text| text).map(|text| JsValue::from_str(&text)))
    }

    /// Takes over what `checkpoint()` or `todosJson(store)` wrote, somewhere else or earlier, in place of what
    /// this store holds: list, keys and history. It is a change like any other; the revision grows, so
    /// those of the history may get higher numbers. The options stay this store's, but a limit that
    /// is larger there becomes the limit here, so that all that was kept fits. A `todos.json` has neither
    /// keys nor history: it is one more revision of this store, and todos that are known keep their keys.
    ///
    /// Throws `invalid_checkpoint` for a text that is damaged or neither of the two, `newer_checkpoint`
    /// for one that a newer version of the package wrote.
    pub fn load(&self, #[wasm_bindgen(unchecked_param_type = "string")] text: &str) -> Checked<()> {
        Checked(self.write(&mut |store, _| store.load(text)))
    }

    /// Merges this list with one that somebody else made of the same beginning, by key. `base` is the
    /// checkpoint that both began with, `""` when they have none in common; `text` is theirs, as for
    /// `load()`. This store then goes on from theirs, with what is new here as one more revision.
    ///
    /// What one side changed holds. What either removed stays removed. Of two statuses, the settled one
    /// holds (done, skipped) unless this side reopened the todo; of two texts, this side's; of two
    /// todos in progress, this side's. A new todo whose key they used gets a new key.
    ///
    /// Gives theirs as a checkpoint: the base of the next merge, as long as this one is not stored.
    ///
    /// Throws `too_many_todos` when both together are more than the list may hold, and what `load()`
    /// throws.
    #[wasm_bindgen(unchecked_return_type = "string")]
    pub fn merge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] base: &str,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &str,
    ) -> Checked<JsValue> {
        let mut theirs = String::new();
        let result = self.write(&mut |store, _| {
            theirs = store.merge(base, text)?;
            Ok(())
        });
        Checked(result.map(|()| JsValue::from_str(&theirs)))
    }

    /// Calls `listener` once after each change, with the new revision. The store is then consistent and
    /// may be called, changed or freed. What a listener throws is reported as an event listener's error
    /// is. Gives the function that unsubscribes.
    #[wasm_bindgen(unchecked_return_type = "() => void")]
    pub fn subscribe(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(revision: number) => void")] listener: JsValue,
    ) -> Checked<JsValue> {
        Checked(
            self.inner()
                .map(|mut inner| inner.listeners.get_or_insert_with(Listeners::new).add(&listener)),
        )
    }

    /// Grows by one with each change that changed something; 0 is a new store's.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> Checked<u32> {
        self.read(|store, _| store.revision())
    }

    /// How many todos the list holds.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> Checked<usize> {
        self.read(|store, _| store.list().len())
    }
}
