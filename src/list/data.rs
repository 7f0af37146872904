//! `Data`: what a host keeps with a todo.

use std::rc::Rc;

use crate::list::error::TodoError;
use crate::text::json::Document;
use crate::text::message::count;

/// A JSON value that belongs to the host: a tab, an address, an execution. No model reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data(Rc<str>);

/// The most bytes that the JSON text of one may have.
pub(crate) const MAX_DATA: usize = 4_096;

impl Data {
    /// Reads a JSON text; `null` is no data.
    ///
    /// # Errors
    /// `invalid_argument` for a text that is not JSON, or too long.
    pub fn read(text: &str) -> Result<Option<Self>, TodoError> {
        if text.len() > MAX_DATA {
            let parts = [count(MAX_DATA), count(text.len())];
            return Err(TodoError::invalid("data: at most {} bytes of JSON, got {}", &parts));
        }
        match Document::read(text) {
            Ok(document) if !document.is_repaired => {
                Ok((!document.root().is_null()).then(|| Self(text.into())))
            }
            Ok(_) | Err(_) => Err(TodoError::invalid("data: not JSON", &[])),
        }
    }

    /// The JSON text.
    pub fn as_json(&self) -> &str {
        &self.0
    }
}
