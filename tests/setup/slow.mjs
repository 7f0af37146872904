// What `npm test` leaves out, as it is to take minutes. `npm run test:all` runs it, and so does whoever names the suite or runs the file by
// hand. A slow test guards what a quick one shows on its main path: in another browser, with another bundler, by more kills, in each way
// that a page can look. A file that is slow as a whole is named `*.slow.test.mjs`.

import process from "node:process";
import { test } from "node:test";

/** Whether what is slow is left out. */
export const isQuick = process.env.AGENT_TODOS_QUICK === "1";

/** `test`, where it is slow. */
export const slowTest = isQuick ? test.skip : test;

/** `test`, where there are several and all but the main one are slow. */
export const mainTest = (isMain) => (isMain ? test : slowTest);
