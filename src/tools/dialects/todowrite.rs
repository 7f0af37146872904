//! `todowrite`: opencode's tools.

use crate::change::command::Command;
use crate::change::identity::Mode;
use crate::forms::shape::{ItemSchema, PLAIN, STATUSES};
use crate::tools::take_request::take_rewrite;
use crate::tools::vocabulary::{DialectSpec, READABLE};

pub(super) const VOCABULARY: DialectSpec = DialectSpec {
    tools: include_str!("todowrite.json"),
    writes: Some("todowrite"),
    schema: ItemSchema { priority: Some("priority"), statuses: Some(STATUSES), ..PLAIN },
    unused: &["todos"],
    read: |tool, schema, arguments| match tool {
        "todoread" => Ok(Command::Show),
        _ => take_rewrite(arguments, Mode::Replace, schema),
    },
    ..READABLE
};
