// Builds the page of `npm run eval` into target/eval: the shop, and an agent that is not published.

import { defineConfig } from "vite";
import demo, { shopPages } from "./vite.config.ts";

export default defineConfig({
	...demo,
	build: {
		...demo.build,
		outDir: "../target/eval",
		rolldownOptions: {
			input: ["/eval.html", ...shopPages],
		},
	},
});
