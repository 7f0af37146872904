//! The `TodoStore` class.

use core::cell::{Cell, RefCell, RefMut};
use std::rc::{Rc, Weak};

use js_sys::{Array, Date, Function, JSON};
use wasm_bindgen::prelude::*;

use super::convert;
use super::js_cache::JsCache;
use crate::change::shown_todo::ShownTodo;
use crate::list::author::{Actor, Author, Clock};
use crate::list::edit_options;
use crate::list::error::{ErrorCode, TodoError, WriteError};
use crate::list::held::HeldDecision;
use crate::list::history::Revision;
use crate::list::note::{Notes, texts};
use crate::list::options::Options;
use crate::list::sites::Origins;
use crate::list::store::TodoStore as Store;
use crate::list::todo::{Key, Ref};
use crate::run::ActiveRuns;
use crate::text::message::FormatArg::Text;

#[wasm_bindgen(module = "/src/wasm/listeners.js")]
extern "C" {
    #[derive(Clone)]
    type Listeners;
    #[wasm_bindgen(constructor)]
    fn new() -> Listeners;
    #[wasm_bindgen(method)]
    fn add(this: &Listeners, listener: &JsValue) -> Function;
    #[wasm_bindgen(method)]
    fn notify(
        this: &Listeners,
        revision: u32,
        by: AuthorWord,
        notes: Option<Vec<String>>,
        held: Option<Array>,
    );
}

/// The word for an author, as a string enum of JavaScript.
#[wasm_bindgen(skip_typescript)]
#[derive(Clone, Copy)]
enum AuthorWord {
    User = "user",
    Model = "model",
    Agent = "agent",
    Host = "host",
}

impl From<Author> for AuthorWord {
    fn from(author: Author) -> Self {
        match author {
            Author::User => Self::User,
            Author::Model => Self::Model,
            Author::Agent => Self::Agent,
            Author::Host => Self::Host,
        }
    }
}

#[wasm_bindgen(module = "/src/wasm/origin.js")]
extern "C" {
    /// Returns undefined for an address without an origin.
    #[wasm_bindgen(js_name = originOf)]
    fn js_origin_of(address: &str) -> JsValue;
}

fn origin_of(address: &str) -> Option<String> {
    js_origin_of(address).as_string()
}

/// Returns the current time in milliseconds since the epoch.
fn now() -> i64 {
    Date::now() as i64
}

/// The todo list of an agent: ordered, with ids 1 to n, stable keys and a history.
///
/// Every write is all or nothing: a refused write throws a `TodoError` and leaves the list, the
/// revision and the history unchanged. A write that changes nothing makes no revision.
///
/// An object of this class is a handle on a list. `as(author)` makes another one, and the list
/// lasts as long as any of them.
///
/// Methods that name a todo accept its id (a number), its key (such as `"t7"`), or the todo itself,
/// as the store returned it. What a person decided is no error: a write that it holds against
/// returns false. So a loop needs no `try`.
///
/// @example
/// ```ts
/// import { TodoStore } from "agent-todos";
///
/// const store = new TodoStore();
/// store.addMultiple(["Find a kettle", "Compare three"]);
/// for (let todo = store.getNextTodo(); todo !== null; todo = store.getNextTodo()) {
///   store.as("user").skip(2, "too expensive"); // a person, meanwhile
///   store.complete(todo); // false if somebody has skipped, removed or reworded it
/// }
/// console.log(store.getXml());
/// // → <todos><todo id="1" status="done">Find a kettle</todo><todo id="2" status="skipped">Compare three</todo></todos>
/// ```
///
/// @example
/// ```ts
/// import { type Author, type Priority, type Snapshot, type Todo, TodoStore } from "agent-todos";
/// import type { Status, StoreChange, TodoEdit, TodoStoreOptions } from "agent-todos";
///
/// const options: TodoStoreOptions = { maxTodos: 50, onSkip: "mark" };
/// const store = new TodoStore(options);
/// const unsubscribe = store.subscribe(({ revision, by }: StoreChange) => console.log(revision, by)); // → 1 agent
/// store.addMultiple(["Find a kettle", "Compare three"]);
/// unsubscribe();
///
/// const author: Author = "user";
/// const priority: Priority = "high";
/// const changes: TodoEdit = { priority };
/// store.as(author).edit("t2", changes);
/// store.complete(1);
/// const statuses: Status[] = store.getAll().map((todo: Readonly<Todo>) => todo.status);
/// console.log(statuses, store.getXml());
/// // → [ 'done', 'todo' ] <todos><todo id="1" status="done">Find a kettle</todo><todo id="2" status="todo">Compare three</todo></todos>
///
/// const again = TodoStore.fromCheckpoint(store.checkpoint({ maxSnapshots: 2 }));
/// const snapshots: readonly Readonly<Snapshot>[] = again.history();
/// console.log(snapshots.length, again.newTask({ unfinished: "archive" }), again.size); // → 2 true 0
/// ```
#[wasm_bindgen]
pub struct TodoStore {
    inner: Rc<RefCell<Inner>>,
    /// The author of the changes made through this handle.
    actor: Actor,
}

