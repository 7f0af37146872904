//! What goes out: the store as JavaScript values, kept until they change.
//!
//! Decoding a text costs a browser more than making an object, so as little text crosses as can be:
//! a status that changed goes over as a number, and only what is new goes over as JSON.

use alloc::string::String;

use wasm_bindgen::prelude::*;

use crate::checkpoint::write_list;
use crate::history::{List, Revision};
use crate::json::Writer;
use crate::reminder::{AFTER_LIST, BEFORE_LIST};
use crate::store::TodoStore;
use crate::todo::Status;

#[wasm_bindgen(module = "/src/wasm/view.js")]
extern "C" {
    #[wasm_bindgen(js_name = View)]
    type JsView;
    #[wasm_bindgen(constructor, js_class = View)]
    fn new() -> JsView;
    #[wasm_bindgen(method, js_name = setStatus)]
    fn set_status(this: &JsView, place: usize, status: u8);
    #[wasm_bindgen(method, js_name = setTodos)]
    fn set_todos(this: &JsView, changes: &str);
    #[wasm_bindgen(method, js_name = setXml)]
    fn set_xml(this: &JsView, xml: &str, before: &str, after: &str);
    #[wasm_bindgen(method)]
    fn list(this: &JsView) -> JsValue;
    #[wasm_bindgen(method, js_name = atStatus)]
    fn at_status(this: &JsView, status: u8) -> JsValue;
    #[wasm_bindgen(method, js_name = firstAtStatus)]
    fn first_at_status(this: &JsView, status: u8) -> JsValue;
    #[wasm_bindgen(method)]
    fn xml(this: &JsView) -> JsValue;
    #[wasm_bindgen(method)]
    fn reminder(this: &JsView) -> JsValue;
    #[wasm_bindgen(method)]
    fn snapshots(this: &JsView, history: &str) -> JsValue;
    #[wasm_bindgen(js_name = newArray)]
    pub fn new_array() -> JsValue;
    #[cfg(feature = "dialects")]
    pub fn push(array: &JsValue, item: &JsValue);
    #[wasm_bindgen(js_name = push)]
    fn push_note(notes: &JsValue, note: &str);
}

/// What JavaScript has of a store.
pub struct View {
    js: JsView,
    /// The list as of a revision.
    list: List,
    revision: Option<Revision>,
    /// Whether the XML went over since todos last came, left or moved.
    has_xml: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { js: JsView::new(), list: List::new(), revision: None, has_xml: false }
    }
}

impl View {
    /// Brings JavaScript up to date.
    fn update(&mut self, store: &TodoStore) -> &JsView {
        if self.revision != Some(store.revision()) {
            self.revision = Some(store.revision());
            let now = store.list();
            let mut pairs = self.list.iter().zip(now);
            if self.list.len() == now.len() && pairs.all(|(known, todo)| known.says_the_same(todo))
            {
                for (place, (known, todo)) in self.list.iter_mut().zip(now).enumerate() {
                    if known.status != todo.status {
                        known.status = todo.status;
                        self.js.set_status(place, todo.status as u8);
                    }
                }
            } else {
                let mut changes = Writer::default();
                changes.open('[');
                write_list(&mut changes, &self.list, now);
                changes.close(']');
                self.js.set_todos(&changes.finish());
                self.list = now.clone();
                self.has_xml = false;
            }
        }
        &self.js
    }

    /// As [`View::update`], and the XML too.
    fn update_xml(&mut self, store: &TodoStore) -> &JsView {
        self.update(store);
        if !self.has_xml {
            self.has_xml = true;
            self.js.set_xml(&store.xml(), BEFORE_LIST, AFTER_LIST);
        }
        &self.js
    }

    /// The whole list: the same array until the next change.
    pub fn list(&mut self, store: &TodoStore) -> JsValue {
        self.update(store).list()
    }

    /// The todos not started.
    pub fn pending(&mut self, store: &TodoStore) -> JsValue {
        self.update(store).at_status(Status::Todo as u8)
    }

    /// The todo in progress, or null.
    pub fn current_doing(&mut self, store: &TodoStore) -> JsValue {
        self.update(store).first_at_status(Status::Doing as u8)
    }

    /// The XML form.
    pub fn xml(&mut self, store: &TodoStore) -> JsValue {
        self.update_xml(store).xml()
    }

    /// The XML form in a reminder.
    pub fn reminder(&mut self, store: &TodoStore) -> JsValue {
        self.update_xml(store).reminder()
    }
}

/// Every snapshot, oldest first. Todos that a snapshot shares with the one before are the same
/// objects.
pub fn history(store: &TodoStore) -> JsValue {
    let mut json = Writer::default();
    json.open('[');
    store.write_history(&mut json);
    json.close(']');
    JsView::new().snapshots(&json.finish())
}

/// Notes as an array of strings.
pub fn notes(notes: &[String]) -> JsValue {
    let array = new_array();
    for text in notes {
        push_note(&array, text);
    }
    array
}
