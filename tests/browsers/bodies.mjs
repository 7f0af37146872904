// What the packed package must do, wherever it runs: one set of test bodies for Node and for every
// browser.
//
// A body is `{name, where?, run(context)}`. `where` lists the places it is for ("node", "page",
// "worker", "service-worker", or one "of" a browser, as "page of chromium"); without it, all. `run`
// may return a few words about what it did; where it fails, they are the error's `did`.
// The context:
//   entry, inline, tasks   what `agent-todos`, `agent-todos/inline` and `agent-todos/tasks` export,
//                          ready to use
//   fresh()         promises entry and tasks as loaded anew, so that nothing is ready yet; to be
//                   asked for at most `freshUses` times
//   freshInline()   promises entry and inline as loaded anew; at most `freshInlineUses` times
//   wasm()          promises the bytes of agent_todos_bg.wasm
//   wasmUrl         where agent_todos_bg.wasm lies, as a string
//   corpus(name)    promises a file of tests/corpus, as data
//   where           one of the places above
//   browser         "chromium" or another; in Node, none

import { badInput } from "./bodies/bad-input.mjs";
import { broken } from "./bodies/broken.mjs";
import { conversation } from "./bodies/conversation.mjs";
import { corpus } from "./bodies/corpus.mjs";
import { data } from "./bodies/data.mjs";
import { dialects } from "./bodies/dialects.mjs";
import { freed } from "./bodies/freed.mjs";
import { reentrance } from "./bodies/reentrance.mjs";
import { run } from "./bodies/run.mjs";
import { sites } from "./bodies/sites.mjs";
import { starting } from "./bodies/starting.mjs";
import { store } from "./bodies/store.mjs";
import { tasks } from "./bodies/tasks.mjs";
import { text } from "./bodies/text.mjs";
import { todoManager } from "./bodies/todo-manager.mjs";

/**
 * Workers differ in how they load the package and in their stack. The core itself is the same, and
 * has its tests in a page.
 */
const notInWorkers = (bodies) =>
	bodies.map((body) => ({ where: ["node", "page"], ...body }));

export const bodies = [
	...notInWorkers([
		...store,
		...sites,
		...data,
		...badInput,
		...freed,
		...text,
		...todoManager,
		...dialects,
		...tasks,
		...run,
		...conversation,
		...corpus,
	]),
	...reentrance,
	...starting,
	...broken,
];

/**
 * How often one run over all bodies may ask for fresh entries: a service worker has to load them
 * beforehand.
 */
export const freshUses = 13;
export const freshInlineUses = 2;

/** Returns whether a body is for a place, in a browser or in none. */
export const isFor = ({ where }, place, browser) =>
	where === undefined ||
	where.includes(place) ||
	where.includes(`${place} of ${browser}`);

/**
 * Runs every body that is for this place; gives `{name, error, did}` for each, `error` being null
 * or what went wrong.
 */
export async function runBodies(context) {
	const results = [];
	for (const body of bodies) {
		if (!isFor(body, context.where, context.browser)) continue;
		const { name } = body;
		try {
			results.push({ name, error: null, did: await body.run(context) });
		} catch (error) {
			results.push({ name, error: described(error), did: error?.did });
		}
	}
	return results;
}

/** Returns what was thrown, as text; browsers leave the causes out of the stack. */
export function described(error) {
	const cause = error?.cause ? `\ncaused by ${described(error.cause)}` : "";
	return `${error?.name}: ${error?.message}\n${error?.stack}${cause}`;
}
