//! Repair with receipts: reads what a model sent as arguments, accepts what it plausibly meant, and
//! leaves a note for each thing it accepted.
//!
//! What cannot be told apart is refused with an error that names the item and the fix. Nothing is
//! ever filled in silently.

use alloc::string::String;
use alloc::vec::Vec;

use crate::content::trim;
use crate::error::TodoError;
use crate::json::{self, Value};
use crate::message::Part::{Excerpt, Number, Text};
use crate::message::{Part, count, fill, parse_decimal};
use crate::store::Notes;
use crate::todo::Id;

/// The arguments of one call, taken field by field.
#[derive(Debug)]
pub struct Arguments<'a> {
    /// Those not taken yet.
    fields: Vec<(String, Value<'a>)>,
    notes: &'a mut Notes,
}

impl<'a> Arguments<'a> {
    /// Reads the JSON text of a call's arguments: an object, or one inside a string or a list of
    /// one. No text at all is no arguments. `run` is given what was read.
    ///
    /// # Errors
    /// `invalid_argument`, when the text holds no JSON object, and those of `run`.
    pub fn read<T>(
        text: &str,
        notes: &mut Notes,
        run: impl FnOnce(&mut Arguments<'_>) -> Result<T, TodoError>,
    ) -> Result<T, TodoError> {
        let text = if trim(text).is_empty() { "{}" } else { text };
        let mut object = parse(text, notes)?;
        let inner = object.as_string();
        if let Some(inner) = &inner {
            object = parse(inner, notes)?;
            note(notes, "arguments: read out of a JSON string", &[]);
        }
        let mut items = object.parts();
        if object.is_array()
            && let (Some(only), None) = (items.next(), items.next())
        {
            object = only;
            note(notes, "arguments: taken out of a list of one", &[]);
        }
        if !object.is_object() {
            return Err(TodoError::invalid(
                "the arguments must be one JSON object, got {}",
                &[Text(object.kind())],
            ));
        }
        let mut fields = Vec::new();
        let mut parts = object.parts();
        while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
            fields.push((key.as_string().unwrap_or_default(), value));
        }
        run(&mut Arguments { fields, notes })
    }

