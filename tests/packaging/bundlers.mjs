// How a user builds a web app with each bundler: production builds, minified, with no more
// configuration than the package needs. Each takes a project's folder, with `index.html` and
// `page.js`, and writes `dist/`.

import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import * as vite from "vite";
import webpack from "webpack";

const dist = (folder) => join(folder, "dist");
/** For bundlers that do not look for workers by themselves: a worker is an entry like the page. */
const scriptsOf = (folder) =>
	["page.js", "worker.js"].filter((file) => existsSync(join(folder, file)));
const copyPage = (folder) =>
	copyFileSync(join(folder, "index.html"), join(dist(folder), "index.html"));

/** `ready`: which file of apps/ready makes `agent-todos` find its WebAssembly. */
export const bundlers = {
	vite: {
		ready: "by-itself.js",
		async build(folder) {
			await vite.build({ root: folder, configFile: false, logLevel: "error" });
		},
	},

	webpack: {
		ready: "by-itself.js",
		async build(folder) {
			const compiler = webpack({
				mode: "production",
				context: folder,
				entry: "./page.js",
				output: { path: dist(folder), filename: "page.js" },
				// It warns above 244 kB, where the inline entry is by its nature.
				performance: false,
			});
			const stats = await new Promise((resolve, reject) =>
				compiler.run((error, stats) =>
					error ? reject(error) : resolve(stats),
				),
			);
			await new Promise((closed) => compiler.close(closed));
			if (stats.hasErrors() || stats.hasWarnings())
				throw new Error(
					stats.toString({ all: false, errors: true, warnings: true }),
				);
			// What webpack writes is a classic script.
			const page = readFileSync(join(folder, "index.html"), "utf8").replace(
				'type="module"',
				"defer",
			);
			writeFileSync(join(dist(folder), "index.html"), page);
		},
	},

	esbuild: {
		ready: "imported-url.js",
		async build(folder) {
			const { warnings } = await esbuild.build({
				absWorkingDir: folder,
				entryPoints: scriptsOf(folder),
				outdir: "dist",
				bundle: true,
				minify: true,
				format: "esm",
				loader: { ".wasm": "file" },
				logLevel: "silent",
			});
			if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
			copyPage(folder);
		},
	},

	rollup: {
		ready: "by-itself.js",
		async build(folder) {
			const minified = {
				name: "minified",
				renderChunk: async (code) => ({
					code: (await esbuild.transform(code, { minify: true, format: "esm" }))
						.code,
					map: null,
				}),
			};
			const bundle = await rollup({
				input: scriptsOf(folder).map((file) => join(folder, file)),
				// The worker is no asset: the plugin would copy it as it is.
				plugins: [
					nodeResolve({ browser: true }),
					importMetaAssets({ include: "**/node_modules/agent-todos/**" }),
					minified,
				],
				onwarn: ({ message }) => {
					throw new Error(message);
				},
			});
			await bundle.write({ dir: dist(folder), format: "es" });
			await bundle.close();
			copyPage(folder);
		},
	},
};
