// Placeholder: makes the wasm instance, once.
import * as glue from "../generated/agent_todos_bg.js";

let ready: Promise<void> | undefined;

glue.__wbg_set_wasm(new Proxy({}, { get() { throw new Error("agent-todos is used before init() has finished"); } }));

/** From bytes or a module, at once. */
export function initSync(source: BufferSource | WebAssembly.Module): void {
  const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  start(new WebAssembly.Instance(module, { "./agent_todos_bg.js": glue as unknown as WebAssembly.ModuleImports }));
}

function start(instance: WebAssembly.Instance): void {
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
}

export function once(make: () => Promise<BufferSource>): Promise<void> {
  ready ??= make().then(initSync);
  return ready;
}
