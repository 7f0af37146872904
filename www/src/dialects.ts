// What the page says of each dialect: whose tool it is and what is peculiar to it.

import type { DialectName } from "agent-todos";
import { dialects } from "../../pkg-template/generated/about-dialects.js";

export { dialects };

export const dialectNames = Object.keys(dialects) as DialectName[];
