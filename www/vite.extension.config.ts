// Builds the sample extension into target/extension, ready for "Load unpacked" in Chromium and "Load Temporary Add-on" in
// Firefox.

import { defineConfig } from "vite";
import { browsers } from "./vite.browsers.ts";

export default defineConfig({
	root: "extension",
	base: "./",
	cacheDir: "../../target/vite-extension",
	build: {
		outDir: "../../target/extension",
		emptyOutDir: true,
		...browsers,
		// Its preload code uses `document`, which a service worker has not.
		modulePreload: false,
		rolldownOptions: {
			// From the root, whatever the working directory.
			input: { background: "/background.ts", panel: "/panel.html" },
			// The manifest names background.js.
			output: { entryFileNames: "[name].js" },
		},
	},
});
