import "../tools/is-built.mjs";
import { testIn } from "./find.mjs";

await testIn("webkit");
