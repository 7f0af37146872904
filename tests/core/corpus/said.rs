//! What the cases of the corpus said: a line for each case, in one file for all dialects.

use std::collections::HashSet;
use std::fs;

use serde_json::{Map, Value, json};

use crate::snapshot::is_update;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/sentences.jsonl");

/// What a case said: of each outcome its text and notes, and the texts of the reads after it.
#[derive(Default)]
pub(super) struct Said {
    pub(super) outcomes: Vec<(String, Vec<String>)>,
    pub(super) reads: Vec<String>,
}

impl Said {
    /// Returns the line of a case, if it said something. A text that another case of the dialect
    /// has, one of `known`, is left out.
    pub(super) fn line(
        &self,
        dialect: &str,
        case: &Value,
        known: &mut HashSet<String>,
    ) -> Option<String> {
        let outcome = |(text, notes): &(String, Vec<String>)| {
            let mut outcome = Map::new();
            if known.insert(text.clone()) {
                outcome.insert("text".into(), json!(text));
            }
            if !notes.is_empty() {
                outcome.insert("notes".into(), json!(notes));
            }
            Value::Object(outcome)
        };
        let outcomes: Vec<Value> = self.outcomes.iter().map(outcome).collect();
        let is_silent = outcomes.iter().all(|outcome| *outcome == json!({}));
        let mut line = json!({ "dialect": dialect, "name": case["name"] });
        if !is_silent {
            line["outcomes"] = json!(outcomes);
        }
        if !self.reads.is_empty() {
            line["reads"] = json!(self.reads);
        }
        (!is_silent || !self.reads.is_empty()).then(|| format!("{line}\n"))
    }
}

/// Holds the lines of all cases against the file.
#[track_caller]
pub(super) fn check(sentences: &str) {
    if is_update() {
        fs::write(PATH, sentences).unwrap();
    }
    let known = fs::read_to_string(PATH).unwrap_or_default();
    let mut lines = sentences.lines().zip(known.lines().chain(std::iter::repeat("nothing")));
    let other = lines.find(|(line, known)| line != known);
    assert!(
        sentences == known,
        "said and in sentences.jsonl:\n{other:?}\nnpm test -- --update sentences rewrites it"
    );
}
