//! The written forms of a list.

pub mod checkpoint;
pub mod reminder;
pub(crate) mod shape;
pub mod xml;
