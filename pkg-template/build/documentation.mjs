// The documentation in the package: the pages of www/docs, the reference of the element, and the
// README with links to them.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { elementPage } from "../reference/element.mjs";
import { packedOverview } from "../reference/overview.mjs";
import { pkg, root, template } from "./places.mjs";

/**
 * Puts README.md and docs/ into pkg/, where custom-elements.json must be already. `homepage` is the
 * manifest's.
 */
export function writeDocumentation(homepage) {
	const readme = readFileSync(join(template, "README.md"), "utf8");
	writeFileSync(join(pkg, "README.md"), withPackedLinks(readme, homepage));
	const docs = join(pkg, "docs");
	cpSync(join(root, "www", "docs"), docs, {
		recursive: true,
		filter: (path) => !path.endsWith(".json"),
	});
	mkdirSync(join(docs, "reference"), { recursive: true });
	for (const { path, text } of [packedOverview(), elementPage(pkg)])
		writeFileSync(join(docs, path), text);
}

/**
 * Returns the README as npm shows it, which is outside of the package: links to pages of the
 * documentation, and the picture, lead to the homepage, where the site has them. Until there is
 * one, the links lead to docs/ of the package, and the picture is left out. What only the
 * repository has is no link.
 */
export function withPackedLinks(readme, homepage) {
	const site = homepage?.replace(/\/$/, "");
	return readme
		.replaceAll(
			/\]\(\.\.\/www\/docs\/([\w/-]+)\.md/g,
			site === undefined ? "](docs/$1.md" : `](${site}/docs/$1.html`,
		)
		.replaceAll(
			/!\[([^\]]*)\]\(\.\.\/www\/pictures\/([\w.]+)\)\n\n/g,
			site === undefined ? "" : `![$1](${site}/pictures/$2)\n\n`,
		)
		.replaceAll(/\[([^\]]*)\]\(\.\.\/\.github\/[\w.]+\)/g, "$1")
		.replaceAll("](../LICENSE)", "](LICENSE)");
}
