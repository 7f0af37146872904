// WXT makes import.meta.url the page's address, so the file has to lie at the top of the extension.

import { fileURLToPath } from "node:url";
import { defineConfig } from "wxt";
import inline from "./inline.config";

const absoluteSrc = fileURLToPath(
	import.meta.resolve("agent-todos/agent_todos_bg.wasm"),
);

export default defineConfig({
	...inline,
	hooks: {
		"build:publicAssets": (_, files) =>
			void files.push({ absoluteSrc, relativeDest: "agent_todos_bg.wasm" }),
	},
	vite: () => ({ optimizeDeps: { exclude: ["agent-todos"] } }),
});
