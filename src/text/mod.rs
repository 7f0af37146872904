//! Text: reading, checking and building it. Independent of todos.

pub mod clean;
pub mod content;
pub(crate) mod decimal;
pub(crate) mod escape;
pub(crate) mod excerpt;
pub(crate) mod hash_index;
pub mod json;
pub(crate) mod message;
pub(crate) mod reasoning;
pub(crate) mod scan;
pub(crate) mod string_enum;
pub(crate) mod typo;
pub(crate) mod words;
