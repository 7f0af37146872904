//! A call of a tool, and its outcome.

use std::rc::Rc;

use serde::Serialize;
use tsify::Tsify;

use crate::change::command::{Command, CommandResult};
use crate::list::error::TodoError;
use crate::list::note::{Note, Notes};
use crate::list::todo::{Id, Key, Todo};

/// One call of a dialect's tool.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The name of the tool.
    pub tool: &'a str,
    /// The arguments that the model sent, as JSON text.
    pub arguments: &'a str,
}

/// The result of one call of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Tsify)]
#[tsify(type_prefix = "Task")]
pub struct Outcome {
    /// Whether the call was carried out.
    pub ok: bool,
    /// The tool's result for the model, including the notes.
    pub text: String,
    /// If the call was refused, the reason without notes; otherwise the answer without the object
    /// that the tool puts around it. `None` if `text` is just that.
    #[serde(skip)]
    pub answer: Option<String>,
    /// One line for each repair of the arguments, naming the item, or how many items have the same
    /// one; empty if there was none.
    #[tsify(type = "string[]")]
    pub notes: Notes,
    /// If the policy denied the call, what the error says of that.
    #[serde(skip)]
    pub denial: Option<Note>,
    /// Whether the call changed anything.
    pub changed: bool,
    /// The open todos that a whole-list write omitted, as they were, with their ids at that time.
    #[serde(skip)]
    pub dropped: Vec<(Id, Rc<Todo>)>,
}

/// What a call did.
#[derive(Debug)]
pub(crate) struct AppliedCall {
    pub result: CommandResult,
    /// The open todos that a whole list omitted, as they were, with their ids at that time.
    pub dropped: Vec<(Id, Rc<Todo>)>,
    /// The todos that the call completed and that have to be confirmed.
    pub claimed: Vec<Key>,
    /// Whether the list is as the call asked for it.
    pub is_as_asked: bool,
    /// The template of the answer, if it is not the one of the dialect.
    pub answer: &'static str,
}

impl From<CommandResult> for AppliedCall {
    fn from(result: CommandResult) -> Self {
        Self { result, dropped: Vec::new(), claimed: Vec::new(), is_as_asked: true, answer: "" }
    }
}

/// What there is to say about a call: what it did, or why it did nothing, and the notes.
#[derive(Debug)]
pub(crate) struct CallState {
    /// The result, or `None` if the call does not mention the list.
    pub result: Result<Option<AppliedCall>, CallError>,
    /// Whether it changed anything.
    pub changed: bool,
    pub notes: Notes,
    /// Whether somebody is asked about its claims.
    pub is_asked: bool,
}

impl CallState {
    /// Returns what the call did, unless it was refused or does not mention the list.
    pub fn applied(&self) -> Option<&AppliedCall> {
        self.result.as_ref().ok().and_then(Option::as_ref)
    }

    /// Returns the outcome of the call, with its answer.
    pub fn into_outcome(self, answer: AnswerText) -> Outcome {
        let AnswerText { text, bare } = answer;
        let Self { result, changed, notes, .. } = self;
        let ok = result.is_ok();
        let (dropped, denial) = match result {
            Ok(applied) => (applied.map(|applied| applied.dropped).unwrap_or_default(), None),
            Err(error) => (Vec::new(), error.note.map(|note| *note)),
        };
        Outcome { ok, text, answer: bare, notes, denial, changed, dropped }
    }
}

/// The answer to a call.
pub(crate) struct AnswerText {
    /// The tool's result for the model, including the notes.
    pub text: String,
    /// See [`Outcome::answer`].
    pub bare: Option<String>,
}

/// Why a call was not carried out.
#[derive(Debug)]
pub(crate) struct CallError {
    pub error: TodoError,
    /// What the error says, if a note says it, too.
    pub note: Option<Box<Note>>,
    /// Whether the model needs to see the list to understand the error.
    pub is_unclear: bool,
}

impl From<TodoError> for CallError {
    fn from(error: TodoError) -> Self {
        Self { error, note: None, is_unclear: false }
    }
}

/// Carries out what the arguments of a call ask for.
pub(crate) type CarryOut<'a> =
    dyn FnMut(Command<'_>, &mut Notes) -> Result<AppliedCall, CallError> + 'a;

/// Runs `read` without carrying anything out.
///
/// # Errors
/// Those of `read`.
pub(crate) fn read_alone(
    read: &dyn Fn(&mut CarryOut<'_>) -> Result<AppliedCall, CallError>,
) -> Result<(), TodoError> {
    match read(&mut |_, _| Ok(CommandResult::Shown.into())) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.error),
    }
}
