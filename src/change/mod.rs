//! Changes of the list: which todo an item means, what a write may change, and how the answer
//! reports what it may not.

mod approval;
pub(crate) mod command;
pub(crate) mod decision;
mod doing;
pub(crate) mod draft;
pub(crate) mod follow;
pub(crate) mod identity;
mod load;
mod merge;
mod methods;
mod order;
mod outline;
mod plan;
pub(crate) mod precondition;
mod questions;
mod rewind;
mod reworded;
pub(crate) mod rewrite;
pub(crate) mod rule;
pub(crate) mod sentences;
mod shown;
pub(crate) mod statement;
pub(crate) mod table;
mod undo;
pub(crate) mod update;
mod waiting;
