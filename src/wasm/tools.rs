//! The functions behind `tools(store, dialect)` of the npm package.

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::*;

use super::convert;
use super::store::TodoStore;
use crate::list::error::TodoError;
use crate::list::store::TodoStore as Store;
use crate::tools::ask_user;
use crate::tools::call::{Call, Outcome};
use crate::tools::conversation::Conversation;
use crate::tools::dialects::Dialect;
use crate::tools::markdown;
use crate::tools::plan;
use crate::tools::progress;
use crate::tools::prompt::{Kind, prompt};
use crate::tools::schema::Form;
use crate::tools::xml_reader::{CallOptions, ToolCall};

#[wasm_bindgen(typescript_custom_section)]
const OPTIONS: &str = r#"
/** The options of `newTask`. */
export interface NewTaskOptions {
    /**
     * What to do with an unfinished list: `"keep"` (default) leaves it as it is, so that no work
     * is lost; `"archive"` archives it like a finished one.
     */
    unfinished?: "keep" | "archive" | undefined;
}

/** The options of `callXml`. */
export interface CallXmlOptions {
    /**
     * Calls inside Markdown code: `"run"` (default), because many models put every call there, or
     * `"skip"`, for a model that shows examples there.
     */
    code?: "run" | "skip" | undefined;
    /**
     * Calls of other tools than `todo`: `"refuse"` (default) answers them with an error;
     * `"ignore"` leaves them to the host.
     */
    otherTools?: "refuse" | "ignore" | undefined;
}
"#;

/// Returns the names of the dialects.
#[wasm_bindgen(js_name = listDialects, unchecked_return_type = "DialectName[]")]
pub fn list_dialects() -> Vec<String> {
    Dialect::ALL.iter().map(|dialect| dialect.word().into()).collect()
}

/// Returns the index of a dialect in [`Dialect::ALL`]. The other functions here take that index.
///
/// Throws `invalid_argument`, listing the names.
#[wasm_bindgen(js_name = dialectIndex)]
pub fn dialect_index(dialect: &JsValue) -> Result<usize, JsValue> {
    Ok(Dialect::from_name(&convert::text(dialect, "dialect")?)? as usize)
}

/// Returns the tools of a dialect as JSON text: an array of name, description, inputSchema and annotations.
///
/// Throws `invalid_argument` if the schema form does not exist.
#[wasm_bindgen(js_name = toolSpecs)]
pub fn tool_specs(index: usize, schema: &JsValue) -> Result<JsString, JsValue> {
    let form = match schema.is_undefined() {
        true => Form::default(),
        false => Form::from_name(&convert::text(schema, "schema")?)?,
    };
    Ok((*form.of(dialect_at(index)?.tools_in(form))).into())
}

/// Returns the prompt of one kind for the tools of a dialect.
///
/// Throws `invalid_argument` if the kind does not exist.
#[wasm_bindgen(js_name = promptOf)]
pub fn prompt_of(index: usize, kind: &JsValue) -> Result<JsString, JsValue> {
    let kind = Kind::from_name(&convert::text(kind, "kind")?)?;
    Ok(prompt(dialect_at(index)?, kind).into())
}

/// Runs one call with the arguments that a model sent: JSON text, or any value. `tool` is the tool's
/// place in [`tool_specs`], which crosses the boundary faster than its name (row `turn`). Never throws
/// because of the arguments.
#[wasm_bindgen(js_name = callTool, unchecked_return_type = "Outcome")]
pub fn call_tool(store: &TodoStore, index: usize, tool: usize, args: &JsValue) -> JsValue {
    let arguments = convert::arguments(args);
    // Our own TypeScript passes what `dialect_index` returned.
    let unknown = |_| wasm_bindgen::throw_str("there is no such dialect");
    let dialect = dialect_at(index).unwrap_or_else(unknown);
    let tool = dialect.tool_names().nth(tool).unwrap_or_default();
    run(store, dialect, |told, store| match arguments {
        Ok(arguments) => told.call(store, &Call { tool, arguments: &arguments }),
        Err(unreadable) => told.refuse_unreadable(store, unreadable),
    })
}

