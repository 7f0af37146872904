// Lighthouse, which measures the pages of the site.

import { toolOnNewerNode } from "./newer-node.mjs";

export const lighthouse = toolOnNewerNode({
	name: "lighthouse",
	version: "13.5.0",
	script: "cli/index.js",
	purpose: "to measure the pages of the site",
});
