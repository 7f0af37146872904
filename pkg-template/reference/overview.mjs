// The first page of the reference.

export function overviewPage() {
	return {
		path: "reference/index.md",
		text: `---
title: Reference
description: Every exported name, every dialect and the custom element, generated from the package and the crate.
---

# Reference

All of it is generated from the package and the crate when this site is built.

- [Dialects](dialects/index.md): each todo tool that agent-todos speaks, with its schema and examples of calls and answers.
- [\`<agent-todos>\`](element.md): attributes, properties, events, parts and custom properties of the custom element.
- [TypeScript](typescript/index.html): every name that the package exports, such as [\`TodoStore\`](typescript/classes/agent-todos.TodoStore.html).
- [Rust](rust/agent_todos/index.html): the crate.
`,
	};
}

/** Returns the page in its place in the package, which has no pages of TypeDoc and rustdoc. */
export function packedOverview() {
	return {
		path: "reference/index.md",
		text: `---
title: Reference
description: Where the package has each exported name with its example, each tool's schema, and the custom element.
---

# Reference

- **TypeScript**: [\`types/\`](../../types/index.d.ts) has every exported name with a comment, and every function and class with an example. Editors show both.
- **Dialects**: \`tools(store, { dialect })\` has the name, the description and the schema of each tool.
- [\`<agent-todos>\`](element.md): attributes, properties, methods, events, parts and custom properties.
`,
	};
}
