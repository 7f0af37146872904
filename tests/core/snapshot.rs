//! What models read, held against `tests/sentences.txt`: one file for all tests, in which each text
//! stands once, so that it is read and reviewed in one place. A test of behaviour asserts the list;
//! a sentence is for who reads the file.
//!
//! `npm test -- --update sentences` rewrites the file.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread::sleep;
use std::time::Duration;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sentences.txt");
/// Held while the file is written, because the tests of the package write it, too.
const LOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/sentences.lock");

static KNOWN: LazyLock<Mutex<BTreeSet<String>>> = LazyLock::new(|| Mutex::new(read()));

/// Holds a text that a model reads against the file.
#[track_caller]
pub(crate) fn assert_snapshot(text: &str) {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.contains(text) {
        return;
    }
    if !is_update() {
        drop(known);
        panic!(
            "not in tests/sentences.txt, to which `npm test -- --update sentences` adds it:\n{text}"
        );
    }
    while File::create_new(LOCK).is_err() {
        sleep(Duration::from_millis(20));
    }
    *known = read();
    known.insert(text.to_owned());
    fs::write(PATH, show(&known)).unwrap();
    fs::remove_file(LOCK).unwrap();
}

fn read() -> BTreeSet<String> {
    parse(&fs::read_to_string(PATH).unwrap_or_default())
}

/// Returns whether snapshots are rewritten.
fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// Reads texts: each after a dash, with its further lines indented.
fn parse(file: &str) -> BTreeSet<String> {
    let mut all: Vec<String> = Vec::new();
    for line in file.lines() {
        match (line.strip_prefix('-'), all.last_mut()) {
            (Some(text), _) => all.push(text.strip_prefix(' ').unwrap_or(text).to_owned()),
            (None, Some(text)) => {
                text.push('\n');
                text.push_str(line.strip_prefix("  ").unwrap_or(line));
            }
            _ => {}
        }
    }
    all.into_iter().collect()
}

/// Writes texts as [`parse`] reads them.
fn show(all: &BTreeSet<String>) -> String {
    let mut file = String::new();
    for text in all {
        let mut start = "- ";
        for line in text.split('\n') {
            file.push_str(if line.is_empty() { start.trim_end() } else { start });
            file.push_str(line);
            file.push('\n');
            start = "  ";
        }
    }
    file
}

#[test]
fn texts_read_as_they_were_written() {
    let texts = ["", "a", "a\n", "\na", "a\n\n b\n- c\n  d", "- a", " a "];
    let all = BTreeSet::from(texts.map(str::to_owned));
    assert_eq!(parse(&show(&all)), all);
    assert_eq!(show(&read()), fs::read_to_string(PATH).unwrap(), "each text once, in order");
}
