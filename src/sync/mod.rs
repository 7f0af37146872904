//! What somebody else stored, taken over or merged.

pub mod merge;
pub(crate) mod todos_json;
