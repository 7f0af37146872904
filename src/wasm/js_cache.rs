//! The store as JavaScript values, which are reused until they change.

use std::rc::Rc;

use js_sys::{Array, JsString, Object};
use wasm_bindgen::prelude::*;

use super::values::{write_preview, write_todo};
use crate::forms::reminder::reminder_of;
use crate::list::author::{Actor, RevisionInfo};
use crate::list::blockers::open_blockers;
use crate::list::history::{Entry, List, Revision};
use crate::list::indexed_list::find;
use crate::list::note::texts;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Ref, Status, Todo as Known};
use crate::text::json::Writer;
use crate::tools::call;
use crate::tools::dialects::Dialect;

#[wasm_bindgen(module = "/src/wasm/view.js")]
extern "C" {
    #[wasm_bindgen(js_name = View)]
    type JsView;
    #[wasm_bindgen(constructor, js_class = View)]
    fn new() -> JsView;
    #[wasm_bindgen(method, js_name = setTodos)]
    fn set_todos(this: &JsView, todos: &str, revision: Revision);
    #[wasm_bindgen(method, js_name = placeOf)]
    fn place_of(this: &JsView, todo: &JsValue) -> i32;
    #[wasm_bindgen(method, js_name = isOfAnother)]
    fn is_of_another(this: &JsView, todo: &JsValue) -> bool;
    #[wasm_bindgen(method)]
    fn todo(this: &JsView, index: usize) -> JsValue;
    #[wasm_bindgen(method)]
    fn list(this: &JsView) -> JsValue;
    #[wasm_bindgen(method)]
    fn preview(this: &JsView, todos: &str, revision: Revision) -> JsValue;
    #[wasm_bindgen(method)]
    fn step(this: &JsView, step: &str) -> JsValue;
    #[wasm_bindgen(method, js_name = atStatus)]
    fn at_status(this: &JsView, status: StatusWord) -> Array;
    /// Creates an `Outcome`. Undefined fields are omitted.
    #[wasm_bindgen(js_name = outcome)]
    fn js_outcome(
        ok: bool,
        text: &str,
        answer: Option<&str>,
        notes: Option<Vec<String>>,
        revision: Revision,
        changed: bool,
        reminder: JsValue,
        dropped: Option<String>,
    ) -> JsValue;
    /// Creates what a conversation returns of a call.
    #[wasm_bindgen(js_name = answered)]
    pub(super) fn js_answered(
        outcome: JsValue,
        is_turn_due: bool,
        told_revision: Option<Revision>,
    ) -> JsValue;
    /// Creates a `Snapshot`. Undefined fields are omitted.
    #[wasm_bindgen(js_name = snapshot)]
    fn js_snapshot(
        revision: Revision,
        by: &str,
        name: JsValue,
        at: f64,
        reason: JsValue,
        todos: JsValue,
    ) -> JsValue;
}

/// The word for a status, as a string enum of JavaScript.
#[wasm_bindgen(skip_typescript)]
#[derive(Clone, Copy)]
enum StatusWord {
    Todo = "todo",
    Doing = "doing",
    Done = "done",
    Skipped = "skipped",
}

impl From<Status> for StatusWord {
    fn from(status: Status) -> Self {
        match status {
            Status::Todo => Self::Todo,
            Status::Doing => Self::Doing,
            Status::Done => Self::Done,
            Status::Skipped => Self::Skipped,
        }
    }
}

/// The JavaScript side of a store: todos and XML, each updated when it is read.
pub struct JsCache {
    js: JsView,
    /// The list that JavaScript has, and its revision.
    shown: (Rc<List>, Option<Revision>),
    /// The XML of a revision.
    xml: Option<(Revision, JsString)>,
}

/// The number of bytes of JSON text that a todo takes, about.
const TODO_LENGTH: usize = 128;

impl Default for JsCache {
    fn default() -> Self {
        Self { js: JsView::new(), shown: Default::default(), xml: None }
    }
}

impl JsCache {
    /// Updates the todos in JavaScript.
    fn update(&mut self, store: &TodoStore) -> &JsView {
        if self.shown.1 != Some(store.revision()) {
            self.show(store.shared_list(), store.revision());
        }
        &self.js
    }

    /// Replaces the list that JavaScript has by the one at a revision. Todos that are the same at
    /// their places stay the same objects.
    fn show(&mut self, current: &Rc<List>, revision: Revision) {
        let (known, _) = core::mem::replace(&mut self.shown, (Rc::clone(current), Some(revision)));
        if !Rc::ptr_eq(&known, current) {
            let todos = write_changes(&known, current, &|json, index, todo, blockers| {
                write_todo(json, index, todo, blockers);
            });
            self.js.set_todos(&todos, revision);
        }
    }

    /// Returns the whole list: the same array until the next change.
    pub fn list(&mut self, store: &TodoStore) -> JsValue {
        self.update(store).list()
    }

    /// Converts a list that the store would have. Todos that do not change are the same objects as
    /// on the list.
    pub fn preview(&mut self, store: &TodoStore, list: &List) -> JsValue {
        let js = self.update(store);
        let todos = write_changes(store.list(), list, &|json, index, todo, blockers| {
            let known = find(store.list(), todo.key).map(|known| &**known);
            write_preview(json, index, known, todo, blockers);
        });
        js.preview(&todos, store.revision())
    }

