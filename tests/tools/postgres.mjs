// PostgreSQL for the tests: a server of their own, in a temporary folder, on a free port of this
// machine, under a user that is not root (it refuses root), with fsync on. It is stopped by its own
// process id. Node builtins only.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
	accessSync,
	chmodSync,
	chownSync,
	constants,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { patience } from "../../www/browsers/patience.mjs";
import { freePort } from "./free-port.mjs";

/**
 * Returns the folder of PostgreSQL's programs, or null. Debian has one for each version, none of
 * which is on the PATH.
 */
function programs() {
	const debian = "/usr/lib/postgresql";
	const versions = existsSync(debian)
		? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
		: [];
	const folders = [
		...(process.env.PATH ?? "").split(delimiter),
		...versions.map((version) => join(debian, version, "bin")),
	];
	const isThere = (folder) => {
		try {
			for (const name of ["initdb", "postgres", "pg_basebackup"])
				accessSync(join(folder, name), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	};
	return folders.find(isThere) ?? null;
}

/** Returns why PostgreSQL is missing, with the command that installs it, or undefined. */
export const missingPostgres = () =>
	programs() === null
		? "PostgreSQL (14 or later) is not installed: sudo apt-get install postgresql, or as your system does it"
		: undefined;

/** As whom PostgreSQL runs: as this user, or where that is root, as one that is not. */
function account() {
	if (process.getuid?.() !== 0) return {};
	const users = readFileSync("/etc/passwd", "utf8");
	const [, uid, gid] =
		/^postgres:.*?:(\d+):(\d+):/m.exec(users) ??
		/^nobody:.*?:(\d+):(\d+):/m.exec(users);
	return { uid: Number(uid), gid: Number(gid) };
}

/** The superuser's. */
const password = "a password";

/**
 * Starts a server with a database of its own: `{ url, folder, kill, start, stop }`. `settings` are
 * those of postgresql.conf; `wrap` makes another command of the one that starts it; `from` is a
 * server to be a replica of.
 */
export async function startPostgres({ settings = {}, wrap, from } = {}) {
	const bin = programs();
	const as = account();
	const folder = mkdtempSync(join(tmpdir(), "agent-todos-postgres-"));
	chmodSync(folder, 0o755);
	const owned = (name) => {
		const path = join(folder, name);
		mkdirSync(path, { mode: 0o700 });
		if (as.uid !== undefined) chownSync(path, as.uid, as.gid);
		return path;
	};
	const [data, socket] = [owned("data"), owned("socket")];
	const asUser = { ...as, cwd: data, env: { PATH: process.env.PATH } };
	if (from)
		execFileSync(
			join(bin, "pg_basebackup"),
			["-D", data, "-R", "-c", "fast", "-d", from.url],
			asUser,
		);
	else {
		const secret = join(folder, "secret");
		writeFileSync(secret, password);
		execFileSync(
			join(bin, "initdb"),
			[
				"-D",
				data,
				"-U",
				"admin",
				"--pwfile",
				secret,
				"-A",
				"scram-sha-256",
				"-E",
				"UTF8",
				"--locale",
				"C",
				"--no-instructions",
				"--no-sync",
			],
			{ ...asUser, stdio: ["ignore", "ignore", "pipe"] },
		);
	}
	const port = await freePort();
	const command = [
		join(bin, "postgres"),
		"-D",
		data,
		"-p",
		port,
		"-k",
		socket,
		"-h",
		"127.0.0.1",
		...Object.entries({
			max_connections: 200,
			fsync: "on",
			...settings,
		}).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
	].map(String);

	let child;
	let said = "";
	async function start() {
		const until = performance.now() + patience;
		for (;;) {
			const [program, ...args] = wrap ? wrap(command, as, folder) : command;
			child = spawn(program, args, {
				...(wrap ? { cwd: folder } : asUser),
				stdio: ["ignore", "ignore", "pipe"],
			});
			const { exitCode } = child;
			child.stderr.on("data", (chunk) => {
				said = (said + chunk).slice(-10_000);
			});
			if (await answers(child, port)) return;
			if (performance.now() > until)
				throw new Error(`PostgreSQL does not start (${exitCode}): ${said}`);
			// The processes of one that was killed may still be about to end.
			await wait(50);
		}
	}

	/**
	 * Ends it by a signal, and waits until it has. SIGKILL goes to each of its processes: all of them
	 * die in the same instant.
	 */
	async function end(signal) {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, "exit");
		const pids = [child.pid, ...(signal === "SIGKILL" ? below(child.pid) : [])];
		for (const pid of pids) {
			try {
				process.kill(pid, signal);
			} catch {} // It has ended by itself.
		}
		await ended;
	}

	await start();
	return {
		url: `postgres://admin:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
		folder,
		start,
		kill: () => end("SIGKILL"),
		/** As `pg_ctl stop -m immediate`: nobody will need what it holds. */
		async stop() {
			await end("SIGQUIT");
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/**
 * Returns the processes that a process has started, and those have. Empty where the system does not
 * say.
 */
function below(pid) {
	try {
		return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
			.split(" ")
			.filter(Boolean)
			.flatMap((child) => [Number(child), ...below(child)]);
	} catch {
		return [];
	}
}

/** Returns whether it takes connections; false when it has ended. */
async function answers(child, port) {
	while (child.exitCode === null && child.signalCode === null) {
		if (await isReady(port)) return true;
		await wait(20);
	}
	return false;
}

/** Returns whether it asks for the password: while it starts, it reports that instead. */
function isReady(port) {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		const startup = Buffer.alloc(8 + 12);
		startup.writeInt32BE(startup.length, 0);
		startup.writeInt32BE(0x30000, 4);
		startup.write("user\0admin\0\0", 8, "latin1");
		socket.on("connect", () => socket.write(startup));
		socket.on("data", (bytes) => {
			resolve(bytes[0] === 0x52);
			socket.destroy();
		});
		socket.on("error", () => resolve(false));
		socket.on("close", () => resolve(false));
	});
}
