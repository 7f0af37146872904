//! Text: taken apart, checked and put together. Knows nothing of todos.

pub mod clean;
pub mod content;
pub mod json;
pub(crate) mod message;
pub(crate) mod scan;
