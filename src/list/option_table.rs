//! Reading options with a table of their names and values. Anything that is not in the table is an
//! error, so that a misspelt option is not mistaken for a default.

use core::ops::RangeInclusive;

use crate::list::error::TodoError;
use crate::text::json::{Document, Value, Writer};
use crate::text::message::FormatArg::{Number as Whole, Text};
use crate::text::message::{excerpt, fill, join};
use crate::text::typo::is_typo;

/// The type and range of an option, and where its value is stored.
pub(crate) trait Setting {
    /// Stores a value. Returns whether it is valid for the option.
    fn set(&mut self, value: Value<'_>) -> bool;
    /// Describes the valid values in a few words.
    fn range(&self) -> String;
    /// Returns the valid words, if the option is one of several words.
    fn words(&self) -> Vec<&'static str> {
        Vec::new()
    }
    /// Writes the value after its name, if it is valid: one that is not was never chosen. The
    /// settings of a single call are not written.
    fn write(&self, _name: &str, _json: &mut Writer) {}
}

/// A whole number within a range.
pub(crate) struct Number<'o>(pub &'o mut u32, pub RangeInclusive<u32>);

impl Setting for Number<'_> {
    fn set(&mut self, value: Value<'_>) -> bool {
        let number = value.as_integer().and_then(|number| u32::try_from(number).ok());
        match number.filter(|number| self.1.contains(number)) {
            Some(number) => *self.0 = number,
            None => return false,
        }
        true
    }

    fn range(&self) -> String {
        fill("{} to {}", &[Whole((*self.1.start()).into()), Whole((*self.1.end()).into())])
    }

    fn write(&self, name: &str, json: &mut Writer) {
        if self.1.contains(self.0) {
            json.key(name).integer((*self.0).into());
        }
    }
}

/// True or false.
pub(crate) struct Flag<'o>(pub &'o mut bool);

impl Setting for Flag<'_> {
    fn set(&mut self, value: Value<'_>) -> bool {
        let flag = value.as_boolean();
        *self.0 = flag.unwrap_or(*self.0);
        flag.is_some()
    }

    fn range(&self) -> String {
        "true or false".into()
    }

    fn write(&self, name: &str, json: &mut Writer) {
        json.key(name).boolean(*self.0);
    }
}

/// Whether the host passed a function. The function itself stays with the host.
pub(crate) struct Callback<'o>(pub &'o mut bool);

impl Setting for Callback<'_> {
    fn set(&mut self, value: Value<'_>) -> bool {
        Flag(self.0).set(value)
    }

    fn range(&self) -> String {
        "a function".into()
    }
}

