//! The functions behind `tools(store, dialect)` of the npm package.

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use super::convert;
use super::js_cache::to_call_outcome;
use super::todo_store::TodoStore;
use crate::list::error::TodoError;
use crate::text::reasoning;
use crate::tools::ask_user;
use crate::tools::call::Call;
use crate::tools::conversation::Conversation;
use crate::tools::dialects::Dialect;
use crate::tools::schema::SchemaForm;

/// Returns the index of a dialect in [`Dialect::ALL`]. The other functions here take that index.
///
/// Throws `invalid_argument`, listing the names.
#[wasm_bindgen(js_name = dialectIndex)]
pub fn dialect_index(dialect: &JsValue) -> Result<usize, JsValue> {
    Ok(Dialect::from_name(&convert::text(dialect, "dialect")?)? as usize)
}

/// Returns the tools of a dialect over a store as JSON text: an array of name, description,
/// inputSchema and annotations.
///
/// Throws `invalid_argument` if the schema form does not exist.
#[wasm_bindgen(js_name = toolSpecs)]
pub fn tool_specs(store: &TodoStore, index: usize, schema: &JsValue) -> Result<JsString, JsValue> {
    let form = match schema.is_undefined() {
        true => SchemaForm::default(),
        false => SchemaForm::from_name(&convert::text(schema, "schema")?)?,
    };
    let max_doing = store.read(|store, _| store.options().max_doing());
    let tools = dialect_at(index)?.tools(max_doing);
    Ok((*form.of(&tools)).into())
}

/// Runs one call with the arguments that a model sent: JSON text, or any value. `tool` is the
/// tool's place in [`tool_specs`], which crosses the boundary faster than its name (row `turn`).
/// Never throws because of the arguments.
#[wasm_bindgen(js_name = callTool, unchecked_return_type = "Outcome")]
pub fn call_tool(store: &TodoStore, index: usize, tool: usize, args: &JsValue) -> JsValue {
    let arguments = convert::arguments(args);
    // Our own TypeScript passes what `dialect_index` returned.
    let unknown = |_| wasm_bindgen::throw_str("there is no such dialect");
    let dialect = dialect_at(index).unwrap_or_else(unknown);
    let tool = dialect.tool_names().nth(tool).unwrap_or_default();
    store.call(|store, _| {
        let mut conversation = Conversation::of_handle(store, dialect);
        let open = conversation.begin(store, tool, arguments.as_deref());
        let outcome = conversation.answer(store, open, None);
        to_call_outcome(&outcome, store, dialect)
    })
}

/// Runs one call of the first tool as somebody who read the list of the revision `since`: what is
/// the same there is not asked for.
#[wasm_bindgen(js_name = callToolSince)]
pub fn call_tool_since(store: &TodoStore, index: usize, args: &JsValue, since: u32) {
    let arguments = convert::arguments(args);
    let unknown = |_| wasm_bindgen::throw_str("there is no such dialect");
    let dialect = dialect_at(index).unwrap_or_else(unknown);
    let tool = dialect.tool_names().next().unwrap_or_default();
    store.write(|store, _| {
        let mut conversation = Conversation::of_handle(store, dialect).reading(store, since);
        let open = conversation.begin(store, tool, arguments.as_deref());
        conversation.answer(store, open, None);
    });
}

/// Returns a model's text without its reasoning.
#[wasm_bindgen(js_name = withoutReasoning)]
pub fn without_reasoning(text: &str) -> JsString {
    (*reasoning::without_reasoning(text)).into()
}

/// Returns a copy of the list with the author of the handle, to see what a call would do.
#[wasm_bindgen(js_name = copyOf)]
pub fn copy_of(store: &TodoStore) -> TodoStore {
    store.copy()
}

/// Throws the error with which [`call_tool`] would refuse the arguments, whatever is on the list.
#[wasm_bindgen(js_name = checkArguments)]
pub fn check_arguments(index: usize, tool: &str, args: &JsValue) -> Result<(), JsValue> {
    let arguments = convert::arguments(args)?;
    let call = Call { tool, arguments: &arguments };
    Ok(match tool == ask_user::NAME {
        true => ask_user::check(&call),
        false => dialect_at(index)?.check(&call),
    }?)
}

pub(super) fn dialect_at(index: usize) -> Result<Dialect, TodoError> {
    let dialect = Dialect::ALL.get(index).copied();
    dialect.ok_or_else(|| TodoError::invalid("there is no such dialect", &[]))
}
