//! What somebody else stored, taken over or merged.

mod load;
pub mod merge;
pub(crate) mod rewrite;
pub(crate) mod todos_json;
