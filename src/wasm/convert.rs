//! Conversion of arguments, before anything is borrowed. Inspecting an object may run foreign code;
//! what that code throws is caught and becomes a `TodoError`.

use core::cell::Cell;

use js_sys::{JSON, JsString, Number, Reflect};
use wasm_bindgen::prelude::*;

use super::js_error::Unreadable;
use crate::list::error::TodoError;
use crate::list::option_table::known_meaning;
use crate::list::todo::{Id, Key, Ref};
use crate::text::excerpt::QuotedText;
use crate::text::message::FormatArg::{self, Text};
use crate::text::message::{bare_word, count, excerpt, fill};

#[wasm_bindgen]
extern "C" {
    /// Throws for a revoked Proxy.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
    /// Throws for an object that cannot be converted to a string.
    #[wasm_bindgen(catch, js_name = String)]
    fn text_of(value: &JsValue) -> Result<JsString, JsValue>;
}

#[wasm_bindgen(module = "/src/wasm/json.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = optionsText)]
    fn options_text(value: &JsValue) -> Result<JsString, JsValue>;
    #[wasm_bindgen(catch, js_name = todoText)]
    fn js_todo_text(value: &JsValue) -> Result<JsString, JsValue>;
    /// Encodes a text as UTF-8, and returns how many bytes it takes, or `None` if there is no room.
    /// A lone surrogate becomes U+FFFD.
    #[wasm_bindgen(js_name = encodeInto)]
    fn encode_into(text: &JsString, bytes: &mut [u8]) -> Option<u32>;
    // Without `catch`, the module would import it past the glue.
    #[wasm_bindgen(catch, js_name = markSurrogates)]
    fn mark_surrogates(text: &JsString, mark: char) -> Result<JsString, JsValue>;
}

/// Stands for a lone surrogate, which UTF-8 cannot represent. The core detects and reports it.
const SURROGATE: char = '\u{ffff}';

/// The maximum number of characters quoted from what foreign code threw.
const MAX_REASON_LENGTH: usize = 200;

/// Converts a safe integer of JavaScript.
pub fn whole(value: &JsValue, name: &str) -> Result<i64, TodoError> {
    number(value).ok_or_else(|| wrong_type(name, "a whole number", value))
}

fn number(value: &JsValue) -> Option<i64> {
    // These two crossings take half the time of the one of `as_f64`, which returns through memory.
    Number::is_safe_integer(value).then(|| value.unchecked_into_f64() as i64)
}

pub fn boolean(value: &JsValue, name: &str) -> Result<bool, TodoError> {
    value.as_bool().ok_or_else(|| wrong_type(name, "true or false", value))
}

/// Converts a string. A lone surrogate becomes U+FFFF, which the core detects and reports.
pub fn text(value: &JsValue, name: &str) -> Result<String, TodoError> {
    string(value).ok_or_else(|| wrong_type(name, "a string", value))
}

/// Converts the content of a new todo, which has nothing else yet.
pub fn content(value: &JsValue) -> Result<String, TodoError> {
    string(value).ok_or_else(|| wrong_type("content", "a string (edit() sets the rest)", value))
}

