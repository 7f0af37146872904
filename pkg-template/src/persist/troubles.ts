// Reports failures to the host, and retries after one.

import { report } from "../../generated/snippets.js";
import { chooseDelay } from "../arguments/timing.js";
import type { StorageError, StorageErrorCode } from "../storage/contract.js";

/** The longest wait before the next try after a failure, in milliseconds. */
const maxRetryDelayMs = 60_000;

export class Troubles {
	readonly #onError: (error: StorageError) => void;
	readonly #retry: () => void;
	/** The code of the error that the host knows of. */
	#reported: StorageErrorCode | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** The number of automatic retries since it last worked. */
	#retries = 0;

	constructor(
		onError: ((error: StorageError) => void) | undefined,
		retry: () => void,
	) {
		this.#onError =
			onError ?? ((error) => console.error("agent-todos:", error));
		this.#retry = retry;
	}

	/** Notes that storing works again. */
	recordSuccess(): void {
		this.#retries = 0;
		this.forgetReported();
	}

	/** Reports the next failure even if it is of the same kind. */
	forgetReported(): void {
		this.#reported = undefined;
	}

	/**
	 * Reports a failure, unless the last one was of the same kind. `goesOn` is whether there will be
	 * a retry.
	 */
	reportNew(error: StorageError, goesOn: boolean): void {
		if (this.#reported === error.code) return;
		this.#reported = goesOn ? error.code : undefined;
		this.report(error);
	}

	/** Reports an error in any case. */
	report(error: StorageError): void {
		callListener(this.#onError, error);
	}

	/** Retries after some time. The timer does not keep a program alive. */
	retryLater(): void {
		const delay = chooseDelay(this.#retries, 1000, maxRetryDelayMs);
		this.#retries += 1;
		this.cancelRetry();
		this.#timer = setTimeout(() => this.#retry(), delay);
		(this.#timer as { unref?: () => void }).unref?.();
	}

	/** Cancels the automatic retry. */
	cancelRetry(): void {
		clearTimeout(this.#timer);
	}
}

/**
 * Calls a listener. What it throws is reported as an event listener's error is, and stops nothing
 * here.
 */
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
