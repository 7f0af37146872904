//! Changes of the list: which todo an item means, the one rule, and what is said of what was kept.

mod approval;
pub(crate) mod decision;
mod doing;
pub(crate) mod draft;
pub(crate) mod follow;
pub(crate) mod identity;
mod load;
mod merge;
mod methods;
mod order;
mod questions;
mod rewind;
mod rewrite;
pub(crate) mod rule;
pub(crate) mod sentences;
pub(crate) mod table;
pub(crate) mod todos_json;
mod waiting;
