//! The list and its rules, independent of tools and of written forms.

pub mod author;
pub(crate) mod blockers;
mod branch;
pub(crate) mod check;
pub(crate) mod cycles;
pub mod data;
pub mod delta;
pub mod edit_options;
pub mod error;
pub mod history;
pub(crate) mod indexed_list;
pub(crate) mod known_list;
pub(crate) mod limits;
pub(crate) mod names;
pub(crate) mod option_table;
pub mod options;
pub(crate) mod owners;
pub(crate) mod provenance;
pub(crate) mod provenance_table;
pub(crate) mod sentences;
pub mod sites;
pub mod store;
pub(crate) mod times;
pub mod todo;
pub(crate) mod tree;
pub mod waiting;
pub(crate) mod write;
