// THIRD-PARTY-LICENSES.txt of the package: the licences of what it contains and we did not write,
// which are the crates in the WebAssembly modules and the npm packages in the scripts.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { output } from "./command.mjs";
import { modules } from "./places.mjs";

/** Returns the licences as text. `packages` are the folders of the npm packages in the scripts. */
export function licenses(packages) {
	const byText = new Map();
	for (const part of [...shippedCrates(), ...packages.map(npmPackage)]) {
		const text = textsIn(part.folder).join("\n");
		const name = `${part.name} ${part.version} (${part.license})`;
		byText.set(text, [...(byText.get(text) ?? []), name]);
	}
	const sections = [...byText].map(
		([text, names]) => `${names.join("\n")}\n\n${text}`,
	);
	return [
		"What the npm package agent-todos contains of others. Of several licences, the text of the one that is used here follows.",
		"The WebAssembly modules also contain parts of Rust's standard library, under the licence MIT OR Apache-2.0:\nhttps://github.com/rust-lang/rust. Copyright (c) The Rust Project Contributors. The text of the MIT licence is below.",
		...sections,
	].join(`\n\n${"-".repeat(80)}\n\n`);
}

/** Returns the crates that the modules are linked from: no build scripts, no macros, no tests. */
export function shippedCrates() {
	const { packages, resolve } = JSON.parse(
		output("cargo", [
			"metadata",
			"--format-version=1",
			"--filter-platform=wasm32-unknown-unknown",
			`--features=${modules.map(({ features }) => features).join()}`,
		]),
	);
	const find = (list) => new Map(list.map((one) => [one.id, one]));
	const [crates, nodes] = [find(packages), find(resolve.nodes)];
	const found = new Set([resolve.root]);
	for (const id of found)
		for (const { pkg, dep_kinds } of nodes.get(id).deps) {
			const isMacro = crates
				.get(pkg)
				.targets.some(({ kind }) => kind.includes("proc-macro"));
			if (!isMacro && dep_kinds.some(({ kind }) => kind === null))
				found.add(pkg);
		}
	found.delete(resolve.root);
	return [...found]
		.map((id) => crates.get(id))
		.map(({ name, version, license, manifest_path }) => ({
			name,
			version,
			license,
			folder: dirname(manifest_path),
		}))
		.sort((one, other) => one.name.localeCompare(other.name));
}

function npmPackage(folder) {
	const { name, version, license } = JSON.parse(
		readFileSync(join(folder, "package.json"), "utf8"),
	);
	return { name, version, license, folder };
}

/** Returns all but Apache's: what is offered under it is offered under MIT, too. */
function textsIn(folder) {
	const texts = readdirSync(folder)
		.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
		.filter((file) => !/apache/i.test(file))
		.sort()
		.map((file) => readFileSync(join(folder, file), "utf8").trim());
	if (texts.length === 0)
		throw new Error(`${folder} contains no licence that could be shipped`);
	return texts;
}
