// What models did with their todo tools, from the logs of their sessions: `node
// tests/audit/audit.mjs FILE...`. Reads files, and sends nothing anywhere.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { init } from "agent-todos";
import { listEvents } from "./forms.mjs";
import { printable, printableJson } from "./printable.mjs";
import { readValues } from "./records.mjs";
import { addTotal, writeTable } from "./report.mjs";
import { makeSession } from "./session.mjs";

const help = `What models did with their todo tools, from the logs of their sessions

  node tests/audit/audit.mjs FILE... [--json] [--show]

  FILE                a session log, or a folder of them (.jsonl, .json): Claude Code's (~/.claude/projects), Codex' rollouts
                      (~/.codex/sessions), what opencode exports, Gemini CLI's chats, messages of the APIs of Anthropic,
                      OpenAI and Gemini, or the events of OpenHands
  --json              print JSON instead of a table
  --show              print also the calls that were refused or repaired, that dropped open todos or that came to another
                      list, with what is in them. Otherwise nothing of any todo is printed
  --help              this text

Each call is carried out on a list, as the tool of the same name in agent-todos does it, and compared with what the log says
the original tool did. Tokens are estimated. Nothing leaves this machine.
`;

const options = {
	json: { type: "boolean" },
	show: { type: "boolean" },
	help: { type: "boolean", short: "h" },
};

/** What the person who started the program has to change: reported without a stack trace. */
class StartError extends Error {}

try {
	await audit();
} catch (error) {
	if (!(error instanceof StartError)) throw error;
	process.stderr.write(`audit: ${printable(error.message)}\n`);
	process.exitCode = 2;
}

async function audit() {
	const { values, positionals } = runOrStop(() =>
		parseArgs({ allowPositionals: true, options }),
	);
	if (values.help) return void process.stdout.write(help);
	if (positionals.length === 0)
		throw new StartError("name a file or a folder. --help lists all options");
	await init();
	const report = {
		files: 0,
		unreadable: 0,
		damaged: 0,
		sessions: 0,
		leftOpen: 0,
		rows: [],
		unknown: {},
		...(values.show && { details: [] }),
	};
	const paths = positionals.flatMap((path) => findNamed(path, report));
	for (const path of paths)
		for await (const { end } of readSessions(path, report)) end();
	const { all } = addTotal(report);
	process.stdout.write(
		values.json ? `${printableJson({ ...report, all })}\n` : writeTable(report),
	);
}

/** Reads one log, and yields its sessions as they end. */
async function* readSessions(path, report) {
	const origin = { session: path, model: "unknown model" };
	const sessions = new Map();
	try {
		for await (const value of readValues(path)) {
			if (value === undefined) report.damaged++;
			for (const event of listEvents(value, origin)) {
				const { session: name } = origin;
				if (!sessions.has(name)) sessions.set(name, makeSession(name, report));
				sessions.get(name)?.add(event, origin.model);
			}
		}
		report.files++;
	} catch (error) {
		// What could be read counts. Only the system's errors have a code.
		if (error.code === undefined) throw error;
		leaveOut(path, error.message, report);
	}
	yield* sessions.values();
}

/**
 * Returns the logs that an argument names: itself, or those in a folder. Throws a `StartError` if
 * it is neither.
 */
function findNamed(path, report) {
	const found = runOrStop(() => statSync(path));
	if (found.isDirectory()) return findLogs(path, report);
	// A pipe may have no writer, and then has no end.
	if (!found.isFile())
		throw new StartError(`${path} is neither a file nor a folder`);
	return [path];
}

/**
 * Returns the logs in a folder and the folders in it. Those that cannot be read are counted and
 * named.
 */
function findLogs(folder, report) {
	let entries = [];
	try {
		entries = readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		leaveOut(folder, error.message, report);
	}
	const logs = [];
	for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) logs.push(...findLogs(path, report));
		else if (/\.jsonl?$/.test(entry.name)) {
			const why = whyNoFile(path);
			if (why === undefined) logs.push(path);
			else leaveOut(path, why, report);
		}
	}
	return logs;
}

/** Returns why a path, or what it links to, cannot be read as a file. */
function whyNoFile(path) {
	try {
		return statSync(path).isFile() ? undefined : "is not a file";
	} catch (error) {
		return error.message;
	}
}

function leaveOut(path, why, report) {
	report.unreadable++;
	process.stderr.write(
		`audit: left out: ${printable(path)}: ${printable(why)}\n`,
	);
}

function runOrStop(act) {
	try {
		return act();
	} catch (error) {
		throw new StartError(error.message);
	}
}
