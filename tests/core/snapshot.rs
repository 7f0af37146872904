//! What the core said in a test, held against `sentences.txt`: one file for all tests, so that a
//! sentence is read and reviewed in one place. A test of behaviour asserts the list; a sentence is
//! for who reads the file.
//!
//! `npm test -- --update sentences` rewrites the file.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The texts of each test, by its name, in their order.
type Texts = BTreeMap<String, Vec<String>>;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/core/sentences.txt");

struct Snapshots {
    known: Texts,
    /// How many texts of each test have come.
    counts: BTreeMap<String, usize>,
}

static SNAPSHOTS: LazyLock<Mutex<Snapshots>> = LazyLock::new(|| {
    let mut known = read();
    if is_update() {
        known.retain(|test, _| is_there(test));
    }
    Mutex::new(Snapshots { known, counts: BTreeMap::new() })
});

/// Holds a text against the next snapshot of the running test.
#[track_caller]
pub(crate) fn assert_snapshot(text: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap();
    let mut snapshots = SNAPSHOTS.lock().unwrap_or_else(PoisonError::into_inner);
    let Snapshots { known, counts } = &mut *snapshots;
    let index = counts.entry(test.to_owned()).or_default();
    if is_update() {
        let texts = known.entry(test.to_owned()).or_default();
        // The rest is what the test said before.
        texts.truncate(*index);
        texts.push(text.to_owned());
        fs::write(PATH, show(known)).unwrap();
    }
    let snapshot = known.get(test).and_then(|texts| texts.get(*index)).cloned();
    *index += 1;
    drop(snapshots);
    let snapshot = snapshot.as_deref().unwrap_or("nothing");
    assert!(
        snapshot == text,
        "said:\n{text}\nin sentences.txt:\n{snapshot}\nnpm test -- --update sentences rewrites it"
    );
}

fn read() -> Texts {
    parse(&fs::read_to_string(PATH).unwrap_or_default())
}

/// Returns whether there is a test of this name, such as `rule::lists::a_whole_list`.
fn is_there(test: &str) -> bool {
    let (module, name) = test.rsplit_once("::").unwrap_or_default();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/core/");
    let path = format!("{folder}{}", module.replace("::", "/"));
    let files = [format!("{path}.rs"), format!("{path}/mod.rs")];
    let source = files.iter().find_map(|file| fs::read_to_string(file).ok());
    source.is_some_and(|source| source.contains(&format!("fn {name}()")))
}

/// Returns whether snapshots are rewritten.
pub(crate) fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// Reads snapshots: a line with the name of a test, and its texts below it, each after a dash, with
/// its further lines indented.
fn parse(file: &str) -> Texts {
    let mut all = Texts::new();
    let mut test = "";
    for line in file.lines() {
        let is_name = !line.is_empty() && !line.starts_with(['-', ' ']);
        if is_name {
            test = line;
        }
        let texts = all.entry(test.to_owned()).or_default();
        match (line.strip_prefix('-'), texts.last_mut()) {
            (Some(text), _) => texts.push(text.strip_prefix(' ').unwrap_or(text).to_owned()),
            (None, Some(text)) if !is_name => {
                text.push('\n');
                text.push_str(line.strip_prefix("  ").unwrap_or(line));
            }
            _ => {}
        }
    }
    all
}

/// Writes snapshots as [`parse`] reads them.
fn show(all: &Texts) -> String {
    let mut file = String::new();
    for (test, texts) in all {
        file.push_str(test);
        file.push('\n');
        for text in texts {
            let mut start = "- ";
            for line in text.split('\n') {
                file.push_str(if line.is_empty() { start.trim_end() } else { start });
                file.push_str(line);
                file.push('\n');
                start = "  ";
            }
        }
    }
    file
}

#[test]
fn each_snapshot_is_of_a_test_and_reads_as_it_was_written() {
    let gone: Vec<String> = read().into_keys().filter(|test| !is_there(test)).collect();
    assert_eq!(gone, Vec::<String>::new(), "npm test -- --update sentences drops them");
    let texts = ["", "a", "a\n", "\na", "a\n\n b\n- c\n  d", "- a", " a "];
    let all = Texts::from([
        ("a::b".into(), texts.map(str::to_owned).to_vec()),
        ("c".into(), vec!["d".into()]),
    ]);
    assert_eq!(parse(&show(&all)), all);
}
