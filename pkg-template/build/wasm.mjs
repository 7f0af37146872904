// Compiles the core: cargo → wasm-bindgen → wasm-opt. Leaves the wasm in target/wasm-opt and what the TypeScript sources
// import in pkg-template/generated:
//   agent_todos_bg.js + .d.ts   the glue, without any loading of its own (src/load.ts does that)
//   agent_todos.d.ts            the types that wasm-bindgen wrote from the Rust
//   error.js + .d.ts            the class TodoError, under a path without the hash that snippets have
//   wasm_base64.js + .d.ts      the wasm itself as text, for the entry that serves no file

import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { run } from "./command.mjs";
import { bound, compiled, generated, optimised, root, tool } from "./places.mjs";
import { wasmTarget } from "./toolchain.mjs";

// Chosen by size after Brotli, which is what users download: see `node pkg-template/build/compare.mjs`.
export const wasmOptFlags = ["-O3"];

const wasmOpt = join(root, "node_modules", "binaryen", "bin", "wasm-opt");

export function buildWasm() {
  run("cargo", ["build", "--quiet", "--release", "--target", wasmTarget]);
  bind();
  optimise();
  generate();
}

/**
 * The `bundler` target is the one whose glue only declares things: it exports every import the wasm needs and
 * `__wbg_set_wasm`, and leaves fetching and instantiating to us.
 */
function bind() {
  rmSync(bound, { recursive: true, force: true });
  run(tool("wasm-bindgen"), [
    compiled, "--target", "bundler", "--remove-name-section", "--remove-producers-section", "--out-dir", bound,
  ]);
}

/** Skipped when neither the wasm nor the flags changed: it is the one step that takes seconds and does not know by itself. */
function optimise() {
  const input = join(bound, "agent_todos_bg.wasm");
  const stampFile = join(dirname(optimised), "made-from");
  const stamp = createHash("sha256")
    .update(readFileSync(input))
    .update(wasmOptFlags.join(" "))
    .update(readFileSync(join(wasmOpt, "../../package.json")))
    .digest("hex");
  if (existsSync(optimised) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  rmSync(stampFile, { force: true });
  wasmOptimised(input, optimised, wasmOptFlags);
  writeFileSync(stampFile, stamp);
}

/** Which WebAssembly features the wasm may use is read from the wasm itself, so none is named here. */
export function wasmOptimised(input, output, flags) {
  mkdirSync(dirname(output), { recursive: true });
  run(process.execPath, [wasmOpt, input, ...flags, "-o", output]);
}

function generate() {
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });
  const write = (name, text) => writeFileSync(join(generated, name), text);

  cpSync(join(bound, "agent_todos_bg.js"), join(generated, "agent_todos_bg.js"));
  write("agent_todos.d.ts", types());
  write("agent_todos_bg.d.ts", `export * from "./agent_todos.js";\nexport function __wbg_set_wasm(exports: object): void;\n`);
  snippets(write);
  write("wasm_base64.js", `export const wasmBase64 = "${readFileSync(optimised).toString("base64")}";\n`);
  write("wasm_base64.d.ts", "export const wasmBase64: string;\n");
}

/** `[Symbol.dispose]` is younger than the default library of many projects: say that these types need it. */
function types() {
  return `/// <reference lib="esnext.disposable" />\n${readFileSync(join(bound, "agent_todos.d.ts"), "utf8")}`;
}

/** The glue imports the JavaScript of src/wasm from folders whose names hold a hash; our sources need one of them by name. */
function snippets(write) {
  const folder = join(bound, "snippets");
  cpSync(folder, join(generated, "snippets"), { recursive: true });
  const error = readdirSync(folder, { recursive: true }).find((path) => basename(path) === "error.js");
  write("error.js", `export { TodoError } from "./snippets/${error.split(sep).join("/")}";\n`);
  write("error.d.ts", `export { TodoError } from "./agent_todos.js";\n`);
}
