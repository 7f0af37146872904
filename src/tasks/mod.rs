//! The tasks of many users, and their tools.

pub mod task_store;
pub mod task_tools;
