//! The todo tools that models already know, over one list, and the prompts for them.

pub(crate) mod answers;
pub(crate) mod apply_command;
pub mod arguments;
pub mod ask_user;
pub mod call;
pub(crate) mod calls;
pub(crate) mod checklist;
pub mod conversation;
pub(crate) mod dialect_spec;
pub mod dialects;
pub(crate) mod limit_texts;
pub mod markdown;
pub(crate) mod one_todo;
pub mod plan;
pub(crate) mod preview;
pub mod progress;
pub mod prompt;
pub(crate) mod requests;
pub mod schema;
pub mod stateless;
mod xml_elements;
pub mod xml_reader;
