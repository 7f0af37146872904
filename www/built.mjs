// What several files of tests open: the pages of the demo and the extension, as Vite builds them.
// Files run at the same time, so each is built by the first that asks, and again only when
// something changed.

import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { lock } from "proper-lockfile";
import {
	generated,
	installed,
	root,
	target,
} from "../pkg-template/build/places.mjs";
import { unlessBuilt } from "../pkg-template/build/stamp.mjs";

const www = join(root, "www");

export const builtDemo = join(target, "www");
export const builtEval = join(target, "eval");
export const extensionFolder = join(target, "extension");

export const buildDemo = () =>
	once("www", builtDemo, "index.html", {
		root: www,
		configFile: join(www, "vite.config.ts"),
		logLevel: "warn",
	});

export const buildEval = () =>
	once("eval", builtEval, "eval.html", {
		root: www,
		configFile: join(www, "vite.eval.config.ts"),
		logLevel: "warn",
	});

export const buildExtension = () =>
	once("extension", extensionFolder, join("chromium", "manifest.json"), {
		configFile: join(www, "vite.extension.config.ts"),
		logLevel: "error",
	});

/** `npm run site`, in a program of its own, which skips what is built. */
export const buildSite = () =>
	alone(join(target, "site"), () =>
		promisify(execFile)(process.execPath, [join(www, "site", "build.mjs")], {
			cwd: root,
		}),
	);

const once = (name, folder, output, options) =>
	alone(folder, () =>
		unlessBuilt(
			{
				name,
				inputs: [www, installed, generated, join(root, "package-lock.json")],
				outputs: [join(folder, output)],
			},
			// Only then: it takes a second to load.
			async () => (await import("vite")).build(options),
		),
	);

/** Calls `act` while no other process builds this folder. */
async function alone(folder, act) {
	mkdirSync(folder, { recursive: true });
	const release = await lock(folder, {
		lockfilePath: `${folder}.lock`,
		stale: 120_000,
		retries: { forever: true, minTimeout: 100, maxTimeout: 500 },
	});
	try {
		await act();
	} finally {
		await release();
	}
}
