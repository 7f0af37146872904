//! The store as JavaScript values, which are reused until they change.

use std::rc::Rc;

use js_sys::{Array, JsString, Object};
use wasm_bindgen::prelude::*;

use super::values::{write_preview, write_todo};
use crate::forms::id_map::IdScheme;
use crate::forms::reminder::{AFTER_LIST, BEFORE_LIST, counted, reminder_of};
use crate::list::author::{Actor, RevisionInfo};
use crate::list::blockers::open_blockers;
use crate::list::history::{Entry, List, Revision};
use crate::list::indexed_list::find;
use crate::list::note::texts;
use crate::list::store::TodoStore;
use crate::list::todo::{Id, Key, Ref, Status, TextField, Todo as Known};
use crate::text::json::Writer;
use crate::tools::call;
use crate::tools::dialects::Dialect;

#[wasm_bindgen(module = "/src/wasm/view.js")]
extern "C" {
    #[wasm_bindgen(js_name = View)]
    type JsView;
    #[wasm_bindgen(constructor, js_class = View)]
    fn new(before: &str, after: &str) -> JsView;
    #[wasm_bindgen(method, js_name = setTodos)]
    fn set_todos(this: &JsView, todos: &str, revision: Revision);
    #[wasm_bindgen(method, js_name = appendTodos)]
    fn append_todos(this: &JsView, todos: &str, revision: Revision);
    #[wasm_bindgen(method, js_name = placeOf)]
    fn place_of(this: &JsView, todo: &JsValue) -> i32;
    #[wasm_bindgen(method, js_name = isOfAnother)]
    fn is_of_another(this: &JsView, todo: &JsValue) -> bool;
    #[wasm_bindgen(method)]
    fn todo(this: &JsView, index: usize) -> JsValue;
    #[wasm_bindgen(method, js_name = setStatus)]
    fn set_status(this: &JsView, index: usize, status: StatusWord, revision: Revision);
    #[wasm_bindgen(method, js_name = setXmlStatus)]
    fn set_xml_status(this: &JsView, index: usize, status: StatusWord);
    #[wasm_bindgen(method, js_name = setXml)]
    fn set_xml(this: &JsView, xml: &str);
    #[wasm_bindgen(method)]
    fn xml(this: &JsView) -> JsString;
    #[wasm_bindgen(method)]
    fn reminder(this: &JsView) -> JsValue;
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
    todos: CachedList,
    xml: CachedList,
}

/// The number of bytes of JSON text that a todo takes, about.
const TODO_LENGTH: usize = 128;

/// The list from which one form in JavaScript was made.
#[derive(Default)]
struct CachedList {
    list: Rc<List>,
    revision: Option<Revision>,
    /// Whether a todo on the list has blockers.
    has_blockers: bool,
}

impl CachedList {
    /// Returns whether the store has changed since the last call.
    fn is_behind(&mut self, store: &TodoStore) -> bool {
        self.revision.replace(store.revision()) != Some(store.revision())
    }

    /// Replaces the list.
    fn replace(&mut self, current: &Rc<List>) {
        self.list.clone_from(current);
        self.has_blockers = current.iter().any(|todo| !todo.blocked_by().is_empty());
    }

    /// Calls `set` for each todo of which only the status has changed. Returns false if anything
    /// else has changed: the whole list, including what was set, has to be replaced then.
    /// `same_texts` compares the texts that belong to the state.
    fn follow(
        &mut self,
        current: &Rc<List>,
        same_texts: &dyn Fn(&Known, &Known) -> bool,
        set: &dyn Fn(usize, StatusWord),
    ) -> bool {
        if Rc::ptr_eq(&self.list, current) {
            return true;
        }
        // The status of a todo also affects the todos that depend on it, so a list with blockers is
        // not just followed.
        if self.has_blockers || self.list.len() != current.len() {
            return false;
        }
        for (index, (known, todo)) in self.list.iter().zip(&**current).enumerate() {
            if Rc::ptr_eq(known, todo) {
                continue;
            }
            let is_followed = known.says_the_same(todo)
                && known.is_claimed() == todo.is_claimed()
                && known.is_failed() == todo.is_failed()
                && known.waiting() == todo.waiting()
                && known.state.owner() == todo.state.owner()
                && same_texts(known, todo);
            if !is_followed {
                return false;
            }
            if known.status() != todo.status() {
                set(index, todo.status().into());
            }
        }
        self.list.clone_from(current);
        true
    }
}

impl Default for JsCache {
    fn default() -> Self {
        let (todos, xml) = (CachedList::default(), CachedList::default());
        Self { js: JsView::new(BEFORE_LIST, AFTER_LIST), todos, xml }
    }
}

