// A Cloudflare Worker, which compiles no WebAssembly while it runs: the module is one of its own.

import { init, TodoStore } from "agent-todos";
import wasm from "agent-todos/agent_todos_bg.wasm";

export default {
	async fetch() {
		await init({ module_or_path: wasm });
		return new Response(new TodoStore().getXml());
	},
};
