/** Why an operation was refused. `code` is stable; `message` is for people and models. */
export class TodoError extends Error {
	constructor(code, message, options) {
		super(message, options);
		this.code = code;
	}
}
TodoError.prototype.name = "TodoError";

/** The error of the call that is in progress. */
let failure;

export function putDown(code, message) {
	failure = new TodoError(code, message);
}

/** Gives the result of a call that is over, unless an error was put down in it: then that is thrown. */
export function result(value) {
	if (failure !== undefined) {
		const error = failure;
		failure = undefined;
		throw error;
	}
	return value;
}
