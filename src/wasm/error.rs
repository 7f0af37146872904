//! `TodoError` as JavaScript has it: a class of its own that extends `Error`.

use wasm_bindgen::prelude::*;

use crate::error;

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
    /// The class that JavaScript catches.
    pub type TodoError;

    #[wasm_bindgen(constructor)]
    fn new(code: &str, message: &str) -> TodoError;

    /// What was wrong.
    #[wasm_bindgen(method, getter)]
    pub fn message(this: &TodoError) -> String;
}

impl From<error::TodoError> for TodoError {
    fn from(error: error::TodoError) -> Self {
        Self::new(error.code().as_str(), error.message())
    }
}

impl TodoError {
    /// For what the types forbid and JavaScript can pass all the same.
    pub fn invalid(message: &str) -> Self {
        error::TodoError::invalid(message).into()
    }
}
