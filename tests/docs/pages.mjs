// The Markdown pages that users and contributors read.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../pkg-template/build/places.mjs";

/** The pages of the documentation, below the repository, with `/`. */
export const documentation = readdirSync(join(root, "www", "docs"), {
	recursive: true,
})
	.filter((path) => path.endsWith(".md"))
	.map((path) => `www/docs/${path.replaceAll("\\", "/")}`)
	.sort();

export const pages = [
	"README.md",
	"pkg-template/README.md",
	...["ADDING", "ARCHITECTURE", "CONTRIBUTING", "RELEASING", "WRITING"].map(
		(name) => `.github/${name}.md`,
	),
	".github/SECURITY.md",
	"tests/README.md",
	...documentation,
];

export const textOf = (page) => readFileSync(join(root, page), "utf8");
