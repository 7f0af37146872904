//! Writes what the cases said into the files of the corpus, which are otherwise left as somebody
//! laid them out.

use std::ops::Range;

use serde_json::{Value, json};

/// What a case said: of each outcome its text and notes, and the texts of the reads after it.
#[derive(Default)]
pub(super) struct Said {
    pub(super) outcomes: Vec<(String, Vec<String>)>,
    pub(super) reads: Vec<String>,
}

/// Writes what a case said into its file, which is otherwise left as somebody laid it out.
pub(super) fn rewrite(file: &mut String, name: &str, said: &Said) {
    let Some(case) = file.find(&format!("\"name\": {},", json!(name))) else { return };
    let expect = case + file[case..].find("\"expect\": ").unwrap();
    // From behind, so that what is rewritten moves nothing that is still to be found.
    if let Some(then) = file[case..].find("\"then\": ").map(|then| case + then)
        && !said.reads.is_empty()
    {
        for (index, text) in objects(file, then).into_iter().zip(&said.reads).rev() {
            set(file, index, "text", &json!(text));
        }
    }
    for (index, (text, notes)) in objects(file, expect).into_iter().zip(&said.outcomes).rev() {
        let has_notes = file[index.clone()].contains("\"notes\": ");
        if has_notes || !notes.is_empty() && file[index.clone()].contains("\"ok\": true") {
            set(file, index.clone(), "notes", &json!(notes));
        }
        // What the notes moved is behind the object's start.
        let index = value_at(file, index.start);
        if file[index.clone()].contains("\"text\": ") {
            set(file, index, "text", &json!(text));
        }
    }
}

/// Where the value stands that begins here.
fn value_at(file: &str, start: usize) -> Range<usize> {
    let mut values = serde_json::Deserializer::from_str(&file[start..]).into_iter::<Value>();
    values.next().unwrap().unwrap();
    start..start + values.byte_offset()
}

/// Where the objects stand that have an outcome or a text: the value of a key, or those in the list
/// that it holds.
fn objects(file: &str, key: usize) -> Vec<Range<usize>> {
    let whole = value_at(file, key + file[key..].find(": ").unwrap() + 2);
    let list = file[whole.clone()].find("\"outcomes\": [").map(|at| at + "\"outcomes\": ".len());
    let list = list.or_else(|| file[whole.clone()].starts_with('[').then_some(0));
    let Some(list) = list.map(|at| value_at(file, whole.start + at)) else { return vec![whole] };
    let (mut indices, mut from) = (Vec::new(), list.start);
    while let Some(at) = file[from..list.end].find('{') {
        let index = value_at(file, from + at);
        from = index.end;
        indices.push(index);
    }
    indices
}

/// Sets a key of the object that stands here.
fn set(file: &mut String, object: Range<usize>, key: &str, value: &Value) {
    let text = match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(Value::to_string).collect::<Vec<_>>().join(", "))
        }
        value => value.to_string(),
    };
    let start = format!("\"{key}\": ");
    match file[object.clone()].find(&start) {
        Some(at) => {
            let old = value_at(file, object.start + at + start.len());
            // What is the same keeps its layout.
            if serde_json::from_str::<Value>(&file[old.clone()]).ok().as_ref() != Some(value) {
                file.replace_range(old, &text);
            }
        }
        None => {
            let changed = object.start + file[object].find("\"changed\"").unwrap();
            file.insert_str(changed, &format!("{start}{text}, "));
        }
    }
}
