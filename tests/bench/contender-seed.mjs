// The seed's store, in the form that rows.mjs measures.

import { rowsOf, textsOf } from "./rows.mjs";
import { makeSeed } from "./seed-store.ts";

export function seedContender(z) {
	const { SeedStore, callTool, callTodoWrite } = makeSeed(z);
	const contender = {
		create: () => new SeedStore(),
		release: () => {},
		// The one way that the seed has.
		completeOne: (store, id) => store.completeMultiple([id]),
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