    /// Returns the key of a todo of this list, if the object is the todo as it is now.
    pub fn key_of(&mut self, store: &TodoStore, todo: &JsValue) -> Option<Key> {
        let index = self.update(store).place_of(todo);
        let index = usize::try_from(index).ok()?;
        store.list().get(index).map(|todo| todo.key)
    }

    /// Returns whether an object is a todo of another store's list.
    pub fn is_of_another(&self, todo: &JsValue) -> bool {
        self.js.is_of_another(todo)
    }

    /// Returns a todo.
    pub fn todo(&mut self, store: &TodoStore, id: Id) -> JsValue {
        self.update(store).todo(id.index())
    }

    /// Returns a todo, or undefined if it is not on the list.
    pub fn find(&mut self, store: &TodoStore, todo: Ref) -> JsValue {
        match store.index_of(todo) {
            Ok(index) => self.update(store).todo(index),
            Err(_) => JsValue::UNDEFINED,
        }
    }

    /// Returns the todos that are not started.
    pub fn pending(&mut self, store: &TodoStore) -> JsValue {
        self.update(store).at_status(StatusWord::Todo).into()
    }

    /// Returns the todo in progress, or null.
    pub fn current_doing(&mut self, store: &TodoStore) -> JsValue {
        match store.current_doing() {
            Some((id, _)) => self.todo(store, id),
            None => JsValue::NULL,
        }
    }

    /// Converts a step of a run from its JSON text. Its todos are the same objects as in the list.
    pub fn step(&mut self, store: &TodoStore, step: &str) -> JsValue {
        self.update(store).step(step)
    }

    /// Returns the list as XML.
    pub fn xml(&mut self, store: &TodoStore) -> JsString {
        let revision = store.revision();
        let known = self.xml.take().filter(|(known, _)| *known == revision);
        let (_, xml) = self.xml.insert(known.unwrap_or_else(|| (revision, store.xml().into())));
        xml.clone()
    }
}

/// Converts the outcome of a call outside a conversation, with a reminder of the current list. It
/// shows the ids by which the tools of the dialect name todos.
pub fn to_call_outcome(outcome: &call::Outcome, store: &TodoStore, dialect: Dialect) -> JsValue {
    let reminder = match outcome.changed {
        true => reminder_of(store, dialect.ids(), dialect.statuses()).into(),
        false => JsValue::UNDEFINED,
    };
    to_outcome(outcome, store, reminder)
}

/// Writes the todo at an index with the keys of those that it depends on now.
type WriteTodo<'a> = &'a dyn Fn(&mut Writer, usize, &Known, &[Key]);

/// Writes a list as a JSON array in which null stands for each todo that `known` has at its place.
fn write_changes(known: &List, list: &List, write: WriteTodo<'_>) -> String {
    let mut json = Writer::with_room(list.len().saturating_mul(TODO_LENGTH));
    json.open('[');
    for (index, todo) in list.iter().enumerate() {
        let blockers = open_blockers(list, todo);
        let stays = known
            .get(index)
            .is_some_and(|before| before.is_same(todo) && open_blockers(known, before) == blockers);
        match stays {
            true => drop(json.raw("null")),
            false => write(&mut json, index, todo, &blockers),
        }
    }
    json.close(']');
    json.finish()
}

/// Converts an outcome, with the current revision of the store.
pub fn to_outcome(outcome: &call::Outcome, store: &TodoStore, reminder: JsValue) -> JsValue {
    let call::Outcome { ok, text, answer, notes, changed, dropped, denial: _ } = outcome;
    let dropped = write_dropped(dropped, store.list());
    // An empty array would cost two calls back into the module.
    let notes = (!notes.is_empty()).then(|| texts(notes));
    js_outcome(*ok, text, answer.as_deref(), notes, store.revision(), *changed, reminder, dropped)
}

/// Writes the open todos that a call dropped as JSON text, or returns `None` if there are none.
fn write_dropped(dropped: &[(Id, Rc<Known>)], list: &List) -> Option<String> {
    let mut json = Writer::default();
    json.open('[');
    for (id, todo) in dropped {
        write_todo(&mut json, id.index(), todo, &open_blockers(list, todo));
    }
    json.close(']');
    (!dropped.is_empty()).then(|| json.finish())
}

/// Returns every snapshot, oldest first. Todos that a snapshot shares with the previous one are the
/// same objects.
pub fn history(store: &TodoStore) -> JsValue {
    let mut cache = JsCache::default();
    let snapshots = Array::new();
    for (revision, entry) in store.history().entries() {
        let Entry { info, reason, .. } = entry;
        cache.show(entry.list(), revision);
        let RevisionInfo { by: Actor { author, name }, at, .. } = info;
        let (name, reason) = (name.as_ref(), reason.as_ref());
        let [name, reason] = [name, reason].map(|text| text.map(|text| text.as_str()).into());
        let todos = cache.js.list();
        snapshots.push(&js_snapshot(revision, author.as_str(), name, *at as f64, reason, todos));
    }
    Object::freeze(&snapshots).into()
}
