//! Repair with receipts: reads what a model sent as arguments, accepts what it plausibly meant, and
//! leaves a note for each thing it accepted.
//!
//! What cannot be told apart is refused with an error that names the item and the fix. Nothing is
//! ever filled in silently.

use std::borrow::Cow;

use crate::error::TodoError;
use crate::json::{self, Value};
use crate::store::Notes;
use crate::todo::Id;

/// The arguments of one call, taken field by field.
#[derive(Debug)]
pub struct Arguments<'a> {
    fields: Vec<(Cow<'a, str>, Value<'a>)>,
    notes: Notes,
}

impl<'a> Arguments<'a> {
    /// Reads the JSON text of a call's arguments. No text at all is no arguments.
    ///
    /// # Errors
    /// `invalid_argument`, when the text holds no JSON object, not even inside a string or a list
    /// of one.
    pub fn read(text: &'a str) -> Result<Self, TodoError> {
        let mut arguments = Self { fields: Vec::new(), notes: Notes::new() };
        if !text.trim().is_empty() {
            let mut value = arguments.parse(text)?;
            if let Value::String(inner) = value {
                value = arguments.parse(&inner)?.into_owned();
                arguments.note("arguments: read out of a JSON string".to_owned());
            }
            if let Value::Array(items) = &mut value
                && items.len() == 1
                && let Some(only) = items.pop()
            {
                value = only;
                arguments.note("arguments: taken out of a list of one".to_owned());
            }
            match value {
                Value::Object(fields) => arguments.fields = fields,
                Value::Null => arguments.note("arguments: null read as none".to_owned()),
                other => {
                    let kind = other.kind();
                    return Err(TodoError::invalid(format!(
                        "the arguments must be one JSON object, got {kind}"
                    )));
                }
            }
        }
        Ok(arguments)
    }

