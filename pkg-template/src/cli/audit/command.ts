// `agent-todos audit`: what models did with their todo tools, from the logs of their sessions.
// Reads files, and sends nothing anywhere.

import { type Dirent, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { getErrorCode, getErrorMessage } from "../../arguments/thrown.js";
import { init } from "../../node.js";
import { printable, printableJson } from "../printable.js";
import { parseArguments, StartError } from "../start-error.js";
import { type LogOrigin, listEvents } from "./forms.js";
import { drawPicture, writePage } from "./page.js";
import { readValues } from "./records.js";
import { addTotal, type Report, writeTable } from "./report.js";
import { makeSession } from "./session.js";

const help = `agent-todos audit: what models did with their todo tools, from the logs of their sessions

  agent-todos audit FILE... [--json] [--html file] [--show]

  FILE                a session log, or a folder of them (.jsonl, .json): Claude Code's (~/.claude/projects), Codex' rollouts
                      (~/.codex/sessions), what opencode exports, Gemini CLI's chats, messages of the APIs of Anthropic,
                      OpenAI and Gemini, or the events of OpenHands
  --json              print JSON instead of a table
  --html file         write a page, with a picture of each session
  --show              print also the calls that were refused or repaired, that dropped open todos or that came to another
                      list, with what is in them. Otherwise nothing of any todo is printed
  --help              this text

Each call is carried out on a list, as the tool of the same name in agent-todos does it, and compared with what the log says
the original tool did. Tokens are estimated. Nothing leaves this machine.
`;

const options = {
	json: { type: "boolean" },
	html: { type: "string" },
	show: { type: "boolean" },
	help: { type: "boolean", short: "h" },
} as const;

export async function audit(args: readonly string[]): Promise<void> {
	const { values, positionals } = parseArguments(() =>
		parseArgs({ args: [...args], allowPositionals: true, options }),
	);
	if (values.help) return void process.stdout.write(help);
	if (positionals.length === 0)
		throw new StartError("name a file or a folder. --help lists all options");
	await init();
	const report: Report = {
		files: 0,
		unreadable: 0,
		damaged: 0,
		sessions: 0,
		leftOpen: 0,
		rows: [],
		unknown: {},
		...(values.show && { details: [] }),
	};
	const pictures: string[] = [];
	const paths = positionals.flatMap((path) => findNamed(path, report));
	for (const path of paths)
		for await (const { end } of readSessions(path, report)) {
			const lists = end();
			if (values.html !== undefined) pictures.push(...lists.map(drawPicture));
		}
	const { html, json } = values;
	if (html !== undefined)
		runOrStop(() => writeFileSync(html, writePage(report, pictures)));
	const { all } = addTotal(report);
	process.stdout.write(
		json ? `${printableJson({ ...report, all })}\n` : writeTable(report),
	);
}

/** Reads one log, and yields its sessions as they end. */
async function* readSessions(path: string, report: Report) {
	const origin: LogOrigin = { session: path, model: "unknown model" };
	const sessions = new Map<string, ReturnType<typeof makeSession>>();
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
		if (getErrorCode(error) === undefined) throw error;
		leaveOut(path, getErrorMessage(error), report);
	}
	yield* sessions.values();
}

/**
 * Returns the logs that an argument names: itself, or those in a folder. Throws a `StartError` if
 * it is neither.
 */
function findNamed(path: string, report: Report): string[] {
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
function findLogs(folder: string, report: Report): string[] {
	let entries: Dirent[] = [];
	try {
		entries = readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		leaveOut(folder, getErrorMessage(error), report);
	}
	const logs: string[] = [];
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
function whyNoFile(path: string): string | undefined {
	try {
		return statSync(path).isFile() ? undefined : "is not a file";
	} catch (error) {
		return getErrorMessage(error);
	}
}

function leaveOut(path: string, why: string, report: Report): void {
	report.unreadable++;
	process.stderr.write(
		`agent-todos: left out: ${printable(path)}: ${printable(why)}\n`,
	);
}

function runOrStop<Value>(act: () => Value): Value {
	try {
		return act();
	} catch (error) {
		throw new StartError((error as Error).message);
	}
}
