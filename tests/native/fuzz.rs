//! The fuzz targets of `tests/fuzz`, without cargo-fuzz: over their corpus and over mutations of it, the same ones each time.

#[path = "../fuzz/bodies.rs"]
mod bodies;

use std::fs;

use agent_todos::run::Run;
use agent_todos::{Conversation, TodoStore};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let file = format!("{}/tests/fuzz/corpus/{target}.json", env!("CARGO_MANIFEST_DIR"));
    let inputs: Vec<String> = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    inputs.into_iter().map(String::into_bytes).collect()
}

fn run(target: &str, body: fn(&[u8]), all: u32) {
    let mutations = crate::times(all) as usize;
    let corpus = corpus(target);
    assert!(!corpus.is_empty());
    for input in &corpus {
        body(input);
    }
    let seed = crate::beginning().unwrap_or(1).to_le_bytes().repeat(4);
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut below = |most: usize| (random.next_u64() % most.max(1) as u64) as usize;
    for _ in 0..mutations {
        let mut input = corpus[below(corpus.len())].clone();
        for _ in 0..=below(4) {
            let at = below(input.len());
            match below(4) {
                0 if !input.is_empty() => input[at] = below(256) as u8,
                1 => input.truncate(at),
                2 => input.insert(at.min(input.len()), b"{}[]\"\\,:<>/ \n\0"[below(14)]),
                _ => {
                    let other = &corpus[below(corpus.len())];
                    let from = below(other.len());
                    let part = other[from..(from + below(40)).min(other.len())].to_vec();
                    input.splice(at.min(input.len())..at.min(input.len()), part);
                }
            }
        }
        body(&input);
    }
    println!("fuzz: {target}: {} executions", corpus.len() + mutations);
}

#[test]
fn json() {
    run("json", bodies::json, 20_000);
}

#[test]
fn xml_calls() {
    run("xml_calls", bodies::xml_calls, 20_000);
}

/// What no longer can be read is no beginning for damage.
#[test]
fn every_checkpoint_of_the_corpus_can_be_read() {
    let mut store = TodoStore::default();
    for file in corpus("checkpoints") {
        let text = String::from_utf8(file).unwrap();
        let is_read = store.load(&text).is_ok()
            || Run::from_checkpoint(&store, &text).is_ok()
            || Conversation::from_checkpoint(&store, &text).is_ok();
        assert!(is_read, "{text}");
    }
}

#[test]
fn checkpoints() {
    run("checkpoints", bodies::checkpoints, 10_000);
}

#[test]
fn operations() {
    run("operations", bodies::operations, 750);
}
