//! `Options`: the rules that a host may choose for its store.

use serde::Serialize;

use crate::error::TodoError;
use crate::json::{self, Value, Writer};

/// What `skip` does with the todo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OnSkip {
    /// It stays in place with status skipped, so the ids that a model knows stay true.
    Mark,
    /// It leaves the list and the rest reindex: the pseudo-code of seed 002.
    Remove,
}

/// What a whole-list write with several todos in progress gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OneDoing {
    /// The last one stays in progress, the others go back to todo, and a note says so.
    Repair,
    /// An error.
    Strict,
}

/// The rules of one store, fixed when it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(type_prefix = "TodoStore"))]
#[serde(rename_all = "camelCase")]
pub struct Options {
    /// The most todos the list may hold, 1 to 1000. Default 30 (seed 002).
    max_todos: u32,
    /// The most characters (Unicode code points) a todo's text may have, 1 to 100,000. Default 2000.
    max_content_length: u32,
    /// What `skip` does. Default `"mark"`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OnSkip"))]
    on_skip: OnSkip,
    /// What several todos in progress in one whole-list write mean. Default `"repair"`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "OneDoing"))]
    one_doing: OneDoing,
}

impl Default for Options {
    /// 30 todos (seed 002) of 2000 characters; skip marks; several in progress are repaired.
    fn default() -> Self {
        Self {
            max_todos: 30,
            max_content_length: 2000,
            on_skip: OnSkip::Mark,
            one_doing: OneDoing::Repair,
        }
    }
}

impl Options {
    /// The most todos the list may hold, 1 to 1000.
    pub fn max_todos(&self) -> usize {
        self.max_todos as usize
    }

    /// The most characters (Unicode code points) a todo's text may have, 1 to 100,000.
    pub fn max_content_length(&self) -> usize {
        self.max_content_length as usize
    }

    /// What `skip` does.
    pub fn on_skip(&self) -> OnSkip {
        self.on_skip
    }

    /// What several todos in progress in one write mean.
    pub fn one_doing(&self) -> OneDoing {
        self.one_doing
    }

    /// Reads options from a JSON object; what is absent keeps its default.
    ///
    /// # Errors
    /// `invalid_argument` for a key or value that is not one of ours: a misspelt option must not
    /// pass for a default.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        match json::read(text) {
            Ok((value, repairs)) if repairs.is_empty() => Self::from_value(value),
            _ => Err(TodoError::invalid("options must be an object")),
        }
    }

    pub(crate) fn from_value(value: Value<'_>) -> Result<Self, TodoError> {
        let Value::Object(fields) = value else {
            return Err(TodoError::invalid(format!(
                "options must be an object like {{ maxTodos: 30 }}, got {}",
                value.brief()
            )));
        };
        let mut options = Self::default();
        for (key, value) in fields {
            match &*key {
                "maxTodos" => options.max_todos = number(&key, &value, 1000)?,
                "maxContentLength" => options.max_content_length = number(&key, &value, 100_000)?,
                "onSkip" => {
                    options.on_skip =
                        word(&key, &value, [("mark", OnSkip::Mark), ("remove", OnSkip::Remove)])?;
                }
                "oneDoing" => {
                    options.one_doing = word(
                        &key,
                        &value,
                        [("repair", OneDoing::Repair), ("strict", OneDoing::Strict)],
                    )?;
                }
                _ => {
                    return Err(TodoError::invalid(format!(
                        "unknown option \"{}\": the options are maxTodos, maxContentLength, onSkip and oneDoing",
                        json::excerpt(&key)
                    )));
                }
            }
        }
        Ok(options)
    }

    /// Writes all options as a JSON object that [`Options::from_json`] reads.
    pub(crate) fn write(&self, json: &mut Writer) {
        json.open('{');
        json.key("maxTodos").integer(self.max_todos.into());
        json.key("maxContentLength").integer(self.max_content_length.into());
        json.key("onSkip").string(match self.on_skip {
            OnSkip::Mark => "mark",
            OnSkip::Remove => "remove",
        });
        json.key("oneDoing").string(match self.one_doing {
            OneDoing::Repair => "repair",
            OneDoing::Strict => "strict",
        });
        json.close('}');
    }
}

fn number(key: &str, value: &Value<'_>, max: u32) -> Result<u32, TodoError> {
    value
        .as_integer()
        .and_then(|number| u32::try_from(number).ok())
        .filter(|number| (1..=max).contains(number))
        .ok_or_else(|| {
            TodoError::invalid(format!(
                "{key} must be a whole number from 1 to {max}, got {}",
                value.brief()
            ))
        })
}

fn word<T: Copy>(key: &str, value: &Value<'_>, words: [(&str, T); 2]) -> Result<T, TodoError> {
    let [(first, _), (second, _)] = words;
    words
        .iter()
        .find(|(word, _)| matches!(value, Value::String(text) if text == word))
        .map(|(_, meaning)| *meaning)
        .ok_or_else(|| {
            TodoError::invalid(format!(
                "{key} must be \"{first}\" or \"{second}\", got {}",
                value.brief()
            ))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_options_keep_their_defaults() {
        assert_eq!(Options::from_json("{}"), Ok(Options::default()));
        let options =
            Options::from_json(r#"{"maxTodos":1000,"onSkip":"remove","oneDoing":"strict"}"#)
                .unwrap();
        assert_eq!((options.max_todos(), options.max_content_length()), (1000, 2000));
        assert_eq!((options.on_skip(), options.one_doing()), (OnSkip::Remove, OneDoing::Strict));
    }

    #[test]
    fn reads_what_it_writes() {
        let options = Options::from_json(r#"{"maxTodos":7,"onSkip":"remove"}"#).unwrap();
        let mut json = Writer::default();
        options.write(&mut json);
        assert_eq!(Options::from_json(&json.finish()), Ok(options));
    }

    #[test]
    fn refuses_what_is_unknown_or_ill_typed() {
        for text in [
            r#"{"maxTodo":3}"#,
            r#"{"maxTodos":0}"#,
            r#"{"maxTodos":1001}"#,
            r#"{"maxTodos":"3"}"#,
            r#"{"maxTodos":1.5}"#,
            r#"{"maxTodos":null}"#,
            r#"{"maxContentLength":0}"#,
            r#"{"onSkip":"drop"}"#,
            r#"{"oneDoing":true}"#,
            "[]",
            "3",
            "null",
            "",
        ] {
            let error = Options::from_json(text).unwrap_err();
            assert_eq!(error.code(), crate::error::ErrorCode::InvalidArgument, "{text}");
        }
    }
}
