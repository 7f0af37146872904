// What the person who started a command has to change: arguments, and packages that they have to
// install.

/**
 * Something that the person who started a command has to change: reported without a stack trace.
 */
export class StartError extends Error {}

/** The major versions of the packages that npm may have left out. */
const versions: Readonly<Record<string, number>> = {
	"@modelcontextprotocol/server": 2,
	"@modelcontextprotocol/node": 2,
};

/**
 * Imports an optional package, and throws a `StartError` that names the package where it is
 * missing.
 */
export async function importNeeded<Module>(
	load: () => Promise<Module>,
): Promise<Module> {
	try {
		return await load();
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code !== "ERR_MODULE_NOT_FOUND") throw error;
		const name = Object.keys(versions).find((name) =>
			message.includes(`package '${name}'`),
		);
		if (name === undefined) throw error;
		throw new StartError(
			`${name} is missing: npm install ${name}@${versions[name]} beside agent-todos`,
		);
	}
}

/**
 * Returns the result of `parse`, a call of Node's `parseArgs`. Throws a `StartError` that says what
 * is wrong.
 */
export function parseArguments<Result extends { readonly values: object }>(
	parse: () => Result,
): Result {
	try {
		const result = parse();
		const entries = Object.entries(result.values);
		const empty = entries.find(([, value]) => value === "");
		if (empty) throw new StartError(`--${empty[0]} needs a value`);
		return result;
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		throw new StartError(`${error.message}. --help lists all options`);
	}
}
