//! What the crate exports to JavaScript, as JavaScript has it.
//!
//! A test binary holds the crate's exports beside its own, but calls from Rust would go around
//! them. So the exports are taken from the JavaScript module that the runner writes for the test
//! (`exported_*.js`), and a call goes Rust → JavaScript class → wasm, as a user's call does.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::*;

use crate::EXPORTED;

#[wasm_bindgen]
extern "C" {
    /// An instance of the exported class.
    #[derive(Clone)]
    pub type TodoStore;

    #[wasm_bindgen(method, catch, js_name = addMultiple)]
    pub fn add_multiple(this: &TodoStore, contents: &JsValue) -> Result<JsValue, TodoError>;
    #[wasm_bindgen(method, catch, js_name = addAfterPosition)]
    pub fn add_after_position(
        this: &TodoStore,
        position: &JsValue,
        contents: &JsValue,
    ) -> Result<JsValue, TodoError>;
    #[wasm_bindgen(method, catch, js_name = replaceAll)]
    pub fn replace_all(this: &TodoStore, contents: &JsValue) -> Result<JsValue, TodoError>;
    #[wasm_bindgen(method, catch, js_name = completeMultiple)]
    pub fn complete_multiple(this: &TodoStore, ids: &JsValue) -> Result<(), TodoError>;
    #[wasm_bindgen(method, catch, js_name = markDoing)]
    pub fn mark_doing(this: &TodoStore, id: &JsValue) -> Result<(), TodoError>;
    #[wasm_bindgen(method, js_name = getAll)]
    pub fn get_all(this: &TodoStore) -> Array;
    #[wasm_bindgen(method, js_name = getPending)]
    pub fn get_pending(this: &TodoStore) -> Array;
    #[wasm_bindgen(method, js_name = getCurrentDoing)]
    pub fn get_current_doing(this: &TodoStore) -> JsValue;
    #[wasm_bindgen(method, js_name = getXml)]
    pub fn get_xml(this: &TodoStore) -> String;
    #[wasm_bindgen(method, js_name = systemReminder)]
    pub fn system_reminder(this: &TodoStore) -> String;
    #[wasm_bindgen(method, js_name = checkPending)]
    pub fn check_pending(this: &TodoStore) -> bool;
    #[wasm_bindgen(method)]
    pub fn history(this: &TodoStore) -> Array;
    #[wasm_bindgen(method)]
    pub fn checkpoint(this: &TodoStore) -> String;
    #[wasm_bindgen(method, catch)]
    pub fn subscribe(this: &TodoStore, listener: &JsValue) -> Result<Function, TodoError>;
    #[wasm_bindgen(method, getter)]
    pub fn revision(this: &TodoStore) -> f64;
    #[wasm_bindgen(method, getter)]
    pub fn size(this: &TodoStore) -> u32;
    #[wasm_bindgen(method)]
    pub fn free(this: &TodoStore);

    /// Whatever a call threw.
    #[wasm_bindgen(extends = js_sys::Error)]
    #[derive(Clone, Debug)]
    pub type TodoError;
    /// The stable code, unless it was not ours that was thrown.
    #[wasm_bindgen(method, getter)]
    pub fn code(this: &TodoError) -> Option<String>;

    /// What one call of a tool gives.
    pub type Outcome;
    #[wasm_bindgen(method, getter)]
    pub fn ok(this: &Outcome) -> bool;
    #[wasm_bindgen(method, getter)]
    pub fn text(this: &Outcome) -> String;
    #[wasm_bindgen(method, getter)]
    pub fn notes(this: &Outcome) -> Vec<String>;
    #[wasm_bindgen(method, getter)]
    pub fn changed(this: &Outcome) -> bool;
    #[wasm_bindgen(method, getter)]
    pub fn todos(this: &Outcome) -> Array;
    #[wasm_bindgen(method, getter)]
    pub fn reminder(this: &Outcome) -> Option<String>;
}

impl TodoStore {
    /// `new TodoStore(options)`.
    pub fn new(options: &JsValue) -> Result<Self, TodoError> {
        let class = export("TodoStore");
        Reflect::construct(&class, &Array::of1(options))
            .map(JsCast::unchecked_into)
            .map_err(JsCast::unchecked_into)
    }

    /// A static method that takes one value and gives a store.
    pub fn from(method: &str, value: &JsValue) -> Result<Self, TodoError> {
        let class = export("TodoStore");
        let method: Function = Reflect::get(&class, &method.into()).unwrap().unchecked_into();
        method.call1(&class, value).map(JsCast::unchecked_into).map_err(JsCast::unchecked_into)
    }

    /// A method by name.
    pub fn call(&self, method: &str, arguments: &Array) -> Result<JsValue, TodoError> {
        let method: Function = Reflect::get(self, &method.into()).unwrap().unchecked_into();
        method.apply(self, arguments).map_err(JsCast::unchecked_into)
    }
}

/// `callTool`, which the npm package's `tools()` stands on.
pub fn call_tool(store: &TodoStore, dialect: u32, arguments: &JsValue) -> Outcome {
    let result = export("callTool").call3(&JsValue::NULL, store, &dialect.into(), arguments);
    result.expect("callTool never throws for what a model sent").unchecked_into()
}

fn export(name: &str) -> Function {
    EXPORTED.with(|exported| Reflect::get(exported, &name.into())).unwrap().unchecked_into()
}
