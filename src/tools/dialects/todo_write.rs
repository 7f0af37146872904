//! `todo_write`: Cursor's tool.

use super::{Vocabulary, merge};

pub(super) const VOCABULARY: Vocabulary = Vocabulary {
    name: "todo_write",
    tools: include_str!("todo_write.json"),
    list: "",
    read: |_, arguments| arguments.rewrite_or_merge(&merge::SHAPE),
    answer: |answer| answer.prose(),
};
