//! The core on this machine: one program, so that it is linked once. `cargo test --test native
//! merge::` runs one file of it.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that panics has found something"
)]

use proptest::test_runner::{Config, RngSeed};

/// What random values begin with: always the same, unless `PROPTEST_RNG_SEED` says another number,
/// as `npm run test:hostile` does.
fn beginning() -> Option<u64> {
    std::env::var("PROPTEST_RNG_SEED").ok().map(|text| text.parse().unwrap())
}

/// How often something is tried: a tenth of what is tried with values that are new.
fn times(all: u32) -> u32 {
    if beginning().is_some() { all } else { all / 10 }
}

/// How a property is tried.
fn cases(all: u32) -> Config {
    let rng_seed = RngSeed::Fixed(beginning().unwrap_or(1));
    Config { cases: times(all), rng_seed, failure_persistence: None, ..Config::default() }
}

/// A list of cases.json.
fn cases_of<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let cases: serde_json::Value = serde_json::from_str(include_str!("cases.json")).unwrap();
    serde_json::from_value(cases[name].clone()).unwrap()
}

/// As [`cases_of`], of texts.
fn data(name: &str) -> Vec<String> {
    cases_of(name)
}

mod about;
mod agent_framework;
mod approved;
mod chrome_plan;
mod claims;
mod commands;
mod conversation;
mod corpus;
mod crowd;
mod damage;
mod data;
mod dialects;
mod dice;
mod doors;
mod edits;
mod failed;
mod first_loop;
mod fuzz;
mod held;
mod held_decisions;
mod ids;
mod layers;
mod lease;
mod links;
mod lobehub;
mod merge;
mod names;
mod operations;
mod options;
mod pi;
mod preview;
mod read_back;
mod reading;
mod reminders;
mod renamed;
mod repeated;
mod rewind;
mod reworded;
mod room;
mod rule;
mod run;
mod said;
mod scene;
mod sentences;
mod shown;
mod sites;
mod snapshot;
mod stale;
mod tasks;
mod team;
mod tree;
mod undo;
mod voice;
mod waiting;
