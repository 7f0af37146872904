// Makes the one WebAssembly instance behind every entry, and sees to it that what cannot work says so.

import * as glue from "../generated/agent_todos_bg.js";
import { TodoError } from "../generated/error.js";

/** The WebAssembly module: its bytes, or compiled. A compiled one can be sent to a worker. */
export type WasmSource = BufferSource | WebAssembly.Module;

/** As declared where WebAssembly's own functions are: the part of them that this file needs. */
type Exports = Record<string, (...args: number[]) => unknown>;

let started: Promise<void> | undefined;

/**
 * Makes the package ready from the WebAssembly module, at once. Does nothing when it is ready already.
 *
 * For where nothing may be awaited. Browsers refuse it on a page's main thread for modules above 8 MB, which this one
 * is far from.
 */
export function initSync(source: WasmSource): void {
  if (isReady()) return;
  const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  start(new WebAssembly.Instance(module, imports));
  started = Promise.resolve();
}

/** Makes the package ready from what `load` gives, once: later calls get the same promise, unless it failed. */
export function initOnce(load: () => Promise<WasmSource | Response>): Promise<void> {
  started ??= load()
    .then(instantiate)
    .then((instance) => {
      // initSync may have been quicker.
      if (!isReady()) start(instance);
    })
    .catch((error: unknown) => {
      started = undefined;
      throw error;
    });
  return started;
}

async function instantiate(source: WasmSource | Response): Promise<WebAssembly.Instance> {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
  if (!(source instanceof Response)) return (await WebAssembly.instantiate(source, imports)).instance;
  const type = source.headers.get("Content-Type") ?? "";
  // A page is what many hosts answer, with 200, for a file that is not there.
  if (!source.ok || type.startsWith("text/html")) {
    throw new Error(`agent-todos: ${source.url} answered ${source.ok ? `with ${type}` : source.status}: is agent_todos_bg.wasm served there?`);
  }
  const { instance } = type.startsWith("application/wasm")
    ? await WebAssembly.instantiateStreaming(source, imports)
    : await WebAssembly.instantiate(await source.arrayBuffer(), imports);
  return instance;
}

function start(instance: WebAssembly.Instance): void {
  const exports = instance.exports as unknown as Exports;
  const { __wbg_todostore_free: free, __wbindgen_start: run } = exports as Record<string, (...args: number[]) => unknown>;
  glue.__wbg_set_wasm({
    ...exports,
    // 1 puts the release off until a call in progress is over, so that a listener may free its store.
    __wbg_todostore_free: (pointer: number) => free?.(pointer, 1),
  });
  ready = true;
  run?.();
}

let ready = false;

function isReady(): boolean {
  return ready;
}

/** What the module calls: the generated functions, one of them with a better message. */
const imports = { "./agent_todos_bg.js": { ...(glue as unknown as WebAssembly.ModuleImports) } };
const functions = imports["./agent_todos_bg.js"];
for (const name of Object.keys(functions)) {
  if (name.startsWith("__wbg___wbindgen_throw_")) {
    const original = functions[name] as (pointer: number, length: number) => never;
    functions[name] = (pointer: number, length: number): never => {
      try {
        return original(pointer, length);
      } catch (error) {
        if (!String(error).includes("null pointer")) throw error;
        throw new TodoError("freed", "this TodoStore was freed and cannot be used any more: make a new one");
      }
    };
  }
}

// Until the instance is there, whatever is called first finds this in its place.
glue.__wbg_set_wasm(
  new Proxy(
    {},
    {
      get() {
        throw new TodoError("not_initialized", "agent-todos is not ready: await init() before the first use of TodoStore or tools()");
      },
    },
  ),
);
