// In an extension, the WebAssembly lies at its top.

import { init } from "agent-todos";

export const ready = () =>
	init({ module_or_path: chrome.runtime.getURL("agent_todos_bg.wasm") });
