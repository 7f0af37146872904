//! Arguments, converted before anything is borrowed. Looking at an object may run code of others: what that throws is
//! caught, and becomes a `TodoError`.

use core::cell::Cell;

use js_sys::{JSON, JsString, Number, Reflect};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use super::error::Unreadable;
use crate::list::error::TodoError;
use crate::list::settings::known_meaning;
use crate::list::todo::{Id, Key, Ref};
use crate::text::excerpt::Excerpt;
use crate::text::message::Part::{self, Text};
use crate::text::message::{bare_word, count, excerpt, fill};

#[wasm_bindgen]
extern "C" {
    /// Throws for a revoked Proxy.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
    /// Throws for an object that cannot be made a text.
    #[wasm_bindgen(catch, js_name = String)]
    fn text_of(value: &JsValue) -> Result<JsString, JsValue>;
    type TextEncoder;
    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;
    /// Writes as much of a text as there is room for; a lone surrogate becomes U+FFFD.
    #[wasm_bindgen(method, js_name = encodeInto)]
    fn encode_into(this: &TextEncoder, text: &JsString, bytes: &mut [u8]) -> Encoded;
    type Encoded;
    #[wasm_bindgen(method, getter)]
    fn read(this: &Encoded) -> u32;
    #[wasm_bindgen(method, getter)]
    fn written(this: &Encoded) -> u32;
}

#[wasm_bindgen(module = "/src/wasm/json.js")]
extern "C" {
    #[wasm_bindgen(catch, js_name = optionsText)]
    fn options_text(value: &JsValue) -> Result<JsString, JsValue>;
}

/// How much is repeated of what code of others threw, in characters.
const MOST_OF_REASON: usize = 200;

/// A value for JavaScript.
pub fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    const SERIALIZER: Serializer = Serializer::new().serialize_maps_as_objects(true);
    value.serialize(&SERIALIZER).map_err(JsValue::from)
}

/// A whole number that JavaScript can hold exactly.
pub fn whole(value: &JsValue, name: &str) -> Result<i64, TodoError> {
    number(value).ok_or_else(|| wrong_type(name, "a whole number", value))
}

fn number(value: &JsValue) -> Option<i64> {
    Number::is_safe_integer(value).then(|| value.unchecked_into_f64() as i64)
}

pub fn boolean(value: &JsValue, name: &str) -> Result<bool, TodoError> {
    value.as_bool().ok_or_else(|| wrong_type(name, "true or false", value))
}

/// A string; a lone surrogate becomes U+FFFF, which the core notices and reports.
pub fn text(value: &JsValue, name: &str) -> Result<String, TodoError> {
    string(value).ok_or_else(|| wrong_type(name, "a string", value))
}

