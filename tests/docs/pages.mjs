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

/** The pages of the reference, which the package and the site have, and a clone only when built. */
export const references = ["element", "index"].map(
	(name) => `www/docs/reference/${name}.md`,
);

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
