// A project of somebody who uses a tool: in a folder far from this repository, so that nothing of
// it is found by accident, with the tool from npm and the packed package.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
	cpSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { npm } from "../../pkg-template/build/command.mjs";
import { programPatience } from "../../www/browsers/patience.mjs";
import { tarball } from "../packaging/project.mjs";
import { freePort } from "../tools/free-port.mjs";
import { until } from "../tools/until.mjs";

const isNewest = process.env.AGENT_TODOS_NEWEST === "1";

export class Project {
	#folder;

	/**
	 * `manifest` is what package.json holds; `apps` are folders of apps/, whose files come together
	 * in the project. With `AGENT_TODOS_NEWEST=1`, each package is the newest one of npm.
	 */
	install(manifest, apps) {
		const dependencies = Object.entries(manifest.dependencies).map(
			([name, version]) => [name, isNewest ? "latest" : version],
		);
		this.#folder = mkdtempSync(join(tmpdir(), "agent-todos-ecosystem-"));
		writeFileSync(
			this.path("package.json"),
			JSON.stringify({
				name: "newcomer",
				version: "1.0.0",
				private: true,
				...manifest,
				dependencies: {
					...Object.fromEntries(dependencies),
					"agent-todos": `file:${tarball}`,
				},
			}),
		);
		execFileSync(
			npm.command,
			[...npm.before, "install", "--no-audit", "--no-fund", "--loglevel=error"],
			{ cwd: this.#folder, stdio: ["ignore", "ignore", "inherit"] },
		);
		for (const app of apps)
			cpSync(join(import.meta.dirname, "apps", app), this.#folder, {
				recursive: true,
			});
	}

	path(...parts) {
		return join(this.#folder, ...parts);
	}

	/** Imports another entry in the place of `agent-todos` in these files. */
	useEntry(entry, ...files) {
		for (const file of files) {
			const text = readFileSync(this.path(file), "utf8");
			writeFileSync(
				this.path(file),
				text.replaceAll(/from "agent-todos(\/inline)?"/g, `from "${entry}"`),
			);
		}
	}

	/**
	 * Returns what a command of the project prints, its complaints too; what fails is an error that
	 * says what it printed.
	 */
	run(command, args, env = {}) {
		const { status, stdout, stderr, error } = spawnSync(
			this.#program(command),
			args,
			{
				cwd: this.#folder,
				encoding: "utf8",
				env: { ...quiet, ...env },
				timeout: programPatience,
			},
		);
		if (status !== 0)
			throw new Error(
				`${command} ${args.join(" ")} failed: ${error?.message ?? ""}\n${stdout}${stderr}`,
			);
		return stdout + stderr;
	}

	/**
	 * Starts a server of the project, whose port comes last. Lets `act(url)` use it as soon as it is
	 * ready.
	 */
	async served(command, args, act, isReady = answers) {
		const port = await freePort();
		const url = `http://localhost:${port}/`;
		const server = spawn(this.#program(command), [...args, String(port)], {
			cwd: this.#folder,
			env: quiet,
			stdio: ["pipe", "ignore", "inherit"],
		});
		const ended = once(server, "exit");
		try {
			await until(`${command} ${args.join(" ")} is ready`, () => {
				if (server.exitCode !== null) throw new Error(`${command} ended`);
				return isReady(url);
			});
			await act(url);
		} finally {
			server.kill();
			await ended;
		}
	}

	remove() {
		rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
	}

	#program(command) {
		return resolve(this.#folder, "node_modules", ".bin", command);
	}
}

const answers = (url) =>
	fetch(url).then(
		() => true,
		() => false,
	);

const quiet = {
	...process.env,
	CI: "1",
	NEXT_TELEMETRY_DISABLED: "1",
	WRANGLER_SEND_METRICS: "false",
	NODE_OPTIONS: "",
};
