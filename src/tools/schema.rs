//! The subset of JSON Schema that every provider accepts, and the test that all tools keep to it.
//!
//! It is what OpenAI's strict mode, Anthropic and Gemini have in common: no unions, string enums
//! only, arrays with items, objects closed and with every property required. What a tool treats as
//! optional is said in its description and read leniently all the same.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::text::json::{Document, Value};
use crate::tools::dialects::Dialect;

/// The fields of an object.
fn fields(object: Value<'_>) -> Vec<(String, Value<'_>)> {
    assert!(object.is_object(), "{object:?}");
    let parts: Vec<Value<'_>> = object.parts().collect();
    parts.chunks(2).map(|pair| (pair[0].as_key().into_owned(), pair[1])).collect()
}

fn field<'a>(object: Value<'a>, key: &str) -> Option<Value<'a>> {
    fields(object).into_iter().find(|(known, _)| *known == key).map(|(_, value)| value)
}

/// Panics unless the schema is in the subset.
fn check(schema: Value<'_>) {
    let kind = field(schema, "type").and_then(Value::as_string).expect("a type");
    let allowed: &[&str] = match &*kind {
        "string" => &["type", "description", "enum"],
        "integer" | "number" | "boolean" => &["type", "description"],
        "array" => &["type", "description", "items"],
        "object" => &["type", "description", "properties", "required", "additionalProperties"],
        _ => &[],
    };
    for (key, _) in fields(schema) {
        assert!(allowed.contains(&&*key), "{key} in {schema:?}");
    }
    match &*kind {
        "array" => check(field(schema, "items").expect("items")),
        "object" => {
            let properties = fields(field(schema, "properties").expect("properties"));
            let names: Vec<&str> = properties.iter().map(|(name, _)| name.as_str()).collect();
            let required = field(schema, "required").expect("required").parts();
            assert_eq!(required.filter_map(Value::as_string).collect::<Vec<_>>(), names);
            let closed = field(schema, "additionalProperties").map(Value::as_written);
            assert_eq!(closed, Some("false"));
            properties.into_iter().for_each(|(_, property)| check(property));
        }
        _ => {}
    }
}

#[test]
fn every_tool_keeps_to_the_subset() {
    let dialects = Dialect::ALL.iter().map(|dialect| dialect.tools().to_owned());
    for text in dialects.chain([format!("[{}]", crate::run::REQUIRE_PLANNING)]) {
        let tools = Document::read(&text).unwrap();
        assert!(!tools.is_repaired);
        for tool in tools.root().parts() {
            let keys: Vec<String> = fields(tool).into_iter().map(|(key, _)| key).collect();
            assert_eq!(keys, ["name", "description", "inputSchema"]);
            check(field(tool, "inputSchema").unwrap());
        }
    }
}

#[test]
fn the_properties_for_other_tools_keep_to_the_subset() {
    let progress: &[&str] = &["todo_done", "todo_skip", "evidence"];
    for (text, names) in [
        (crate::tools::progress::PROPERTIES, progress),
        (crate::tools::plan::PROPERTIES, &["plan_update", "current_plan_item"]),
    ] {
        let properties = Document::read(text).unwrap();
        assert!(!properties.is_repaired);
        let (found, schemas): (Vec<String>, Vec<Value<'_>>) =
            fields(properties.root()).into_iter().unzip();
        assert_eq!(found, names);
        schemas.into_iter().for_each(check);
    }
}
