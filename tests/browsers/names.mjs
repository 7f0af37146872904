// The dialects, in the order in which they are registered. For browsers, server.mjs writes this
// file.

import { readDialects } from "../../pkg-template/build/dialects.mjs";

export const dialects = readDialects().map(({ name }) => name);