    /// Takes a field out; null counts as absent, with a note.
    pub fn take(&mut self, key: &str) -> Option<Value<'a>> {
        let at = self.fields.iter().position(|(known, _)| known == key)?;
        match self.fields.remove(at).1 {
            Value::Null => {
                self.note(format!("{key}: null read as absent"));
                None
            }
            value => Some(value),
        }
    }

    /// Takes a word that means one of several things. Case, spaces and hyphens do not count, which
    /// a note says.
    ///
    /// # Errors
    /// `invalid_argument`, when it is missing or not among `words`; `usual` are those to suggest.
    pub fn take_word<T: Copy>(
        &mut self,
        key: &str,
        words: &[(&str, T)],
        usual: &[&str],
    ) -> Result<T, TodoError> {
        let expected = || format!("use {}", usual.join(", "));
        let Some(value) = self.take(key) else {
            return Err(TodoError::invalid(format!("{key} is missing: {}", expected())));
        };
        let unknown =
            || TodoError::invalid(format!("unknown {key} {}: {}", value.brief(), expected()));
        let Value::String(text) = &value else { return Err(unknown()) };
        let word: String = text.trim().replace([' ', '-'], "_").to_ascii_lowercase();
        let (_, meaning) = words.iter().find(|(known, _)| *known == word).ok_or_else(unknown)?;
        if word != *text {
            self.note(format!("{key}: \"{}\" read as {word}", json::excerpt(text)));
        }
        Ok(*meaning)
    }

    /// Takes a list. A JSON string of one, or one item in its place, is read as meant.
    ///
    /// # Errors
    /// `invalid_argument`, when a string begins like JSON and is not.
    pub fn take_list(&mut self, key: &str) -> Result<Option<Vec<Value<'a>>>, TodoError> {
        let Some(mut value) = self.take(key) else { return Ok(None) };
        if let Value::String(text) = &value
            && text.trim_start().starts_with(['[', '{'])
        {
            value = self.parse(text)?.into_owned();
            self.note(format!("{key}: read out of a JSON string"));
        }
        Ok(Some(match value {
            Value::Array(items) => items,
            single => {
                self.note(format!("{key}: {} read as a list of one", single.kind()));
                vec![single]
            }
        }))
    }

    /// Takes a list of texts: objects with the text under `field`, or bare strings.
    ///
    /// # Errors
    /// `invalid_argument`, naming the first item that has no text.
    pub fn take_texts(
        &mut self,
        key: &str,
        field: &str,
    ) -> Result<Option<Vec<Cow<'a, str>>>, TodoError> {
        let Some(items) = self.take_list(key)? else { return Ok(None) };
        let texts = (1_u32..).zip(items).map(|(number, item)| self.text(number, item, field));
        texts.collect::<Result<_, _>>().map(Some)
    }

    fn text(
        &mut self,
        number: u32,
        item: Value<'a>,
        field: &str,
    ) -> Result<Cow<'a, str>, TodoError> {
        match item {
            Value::String(text) => {
                self.note(format!("item {number}: bare string read as its {field}"));
                Ok(text)
            }
            Value::Object(fields) => {
                let mut text = None;
                for (key, value) in fields {
                    match value {
                        Value::String(value) if key == field => text = Some(value),
                        other if key == field => {
                            return Err(TodoError::invalid(format!(
                                "item {number}: {field} must be a string, got {}",
                                other.brief()
                            )));
                        }
                        _ => self.note(format!(
                            "item {number}: extra key \"{}\" ignored",
                            json::excerpt(&key)
                        )),
                    }
                }
                text.ok_or_else(|| {
                    TodoError::invalid(format!(
                        "item {number} has no {field}: give {{\"{field}\": \"what is to be done\"}}"
                    ))
                })
            }
            other => Err(TodoError::invalid(format!(
                "item {number} must be an object like {{\"{field}\": \"what is to be done\"}}, got {}",
                other.brief()
            ))),
        }
    }

    /// Takes a list of ids; a single id is read as a list of one.
    ///
    /// # Errors
    /// `invalid_argument`, naming what is no whole number.
    pub fn take_ids(&mut self, key: &str) -> Result<Option<Vec<Id>>, TodoError> {
        let Some(items) = self.take_list(key)? else { return Ok(None) };
        let ids = items.into_iter().map(|item| self.integer(key, &item).map(Id));
        ids.collect::<Result<_, _>>().map(Some)
    }

    /// Takes a whole number, also one written as a string.
    ///
    /// # Errors
    /// `invalid_argument`.
    pub fn take_integer(&mut self, key: &str) -> Result<Option<i64>, TodoError> {
        self.take(key).map(|value| self.integer(key, &value)).transpose()
    }

    fn integer(&mut self, key: &str, value: &Value<'_>) -> Result<i64, TodoError> {
        if let Some(number) = value.as_integer() {
            return Ok(number);
        }
        let number = match value {
            Value::String(text) => json::integer(text.trim()),
            _ => None,
        };
        match number {
            Some(number) => {
                self.note(format!("{key}: \"{number}\" read as {number}"));
                Ok(number)
            }
            None => Err(TodoError::invalid(format!(
                "{key} must hold whole numbers, got {}",
                value.brief()
            ))),
        }
    }

    /// Adds a note.
    pub fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// The notes so far, when the call was not understood and what is left means nothing.
    pub fn into_notes(self) -> Notes {
        self.notes
    }

    /// The notes, with one more for each field that nobody took. Those in `known` belong to the tool
    /// though not to this call: empty ones are as good as absent.
    pub fn finish(mut self, known: &[&str]) -> Notes {
        for (key, value) in self.fields {
            let is_empty = match &value {
                Value::Array(items) => items.is_empty(),
                Value::String(text) => text.is_empty(),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
            };
            if !(is_empty && known.iter().any(|known| *known == key)) {
                self.notes.push(format!("{}: not used by this call, ignored", json::excerpt(&key)));
            }
        }
        self.notes
    }

    fn parse<'b>(&mut self, text: &'b str) -> Result<Value<'b>, TodoError> {
        let (value, repairs) = json::read(text).map_err(|error| {
            TodoError::invalid(format!(
                "the arguments are not JSON: {}: send one JSON object",
                error.0
            ))
        })?;
        self.notes.extend(repairs.into_iter().map(|repair| format!("arguments: {repair}")));
        Ok(value)
    }
}
