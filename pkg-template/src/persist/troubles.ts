// Reports failures to the host, and retries after one.

import { report } from "../../generated/snippets.js";
import { chooseDelay } from "../core/timing.js";
import type { StorageError, StorageErrorCode } from "../storage/contract.js";

/** The longest wait before the next try after a failure, in milliseconds. */
const maxRetryDelayMs = 60_000;

export class Troubles {
	readonly #onError: (error: StorageError) => void;
	readonly #again: () => void;
	/** The code of the error that the host knows of. */
	#reported: StorageErrorCode | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** The number of automatic retries since it last worked. */
	#retries = 0;

	constructor(
		onError: ((error: StorageError) => void) | undefined,
		again: () => void,
	) {
		this.#onError =
			onError ?? ((error) => console.error("agent-todos:", error));
		this.#again = again;
	}

	/** Notes that storing works again. */
	end(): void {
		this.#retries = 0;
		this.forget();
	}

	/** Reports the next failure even if it is of the same kind. */
	forget(): void {
		this.#reported = undefined;
	}

	/** Reports a failure, unless the last one was of the same kind. `goesOn` is whether there will be a retry. */
	report(error: StorageError, goesOn: boolean): void {
		if (this.#reported === error.code) return;
		this.#reported = goesOn ? error.code : undefined;
		this.tell(error);
	}

	/** Reports an error in any case. */
	tell(error: StorageError): void {
		callListener(this.#onError, error);
	}

	/** Retries after some time. The timer does not keep a program alive. */
	retryLater(): void {
		const delay = chooseDelay(this.#retries, 1000, maxRetryDelayMs);
		this.#retries += 1;
		this.cancelRetry();
		this.#timer = setTimeout(() => this.#again(), delay);
		(this.#timer as { unref?: () => void }).unref?.();
	}

	/** Cancels the automatic retry. */
	cancelRetry(): void {
		clearTimeout(this.#timer);
	}
}

/** Calls a listener. What it throws is reported as an event listener's error is, and stops nothing here. */
export function callListener(
	listener: ((error: StorageError) => void) | undefined,
	error: StorageError,
): void {
	try {
		listener?.(error);
	} catch (thrown) {
		report(thrown);
	}
}
