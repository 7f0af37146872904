// Slow tests: `npm test` leaves them out, to end in minutes. With CI=true it runs them, and so do
// `npm run test:all`, `npm test -- SUITE` and `node --test FILE`. A quick test shows the main path
// of what a slow one guards: in another browser, with another bundler, by more kills, in each way
// that a page can look. A file that is slow as a whole is named `*.slow.test.mjs`.

import process from "node:process";
import { test } from "node:test";

/** Whether what is slow is left out. */
export const isQuick = process.env.AGENT_TODOS_QUICK === "1";

/** `test`, where it is slow. */
export const slowTest = isQuick ? test.skip : test;

/** `test`, where there are several and all but the main one are slow. */
export const mainTest = (isMain) => (isMain ? test : slowTest);
