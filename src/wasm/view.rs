//! What goes out: the store as frozen JavaScript values, kept until they change.

use std::rc::Rc;

use js_sys::{Array, JsString, Object};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::history::List;
use crate::store::TodoStore;
use crate::todo::{self, Id, Priority, Status};

/// One item of the list.
#[derive(Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Todo<'a> {
    /// 1-based position in the list; changes when the list reindexes.
    id: i64,
    /// Stable name, `"t7"`: never reused within a store, unchanged by reindexing.
    key: String,
    /// What is to be done.
    content: &'a str,
    /// How far it is.
    status: Status,
    /// How urgent it is, where a tool said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<Priority>,
    /// The content in its "-ing" form, where a tool said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    active_form: Option<&'a str>,
    /// A longer text, where a tool said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
}

/// The list at one revision.
#[derive(Serialize, Tsify)]
pub struct Snapshot {
    /// Grows by one with each change that changed something; 0 is a new store's.
    revision: u64,
    /// The list as it was then.
    #[tsify(type = "ReadonlyArray<Readonly<Todo>>")]
    #[serde(with = "serde_wasm_bindgen::preserve")]
    todos: JsValue,
}

impl<'a> Todo<'a> {
    fn new(id: Id, todo: &'a todo::Todo) -> Self {
        Self {
            id: id.0,
            key: todo.key.to_string(),
            content: todo.content.as_str(),
            status: todo.status,
            priority: todo.priority,
            active_form: todo.active_form.as_ref().map(|text| text.as_str()),
            description: todo.description.as_ref().map(|text| text.as_str()),
        }
    }
}

/// A value frozen and as JavaScript has it.
fn frozen(value: &impl Serialize) -> JsValue {
    // Our own types serialize without fail; were one not to, undefined is what a caller would see.
    let value = serde_wasm_bindgen::to_value(value).unwrap_or_default();
    Object::freeze(value.unchecked_ref::<Object>());
    value
}

/// JavaScript values made from a store, by place and by revision.
#[derive(Default)]
pub struct View {
    todos: Vec<(Rc<todo::Todo>, JsValue)>,
    list: Option<(u64, JsValue)>,
    xml: Option<(u64, JsString)>,
    reminder: Option<(u64, JsString)>,
}

impl View {
    /// The todo with an id: the same object as long as neither it nor its id changes.
    pub fn todo(&mut self, id: Id, todo: &Rc<todo::Todo>) -> JsValue {
        let place = id.place().unwrap_or_default();
        if let Some((known, object)) = self.todos.get(place)
            && Rc::ptr_eq(known, todo)
        {
            return object.clone();
        }
        let object = frozen(&Todo::new(id, todo));
        let slot = (Rc::clone(todo), object.clone());
        if let Some(known) = self.todos.get_mut(place) {
            *known = slot;
        } else if self.todos.len() == place {
            // One further on is remembered once those before it are.
            self.todos.push(slot);
        }
        object
    }

    /// The whole list: the same array until the next change.
    pub fn list(&mut self, store: &TodoStore) -> JsValue {
        let revision = store.revision();
        if let Some((known, list)) = &self.list
            && *known == revision
        {
            return list.clone();
        }
        let list = self.array(store.list());
        self.todos.truncate(store.list().len());
        self.list = Some((revision, list.clone()));
        list
    }

    /// The todos not started.
    pub fn pending(&mut self, store: &TodoStore) -> JsValue {
        let pending: Array = store.pending().map(|(id, todo)| self.todo(id, todo)).collect();
        Object::freeze(&pending);
        pending.into()
    }

    /// Every snapshot, oldest first. Todos that a snapshot shares with the one before are the same
    /// objects.
    pub fn history(&mut self, store: &TodoStore) -> JsValue {
        let mut view = Self::default();
        let snapshots: Array = store
            .snapshots()
            .map(|(revision, list)| frozen(&Snapshot { revision, todos: view.array(&list) }))
            .collect();
        Object::freeze(&snapshots);
        snapshots.into()
    }

    /// The XML form: the same string until the next change.
    pub fn xml(&mut self, store: &TodoStore) -> JsString {
        cached(&mut self.xml, store.revision(), || store.xml())
    }

    /// The reminder: the same string until the next change.
    pub fn reminder(&mut self, store: &TodoStore) -> JsString {
        cached(&mut self.reminder, store.revision(), || store.system_reminder())
    }

    fn array(&mut self, list: &List) -> JsValue {
        let array: Array = (1..).map(Id).zip(list).map(|(id, todo)| self.todo(id, todo)).collect();
        Object::freeze(&array);
        array.into()
    }
}

fn cached(
    slot: &mut Option<(u64, JsString)>,
    revision: u64,
    text: impl FnOnce() -> String,
) -> JsString {
    match slot {
        Some((known, value)) if *known == revision => value.clone(),
        _ => {
            let value = JsString::from(text());
            *slot = Some((revision, value.clone()));
            value
        }
    }
}
