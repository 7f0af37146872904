// The original's store with zod as it has to be in a browser extension, whose content security
// policy forbids `new Function`.

import { z } from "zod";
import { typescriptContender } from "./contender-typescript.mjs";

z.config({ jitless: true });
export const { rows, texts } = typescriptContender(z);
