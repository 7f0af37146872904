//! The tools that models know, over one list, and the texts that belong to them.

pub mod always_told;
pub mod arguments;
pub mod ask_user;
pub mod call;
pub(crate) mod calls;
pub(crate) mod carry_out;
pub mod conversation;
pub mod dialects;
pub mod markdown;
pub(crate) mod one_todo;
mod plain_list;
pub mod plan;
pub(crate) mod preview;
pub mod progress;
pub mod prompt;
pub mod schema;
pub(crate) mod take_request;
pub(crate) mod vocabulary;
mod xml_elements;
pub mod xml_reader;
