//! What goes out: the store as JavaScript values, kept until they change.
//!
//! Each text that is decoded costs a browser more than making an object, so as few cross as can be: a
//! status that changed goes over as a number, and what is new as numbers and one text.

use alloc::string::String;
use alloc::vec::Vec;

use wasm_bindgen::prelude::*;

use crate::forms::reminder::{AFTER_LIST, BEFORE_LIST};
use crate::forms::xml;
use crate::list::history::{List, Revision};
use crate::list::store::TodoStore;
use crate::list::todo::{Field, Status, Todo};
use crate::tools::call::Outcome;
use crate::tools::last_write::LastWrite;

#[wasm_bindgen(module = "/src/wasm/view.js")]
extern "C" {
    #[wasm_bindgen(js_name = View)]
    type JsView;
    #[wasm_bindgen(constructor, js_class = View)]
    fn new() -> JsView;
    #[wasm_bindgen(method, js_name = setStatus)]
    fn set_status(this: &JsView, place: usize, status: u8);
    #[wasm_bindgen(method, js_name = setTodos)]
    fn set_todos(this: &JsView, texts: &str, changes: &[u32]);
    #[wasm_bindgen(method, js_name = setFrame)]
    fn set_frame(this: &JsView, before: &str, after: &str);
    #[wasm_bindgen(method, js_name = setXml)]
    fn set_xml(this: &JsView, xml: &str);
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
    #[wasm_bindgen(method, js_name = outcome)]
    fn new_outcome(
        this: &JsView,
        ok: bool,
        text: &str,
        notes: JsValue,
        revision: Revision,
        changed: bool,
    ) -> JsValue;
    #[wasm_bindgen(method, js_name = addSnapshot)]
    fn add_snapshot(this: &JsView, revision: Revision);
    #[wasm_bindgen(method)]
    fn snapshots(this: &JsView) -> JsValue;
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
    /// Whether what stands around the XML in a reminder went over.
    has_frame: bool,
    /// The last whole-list call of the tools over the store.
    pub last_write: LastWrite,
}

impl Default for View {
    fn default() -> Self {
        let js = JsView::new();
        Self {
            js,
            list: List::new(),
            revision: None,
            has_xml: false,
            has_frame: false,
            last_write: LastWrite::default(),
        }
    }
}

impl View {
    /// Brings JavaScript up to date. The XML may go over along with it, where it is asked for.
    fn update(&mut self, store: &TodoStore, wants_xml: bool) -> &JsView {
        if self.revision != Some(store.revision()) {
            self.revision = Some(store.revision());
            self.show(store.list(), wants_xml);
        }
        &self.js
    }

    /// As [`View::update`], and the XML too.
    fn update_xml(&mut self, store: &TodoStore) -> &JsView {
        self.update(store, true);
        if !self.has_xml {
            self.has_xml = true;
            self.js.set_xml(&store.xml());
        }
        &self.js
    }

    /// Shows a list in place of the one shown.
    fn show(&mut self, now: &List, wants_xml: bool) {
        let mut pairs = self.list.iter().zip(now);
        if self.list.len() == now.len() && pairs.all(|(known, todo)| known.says_the_same(todo)) {
            for (place, (known, todo)) in self.list.iter_mut().zip(now).enumerate() {
                if known.status != todo.status {
                    known.status = todo.status;
                    self.js.set_status(place, todo.status as u8);
                }
            }
            return;
        }
        let changes = Changes::between(&self.list, now, wants_xml);
        self.list.clone_from(now);
        self.has_xml = changes.has_xml;
        self.js.set_todos(&changes.texts, &changes.numbers);
    }

    /// The whole list: the same array until the next change.
    pub fn list(&mut self, store: &TodoStore) -> JsValue {
        self.update(store, false).list()
    }

    /// The todos not started.
    pub fn pending(&mut self, store: &TodoStore) -> JsValue {
        self.update(store, false).at_status(Status::Todo as u8)
    }

    /// The todo in progress, or null.
    pub fn current_doing(&mut self, store: &TodoStore) -> JsValue {
        self.update(store, false).first_at_status(Status::Doing as u8)
    }

    /// The XML form.
    pub fn xml(&mut self, store: &TodoStore) -> JsValue {
        self.update_xml(store).xml()
    }

    /// The XML form in a reminder.
    pub fn reminder(&mut self, store: &TodoStore) -> JsValue {
        self.set_frame();
        self.update_xml(store).reminder()
    }

    fn set_frame(&mut self) {
        if !self.has_frame {
            self.has_frame = true;
            self.js.set_frame(BEFORE_LIST, AFTER_LIST);
        }
    }

