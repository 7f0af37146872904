//! What is known of each dialect, from its folder.

use std::collections::HashMap;
use std::fs;
use std::sync::LazyLock;

use agent_todos::Dialect;
use serde_json::Value;

/// Where each dialect is registered in one line.
const REGISTRY: &str = include_str!("../../src/tools/dialects/mod.rs");

static ABOUT: LazyLock<HashMap<&str, Value>> = LazyLock::new(|| {
    let about = |dialect: &Dialect| {
        let text = fs::read_to_string(file(dialect.as_str(), "about.json")).unwrap();
        (dialect.as_str(), serde_json::from_str(&text).unwrap())
    };
    Dialect::ALL.iter().map(about).collect()
});

/// Returns what about.json says of a dialect: see `tests/corpus/README.md`.
pub(crate) fn about(dialect: Dialect) -> &'static Value {
    &ABOUT[dialect.as_str()]
}

/// Returns the path of a file in the folder of a dialect.
pub(crate) fn file(dialect: &str, name: &str) -> String {
    let mut lines = REGISTRY.lines().map(str::split_whitespace);
    let folder = lines.find_map(|mut words| {
        let folder = words.next()?;
        (words.nth(1)? == format!("\"{dialect}\"")).then_some(folder)
    });
    let folder = folder.unwrap_or_else(|| panic!("{dialect} is not registered"));
    format!("{}/src/tools/dialects/{folder}/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the field of an item that has a value, such as `"content"` or `"position"`.
pub(crate) fn field_of(dialect: Dialect, value: &str) -> Option<&'static str> {
    let call = &about(dialect)["call"];
    let fields = ["item", "optional"].into_iter().filter_map(|key| call[key].as_object()).flatten();
    fields.into_iter().find(|(_, is)| *is == value).map(|(field, _)| field.as_str())
}
