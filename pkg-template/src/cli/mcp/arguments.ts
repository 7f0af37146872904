// The arguments of `agent-todos mcp`, and what may be wrong with them.

import { parseArgs } from "node:util";
import { parseArguments, StartError } from "../start-error.js";
import type { DatabaseOptions } from "./database.js";

export const help = `agent-todos mcp: a todo list as an MCP server

  agent-todos mcp [--dialect name] [--user name] [--data file | --database url] [--max-snapshots number]
                  [--confirm-done] [--approval] [--ask]
                  [--http port] [--host address] [--token-file file] [--allow-origin origin]...
                  [--list name] [--connections number] [--log-format text|json]
  agent-todos mcp --database url --migrate

  --dialect name      whose tools are served; todo_manager if not given. tasks serves the tasks of many users
  --user name         for tasks: the one user whose tasks are served, so that no caller can name another
  --data file         where the list is kept; without it the list ends with the process
  --database url      PostgreSQL, where the list or the tasks are kept; any number of processes may serve them. Where the
                      url has no password, PGPASSWORD and the file of PGPASSFILE may have it
  --migrate           create the tables in --database, or bring them up to date, and end
  --list name         the list in --database; todos if not given
  --connections number
                      the most connections to --database, from 1 to 1000; 10 if not given
  --max-snapshots number
                      how many of its latest revisions a list keeps, and the file with it, from 1 to 10000; 1000 if
                      not given, 100 in --database. Older ones are dropped, so that a change to a list that lives long stays
                      quick
  --confirm-done      a person confirms each todo that the model says is done: in the client, if it can ask its user, else in
                      the MCP App. A list that is there already keeps what was set for it
  --approval          a client that can ask its user asks for the approval of the plan, each time that the model adds to it
  --ask               the model has the tool ask_user: a todo waits for a person's answer, for which a client that can asks at once
  --http port         serve streamable HTTP at http://host:port/mcp, instead of stdio; 0 takes any free port
  --host address      the address to listen on; 127.0.0.1 if not given. Any but this machine's own needs a token of 16
                      characters or more
  --token-file file   the token that clients must send, as "Authorization: Bearer ...". For tasks it may hold one for each
                      user, in lines TOKEN USER_ID: anyone who sends it has that user's tasks, and can name no other
                      It is read for each request, so a token that is taken out of it is refused at once
  --allow-origin origin
                      a web page's or an extension's origin from which a browser may call, such as https://app.example or
                      chrome-extension://ID; may be repeated. None if not given
  --log-format        of what is reported on stderr: text, or json for one object a line and a line for each call
  --help              this text
`;

export interface Arguments {
	readonly help: boolean;
	readonly dialect: string;
	/** The one user whose tasks are served. */
	readonly user: string | undefined;
	readonly data: string | undefined;
	readonly database: DatabaseOptions | undefined;
	/** The name of the list in the database. */
	readonly list: string;
	readonly logFormat: "text" | "json";
	/** How many snapshots a list keeps. */
	readonly maxSnapshots: number;
	/** Whether a person confirms each "done" of a list that is made. */
	readonly confirmDone: boolean | undefined;
	/** Whether a person is asked to approve the plan. */
	readonly approval: boolean | undefined;
	/** Whether the model has the tool `ask_user`. */
	readonly ask: boolean | undefined;
	/** How to serve HTTP; undefined for stdio. */
	readonly http:
		| {
				readonly port: number;
				readonly host: string;
				readonly tokenFile: string | undefined;
				/** The origins from which browsers may call, as they write them in `Origin`. */
				readonly allowedOrigins: readonly string[];
		  }
		| undefined;
}

const options = {
	dialect: { type: "string" },
	user: { type: "string" },
	data: { type: "string" },
	database: { type: "string" },
	migrate: { type: "boolean" },
	list: { type: "string" },
	connections: { type: "string" },
	"log-format": { type: "string" },
	"max-snapshots": { type: "string" },
	"confirm-done": { type: "boolean" },
	approval: { type: "boolean" },
	ask: { type: "boolean" },
	http: { type: "string" },
	host: { type: "string" },
	"token-file": { type: "string" },
	"allow-origin": { type: "string", multiple: true },
	help: { type: "boolean", short: "h" },
} as const;

/** Throws a `StartError` that says what is wrong. */
export function readArguments(given: readonly string[]): Arguments {
	const {
		help = false,
		dialect = "todo_manager",
		user,
		data,
		database: url,
		migrate,
		list,
		connections,
		"log-format": logFormat = "text",
		"max-snapshots": maxSnapshots,
		"confirm-done": confirmDone,
		approval,
		ask,
		http: port,
		host,
		"token-file": tokenFile,
		"allow-origin": origins,
	} = parseArguments(() => parseArgs({ args: [...given], options })).values;
	/** Refuses options that were given although they are for something else. */
	const refuse = (isElse: boolean, options: object, why: string) => {
		const all = Object.entries(options);
		const given = all.find(([, value]) => value !== undefined);
		if (isElse && given) throw new StartError(`--${given[0]} ${why}`);
	};
	const ofHttp = { host, "token-file": tokenFile, "allow-origin": origins };
	const isTasks = dialect === "tasks";
	refuse(
		port === undefined,
		ofHttp,
		"is for HTTP: give --http and a port too, or leave it out",
	);
	refuse(
		url === undefined,
		{ migrate, list, connections },
		"is for a database: give --database too, or leave it out",
	);
	refuse(
		url !== undefined,
		{ data },
		"and --database are two places: give one of them",
	);
	refuse(isTasks, { list }, "is for a list: tasks have their users");
	if (logFormat !== "text" && logFormat !== "json")
		throw new StartError(`--log-format ${logFormat}: use text or json`);
	refuse(!isTasks, { user }, "is for --dialect tasks: a list has no users");
	refuse(
		isTasks,
		{ "max-snapshots": maxSnapshots },
		"is for a list: tasks have no history",
	);
	refuse(
		isTasks,
		{ "confirm-done": confirmDone, approval, ask },
		"is for a list: nobody confirms, approves or answers tasks",
	);
	return {
		help,
		dialect,
		user,
		data,
		database:
			url === undefined
				? undefined
				: {
						url,
						connections: readNumber(
							"connections",
							connections ?? "10",
							1,
							1000,
						),
						migrate: migrate ?? false,
					},
		list: list ?? "todos",
		logFormat,
		maxSnapshots: readNumber(
			"max-snapshots",
			maxSnapshots ?? (url === undefined ? "1000" : "100"),
			1,
			10_000,
		),
		confirmDone,
		approval,
		ask,
		http:
			port === undefined
				? undefined
				: {
						port: readNumber("http", port, 0, 65535),
						host: host ?? "127.0.0.1",
						tokenFile,
						allowedOrigins: (origins ?? []).map(readOrigin),
					},
	};
}

function readNumber(
	option: string,
	text: string,
	least: number,
	most: number,
): number {
	const number = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
	if (!(number >= least && number <= most))
		throw new StartError(
			`--${option} ${text}: give a whole number from ${least} to ${most}`,
		);
	return number;
}

/**
 * Returns an origin as a browser writes it in `Origin`, with which it is compared. (`URL.origin` is
 * null for an extension.) `null`, which a page of any site can have, and `*` are refused.
 */
function readOrigin(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const origin = url?.host && `${url.protocol}//${url.host}`;
	if (origin !== text)
		throw new StartError(
			`--allow-origin ${text}: give ${origin ? `the origin alone, ${origin}` : "an origin such as https://app.example or chrome-extension://ID"}`,
		);
	return origin;
}
