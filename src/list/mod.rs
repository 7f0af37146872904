//! The list and its rules, independent of tools and of written forms.

pub mod author;
pub(crate) mod blockers;
mod branch;
pub(crate) mod check;
pub(crate) mod cycles;
pub mod data;
pub mod delta;
pub mod error;
pub mod history;
pub(crate) mod keyed_list;
pub(crate) mod limits;
pub(crate) mod mark;
pub(crate) mod marks;
pub(crate) mod names;
pub mod options;
pub(crate) mod owners;
pub mod patch;
pub(crate) mod sentences;
pub(crate) mod settings;
pub mod sites;
pub mod store;
pub(crate) mod times;
pub mod todo;
pub(crate) mod tree;
pub(crate) mod view;
pub mod waiting;
pub(crate) mod write;
