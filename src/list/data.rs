//! `Data`: a value that a host stores with a todo.

use std::rc::Rc;

use crate::list::error::TodoError;
use crate::text::json::Document;
use crate::text::message::count;

/// A JSON value of the host, such as a tab, an address or an execution. No model reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data(Rc<str>);

/// The maximum size of the JSON text in bytes.
pub(crate) const MAX_DATA: usize = 4_096;

impl Data {
    /// Reads a JSON text. Returns `None` for `null`.
    ///
    /// # Errors
    /// `invalid_argument` if the text is not JSON or has more than 4,096 bytes.
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

    /// Returns the JSON text.
    pub fn as_json(&self) -> &str {
        &self.0
    }
}
