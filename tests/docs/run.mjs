// Checks the types of programs, and runs them.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { transformSync } from "esbuild";
import { SyntaxKind } from "typescript/unstable/ast";
import { root } from "../../pkg-template/build/places.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { searchTypes } from "../types/options.mjs";

/**
 * Returns what the compiler says, all files at once: it is the start that costs. A map from path to
 * messages.
 */
export function typeErrors(paths) {
	const folder = dirname(paths[0]);
	const config = join(folder, "tsconfig.json");
	writeFileSync(
		config,
		JSON.stringify({
			compilerOptions: {
				target: "es2022",
				module: "esnext",
				moduleResolution: "bundler",
				jsx: "react-jsx",
				lib: ["es2023", "dom", "dom.iterable", "esnext.disposable"],
				types: ["chrome", "node"],
				strict: true,
				noUncheckedIndexedAccess: true,
				exactOptionalPropertyTypes: true,
				allowJs: true,
				checkJs: true,
				skipLibCheck: true,
				noEmit: true,
			},
			files: paths,
		}),
	);
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[
			join(root, "node_modules", "typescript", "bin", "tsc"),
			"--project",
			config,
			"--pretty",
			"false",
		],
		{ cwd: folder, encoding: "utf8" },
	);
	const errors = new Map(
		paths.map((path) => [
			path,
			stdout
				.split("\n")
				.filter((line) => line.startsWith(`${basename(path)}(`)),
		]),
	);
	const placed = [...errors.values()].flat().length;
	if (status !== 0 && placed === 0)
		throw new Error(`tsc failed: ${stdout}${stderr}`);
	return errors;
}

/**
 * Returns the casts of the programs whose types `typeErrors` has just checked, by path: `x as T`,
 * `x!` and `any`. Each says that the types of the package do not say enough. (`as const` is none.)
 */
export function casts(paths) {
	const config = join(dirname(paths[0]), "tsconfig.json");
	return searchTypes(
		config,
		(_checker, program) =>
			new Map(
				paths.map((path) => [path, castsIn(program.getSourceFile(path))]),
			),
	);
}

function castsIn(file) {
	const found = [];
	const visit = (node) => {
		const text = file.text.slice(node.pos, node.end).trim();
		const isCast =
			[SyntaxKind.NonNullExpression, SyntaxKind.AnyKeyword].includes(
				node.kind,
			) ||
			(node.kind === SyntaxKind.AsExpression && !text.endsWith(" as const"));
		if (isCast) found.push(text);
		node.forEachChild(visit);
	};
	visit(file);
	return found;
}

/**
 * Writes a program as JavaScript next to its source, which becomes the working directory, and
 * returns its path.
 */
function written({ path, code, language }) {
	const script = path.replace(/\.\w+$/, ".mjs");
	writeFileSync(
		script,
		language === "js"
			? code
			: transformSync(code, {
					loader: language,
					format: "esm",
					target: "es2022",
					jsx: "automatic",
				}).code,
	);
	// What it writes is written beside it.
	process.chdir(dirname(script));
	return script;
}

/**
 * Runs a program in a thread of its own, compares what it prints unless `prints` is null, and
 * returns that.
 */
export async function run({ prints, ...program }) {
	const worker = new Worker(written(program), { stdout: true, stderr: true });
	const late = setTimeout(() => worker.terminate(), programPatience);
	const [[status], stdout, stderr] = await Promise.all([
		once(worker, "exit"),
		text(worker.stdout),
		text(worker.stderr),
	]).finally(() => clearTimeout(late));
	assert.equal(status, 0, stderr + stdout);
	if (prints !== null) assert.deepEqual(stdout.trimEnd().split("\n"), prints);
	return stdout;
}

/**
 * Returns `run(program)`, which does so in one thread for all, so that what they import is loaded
 * once, and `end()`. For programs that do not depend on being the first.
 */
export function inOneThread() {
	const worker = new Worker(new URL("./thread.mjs", import.meta.url));
	return {
		async run({ prints, ...program }) {
			worker.postMessage(pathToFileURL(written(program)).href);
			const signal = AbortSignal.timeout(programPatience);
			const [{ printed, error }] = await once(worker, "message", { signal });
			assert.equal(error, undefined, printed.join("\n"));
			if (prints !== null)
				assert.deepEqual(printed.join("\n").trimEnd().split("\n"), prints);
		},
		end: () => worker.terminate(),
	};
}
