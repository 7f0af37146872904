// A project of somebody who uses a tool: in a folder far from this repository, so that nothing of it is found by accident,
// with the tool from npm and the packed package.

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
import { tarball } from "../packaging/project.mjs";
import { patience } from "../setup/patience.mjs";

/** `manifest` is what package.json holds; `apps` are folders of apps/, whose files come together in the project. */
export function freshProject(manifest, ...apps) {
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-ecosystem-"));
	const dependencies = {
		...manifest.dependencies,
		"agent-todos": `file:${tarball}`,
	};
	writeFileSync(
		join(folder, "package.json"),
		JSON.stringify({
			name: "newcomer",
			version: "1.0.0",
			private: true,
			...manifest,
			dependencies,
		}),
	);
	execFileSync(
		npm.command,
		[...npm.before, "install", "--no-audit", "--no-fund", "--loglevel=error"],
		{ cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
	);
	for (const app of apps)
		cpSync(join(import.meta.dirname, "apps", app), folder, { recursive: true });
	return new Project(folder);
}

class Project {
	constructor(folder) {
		this.folder = folder;
	}

	path(...parts) {
		return join(this.folder, ...parts);
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

	/** What a command of the project prints, its complaints too; what fails is an error that says what it printed. */
	run(command, args, env = {}) {
		const { status, stdout, stderr, error } = spawnSync(
			this.#program(command),
			args,
			{
				cwd: this.folder,
				encoding: "utf8",
				env: { ...quiet, ...env },
				timeout: patience,
			},
		);
		if (status !== 0)
			throw new Error(
				`${command} ${args.join(" ")} failed: ${error?.message ?? ""}\n${stdout}${stderr}`,
			);
		return stdout + stderr;
	}

	/** Starts a server of the project, and waits until it is ready. Returns what stops it. */
	async serve(command, args, isReady) {
		const server = spawn(this.#program(command), args, {
			cwd: this.folder,
			env: quiet,
			stdio: ["pipe", "ignore", "inherit"],
		});
		const ended = once(server, "exit");
		const stop = async () => {
			server.kill();
			await ended;
		};
		for (let i = 0; i < 100; i++) {
			if (await isReady()) return stop;
			await new Promise((waited) => setTimeout(waited, 300));
		}
		await stop();
		throw new Error(`${command} ${args.join(" ")} was not ready in 30 s`);
	}

	remove() {
		rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}

	#program(command) {
		return resolve(this.folder, "node_modules", ".bin", command);
	}
}

const quiet = {
	...process.env,
	CI: "1",
	NEXT_TELEMETRY_DISABLED: "1",
	WRANGLER_SEND_METRICS: "false",
	NODE_OPTIONS: "",
};
