//! The fuzz targets without cargo-fuzz: over their corpus and over mutations of it, the same ones
//! for the same seed.

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

pub const JSON: &str = include_str!("corpus/json.json");
pub const XML_CALLS: &str = include_str!("corpus/xml_calls.json");
pub const CHECKPOINTS: &str = include_str!("corpus/checkpoints.json");
pub const OPERATIONS: &str = include_str!("corpus/operations.json");

/// What a mutation puts into an input.
const PIECES: &str = include_str!("pieces.json");

/// The inputs of a target.
pub fn inputs(corpus: &str) -> Vec<Vec<u8>> {
    let inputs: Vec<String> = serde_json::from_str(corpus).unwrap();
    inputs.into_iter().map(String::into_bytes).collect()
}

/// Runs a target over its corpus and so many mutations of it. Says how often.
pub fn run(corpus: &str, seed: u64, mutations: usize, body: fn(&[u8])) -> usize {
    let (corpus, pieces) = (inputs(corpus), inputs(PIECES));
    corpus.iter().for_each(|input| body(input));
    let mut random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed.to_le_bytes().repeat(4));
    let mut below = |most: usize| (random.next_u64() % most.max(1) as u64) as usize;
    for _ in 0..mutations {
        let mut input = corpus[below(corpus.len())].clone();
        for _ in 0..=below(4) {
            let (at, other) = (below(input.len()), &corpus[below(corpus.len())]);
            let part = |from: usize, length: usize, of: &[u8]| {
                of[from..(from + length).min(of.len())].to_vec()
            };
            match below(6) {
                0 if !input.is_empty() => input[at] = below(256) as u8,
                1 => input.truncate(at),
                2 => drop(input.splice(at..at, pieces[below(pieces.len())].iter().copied())),
                3 => drop(input.drain(at..(at + below(6)).min(input.len()))),
                4 => {
                    let again = part(at, below(30), &input);
                    input.splice(at..at, again);
                }
                _ => drop(input.splice(at..at, part(below(other.len()), below(40), other))),
            }
        }
        body(&input);
    }
    corpus.len() + mutations
}