/// Converts one of several words to its meaning.
pub fn string_enum<T: Copy>(
    value: &JsValue,
    name: &str,
    words: &[(&'static str, T)],
) -> Result<T, TodoError> {
    known_meaning(name, &text(value, name)?, words)
}

/// Like [`text`], but `undefined` becomes an empty string.
pub fn optional_text(value: &JsValue, name: &str) -> Result<String, TodoError> {
    if value.is_undefined() { Ok(String::new()) } else { text(value, name) }
}

fn string(value: &JsValue) -> Option<String> {
    let given: &JsString = value.dyn_ref()?;
    let length = given.length();
    let text = if length < LONG { given.into() } else { encode(given, length)? };
    // A text with as many bytes as units is ASCII.
    if text.len() == length as usize || !has_replacement(text.as_bytes()) {
        return Some(text);
    }
    // The text contains U+FFFD itself, or it had a lone surrogate, which UTF-8 cannot represent.
    Some(mark_surrogates(given, SURROGATE).ok()?.into())
}

/// Returns whether the bytes contain U+FFFD. The standard library's search for a non-ASCII
/// character would add 5 kB with Brotli.
fn has_replacement(bytes: &[u8]) -> bool {
    const REPLACEMENT: [u8; 3] = [0xef, 0xbf, 0xbd];
    bytes.contains(&0xef) && bytes.windows(3).any(|three| three == REPLACEMENT)
}

/// From this length in UTF-16 units on, an encoder is faster than the loop over units that converts
/// a string by default (row `replace`): for 1,000 characters, it takes 0.2 µs instead of 3.6 in
/// Node 20, and 1.4 instead of 1.6 in Chromium.
const LONG: u32 = 1_000;

/// Converts a string of `length` UTF-16 units to UTF-8 with an encoder.
fn encode(text: &JsString, length: u32) -> Option<String> {
    // A text in ASCII takes a byte for each unit, and any other one at most three.
    let mut bytes = vec![0; length as usize];
    let written = encode_into(text, &mut bytes).or_else(|| {
        bytes = vec![0; (length as usize).saturating_mul(3)];
        encode_into(text, &mut bytes)
    })?;
    bytes.truncate(written as usize);
    String::from_utf8(bytes).ok()
}

/// Converts an array of strings.
pub fn texts(value: &JsValue, name: &str) -> Result<Vec<String>, Unreadable> {
    let texts = items(value, name, ["a string", "strings"], JsValue::is_string)?;
    Ok(texts.iter().filter_map(string).collect())
}

/// Converts the id or key of a todo.
pub fn todo(value: &JsValue, name: &str) -> Result<Ref, TodoError> {
    reference(value).ok_or_else(|| no_todo(value, name))
}

/// Returns the error for a value that names no todo.
#[cold]
pub fn no_todo(value: &JsValue, name: &str) -> TodoError {
    wrong_type(name, "an id (a whole number), a key (\"t7\") or a todo", value)
}

/// Returns whether a value is an object, but no array and no function.
pub fn is_record(value: &JsValue) -> bool {
    value.is_object() && !is_array(value).unwrap_or_default()
}

/// Converts an array of ids, keys and todos to its items.
pub fn todos(value: &JsValue, name: &str) -> Result<Vec<JsValue>, Unreadable> {
    items(value, name, ["an id, a key or a todo", "ids, keys or todos"], |_| true)
}

/// Converts an object of a todo to JSON text with the fields that matter.
pub fn todo_text(value: &JsValue, name: &str) -> Result<String, Unreadable> {
    text_by(js_todo_text, value, name)
}

/// Converts the id or key of a todo, if the value is one.
pub fn reference(value: &JsValue) -> Option<Ref> {
    match number(value) {
        Some(id) => Some(Ref::Id(Id(id))),
        None => Key::parse_str(&value.as_string()?).map(Ref::Key),
    }
}

/// Reads the items of an array. Each is read once, and reading stops at the first one that is
/// refused.
fn items(
    value: &JsValue,
    name: &str,
    [one, many]: [&str; 2],
    is_valid: fn(&JsValue) -> bool,
) -> Result<Vec<JsValue>, Unreadable> {
    read_guarded(name, || {
        if !is_array(value)? {
            return Ok(Err(wrong_type(name, &fill("an array of {}", &[Text(many)]), value)));
        }
        let length = number(&Reflect::get(value, &"length".into())?).unwrap_or_default();
        let mut items = Vec::new();
        for index in 0..length as u32 {
            let item = Reflect::get_u32(value, index)?;
            if !is_valid(&item) {
                let name = fill("{}[{}]", &[Text(name), count(index as usize)]);
                return Ok(Err(wrong_type(&name, one, &item)));
            }
            items.push(item);
        }
        Ok(Ok(items))
    })
}

/// Converts options to JSON text; `undefined` becomes an empty object.
pub fn options(value: &JsValue, name: &str) -> Result<String, Unreadable> {
    if value.is_undefined() {
        return Ok("{}".to_owned());
    }
    text_by(options_text, value, name)
}

/// Converts the arguments that a model sent to JSON text. `undefined`, and values without a JSON
/// form, become an empty text.
pub fn arguments(value: &JsValue) -> Result<String, TodoError> {
    if let Some(text) = string(value) {
        return Ok(text);
    }
    if value.is_undefined() {
        return Ok(String::new());
    }
    text_by(JSON::stringify, value, "the arguments").map_err(|Unreadable { error, .. }| error)
}

/// Converts a value to text by foreign code. A value without a text becomes an empty one.
fn text_by(
    convert: fn(&JsValue) -> Result<JsString, JsValue>,
    value: &JsValue,
    name: &str,
) -> Result<String, Unreadable> {
    read_guarded(name, || convert(value).map(|text| Ok(text.as_string().unwrap_or_default())))
}

pub fn function(value: &JsValue, name: &str) -> Result<(), TodoError> {
    if value.is_function() { Ok(()) } else { Err(wrong_type(name, "a function", value)) }
}

/// Runs `read`, which may run foreign code. Such code may call back into this module; unbounded
/// recursion is refused before the stack overflows.
fn read_guarded<T>(
    name: &str,
    read: impl FnOnce() -> Result<Result<T, TodoError>, JsValue>,
) -> Result<T, Unreadable> {
    const DEEPEST: u32 = 32;
    thread_local! {
        static DEPTH: Cell<u32> = const { Cell::new(0) };
    }
    let depth = DEPTH.get();
    if depth >= DEEPEST {
        let template = "{} could not be read: calls are nested too deeply";
        return Err(TodoError::invalid(template, &[Text(name)]).into());
    }
    DEPTH.set(depth + 1);
    let result = read();
    DEPTH.set(depth);
    result.map_err(|cause| thrown_error(name, cause))?.map_err(Unreadable::from)
}

#[cold]
fn thrown_error(name: &str, cause: JsValue) -> Unreadable {
    let message = Reflect::get(&cause, &"message".into()).and_then(|text| text_of(&text));
    let message = message.ok().and_then(|text| text.as_string());
    let why = message.as_deref().unwrap_or("what was thrown cannot be read either");
    let why = FormatArg::Excerpt(QuotedText::quoted(why).to_length(MAX_REASON_LENGTH));
    let error = TodoError::invalid("{} could not be read: {}", &[Text(name), why]);
    Unreadable::new(error, cause)
}

#[cold]
fn wrong_type(name: &str, expected: &str, value: &JsValue) -> TodoError {
    let parts = [Text(name), Text(expected), Text(&describe(value))];
    TodoError::invalid("{} must be {}, got {}", &parts)
}

/// Describes a value in a few characters.
fn describe(value: &JsValue) -> String {
    if value.is_function() {
        return "a function".to_owned();
    }
    if value.is_object() {
        // A revoked Proxy is neither; it counts as an object.
        let is_array = is_array(value).unwrap_or_default();
        return (if is_array { "an array" } else { "an object" }).to_owned();
    }
    if let Some(text) = value.dyn_ref::<JsString>() {
        return fill("{}", &[excerpt(&String::from(text))]);
    }
    let text = text_of(value).map(String::from).unwrap_or_default();
    fill(if value.is_bigint() { "{}n" } else { "{}" }, &[bare_word(&text)])
}
