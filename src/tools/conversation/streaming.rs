//! The calls that a model is still writing. They are not part of a checkpoint.

use crate::text::json::PartialJson;

/// The calls that a model is writing, in the order in which they began.
#[derive(Clone, Debug, Default)]
pub(in crate::tools) struct Writing(pub Vec<WrittenCall>);

/// A call that a model is writing.
#[derive(Clone, Debug)]
pub(in crate::tools) struct WrittenCall {
    id: String,
    pub tool: String,
    /// The arguments, as far as they can be read.
    pub arguments: PartialJson,
}

impl Writing {
    /// Takes the beginning of a call's arguments. An empty text ends the call. Returns whether
    /// anything has changed.
    pub fn take(&mut self, id: &str, tool: &str, text: &str) -> bool {
        let arguments = PartialJson::of(text);
        let index = self.0.iter().position(|call| call.id == id);
        let known = index.and_then(|index| self.0.get_mut(index));
        if let Some(known) = known.filter(|_| !text.is_empty()) {
            let is_moved = known.arguments != arguments;
            known.arguments = arguments;
            return is_moved;
        }
        index.map(|index| self.0.remove(index));
        if !text.is_empty() {
            self.0.push(WrittenCall { id: id.to_owned(), tool: tool.to_owned(), arguments });
        }
        true
    }

    /// Ends the first call of a tool, because it is carried out.
    pub fn end(&mut self, tool: &str) {
        if let Some(index) = self.0.iter().position(|call| call.tool == tool) {
            self.0.remove(index);
        }
    }
}
