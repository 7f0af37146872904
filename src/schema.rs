//! JSON Schemas of tool arguments, in the subset that every provider accepts.
//!
//! The subset is what OpenAI's strict mode, Anthropic and Gemini have in common: no unions, string
//! enums only, arrays with items, objects closed and with every property required. What a tool
//! treats as optional is said in its description and read leniently all the same.

use crate::json::Writer;

/// A schema, written down as a constant.
#[derive(Clone, Copy, Debug)]
pub enum Schema {
    /// Any string.
    Text(&'static str),
    /// One of some words.
    Word(&'static str, &'static [&'static str]),
    /// A whole number.
    Integer(&'static str),
    /// A list of one kind of item.
    List(&'static str, &'static Schema),
    /// An object with these properties and no others.
    Object(&'static str, &'static [(&'static str, Schema)]),
}

impl Schema {
    /// The schema as JSON text.
    pub fn to_json(self) -> String {
        let mut json = Writer::default();
        self.write(&mut json);
        json.finish()
    }

    pub(crate) fn write(self, json: &mut Writer) {
        let (kind, description) = match self {
            Self::Text(description) | Self::Word(description, _) => ("string", description),
            Self::Integer(description) => ("integer", description),
            Self::List(description, _) => ("array", description),
            Self::Object(description, _) => ("object", description),
        };
        json.open('{').key("type").string(kind);
        if !description.is_empty() {
            json.key("description").string(description);
        }
        match self {
            Self::Text(_) | Self::Integer(_) => {}
            Self::Word(_, words) => strings(json.key("enum"), words.iter()),
            Self::List(_, items) => items.write(json.key("items")),
            Self::Object(_, properties) => {
                json.key("properties").open('{');
                for (name, schema) in properties {
                    schema.write(json.key(name));
                }
                json.close('}');
                strings(json.key("required"), properties.iter().map(|(name, _)| name));
                json.key("additionalProperties").boolean(false);
            }
        }
        json.close('}');
    }
}

fn strings(json: &mut Writer, words: impl Iterator<Item = &'static &'static str>) {
    json.open('[');
    words.for_each(|word| {
        json.string(word);
    });
    json.close(']');
}