    /// Takes a field, the last one of that key; null counts as absent, with a note.
    fn take(&mut self, key: &str) -> Option<Value<'a>> {
        let mut taken = None;
        self.fields.retain(|(known, value)| {
            let is_it = known == key;
            if is_it {
                taken = Some(*value);
            }
            !is_it
        });
        if taken.is_some_and(Value::is_null) {
            note(self.notes, "{}: null read as absent", &[Text(key)]);
            return None;
        }
        taken
    }

    /// Takes a word and gives its meaning. Case, spaces and hyphens do not count, which
    /// a note says.
    ///
    /// # Errors
    /// `invalid_argument`, when it is missing or not among `words`; `usual` are those to suggest.
    pub fn take_word<T: Copy>(
        &mut self,
        key: &str,
        words: &[(&str, T)],
        usual: &str,
    ) -> Result<T, TodoError> {
        let Some(value) = self.take(key) else {
            return Err(TodoError::invalid("{} is missing: use {}", &[Text(key), Text(usual)]));
        };
        let text = value.as_string().unwrap_or_default();
        for (word, meaning) in words {
            if is_spelt_like(&text, word) {
                if text != *word {
                    let parts = [Text(key), Excerpt(&text), Text(word)];
                    note(self.notes, "{}: \"{}\" read as {}", &parts);
                }
                return Ok(*meaning);
            }
        }
        Err(TodoError::invalid(
            "unknown {} {}: use {}",
            &[Text(key), Part::Value(value), Text(usual)],
        ))
    }

    /// Takes a list and hands each item with its number (1-based) to `each`. A JSON string of a
    /// list, or one item in its place, is read as meant.
    fn take_list(
        &mut self,
        key: &str,
        each: &mut dyn FnMut(&mut Notes, Part<'static>, Value<'_>) -> Result<(), TodoError>,
    ) -> Result<(), TodoError> {
        let Some(mut value) = self.take(key) else { return Ok(()) };
        let inner = value.as_string();
        if let Some(inner) = &inner
            && matches!(trim(inner).bytes().next(), Some(b'[' | b'{'))
        {
            value = parse(inner, self.notes)?;
            note(self.notes, "{}: read out of a JSON string", &[Text(key)]);
        }
        if !value.is_array() {
            note(self.notes, "{}: {} read as a list of one", &[Text(key), Text(value.kind())]);
            return each(self.notes, count(1), value);
        }
        for (place, item) in value.parts().enumerate() {
            each(self.notes, count(place.wrapping_add(1)), item)?;
        }
        Ok(())
    }

    /// Takes a list of texts: objects with the text under `field`, or bare strings.
    ///
    /// # Errors
    /// `invalid_argument`, naming the first item that has no text.
    pub fn take_texts(&mut self, key: &str, field: &str) -> Result<Vec<String>, TodoError> {
        let mut texts = Vec::new();
        self.take_list(key, &mut |notes, number, item| {
            if let Some(text) = item.as_string() {
                note(notes, "item {}: bare string read as its {}", &[number, Text(field)]);
                texts.push(text);
                return Ok(());
            }
            let mut found = item;
            let mut parts = item.parts();
            while let (true, Some(key), Some(value)) =
                (item.is_object(), parts.next(), parts.next())
            {
                let key = key.as_string().unwrap_or_default();
                if key == field {
                    found = value;
                } else {
                    note(notes, "item {}: extra key \"{}\" ignored", &[number, Excerpt(&key)]);
                }
            }
            let Some(text) = found.as_string() else {
                return Err(TodoError::invalid(
                    "item {} must be like {\"{}\": \"…\"}, got {}",
                    &[number, Text(field), Part::Value(found)],
                ));
            };
            texts.push(text);
            Ok(())
        })?;
        Ok(texts)
    }

    /// Takes a list of ids; a single id is read as a list of one.
    ///
    /// # Errors
    /// `invalid_argument`, naming what is no whole number.
    pub fn take_ids(&mut self, key: &str) -> Result<Vec<Id>, TodoError> {
        let mut ids = Vec::new();
        self.take_list(key, &mut |notes, _, item| {
            ids.push(Id(integer(notes, key, item)?));
            Ok(())
        })?;
        Ok(ids)
    }

    /// Takes a whole number, also one written as a string.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn take_integer(&mut self, key: &str) -> Result<Option<i64>, TodoError> {
        match self.take(key) {
            Some(value) => integer(self.notes, key, value).map(Some),
            None => Ok(None),
        }
    }

    /// Notes each field that nobody took. Those in `known` belong to the tool though not to this
    /// call: empty ones are as good as absent.
    pub fn finish(&mut self, known: &[&str]) {
        for (key, value) in &self.fields {
            let is_empty = matches!(value.as_written(), "[]" | "\"\"" | "null");
            if !(is_empty && known.contains(&key.as_str())) {
                note(self.notes, "{}: not used here, ignored", &[Excerpt(key)]);
            }
        }
    }
}

fn integer(notes: &mut Notes, key: &str, value: Value<'_>) -> Result<i64, TodoError> {
    if let Some(number) = value.as_integer() {
        return Ok(number);
    }
    let number = value.as_string().and_then(|text| parse_decimal(trim(&text)));
    let parts = [Text(key), Part::Value(value), Number(number.unwrap_or_default())];
    match number {
        Some(number) => {
            note(notes, "{}: {} read as {}", &parts);
            Ok(number)
        }
        None => Err(TodoError::invalid("{} must hold whole numbers, got {}", &parts)),
    }
}

fn parse<'a>(text: &'a str, notes: &mut Notes) -> Result<Value<'a>, TodoError> {
    match json::read(text) {
        Ok((value, is_repaired)) => {
            if is_repaired {
                note(notes, "arguments: not quite JSON, repaired", &[]);
            }
            Ok(value)
        }
        // After a NUL stands why JavaScript could not read them.
        Err(place) => Err(TodoError::invalid(
            "the arguments are not JSON: {}: send one JSON object",
            &[Text(text.strip_prefix('\0').unwrap_or(&place))],
        )),
    }
}

fn note(notes: &mut Notes, template: &str, parts: &[Part<'_>]) {
    notes.push(fill(template, parts));
}

/// Whether a text is a word but for case, spaces around it, and hyphens or spaces for `_`.
fn is_spelt_like(text: &str, word: &str) -> bool {
    let text = trim(text);
    text.len() == word.len()
        && text.bytes().zip(word.bytes()).all(|(given, known)| {
            given.eq_ignore_ascii_case(&known) || (known == b'_' && matches!(given, b' ' | b'-'))
        })
}
