//! `TodoError` as JavaScript has it: a class of its own that extends `Error`.

use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::describe::WasmDescribe;
use wasm_bindgen::prelude::*;

use crate::list::error::TodoError;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/** Why an operation was refused. The store it was tried on is exactly as before. */
export class TodoError extends Error {
    constructor(code: TodoErrorCode, message: string, options?: { cause?: unknown });
    /** Stable; the message is for people and models and may change. */
    readonly code: TodoErrorCode;
    readonly name: "TodoError";
}
"#;

#[wasm_bindgen(module = "/src/wasm/error.js")]
extern "C" {
    #[wasm_bindgen(js_name = putDown)]
    fn put_down(code: &str, message: &str);
}

/// What an exported function gives: a value, or an error that is thrown.
///
/// wasm-bindgen's own `Result` crosses the boundary as two or three values, which costs more than
/// the rest of a call. Throwing from within WebAssembly would leave its stack pointer where it was.
/// So the error is put down on the JavaScript side, and the glue, which calls every function here,
/// throws it when the call is over.
pub struct Checked<T>(pub Result<T, TodoError>);

impl<T: WasmDescribe> WasmDescribe for Checked<T> {
    fn describe() {
        T::describe();
    }
}

impl<T: IntoWasmAbi<Abi: Default>> IntoWasmAbi for Checked<T> {
    type Abi = T::Abi;

    fn into_abi(self) -> T::Abi {
        match self.0 {
            Ok(value) => value.into_abi(),
            Err(error) => {
                put_down(error.code().as_str(), error.message());
                T::Abi::default()
            }
        }
    }
}
