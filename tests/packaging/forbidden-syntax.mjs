// Finds in a script what browser extensions do not allow: code from text (their content security
// policy), `import()` and a wait at the top level (their service workers).

import { Linter } from "eslint";

const forbidden = {
	// In any position: `globalThis.eval`, `(0, eval)` and `const f = Function` are ways to the same
	// thing.
	"Identifier[name=/^(eval|Function)$/]": "code from text",
	"MemberExpression[computed=true][property.value=/^(eval|Function)$/]":
		"code from text",
	// A text as the first argument is compiled by these; a function that is written out there is
	// none.
	"CallExpression[callee.name=/^set(Timeout|Interval)$/]:not([arguments.0.type='ArrowFunctionExpression'])":
		"a timer",
	ImportExpression: "import()",
	":matches(AwaitExpression, ForOfStatement[await=true]):not(:function *)":
		"await at the top level",
};
const rules = {
	"no-restricted-syntax": [
		"error",
		...Object.entries(forbidden).map(([selector, message]) => ({
			selector,
			message,
		})),
	],
};

/** Returns one line for each find, empty when there is none. */
export const forbiddenSyntax = (code) =>
	new Linter()
		.verify(code, { rules }, { allowInlineConfig: false })
		.map(({ message, line, column }) => `${line}:${column}: ${message}`);
