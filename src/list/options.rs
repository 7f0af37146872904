//! `Options`: the rules that a host can choose for its store.

use core::ops::RangeInclusive;

use tsify::Tsify;

use crate::list::author::MAX_NAME;
use crate::list::error::TodoError;
use crate::list::option_table::{self, Flag, Number, Row, Word};
use crate::list::todo::TextField;
use crate::text::json::{Value, Writer};
use crate::text::string_enum::string_enum;

/// The range of the number of snapshots that a history keeps.
const SNAPSHOTS: RangeInclusive<u32> = 1..=10_000;

string_enum! {
    /// What `skip` does with the todo: `"mark"` keeps it in place with the status skipped, so that
    /// the ids known to a model stay valid; `"remove"` removes it from the list, and the others are
    /// renumbered.
    #[derive(Tsify)]
    pub enum OnSkip {
        /// The todo stays in place with the status skipped, so that the ids known to a model stay
        /// valid.
        Mark = "mark",
        /// The todo is removed from the list, and the others are renumbered.
        Remove = "remove",
    }
}

string_enum! {
    /// What `newTask` does with a list that has unfinished todos, neither done nor skipped.
    pub enum Unfinished {
        /// The list stays as it is, so that no work is lost.
        Keep = "keep",
        /// The list is moved to the history, like a finished one.
        Archive = "archive",
    }
}

impl Unfinished {
    /// Reads the options of `newTask` from a JSON object. The default is `Keep`.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key or an ill-typed value.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let mut unfinished = Self::Keep;
        option_table::read(text, &mut [("unfinished", &mut Word(&mut unfinished, &Self::NAMES))])?;
        Ok(unfinished)
    }
}

/// The maximum number of characters in a reason.
pub(crate) const MAX_REASON: usize = 2000;

/// The maximum number of characters in a description, unless contents may be longer.
pub(crate) const MAX_DESCRIPTION: usize = 10_000;

/// The options of a store, fixed when it is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify)]
#[tsify(type_prefix = "TodoStore")]
#[serde(rename_all = "camelCase")]
pub struct Options {
    /// How many todos may be open, 1 to 1000. Settled ones do not count; the list as a whole holds
    /// at most 1000. Default 30.
    #[tsify(optional, type = "number | undefined")]
    max_todos: u32,
    /// The maximum number of characters (Unicode code points) in a todo's text, 1 to 100,000.
    /// Default 2000.
    #[tsify(optional, type = "number | undefined")]
    max_content_length: u32,
    /// What `skip` does. Default `"mark"`.
    #[tsify(optional, type = "\"mark\" | \"remove\" | undefined")]
    on_skip: OnSkip,
    /// The maximum number of todos that each owner may have in progress at once, 1 to 1000.
    /// Default 1.
    #[tsify(optional, type = "number | undefined")]
    max_doing: u32,
    /// Whether every "done" by a model or an agent has to be confirmed. Default false.
    #[tsify(optional, type = "boolean | undefined")]
    confirm_done: bool,
    /// After how many seconds without a sign of life of its owner a todo in progress or assigned is
    /// open for everybody, 1 to 1,000,000. Default: never.
    #[tsify(optional, type = "number | undefined")]
    lease: u32,
    /// The maximum number of snapshots in `history()`, including the current list, 1 to 10,000.
    /// The oldest are dropped. Default 1000.
    #[tsify(optional, type = "number | undefined")]
    max_snapshots: u32,
}

impl Default for Options {
    /// Returns the defaults: 30 todos of 2000 characters, of which one is in progress, skipped
    /// todos stay, and the latest 1000 snapshots are kept.
    fn default() -> Self {
        Self {
            max_todos: 30,
            max_content_length: 2000,
            on_skip: OnSkip::Mark,
            max_doing: 1,
            confirm_done: false,
            lease: 0,
            max_snapshots: 1000,
        }
    }
}

impl Options {
    /// Returns how many todos may be open, 1 to 1000.
    pub fn max_todos(&self) -> usize {
        self.max_todos as usize
    }

    /// Sets the maximum number of open todos in the list.
    pub(crate) fn set_max_todos(&mut self, max: usize) {
        self.max_todos = max as u32;
    }

    /// Returns the maximum number of characters (Unicode code points) in a todo's text, 1 to
    /// 100,000.
    pub fn max_content_length(&self) -> usize {
        self.max_content_length as usize
    }

    /// Returns the maximum number of characters in one kind of text. A priority is one of three
    /// words, and reasons, questions and answers may be sentences however short contents must be.
    pub(crate) fn max_length(&self, field: TextField) -> usize {
        match field {
            TextField::Priority => usize::MAX,
            TextField::Reason | TextField::Question | TextField::Options | TextField::Answer => {
                MAX_REASON
            }
            TextField::Owner | TextField::LastOwner => MAX_NAME,
            TextField::Description => self.max_content_length().max(MAX_DESCRIPTION),
            TextField::Content | TextField::Name | TextField::ActiveForm | TextField::Evidence => {
                self.max_content_length()
            }
        }
    }

