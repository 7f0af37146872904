//! What JavaScript sees: the `TodoStore` class and the tools, marshalled and nothing else.
//!
//! Three rules hold here. JavaScript code of others runs only while nothing of a store is borrowed:
//! the npm package reads what comes in before a call (`pkg-template/src/boundary.ts`), and listeners
//! hear of a change after it, so both may call anything, `free()` included. What comes in is a number
//! or a text that was checked there; no value is coerced. What goes out and has not changed is the
//! same JavaScript value as before, so reading is cheap and `===` works.

mod boundary;
mod error;
#[cfg(feature = "run")]
mod run;
mod store;
#[cfg(feature = "tasks")]
mod task;
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
