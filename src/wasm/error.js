/**
 * The error of an operation that was refused. `code` is stable; `message` is for people and models.
 */
export class TodoError extends Error {
	constructor(code, message, options) {
		super(message, options);
		this.code = code;
	}
}
TodoError.prototype.name = "TodoError";

/** Creates an error with the value that foreign code threw. */
export const causedError = (code, message, cause) =>
	new TodoError(code, message, { cause });