    /// An outcome with the store as it now is.
    pub fn outcome(&mut self, outcome: &Outcome, store: &TodoStore) -> JsValue {
        if outcome.changed {
            self.set_frame();
            self.update_xml(store);
        } else {
            self.update(store, false);
        }
        let has_notes = !outcome.notes.is_empty();
        let notes = if has_notes { notes(&outcome.notes) } else { JsValue::UNDEFINED };
        self.js.new_outcome(outcome.ok, &outcome.text, notes, store.revision(), outcome.changed)
    }
}

/// What makes one list of another, as `setTodos` of view.js takes it.
struct Changes {
    /// The new texts, one after the other; then the XML, if it goes along.
    texts: String,
    /// The size of the list; then for each place at which it changed: the place; where the todo there stood
    /// before, counted from 1, or 0 for a new one; the number of its status. For a new one also the
    /// number of its key, which of [`SHOWN`] it has as the bits of a number, and the length of each in UTF-16.
    numbers: Vec<u32>,
    has_xml: bool,
}

/// The texts of a todo that JavaScript is given.
const SHOWN: [Field; 4] = [Field::Content, Field::Priority, Field::ActiveForm, Field::Description];

impl Changes {
    fn between(before: &List, now: &List, wants_xml: bool) -> Self {
        // About what a list of new todos needs.
        let size = now.len();
        let texts = String::with_capacity(size.saturating_mul(64));
        let numbers = Vec::with_capacity(size.saturating_mul(8).saturating_add(1));
        let mut changes = Self { texts, numbers, has_xml: false };
        changes.write(before, now);
        // JavaScript may keep the whole text as long as a part that is cut out of it, be it a todo or the XML in
        // a reminder: so they go together only where neither is much longer.
        let contents: usize = now.iter().map(|todo| todo.content().len()).sum();
        let new = changes.texts.len();
        if wants_xml && new >= contents / 4 && new / 4 <= contents {
            changes.has_xml = true;
            xml::write(&mut changes.texts, now);
        }
        changes
    }

    fn write(&mut self, before: &List, now: &List) {
        self.numbers.push(now.len() as u32);
        let newest = before.iter().map(|todo| todo.key.0).max();
        for (place, todo) in now.iter().enumerate() {
            let is_it = |before: &Todo| before.says_the_same(todo);
            let mut stood = Some(place).filter(|_| before.get(place).is_some_and(is_it));
            if stood.is_some() && before.get(place).map(|before| before.status) == Some(todo.status)
            {
                continue;
            }
            if stood.is_none() && Some(todo.key.0) <= newest {
                stood = before.iter().position(is_it);
            }
            let stood = stood.map_or(0, |stood| stood.wrapping_add(1));
            self.numbers.extend([place as u32, stood as u32, todo.status as u32]);
            if stood == 0 {
                self.write_todo(todo);
            }
        }
    }

    fn write_todo(&mut self, todo: &Todo) {
        self.numbers.push(todo.key.0);
        let bits = self.numbers.len();
        self.numbers.push(0);
        for (place, field) in SHOWN.into_iter().enumerate() {
            if let Some(text) = todo.text(field) {
                self.texts.push_str(text);
                self.numbers.push(utf16_length(text));
                if let Some(bits) = self.numbers.get_mut(bits) {
                    *bits |= 1 << place;
                }
            }
        }
    }
}

fn utf16_length(text: &str) -> u32 {
    // A character is one byte that does not continue another; one of four bytes counts twice.
    let units = |b: &u8| u32::from(b & 0xc0 != 0x80).wrapping_add((*b >= 0xf0).into());
    let (chunks, rest) = text.as_bytes().as_chunks::<8>();
    let mut length: u32 = rest.iter().map(units).sum();
    for chunk in chunks {
        let is_ascii = u64::from_ne_bytes(*chunk) & 0x8080_8080_8080_8080 == 0;
        length = length.wrapping_add(if is_ascii { 8 } else { chunk.iter().map(units).sum() });
    }
    length
}

/// Every snapshot, oldest first. Todos that a snapshot shares with the one before are the same
/// objects.
pub fn history(store: &TodoStore) -> JsValue {
    let mut view = View::default();
    store.history().visit(store.list(), &mut |revision, _, list| {
        view.show(list, false);
        view.js.add_snapshot(revision);
        false
    });
    view.js.snapshots()
}

/// Notes as an array of strings.
pub fn notes(notes: &[String]) -> JsValue {
    let array = new_array();
    for text in notes {
        push_note(&array, text);
    }
    array
}
