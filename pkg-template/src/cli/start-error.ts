// What the person who started a command has to change, and the packages that they have to install.

/** Something that the person who started a command has to change: reported without a stack trace. */
export class StartError extends Error {}

/** Imports an optional peer, and throws a `StartError` that names the package where it is missing. */
export async function needed<Module>(
	load: () => Promise<Module>,
): Promise<Module> {
	try {
		return await load();
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code !== "ERR_MODULE_NOT_FOUND") throw error;
		const [, name] =
			/package '(@modelcontextprotocol\/\w+|pg)'/.exec(message) ?? [];
		if (name === undefined) throw error;
		throw new StartError(
			`${name} is missing: npm install ${name}@${name === "pg" ? 8 : 2} beside agent-todos`,
		);
	}
}
