// Finds in a script what browser extensions do not allow: code from text (their content security policy), `import()` and
// a wait at the top level (their service workers). Parsed, not searched for: comments, strings and names like
// `evaluate` are none of it.

import { parseAst } from "rollup/parseAst";

/** One line for each find, empty when there is none. */
export function forbiddenSyntax(code) {
	const found = [];
	const visit = (node, inFunction) => {
		if (Array.isArray(node)) {
			for (const child of node) visit(child, inFunction);
			return;
		}
		if (typeof node?.type !== "string") return;
		const what = forbidden(node, inFunction);
		if (what)
			found.push(`${what}: ${code.slice(node.start, node.end).slice(0, 80)}`);
		const inside = inFunction || /Function/.test(node.type);
		for (const child of Object.values(node))
			if (typeof child === "object") visit(child, inside);
	};
	visit(parseAst(code), false);
	return found;
}

function forbidden(node, inFunction) {
	switch (node.type) {
		case "Identifier":
			// In any position: `globalThis.eval`, `(0, eval)` and `const f = Function` are ways to the same thing.
			return ["eval", "Function"].includes(node.name) && "code from text";
		case "MemberExpression":
			return (
				node.computed &&
				["eval", "Function"].includes(node.property.value) &&
				"code from text"
			);
		case "CallExpression":
			// A text as the first argument is compiled by these; a function that is written out there is none.
			return (
				["setTimeout", "setInterval"].includes(node.callee.name) &&
				node.arguments[0]?.type !== "ArrowFunctionExpression" &&
				"a timer"
			);
		case "ImportExpression":
			return "import()";
		case "AwaitExpression":
			return !inFunction && "await at the top level";
		case "ForOfStatement":
			return node.await && !inFunction && "await at the top level";
		default:
			return false;
	}
}
