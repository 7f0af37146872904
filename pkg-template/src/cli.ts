#!/usr/bin/env node

// `agent-todos`: the one command of the package, for Node alone. Each subcommand is a folder in
// cli/.

import { printable } from "./cli/printable.js";
import { StartError } from "./cli/start-error.js";

const help = `agent-todos: the todo list of AI agents, on the command line

  agent-todos mcp       serves a todo list to other programs, as an MCP server

  agent-todos COMMAND --help
                        the options of a command
  agent-todos --version
                        the version of this package
`;

/**
 * A subcommand: takes the arguments after its name. A `StartError` that it throws ends the process
 * with status 2.
 */
type Command = (args: readonly string[]) => Promise<void>;

const commands = new Map<string, () => Promise<Command>>([
	["mcp", async () => (await import("./cli/mcp/command.js")).mcp],
]);

declare const PACKAGE_VERSION: string;

const [name = "--help", ...rest] = process.argv.slice(2);
try {
	await run();
} catch (error) {
	if (!(error instanceof StartError)) throw error;
	process.stderr.write(`agent-todos: ${printable(error.message)}\n`);
	process.exitCode = 2;
}

async function run(): Promise<void> {
	if (name === "--help" || name === "-h")
		return void process.stdout.write(help);
	if (name === "--version")
		return void process.stdout.write(`${PACKAGE_VERSION}\n`);
	const load = commands.get(name);
	if (!load)
		throw new StartError(
			`there is no command "${name}": use one of ${[...commands.keys()].join(", ")}; agent-todos --help explains them`,
		);
	return (await load())(rest);
}
