//! The `TodoStore` class.

use alloc::rc::{Rc, Weak};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{RefCell, RefMut};

use js_sys::{Date, Function, JsString};
use wasm_bindgen::prelude::*;

use super::convert;
use super::view::{self, View};
use crate::list::author::{Author, Clock};
use crate::list::error::{ErrorCode, TodoError};
use crate::list::history::Revision;
use crate::list::options::{CheckpointOptions, Options, Unfinished};
use crate::list::patch;
use crate::list::store::TodoStore as Store;
use crate::list::todo::Ref;
use crate::text::message::{Notes, excerpt};

#[wasm_bindgen(module = "/src/wasm/listeners.js")]
extern "C" {
    #[derive(Clone)]
    type Listeners;
    #[wasm_bindgen(constructor)]
    fn new() -> Listeners;
    #[wasm_bindgen(method)]
    fn add(this: &Listeners, listener: &JsValue) -> Function;
    #[wasm_bindgen(method)]
    fn notify(this: &Listeners, revision: u32, by: AuthorWord);
}

/// The word for an author.
#[wasm_bindgen(skip_typescript)]
#[derive(Clone, Copy)]
enum AuthorWord {
    User = "user",
    Model = "model",
    Run = "run",
    Host = "host",
}

impl From<Author> for AuthorWord {
    fn from(author: Author) -> Self {
        match author {
            Author::User => Self::User,
            Author::Model => Self::Model,
            Author::Run => Self::Run,
            Author::Host => Self::Host,
        }
    }
}

/// The time as JavaScript has it.
fn now() -> i64 {
    Date::now() as i64
}

/// The todo list of an agent: ordered, with ids 1 to n, stable keys and a history.
///
/// Every write is all or nothing: one that is refused throws a `TodoError` and leaves the list, the
/// revision and the history as they were. One that changes nothing makes no revision.
///
/// This is a handle on a list: `as(author)` makes another, and the list lasts as long as one of them.
#[wasm_bindgen]
pub struct TodoStore {
    inner: Rc<RefCell<Inner>>,
    /// Who makes the changes that go through this handle.
    author: Author,
}

#[inline(never)]
fn end_write(inner: RefMut<'_, Inner>, before: Revision) {
    let after = inner.store.revision();
    let by = inner.store.stamp().by;
    let listeners = inner.listeners.clone().filter(|_| before != after);
    drop(inner);
    if let Some(listeners) = listeners {
        listeners.notify(after, by.into());
    }
}

/// A store that somebody else holds, and may free.
pub struct Borrowed(Weak<RefCell<Inner>>);

impl Borrowed {
    /// The store, for one call.
    ///
    /// # Errors
    /// `freed`.
    #[inline(never)]
    pub fn store(&self) -> Result<TodoStore, TodoError> {
        let inner = self
            .0
            .upgrade()
            .ok_or_else(|| TodoError::new(ErrorCode::Freed, "the store was freed", &[]))?;
        Ok(TodoStore { inner, author: Author::Host })
    }
}

#[derive(Default)]
struct Inner {
    store: Store,
    view: View,
    /// None before the first one came.
    listeners: Option<Listeners>,
}

impl TodoStore {
    fn from_core(mut store: Store) -> Self {
        store.set_clock(Clock(now));
        let inner = Rc::new(RefCell::new(Inner { store, ..Inner::default() }));
        Self { inner, author: Author::Host }
    }

    pub(super) fn borrowed(&self) -> Borrowed {
        Borrowed(Rc::downgrade(&self.inner))
    }

