//! The written forms of a list.

pub mod checkpoint;
pub(crate) mod marks;
pub(crate) mod naming;
pub(crate) mod record;
pub mod reminder;
pub(crate) mod shape;
pub(crate) mod todo;
pub mod xml;