/// What one of several words means.
pub fn word<T: Copy>(
    value: &JsValue,
    name: &str,
    words: &[(&'static str, T)],
) -> Result<T, TodoError> {
    known_meaning(name, &text(value, name)?, words)
}

/// As [`text`]; undefined is empty.
pub fn optional_text(value: &JsValue, name: &str) -> Result<String, TodoError> {
    if value.is_undefined() { Ok(String::new()) } else { text(value, name) }
}

fn string(value: &JsValue) -> Option<String> {
    let given: &JsString = value.dyn_ref()?;
    let text = if given.length() < LONG { given.into() } else { encoded(given)? };
    if !has_replacement(text.as_bytes()) {
        return Some(text);
    }
    // It was written so or is a lone surrogate: a text of UTF-8 cannot hold one.
    Some(char::decode_utf16(given.iter()).map(|c| c.unwrap_or('\u{ffff}')).collect())
}

/// Whether there is a U+FFFD. Std's search for a character that is not of ASCII would weigh 5 kB with Brotli.
fn has_replacement(bytes: &[u8]) -> bool {
    const REPLACEMENT: [u8; 3] = [0xef, 0xbf, 0xbd];
    bytes.contains(&0xef) && bytes.windows(3).any(|three| three == REPLACEMENT)
}

/// From so many units on, an encoder is faster than the loop over units with which a text comes in by itself (row
/// `replace`): in Node 20 it takes 0.2 µs instead of 3.6 for 1,000 characters, in Chromium 1.4 instead of 1.6.
const LONG: u32 = 1_000;

/// A long text, in UTF-8.
fn encoded(text: &JsString) -> Option<String> {
    thread_local! {
        static ENCODER: TextEncoder = TextEncoder::new();
    }
    let length = text.length();
    // Enough where all is of ASCII; what is left after that takes three bytes for each unit at most.
    let mut bytes = vec![0; length as usize];
    let first = ENCODER.with(|encoder| encoder.encode_into(text, &mut bytes));
    let mut written = first.written() as usize;
    if first.read() < length {
        let rest = text.slice(first.read(), length);
        bytes.resize(written.saturating_add((rest.length() as usize).saturating_mul(3)), 0);
        let room = bytes.get_mut(written..)?;
        let after = ENCODER.with(|encoder| encoder.encode_into(&rest, room));
        written = written.saturating_add(after.written() as usize);
    }
    bytes.truncate(written);
    String::from_utf8(bytes).ok()
}

/// An array of strings.
pub fn texts(value: &JsValue, name: &str) -> Result<Vec<String>, Unreadable> {
    items(value, name, ["a string", "strings"], string)
}

/// A todo: its id, or its key.
pub fn todo(value: &JsValue, name: &str) -> Result<Ref, TodoError> {
    reference(value)
        .ok_or_else(|| wrong_type(name, "an id (a whole number) or a key (\"t7\")", value))
}

/// An array of todos.
pub fn todos(value: &JsValue, name: &str) -> Result<Vec<Ref>, Unreadable> {
    items(value, name, ["an id or a key", "ids or keys"], reference)
}

fn reference(value: &JsValue) -> Option<Ref> {
    match number(value) {
        Some(id) => Some(Ref::Id(Id(id))),
        None => Key::from_word(&value.as_string()?).map(Ref::Key),
    }
}

/// The items of an array, each read once, and none after one that is refused.
fn items<T>(
    value: &JsValue,
    name: &str,
    [one, many]: [&str; 2],
    convert: fn(&JsValue) -> Option<T>,
) -> Result<Vec<T>, Unreadable> {
    reading(name, || {
        if !is_array(value)? {
            return Ok(Err(wrong_type(name, &fill("an array of {}", &[Text(many)]), value)));
        }
        let length = Reflect::get(value, &"length".into())?.as_f64().unwrap_or_default();
        let mut items = Vec::new();
        for place in 0..length as u32 {
            let item = Reflect::get_u32(value, place)?;
            let Some(converted) = convert(&item) else {
                let name = fill("{}[{}]", &[Text(name), count(place as usize)]);
                return Ok(Err(wrong_type(&name, one, &item)));
            };
            items.push(converted);
        }
        Ok(Ok(items))
    })
}

/// Options as JSON text; undefined is none.
pub fn options(value: &JsValue, name: &str) -> Result<String, Unreadable> {
    if value.is_undefined() {
        return Ok("{}".to_owned());
    }
    reading(name, || options_text(value).map(|text| Ok(text.into())))
}

/// What a model sent as arguments, as JSON text. Undefined and what JSON has no word for are no arguments.
pub fn arguments(value: &JsValue) -> Result<String, TodoError> {
    if value.is_undefined() {
        return Ok(String::new());
    }
    if let Some(text) = string(value) {
        return Ok(text);
    }
    let stringify = || JSON::stringify(value).map(|text| Ok(text.as_string().unwrap_or_default()));
    reading("the arguments", stringify).map_err(|Unreadable { error, .. }| error)
}

pub fn function(value: &JsValue, name: &str) -> Result<(), TodoError> {
    if value.is_function() { Ok(()) } else { Err(wrong_type(name, "a function", value)) }
}

/// Runs what may run code of others. Such code may come back here: that it does so without end is noticed
/// before the stack is full.
fn reading<T>(
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
    DEPTH.set(depth.saturating_add(1));
    let result = read();
    DEPTH.set(depth);
    result.map_err(|cause| thrown(name, cause))?.map_err(Unreadable::from)
}

#[cold]
fn thrown(name: &str, cause: JsValue) -> Unreadable {
    let message = Reflect::get(&cause, &"message".into()).and_then(|text| text_of(&text));
    let message = message.ok().and_then(|text| text.as_string());
    let why = message.as_deref().unwrap_or("what was thrown cannot be read either");
    let why = Part::Excerpt(Excerpt::quoted(why).to_length(MOST_OF_REASON));
    let error = TodoError::invalid("{} could not be read: {}", &[Text(name), why]);
    Unreadable::new(error, cause)
}

#[cold]
fn wrong_type(name: &str, expected: &str, value: &JsValue) -> TodoError {
    let parts = [Text(name), Text(expected), Text(&described(value))];
    TodoError::invalid("{} must be {}, got {}", &parts)
}

/// A few characters that say what a value is.
fn described(value: &JsValue) -> String {
    if value.is_function() {
        return "a function".to_owned();
    }
    if value.is_object() {
        // A revoked Proxy is neither.
        let is_array = is_array(value).unwrap_or_default();
        return (if is_array { "an array" } else { "an object" }).to_owned();
    }
    if let Some(text) = value.dyn_ref::<JsString>() {
        return fill("{}", &[excerpt(&String::from(text.slice(0, 100)))]);
    }
    let text = text_of(value).map(String::from).unwrap_or_default();
    fill(if value.is_bigint() { "{}n" } else { "{}" }, &[bare_word(&text)])
}
