// The original's store with zod as it is: where the page allows it, zod compiles its object schemas
// with `new Function`.

import { z } from "zod";
import { typescriptContender } from "./contender-typescript.mjs";

z.config({ jitless: false });
export const { rows, texts } = typescriptContender(z);
