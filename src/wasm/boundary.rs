//! What comes in: JavaScript values checked and turned into the core's types.

use wasm_bindgen::prelude::*;

use super::error::TodoError;
use crate::error;
use crate::json::{self, Value};
use crate::options::Options;
use crate::todo::Id;

#[wasm_bindgen(module = "/src/wasm/boundary.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = arrayToJson)]
    fn array_to_json(value: &JsValue, name: &str, item: &str) -> Result<String, TodoError>;
    #[wasm_bindgen(catch, js_name = optionsToJson)]
    fn options_to_json(value: &JsValue) -> Result<String, TodoError>;
    #[wasm_bindgen(catch, js_name = argumentsToJson)]
    fn arguments_to_json(value: &JsValue) -> Result<String, TodoError>;
    #[wasm_bindgen(catch, js_name = wellFormed)]
    fn well_formed(value: &JsValue, name: &str) -> Result<String, TodoError>;
    /// The error for a value of the wrong type.
    #[wasm_bindgen(js_name = wrongType)]
    pub fn wrong_type(name: &str, expected: &str, value: &JsValue) -> TodoError;
}

/// The largest whole number that a JavaScript number holds exactly.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// A whole number; whether it is in range is for the core to say.
pub fn integer(value: &JsValue, name: &str) -> Result<i64, TodoError> {
    match value.as_f64() {
        Some(number) if number.trunc() == number && number.abs() <= MAX_SAFE_INTEGER => {
            Ok(number as i64)
        }
        _ => Err(wrong_type(name, "a whole number", value)),
    }
}

/// A todo's id.
pub fn id(value: &JsValue) -> Result<Id, TodoError> {
    integer(value, "id").map(Id)
}

/// An array of ids.
pub fn ids(value: &JsValue) -> Result<Vec<Id>, TodoError> {
    let text = array_to_json(value, "ids", "number")?;
    array(&text, |item| match item.as_integer() {
        Some(number) => Ok(Id(number)),
        None => {
            Err(TodoError::invalid(&format!("ids must be whole numbers, got {}", item.brief())))
        }
    })
}

/// An array of texts.
pub fn contents(value: &JsValue) -> Result<Vec<String>, TodoError> {
    let text = array_to_json(value, "contents", "string")?;
    array(&text, |item| match item {
        Value::String(text) => Ok(text.into_owned()),
        other => {
            Err(TodoError::invalid(&format!("contents must be strings, got {}", other.brief())))
        }
    })
}

/// Store options; undefined is the defaults.
pub fn options(value: &JsValue) -> Result<Options, TodoError> {
    Ok(Options::from_json(&options_to_json(value)?)?)
}

/// What a model sent as a call's arguments, as JSON text.
pub fn arguments(value: &JsValue) -> Result<String, error::TodoError> {
    arguments_to_json(value).map_err(|error| error::TodoError::invalid(error.message()))
}

/// A text. UTF-8 has no lone surrogates: they arrive as U+FFFF.
pub fn text(value: &JsValue, name: &str) -> Result<String, TodoError> {
    well_formed(value, name)
}

fn array<T>(
    text: &str,
    item: impl FnMut(Value<'_>) -> Result<T, TodoError>,
) -> Result<Vec<T>, TodoError> {
    match json::read(text) {
        Ok((Value::Array(items), _)) => items.into_iter().map(item).collect(),
        // `JSON.stringify` wrote the text from an array; a `toJSON` on it may have had other ideas.
        _ => Err(TodoError::invalid("an array was expected")),
    }
}
