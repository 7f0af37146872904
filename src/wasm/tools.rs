//! The tools: what `tools(store, dialect)` of the npm package is made of.

use wasm_bindgen::prelude::*;

use super::error::Checked;
use super::store::TodoStore;
use crate::list::error::TodoError;
use crate::list::store::TodoStore as Store;
use crate::tools::call::{Call, Outcome};
use crate::tools::dialects::Dialect;
use crate::tools::last_write::LastWrite;
use crate::tools::progress;
use crate::tools::prompt::{Kind, prompt};

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

/// The prompt of a kind that goes with the tools of a dialect.
///
/// Throws `invalid_argument` for a kind that does not exist.
#[wasm_bindgen(js_name = promptOf, skip_typescript)]
pub fn prompt_of(index: usize, kind: &str) -> Checked<JsValue> {
    Checked(Kind::from_name(kind).map(|kind| JsValue::from_str(&prompt(at(index), kind))))
}

/// Runs one call with the arguments that a model sent, as JSON text. Never throws for those.
#[wasm_bindgen(js_name = callTool, skip_typescript)]
pub fn call_tool(
    store: &TodoStore,
    index: usize,
    tool: usize,
    args: &str,
    checkpoint: &str,
) -> Checked<JsValue> {
    let call = Call { tool, arguments: args, checkpoint };
    Checked(run(store, &mut |store, last| at(index).call_again(last, store, &call)))
}

/// Settles the todos that a model named in the arguments of another tool, as JSON text. Never throws for
/// those.
#[wasm_bindgen(js_name = applyProgress, skip_typescript)]
pub fn apply_progress(store: &TodoStore, args: &str) -> Checked<JsValue> {
    Checked(run(store, &mut |store, _| progress::apply(store, args)))
}

/// What a tool's schema is given for [`apply_progress`]: properties as JSON text.
#[wasm_bindgen(js_name = progressProperties, skip_typescript)]
pub fn progress_properties() -> JsValue {
    JsValue::from_str(progress::PROPERTIES)
}

/// Throws what [`call_tool`] would refuse in arguments.
#[wasm_bindgen(js_name = checkArguments, skip_typescript)]
pub fn check_arguments(index: usize, tool: usize, args: &str) -> Checked<()> {
    Checked(at(index).check(&Call { tool, arguments: args, checkpoint: "" }))
}

/// Runs every tool call in XML in what a model wrote, and gives an array of outcomes.
///
/// Throws `invalid_argument` for an option that is unknown or ill-typed.
#[cfg(feature = "dialects")]
#[wasm_bindgen(js_name = callXml, skip_typescript)]
pub fn call_xml(store: &TodoStore, text: &str, options: &str) -> Checked<JsValue> {
    use super::view;
    use crate::tools::xml_reader::{CallOptions, ToolCall};

    Checked(CallOptions::from_json(options).and_then(|options| {
        let outcomes = view::new_array();
        for call in ToolCall::find_all(text, options) {
            let outcome = run(store, &mut |store, _| call.run(store))?;
            view::push(&outcomes, &outcome);
        }
        Ok(outcomes)
    }))
}

/// The list as `todos.json`.
#[cfg(feature = "dialects")]
#[wasm_bindgen(js_name = todosJson, skip_typescript)]
pub fn todos_json(store: &TodoStore) -> Checked<JsValue> {
    store.read(|store, _| JsValue::from_str(&store.todos_json()))
}

fn at(index: usize) -> Dialect {
    Dialect::ALL.get(index).copied().unwrap_or(Dialect::TodoManager)
}

fn run(
    store: &TodoStore,
    call: &mut dyn FnMut(&mut Store, &mut LastWrite) -> Outcome,
) -> Result<JsValue, TodoError> {
    let mut answer = JsValue::UNDEFINED;
    store.write(&mut |store, view| {
        let outcome = call(store, &mut view.last_write);
        answer = view.outcome(&outcome, store);
        Ok(())
    })?;
    Ok(answer)
}
