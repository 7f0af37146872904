//! A plan in the arguments of other tools: `plan_update` and `current_plan_item`, two properties
//! for the schema of any tool of a host.
//!
//! The model plans, and reports how far it is, in the arguments of its next call, as browser-use's
//! models do. It needs no todo tool. A new plan keeps the todos that it repeats, with their states,
//! and its first open todo is started. Moving on to an item completes the open ones from the one in
//! progress up to it. Moving past the last item completes them all.

use crate::forms::item_schema::{ItemSchema, PLAIN};

/// The properties to add to a tool's schema, as JSON. None is required.
pub const PROPERTIES: &str = include_str!("plan_properties.json");

/// A section of the system prompt for a model whose tools have these properties.
pub const PROMPT: &str = include_str!("plan_prompt.md").trim_ascii_end();

pub(crate) const SHAPE: ItemSchema = ItemSchema { list: "plan_update", content: None, ..PLAIN };
pub(crate) const CURRENT: &str = "current_plan_item";
