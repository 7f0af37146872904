//! The budgets of a run, and who works through the list.

use serde::Serialize;
use tsify::Tsify;

use crate::list::error::TodoError;
use crate::text::json::{Document, Value};
use crate::text::message::Part;

/// Who takes the next todo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Driver {
    /// The run: it marks the next todo as doing, has it executed, and settles it.
    Host,
    /// The model: it works through the list with its todo tool, and the run watches.
    Agent,
}

/// How a run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// With a plan, whatever is on the list.
    Plan,
    /// With what is open on the list; with a plan where nothing is.
    Execute,
}

/// The budgets of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(type_prefix = "Todo")]
#[serde(rename_all = "camelCase")]
pub struct RunOptions {
    /// Who takes the next todo. Default `"host"`.
    #[tsify(type = "Driver")]
    pub(super) driver: Driver,
    /// How the run begins. Default `"plan"`.
    #[tsify(type = "Start")]
    pub(super) start: Start,
    /// The most steps the run asks for in all (plans, executions, verifications and validations, each
    /// one), 1 to 100,000. Default 100 (seed 002).
    pub(super) max_steps: u32,
    /// The most tool calls that one todo may take, 1 to 10,000. Default 5 (seed 002).
    pub(super) max_calls_per_todo: u32,
    /// How often the same step comes without progress before the run says that it is stuck, 2 to
    /// 10,000. Default 3.
    pub(super) stuck_after: u32,
    /// How often the same step may come without progress before the run fails, 2 to 10,000. Default 6.
    /// An execution may always come as often as a todo may take tool calls.
    pub(super) max_repeats: u32,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            driver: Driver::Host,
            start: Start::Plan,
            max_steps: 100,
            max_calls_per_todo: 5,
            stuck_after: 3,
            max_repeats: 6,
        }
    }
}

impl RunOptions {
    /// Reads options from a JSON object; what is absent keeps its default.
    ///
    /// # Errors
    /// `invalid_argument` for a key or value that is not one of ours: a misspelt budget must not pass
    /// for a default.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        match Document::read(text) {
            Ok(document) if !document.is_repaired => Self::from_value(document.root()),
            _ => Err(TodoError::invalid("options must be an object", &[])),
        }
    }

    fn from_value(value: Value<'_>) -> Result<Self, TodoError> {
        let mut options = Self::default();
        let mut parts = value.parts();
        let mut is_known = value.is_object();
        while let (true, Some(key), Some(value)) = (is_known, parts.next(), parts.next()) {
            let number = value.as_integer().unwrap_or_default();
            let word = value.as_written();
            let (budget, range) = match key.as_key() {
                "maxSteps" => (&mut options.max_steps, 1..=100_000),
                "maxCallsPerTodo" => (&mut options.max_calls_per_todo, 1..=10_000),
                "stuckAfter" => (&mut options.stuck_after, 2..=10_000),
                "maxRepeats" => (&mut options.max_repeats, 2..=10_000),
                "driver" => {
                    options.driver = if word == "\"host\"" { Driver::Host } else { Driver::Agent };
                    is_known = matches!(word, "\"host\"" | "\"agent\"");
                    continue;
                }
                "start" => {
                    options.start = if word == "\"plan\"" { Start::Plan } else { Start::Execute };
                    is_known = matches!(word, "\"plan\"" | "\"execute\"");
                    continue;
                }
                _ => {
                    is_known = false;
                    continue;
                }
            };
            is_known = range.contains(&number);
            *budget = number as u32;
        }
        if is_known {
            return Ok(options);
        }
        Err(TodoError::invalid(
            "unknown option or value in {}: there is maxSteps (1 to 100000), maxCallsPerTodo (1 to 10000), stuckAfter and maxRepeats (2 to 10000), driver (\"host\", \"agent\") and start (\"plan\", \"execute\")",
            &[Part::Excerpt(value.as_written())],
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_options_keep_their_defaults() {
        assert_eq!(RunOptions::from_json("{}"), Ok(RunOptions::default()));
        let options =
            RunOptions::from_json(r#"{"maxSteps":7,"driver":"agent","start":"execute"}"#).unwrap();
        let expected = RunOptions {
            max_steps: 7,
            driver: Driver::Agent,
            start: Start::Execute,
            ..RunOptions::default()
        };
        assert_eq!(options, expected);
    }

    #[test]
    fn refuses_what_is_unknown_or_ill_typed() {
        for text in [
            r#"{"maxStep":3}"#,
            r#"{"maxSteps":0}"#,
            r#"{"maxSteps":"7"}"#,
            r#"{"maxCallsPerTodo":1.5}"#,
            r#"{"stuckAfter":1}"#,
            r#"{"maxRepeats":null}"#,
            r#"{"driver":"me"}"#,
            r#"{"start":true}"#,
            "[]",
            "",
        ] {
            let error = RunOptions::from_json(text).unwrap_err();
            assert_eq!(error.code(), crate::list::error::ErrorCode::InvalidArgument, "{text}");
        }
    }
}
