//! What JavaScript sees: classes and functions that convert and call, and hold no rule.
//!
//! Three things hold here. Code of others (getters, Proxies, `toJSON`, listeners) runs only while nothing of a
//! store is borrowed: arguments are converted before a call and listeners hear of a change after it, so both may
//! call anything, `free()` included. No argument is coerced. What goes out and has not changed is the same
//! JavaScript value as before.

#[cfg(feature = "todos")]
mod conversation;
#[cfg_attr(not(all(feature = "todos", feature = "tasks")), allow(dead_code))]
mod convert;
mod error;
#[cfg(feature = "todos")]
mod run;
#[cfg(feature = "todos")]
mod store;
#[cfg(feature = "tasks")]
mod tasks;
#[cfg(feature = "todos")]
mod tools;
mod values;
#[cfg(feature = "todos")]
mod view;

use wasm_bindgen::prelude::*;

/// Smaller and faster in wasm than the default allocator.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// The version of the package that this module was built for. One of another version may lack what its JavaScript calls.
#[wasm_bindgen(js_name = moduleVersion)]
pub fn module_version() -> js_sys::JsString {
    env!("CARGO_PKG_VERSION").into()
}
