// A plugin of TypeDoc: the way back from its pages to the docs, which TypeDoc's own
// `navigationLinks` cannot write relative to each page.

import { JSX } from "typedoc";

export function load(app) {
	app.renderer.hooks.on("sidebar.begin", (context) =>
		JSX.createElement(
			"a",
			{ href: context.relativeURL("../../index.html") },
			"agent-todos docs",
		),
	);
}
