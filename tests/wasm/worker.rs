//! The bodies in a dedicated worker.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

mod bodies;
mod exported;

use wasm_bindgen::prelude::*;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen(module = "/tests/wasm/exported_browser.js")]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = exported)]
    static EXPORTED: JsValue;
}
