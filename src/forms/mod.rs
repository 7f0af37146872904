//! The written forms of a list.

mod changed_todo;
pub(crate) mod checklist_line;
pub mod checkpoint;
pub(crate) mod codec;
mod counted_changes;
mod decisions;
pub(crate) mod id_map;
pub(crate) mod item_schema;
pub(crate) mod provenance_codec;
pub mod reminder;
pub(crate) mod store_json;
pub(crate) mod todo_codec;
pub(crate) mod unseen_changes;
pub mod xml;
