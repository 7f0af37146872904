//! The tools: what `tools(store, dialect)` of the npm package is made of.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::boundary;
use super::error::TodoError;
use super::store::TodoStore;
use crate::dialect::Dialect;
use crate::json::Writer;

/// What one call of a tool did.
#[derive(Serialize, Tsify)]
pub struct Outcome {
    /// Whether the call was carried out. If not, the store is exactly as before.
    ok: bool,
    /// Exactly what to give the model as the tool's result.
    text: String,
    /// One line for each repair of the call's input, each naming the item; empty when there was none.
    notes: Vec<String>,
    /// The store's revision after the call.
    revision: u64,
    /// Whether the call changed the list.
    changed: bool,
    /// The list after the call, as `getAll()` gives it.
    #[tsify(type = "ReadonlyArray<Readonly<Todo>>")]
    #[serde(with = "serde_wasm_bindgen::preserve")]
    todos: JsValue,
    /// What to put into the conversation; there when the list changed.
    #[tsify(type = "string", optional)]
    #[serde(with = "serde_wasm_bindgen::preserve", skip_serializing_if = "JsValue::is_undefined")]
    reminder: JsValue,
}

/// The place of a dialect in [`Dialect::ALL`], by which the other functions here name it.
///
/// Throws `invalid_argument`, listing the names.
#[wasm_bindgen(js_name = dialectIndex, skip_typescript)]
pub fn dialect_index(name: &JsValue) -> Result<usize, TodoError> {
    let dialect = Dialect::from_name(&boundary::text(name, "dialect")?)?;
    Ok(Dialect::ALL.iter().position(|known| *known == dialect).unwrap_or_default())
}

/// The tools of a dialect as JSON text: an array of name, description and inputSchema.
#[wasm_bindgen(js_name = toolSpecs, skip_typescript)]
pub fn tool_specs(dialect: usize) -> String {
    let mut json = Writer::default();
    json.open('[');
    for tool in at(dialect).tools() {
        json.open('{').key("name").string(tool.name).key("description").string(tool.description);
        tool.input.write(json.key("inputSchema"));
        json.close('}');
    }
    json.close(']');
    json.finish()
}

/// Runs one call with the arguments that a model sent, as a value or as JSON text. Never throws for
/// those.
#[wasm_bindgen(js_name = callTool, skip_typescript)]
pub fn call_tool(
    store: &TodoStore,
    dialect: usize,
    arguments: &JsValue,
) -> Result<JsValue, TodoError> {
    let dialect = at(dialect);
    let arguments = boundary::arguments(arguments);
    store
        .write(|store, view| {
            let outcome = match arguments {
                Ok(arguments) => dialect.call(store, &arguments),
                Err(error) => dialect.refuse(error),
            };
            Ok(Outcome {
                ok: outcome.ok,
                text: outcome.text,
                notes: outcome.notes,
                revision: store.revision(),
                changed: outcome.changed,
                todos: view.list(store),
                reminder: if outcome.changed {
                    view.reminder(store).into()
                } else {
                    JsValue::UNDEFINED
                },
            })
        })
        .map(|outcome| serde_wasm_bindgen::to_value(&outcome).unwrap_or_default())
}

/// What [`call_tool`] would refuse in arguments, or undefined.
#[wasm_bindgen(js_name = checkArguments, skip_typescript)]
pub fn check_arguments(dialect: usize, arguments: &JsValue) -> Option<String> {
    let arguments = boundary::arguments(arguments);
    let checked = arguments.and_then(|arguments| at(dialect).check(&arguments));
    checked.err().map(|error| error.message().to_owned())
}

fn at(index: usize) -> Dialect {
    Dialect::ALL.get(index).copied().unwrap_or(Dialect::TodoManager)
}
