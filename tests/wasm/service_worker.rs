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

/// The runner's page starts to wait for the worker to claim it only once `register()` has answered. The worker is often
/// quicker, and the page then waits in vain: so it claims a little later.
#[wasm_bindgen::prelude::wasm_bindgen(inline_js = r"
const claim = self.clients.claim.bind(self.clients);
self.clients.claim = () => new Promise((resolve) => setTimeout(resolve, 500)).then(claim);
export function claims_late() { return true; }
")]
extern "C" {
    fn claims_late() -> bool;
}

#[wasm_bindgen_test::wasm_bindgen_test]
fn the_page_was_given_time_to_wait() {
    assert!(claims_late());
}
