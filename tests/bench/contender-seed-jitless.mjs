// The seed's store with zod as it has to be in a browser extension, whose content security policy forbids `new Function`.

import { z } from "zod";
import { seedContender } from "./contender-seed.mjs";

z.config({ jitless: true });
export const { rows, texts } = seedContender(z);
