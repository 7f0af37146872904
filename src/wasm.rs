//! What JavaScript sees: the `TodoStore` class and the tools, marshalled and nothing else.
//!
//! Three rules hold here. JavaScript code runs only while nothing of a store is borrowed, so a
//! listener or a getter may call anything, `free()` included. What comes in is taken as a
//! `JsValue` and checked, so a wrong type is a `TodoError` and never a coercion. What goes out and
//! has not changed is the same JavaScript value as before, so reading is cheap and `===` works.

mod boundary;
mod error;
mod store;
mod tools;
#[cfg(feature = "types")]
mod types;
mod view;

/// Smaller and faster in wasm than the default allocator.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Without the standard library somebody has to say what a panic does. None is reachable.
#[cfg(not(feature = "std"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
