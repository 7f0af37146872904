// What the crate exports, for tests in browsers: as exported_node.js, but there the runner loads its module under a name
// without an extension, and under another name it would be another module, without its wasm.
export * as exported from "../../../../wasm-bindgen-test";
