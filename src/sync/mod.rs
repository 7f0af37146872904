//! What somebody else stored, taken over or merged.

pub(crate) mod known_keys;
mod load;
pub mod merge;
pub(crate) mod rewrite;
pub(crate) mod todos_json;
