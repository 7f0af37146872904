//! The tools that models know, over one list, and the texts that go with them.

pub mod arguments;
pub mod dialects;
pub(crate) mod last_write;
pub mod progress;
pub mod prompt;
pub(crate) mod request;
pub(crate) mod rewrite;
#[cfg(test)]
mod schema;
pub(crate) mod shape;
pub mod xml_reader;