/// Ends a write, and notifies the listeners if it changed anything, and if it was denied a decision
/// of a person.
#[inline(never)]
fn end_write(mut inner: RefMut<'_, Inner>) {
    let (before, after) = (inner.before, inner.store.revision());
    let notes = core::mem::take(&mut inner.notes);
    let held = inner.store.take_held();
    inner.store.act_as(Actor::default());
    let Some(listeners) = inner.listeners.clone() else { return };
    let by = inner.store.info().by.author;
    drop(inner);
    if before != after {
        listeners.notify(after, by.into(), (!notes.is_empty()).then(|| texts(&notes)), None);
    }
    if let Some(latest) = held.last() {
        let by = latest.by.author;
        let held = HeldDecision::all_to_json(&held).and_then(|json| JSON::parse(&json).ok());
        listeners.notify(after, by.into(), None, held.as_ref().map(Array::from));
    }
}

/// Reads the only option of a method, a revision, or returns `None` without it.
pub(super) fn read_revision(
    options: &JsValue,
    name: &'static str,
) -> Result<Option<Revision>, JsValue> {
    if options.is_undefined() {
        return Ok(None);
    }
    Ok(edit_options::read_revision(&convert::options(options, "options")?, name)?)
}

/// A weak reference to a store, whose owner may free it.
pub struct Borrowed(Weak<RefCell<Inner>>);

/// A call of a conversation or a run, on the store that it works on.
pub(super) type CallOn<'a, T> = &'a mut dyn FnMut(&mut T, &mut Store, &mut JsCache);

/// What works on a store that its owner may free: a conversation or a run.
pub(super) trait OnStore {
    type Core;

    /// Runs a call, once.
    fn run(&self, call: CallOn<'_, Self::Core>) -> Result<(), JsValue>;

    /// Runs a call, and returns its result. The store's listeners are notified once nothing is
    /// borrowed any more.
    fn with<T>(
        &self,
        call: impl FnOnce(&mut Self::Core, &mut Store, &mut JsCache) -> Result<T, JsValue>,
    ) -> Result<T, JsValue> {
        let (mut call, mut result) = (Some(call), Err(JsValue::UNDEFINED));
        self.run(&mut |core, store, cache| {
            if let Some(call) = call.take() {
                result = call(core, store, cache);
            }
        })?;
        result
    }
}

impl Borrowed {
    /// Runs a call on `core` and the store, once. It ends leases itself if it is to.
    ///
    /// # Errors
    /// `freed`; `invalid_argument`, with the message `busy`, if `core` is in another call.
    #[inline(never)]
    pub(super) fn run<T>(
        &self,
        core: &RefCell<T>,
        busy: &'static str,
        call: CallOn<'_, T>,
    ) -> Result<(), JsValue> {
        self.store()?.call(|store, cache| {
            let busy = |_| TodoError::invalid(busy, &[]);
            call(&mut *core.try_borrow_mut().map_err(busy)?, store, cache);
            Ok(())
        })
    }

