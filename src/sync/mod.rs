//! What somebody else stored, taken over or merged.

mod load;
pub mod merge;
pub(crate) mod rewrite;
#[cfg(feature = "dialects")]
pub(crate) mod todos_json;