    /// The core and its view, for as long as no code of others runs.
    #[inline(never)]
    fn inner(&self) -> Result<RefMut<'_, Inner>, JsValue> {
        let busy = |_| TodoError::invalid("the store is in another call", &[]).into();
        self.inner.try_borrow_mut().map_err(busy)
    }

    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Store, &mut View) -> Result<T, JsValue>,
    ) -> Result<T, JsValue> {
        let mut inner = self.inner()?;
        let Inner { store, view, .. } = &mut *inner;
        read(store, view)
    }

    /// Runs a write. When it changed something, listeners hear of it as soon as nothing is borrowed any more.
    pub(super) fn write<T>(
        &self,
        write: impl FnOnce(&mut Store, &mut View) -> Result<T, JsValue>,
    ) -> Result<T, JsValue> {
        let mut inner = self.inner()?;
        let before = inner.store.revision();
        let Inner { store, view, .. } = &mut *inner;
        let result = store.acting_as(self.author, |store| write(store, view));
        end_write(inner, before);
        result
    }

    fn write_one(
        &self,
        todo: &JsValue,
        write: fn(&mut Store, Ref) -> Result<(), TodoError>,
    ) -> Result<(), JsValue> {
        let todo = convert::todo(todo, "todo")?;
        self.write(|store, _| Ok(write(store, todo)?))
    }

    fn write_texts(
        &self,
        contents: &JsValue,
        write: impl FnOnce(&mut Store, &[&str]) -> Result<Notes, TodoError>,
    ) -> Result<Vec<String>, JsValue> {
        let contents = convert::texts(contents, "contents")?;
        let texts: Vec<&str> = contents.iter().map(String::as_str).collect();
        self.write(|store, _| Ok(write(store, &texts)?))
    }
}