    /// Returns the store, for one call.
    ///
    /// # Errors
    /// `freed`.
    #[inline(never)]
    fn store(&self) -> Result<TodoStore, TodoError> {
        let inner = self
            .0
            .upgrade()
            .ok_or_else(|| TodoError::new(ErrorCode::Freed, "the store was freed", &[]))?;
        Ok(TodoStore { inner, actor: Actor::default() })
    }
}

/// The active runs of a list, which its handles share.
pub(super) type SharedRuns = Rc<Cell<ActiveRuns>>;

#[derive(Default)]
struct Inner {
    store: Store,
    cache: JsCache,
    runs: SharedRuns,
    /// `None` until the first listener is added.
    listeners: Option<Listeners>,
    /// The revision before the write that is being made.
    before: Revision,
    /// What the write that is being made repaired in its texts.
    notes: Notes,
}

/// A todo as the caller of a method names it.
pub(super) struct TodoArgument {
    pub(super) todo: Ref,
    /// What the caller has in front of it, if it passed a todo that has changed since.
    pub(super) shown: Option<Box<ShownTodo>>,
}

/// A write about todos. It returns notes about what was repaired.
type Write<'a> = &'a mut dyn FnMut(&mut Store, &[Ref]) -> Result<Notes, WriteError>;
type WriteOne<'a> = &'a mut dyn FnMut(&mut Store, Ref) -> Result<Notes, WriteError>;
/// A write of texts. It returns the todo that each text means.
type WriteTexts<'a> =
    &'a mut dyn FnMut(&mut Store, &[&str]) -> Result<(Vec<Key>, Notes), TodoError>;

impl TodoStore {
    fn from_core(mut store: Store) -> Self {
        store.set_clock(Clock(now));
        store.set_origins(Origins(origin_of));
        let inner = Rc::new(RefCell::new(Inner { store, ..Inner::default() }));
        Self { inner, actor: Actor::default() }
    }

    /// Returns the active runs of the list, whichever handle started them, and who acts through
    /// this handle.
    pub(super) fn runs(&self) -> (SharedRuns, &Actor) {
        (Rc::clone(&self.inner().runs), &self.actor)
    }

    /// Returns a handle with the same author on a copy of the list, without its listeners and runs.
    pub(super) fn copy(&self) -> Self {
        let store = self.inner().store.clone();
        Self { actor: self.actor.clone(), ..Self::from_core(store) }
    }

    pub(super) fn borrowed(&self) -> Borrowed {
        Borrowed(Rc::downgrade(&self.inner))
    }

    /// Borrows the core and its view. No foreign code runs during that time, so no other call can
    /// come in between.
    #[inline(never)]
    fn inner(&self) -> RefMut<'_, Inner> {
        let busy = |_| wasm_bindgen::throw_str("the store is in another call");
        self.inner.try_borrow_mut().unwrap_or_else(busy)
    }

