// What the built code may use: browsers with `light-dark()` in CSS, which the colours of page and
// extension are written in.

import type { BuildOptions } from "vite";

export const browsers = {
	target: ["chrome123", "firefox120", "safari17.5"],
} satisfies BuildOptions;
