//! The `TodoStore` class.

use core::cell::{RefCell, RefMut};
use std::rc::{Rc, Weak};

use js_sys::{Array, Date, Function, JSON, JsString};
use wasm_bindgen::prelude::*;

use super::convert;
use super::view::{self, View};
use crate::change::precondition::ShownTodo;
use crate::list::author::{Actor, Author, Clock};
use crate::list::error::{ErrorCode, Refused, TodoError};
use crate::list::history::Revision;
use crate::list::options::{CheckpointOptions, Options, Unfinished};
use crate::list::patch::{self, Approval};
use crate::list::sites::{Origins, read_proposal};
use crate::list::store::TodoStore as Store;
use crate::list::todo::Ref;
use crate::list::waiting::Wait;
use crate::text::content::Content;
use crate::text::message::Notes;
use crate::tools::markdown;

#[wasm_bindgen(module = "/src/wasm/listeners.js")]
extern "C" {
    #[derive(Clone)]
    type Listeners;
    #[wasm_bindgen(constructor)]
    fn new() -> Listeners;
    #[wasm_bindgen(method)]
    fn add(this: &Listeners, listener: &JsValue) -> Function;
    #[wasm_bindgen(method)]
    fn notify(this: &Listeners, revision: u32, by: AuthorWord, notes: Option<Vec<String>>);
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
/// Methods that name a todo accept its id (a number), its key (such as `"t7"`), or the todo itself, as
/// the store returned it. What a person decided is no error: a write that it holds against returns false.
/// So a loop needs no `try`:
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
/// import { type Author, type CheckpointOptions, type NewTaskOptions, type Snapshot, type Todo, TodoStore } from "agent-todos";
/// import type { OneDoing, OnSkip, Priority, Status, StoreChange, TodoEdit, TodoStoreOptions } from "agent-todos";
///
/// const [onSkip, oneDoing, author]: [OnSkip, OneDoing, Author] = ["mark", "repair", "user"];
/// const options: TodoStoreOptions = { maxTodos: 50, onSkip, oneDoing };
/// const store = new TodoStore(options);
/// const unsubscribe = store.subscribe(({ revision, by }: StoreChange) => console.log(revision, by)); // → 1 agent
/// store.addMultiple(["Find a kettle", "Compare three"]);
/// unsubscribe();
///
/// const priority: Priority = "high";
/// const changes: TodoEdit = { priority };
/// store.as(author).edit("t2", changes);
/// store.complete(1);
/// const statuses: Status[] = store.getAll().map((todo: Readonly<Todo>) => todo.status);
/// console.log(statuses, store.getXml());
/// // → [ 'done', 'todo' ] <todos><todo id="1" status="done">Find a kettle</todo><todo id="2" status="todo">Compare three</todo></todos>
///
/// const latest: CheckpointOptions = { maxSnapshots: 2 };
/// const again = TodoStore.fromCheckpoint(store.checkpoint(latest));
/// const snapshots: readonly Readonly<Snapshot>[] = again.history();
/// const archive: NewTaskOptions = { unfinished: "archive" };
/// console.log(snapshots.length, again.newTask(archive), again.size); // → 2 true 0
/// ```
#[wasm_bindgen]
pub struct TodoStore {
    inner: Rc<RefCell<Inner>>,
    /// The author of the changes made through this handle.
    actor: Actor,
}

/// Sets the actor of a write. Returns the revision and the actor from before, for [`end_write`].
#[inline(never)]
fn begin_write(inner: &mut Inner, actor: &Actor) -> (Revision, Actor) {
    (inner.store.revision(), inner.store.act_as(actor.clone()))
}

#[inline(never)]
fn end_write(mut inner: RefMut<'_, Inner>, (before, actor): (Revision, Actor)) {
    inner.store.act_as(actor);
    let after = inner.store.revision();
    let notes = core::mem::take(&mut inner.notes);
    if before == after {
        return;
    }
    let Some(listeners) = inner.listeners.clone() else { return };
    let by = inner.store.stamp().by.author;
    drop(inner);
    listeners.notify(after, by.into(), (!notes.is_empty()).then_some(notes));
}

/// Reads the revision that a person was shown from the options of their change.
fn read_shown(options: &JsValue) -> Result<Option<Revision>, JsValue> {
    if options.is_undefined() {
        return Ok(None);
    }
    Ok(patch::read_shown(&convert::options(options, "options")?)?)
}

/// A weak reference to a store, whose owner may free it.
pub struct Borrowed(Weak<RefCell<Inner>>);

impl Borrowed {
    /// Returns the store, for one call.
    ///
    /// # Errors
    /// `freed`.
    #[inline(never)]
    pub fn store(&self) -> Result<TodoStore, TodoError> {
        let inner = self
            .0
            .upgrade()
            .ok_or_else(|| TodoError::new(ErrorCode::Freed, "the store was freed", &[]))?;
        Ok(TodoStore { inner, actor: Actor::default() })
    }
}

/// The names of the active runs of a list; `None` stands for a run without a name.
pub(super) type Names = Rc<RefCell<Vec<Option<Content>>>>;

#[derive(Default)]
struct Inner {
    store: Store,
    view: View,
    /// The active runs.
    runs: Names,
    /// `None` until the first listener is added.
    listeners: Option<Listeners>,
    /// What the write that is being made repaired in its texts.
    notes: Notes,
}

/// A todo as the caller of a method names it.
struct Target {
    todo: Ref,
    /// What the caller has in front of it, if it passed a todo that has changed since.
    shown: Option<Box<ShownTodo>>,
}

/// A write about todos. It returns notes about what was repaired.
type Write<'a> = &'a mut dyn FnMut(&mut Store, &[Ref]) -> Result<Notes, Refused>;
type WriteOne<'a> = &'a mut dyn FnMut(&mut Store, Ref) -> Result<Notes, Refused>;
type WriteTexts<'a> = &'a mut dyn FnMut(&mut Store, &[&str]) -> Result<Notes, TodoError>;

impl TodoStore {
    fn from_core(mut store: Store) -> Self {
        store.set_clock(Clock(now));
        store.set_origins(Origins(origin_of));
        let inner = Rc::new(RefCell::new(Inner { store, ..Inner::default() }));
        Self { inner, actor: Actor::default() }
    }

    /// Returns the active runs of the list, whichever handle started them, and the name that a run
    /// of this handle would have.
    pub(super) fn runs(&self) -> (Names, Option<Content>) {
        let name = self.actor.name.clone().filter(|_| self.actor.author == Author::Agent);
        (Rc::clone(&self.inner().runs), name)
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

    /// Runs a read. What cannot fail returns a plain value: a `Result` crosses the boundary as three
    /// values and two more calls (row `getAllUnchanged`).
    pub(super) fn read<T>(&self, read: impl FnOnce(&Store, &mut View) -> T) -> T {
        let mut inner = self.inner();
        let Inner { store, view, .. } = &mut *inner;
        read(store, view)
    }

    /// Runs a write. If it changed something, listeners are notified once nothing is borrowed any
    /// more.
    pub(super) fn write<T>(&self, write: impl FnOnce(&mut Store, &mut View) -> T) -> T {
        let mut inner = self.inner();
        let before = begin_write(&mut inner, &self.actor);
        let Inner { store, view, .. } = &mut *inner;
        let result = write(store, view);
        end_write(inner, before);
        result
    }

    /// Converts the id or key of a todo, or the todo itself.
    fn target(&self, todo: &JsValue, name: &str) -> Result<Target, JsValue> {
        if let Some(todo) = convert::reference(todo) {
            return Ok(Target { todo, shown: None });
        }
        if !convert::is_record(todo) {
            return Err(convert::no_todo(todo, name).into());
        }
        if let Some(key) = self.read(|store, view| view.key_of(store, todo)) {
            return Ok(Target { todo: Ref::Key(key), shown: None });
        }
        let shown = ShownTodo::from_json(&convert::todo_text(todo, name)?)?;
        Ok(Target { todo: Ref::Key(shown.key), shown: Some(Box::new(shown)) })
    }

    /// Makes a write about todos. Returns whether the list is now as asked.
    #[inline(never)]
    fn write_about(&self, targets: &[Target], write: Write<'_>) -> Result<bool, JsValue> {
        let todos: Vec<Ref> = targets.iter().map(|target| target.todo).collect();
        let mut inner = self.inner();
        let before = begin_write(&mut inner, &self.actor);
        let mut shown = targets.iter().filter_map(|target| target.shown.as_deref());
        let store = &mut inner.store;
        let checked = shown.try_for_each(|shown| store.check_todo(shown));
        let result = checked.and_then(|()| write(store, &todos));
        let result = result.map(|notes| inner.notes = notes);
        end_write(inner, before);
        as_asked(result)
    }

    fn write_one(&self, todo: &JsValue, write: WriteOne<'_>) -> Result<bool, JsValue> {
        self.write_target(self.target(todo, "todo")?, write)
    }

    #[inline(never)]
    fn write_target(&self, target: Target, write: WriteOne<'_>) -> Result<bool, JsValue> {
        let todo = target.todo;
        self.write_about(&[target], &mut |store, _| write(store, todo))
    }

    /// Makes a write about a todo, unless it is not as it was at the revision that the options name.
    fn write_as_shown(
        &self,
        todo: &JsValue,
        options: &JsValue,
        write: WriteOne<'_>,
    ) -> Result<bool, JsValue> {
        let target = self.target(todo, "todo")?;
        self.check_as_shown(&[target.todo], options)?;
        self.write_target(target, write)
    }

    /// Refuses an answer about todos that are not as they were at the revision that its options name.
    fn check_as_shown(&self, todos: &[Ref], options: &JsValue) -> Result<(), JsValue> {
        let shown = read_shown(options)?;
        Ok(self.read(|store, _| store.check_as_shown(shown, todos))?)
    }

    /// Adds todos, and returns them.
    #[inline(never)]
    fn add_texts(&self, texts: &[&str], write: WriteTexts<'_>) -> Result<Array, JsValue> {
        let mut inner = self.inner();
        let before = begin_write(&mut inner, &self.actor);
        let Inner { store, view, notes, .. } = &mut *inner;
        let first = store.next_key();
        let added = write(store, texts).map(|repaired| {
            *notes = repaired;
            view.since(store, first)
        });
        end_write(inner, before);
        Ok(added?)
    }

    fn write_texts(&self, contents: &JsValue, write: WriteTexts<'_>) -> Result<Array, JsValue> {
        let contents = convert::texts(contents, "contents")?;
        let texts: Vec<&str> = contents.iter().map(String::as_str).collect();
        self.add_texts(&texts, write)
    }
}

/// The notes of a write that takes no text.
fn none((): ()) -> Notes {
    Notes::new()
}

/// Converts the result of a write: false if somebody else's decision holds against it.
fn as_asked(result: Result<(), Refused>) -> Result<bool, JsValue> {
    match result {
        Ok(()) => Ok(true),
        Err(Refused::Held) => Ok(false),
        Err(Refused::Error(error)) => Err(error.into()),
    }
}

#[wasm_bindgen(typescript_custom_section)]
const QUESTION: &str = r#"
/** A question of a list to a person: see `TodoStore.questions`. */
export interface TodoQuestion {
    /** What is asked: what a todo waits for, whether a claimed todo is done, or whether the plan is approved. */
    readonly about: "answer" | "confirmed" | "approved";
    /** The keys of the todos that it is about. */
    readonly keys: readonly string[];
    /** The most characters of the answer, and of a reason. */
    readonly maxLength: number;
}
"#;

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
    /// history. Options that you pass replace those in the text, but for limits that are larger there.
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
    /// several actors share the author (1 to 64 characters). A new store and runs write as the agent,
    /// and tools always as the model. `free()` ends one handle; the list ends with its last one.
    ///
    /// A person's decisions hold: models and agents cannot change what a handle of the author
    /// `"user"` decided. `as("host")` is the application with full authority.
    ///
    /// Throws `invalid_argument` if the author is unknown, or if the name is empty or too long.
    #[wasm_bindgen(js_name = as)]
    pub fn with_author(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Author")] author: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] name: &JsValue,
    ) -> Result<TodoStore, JsValue> {
        let author = convert::word(author, "author", &Author::WORDS)?;
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
        self.read(|store, view| view.list(store))
    }

    /// Returns the list, so that `JSON.stringify(store)` writes it.
    #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn to_json(&self) -> JsValue {
        self.get_all()
    }

    /// Appends a todo, and trims its content. Returns the todo. Throws as `addMultiple` does.
    #[wasm_bindgen(unchecked_return_type = "Readonly<Todo>")]
    pub fn add(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] content: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let content = convert::text(content, "content")?;
        let added = self.add_texts(&[&content], &mut |store, texts| store.add_multiple(texts))?;
        Ok(added.get(0))
    }

    /// Appends todos, in order, and trims their contents. Returns the todos. If a content had to be
    /// cleaned of forbidden or invisible characters, the event of `subscribe` has a note.
    ///
    /// Throws `empty_content`, `content_too_long` or `too_many_todos`, naming the item.
    #[wasm_bindgen(
        js_name = addMultiple,
        unchecked_return_type = "ReadonlyArray<Readonly<Todo>>"
    )]
    pub fn add_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &JsValue,
    ) -> Result<Array, JsValue> {
        self.write_texts(contents, &mut |store, contents| store.add_multiple(contents))
    }

    /// Inserts todos after a position, where 0 is the front. The rest reindex. Returns the todos.
    ///
    /// Throws `unknown_id` if the position is not 0 to n, or as `addMultiple` does.
    #[wasm_bindgen(
        js_name = addAfterPosition,
        unchecked_return_type = "ReadonlyArray<Readonly<Todo>>"
    )]
    pub fn add_after_position(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] position: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &JsValue,
    ) -> Result<Array, JsValue> {
        let position = convert::whole(position, "position")?;
        self.write_texts(contents, &mut |store, contents| {
            store.add_after_position(position, contents)
        })
    }

    /// Clears the list and adds todos, none of them started. Returns the todos that it added. What a
    /// person decided holds, as against a model's whole list: such todos stay.
    ///
    /// Throws as `addMultiple` does.
    #[wasm_bindgen(
        js_name = replaceAll,
        unchecked_return_type = "ReadonlyArray<Readonly<Todo>>"
    )]
    pub fn replace_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] contents: &JsValue,
    ) -> Result<Array, JsValue> {
        self.write_texts(contents, &mut |store, contents| store.replace_all(contents))
    }

    /// Marks todos as done, from any status. `revision` is as for `complete`. Returns whether the
    /// list is now as asked; if not, it marks none of them.
    ///
    /// Throws `unknown_id` or `changed`, and `invalid_argument` if an option is unknown or ill-typed.
    #[wasm_bindgen(js_name = completeMultiple)]
    pub fn complete_multiple(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ReadonlyArray<number | string | Todo>")]
        todos: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let mut targets = Vec::new();
        for todo in convert::todos(todos, "ids")? {
            targets.push(self.target(&todo, "a todo")?);
        }
        let todos: Vec<Ref> = targets.iter().map(|target| target.todo).collect();
        self.check_as_shown(&todos, options)?;
        self.write_about(&targets, &mut |store, todos| store.complete_multiple(todos, ""))
    }

    /// Marks a todo as done, from any status. Returns whether the list is now as asked: false, with
    /// nothing done, if a person's decision or another owner holds against this handle, or if the todo
    /// left the list. A "done" that somebody has to confirm counts as done.
    ///
    /// If you pass the todo itself, the call is about what that object says: it returns false too if
    /// somebody else has since reworded, settled, reopened or put back the todo, or if its question
    /// or its claim is another. With `revision`, the one that a person was shown, it throws `changed`
    /// in such a case.
    ///
    /// Throws `unknown_id` for an id that never was, `changed`, and `invalid_argument` if an option is
    /// unknown or ill-typed.
    pub fn complete(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        self.write_as_shown(todo, options, &mut |store, todo| store.complete_multiple(&[todo], ""))
    }

    /// Sets a todo back to todo, from any status. The others stay as they are. The reason goes into the history and
    /// into the reminders of models. Arguments and result are as for `complete`.
    ///
    /// Throws `unknown_id`, `changed`, `content_too_long` if the reason has more than 2,000 characters, and `invalid_argument`
    /// if an option is unknown or ill-typed.
    pub fn reopen(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.write_as_shown(todo, options, &mut |store, todo| store.reopen(todo, &reason))
    }

    /// Lets an open todo wait for a person (`for: "user"`, the default) or an event, with a
    /// question and the answers to choose from. Its status is then `"todo"`, with `waiting`, `question`
    /// and `options`, and `getNextTodo()` does not return it until `answer()` ends the wait, with one of
    /// the options or any other text. Arguments and result are as for `complete`.
    ///
    /// Throws `unknown_id`, `content_too_long` if the question has more than 2,000 characters, and
    /// `invalid_argument` if the todo is settled, `options` are not at most 6 different texts of at most
    /// 80 characters, or an argument is unknown or ill-typed.
    pub fn wait(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(
            unchecked_optional_param_type = "{ for?: \"user\" | \"event\" | undefined; question?: string | undefined; options?: readonly string[] | undefined }"
        )]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let wait = Wait::from_json(&convert::options(options, "options")?)?;
        self.write_one(todo, &mut |store, todo| store.wait(todo, &wait))
    }

    /// Ends the wait of a todo, as a person or a host; a wait for an event, as anybody. The text is the
    /// todo's `answer` until the todo is settled, and the next reminder contains it. An empty text
    /// leaves no `answer`. Arguments and result are as for `complete`.
    ///
    /// Throws `not_waiting` if the todo does not wait, `not_allowed` on a handle whose author is
    /// `"model"` or `"agent"`, `unknown_id`, `changed`, `content_too_long` if the text has more than
    /// 2,000 characters, and `invalid_argument` if an option is unknown or ill-typed.
    pub fn answer(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] text: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let text = convert::optional_text(text, "text")?;
        let shown = read_shown(options)?;
        self.write_one(todo, &mut |store, todo| store.answer_as_shown(todo, &text, shown))
    }

    /// Proposes the sites where the agent is to act, for a person to approve. They replace the
    /// sites proposed before, and an empty array withdraws them. A site is an origin
    /// (`https://example.org:8443`), a host (`example.org`), which means `https`, or a pattern for
    /// the subdomains of a domain with at least two labels (`https://*.example.org`, which does not
    /// cover `https://example.org`). Returns true.
    ///
    /// Throws `invalid_argument` for anything else, or if an option is unknown or ill-typed.
    pub fn propose(
        &self,
        #[wasm_bindgen(unchecked_param_type = "{ sites: readonly string[] }")] options: &JsValue,
    ) -> Result<bool, JsValue> {
        let sites = read_proposal(&convert::options(options, "options")?)?;
        as_asked(self.write(|store, _| store.propose(&sites)))
    }

    /// The proposed sites, as `propose()` stored them, or null if there are none. An approval answers
    /// them, whichever of them it approves, and then this is null.
    #[wasm_bindgen(getter, unchecked_return_type = "{ readonly sites: readonly string[] } | null")]
    pub fn proposal(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| JSON::parse(&store.sites().proposal_json()))
    }

    /// Approves the open todos, as a person: models and agents may then neither remove nor reword
    /// them. The todos get `approved: true`. With `sites`, written as for `propose()`, it also
    /// approves that the agent acts on these sites, and nowhere else: each approval replaces the
    /// sites of the previous one. Without `sites`, no site is approved.
    ///
    /// With `revision`, the one that the person was shown, it throws `changed` if somebody else has
    /// since changed which todos are open or their texts, or if other sites are proposed. With
    /// `refs`, ids or keys, it approves only these todos.
    ///
    /// Throws `not_allowed` on a handle whose author is not `"user"`, `unknown_id`,
    /// `unknown_revision`, and `invalid_argument` if an option is unknown or ill-typed, or if a
    /// site is not valid.
    pub fn approve(
        &self,
        #[wasm_bindgen(
            unchecked_optional_param_type = "{ refs?: readonly (number | string)[] | undefined; revision?: number | undefined; sites?: readonly string[] | undefined }"
        )]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let approval = Approval::from_json(&convert::options(options, "options")?)?;
        as_asked(self.write(|store, _| store.approve(&approval)))
    }

    /// Ends the approval, as a person: no site is approved any more. The todos stay approved.
    ///
    /// Throws `not_allowed` on a handle whose author is not `"user"`.
    pub fn revoke(&self) -> Result<bool, JsValue> {
        as_asked(self.write(|store, _| store.revoke()))
    }

    /// The latest approval: the sites, the time in milliseconds since 1970-01-01 00:00 UTC, and the
    /// name of the person if there is one; null if nothing is approved. `newTask()`, `reset()`,
    /// `forget()` and `revoke()` end an approval.
    #[wasm_bindgen(
        getter,
        unchecked_return_type = "{ readonly sites: readonly string[]; readonly at: number; readonly name?: string } | null"
    )]
    pub fn approval(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| JSON::parse(&store.sites().approval_json()))
    }

    /// Returns whether an approval covers the origin of an address, as `new URL(url).origin`
    /// returns it. False without an approval, and for anything but an absolute `http` or `https`
    /// address. Public suffixes are not known: `https://*.co.uk` covers the sites of more than one
    /// owner.
    pub fn allows(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] url: &JsValue,
    ) -> Result<bool, JsValue> {
        let url = convert::text(url, "url")?;
        Ok(self.read(|store, _| store.allows(&url)))
    }

    /// Returns whether a person's answer about the list still counts, that is, whether only people
    /// have changed its subject since the revision that they were shown. Without `ref`, the subject
    /// is which todos are open, and their texts; the proposed sites have to be the same. With `ref`, it is the texts of the
    /// todo, whether it is settled, and its claim or its question.
    ///
    /// Returns false if the history does not contain the revision. Throws `invalid_argument` if an
    /// argument is ill-typed.
    #[wasm_bindgen(js_name = isAsShown)]
    pub fn is_as_shown(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] revision: &JsValue,
        #[wasm_bindgen(js_name = "ref", unchecked_optional_param_type = "number | string")]
        todo: &JsValue,
    ) -> Result<bool, JsValue> {
        let revision = convert::whole(revision, "revision")?;
        let todo = match todo.is_undefined() {
            true => None,
            false => Some(convert::todo(todo, "ref")?),
        };
        let revision = Revision::try_from(revision);
        let is_as_shown =
            |store: &Store| revision.is_ok_and(|known| store.is_as_shown(known, todo));
        Ok(self.read(|store, _| is_as_shown(store)))
    }

    /// Returns the questions of the list to a person, in the order of the list: what a todo waits for (`"answer"`), whether a
    /// claimed todo is done (`"confirmed"`), and at the end, if `approval` is true, whether the plan is approved (`"approved"`), unless all
    /// of it is and no site is proposed. A question is about one todo, or about those of the plan.
    ///
    /// Throws `invalid_argument` if `approval` is not a boolean.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<TodoQuestion>")]
    pub fn questions(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "boolean")] approval: &JsValue,
    ) -> Result<JsValue, JsValue> {
        let approval = !approval.is_undefined() && convert::boolean(approval, "approval")?;
        self.read(|store, _| JSON::parse(&store.questions_json(approval)))
    }

    /// Skips a todo. With `onSkip: "mark"`, it stays in place as skipped, and keeps the reason
    /// until its status changes. With `"remove"`, it leaves the list and the rest reindex. Arguments
    /// and result are as for `complete`.
    ///
    /// Throws `unknown_id`, `changed`, `content_too_long` if the reason has more than 2,000 characters, and
    /// `invalid_argument` if an option is unknown or ill-typed.
    pub fn skip(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] reason: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let reason = convert::optional_text(reason, "reason")?;
        self.write_as_shown(todo, options, &mut |store, todo| store.skip(todo, &reason))
    }

    /// Changes the given fields of a todo; `null` and `""` clear an optional field. Its key, status
    /// and position stay. Returns whether the list is now as asked. Whether the todo is still as the
    /// object that you pass says does not matter, as long as it is on the list.
    ///
    /// Throws `unknown_id`, `empty_content`, `content_too_long`, `invalid_priority`, or
    /// `invalid_argument` for a field that cannot be edited and for a todo
    /// that would wait on itself.
    pub fn edit(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "TodoEdit")] changes: &JsValue,
    ) -> Result<bool, JsValue> {
        let target = Target { shown: None, ..self.target(todo, "todo")? };
        let changes = convert::options(changes, "changes")?;
        self.write_target(target, &mut |store, todo| {
            patch::read(&changes, |patch| store.edit(todo, patch))
        })
    }

    /// Moves a todo to after a position of the current list, where 0 is the front. The rest
    /// reindex. With `revision`, the one that a person was shown, the position is one of the list at that
    /// revision, and the todo goes behind the one that was there. Arguments and result are as for
    /// `complete`.
    ///
    /// Throws `unknown_id`, also if the position is not 0 to n; `changed` if anybody but a person has moved a todo
    /// since that revision; and `invalid_argument` if an option is unknown or ill-typed.
    #[wasm_bindgen(js_name = move)]
    pub fn move_to(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] position: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let position = convert::whole(position, "position")?;
        let shown = read_shown(options)?;
        self.write_one(todo, &mut |store, todo| {
            store.move_as_shown(todo, position, shown).map(none)
        })
    }

    /// Removes a todo from the list. The rest reindex. Arguments and result are as for `complete`; a
    /// todo that left already is as asked.
    ///
    /// Throws `unknown_id`, `changed`, and `invalid_argument` if an option is unknown or ill-typed.
    pub fn remove(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        self.write_as_shown(todo, options, &mut |store, todo| store.remove(todo).map(none))
    }

    /// Sets a todo and all after it back to todo. The argument and the result are as for `complete`.
    ///
    /// Throws `unknown_id`.
    #[wasm_bindgen(js_name = goBack)]
    pub fn go_back(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
    ) -> Result<bool, JsValue> {
        self.write_one(todo, &mut |store, todo| store.go_back(todo).map(none))
    }

    /// Marks a todo as in progress, from any status. Marking the current one again changes nothing.
    /// The argument and the result are as for `complete`.
    ///
    /// Throws `unknown_id`, or `already_doing`, which names the todo in progress.
    #[wasm_bindgen(js_name = markDoing)]
    pub fn mark_doing(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number | string | Todo")] todo: &JsValue,
    ) -> Result<bool, JsValue> {
        self.write_one(todo, &mut |store, todo| store.mark_doing(todo).map(none))
    }

    /// Returns the todo that this handle has in progress: of a handle with a name its own, otherwise
    /// one without an owner. If there is none, the first todo that has not been started and waits on
    /// nothing becomes the one in progress. Returns null if there is nothing left to start.
    #[wasm_bindgen(js_name = getNextTodo, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_next_todo(&self) -> JsValue {
        self.write(|store, view| match store.next_todo() {
            Some(id) => view.todo(store, id),
            None => JsValue::NULL,
        })
    }

    /// Returns the todo in progress, or null.
    #[wasm_bindgen(js_name = getCurrentDoing, unchecked_return_type = "Readonly<Todo> | null")]
    pub fn get_current_doing(&self) -> JsValue {
        self.read(|store, view| view.current_doing(store))
    }

    /// Returns the todos that have not been started (status todo), in order.
    #[wasm_bindgen(js_name = getPending, unchecked_return_type = "ReadonlyArray<Readonly<Todo>>")]
    pub fn get_pending(&self) -> JsValue {
        self.read(|store, view| view.pending(store))
    }

    /// Returns whether any todo is neither done nor skipped.
    #[wasm_bindgen(js_name = hasUnfinished)]
    pub fn has_unfinished(&self) -> bool {
        self.read(|store, _| store.has_unfinished())
    }

    /// Returns whether every todo is done or skipped. True for an empty list.
    #[wasm_bindgen(js_name = isAllDoneOrSkipped)]
    pub fn is_all_done_or_skipped(&self) -> bool {
        self.read(|store, _| store.is_all_done_or_skipped())
    }

    /// Returns whether a todo is done or skipped. False for one that left the list.
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

    /// Sets what is in progress back to todo: the handle's own todos if it has a name, otherwise all of
    /// them (on a model's handle, those without an owner). Nothing else changes.
    pub fn abort(&self) {
        self.write(|store, _| store.abort());
    }

    /// Empties the list. Keys continue to count, so none is ever reused. Returns whether the list is
    /// empty now: false on a model's handle against which a person's decision holds.
    pub fn reset(&self) -> Result<bool, JsValue> {
        as_asked(self.write(|store, _| store.reset()))
    }

    /// Empties the list and forgets it: none of its texts remains in the history, in the record of
    /// what left, in what its conversations have seen, or in a checkpoint. Revisions and keys
    /// continue to count. Use it at logout; `persistence.delete()` also forgets what is stored.
    ///
    /// Throws `not_allowed` on a handle whose author is `"model"` or `"run"`.
    pub fn forget(&self) -> Result<(), JsValue> {
        Ok(self.write(|store, _| store.forget())?)
    }

    /// Returns the list as XML: `<todos><todo id="1" status="doing">text</todo></todos>`, escaped
    /// so that no content can end an element.
    #[wasm_bindgen(js_name = getXml)]
    pub fn get_xml(&self) -> JsString {
        self.read(|store, view| view.xml(store))
    }

    /// Returns the list as a checklist in Markdown, one todo per line, for people to read and to edit:
    /// `- [ ] text`, with `-` in the box if the todo is in progress, `x` if it is done, and the word
    /// if it is skipped. `readMarkdown` of `agent-todos/forms` reads it.
    pub fn markdown(&self) -> JsString {
        self.read(|store, _| markdown::markdown(store.list()).into())
    }

    /// Returns for how many milliseconds each todo was in progress, by its key. A todo that never was
    /// is left out. The time runs while a todo is in progress, and rests while its "done" waits to be
    /// confirmed. It is kept in checkpoints, however short the history is, also for the latest todos
    /// that left the list.
    #[wasm_bindgen(js_name = timeSpent, unchecked_return_type = "Readonly<Record<string, number>>")]
    pub fn time_spent(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| JSON::parse(&store.time_spent_json()))
    }

    /// Returns the text to append to the conversation after a change: the XML in a
    /// `<browser-state>` element.
    #[wasm_bindgen(js_name = systemReminder, unchecked_return_type = "string")]
    pub fn system_reminder(&self) -> JsValue {
        self.read(|store, view| view.reminder(store))
    }

    /// Makes room for a new task. A finished list (each todo done or skipped) is archived: the list
    /// is emptied as one revision, its snapshots stay in the history, and keys continue to count.
    /// An unfinished list is kept by default. Returns whether a list was archived: false if it was
    /// kept or empty.
    ///
    /// Throws `invalid_argument` if an option is unknown or ill-typed, and `held_by_user` if a
    /// model's handle would remove a person's todo from the list.
    #[wasm_bindgen(js_name = newTask)]
    pub fn new_task(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "NewTaskOptions")] options: &JsValue,
    ) -> Result<bool, JsValue> {
        let unfinished = Unfinished::from_json(&convert::options(options, "options")?)?;
        match self.write(|store, _| store.new_task(unfinished)) {
            Err(Refused::Held) => Ok(false),
            Err(Refused::Error(error)) => Err(error.into()),
            Ok(is_archived) => Ok(is_archived),
        }
    }

    /// Returns who last decided what: one entry for each aspect of a todo that was decided on its
    /// own, todo by todo in the order of the list. The first entry of a todo is its `"presence"`.
    /// An aspect without an entry is still as the author of the todo made it.
    #[wasm_bindgen(unchecked_return_type = "readonly Decision[]")]
    pub fn decisions(&self) -> Result<JsValue, JsValue> {
        self.read(|store, _| JSON::parse(&store.decisions_json()))
    }

    /// Returns the snapshots in the history, oldest first; at most `maxSnapshots`. Each call builds
    /// them: keep the result if you need it twice.
    #[wasm_bindgen(unchecked_return_type = "ReadonlyArray<Readonly<Snapshot>>")]
    pub fn history(&self) -> JsValue {
        self.read(|store, _| view::history(store))
    }

    /// Undoes the latest change that is not undone yet, as a new revision. A second call undoes the
    /// change before it. Returns false if there is nothing left to undo.
    ///
    /// With `revision`, the one that a person was shown, it throws `changed` if anybody but a person has changed the
    /// list since.
    ///
    /// Throws `unknown_revision` if the earlier list was dropped from the history (`maxSnapshots`),
    /// `not_allowed` on a handle of a model or an agent, and `invalid_argument` if an option is unknown or ill-typed.
    pub fn undo(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<bool, JsValue> {
        let shown = read_shown(options)?;
        Ok(self.write(|store, _| store.undo_as_shown(shown))?)
    }

    /// Restores the list of an earlier revision, as a new revision. The `revision` of the options is as for
    /// `undo`.
    ///
    /// Throws `unknown_revision`, also for a revision that was dropped from the history (`maxSnapshots`);
    /// `changed`; `not_allowed` on a handle of a model or an agent; and `invalid_argument` if an option is unknown
    /// or ill-typed.
    #[wasm_bindgen(js_name = restoreRevision)]
    pub fn restore_revision(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] revision: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "{ revision?: number | undefined }")]
        options: &JsValue,
    ) -> Result<(), JsValue> {
        let revision = convert::whole(revision, "revision")?;
        let shown = read_shown(options)?;
        Ok(self.write(|store, _| store.restore_as_shown(revision, shown))?)
    }

    /// Returns the whole store as text, for `fromCheckpoint`: options, list, keys and history. With
    /// `maxSnapshots`, it includes at most that many of the latest snapshots.
    ///
    /// Throws `invalid_argument` if an option is unknown or ill-typed.
    pub fn checkpoint(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "CheckpointOptions")] options: &JsValue,
    ) -> Result<JsString, JsValue> {
        let options = CheckpointOptions::from_json(&convert::options(options, "options")?)?;
        Ok(self.read(|store, _| store.checkpoint_with(options)).into())
    }

    /// Replaces list, keys and history with what `checkpoint()` or `todosJson(store)` returned,
    /// elsewhere or earlier. It is a change like any other: the revision increases, so revisions in
    /// the loaded history may get higher numbers. The options of this store stay, except that
    /// larger limits in the text become its limits, so that everything fits. A `todos.json` has
    /// neither keys nor history: it becomes one more revision of this store, and known todos keep
    /// their keys.
    ///
    /// Throws `invalid_checkpoint` if the text is damaged or neither of the two, `newer_checkpoint` if a
    /// newer version of the package wrote it, and `not_allowed` on a model's handle.
    pub fn load(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<(), JsValue> {
        let text = convert::text(text, "text")?;
        Ok(self.write(|store, _| store.load(&text))?)
    }

    /// Merges this list, by key, with another one that started from the same list. `base` is the
    /// checkpoint from which both started, or `""` if they have none in common. `text` is the other
    /// list, as for `load()`. This store then continues the other list, with its own changes as one
    /// more revision.
    ///
    /// A change of one side is kept. A todo that either side removed stays removed. Of two
    /// statuses, the settled one wins (done, skipped), unless this side reopened the todo. Of two
    /// texts, and of two todos in progress, this side's wins. A new todo whose key the other side
    /// used gets a new key.
    ///
    /// Returns the other list as a checkpoint: the base of the next merge, until this list is
    /// stored.
    ///
    /// Throws `too_many_todos` if both together exceed the limit of the list, and what `load()`
    /// throws.
    pub fn merge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] base: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] text: &JsValue,
    ) -> Result<JsString, JsValue> {
        let (base, text) = (convert::text(base, "base")?, convert::text(text, "text")?);
        Ok(self.write(|store, _| store.merge(&base, &text))?.into())
    }

    /// Calls `listener` once after each change, with the new revision and its author. The store is
    /// then consistent, and the listener may call, change or free it. Works unbound, as in
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

    /// The revision. It increases by one with each change; a new store has 0.
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
