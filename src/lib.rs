//! The todo list of AI agents in a browser: one list, its rules, and the todo tools that models
//! already know.
//!
//! Each module uses only those above it:
//!
//! | module | contents |
//! |---|---|
//! | [`text`] | scanning, the lenient JSON reader, content that can only be valid, messages |
//! | [`list`] | the list and its rules |
//! | [`forms`] | its written forms: XML, reminders, checkpoints |
//! | `change` | which todo an item means, the policy, merging |
//! | [`tools`] | how calls are read and answered, one file per dialect; prompts and progress |
//! | [`run`] | the loop: plan, execute, validate, without I/O |
//! | [`tasks`] | the tasks of many users, for the dialect `tasks` |
//! | `wasm` | what JavaScript sees: marshalling only, no rules |
//!
//! Everything outside `wasm` is plain Rust that builds and tests natively.

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![cfg_attr(
    test,
    allow(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::unwrap_used,
        clippy::wildcard_enum_match_arm
    )
)]

mod change;
pub mod forms;
pub mod list;
pub mod run;
pub mod tasks;
pub mod text;
pub mod tools;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use change::shown_todo::ShownTodo;
pub use list::author::{Author, ChangeKind, Clock};
pub use list::edit_options::Patch;
pub use list::error::{ErrorCode, TodoError, WriteError};
pub use list::options::Options;
pub use list::store::TodoStore;
pub use list::todo::{Id, Key, Ref, State, Status, TextField, Todo};
pub use tools::call::{Call, Outcome};
pub use tools::conversation::Conversation;
pub use tools::conversation::settings::Settings;
pub use tools::dialects::Dialect;
