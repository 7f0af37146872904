//! Changes of the list: which todo an item means, what a write may change, and how denied changes
//! are reported.

pub(crate) mod apply_delta;
mod approval;
pub(crate) mod boxes;
pub(crate) mod command;
pub(crate) mod denial_notes;
mod doing_limit;
pub(crate) mod draft;
pub(crate) mod if_unchanged;
mod let_agent;
mod load;
pub(crate) mod match_items;
mod merge;
mod order;
mod parent_hints;
mod plan_progress;
pub(crate) mod policy;
mod questions;
pub(crate) mod resolution;
pub(crate) mod resolve;
mod rewind;
pub(crate) mod rewrite;
pub(crate) mod shown_todo;
pub(crate) mod statement;
mod store_methods;
pub(crate) mod target;
mod undo;
pub(crate) mod update;
mod wait;
