// What stands for todos that are still planned.

import { h } from "../dom/template.js";

export const skeleton = (lines: number) =>
	h(
		"div.skeleton",
		{ part: "skeleton", "aria-hidden": "true" },
		...Array.from({ length: lines }, (_, line) => h("i", { key: line })),
	);
