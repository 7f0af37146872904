//! The tasks of many users, and their tools.

pub mod store;
pub mod tools;
