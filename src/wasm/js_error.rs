//! `TodoError` in JavaScript: a class that extends `Error`.

use wasm_bindgen::prelude::*;

use crate::list::error::TodoError;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &'static str = r#"
/**
 * Thrown when an operation is refused. The store is then unchanged.
 *
 * @example
 * ```ts
 * import { TodoError, type TodoErrorCode, TodoStore } from "agent-todos";
 *
 * try {
 *   new TodoStore().complete(3);
 * } catch (error) {
 *   const code: TodoErrorCode | undefined = error instanceof TodoError ? error.code : undefined;
 *   console.log(code); // → unknown_id
 * }
 * ```
 */
export class TodoError extends Error {
    constructor(code: TodoErrorCode, message: string, options?: { cause?: unknown });
    /** The kind of error. Codes are stable; messages are for people and models, and may change. */
    readonly code: TodoErrorCode;
    /** Always `"TodoError"`. */
    readonly name: "TodoError";
}
"#;

#[wasm_bindgen(module = "/src/wasm/error.js")]
extern "C" {
    #[wasm_bindgen(js_name = TodoError)]
    type JsTodoError;
    #[wasm_bindgen(constructor, js_class = TodoError)]
    fn new(code: &str, message: &str) -> JsTodoError;
    #[wasm_bindgen(js_name = causedError)]
    fn caused_error(code: &str, message: &str, cause: JsValue) -> JsValue;
}

impl From<TodoError> for JsValue {
    #[inline(never)]
    fn from(error: TodoError) -> Self {
        JsTodoError::new(error.code().as_str(), error.message()).into()
    }
}

/// An argument that could not be read, because foreign code threw while it was read.
pub struct Unreadable {
    pub error: TodoError,
    cause: JsValue,
}

impl Unreadable {
    pub fn new(error: TodoError, cause: JsValue) -> Self {
        Self { error, cause }
    }
}

impl From<TodoError> for Unreadable {
    fn from(error: TodoError) -> Self {
        Self::new(error, JsValue::UNDEFINED)
    }
}

impl From<Unreadable> for JsValue {
    #[inline(never)]
    fn from(Unreadable { error, cause }: Unreadable) -> Self {
        if cause.is_undefined() {
            return error.into();
        }
        caused_error(error.code().as_str(), error.message(), cause)
    }
}