    /// Returns what `skip` does.
    pub fn on_skip(&self) -> OnSkip {
        self.on_skip
    }

    /// Returns how many todos each owner may have in progress at once, 1 to 1000.
    pub fn max_doing(&self) -> usize {
        self.max_doing as usize
    }

    /// Returns whether every "done" by a model or an agent has to be confirmed.
    pub fn confirm_done(&self) -> bool {
        self.confirm_done
    }

    /// Returns after how many seconds without a sign of life of its owner a todo is open for
    /// everybody, or 0 if that never happens.
    pub fn lease(&self) -> u32 {
        self.lease
    }

    /// Returns the maximum number of snapshots in the history, 1 to 10,000.
    pub fn max_snapshots(&self) -> usize {
        self.max_snapshots as usize
    }

    /// Reads the options from a JSON object. Absent options keep their defaults.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key or an ill-typed value, so that a misspelt option is
    /// not mistaken for a default.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        Self::from_value(option_table::document(text)?.root())
    }

    /// Writes the options as a JSON object.
    pub(crate) fn write(mut self, json: &mut Writer) {
        self.with_table(&mut |table| option_table::write(table, json));
    }

    fn with_table(&mut self, act: &mut dyn FnMut(&mut [Row<'_>])) {
        act(&mut [
            ("maxTodos", &mut Number(&mut self.max_todos, 1..=1000)),
            ("maxContentLength", &mut Number(&mut self.max_content_length, 1..=100_000)),
            ("onSkip", &mut Word(&mut self.on_skip, &OnSkip::NAMES)),
            ("maxDoing", &mut Number(&mut self.max_doing, 1..=1000)),
            ("confirmDone", &mut Flag(&mut self.confirm_done)),
            ("lease", &mut Number(&mut self.lease, 1..=1_000_000)),
            ("maxSnapshots", &mut Number(&mut self.max_snapshots, SNAPSHOTS)),
        ]);
    }

    pub(crate) fn from_value(value: Value<'_>) -> Result<Self, TodoError> {
        Self::default().changed_by(value)
    }

    /// Returns these options with those of a JSON object in their place.
    ///
    /// # Errors
    /// As [`Options::from_json`].
    pub(crate) fn changed_by(self, value: Value<'_>) -> Result<Self, TodoError> {
        let mut options = self;
        let mut result = Ok(());
        options.with_table(&mut |table| result = option_table::read_value(value, table));
        result.map(|()| options)
    }

    /// Returns these options with the larger of both limits, so that another list's content fits
    /// too.
    pub(crate) fn with_limits_of(self, other: &Self) -> Self {
        Self {
            max_todos: self.max_todos.max(other.max_todos),
            max_content_length: self.max_content_length.max(other.max_content_length),
            ..self
        }
    }
}

/// The options of `checkpoint()`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckpointOptions {
    /// The maximum number of snapshots to include, the latest ones. Default: all of them.
    max_snapshots: Option<u32>,
}

impl CheckpointOptions {
    /// Reads the options from a JSON object.
    ///
    /// # Errors
    /// `invalid_argument` for an unknown key or an ill-typed value.
    pub fn from_json(text: &str) -> Result<Self, TodoError> {
        let mut most = 0;
        option_table::read(text, &mut [("maxSnapshots", &mut Number(&mut most, SNAPSHOTS))])?;
        Ok(Self { max_snapshots: (most > 0).then_some(most) })
    }

    /// Returns the maximum number of snapshots, or `None` if it was not chosen.
    pub fn max_snapshots(&self) -> Option<usize> {
        self.max_snapshots.map(|most| most as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_options_keep_their_defaults() {
        assert_eq!(Options::from_json("{}"), Ok(Options::default()));
        let options =
            Options::from_json(r#"{"maxTodos":1000,"onSkip":"remove","maxDoing":2}"#).unwrap();
        assert_eq!((options.max_todos(), options.max_content_length()), (1000, 2000));
        assert_eq!(options.max_snapshots(), 1000);
        assert_eq!((options.on_skip(), options.max_doing()), (OnSkip::Remove, 2));
    }

    #[test]
    fn from_json_reads_back_the_options_that_write_wrote() {
        for text in [r#"{"maxTodos":7,"onSkip":"remove","lease":60}"#, r#"{"maxSnapshots":10000}"#]
        {
            let options = Options::from_json(text).unwrap();
            let mut json = Writer::default();
            options.write(&mut json);
            assert_eq!(Options::from_json(&json.finish()), Ok(options));
        }
    }
}
