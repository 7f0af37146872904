// Builds the pages into target/www and serves them: the front page, the playground, and the shop
// that the agent uses. They import the packed package from node_modules/agent-todos, as a user's
// page would.

import { defineConfig } from "vite";
import { browsers } from "./vite.browsers.ts";

export const shopPages = [
	"index",
	"product",
	"basket",
	"contact",
	"address",
	"shipping",
	"code",
	"mail",
	"confirmation",
].map((page) => `/shop/${page}.html`);

export default defineConfig({
	// Relative, so that the built folder works under any path.
	base: "./",
	// Pages, not one app: what is not there is a 404.
	appType: "mpa",
	cacheDir: "../target/vite",
	build: {
		outDir: "../target/www",
		emptyOutDir: true,
		...browsers,
		// The agent, with the AI SDK: loaded when a reader asks for it.
		chunkSizeWarningLimit: 1000,
		rolldownOptions: {
			input: ["/index.html", "/playground.html", ...shopPages],
		},
	},
	server: { port: 4170 },
	// Another program may sit on the port: then Vite takes the next one and prints it.
	preview: { port: 4170, strictPort: false },
});
