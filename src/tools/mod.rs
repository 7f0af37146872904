//! The tools that models know, over one list, and the texts that go with them.

pub mod arguments;
pub mod call;
pub(crate) mod change;
pub mod conversation;
pub mod conversation_settings;
pub mod dialects;
pub(crate) mod drops;
pub mod markdown;
pub mod plan;
pub mod progress;
pub mod prompt;
pub(crate) mod request;
pub mod schema;
pub(crate) mod stale;
mod stale_checks;
pub(crate) mod target;
pub(crate) mod vocabulary;
mod xml_elements;
pub mod xml_reader;
mod yielding;