#[wasm_bindgen]
impl TodoStore {
    /// Makes an empty store.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "TodoStoreOptions")] options: &JsValue,
    ) -> Result<TodoStore, JsValue> {
        let options = Options::from_json(&convert::options(options, "options")?)?;
        Ok(Self::from_core(Store::new(options)))
    }

    /// Reads back what `checkpoint()` wrote: options, list, keys and history. With
    /// `maxSnapshots` the history holds so many snapshots at most from then on.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed, `invalid_checkpoint` for a text that is no checkpoint or damaged, `newer_checkpoint` for one
    /// that a newer version of the package wrote.
    #[wasm_bindgen(js_name = fromCheckpoint)]
    pub fn from_checkpoint(
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "CheckpointOptions")] options: &JsValue,
    ) -> Result<TodoStore, JsValue> {
        let text = convert::text(text, "text")?;
        let options = CheckpointOptions::from_json(&convert::options(options, "options")?)?;
        Ok(Self::from_core(Store::from_checkpoint_with(&text, options)?))
    }

    /// Another handle on the same list, whose changes carry that author: `"user"`, `"model"`, `"run"` or `"host"`. A
    /// new store writes as the host. Tools always write as the model, and runs as the run. `free()` ends a handle;
    /// the list ends with its last one.
    ///
    /// Throws `invalid_argument` for an author that is none of these.
    #[wasm_bindgen(js_name = as)]
    pub fn with_author(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Author")] author: &JsValue,
    ) -> Result<TodoStore, JsValue> {
        let word = convert::text(author, "author")?;
        let author = Author::from_word(&word).ok_or_else(|| {
            TodoError::invalid(
                "unknown author {}: there is user, model, run and host",
                &[excerpt(&word)],
            )
        })?;
        Ok(Self { inner: Rc::clone(&self.inner), author })
    }

    /// Makes a store whose list is the one that the XML holds (the form of `getXml()`), with keys of
    /// its own.
    ///
    /// Throws `invalid_xml`, `empty_content`, `content_too_long` or `too_many_todos`.
    #[wasm_bindgen(js_name = fromXml)]
    pub fn from_xml(
        #[wasm_bindgen(unchecked_param_type = "string")] xml: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TodoStoreOptions")] options: &JsValue,
    ) -> Result<TodoStore, JsValue> {
        let xml = convert::text(xml, "xml")?;
        let options = Options::from_json(&convert::options(options, "options")?)?;
        Ok(Self::from_core(Store::from_xml(&xml, options)?))
    }

    /// The list: frozen, the same array until the next change. A todo that a change left alone stays
    /// the same object.
    #[wasm_bindgen(js_name = getAll, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn get_all(&self) -> Result<JsValue, JsValue> {
        self.read(|store, view| view.list(store))
    }

    /// The list, so that `JSON.stringify(store)` is it.
    #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn to_json(&self) -> Result<JsValue, JsValue> {
        self.get_all()
    }

    /// Appends todos, in order; each content is trimmed. Gives one note for each thing that had to be
    /// cleaned out of a content (forbidden or invisible characters), usually none.
    ///
    /// Throws `empty_content`, `content_too_long` or `too_many_todos`, naming the item.
    #[wasm_bindgen(js_name = addMultiple)]
    pub fn add_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &JsValue,
    ) -> Result<Vec<String>, JsValue> {
        self.write_texts(contents, Store::add_multiple)
    }

    /// Inserts todos after a position, 0 being the front; the rest reindex. Notes as in `addMultiple`.
    ///
    /// Throws `unknown_id` for a position that is not 0 to n, or as `addMultiple` does.
    #[wasm_bindgen(js_name = addAfterPosition)]
    pub fn add_after_position(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] position: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &JsValue,
    ) -> Result<Vec<String>, JsValue> {
        let position = convert::whole(position, "position")?;
        self.write_texts(contents, |store, contents| store.add_after_position(position, contents))
    }

    /// Clears the list and adds todos, none of them started. Notes as in `addMultiple`.
    ///
    /// Throws as `addMultiple` does.
    #[wasm_bindgen(js_name = replaceAll)]
    pub fn replace_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &JsValue,
    ) -> Result<Vec<String>, JsValue> {
        self.write_texts(contents, Store::replace_all)
    }

    /// Marks todos done, from any status.
    ///
    /// Throws `unknown_id`; then none of them is marked.
    #[wasm_bindgen(js_name = completeMultiple)]
    pub fn complete_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ReadonlyArray<number | string>")] todos: &JsValue,
    ) -> Result<(), JsValue> {
        let todos = convert::todos(todos, "ids")?;
        self.write(|store, _| Ok(store.complete_multiple(&todos)?))
    }

    /// Marks one todo done, from any status. Here and wherever a todo is named, its id or its key will do.
    ///
    /// Throws `unknown_id`.
    pub fn complete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] todo: &JsValue,
    ) -> Result<(), JsValue> {
        self.write_one(todo, Store::complete)
    }

    /// Sets one todo back to todo, from any status; the others stay as they are.
    ///
    /// Throws `unknown_id`.
    pub fn reopen(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] todo: &JsValue,
    ) -> Result<(), JsValue> {
        self.write_one(todo, Store::reopen)
    }

    /// Gives one todo up. With `onSkip: "mark"` it stays in place as skipped, with the reason until it is anything
    /// else; with `"remove"` it leaves the list and the rest reindex. Notes as in `addMultiple`.
    ///
    /// Throws `unknown_id`, or `content_too_long` for a reason of more than 2,000 characters.
    pub fn skip(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
    ) -> Result<Vec<String>, JsValue> {
        let todo = convert::todo(todo, "todo")?;
        let reason = convert::optional_text(reason, "reason")?;
        self.write(|store, _| Ok(store.skip_with_reason(todo, &reason)?))
    }

    /// Changes what is named of one todo; `null` and `""` clear what need not be there. Its key, its status and its
    /// place stay. Notes as in `addMultiple`.
    ///
    /// Throws `unknown_id`, `empty_content`, `content_too_long`, `invalid_priority`, or `invalid_argument` for what
    /// cannot be edited and for a todo that would wait on itself.
    pub fn edit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] todo: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "TodoEdit")] changes: &JsValue,
    ) -> Result<Vec<String>, JsValue> {
        let todo = convert::todo(todo, "todo")?;
        let changes = convert::options(changes, "changes")?;
        self.write(|store, _| Ok(patch::read(&changes, |patch| store.edit(todo, patch))?))
    }

    /// Moves one todo to after a position of the present list, 0 being the front; the rest reindex.
    ///
    /// Throws `unknown_id`, also for a position that is not 0 to n.
    #[wasm_bindgen(js_name = move)]
    pub fn move_to(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] todo: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] position: &JsValue,
    ) -> Result<(), JsValue> {
        let todo = convert::todo(todo, "todo")?;
        let position = convert::whole(position, "position")?;
        self.write(|store, _| Ok(store.move_to(todo, position)?))
    }

    /// Takes one todo off the list; the rest reindex.
    ///
    /// Throws `unknown_id`.
    pub fn remove(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] todo: &JsValue,
    ) -> Result<(), JsValue> {
        self.write_one(todo, Store::remove)
    }

    /// Sets a todo and all after it back to todo.
    ///
    /// Throws `unknown_id`.
    #[wasm_bindgen(js_name = goBack)]
    pub fn go_back(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] todo: &JsValue,
    ) -> Result<(), JsValue> {
        self.write_one(todo, Store::go_back)
    }

    /// Marks a todo as in progress, from any status. Marking the current one again is no change.
    ///
    /// Throws `unknown_id`, or `already_doing`, naming the one in progress.
    #[wasm_bindgen(js_name = markDoing)]
    pub fn mark_doing(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] todo: &JsValue,
    ) -> Result<(), JsValue> {
        self.write_one(todo, Store::mark_doing)
    }

    /// The todo in progress, else the first one not started, which becomes the one in progress; null
    /// when nothing is left to start.
    #[wasm_bindgen(js_name = getNextTodo, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_next_todo(&self) -> Result<JsValue, JsValue> {
        self.write(|store, view| {
            store.next_todo();
            view.current_doing(store)
        })
    }

    /// The todo in progress, or null.
    #[wasm_bindgen(js_name = getCurrentDoing, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_current_doing(&self) -> Result<JsValue, JsValue> {
        self.read(|store, view| view.current_doing(store))
    }

    /// The todos not started, in order.
    #[wasm_bindgen(js_name = getPending, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn get_pending(&self) -> Result<JsValue, JsValue> {
        self.read(|store, view| view.pending(store))
    }

    /// Whether any todo is neither done nor skipped.
    #[wasm_bindgen(js_name = hasUnfinished)]
    pub fn has_unfinished(&self) -> Result<bool, JsValue> {
        self.read(|store, _| Ok(store.has_unfinished()))
    }

    /// Whether every todo is done or skipped; so an empty list is.
    #[wasm_bindgen(js_name = isAllDoneOrSkipped)]
    pub fn is_all_done_or_skipped(&self) -> Result<bool, JsValue> {
        self.read(|store, _| Ok(store.is_all_done_or_skipped()))
    }

    /// Whether a todo is done or skipped.
    ///
    /// Throws `unknown_id`.
    #[wasm_bindgen(js_name = isCompleted)]
    pub fn is_completed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string")] todo: &JsValue,
    ) -> Result<bool, JsValue> {
        let todo = convert::todo(todo, "todo")?;
        self.read(|store, _| Ok(store.is_completed(todo)?))
    }

    /// Puts the todo in progress back to todo; nothing else changes.
    pub fn abort(&self) -> Result<(), JsValue> {
        self.write(|store, _| {
            store.abort();
            Ok(())
        })
    }

    /// Empties the list. Keys go on counting, so none is ever reused.
    pub fn reset(&self) -> Result<(), JsValue> {
        self.write(|store, _| {
            store.reset();
            Ok(())
        })
    }

    /// The list as XML: `<todos><todo id="1" status="doing">text</todo></todos>`, escaped so that no
    /// content can end an element.
    #[wasm_bindgen(js_name = getXml)]
    pub fn get_xml(&self) -> Result<JsString, JsValue> {
        self.read(|store, view| view.xml(store))
    }

    /// What to put into the conversation after a change: the XML in a `<browser-state>` element.
    #[wasm_bindgen(js_name = systemReminder, unchecked_return_type = "string")]
    pub fn system_reminder(&self) -> Result<JsValue, JsValue> {
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
        #[wasm_bindgen(unchecked_optional_param_type = "NewTaskOptions")] options: &JsValue,
    ) -> Result<bool, JsValue> {
        let unfinished = Unfinished::from_json(&convert::options(options, "options")?)?;
        self.write(|store, _| Ok(store.new_task(unfinished)))
    }

    /// Every snapshot of the session, oldest first, or as many of the latest as `maxSnapshots` keeps.
    /// Built when asked for: keep it if you need it twice.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<Readonly<Snapshot>>")]
    pub fn history(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| view::history(store))
    }

    /// Takes back the latest change that is not taken back yet, as a new revision; again, the one
    /// before it. Gives false when nothing is left to take back.
    ///
    /// Throws `unknown_revision` when what came before fell away (`maxSnapshots`).
    pub fn undo(&self) -> Result<bool, JsValue> {
        self.write(|store, _| Ok(store.undo()?))
    }

    /// Brings the list of an earlier revision back, as a new revision.
    ///
    /// Throws `unknown_revision`, also for one that fell away (`maxSnapshots`).
    #[wasm_bindgen(js_name = restoreRevision)]
    pub fn restore_revision(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] revision: &JsValue,
    ) -> Result<(), JsValue> {
        let revision = convert::whole(revision, "revision")?;
        self.write(|store, _| Ok(store.restore_revision(revision)?))
    }

    /// The whole store as text, for `fromCheckpoint`: options, list, keys and history; of that, with
    /// `maxSnapshots`, so many of the latest snapshots at most.
    ///
    /// Throws `invalid_argument` for an option that is unknown or ill-typed.
    pub fn checkpoint(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "CheckpointOptions")] options: &JsValue,
    ) -> Result<JsString, JsValue> {
        let options = CheckpointOptions::from_json(&convert::options(options, "options")?)?;
        self.read(|store, _| Ok(store.checkpoint_with(options).into()))
    }

    /// Takes over what `checkpoint()` or `todosJson(store)` wrote, somewhere else or earlier, in place of what
    /// this store holds: list, keys and history. It is a change like any other; the revision grows, so
    /// those of the history may get higher numbers. The options stay this store's, but a limit that
    /// is larger there becomes the limit here, so that all that was kept fits. A `todos.json` has neither
    /// keys nor history: it is one more revision of this store, and todos that are known keep their keys.
    ///
    /// Throws `invalid_checkpoint` for a text that is damaged or neither of the two, `newer_checkpoint`
    /// for one that a newer version of the package wrote.
    pub fn load(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<(), JsValue> {
        let text = convert::text(text, "text")?;
        self.write(|store, _| Ok(store.load(&text)?))
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
    pub fn merge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] base: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<JsString, JsValue> {
        let (base, text) = (convert::text(base, "base")?, convert::text(text, "text")?);
        self.write(|store, _| Ok(store.merge(&base, &text)?.into()))
    }

    /// Calls `listener` once after each change, with the new revision and who made it. The store is then consistent
    /// and may be called, changed or freed. Works unbound, as `useSyncExternalStore(store.subscribe, store.getAll)`.
    /// What a listener throws is reported as an event listener's error
    /// is. Returns the function that unsubscribes. Until then, or until it is freed, the store is kept, also when
    /// nobody else holds it.
    #[wasm_bindgen(unchecked_return_type = "() => void")]
    pub fn subscribe(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(change: StoreChange) => void")] listener: &JsValue,
    ) -> Result<Function, JsValue> {
        convert::function(listener, "listener")?;
        Ok(self.inner()?.listeners.get_or_insert_with(Listeners::new).add(listener))
    }

    /// Grows by one with each change that changed something; 0 is a new store's.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> Result<u32, JsValue> {
        self.read(|store, _| Ok(store.revision()))
    }

    /// How many todos the list holds.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> Result<usize, JsValue> {
        self.read(|store, _| Ok(store.list().len()))
    }
}
