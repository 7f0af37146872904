// `npm run build`: set-up, then pkg/. Before the set-up has run only Node's own modules may be
// imported.

import { relative } from "node:path";
import { giveUp, say } from "./command.mjs";
import { installDependencies } from "./dependencies.mjs";
import { root } from "./places.mjs";
import { sizeTable } from "./size.mjs";
import { unlessBuilt } from "./stamp.mjs";
import { installToolchain } from "./toolchain.mjs";

installToolchain();
installDependencies();

const { buildWasm, wasmInputs } = await import("./wasm.mjs");
const { writeDialects } = await import("./dialects.mjs");
const { buildPackage, packageInputs } = await import("./package.mjs");
const { packAndInstall } = await import("./pack.mjs");

await unlessBuilt(wasmInputs(), async () => {
	say("compiling the core to WebAssembly");
	await buildWasm();
});
writeDialects();
await unlessBuilt(packageInputs(), async () => {
	say("assembling pkg/");
	await buildPackage().catch((error) => giveUp(error.message));
	const tarball = packAndInstall();
	say(
		`packed ${relative(root, tarball)} and installed it as node_modules/agent-todos`,
	);
});
console.log(sizeTable().text);
