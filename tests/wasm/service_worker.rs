//! The bodies in a service worker.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

mod bodies;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_service_worker);