/// One of several words, each with its meaning.
pub(crate) struct Word<'o, T: 'static>(pub &'o mut T, pub &'static [(&'static str, T)]);

fn meaning<T: Copy>(word: &str, words: &[(&str, T)]) -> Option<T> {
    words.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
}

/// Returns the meaning of a word that names a `kind` of thing.
///
/// # Errors
/// `invalid_argument`, listing the known words.
pub(crate) fn known_meaning<T: Copy>(
    kind: &str,
    word: &str,
    words: &[(&'static str, T)],
) -> Result<T, TodoError> {
    meaning(word, words).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        let advice = guess(word, &known)
            .unwrap_or_else(|| fill("use one of {}", &[Text(&join(&known, ", "))]));
        TodoError::invalid("unknown {} {}: {}", &[Text(kind), excerpt(word), Text(&advice)])
    })
}

/// Returns a question that suggests the known words that differ from a word only in a typo, in case
/// or in punctuation.
fn guess(word: &str, known: &[&str]) -> Option<String> {
    let letters = |word: &str| -> String {
        word.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let given = letters(word);
    let is_meant = |known: &str| given == known || is_typo(&given, known);
    let meant: Vec<String> = known
        .iter()
        .filter(|known| is_meant(&letters(known)))
        .map(|known| fill("\"{}\"", &[Text(known)]))
        .collect();
    let question = || fill("did you mean {}?", &[Text(&join(&meant, " or "))]);
    (!meant.is_empty()).then(question)
}

impl<T: Copy + PartialEq> Setting for Word<'_, T> {
    fn set(&mut self, value: Value<'_>) -> bool {
        let meant = value.as_string().and_then(|word| meaning(&word, self.1));
        if let Some(meaning) = meant {
            *self.0 = meaning;
        }
        meant.is_some()
    }

    fn range(&self) -> String {
        let mut out = String::new();
        for (word, _) in self.1 {
            let comma = if out.is_empty() { "" } else { ", " };
            out.push_str(&fill("{}\"{}\"", &[Text(comma), Text(word)]));
        }
        out
    }

    fn words(&self) -> Vec<&'static str> {
        self.1.iter().map(|(word, _)| *word).collect()
    }

    fn write(&self, name: &str, json: &mut Writer) {
        for (word, _) in self.1.iter().filter(|(_, meaning)| meaning == self.0) {
            json.key(name).string(word);
        }
    }
}

/// The name of an option, and its setting.
pub(crate) type Row<'t> = (&'static str, &'t mut dyn Setting);

/// Reads a JSON object into a table. Absent options stay as they are.
///
/// # Errors
/// `invalid_argument` for a key or value that is not in the table.
pub(crate) fn read(text: &str, table: &mut [Row<'_>]) -> Result<(), TodoError> {
    read_value(document(text)?.root(), table)
}

/// Parses options from JSON text. Text that would need repair is refused.
///
/// # Errors
/// `invalid_argument`.
pub(crate) fn document(text: &str) -> Result<Document<'_>, TodoError> {
    match Document::read(text) {
        Ok(document) if !document.is_repaired => Ok(document),
        Err(_) if text.starts_with('{') => {
            Err(TodoError::invalid("the options are nested too deeply: at most 32 levels", &[]))
        }
        Ok(_) | Err(_) => Err(TodoError::invalid("options must be an object", &[])),
    }
}

/// Like [`read`], but for a JSON value that is already parsed.
///
/// # Errors
/// The errors of [`read`].
pub(crate) fn read_value(value: Value<'_>, table: &mut [Row<'_>]) -> Result<(), TodoError> {
    if !value.is_object() {
        return Err(TodoError::invalid("options must be an object", &[]));
    }
    for (key, value) in value.fields() {
        let Some((name, setting)) = table.iter_mut().find(|(name, _)| key == *name) else {
            return Err(unknown_option(&key, table));
        };
        if !setting.set(value) {
            let given = value.as_string().unwrap_or_default();
            let advice = guess(&given, &setting.words())
                .unwrap_or_else(|| fill("use {}", &[Text(&setting.range())]));
            let parts = [Text(name), value.excerpt(), Text(&advice)];
            return Err(TodoError::invalid("{} cannot be {}: {}", &parts));
        }
    }
    Ok(())
}

/// Writes a table as a JSON object, which [`read`] reads.
pub(crate) fn write(table: &[Row<'_>], json: &mut Writer) {
    json.open('{');
    for (name, setting) in table {
        setting.write(name, json);
    }
    json.close('}');
}

#[cold]
fn unknown_option(key: &str, table: &[Row<'_>]) -> TodoError {
    let known: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
    let advice = guess(key, &known)
        .unwrap_or_else(|| fill("the options are {}", &[Text(&join(&known, ", "))]));
    TodoError::invalid("there is no option {}: {}", &[excerpt(key), Text(&advice)])
}

#[cfg(test)]
mod tests {

    use super::*;

    const WORDS: [(&str, bool); 2] = [("mark", false), ("remove", true)];

    fn options(text: &str) -> Result<(u32, bool, bool), TodoError> {
        let (mut number, mut word, mut flag) = (7, false, false);
        read(
            text,
            &mut [
                ("most", &mut Number(&mut number, 1..=1000)),
                ("onSkip", &mut Word(&mut word, &WORDS)),
                ("asks", &mut Flag(&mut flag)),
            ],
        )?;
        Ok((number, word, flag))
    }

    #[test]
    fn absent_options_leave_their_values() {
        assert_eq!(options("{}"), Ok((7, false, false)));
        assert_eq!(options(r#" {"onSkip": "remove"} "#), Ok((7, true, false)));
        assert_eq!(
            options(r#"{"most":1000,"onSkip":"mark","asks":true}"#),
            Ok((1000, false, true))
        );
    }

    #[test]
    fn an_unknown_key_or_word_is_an_error_with_the_known_ones() {
        for (text, wrong) in [
            (r#"{"Most":3}"#, "there is no option \"Most\": did you mean \"most\"?"),
            (r#"{"most":0}"#, "most cannot be 0: use 1 to 1000"),
            (r#"{"most":1001}"#, "most cannot be 1001"),
            (r#"{"most":-1}"#, "most cannot be -1"),
            (r#"{"most":4294967297}"#, "most cannot be 4294967297"),
            (r#"{"most":"3"}"#, "most cannot be \"3\""),
            (r#"{"most":1.5}"#, "most cannot be 1.5"),
            (r#"{"most":null}"#, "most cannot be null"),
            (r#"{"most":[]}"#, "most cannot be an array"),
            (r#"{"onSkip":"drop"}"#, "onSkip cannot be \"drop\": use \"mark\", \"remove\""),
            (r#"{"onSkip":"Removed"}"#, "onSkip cannot be \"Removed\": did you mean \"remove\"?"),
            (r#"{"onSkip":true}"#, "onSkip cannot be true"),
            (r#"{"asks":"true"}"#, "asks cannot be \"true\": use true or false"),
            (r#"{"asks":null}"#, "asks cannot be null"),
            (r#"{"most":3,"x":1}"#, "there is no option \"x\": the options are most, onSkip, asks"),
        ] {
            let error = options(text).unwrap_err();
            assert!(error.message().contains(wrong), "{error}");
        }
        for text in ["", "{'most':3}", "{\"most\":3,}"] {
            assert!(options(text).is_err(), "{text}");
        }
        let deep = format!("{{\"most\":{}{}}}", "[".repeat(50), "]".repeat(50));
        assert!(options(&deep).unwrap_err().message().contains("32"));
        for text in ["[]", "[\"most\",3]", "3", "null"] {
            assert!(options(text).is_err(), "{text}");
        }
    }
}
