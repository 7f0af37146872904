//! `Conversation`: one model's view of a store: its tools, and the list as it last saw it.
//!
//! A person may edit the list while the model thinks, and a model may make several calls in one
//! message. So a call is read against the list of its turn: the list that the model had when it
//! wrote the message, with the changes of its earlier calls in that message. The policy in `change`
//! decides how much of the call is carried out. Each side learns what the other one changed.

mod conversation_checkpoint;
mod reminders;
mod seen;
pub mod settings;
mod stale;
mod streaming;
mod turns;
mod verdicts;

pub(crate) use reminders::replies_to;
pub use turns::{Conversation, WriteChannel};
