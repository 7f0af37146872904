// The original's store, in the form that rows.mjs measures.

import { rowsOf, textsOf } from "./rows.mjs";
import { makeTypeScript } from "./typescript-store.ts";

export function typescriptContender(z) {
	const { SeedStore, callTool, callTodoWrite } = makeTypeScript(z);
	const contender = {
		create: () => new SeedStore(),
		release: () => {},
		// The one way that the original has.
		completeOne: (store, id) => store.completeMultiple([id]),
		completeAsPerson: (store, id) => store.completeMultiple([id]),
		tool: (store) => (json) => callTool(store, json),
		wholeListTool: (store) => (json) => callTodoWrite(store, json),
		// It has no listeners: a host calls one itself.
		listenedTool: (store, listener) => (json) => {
			const outcome = callTool(store, json);
			listener();
			return outcome;
		},
		canUndo: false,
	};
	return { rows: rowsOf(contender), texts: textsOf(contender) };
}
