//! What JavaScript sees: classes and functions that convert values and call the core. They contain
//! no rules.
//!
//! Three properties hold here:
//!
//! - Foreign code (getters, Proxies, `toJSON`, listeners) runs only while no store is borrowed.
//!   Arguments are converted before a call, and listeners are notified after it, so foreign code
//!   may call anything, including `free()`.
//! - No argument is coerced.
//! - A returned value that has not changed is the same JavaScript value as before.

#[cfg_attr(not(all(feature = "todos", feature = "tasks")), allow(dead_code))]
mod convert;
#[cfg(feature = "todos")]
mod core_conversation;
#[cfg(feature = "todos")]
mod js_cache;
mod js_error;
#[cfg(feature = "todos")]
mod run;
#[cfg(feature = "todos")]
mod store_approval;
#[cfg(feature = "todos")]
mod store_document;
#[cfg(feature = "todos")]
mod store_queue;
#[cfg(feature = "todos")]
mod store_todos;
#[cfg(feature = "tasks")]
mod tasks;
#[cfg(feature = "todos")]
mod todo_store;
#[cfg(feature = "todos")]
mod tools;
mod values;

use wasm_bindgen::prelude::*;

/// This allocator makes the module smaller and faster than the default one.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Returns the version of the package that this module was built for. A module of another version
/// may lack functions that the package's JavaScript calls.
#[wasm_bindgen(js_name = moduleVersion)]
pub fn module_version() -> js_sys::JsString {
    env!("CARGO_PKG_VERSION").into()
}
