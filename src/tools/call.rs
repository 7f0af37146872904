//! A call of a tool, and its outcome.

use std::rc::Rc;

use serde::Serialize;
use tsify::Tsify;

use crate::list::todo::{Id, Todo};
use crate::text::message::Notes;

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
    /// The reason of a refusal, without notes. Of a call that was carried out, the answer within the object that
    /// the tool puts around it. `None` if that is the text.
    #[serde(skip)]
    pub answer: Option<String>,
    /// One line for each repair of the arguments, naming the item; empty if there was none.
    #[tsify(type = "string[]")]
    pub notes: Notes,
    /// Whether the call changed anything.
    pub changed: bool,
    /// The open todos that a whole-list write omitted, as they were, with their ids at that time.
    #[serde(skip)]
    pub dropped: Vec<(Id, Rc<Todo>)>,
}
