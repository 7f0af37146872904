//! The two forms of a tool's JSON Schema: lean, like the original, and strict, with every field
//! required.
//!
//! Each schema is written once, in the lean form: fields that may be omitted are optional, so that
//! a model writes no more than it means. OpenAI's strict mode does not allow optional fields. In
//! the strict form each field is required, and its description states which value counts as
//! omitted. Both forms stay within the subset that OpenAI, Anthropic and Gemini share: no unions,
//! only string enums, arrays with items, closed objects.

use std::borrow::Cow;

use crate::list::error::TodoError;
use crate::list::option_table::known_meaning;
use crate::text::json::{Document, Value, Writer};
use crate::text::message::join;
use crate::text::string_enum::string_enum;

string_enum! {
    /// The form of a schema.
    #[derive(Default)]
    pub enum SchemaForm {
        /// Like the original tool: optional fields are optional.
        #[default]
        Lean = "lean",
        /// Every field is required.
        Strict = "strict",
    }
}

impl SchemaForm {
    /// Finds a form by name.
    ///
    /// # Errors
    /// `invalid_argument`, listing the names.
    pub fn from_name(name: &str) -> Result<Self, TodoError> {
        known_meaning("schema", name, &Self::NAMES)
    }

    /// Returns tools as JSON text in this form, derived from the lean form.
    pub fn of(self, lean: &str) -> Cow<'_, str> {
        match (self, Document::read(lean)) {
            (Self::Lean, _) | (Self::Strict, Err(_)) => Cow::Borrowed(lean),
            (Self::Strict, Ok(tools)) => {
                let mut json = Writer::default();
                json.open('[');
                for tool in tools.root().parts() {
                    json.open('{');
                    for (key, value) in tool.fields() {
                        json.key(&key);
                        match &*key {
                            "inputSchema" => write_strict(value, false, &mut json),
                            _ => drop(json.raw(value.as_written())),
                        }
                    }
                    json.close('}');
                }
                json.close(']');
                Cow::Owned(json.finish())
            }
        }
    }
}

/// Writes a schema with every field required. The description of a field that is optional in the
/// lean form states the value that counts as omitted.
fn write_strict(schema: Value<'_>, is_optional: bool, json: &mut Writer) {
    let (mut required, mut nothing) = (Vec::new(), "");
    for (key, value) in schema.fields() {
        match (&*key, value.as_string().as_deref()) {
            ("required", _) => required = value.parts().filter_map(Value::as_string).collect(),
            ("type", Some("string")) => nothing = " Else \"\".",
            ("type", Some("array")) => nothing = " Else [].",
            ("type", Some("integer")) => nothing = " Else 0.",
            ("enum", _) => nothing = " The same again where that stays.",
            _ => {}
        }
    }
    let mut names = Vec::new();
    json.open('{');
    for (key, value) in schema.fields() {
        json.key(&key);
        match (&*key, value.as_string()) {
            ("properties", _) => {
                json.open('{');
                for (name, property) in value.fields() {
                    write_strict(property, !required.contains(&name), json.key(&name));
                    names.push(name);
                }
                json.close('}');
            }
            ("required", _) => drop(json.strings(&names)),
            ("items", _) => write_strict(value, false, json),
            ("description", Some(text)) if is_optional => {
                json.string(&join(&[&text, nothing], ""));
            }
            _ => drop(json.raw(value.as_written())),
        }
    }
    json.close('}');
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::forms::id_map::IdScheme;
    use crate::tools::ask_user;
    use crate::tools::dialects::Dialect;

    /// Returns the fields of an object.
    fn fields(object: Value<'_>) -> Vec<(String, Value<'_>)> {
        assert!(object.is_object(), "{object:?}");
        object.fields().map(|(key, value)| (key.into_owned(), value)).collect()
    }

    fn field<'a>(object: Value<'a>, key: &str) -> Option<Value<'a>> {
        fields(object).into_iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Panics unless the schema is in the subset and, in the strict form, requires every field.
    fn check(schema: Value<'_>, form: SchemaForm) {
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
            "array" => check(field(schema, "items").expect("items"), form),
            "object" => {
                let properties = fields(field(schema, "properties").expect("properties"));
                let required = field(schema, "required").expect("required").parts();
                let required: Vec<_> = required.filter_map(Value::as_string).collect();
                for (name, property) in &properties {
                    let is_optional = !required.contains(&name.as_str().into());
                    assert!(!is_optional || form != SchemaForm::Strict, "{name} in {schema:?}");
                    // For these types, the strict form states which value counts as omitted.
                    let kind = field(*property, "type").and_then(Value::as_string).unwrap();
                    let has_nothing = ["string", "array", "integer"].contains(&&*kind);
                    assert!(!is_optional || has_nothing, "{name}");
                    check(*property, form);
                }
                assert!(required.iter().all(|r| properties.iter().any(|(name, _)| name == r)));
                let closed = field(schema, "additionalProperties").map(Value::as_written);
                assert_eq!(closed, Some("false"));
            }
            _ => {}
        }
    }

    #[test]
    fn every_tool_keeps_to_the_subset_in_both_forms() {
        let asks = ask_user::tool(IdScheme::Names);
        let others = [crate::run::REQUIRE_PLANNING, &asks].map(|tool| format!("[{tool}]"));
        for form in SchemaForm::ALL {
            let dialects = Dialect::ALL.iter().map(|dialect| dialect.tools(1));
            for lean in dialects.chain(others.iter().cloned()) {
                let text = form.of(&lean);
                let tools = Document::read(&text).unwrap();
                assert!(!tools.is_repaired);
                for tool in tools.root().parts() {
                    let keys: Vec<String> = fields(tool).into_iter().map(|(key, _)| key).collect();
                    assert_eq!(keys, ["name", "description", "inputSchema", "annotations"]);
                    check(field(tool, "inputSchema").unwrap(), form);
                }
                assert_eq!(form.of(&text), text);
            }
        }
    }

    #[test]
    fn the_strict_form_states_the_value_that_counts_as_omitted() {
        let lean = r#"[{"name":"t","description":"T.","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"Its id."},"to":{"type":"string","description":"Its title."},"is":{"type":"string","description":"How far.","enum":["a"]},"on":{"type":"array","description":"Ids.","items":{"type":"string"}}},"required":["id"],"additionalProperties":false}}]"#;
        let strict = SchemaForm::Strict.of(lean);
        for part in [
            r#""required":["id","to","is","on"]"#,
            r#""description":"Its id."}"#,
            r#""description":"Its title. Else"#,
            r#""description":"How far. "#,
            r#""enum":["a"]}"#,
            r#""description":"Ids. Else [].""#,
        ] {
            assert!(strict.contains(part), "{part}: {strict}");
        }
        assert_eq!(SchemaForm::Lean.of(lean), lean);
    }

    #[test]
    fn from_name_reads_back_each_schema_form() {
        for form in SchemaForm::ALL {
            assert_eq!(SchemaForm::from_name(form.as_str()), Ok(form));
        }
        assert!(SchemaForm::from_name("loose").unwrap_err().message().contains("lean, strict"));
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
            schemas.into_iter().for_each(|schema| check(schema, SchemaForm::Lean));
        }
    }
}
