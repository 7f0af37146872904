// The dialects, in the order in which they are registered. server.mjs writes this file for browsers.

import { readDialects } from "../../pkg-template/build/dialects.mjs";

export const dialects = readDialects().map(({ name }) => name);
