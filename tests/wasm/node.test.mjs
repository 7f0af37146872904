import "../../pkg-template/build/command.mjs";
import { testIn } from "./find.mjs";

await testIn(null);