impl JsCache {
    /// Updates the todos in JavaScript.
    fn update(&mut self, store: &TodoStore) -> &JsView {
        if self.todos.is_behind(store) {
            self.show(store.shared_list(), store.revision());
        }
        &self.js
    }

    /// Replaces the list that JavaScript has by the one at a revision.
    fn show(&mut self, current: &Rc<List>, revision: Revision) {
        const OF_STATE: [TextField; 5] = [
            TextField::Reason,
            TextField::Evidence,
            TextField::Question,
            TextField::Options,
            TextField::Answer,
        ];
        let same_texts = |known: &Known, todo: &Known| {
            OF_STATE.iter().all(|field| known.text(*field) == todo.text(*field))
        };
        let Self { js, todos: cached, .. } = self;
        let set = |index, status| js.set_status(index, status, revision);
        if Rc::ptr_eq(&cached.list, current) || cached.follow(current, &same_texts, &set) {
            return;
        }
        let is_appended = current.len() > cached.list.len()
            && !cached.has_blockers
            && cached.list.iter().zip(&**current).all(|(known, todo)| Rc::ptr_eq(known, todo));
        let first = if is_appended { cached.list.len() } else { 0 };
        let mut json = Writer::with_room(current.len().saturating_mul(TODO_LENGTH));
        json.open('[');
        for (index, todo) in current.iter().enumerate().skip(first) {
            let blockers = open_blockers(current, todo);
            let is_shown = cached.list.get(index).is_some_and(|known| {
                known.is_same(todo) && open_blockers(&cached.list, known) == blockers
            });
            if is_shown {
                json.raw("null");
            } else {
                write_todo(&mut json, index, todo, &blockers);
            }
        }
        json.close(']');
        match is_appended {
            true => js.append_todos(&json.finish(), revision),
            false => js.set_todos(&json.finish(), revision),
        }
        cached.replace(current);
    }

    /// Returns the whole list: the same array until the next change.
    pub fn list(&mut self, store: &TodoStore) -> JsValue {
        self.update(store).list()
    }

    /// Converts a list that the store would have. Todos that do not change are the same objects as
    /// on the list.
    pub fn preview(&mut self, store: &TodoStore, list: &List) -> JsValue {
        let js = self.update(store);
        let mut json = Writer::with_room(list.len().saturating_mul(TODO_LENGTH));
        json.open('[');
        for (index, todo) in list.iter().enumerate() {
            let blockers = open_blockers(list, todo);
            let stays = store.list().get(index).is_some_and(|known| {
                known.is_same(todo) && open_blockers(store.list(), known) == blockers
            });
            if stays {
                json.raw("null");
            } else {
                let known = find(store.list(), todo.key).map(|known| &**known);
                write_preview(&mut json, index, known, todo, &blockers);
            }
        }
        json.close(']');
        js.preview(&json.finish(), store.revision())
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
        self.update_xml(store);
        self.js.xml()
    }

    /// Updates the XML in JavaScript.
    fn update_xml(&mut self, store: &TodoStore) {
        let Self { js, xml: cached, .. } = self;
        let is_first = cached.revision.is_none();
        if cached.is_behind(store) {
            // The whole XML crosses the boundary only if todos were added, removed or moved. A
            // change of status is made in the text on the other side (rows `step` and
            // `sessionOfSteps`).
            let set = |index, status| js.set_xml_status(index, status);
            if is_first || !cached.follow(store.shared_list(), &|_, _| true, &set) {
                js.set_xml(&store.xml());
                cached.replace(store.shared_list());
            }
        }
    }

    /// Returns the list as XML in a reminder.
    pub fn reminder(&mut self, store: &TodoStore) -> JsValue {
        self.update_xml(store);
        self.js.reminder()
    }

    /// Converts the outcome of a call outside a conversation, with a reminder of the current list.
    /// It shows the ids by which the tools of the dialect name todos.
    pub fn outcome(
        &mut self,
        outcome: &call::Outcome,
        store: &TodoStore,
        dialect: Dialect,
    ) -> JsValue {
        let reminder = match outcome.changed {
            true => self.list_reminder(store, dialect),
            false => JsValue::UNDEFINED,
        };
        to_outcome(outcome, store, reminder)
    }

    /// Returns the list in a reminder, with the ids and words of a dialect.
    pub fn list_reminder(&mut self, store: &TodoStore, dialect: Dialect) -> JsValue {
        let (ids, statuses) = (dialect.ids(), dialect.statuses());
        match ids == IdScheme::Positions(1) && statuses.is_none() && counted(store, &[]).is_empty()
        {
            true => self.reminder(store),
            false => reminder_of(store, ids, statuses).into(),
        }
    }
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
