// Builds the extension into target/extension/chromium, ready for "Load unpacked", and
// target/extension/firefox, ready for "Load Temporary Add-on": the same code, and a manifest for
// each. The script in the page is one file, as no page can import one.

import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";
import { build, defineConfig } from "vite";
import { manifestFor } from "./extension/manifest.ts";
import { browsers } from "./vite.browsers.ts";

const target = join(import.meta.dirname, "..", "target", "extension");
const chromium = join(target, "chromium");

export default defineConfig({
	root: join(import.meta.dirname, "extension"),
	base: "./",
	cacheDir: "../../target/vite-extension",
	plugins: [withoutEval(), pageScript(), manifests()],
	build: {
		outDir: chromium,
		emptyOutDir: true,
		...browsers,
		// Its preload code uses `document`, which a service worker has not.
		modulePreload: false,
		rolldownOptions: {
			// From the root, whatever the working directory.
			input: {
				worker: "/worker.ts",
				panel: "/panel.html",
				options: "/options.html",
			},
			// The manifest names worker.js.
			output: { entryFileNames: "[name].js" },
		},
	},
});

/**
 * zod, which the AI SDK brings, tries whether it may write code. Here it may not, and a store's
 * linter objects to the question.
 */
function withoutEval(): Plugin {
	return {
		name: "without-eval",
		transform: {
			filter: { id: /zod\/v4\/core\/util\.js$/ },
			handler: (code) =>
				code.replace(
					/export const allowsEval = [\s\S]*?\n\}\);/,
					"export const allowsEval = { value: false };",
				),
		},
	};
}

function pageScript(): Plugin {
	return {
		name: "page-script",
		async closeBundle() {
			await build({
				configFile: false,
				root: join(import.meta.dirname, "extension"),
				publicDir: false,
				logLevel: "warn",
				build: {
					outDir: chromium,
					emptyOutDir: false,
					...browsers,
					modulePreload: false,
					rolldownOptions: {
						input: { page: join(import.meta.dirname, "extension", "page.ts") },
						output: { entryFileNames: "[name].js", format: "iife" },
					},
				},
			});
		},
	};
}

function manifests(): Plugin {
	return {
		name: "manifests",
		closeBundle: {
			order: "post",
			sequential: true,
			async handler() {
				const firefox = join(target, "firefox");
				await rm(firefox, { recursive: true, force: true });
				await cp(chromium, firefox, { recursive: true });
				for (const browser of ["chromium", "firefox"] as const)
					await writeFile(
						join(target, browser, "manifest.json"),
						JSON.stringify(manifestFor(browser), undefined, "\t"),
					);
			},
		},
	};
}
