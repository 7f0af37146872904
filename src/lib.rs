//! The todo list of AI agents that live in a browser: one list, its rules, and the tools that
//! models already know over it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`store`], [`mod@todo`], [`content`], [`history`], [`options`], [`error`] | the list and its rules |
//! | [`xml`], [`reminder`], [`checkpoint`], `todos_json`, [`json`] | its written forms |
//! | [`merge`] | what somebody else stored, taken over or merged |
//! | [`dialect`], `shape`, [`repair`] | the tools, one file per dialect; how they word items, and how calls are read |
//! | `request`, `rewrite` | what a call asks for; whole-list writes that keep who is who |
//! | [`run`] | the loop: plan, execute, validate, without I/O |
//! | [`task`] | the tasks of many users, for the dialect `tasks` |
//! | `tool_call`, [`prompt`], [`progress`] | calls in XML; texts for the model; todos settled in other tools' calls |
//! | `message`, `scan` | texts put together and taken apart |
//! | `wasm` | what JavaScript sees: marshalling only, no rules |
//!
//! Everything outside `wasm` is plain Rust that builds and tests natively.

#![cfg_attr(not(feature = "std"), no_std)]
// The smaller modules leave out what only the rest uses.
#![cfg_attr(not(feature = "tasks"), allow(dead_code))]
#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![cfg_attr(
    test,
    allow(
        clippy::arithmetic_side_effects,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unwrap_used
    )
)]

extern crate alloc;

pub mod checkpoint;
pub mod content;
pub mod dialect;
pub mod error;
pub mod history;
pub mod json;
mod last_write;
pub mod merge;
mod message;
pub mod options;
pub mod progress;
pub mod prompt;
pub mod reminder;
pub mod repair;
mod request;
mod rewrite;
#[cfg(feature = "run")]
pub mod run;
mod scan;
#[cfg(test)]
mod schema;
mod shape;
pub mod store;
#[cfg(feature = "tasks")]
pub mod task;
pub mod todo;
#[cfg(feature = "dialects")]
mod todos_json;
#[cfg(feature = "dialects")]
pub mod tool_call;
#[cfg(target_arch = "wasm32")]
mod wasm;
pub mod xml;

pub use dialect::{Call, Dialect, Outcome};
pub use error::{ErrorCode, TodoError};
pub use options::Options;
pub use store::TodoStore;
pub use todo::{Field, Id, Key, Status, Todo};
