// The shadcn registry of the site: registry.json as it stands, and a file for each of its items,
// with the code of their files in it.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";

const source = join(root, "www", "registry");

/** Writes the registry into a folder, which the site serves as `r/`. */
export function writeRegistry(folder) {
	const text = readFileSync(join(source, "registry.json"), "utf8");
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "registry.json"), text);
	for (const item of JSON.parse(text).items)
		writeFileSync(
			join(folder, `${item.name}.json`),
			JSON.stringify({
				$schema: "https://ui.shadcn.com/schema/registry-item.json",
				...item,
				files: item.files.map((file) => ({
					...file,
					content: readFileSync(join(source, file.path), "utf8"),
				})),
			}),
		);
}
