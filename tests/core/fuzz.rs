//! The fuzz targets of `tests/bench/fuzz`.

#[path = "../bench/fuzz/bodies.rs"]
pub(crate) mod bodies;
#[path = "../bench/fuzz/mutations.rs"]
mod mutations;

use agent_todos::run::Run;
use agent_todos::{Conversation, TodoStore};
use mutations::{CHECKPOINTS, JSON, OPERATIONS, XML_CALLS};

fn run(target: &str, corpus: &str, body: fn(&[u8]), all: u32) {
    let seed = crate::beginning().unwrap_or(1);
    let count = mutations::run(corpus, seed, crate::times(all) as usize, body);
    println!("fuzz: {target}: {count} executions");
}

#[test]
fn json_passes_for_mutated_inputs() {
    run("json", JSON, bodies::json, 20_000);
}

#[test]
fn xml_calls_pass_for_mutated_inputs() {
    run("xml_calls", XML_CALLS, bodies::xml_calls, 20_000);
}

#[test]
fn checkpoints_pass_for_mutated_inputs() {
    run("checkpoints", CHECKPOINTS, bodies::checkpoints, 10_000);
}

#[test]
fn operations_pass_for_random_inputs() {
    run("operations", OPERATIONS, bodies::operations, 750);
}

/// What no longer can be read is no beginning for damage.
#[test]
fn every_checkpoint_of_the_corpus_can_be_read() {
    let mut store = TodoStore::default();
    for file in mutations::inputs(CHECKPOINTS) {
        let text = String::from_utf8(file).unwrap();
        let is_read = store.load(&text).is_ok()
            || Run::from_checkpoint(&store, &text).is_ok()
            || Conversation::from_checkpoint(&store, &text).is_ok();
        assert!(is_read, "{text}");
    }
}
