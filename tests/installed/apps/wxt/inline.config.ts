import { defineConfig } from "wxt";

export default defineConfig({
	manifest: {
		name: "agent-todos",
		version: "1.0",
		content_security_policy: {
			extension_pages: "script-src 'self' 'wasm-unsafe-eval'",
		},
	},
});
