// Runs one program of a test run to its end: its output kept, its time limited, and nothing of it left behind.
// A browser driver leaves browsers and X servers when it dies early, so each program gets a process group of its own,
// and what is left of the group afterwards is ended.

import { spawn, spawnSync } from "node:child_process";
import { root } from "../../pkg-template/build/places.mjs";

/** In minutes. CI has 90 in all, and has to say what hangs; a long run on demand may take an hour. */
const limit = process.env.CI ? 20 : 60;

const running = new Set();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
	process.on(signal, () => {
		for (const group of running) end(group);
		process.exit(1);
	});
}

/**
 * Returns `{status, output, seconds}`; never throws. `status` is null when the program could not start, was ended by a
 * signal or took longer than `minutes`, which is there to end what hangs; `output` then ends with a line that says so. With `show` the output is shown as it comes.
 */
export function execute(
	command,
	args,
	{ cwd = root, env = {}, minutes = limit, show = false } = {},
) {
	const from = performance.now();
	const chunks = [];
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd,
			env: { ...process.env, ...env },
			stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
			// On Windows this would open a console.
			detached: process.platform !== "win32",
		});
		if (child.pid !== undefined) running.add(child.pid);
		for (const stream of [child.stdout, child.stderr])
			stream?.on("data", (chunk) => chunks.push(chunk));
		const say = (line) => chunks.push(Buffer.from(`\n${line}\n`));

		let late = false;
		const alarm = setTimeout(() => {
			late = true;
			end(child.pid);
		}, minutes * 60_000);
		const done = (status, ending) => {
			clearTimeout(alarm);
			if (ending) say(`${[command, ...args].join(" ")}: ${ending}`);
			resolve({
				status,
				output: Buffer.concat(chunks).toString("utf8"),
				seconds: (performance.now() - from) / 1000,
			});
		};
		child.on("error", (error) =>
			done(null, `could not be started: ${error.message}`),
		);
		// What it started may hold its output open for as long as it lives.
		child.on("exit", () => {
			end(child.pid);
			running.delete(child.pid);
		});
		child.on("close", (status, signal) => {
			if (late) done(null, `ended after ${minutes} minutes`);
			else if (signal) done(null, `ended by ${signal}`);
			else done(status);
		});
	});
}

function end(group) {
	if (process.platform === "win32") {
		spawnSync("taskkill", ["/pid", String(group), "/t", "/f"]);
		return;
	}
	try {
		process.kill(-group, "SIGKILL");
	} catch {} // All of it has ended already.
}
