//! Writes what the cases said into the cases.

use serde_json::{Value, json};

/// What a case said: of each outcome its text and notes, and the texts of the reads after it.
#[derive(Default)]
pub(super) struct Said {
    pub(super) outcomes: Vec<(String, Vec<String>)>,
    pub(super) reads: Vec<String>,
}

/// Writes what a case said into it: a text where it has one, notes where it has some or is carried
/// out with some.
pub(super) fn rewrite(case: &mut Value, said: &Said) {
    let expect = &mut case["expect"];
    let outcomes: Vec<&mut Value> = match expect.get("outcomes") {
        Some(_) => expect["outcomes"].as_array_mut().unwrap().iter_mut().collect(),
        None => vec![expect],
    };
    for (outcome, (text, notes)) in outcomes.into_iter().zip(&said.outcomes) {
        if outcome.get("text").is_some() {
            outcome["text"] = json!(text);
        }
        if outcome.get("notes").is_some() || !notes.is_empty() && outcome["ok"] == true {
            outcome["notes"] = json!(notes);
        }
    }
    let reads = case.get_mut("then").and_then(Value::as_array_mut).into_iter().flatten();
    for (read, text) in reads.zip(&said.reads) {
        read["text"] = json!(text);
    }
}
