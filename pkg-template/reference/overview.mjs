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
