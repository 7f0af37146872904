//! `todos`: Crush's tool.

use crate::forms::shape::{FEWER_STATUSES, PLAIN, Shape};
use crate::tools::vocabulary::{PROSE, Vocabulary};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    tools: include_str!("todos.json"),
    writes: Some("todos"),
    shape: Shape { active_form: Some("active_form"), statuses: Some(FEWER_STATUSES), ..PLAIN },
    ..PROSE
};