    /// Borrows the core for a write, in the name of this handle's author.
    #[inline(never)]
    fn begin_write(&self) -> RefMut<'_, Inner> {
        let mut inner = self.begin_merge();
        inner.store.end_leases();
        inner
    }

    /// Borrows the core for a write that takes over what another context stored, which may have
    /// signs of life of owners.
    #[inline(never)]
    fn begin_merge(&self) -> RefMut<'_, Inner> {
        let mut inner = self.inner();
        inner.before = inner.store.revision();
        inner.store.act_as(self.actor.clone());
        inner
    }

    /// Runs a read. What cannot fail returns a plain value: a `Result` crosses the boundary as
    /// three values and two more calls (row `getAllUnchanged`).
    pub(super) fn read<T>(&self, read: impl FnOnce(&Store, &mut JsCache) -> T) -> T {
        let mut inner = self.inner();
        let Inner { store, cache, .. } = &mut *inner;
        read(store, cache)
    }

    /// Runs a write. If it changed something, listeners are notified once nothing is borrowed any
    /// more.
    pub(super) fn write<T>(&self, write: impl FnOnce(&mut Store, &mut JsCache) -> T) -> T {
        self.call(|store, cache| {
            store.end_leases();
            write(store, cache)
        })
    }

    /// Runs a call, which ends leases itself if it is to. Otherwise as [`Self::write`].
    pub(super) fn call<T>(&self, call: impl FnOnce(&mut Store, &mut JsCache) -> T) -> T {
        let mut inner = self.begin_merge();
        let Inner { store, cache, .. } = &mut *inner;
        let result = call(store, cache);
        end_write(inner);
        result
    }

    /// Calls the listeners although the list did not change.
    pub(super) fn notify_again(&self) {
        let (listeners, revision) = {
            let inner = self.inner();
            (inner.listeners.clone(), inner.store.revision())
        };
        if let Some(listeners) = listeners {
            listeners.notify(revision, self.actor.author.into(), None, None);
        }
    }

    /// Takes over what another context stored. Listeners are notified as after a write.
    pub(super) fn merge_by<T>(
        &self,
        merge: impl FnOnce(&mut Store) -> Result<T, TodoError>,
    ) -> Result<T, JsValue> {
        let mut inner = self.begin_merge();
        let result = merge(&mut inner.store);
        end_write(inner);
        Ok(result?)
    }

    /// Converts the id or key of a todo, or the todo itself.
    pub(super) fn target(&self, todo: &JsValue, name: &str) -> Result<TodoArgument, JsValue> {
        if let Some(todo) = convert::reference(todo) {
            return Ok(TodoArgument { todo, shown: None });
        }
        if !convert::is_record(todo) {
            return Err(convert::no_todo(todo, name).into());
        }
        if let Some(key) = self.read(|store, cache| cache.key_of(store, todo)) {
            return Ok(TodoArgument { todo: Ref::Key(key), shown: None });
        }
        if self.read(|_, cache| cache.is_of_another(todo)) {
            return Err(TodoError::invalid(
                "{} is a todo of another store: pass one that this store returned",
                &[Text(name)],
            )
            .into());
        }
        let shown = ShownTodo::from_json(&convert::todo_text(todo, name)?)?;
        Ok(TodoArgument { todo: Ref::Key(shown.key), shown: Some(Box::new(shown)) })
    }

    /// Makes a write about todos. Returns whether the list is now as asked.
    #[inline(never)]
    pub(super) fn write_about(
        &self,
        targets: &[TodoArgument],
        write: Write<'_>,
    ) -> Result<bool, JsValue> {
        let todos: Vec<Ref> = targets.iter().map(|target| target.todo).collect();
        let mut inner = self.begin_write();
        let mut shown = targets.iter().filter_map(|target| target.shown.as_deref());
        let store = &mut inner.store;
        let checked = shown.try_for_each(|shown| store.check_todo(shown));
        let result = checked.and_then(|()| write(store, &todos));
        let result = result.map(|notes| inner.notes = notes);
        end_write(inner);
        as_asked(result)
    }

    pub(super) fn write_one(&self, todo: &JsValue, write: WriteOne<'_>) -> Result<bool, JsValue> {
        self.write_target(self.target(todo, "todo")?, write)
    }

    #[inline(never)]
    pub(super) fn write_target(
        &self,
        target: TodoArgument,
        write: WriteOne<'_>,
    ) -> Result<bool, JsValue> {
        let todo = target.todo;
        self.write_about(&[target], &mut |store, _| write(store, todo))
    }

    /// Makes a write of texts. Returns the todo that each of them means, or undefined if it is not
    /// on the list.
    #[inline(never)]
    pub(super) fn write_each(
        &self,
        texts: &[&str],
        write: WriteTexts<'_>,
    ) -> Result<Array, JsValue> {
        let mut inner = self.begin_write();
        let Inner { store, cache, notes, .. } = &mut *inner;
        let meant = write(store, texts).map(|(keys, repaired)| {
            *notes = repaired;
            keys.into_iter().map(|key| cache.find(store, Ref::Key(key))).collect()
        });
        end_write(inner);
        Ok(meant?)
    }

    pub(super) fn write_texts(
        &self,
        contents: &JsValue,
        write: WriteTexts<'_>,
    ) -> Result<Array, JsValue> {
        let contents = convert::texts(contents, "contents")?;
        let texts: Vec<&str> = contents.iter().map(String::as_str).collect();
        self.write_each(&texts, write)
    }
}

/// The notes of a write that takes no text.
pub(super) fn none((): ()) -> Notes {
    Notes::new()
}

/// Converts the result of a write: false if the policy denied it.
pub(super) fn as_asked(result: Result<(), WriteError>) -> Result<bool, JsValue> {
    match result {
        Ok(()) => Ok(true),
        Err(WriteError::Denied) => Ok(false),
        Err(WriteError::Error(error)) => Err(error.into()),
    }
}

