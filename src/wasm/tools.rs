//! The tools: what `tools(store, dialect)` of the npm package is made of.

use wasm_bindgen::prelude::*;

use super::error::Checked;
use super::store::TodoStore;
use super::view;
use crate::dialect::Dialect;

#[wasm_bindgen(module = "/src/wasm/view.js")]
extern "C" {
    #[wasm_bindgen(js_name = outcome)]
    fn new_outcome(
        ok: bool,
        text: &str,
        notes: JsValue,
        revision: u32,
        todos: JsValue,
        reminder: JsValue,
    ) -> JsValue;
}

/// The place of a dialect in [`Dialect::ALL`], by which the other functions here name it.
///
/// Throws `invalid_argument`, listing the names.
#[wasm_bindgen(js_name = dialectIndex, skip_typescript)]
pub fn dialect_index(dialect: &str) -> Checked<usize> {
    Checked(Dialect::from_name(dialect).map(|dialect| dialect as usize))
}

/// The tools of a dialect as JSON text: an array of name, description and inputSchema.
#[wasm_bindgen(js_name = toolSpecs, skip_typescript)]
pub fn tool_specs(index: usize) -> JsValue {
    JsValue::from_str(at(index).tools())
}

/// Runs one call with the arguments that a model sent, as JSON text. Never throws for those.
#[wasm_bindgen(js_name = callTool, skip_typescript)]
pub fn call_tool(store: &TodoStore, index: usize, args: &str) -> Checked<JsValue> {
    let mut answer = JsValue::UNDEFINED;
    let result = store.write(&mut |store, view| {
        let outcome = at(index).call(store, args);
        let reminder = if outcome.changed { view.reminder(store) } else { JsValue::UNDEFINED };
        answer = new_outcome(
            outcome.ok,
            &outcome.text,
            view::notes(&outcome.notes),
            store.revision(),
            view.list(store),
            reminder,
        );
        Ok(())
    });
    Checked(result.map(|()| answer))
}

/// Throws what [`call_tool`] would refuse in arguments.
#[wasm_bindgen(js_name = checkArguments, skip_typescript)]
pub fn check_arguments(index: usize, args: &str) -> Checked<()> {
    Checked(at(index).check(args))
}

fn at(index: usize) -> Dialect {
    Dialect::ALL.get(index).copied().unwrap_or(Dialect::TodoManager)
}
