//! A call of a tool, and what came of it.

use alloc::string::String;

use serde::Serialize;
use tsify::Tsify;

use crate::text::message::Notes;

/// One call of a dialect's tool.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The place of the tool in the tools of the dialect.
    pub tool: usize,
    /// The arguments that the model sent, as JSON text.
    pub arguments: &'a str,
    /// Where the host keeps the list, as `merge` tells the model; empty when it says nothing.
    pub checkpoint: &'a str,
}

/// What one call did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Tsify)]
#[tsify(type_prefix = "Task")]
pub struct Outcome {
    /// Whether the call was carried out.
    pub ok: bool,
    /// Exactly what the model is given as the tool's result, notes included.
    pub text: String,
    /// One line for each repair, each naming the item; none when the call was well-formed.
    #[tsify(type = "string[]")]
    pub notes: Notes,
    /// Whether the call changed the list; then a reminder is due.
    pub changed: bool,
}