/// Returns a copy of the list with the author of the handle, to see what a call would do.
#[wasm_bindgen(js_name = copyOf)]
pub fn copy_of(store: &TodoStore) -> TodoStore {
    store.copy()
}

/// Settles the todos that a model named in the arguments of another tool. Never throws because of
/// them.
#[wasm_bindgen(js_name = applyProgress, unchecked_return_type = "Outcome")]
pub fn apply_progress(store: &TodoStore, args: &JsValue) -> JsValue {
    let arguments = convert::arguments(args);
    run(store, Dialect::TodoManager, |told, store| told.apply_progress(store, arguments.as_deref()))
}

/// Carries out the plan that a model wrote in the arguments of another tool. Never throws because
/// of them.
#[wasm_bindgen(js_name = applyPlan, unchecked_return_type = "Outcome")]
pub fn apply_plan(store: &TodoStore, args: &JsValue) -> JsValue {
    let arguments = convert::arguments(args);
    run(store, Dialect::TodoManager, |told, store| told.apply_plan(store, arguments.as_deref()))
}

/// Returns the prompt for the properties of [`plan_properties`].
#[wasm_bindgen(js_name = planPrompt)]
pub fn plan_prompt() -> JsString {
    plan::PROMPT.into()
}

/// Returns the prompt for the properties of [`progress_properties`].
#[wasm_bindgen(js_name = progressPrompt)]
pub fn progress_prompt() -> JsString {
    progress::PROMPT.into()
}

/// Returns the properties for [`apply_plan`] as JSON text.
#[wasm_bindgen(js_name = planProperties)]
pub fn plan_properties() -> JsString {
    plan::PROPERTIES.into()
}

/// Returns the properties for [`apply_progress`] as JSON text.
#[wasm_bindgen(js_name = progressProperties)]
pub fn progress_properties() -> JsString {
    progress::PROPERTIES.into()
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

/// Runs every tool call in XML in a model's text, and returns an array of outcomes.
///
/// Throws `invalid_argument` if an option is unknown or ill-typed.
#[wasm_bindgen(js_name = callXml, unchecked_return_type = "Outcome[]")]
pub fn call_xml(store: &TodoStore, text: &JsValue, options: &JsValue) -> Result<Array, JsValue> {
    let text = convert::text(text, "text")?;
    let options = CallOptions::from_json(&convert::options(options, "options")?)?;
    let calls = ToolCall::find_all(&text, options);
    // All calls are in one message, so their positions refer to one list.
    let mut told = store.read(|store, _| Conversation::always_told(store, Dialect::XmlCall));
    let mut call_one = |call: &ToolCall| {
        store
            .write(|store, view| view.outcome(&told.call_xml(store, call), store, Dialect::XmlCall))
    };
    Ok(calls.iter().map(&mut call_one).collect())
}

/// Returns the list as `todos.json`.
#[wasm_bindgen(js_name = todosJson)]
pub fn todos_json(store: &TodoStore) -> JsString {
    store.read(|store, _| store.todos_json().into())
}

/// Replaces the list with a checklist in Markdown, and returns the notes.
///
/// Throws `invalid_argument` if the text is not a checklist.
#[wasm_bindgen(js_name = readMarkdown, unchecked_return_type = "string[]")]
pub fn read_markdown(store: &TodoStore, text: &JsValue) -> Result<Array, JsValue> {
    let text = convert::text(text, "text")?;
    let notes = store.write(|store, _| markdown::read_markdown(store, &text))?;
    Ok(notes.iter().map(|note| JsValue::from_str(note)).collect())
}

pub(super) fn dialect_at(index: usize) -> Result<Dialect, TodoError> {
    let dialect = Dialect::ALL.get(index).copied();
    dialect.ok_or_else(|| TodoError::invalid("there is no such dialect", &[]))
}

fn run(
    store: &TodoStore,
    dialect: Dialect,
    call: impl FnOnce(&mut Conversation, &mut Store) -> Outcome,
) -> JsValue {
    store.write(|store, view| {
        let outcome = call(&mut Conversation::always_told(store, dialect), store);
        view.outcome(&outcome, store, dialect)
    })
}
