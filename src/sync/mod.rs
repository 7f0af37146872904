//! What somebody else stored, taken over or merged.

pub mod merge;
#[cfg(feature = "dialects")]
pub(crate) mod todos_json;