#[wasm_bindgen]
impl TodoStore {
    /// Creates an empty store.
    ///
    /// Throws `invalid_argument` if an option is unknown or ill-typed.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "TodoStoreOptions")] options: &JsValue,
    ) -> Result<TodoStore, JsValue> {
        let options = Options::from_json(&convert::options(options, "options")?)?;
        Ok(Self::from_core(Store::new(options)))
    }

    /// Restores a store from the text that `checkpoint()` returned: options, list, keys and
    /// history. Options that you pass replace those in the text, but for limits that are larger
    /// there.
    ///
    /// Throws `invalid_argument` if an option is unknown or ill-typed, `invalid_checkpoint` if the
    /// text is damaged or not a checkpoint, and `newer_checkpoint` if a newer version of the
    /// package wrote it.
    #[wasm_bindgen(js_name = fromCheckpoint)]
    pub fn from_checkpoint(
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "TodoStoreOptions")] options: &JsValue,
    ) -> Result<TodoStore, JsValue> {
        let text = convert::text(text, "text")?;
        let options = convert::options(options, "options")?;
        Ok(Self::from_core(Store::from_checkpoint_with(&text, &options)?))
    }

    /// Returns another handle on the same list, whose changes have this author, and a name if
    /// several actors share the author (1 to 64 characters). A new store and runs write as the
    /// agent, and tools always as the model. `free()` ends one handle; the list ends with its
    /// last one.
    ///
    /// Models and agents cannot change what a handle of the author `"user"` decided. `as("host")`
    /// is the application with full authority.
    ///
    /// Throws `invalid_argument` if the author is unknown, or if the name is empty or too long.
    #[wasm_bindgen(js_name = as)]
    pub fn with_author(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Author")] author: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] name: &JsValue,
    ) -> Result<TodoStore, JsValue> {
        let author = convert::string_enum(author, "author", &Author::NAMES)?;
        let actor = match name.is_undefined() {
            true => author.into(),
            false => Actor::named(author, &convert::text(name, "name")?)?,
        };
        Ok(Self { inner: Rc::clone(&self.inner), actor })
    }

    /// Creates a store whose list is read from XML (the form of `getXml()`). Its todos get new
    /// keys.
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

    /// Returns the list: a frozen array, which stays the same object until the next change. A todo
    /// that a change does not affect stays the same object too.
    #[wasm_bindgen(js_name = getAll, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn get_all(&self) -> JsValue {
        self.read(|store, cache| cache.list(store))
    }

    /// The list, as `getAll()` returns it. A follower has it under this name, too.
    #[wasm_bindgen(getter, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn todos(&self) -> JsValue {
        self.get_all()
    }

    /// Returns a todo as it is now, by its id, its key, or the todo as it was. Undefined if it is
    /// not on the list.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Todo> | undefined")]
    pub fn get(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let target = self.target(todo, "todo")?;
        Ok(self.read(|store, cache| cache.find(store, target.todo)))
    }

    /// Returns the list, so that `JSON.stringify(store)` writes it.
    #[wasm_bindgen(js_name = toJSON, skip_typescript)]
    pub fn to_json(&self) -> JsValue {
        self.get_all()
    }

    /// Calls `listener` once after each change, with the new revision and its author, and once
    /// after each write that was denied a person's decision, with what `held`. The store is then
    /// consistent, and the listener may call, change or free it. Works unbound, as in
    /// `useSyncExternalStore(store.subscribe, store.getAll)`. An error that a listener throws is
    /// reported like that of an event listener.
    ///
    /// Returns the function that unsubscribes. Until it is called, or the store is freed, the store
    /// is not garbage-collected.
    #[wasm_bindgen(unchecked_return_type = "() => void")]
    pub fn subscribe(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(change: StoreChange) => void")] listener: &JsValue,
    ) -> Result<Function, JsValue> {
        convert::function(listener, "listener")?;
        Ok(self.inner().listeners.get_or_insert_with(Listeners::new).add(listener))
    }

    /// The revision. It increases with each change: by one, and by more where two lists merge. A
    /// new store has 0.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> u32 {
        self.read(|store, _| store.revision())
    }

    /// The number of todos in the list.
    #[wasm_bindgen(getter)]
    pub fn size(&self) -> usize {
        self.read(|store, _| store.list().len())
    }
}
