// How much is tried: little in `npm test`, everything in `npm run test:durable`, by the same code.

import { programPatience } from "../../www/browsers/patience.mjs";
import { isFull } from "../tools/full.mjs";

export { isFull };

/** `few` in `npm test`, `all` in `npm run test:durable`. */
export const times = (few, all) => (isFull ? all : few);

/** For a test that takes its time: full runs last for many minutes. */
export const patient = { timeout: isFull ? 3_600_000 : 4 * programPatience };
