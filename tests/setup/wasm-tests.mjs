// Runs the wasm-bindgen tests (the target `wasm` of Cargo.toml) in Node or in a browser.
// cargo only compiles them. It would split the path of a runner at its spaces, and it knows nothing of xvfb-run.

import { connect } from "node:net";
import { join } from "node:path";
import { root, tool } from "../../pkg-template/build/places.mjs";
import { wasmTarget } from "../../pkg-template/build/toolchain.mjs";
import { driver } from "./browsers.mjs";
import { ofLibtest } from "./counts.mjs";
import { execute } from "./execute.mjs";
import { freePort } from "./free-port.mjs";
import { patience } from "./patience.mjs";

/** What tells the runner where the one program has to run. */
const places = {
	node: "WASM_BINDGEN_USE_NODE_EXPERIMENTAL",
	page: "WASM_BINDGEN_USE_BROWSER",
	"dedicated worker": "WASM_BINDGEN_USE_DEDICATED_WORKER",
	"service worker": "WASM_BINDGEN_USE_SERVICE_WORKER",
};
let compiled;

/** Runs the test target in one of the places of a browser, which is null for Node. */
export async function runWasmTests(place, browser) {
	compiled ??= compile();
	const { file, output } = await compiled;
	if (file === undefined) return { passed: 0, failed: 1, skipped: 0, output };
	const outcome = await runIn(place, browser, file);
	// Without tests the runner prints no count and calls it a success.
	return outcome.passed + outcome.failed > 0
		? outcome
		: { ...outcome, failed: 1 };
}

/** Where cargo put the wasm, if it did, and what it printed. */
async function compile() {
	const { status, output } = await execute("cargo", [
		...["test", "--quiet", "--no-run", "--test", "wasm"],
		...["--target", wasmTarget, "--profile", "wasm-test"],
		...["--message-format", "json-render-diagnostics"],
	]);
	if (status !== 0) return { output };
	const [file] = output
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line).executable)
		.filter((executable) => executable);
	return { file, output };
}

async function runIn(place, browser, file) {
	const { env, before } =
		browser === null ? { env: {}, before: [] } : driver(browser);
	const command = [...before, tool("wasm-bindgen-test-runner"), file];
	const options = {
		env: {
			...env,
			[places[place]]: "1",
			WASM_BINDGEN_TEST_WEBDRIVER_JSON: join(
				root,
				"tests",
				"setup",
				"webdriver.json",
			),
			// In seconds: a busy machine needs longer than the runner's own 5 and 20.
			WASM_BINDGEN_TEST_DRIVER_TIMEOUT: String(patience / 1000),
			WASM_BINDGEN_TEST_TIMEOUT: String(patience / 1000),
		},
	};
	const attempt = async () => {
		const port = await freePort();
		const env = {
			...options.env,
			WASM_BINDGEN_TEST_ADDRESS: `127.0.0.1:${port}`,
		};
		const ending = browser === null ? () => {} : keptMoving(port);
		const { output, ...rest } = await execute(command[0], command.slice(1), {
			...options,
			env,
		});
		ending();
		return { ...rest, output: `— ${place}\n${output}` };
	};
	const first = await attempt();
	if (
		browser === null ||
		first.status === 0 ||
		/^running \d+ tests?$/m.test(first.output)
	)
		return ofLibtest(first);
	// A driver may not come up. No test has run yet, so one more try hides nothing about them.
	const second = await attempt();
	const output = `${first.output}\n— ${place} did not start: tried once more\n${second.output}`;
	return ofLibtest({ ...second, output });
}

/**
 * The runner's server (tiny_http 0.12) may give two connections that come at once to the one thread that is free. The second is
 * then not read before another one ends, which a browser keeps open, and its page waits for a script for ever: one start in
 * three on a busy machine. A connection that ends at once frees a thread to look again. Returns what stops this.
 */
function keptMoving(port) {
	const timer = setInterval(() => {
		const connection = connect(port, "127.0.0.1", () => connection.end());
		connection.on("error", () => {}); // It does not listen yet, or no more.
	}, 500);
	return () => clearInterval(timer);
}
