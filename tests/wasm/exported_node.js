// What the crate exports, for tests in Node: see exported.rs. The path is the one under which the runner loads the module
// that it writes for a test, four folders above the place where it puts this file. The two import each other; neither
// uses the other while it loads.
export * as exported from "../../../../wasm-bindgen-test.js";
