//! Text: reading, checking and building it. Independent of todos.

pub mod clean;
pub mod content;
pub(crate) mod decimal;
pub(crate) mod eight;
pub(crate) mod escape;
pub(crate) mod excerpt;
pub mod json;
pub(crate) mod message;
pub(crate) mod places;
pub(crate) mod scan;
pub(crate) mod typo;
pub(crate) mod words;
