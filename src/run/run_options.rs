//! The options of a run: its budgets, and who works through the list.

use tsify::Tsify;

use crate::list::error::TodoError;
use crate::list::option_table::{self, Flag, Number, Row, Word};
use crate::text::json::{Value, Writer};
use crate::text::string_enum::string_enum;

string_enum! {
    /// Who chooses the next todo: `"host"` means that the run starts and settles each todo;
    /// `"agent"` means that the model works through the list with its todo tool, and the run
    /// watches.
    #[derive(Tsify)]
    pub enum RunDriver {
        /// The run marks the next todo as doing, has it executed, and settles it.
        Host = "host",
        /// The model works through the list with its todo tool, and the run watches.
        Agent = "agent",
    }
}

string_enum! {
    /// How a run starts: `"plan"` always starts with a plan; `"execute"` starts with the open
    /// todos, and with a plan if there are none.
    #[derive(Tsify)]
    pub enum RunStart {
        /// The run starts with a plan, whatever is on the list.
        Plan = "plan",
        /// The run starts with the open todos, and with a plan if there are none.
        Execute = "execute",
    }
}

/// The options of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify)]
#[tsify(type_prefix = "Todo")]
#[serde(rename_all = "camelCase")]
pub struct RunOptions {
    /// Who chooses the next todo. Default `"host"`.
    #[tsify(optional, type = "RunDriver | undefined")]
    pub(super) driver: RunDriver,
    /// How the run starts. Default `"plan"`.
    #[tsify(optional, type = "RunStart | undefined")]
    pub(super) start: RunStart,
    /// Whether only what a person approved or added is executed. They are asked for each plan, and
    /// for what was added or changed since, in the step `approve`. Default false.
    #[tsify(optional, type = "boolean | undefined")]
    pub(super) approve: bool,
    /// Whether a `done` that has to be confirmed is verified, which confirms it as the host.
    /// Default false: the run then waits for a person.
    #[tsify(optional, type = "boolean | undefined")]
    pub(super) verify: bool,
    /// The maximum number of steps, 1 to 100,000. Each plan, execution, verification and
    /// validation counts as one. Default 100.
    #[tsify(optional, type = "number | undefined")]
    pub(super) max_steps: u32,
    /// The maximum number of tool calls for one todo, 1 to 10,000. Default 5.
    #[tsify(optional, type = "number | undefined")]
    pub(super) max_calls_per_todo: u32,
    /// How often the same step may be requested without progress before the event `stuck`, 2 to
    /// 10,000. Default 3.
    #[tsify(optional, type = "number | undefined")]
    pub(super) stuck_after: u32,
    /// How often the same step may be requested without progress before the run fails, 2 to
    /// 10,000. Default 6. An execution may always be requested as often as a todo may take
    /// tool calls.
    #[tsify(optional, type = "number | undefined")]
    pub(super) max_repeats: u32,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            driver: RunDriver::Host,
            start: RunStart::Plan,
            approve: false,
            verify: false,
            max_steps: 100,
            max_calls_per_todo: 5,
            stuck_after: 3,
            max_repeats: 6,
        }
    }
}

impl RunOptions {
    /// Reads the options from a JSON object. Absent options keep their defaults.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key or an ill-typed value, so that a misspelt budget is
    /// not mistaken for a default.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        Self::from_value(option_table::document(text)?.root())
    }

    /// Writes the options as a JSON object.
    pub(super) fn write(mut self, json: &mut Writer) {
        self.with_table(&mut |table| option_table::write(table, json));
    }

    pub(super) fn from_value(value: Value<'_>) -> Result<Self, TodoError> {
        let mut options = Self::default();
        let mut result = Ok(());
        options.with_table(&mut |table| result = option_table::read_value(value, table));
        result.map(|()| options)
    }

    fn with_table(&mut self, act: &mut dyn FnMut(&mut [Row<'_>])) {
        act(&mut [
            ("driver", &mut Word(&mut self.driver, &RunDriver::NAMES)),
            ("start", &mut Word(&mut self.start, &RunStart::NAMES)),
            ("approve", &mut Flag(&mut self.approve)),
            ("verify", &mut Flag(&mut self.verify)),
            ("maxSteps", &mut Number(&mut self.max_steps, 1..=100_000)),
            ("maxCallsPerTodo", &mut Number(&mut self.max_calls_per_todo, 1..=10_000)),
            ("stuckAfter", &mut Number(&mut self.stuck_after, 2..=10_000)),
            ("maxRepeats", &mut Number(&mut self.max_repeats, 2..=10_000)),
        ]);
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
            driver: RunDriver::Agent,
            start: RunStart::Execute,
            ..RunOptions::default()
        };
        assert_eq!(options, expected);
    }
}
