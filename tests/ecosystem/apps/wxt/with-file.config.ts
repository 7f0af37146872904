// WXT makes import.meta.url the page's address, so the file has to lie at the top of the extension.

import { fileURLToPath } from "node:url";
import { defineConfig } from "wxt";

const absoluteSrc = fileURLToPath(
	import.meta.resolve("agent-todos/agent_todos_bg.wasm"),
);

export default defineConfig({
	manifest: {
		name: "agent-todos",
		version: "1.0",
		content_security_policy: {
			extension_pages: "script-src 'self' 'wasm-unsafe-eval'",
		},
	},
	hooks: {
		"build:publicAssets": (_, files) =>
			void files.push({ absoluteSrc, relativeDest: "agent_todos_bg.wasm" }),
	},
	vite: () => ({ optimizeDeps: { exclude: ["agent-todos"] } }),
});
